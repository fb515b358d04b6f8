"""The diagnostics of flowcharts."""

from compiler.model.diagnostics import Code, Phase

UNEXPECTED = Code("MMD201", "error", Phase.PARSE, "Expected {expected}, found {found}.")
UNKNOWN_SHAPE = Code("MMD202", "error", Phase.PARSE, "The shape `{shape}` of the node `{node}` is not known.")
BAD_DATA = Code("MMD203", "error", Phase.PARSE, "The data of `{id}` is not valid YAML: {reason}.")
NO_SUCH_EDGE = Code(
    "MMD204", "error", Phase.PARSE, "`linkStyle {index}` names an edge that does not exist: there are {count} so far."
)
NAMELESS_SUBGRAPH = Code("MMD205", "error", Phase.PARSE, "A subgraph needs an id or a title: `subgraph id [title]`.")
SWALLOWED_LINE = Code(
    "MMD206",
    "warning",
    Phase.PARSE,
    "Mermaid reads the whole line as `direction {direction}`; what else stands on it is lost.",
)
ANONYMOUS_SUBGRAPH = Code(
    "MMD208",
    "warning",
    Phase.PARSE,
    "The blank behind `{title}` makes it a title; the subgraph's id is `{id}`. Without the blank, `{title}` is the id.",
)
MANY_EDGES = Code(
    "MMD207", "warning", Phase.PARSE, "The diagram has {count} edges; Mermaid draws {most} unless `maxEdges` is raised."
)

UNCLOSED = Code("MMD209", "error", Phase.PARSE, "`{opening}` is never closed: `{closing}` is missing.")
EMPTY_TEXT = Code(
    "MMD210", "error", Phase.PARSE, "The text between `{opening}` and `{closing}` is empty; a blank would do."
)
NO_SOURCE = Code(
    "MMD211",
    "error",
    Phase.PARSE,
    "Nothing stands before the edge `{edge}` that it could begin at. A node called `x` or `o` needs a blank behind it.",
)

# What the tokens are called in messages, in the order in which they are named.
WORDS = {
    "GRAPH": "a header such as `flowchart TD`",
    "NODE": "a node",
    "LINK": "an edge such as `-->`",
    "AMP": "`&`",
    "DATA": "`@{`",
    "SUBGRAPH": "`subgraph`",
    "END": "`end`",
    "SEP": "the end of the line",
}
