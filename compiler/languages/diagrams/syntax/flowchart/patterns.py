"""The regular expressions of the flowchart's tokens.

A token is as long as the language lets it be: a node with its shape, label and class is one, an edge with its label is
another. Mermaid's own tokens are shorter; where one of them would begin inside of ours, and would not be what we take
it for (a keyword, an edge), a lookahead says so. Repetitions that can run long are possessive: nothing is read twice.
What they repeat, when it is more than one character, ends in the alternative `(?!)`, which never matches: where a turn
fails half-way, CPython before 3.11.5 goes on from there, and only trying another alternative makes it go back.
"""

import re

BLANK = r"[^\S\n]"

# An id is made of pieces, and Mermaid looks for keywords and edges before each of them. A plain word is one piece.
KEYWORD = (
    r"(?:(?=[_acefghils])(?:(?:style|linkStyle|interpolate|classDef|class|flowchart-elk|flowchart|graph|subgraph|end"
    r"|_self|_blank|_parent|_top)(?![A-Za-z0-9_])|(?:href|click|call)\s|acc(?:Title\s*:|Descr\s*[:{])))"
)
EDGE_AHEAD = r"[xo<]?(?:--|==|-?\.+-|-\.)"
WORD = r"(?:[A-Za-z0-9!\"#$%&'*+.`?\\_/]++|-(?=[^>\-.])|(?!))++"
# Letters of the basic plane beyond ASCII, without the numbers that Python counts as word characters.
LETTER = r"(?![\x00-\x7f\xb2\xb3\xb9\xbc-\xbe\u2070-\u2182\u2185-\u249b\u24ea-\u24ff\U00010000-\U0010ffff])[^\W\d_]"
PIECE = rf"(?:[0-9]++|[#,&*]|:(?!::)|(?!{EDGE_AHEAD}|\")(?:{WORD}|-(?=>)|{LETTER}))"
ID = rf"(?:(?!{KEYWORD})[A-Za-z_][A-Za-z0-9_]*+(?=[\s;\[({{])|(?:(?!{KEYWORD}){PIECE}|(?!))++)"

# Label texts: quoted or markdown, with plain text behind, or plain. Three tildes at the start of that are an edge.
QUOTED = r"\"(?!`)[^\"]++\""
MARKDOWN = r"\"`[^`\"]++`\""
PLAIN = r"(?!\s*+~~~)[^\[\](){}|\"]++"
TEXT = rf"(?:(?:{QUOTED}|{MARKDOWN})(?:{PLAIN})?|{PLAIN})"
# Plain text between slanted sides: a slash that does not close is text, and quotes may stand inside.
SLANT_END = r"(?:[\\(?=\])]\]|/\])"
_SLANTED = rf"(?:(?!{SLANT_END}|\"|\s*+~~~)(?:[\\/]|[^\\/\[\](){{}}]++)|(?!))"
SLANTED = rf"(?:(?:{QUOTED}|{MARKDOWN}){_SLANTED}*+|{_SLANTED}++)"
# In an ellipse only a round bracket closes, so a dash is text as long as none follows.
ELLIPSE_END = r"(?:[-/)]\))"
_OVAL = rf"(?:(?!{ELLIPSE_END}|\"|\s*+~~~)[^()\[\]{{}}]|(?!))"
OVAL = rf"(?:(?:{QUOTED}|{MARKDOWN}){_OVAL}*+|{_OVAL}++)"

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

# Edges. What follows the blanks and the head at the start is a whole line, or a line, a text and a line.
LINES = r"--+[-xo>]", r"==+[=xo>]", r"-?\.+-[xo>]?", r"~~~+"
LABEL = rf"(?:\|(?P<pipe>{TEXT})\|{BLANK}?)?"


def _inline(start: str, name: str, text: str, line: str) -> str:
    # The text runs up to the next line and takes the blanks and the head in front of it along.
    label = rf"(?P<{name}>(?:{QUOTED}|{MARKDOWN})?(?:{text}|(?!))*+)"
    return rf"{start}\s*+(?![xo<]?{line}){label}(?P<{name}_line>{line})"


INLINE = "|".join(
    (
        _inline("--", "normal", r"[^\-\"]++|-(?!-)", LINES[0]),
        _inline("==", "thick", r"[^=\"]++", LINES[1]),
        _inline(r"-\.", "dotted", r"[^.\"\-]++|-(?!\.)", LINES[2]),
    )
)
LINK = rf"\s*+(?:(?P<line>[xo<]?(?:{'|'.join(LINES[:3])})|~~~+)\s*+{LABEL}|(?P<head>[xo<]?)(?:{INLINE})\s*+)"

# A statement as most are: a node, or an edge from one to another, and nothing else up to its end. No part of it gives
# back what it took, so all is as if they were read one by one. Behind a line break an edge would still go on.
SIMPLE = (
    rf"(?>{NODE})(?>(?:(?>{LINK})(?>{_node('to')}))?)"
    rf"{BLANK}*+(?:;\s*+|\n\s*+(?![xo<]?(?:--|==|-?\.|~~~)))"
)

# Statements that are one token. Their words are one blank apart.
VALUE = rf"(?:(?!(?!style){KEYWORD})(?:[0-9]++|#|:(?!::)|(?!{EDGE_AHEAD}|[\"&*]){WORD}|{BLANK})|(?!))++"
VALUES = rf"{VALUE}(?:,{VALUE}|(?!))*+"
STYLE = rf"style{BLANK}(?P<styled>{ID}){BLANK}(?P<style>{VALUES})"
CLASS_DEF = rf"classDef{BLANK}(?P<defined>{ID}){BLANK}(?P<definition>{VALUES})"
CLASS = rf"class{BLANK}(?P<members>{ID}){BLANK}(?P<class_name>{ID})"
LINK_STYLE = (
    rf"linkStyle{BLANK}(?P<links>default(?![A-Za-z0-9_])|[0-9]+(?:,[0-9]+|(?!))*+){BLANK}"
    rf"(?:interpolate{BLANK}(?P<curve>{ID})(?:{BLANK}(?P<curve_style>{VALUES}))?|(?P<link_style>{VALUES}))"
)
TARGET = r"(?P<target>_self|_blank|_parent|_top)"
CLICK = (
    r"click\s+(?P<clicked>\S+)\s(?:call\s+(?P<called>[^(]*)\((?:\s*\)|(?P<arguments>[^)]*)\))"
    rf"|(?:href\s)?\"(?!`)(?P<url>[^\"]+)\"|(?P<callback>{ID}))"
    rf"(?:{BLANK}\"(?!`)(?P<tooltip>[^\"]+)\")?(?(url)(?:{BLANK}{TARGET})?)"
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

# The header. Behind the type stands a direction, or nothing to the end of the line.
HEADER = re.compile(
    rf"(?:flowchart-elk|flowchart|graph)(?![A-Za-z0-9_])"
    rf"(?:{BLANK}*+(?P<direction>(?:LR|RL|TB|BT|TD|BR|v)(?![A-Za-z0-9_])|[<>^])|(?={BLANK}*+\n))"
)
