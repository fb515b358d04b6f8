"""The regular expressions of the flowchart's tokens.

A token is as long as possible: a node with its shape, label and class is one token, an edge with its label another.
Mermaid's own tokens are shorter. Where one of them would begin inside of ours with another meaning (a keyword, an
edge), a lookahead excludes it. Repetitions that can run long are possessive, so nothing is read twice. When they repeat
more than one character, their body ends in the alternative `(?!)`, which never matches: when an iteration fails
half-way, CPython before 3.11.5 goes on from there, and only another alternative makes it go back.
"""

import re

BLANK = r"[^\S\n]"
BLANKS = rf"{BLANK}++"

# An id consists of pieces, and Mermaid looks for keywords and edges before each of them. A plain word is one piece.
KEYWORD = (
    r"(?:(?=[_acefghils])(?:(?:style|linkStyle|interpolate|classDef|class|flowchart-elk|flowchart|graph|subgraph|end"
    r"|_self|_blank|_parent|_top)(?![A-Za-z0-9_])|(?:href|click|call)\s|acc(?:Title\s*:|Descr\s*[:{])))"
)
EDGE_AHEAD = r"[xo<]?(?:--|==|-?\.+-|-\.)"
WORD = r"(?:[A-Za-z0-9!\"#$%&'*+.`?\\_/]++|-(?=[^>\-.])|(?!))++"
# Letters outside ASCII in the basic plane, without the numbers that Python counts as word characters.
LETTER = r"(?![\x00-\x7f\xb2\xb3\xb9\xbc-\xbe\u2070-\u2182\u2185-\u249b\u24ea-\u24ff\U00010000-\U0010ffff])[^\W\d_]"
PIECE = rf"(?:[0-9]++|[#,&*]|:(?!::)|(?!{EDGE_AHEAD}|\")(?:{WORD}|-(?=>)|{LETTER}))"
ID = rf"(?:(?!{KEYWORD})[A-Za-z_][A-Za-z0-9_]*+(?=[\s;\[({{])|(?:(?!{KEYWORD}){PIECE}|(?!))++)"

# Label texts: quoted or markdown with plain text after, or plain. Three tildes at the start of plain text are an edge.
# An empty pair of quotes may stand in any text, and is nothing.
QUOTED = r"\"(?!`)[^\"]++\""
MARKDOWN = r"\"`[^`\"]++`\""
PAIRS = r"(?:\"\"|(?!))*+"
PLAIN = r"(?:(?!\s*+~~~)[^\[\](){}|\"]++|\"\"|(?!))"
TEXT = rf"{PAIRS}(?:(?:{QUOTED}|{MARKDOWN}){PLAIN}*+|{PLAIN}++)"
# Texts between slanted sides: a slash that does not close them is text, and quotes may stand inside.
SLANT_END = r"(?:[\\(?=\])]\]|/\])"
_SLANTED = rf"(?:(?!{SLANT_END}|\"|\s*+~~~)(?:[\\/]|[^\\/\[\](){{}}]++)|\"\"|(?!))"
SLANTED = rf"{PAIRS}(?:(?:{QUOTED}|{MARKDOWN}){_SLANTED}*+|{_SLANTED}++)"
# Texts in an ellipse: a dash without a round bracket after it is text.
ELLIPSE_END = r"(?:[-/)]\))"
_OVAL = rf"(?:(?!{ELLIPSE_END}|\"|\s*+~~~)[^()\[\]{{}}]|\"\"|(?!))"
OVAL = rf"{PAIRS}(?:(?:{QUOTED}|{MARKDOWN}){_OVAL}*+|{_OVAL}++)"

_SHAPES = "|".join(
    (
        rf"\[(?![/\\]){TEXT}\]",
        rf"\((?!-){TEXT}\)",
        rf"\{{{TEXT}\}}",
        rf"\(\(\({TEXT}\)\)\)",
        rf"\(\((?!-){TEXT}\)\)",
        rf"\(-{OVAL}{ELLIPSE_END}",
        rf"\(\[{TEXT}\]\)",
        rf"\[\[{TEXT}\]\]",
        rf"\[\({TEXT}\)\]",
        rf"\[[/\\]{SLANTED}{SLANT_END}",
        rf"\[\|(?![0-9#&*])(?:{WORD}):(?![0-9#&*])(?:{WORD})\|{TEXT}\]",
        rf"\{{\{{{TEXT}\}}\}}",
        rf">{TEXT}\]",
    )
)
SHAPE = rf"(?=[\[({{>])(?:{_SHAPES})"


def _node(name: str) -> str:
    return rf"(?P<{name}>{ID})(?P<{name}_shape>{SHAPE})?(?P<{name}_class>:::(?:{ID}))?"


NODE = _node("node")
DATA = r"@\{(?:\"[^\"]*+\"|[^}^\"]++|(?!))*+\}"

# Edges: after blanks and a head, either one line, or a line, a text and a second line.
LINES = r"--+[-xo>]", r"==+[=xo>]", r"-?\.+-[xo>]?", r"~~~+"
LABEL = rf"(?:\|(?P<pipe>{TEXT})\|{BLANK}*+)?"


def _inline(start: str, name: str, text: str, line: str) -> str:
    # The text runs up to the second line and includes the blanks and the head in front of it.
    label = rf"(?P<{name}>{PAIRS}(?:{QUOTED}|{MARKDOWN})?(?:{text}|\"\"|(?!))*+)"
    return rf"{start}\s*+(?![xo<]?{line}){label}(?P<{name}_line>{line})"


INLINE = "|".join(
    (
        _inline("--", "normal", r"[^\-\"]++|-(?!-)", LINES[0]),
        _inline("==", "thick", r"[^=\"]++", LINES[1]),
        _inline(r"-\.", "dotted", r"[^.\"\-]++|-(?!\.)", LINES[2]),
    )
)
LINK = rf"\s*+(?:(?P<line>[xo<]?(?:{'|'.join(LINES[:3])})|~~~+)\s*+{LABEL}|(?P<head>[xo<]?)(?:{INLINE})\s*+)"

# A simple statement, as most are: one node, or one edge between two nodes, and nothing else. No part gives back what it
# matched, so the result is the same as token by token. A line break does not end a statement if an edge follows.
SIMPLE = (
    rf"(?>{NODE})(?>(?:(?>{LINK})(?>{_node('to')}))?)"
    rf"{BLANK}*+(?:;\s*+|\n\s*+(?![xo<]?(?:--|==|-?\.|~~~)))"
)

# Statements that are one token. Blanks separate their words.
VALUE = rf"(?:(?!(?!style){KEYWORD})(?:[0-9]++|#|:(?!::)|(?!{EDGE_AHEAD}|[\"&*]){WORD}|{BLANK})|(?!))++"
VALUES = rf"{VALUE}(?:,{VALUE}|(?!))*+"
STYLE = rf"style{BLANKS}(?P<styled>{ID}){BLANKS}(?P<style>{VALUES})"
CLASS_DEF = rf"classDef{BLANKS}(?P<defined>{ID}){BLANKS}(?P<definition>{VALUES})"
CLASS = rf"class{BLANKS}(?P<members>{ID}){BLANKS}(?P<class_name>{ID})"
LINK_STYLE = (
    rf"linkStyle{BLANKS}(?P<links>default(?![A-Za-z0-9_])|[0-9]+(?:,[0-9]+|(?!))*+){BLANKS}"
    rf"(?:interpolate{BLANKS}(?P<curve>{ID})(?:{BLANKS}(?P<curve_style>{VALUES}))?|(?P<link_style>{VALUES}))"
)
TARGET = r"(?P<target>_self|_blank|_parent|_top)"
CLICK = (
    r"click\s+(?P<clicked>\S+)\s(?:call\s+(?P<called>[^(]*)\((?:\s*\)|(?P<arguments>[^)]*)\))"
    rf"|(?:href\s)?\"(?!`)(?P<url>[^\"]+)\"|(?P<callback>{ID}))"
    rf"(?:{BLANKS}\"(?!`)(?P<tooltip>[^\"]+)\")?(?(url)(?:{BLANKS}{TARGET})?)"
)
TITLE_PIECE = (
    rf"(?:(?!{BLANK}*+{EDGE_AHEAD})(?:[0-9]++|[#&*\^]|:(?!::)|{BLANK}++|(?!\")(?:{WORD}|-(?=>)|{LETTER}))|(?!))"
)
SUBGRAPH = (
    rf"subgraph(?![A-Za-z0-9_])(?:{BLANK}++"
    rf"(?P<name>(?:{QUOTED}|{MARKDOWN}){TITLE_PIECE}*+|{TITLE_PIECE}++)(?:\[(?P<title>{TEXT})\])?)?"
)
ACC_TITLE = r"accTitle\s*:\s*(?P<acc_title>[^\n]+)"
ACC_DESCR = r"accDescr\s*(?::\s*(?P<acc_descr>[^\n]+)|\{(?:(?P<acc_lines>[^}]*+)\}|[^}]*+))"
DIRECTION = re.compile(r"direction\s+(TB|BT|RL|LR|TD)")

# The header: the type, and a direction or the end of the line.
HEADER = re.compile(
    rf"(?:flowchart-elk|flowchart|graph|swimlane-beta)(?![A-Za-z0-9_])"
    rf"(?:{BLANK}*+(?P<direction>(?:LR|RL|TB|BT|TD|BR|v)(?![A-Za-z0-9_])|[<>^])|(?={BLANK}*+\n))"
)
