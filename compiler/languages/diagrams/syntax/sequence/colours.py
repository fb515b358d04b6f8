"""The colour of a box, which its first words may be: the named colours of CSS."""

import re

_NAMES = """
aliceblue antiquewhite aqua aquamarine azure beige bisque black blanchedalmond blue blueviolet brown burlywood cadetblue
chartreuse chocolate coral cornflowerblue cornsilk crimson cyan darkblue darkcyan darkgoldenrod darkgray darkgreen
darkgrey darkkhaki darkmagenta darkolivegreen darkorange darkorchid darkred darksalmon darkseagreen darkslateblue
darkslategray darkslategrey darkturquoise darkviolet deeppink deepskyblue dimgray dimgrey dodgerblue firebrick
floralwhite forestgreen fuchsia gainsboro ghostwhite gold goldenrod gray green greenyellow grey honeydew hotpink
indianred indigo ivory khaki lavender lavenderblush lawngreen lemonchiffon lightblue lightcoral lightcyan
lightgoldenrodyellow lightgray lightgreen lightgrey lightpink lightsalmon lightseagreen lightskyblue lightslategray
lightslategrey lightsteelblue lightyellow lime limegreen linen magenta maroon mediumaquamarine mediumblue mediumorchid
mediumpurple mediumseagreen mediumslateblue mediumspringgreen mediumturquoise mediumvioletred midnightblue mintcream
mistyrose moccasin navajowhite navy oldlace olive olivedrab orange orangered orchid palegoldenrod palegreen
paleturquoise palevioletred papayawhip peachpuff peru pink plum powderblue purple rebeccapurple red rosybrown royalblue
saddlebrown salmon sandybrown seagreen seashell sienna silver skyblue slateblue slategray slategrey snow springgreen
steelblue tan teal thistle tomato transparent turquoise violet wheat white whitesmoke yellow yellowgreen
"""
NAMES = frozenset(_NAMES.split())
COLOUR = re.compile(r"((?:rgba?|hsla?)\s*\(.*\)|[A-Za-z0-9_]*)(.*)", re.DOTALL)


def split_colour(text: str) -> tuple[str, str]:
    """Colour and title of a box: ("Aqua", "Servers") for `Aqua Servers`. The default colour is transparent."""
    found = COLOUR.match(text)
    if found and (found[1].endswith(")") or found[1].lower() in NAMES):
        return found[1], found[2].strip()
    return "transparent", text.strip()
