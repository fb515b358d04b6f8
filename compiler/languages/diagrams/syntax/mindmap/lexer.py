"""The lexer of mind maps. Blanks at the beginning of a line are a token, since their number tells the parent."""

from compiler.languages.diagrams.syntax.shared.modes import START, compile_modes, rule

MODES = compile_modes(
    {
        START: (
            rule("_NEWLINE", r"{S}*%%[^\n]*"),
            rule("_MINDMAP", r"mindmap\b"),
            rule(None, r":::", push="classes"),
            rule(None, r"::icon\(", push="icon"),
            rule("_NEWLINE", r"{S}+{Z}"),
            rule("BLANK_LINE", r"(?<=mindmap){S}+\n"),  # of no grammar: Mermaid takes it for a line without a node
            rule("_NEWLINE", r"{S}+\n|\n+"),
            rule("OPENING", r"-\)|\(-|\)\)|\)|\(\(|\{\{|\(|\[", push="node"),
            rule("SPACES", r"{S}+"),
            rule("ID", r"[^(\[\n){}]+"),
            rule("_EOF", r"{Z}"),
        ),
        "classes": (rule("CLASSES", r"[^\n]+", pops=1), rule(None, r"\n", pops=1)),
        "icon": (rule(None, r"\)", pops=1), rule("ICON", r"[^)\n]+")),
        "node": (
            rule(None, r'"`', push="markdown"),
            rule(None, r'"', push="quoted"),
            rule("CLOSING", r"\)\)|\)|\]|\}\}|\(-|-\)|\(\(|\(", pops=1),
            rule("TEXT", r"[^)\](}]+"),
            rule("TEXT", r"[^\n]+"),
        ),
        "markdown": (rule(None, r'`"', pops=1), rule("TEXT", r'[^`"]+')),
        "quoted": (rule(None, r'"', pops=1), rule("TEXT", r'[^"]+')),
    },
    any_case=True,
    fragile=("icon", "node"),
)
