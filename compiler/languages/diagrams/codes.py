"""The diagnostics that come before any grammar: front matter, directives, the type of the diagram."""

from compiler.model.diagnostics import Code, Phase

BAD_FRONT_MATTER = Code("MMD101", "error", Phase.PARSE, "The front matter is not valid YAML: {reason}.")
OPEN_FRONT_MATTER = Code(
    "MMD102",
    "error",
    Phase.PARSE,
    "The diagram begins with `---`, but no front matter could be read: it opens with `---` at the very start of the "
    "text and closes with a line `---` without indentation.",
)
UNKNOWN_TYPE = Code(
    "MMD103",
    "error",
    Phase.PARSE,
    "No diagram type is known by {found}. A diagram begins with its type, such as `flowchart TD` or `sequenceDiagram`.",
)
EMPTY = Code("MMD104", "error", Phase.PARSE, "The diagram is empty. It begins with its type, such as `flowchart TD`.")
BAD_DIRECTIVE = Code("MMD105", "warning", Phase.PARSE, "The directive `{name}` is ignored: {reason}.")
MISTAKEN_FOR_C4 = Code(
    "MMD106",
    "error",
    Phase.PARSE,
    "Mermaid takes any text with the word `{word}` for a C4 diagram, so it cannot draw this {kind} diagram.",
)
