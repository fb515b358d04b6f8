"""The lexer of architecture diagrams. Mermaid reads one of the letters L, R, T, B as a side wherever a word begins, so
no id begins with them."""

from compiler.languages.diagrams.syntax.shared.modes import INLINE_BLANKS, START, compile_modes, rule

_ALONE = r"(?![-\w]*\w)"  # behind a keyword: no longer id
_REST = r"(?:[ \t]*:[^\n]*?(?=%%)|[ \t]*:[^\n]*)"
_STRING = r""""(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\[\s\S])*'"""

MODES = compile_modes(
    {
        START: (
            rule(None, r"[\t ]*%%[^\n]*"),
            rule("_NEWLINE", r"\n(?:[\t ]*\n)*"),
            INLINE_BLANKS,
            rule("_ARCHITECTURE", rf"architecture-beta{_ALONE}"),
            rule("_JUNCTION", rf"junction{_ALONE}"),
            rule("_SERVICE", rf"service{_ALONE}"),
            rule("_GROUP", rf"group{_ALONE}"),
            rule("_ALIGN", rf"align{_ALONE}"),
            rule("ALIGNMENT", rf"(?:row|column){_ALONE}"),
            rule("_IN", rf"in{_ALONE}"),
            rule("_LINE", r"--"),
            rule("_DASH", r"-"),
            rule("_COLON", r":"),
            rule("SIDE", r"[LRTB]"),
            rule("AT_GROUP", r"\{group\}"),
            rule("INTO", r"[<>]"),
            rule("SETTING", rf"accDescr(?:{_REST}|{{S}}*\{{[^}}]*\}})|accTitle{_REST}"),
            rule("SETTING", r"title(?:[\t ][^\n]*?(?=%%)|[\t ][^\n]*|)"),
            rule("STRING", _STRING),
            rule("ID", r"\w(?:[-\w]*\w)?"),
            rule("ICON", r"\([\w\-:]+\)"),
            rule("TITLE", rf"\[(?:{_STRING}|[^\[\]\n]+)\]"),
            rule("_EOF", r"{Z}"),
        ),
    },
    any_case=False,
)
