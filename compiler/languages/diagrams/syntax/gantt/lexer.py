"""The lexer of Gantt charts. Keywords are case-insensitive; of two rules that match, the first wins."""

from compiler.languages.diagrams.syntax.shared.accessibility import ACCESSIBILITY, ACCESSIBILITY_MODES
from compiler.languages.diagrams.syntax.shared.modes import BLANKS, START, compile_modes, rule

_DAYS = "monday|tuesday|wednesday|thursday|friday|saturday|sunday"
_TO_COMMENT = "dateFormat|axisFormat|tickInterval|includes|excludes|accDescription"  # their values end at `#` and `;`

MODES = compile_modes(
    {
        START: (
            *ACCESSIBILITY,
            # Mermaid takes a `%` behind the first character of a line for a comment too.
            rule(None, r"%%[^\n]*"),
            rule(None, r"[^}]%+[^\n]*"),
            rule(None, r"%+[^\n]*\n*"),
            rule("_NEWLINE", r"\n+"),
            BLANKS,
            rule(None, r'href{S}+"', push="href"),
            rule(None, r"call{S}+", push="callback"),
            rule(None, r"click{S}+", push="click"),
            rule("_GANTT", r"gantt\b"),
            rule("SETTING", rf"(?:{_TO_COMMENT}){{S}}[^#\n;]+|todayMarker{{S}}[^\n;]+|title{{S}}[^\n]+"),
            rule("SETTING", r"(?:inclusiveEndDates|topAxis)\b"),
            rule("SETTING", rf"weekday{{S}}+(?:{_DAYS})|weekend{{S}}+(?:friday|saturday)"),
            rule("DATE", r"[0-9]{4}-[0-9]{2}-[0-9]{2}"),  # no statement begins with one
            rule("SECTION", r"section{S}[^\n]+"),
            rule("TASK_TEXT", r"[^:\n]+"),
            rule("TASK_DATA", r":[^#\n;]+"),
            rule("_EOF", r"{Z}"),
        ),
        "click": (rule(None, r"{S}", pops=1), rule("CLICK", r"[^\s]+")),
        "href": (rule(None, r'"', pops=1), rule("HREF", r'[^"]+')),
        "callback": (
            rule(None, r"\({S}*\)", pops=1),
            rule(None, r"\(", pops=1, push="arguments"),
            rule("CALLBACK", r"[^(\n]+"),
        ),
        "arguments": (rule(None, r"\)", pops=1), rule("ARGUMENTS", r"[^)\n]+")),
        **ACCESSIBILITY_MODES,
    },
    any_case=True,
    fragile=("click", "href", "callback", "arguments"),
)
