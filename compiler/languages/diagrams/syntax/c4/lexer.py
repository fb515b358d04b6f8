"""The lexer of C4 diagrams. Words are case-sensitive; of two rules that match, the first wins.

A text without quotes reaches to the next comma, over line breaks too. Where a `)` ends its line before that, the text
is BARE, which no grammar takes: Mermaid reads the following statements into it.
"""

from compiler.languages.diagrams.syntax.shared.accessibility import ACCESSIBILITY, ACCESSIBILITY_MODES
from compiler.languages.diagrams.syntax.shared.modes import BLANKS, START, compile_modes, rule

_VARIANTS = r"(?:Db|Queue)?(?:_Ext)?"

MODES = compile_modes(
    {
        START: (
            rule("TITLE", r"(?:title|accDescription){S}[^#\n;]+"),
            *ACCESSIBILITY,
            rule(None, r"%%[^\n]*\n*"),
            rule("_NEWLINE", r"{S}*\n+"),
            BLANKS,
            rule("_HEADER", r"C4(?:Context|Container|Component|Dynamic|Deployment)\b"),
            rule("ELEMENT", rf"(?:Person(?:_Ext)?|(?:System|Container|Component){_VARIANTS})\b", push="call"),
            rule(
                "BOUNDARY",
                r"(?:(?:Enterprise_|System_|Container_)?Boundary|(?:Deployment_)?Node(?:_[LR])?)\b",
                push="call",
            ),
            rule("RELATION", r"(?:Rel(?:_(?:Up?|Down|D|Left|L|Right|R|Back))?|BiRel|RelIndex)\b", push="call"),
            rule("UPDATE", r"Update(?:ElementStyle|RelStyle|LayoutConfig)\b", push="call"),
            rule("_OPEN", r"\{"),
            rule("CLOSE", r"\}"),
            rule("_EOF", r"{Z}"),
        ),
        "call": (rule("EMPTY", r"\([ ]*,", push="arguments"), rule(None, r"\(", push="arguments")),
        "arguments": (
            rule(None, r"\)", pops=2),
            rule("EMPTY", r",,"),
            rule(None, r","),
            rule("EMPTY", r'[ ]*""'),
            rule(None, r'[ ]*"', push="quoted"),
            rule(None, r"[ ]*\$", push="key"),
            rule("BARE", r"[^,)]*\)(?=[ \t]*(?:\n|\{|{Z}))", pops=2),
            rule("TEXT", r"[^,]+"),
        ),
        "quoted": (rule(None, r'"', pops=1), rule("TEXT", r'[^"]+')),
        "key": (rule("KEY", r"[^=\n]+"), rule(None, r'=[ ]*"', pops=1, push="value_of_key")),
        "value_of_key": (rule("VALUE_OF_KEY", r'[^"]+'), rule(None, r'"', pops=1)),
        **ACCESSIBILITY_MODES,
    },
    any_case=False,
    fragile=("call", "arguments", "key"),
)
