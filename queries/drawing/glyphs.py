"""Box-drawing characters by their arms, and the ASCII character that replaces each mark."""

from functools import cache
from unicodedata import name

UP, RIGHT, DOWN, LEFT = range(4)
NONE, LIGHT, HEAVY, DOTTED = range(4)
Arms = tuple[int, int, int, int]  # the weights of the arms: up, right, down, left
WEIGHTS = {"": LIGHT, "normal": LIGHT, "thick": HEAVY, "dotted": DOTTED}

_WORDS = {
    "UP": (UP,),
    "RIGHT": (RIGHT,),
    "DOWN": (DOWN,),
    "LEFT": (LEFT,),
    "VERTICAL": (UP, DOWN),
    "HORIZONTAL": (LEFT, RIGHT),
}

# Every mark of drawings that is no line.
ASCII = str.maketrans(
    {
        "▲": "^", "▼": "v", "◀": "<", "▶": ">", "△": "A", "▽": "V", "◁": "<", "▷": ">", "✕": "x", "○": "o", "●": "*",
        "◉": "@", "◆": "#", "◇": "o", "╭": ".", "╮": ".", "╰": "'", "╯": "'", "╱": "/", "╲": "\\", "┌": "+", "┐": "+",
        "└": "+", "┘": "+", "∼": "~", "│": "|", "─": "-", "━": "=", "┃": "#", "┄": ".", "┆": ":", "├": "+", "┤": "+",
        "┬": "+", "┴": "+", "┼": "+", "█": "H", "·": ".", "→": ">", "←": "<", "⋯": ".", "═": "=",
        "║": "#", "╳": "x", "⇢": ">", "↔": "-", "•": "*", "…": ".", "◌": "o", "╪": "+", "▏": "|",
    }
)  # fmt: skip


@cache
def _table() -> dict[Arms, str]:
    """Return the characters by their arms, read from names such as "BOX DRAWINGS DOWN HEAVY AND RIGHT LIGHT"."""
    found: dict[Arms, str] = {}
    for code in range(0x2500, 0x254C):
        words = name(chr(code)).removeprefix("BOX DRAWINGS ").replace(" AND ", " ").split()
        if "DASH" not in words:
            found[_arms_of(words)] = chr(code)
    return found


def _arms_of(words: list[str]) -> Arms:
    """Return the arms of a name. In some names the weight is before the arms ("LIGHT DOWN AND RIGHT"), in others after
    each of them."""
    arms = [NONE] * 4
    weight = NONE if words[0] in _WORDS else {"LIGHT": LIGHT, "HEAVY": HEAVY}[words[0]]
    waiting: list[int] = []
    for word in words:
        if word in _WORDS:
            waiting += _WORDS[word]
            for arm in waiting if weight and words[0] not in _WORDS else ():
                arms[arm] = weight
        else:
            weight = {"LIGHT": LIGHT, "HEAVY": HEAVY}[word]
            for arm in waiting if words[0] in _WORDS else ():
                arms[arm] = weight
            waiting = []
    return (arms[0], arms[1], arms[2], arms[3])


@cache
def line_glyph(arms: Arms) -> str:
    """Return the character for a cell with these arms. A single arm is drawn across the cell."""
    up, right, down, left = arms
    if not (right or left):
        return {LIGHT: "│", HEAVY: "┃", DOTTED: "┆"}.get(max(up, down), " ")
    if not (up or down):
        return {LIGHT: "─", HEAVY: "━", DOTTED: "┄"}[max(right, left)]
    solid = tuple(LIGHT if weight == DOTTED else weight for weight in arms)
    return _table().get((solid[0], solid[1], solid[2], solid[3]), "┼")


@cache
def ascii_line_glyph(arms: Arms) -> str:
    """Return the ASCII character for a cell with these arms: one of - | = # . : +."""
    up, right, down, left = arms
    if not (right or left):
        return {LIGHT: "|", HEAVY: "#", DOTTED: ":"}.get(max(up, down), " ")
    if not (up or down):
        return {LIGHT: "-", HEAVY: "=", DOTTED: "."}[max(right, left)]
    return "+"
