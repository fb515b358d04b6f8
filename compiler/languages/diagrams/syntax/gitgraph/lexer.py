"""The lexer of git graphs. Words are case-sensitive; a word that a longer name begins with is that name."""

from compiler.languages.diagrams.syntax.shared.modes import INLINE_BLANKS, START, compile_modes, rule

_ALONE = r"(?![-./\w]*[-\w])"  # behind a keyword: no longer name
_REST = r"(?:[ \t]*:[^\n]*?(?=%%)|[ \t]*:[^\n]*)"
_STRING = r""""(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\[\s\S])*'"""

MODES = compile_modes(
    {
        START: (
            rule(None, r"[\t ]*%%[^\n]*"),
            rule("_NEWLINE", r"\n(?:[\t ]*\n)*"),
            INLINE_BLANKS,
            rule("_GIT_GRAPH_COLON", r"gitGraph:"),
            rule("_GIT_GRAPH", r"gitGraph(?:(?=%%)|(?!\S))"),
            rule("CHERRY_PICK", rf"cherry-pick{_ALONE}"),
            rule("TYPE", rf"(?:HIGHLIGHT|REVERSE|NORMAL){_ALONE}"),
            rule("CHECKOUT", rf"(?:checkout|switch){_ALONE}"),
            rule("COMMIT", rf"commit{_ALONE}"),
            rule("BRANCH", rf"branch{_ALONE}"),
            rule("MERGE", rf"merge{_ALONE}"),
            rule("_PARENT", r"parent:"),
            rule("_ORDER", r"order:"),
            rule("_TYPE", r"type:"),
            rule("_MSG", r"msg:"),
            rule("_TAG", r"tag:"),
            rule("_ID", r"id:"),
            rule("DIRECTION_WORD", rf"(?:LR|TB|BT){_ALONE}"),
            rule("_COLON", r":"),
            rule("SETTING", rf"accDescr(?:{_REST}|{{S}}*\{{[^}}]*\}})|accTitle{_REST}"),
            rule("SETTING", r"title(?:[\t ][^\n]*?(?=%%)|[\t ][^\n]*|(?=\n))"),
            rule("INT", r"(?:0|[1-9][0-9]*(?!\.))(?![-./\w]*[-\w])"),
            rule("STRING", _STRING),
            rule("NAME", r"\w(?:[-./\w]*[-\w])?"),
            rule("_EOF", r"{Z}"),
        ),
    },
    any_case=False,
)
