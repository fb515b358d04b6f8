"""The lexer of block diagrams. Words are case-sensitive; of two rules that match, the first wins."""

from compiler.languages.diagrams.syntax.shared.modes import BLANKS, START, compile_modes, rule

_LINKS = (
    rule("LINK", r"{S}*[xo<]?--+[-xo>]{S}*"),
    rule("LINK", r"{S}*[xo<]?==+[=xo>]{S}*"),
    rule("LINK", r"{S}*[xo<]?-?\.+-[xo>]?{S}*"),
)
_MARKDOWN = rule("MARKDOWN", r'"`[^`"]*+(?:`"?)?')  # of no grammar
_IDS = r"\w+(?:,{S}*\w+)*"

MODES = compile_modes(
    {
        START: (
            rule("NAMED_BLOCK", r"block:"),
            rule("BLOCK_WORD", r"block(?:-beta)?\b"),
            BLANKS,
            rule("COLUMNS", r"columns{S}+(?:auto\b|[0-9]+)"),
            _MARKDOWN,
            rule(None, r'"', push="quoted"),
            rule("SPACE", r"space:[0-9]+|space\b"),
            rule("KEYWORD", r"(?:default|linkStyle|interpolate)\b"),  # of no statement
            rule("CLASS_DEF", r"classDef{S}+\w+{S}+[^\n]*"),
            rule("CLASS", r"class{S}+", push="ids"),
            rule("STYLE", r"style{S}+", push="ids"),
            rule("KEYWORD", r"acc(?:Title|Descr){S}*[:{{][^\n]*"),
            rule("END", r"end\b{S}*"),
            rule("OPENING", r"-\)|\(-|\)\)|\)|\(\(\(|\(\(|\{\{|\{|>|\(\[|\(|\[\[|\[\||\[\(|\[\\|\[/|\[", push="node"),
            rule("ARROW_OPENING", r"<\[", push="arrow"),
            rule("ID", r"[^(\[\n\-){}\s<>:=]+"),
            *_LINKS,
            rule("LINK", r"{S}*~~~+{S}*"),
            rule("_START_LINK", r"{S}*[xo<]?(?:--|==|-\.){S}*", push="label"),
            rule("SIZE", r":[0-9]+"),
            rule("_EOF", r"{Z}"),
        ),
        "node": (
            rule(
                "CLOSING",
                r"\(\(\(|\)\)\)|\)\)|\}\}|\}|\(-|-\)|\(\(|\]\]|\(|\]\)|\\\]|/\]|\)\]|\)|\]>|\]",
                pops=1,
            ),
            _MARKDOWN,
            rule(None, r'"', push="quoted"),
        ),
        "arrow": (
            _MARKDOWN,
            rule(None, r'"', push="quoted"),
            rule(None, r"\]>{S}*\(", pops=1, push="sides"),
        ),
        "sides": (
            rule("SIDE", r",?{S}*(?:right|left|x|y|up|down){S}*"),
            rule("ARROW_CLOSING", r"\){S}*", pops=1),
        ),
        "label": (_MARKDOWN, rule(None, r'"', push="quoted"), *(link._replace(pops=1) for link in _LINKS)),
        "ids": (rule("IDS", _IDS, pops=1, push="rest"),),
        "rest": (rule("REST", r"[^\n]*", pops=1),),
        "quoted": (rule(None, r'"', pops=1), rule("TEXT", r'[^"]+')),
    },
    any_case=False,
    fragile=("node", "arrow", "sides", "label", "ids"),
)
