"""The diagnostic codes of the diagrams language, in the order of their numbers."""

from compiler.model.diagnostics import Code, Phase

# Before any grammar: front matter, directives, the type of the diagram

BAD_FRONT_MATTER = Code("MMD101", "error", Phase.PARSE, "The front matter is not valid YAML: {reason}.")
MISPLACED_FRONT_MATTER = Code(
    "MMD102",
    "error",
    Phase.PARSE,
    "The diagram begins with `---`, but no front matter could be read: it opens with `---` at the very start of the "
    "text and closes with a line `---` that is indented in the same way.",
)
UNKNOWN_TYPE = Code(
    "MMD103",
    "error",
    Phase.PARSE,
    "No diagram type is known by {found}. A diagram begins with its type, such as `flowchart TD` or `sequenceDiagram`.",
)
EMPTY_DIAGRAM = Code(
    "MMD104", "error", Phase.PARSE, "The diagram is empty. It begins with its type, such as `flowchart TD`."
)
BAD_DIRECTIVE = Code("MMD105", "warning", Phase.PARSE, "The directive `{name}` is ignored: {reason}.")
MISTAKEN_FOR_C4 = Code(
    "MMD106",
    "error",
    Phase.PARSE,
    "Mermaid takes any text with the word `{word}` for a C4 diagram, so it cannot draw this {kind} diagram.",
)

UNCLOSED_FENCE = Code(
    "MMD107",
    "error",
    Phase.PARSE,
    "This block is never closed, so it reaches to line {last}; it has {count} lines that are no Mermaid.",
)
TEMPLATE_BLOCK = Code(
    "MMD108",
    "info",
    Phase.PARSE,
    "In this block, `{text}` stands for a text that is not here, so what the block draws is not known.",
)
PLUGIN_TYPE = Code(
    "MMD109",
    "info",
    Phase.PARSE,
    "Diagrams of the type `{type}` are drawn by a plugin, `{plugin}`; Mermaid alone does not know them.",
)

MANY_COPIES = Code(
    "MMD111",
    "warning",
    Phase.PARSE,
    "The statements of this diagram stand for more than {most} edges, classes and styles; further ones are left out.",
)

FRAGMENTS = Code(
    "MMD110",
    "info",
    Phase.PARSE,
    "{count} blocks of this page, of which this is the first, are pieces of diagrams without a type, so Mermaid draws "
    "none of them.",
)

NEWER_FORM = Code(
    "MMD112", "info", Phase.PARSE, "Mermaid reads {form} since {since}; a host with an older one refuses this diagram."
)

# Flowcharts

FLOWCHART_SYNTAX = Code("MMD201", "error", Phase.PARSE, "Expected {expected}, found {found}.", crowds="diagram")
UNKNOWN_SHAPE = Code("MMD202", "error", Phase.PARSE, "The shape `{shape}` of the node `{node}` is not known.")
BAD_NODE_DATA = Code("MMD203", "error", Phase.PARSE, "The data of `{id}` is not valid YAML: {reason}.")
UNKNOWN_EDGE = Code(
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

UNCLOSED_BRACKET = Code("MMD209", "error", Phase.PARSE, "`{opening}` is never closed: `{closing}` is missing.")
EMPTY_TEXT = Code(
    "MMD210", "error", Phase.PARSE, "The text between `{opening}` and `{closing}` is empty; a blank would do."
)
EDGE_WITHOUT_SOURCE = Code(
    "MMD211",
    "error",
    Phase.PARSE,
    "Nothing stands before the edge `{edge}` that it could begin at. A node called `x` or `o` needs a blank behind it.",
)

HEAD_OF_EDGE = Code(
    "MMD212",
    "warning",
    Phase.PARSE,
    "The `{head}` beside the edge is read as its head, so {what} is `{found}` and not `{meant}`. Put a blank between.",
)
NAME_OF_EDGE = Code(
    "MMD213",
    "warning",
    Phase.PARSE,
    "`{name}` is the id of an edge, so there is no node of this name, and Mermaid cannot draw an edge to or from it.",
)

# Sequence diagrams

SEQUENCE_SYNTAX = Code("MMD301", "error", Phase.PARSE, "Expected {expected}, found {found}.", crowds="diagram")
UNCLOSED_BLOCK = Code("MMD302", "error", Phase.PARSE, "The block `{block}` is never closed: `end` is missing.")
NOT_ACTIVE = Code(
    "MMD303",
    "error",
    Phase.PARSE,
    "`{actor}` is deactivated here without being active. Activate it before, with `activate {actor}` or `->>+{actor}`.",
)
ALREADY_EXISTS = Code(
    "MMD304", "error", Phase.PARSE, "`{actor}` cannot be created here: a participant of this id exists already."
)
NOT_CREATED = Code(
    "MMD305",
    "error",
    Phase.PARSE,
    "The first message behind `create` must go to the created participant `{actor}`; this one goes to `{receiver}`.",
)
NOT_DESTROYED = Code(
    "MMD306",
    "error",
    Phase.PARSE,
    "The first message behind `destroy` must go to or come from the destroyed participant `{actor}`.",
)
TWO_BOXES = Code(
    "MMD307", "error", Phase.PARSE, "`{actor}` stands in the box `{first}` already and cannot join another."
)
BAD_PARTICIPANT_SETTINGS = Code(
    "MMD308", "error", Phase.PARSE, "The settings `@{{ … }}` of `{actor}` are not valid YAML: {reason}."
)
STRAY_TEXT = Code("MMD309", "warning", Phase.PARSE, "`{found}` begins no statement; Mermaid passes over it.")
CUT_BY_COMMENT = Code(
    "MMD310",
    "warning",
    Phase.PARSE,
    "`#` begins a comment, so this text ends here and `{lost}` is lost. Write `#35;` for the character.",
)
BAD_LINKS_JSON = Code(
    "MMD311", "warning", Phase.PARSE, "The {what} of `{actor}` are not valid JSON, so Mermaid ignores them."
)

# State diagrams

STATE_SYNTAX = Code("MMD401", "error", Phase.PARSE, "Expected {expected}, found {found}.", crowds="diagram")
DESCRIBED_TWICE = Code(
    "MMD402",
    "error",
    Phase.PARSE,
    "The composite state `{state}` has {count} descriptions; a state with a body can have only one, its title.",
)

SEMICOLON_IN_ID = Code(
    "MMD403",
    "warning",
    Phase.PARSE,
    "A `;` ends no statement here but is a letter of the state `{state}`. In a text, write `#59;` for it.",
)

# Class diagrams

CLASS_SYNTAX = Code("MMD501", "error", Phase.PARSE, "Expected {expected}, found {found}.", crowds="diagram")
UNKNOWN_CLASS = Code(
    "MMD502", "error", Phase.PARSE, "`{keyword}` names the class `{name}`, which nothing before it declares."
)
BAD_METHOD = Code(
    "MMD503", "error", Phase.PARSE, "The member `{member}` has a `)` and so is a method, but no name and `(` before it."
)

DEEP_NAMESPACE = Code(
    "MMD504",
    "warning",
    Phase.PARSE,
    "The namespace `{name}` is more than {most} deep. Those deeper are left out, and what is in them is in `{around}`.",
)

# Entity relationship diagrams

ER_SYNTAX = Code("MMD601", "error", Phase.PARSE, "Expected {expected}, found {found}.", crowds="diagram")

# Requirement diagrams

REQUIREMENT_SYNTAX = Code("MMD701", "error", Phase.PARSE, "Expected {expected}, found {found}.", crowds="diagram")

# Files that cannot be read

UNREADABLE_FILE = Code("MMD800", "error", Phase.PARSE, "Cannot read file '{path}': {reason}.")

# JSON files

BAD_JSON = Code("MMD801", "error", Phase.PARSE, "The file should hold a JSON object: {reason}.")
MISSING_FIELD = Code("MMD802", "error", Phase.PARSE, "{what} has no `{field}`; {consequence}.")
WRONG_FIELD = Code(
    "MMD803", "error", Phase.PARSE, "`{field}` of {what} is {found} and should be {wanted}; {consequence}."
)
BAD_ID = Code(
    "MMD804",
    "error",
    Phase.PARSE,
    "`{field}` of {what} is {found}: an id is not empty and holds no `/`; {consequence}.",
)
BAD_PATH = Code(
    "MMD805",
    "error",
    Phase.PARSE,
    "The diagram `{id}` is said to be in '{found}': the path must be relative and stay within the session's folder.",
)
BAD_REF = Code(
    "MMD806",
    "error",
    Phase.PARSE,
    "`{field}` of {what} is {found}: a reference is written `d:<diagram>/<category>/<id>`; {consequence}.",
)

# Ids

DUPLICATE_ID = Code(
    "MMD810", "warning", Phase.COLLECT, "{what} `{id}` is declared more than once; the last one counts."
)

# Sessions

DIAGRAM_NOT_READ = Code(
    "MMD820",
    "error",
    Phase.IMPORT,
    "The session lists the diagram `{id}` in '{path}', which holds no diagram: {reason}.",
    breaks_diagram="id",
)
KIND_MISMATCH = Code(
    "MMD821",
    "warning",
    Phase.COLLECT,
    "The session calls the diagram `{id}` a {listed} diagram, but its text is a {found} diagram, and so it is read.",
)
UNKNOWN_ACTIVE = Code(
    "MMD822",
    "warning",
    Phase.RESOLVE,
    "The active {what} of the session is `{id}`, which does not exist.",
    into_diagram="id",
)
DANGLING_SELECTION = Code(
    "MMD823",
    "warning",
    Phase.RESOLVE,
    "The session has `{ref}` selected, which does not exist; it is left out.",
    into_diagram="ref",
)
DANGLING_XREF = Code(
    "MMD824",
    "warning",
    Phase.RESOLVE,
    "The cross-reference `{id}` leads {direction} `{ref}`, which does not exist.",
    cause=("ref",),
    into_diagram="ref",
)

# Sidecars

SIDECAR_WITHOUT_DIAGRAM = Code(
    "MMD830", "warning", Phase.COLLECT, "The sidecar '{path}' stands beside no diagram: there is no '{wanted}'."
)
SIDECAR_UNKNOWN_NAME = Code(
    "MMD831", "warning", Phase.RESOLVE, "The sidecar names the {what} `{name}`, which its diagram lacks."
)
SIDECAR_UNMATCHED = Code(
    "MMD832", "warning", Phase.RESOLVE, "The sidecar's {what} `{id}` ({fingerprint}) is not in its diagram."
)
SIDECAR_ID_TAKEN = Code(
    "MMD833",
    "warning",
    Phase.RESOLVE,
    "The sidecar gives the id `{id}` to more than one {what}; `{name}` is called `{given}`.",
)

# Walkthroughs

WALKTHROUGH_NOT_READ = Code(
    "MMD840", "error", Phase.IMPORT, "The session lists the walkthrough `{id}`, but there is no file '{path}'."
)
WALKTHROUGH_ID_MISMATCH = Code(
    "MMD841",
    "warning",
    Phase.COLLECT,
    "The session lists this walkthrough as `{listed}`, but it calls itself `{found}`. It goes by `{listed}`.",
)
UNKNOWN_STEP = Code(
    "MMD842",
    "warning",
    Phase.RESOLVE,
    "An edge of the walkthrough leads {direction} the step `{id}`, which does not exist.",
)
DANGLING_EVIDENCE = Code(
    "MMD843",
    "warning",
    Phase.RESOLVE,
    "The step `{step}` cites `{ref}`, which does not exist.",
    cause=("ref",),
    into_diagram="ref",
)

# C4 diagrams

C4_SYNTAX = Code("MMD901", "error", Phase.PARSE, "Expected {expected}, found {found}.", crowds="diagram")
UNLABELLED_RELATION = Code(
    "MMD902",
    "warning",
    Phase.PARSE,
    'This relation has no label, so Mermaid leaves it out. It is written `{word}(from, to, "label")`.',
)
REPLACED_RELATION = Code(
    "MMD903",
    "warning",
    Phase.PARSE,
    "This relation from `{start}` to `{end}` replaces the one on line {line}: Mermaid keeps the last of two with the "
    "same ends.",
)
UNKNOWN_ELEMENT = Code(
    "MMD904", "warning", Phase.PARSE, "The relation leads to or from `{name}`, which {what}; Mermaid cannot draw it."
)
EMPTY_BOUNDARY = Code("MMD905", "error", Phase.PARSE, "The boundary `{name}` is empty; Mermaid wants an element in it.")

# Gantt charts

GANTT_SYNTAX = Code("MMD911", "error", Phase.PARSE, "Expected {expected}, found {found}.", crowds="diagram")
BAD_DATE = Code("MMD912", "warning", Phase.PARSE, "`{text}` is no {wanted}; {consequence}.")
DATES_NOT_COMPUTED = Code("MMD913", "info", Phase.PARSE, "The dates of this chart are not computed: {reason}.")
UNKNOWN_TASK = Code(
    "MMD914", "warning", Phase.PARSE, "The task `{task}` waits for `{id}`, which is the id of no task; it is ignored."
)
UNDRAWABLE_TASK = Code("MMD915", "warning", Phase.PARSE, "Mermaid cannot draw the task `{task}`: {reason}.")
TASK_ID_TAKEN = Code(
    "MMD916", "warning", Phase.PARSE, "The task on line {line} has the id `{id}` too, and the id means that one."
)

# Git graphs

GIT_SYNTAX = Code("MMD921", "error", Phase.PARSE, "Expected {expected}, found {found}.", crowds="diagram")
REFUSED_COMMAND = Code("MMD922", "error", Phase.PARSE, "Mermaid refuses this `{command}`: {reason}.")
COMMIT_REPLACED = Code(
    "MMD923",
    "warning",
    Phase.PARSE,
    "The commit `{id}` on line {line} has this id too; Mermaid keeps the last one only.",
)

# Architecture diagrams

ARCHITECTURE_SYNTAX = Code("MMD931", "error", Phase.PARSE, "Expected {expected}, found {found}.", crowds="diagram")
REFUSED_PART = Code("MMD932", "error", Phase.PARSE, "Mermaid refuses {what}: {reason}.")

# Block diagrams

BLOCK_SYNTAX = Code("MMD941", "error", Phase.PARSE, "Expected {expected}, found {found}.", crowds="diagram")
CHAINED_LINKS = Code(
    "MMD942",
    "warning",
    Phase.PARSE,
    "Mermaid reads one edge a statement and loses what stands before `{end}`. "
    "Write the edge from `{start}` on its own.",
)
UNKNOWN_BLOCK = Code(
    "MMD943", "error", Phase.PARSE, "`style {ids}` names no block that stands before it; it takes the id of one block."
)

# Mind maps

MINDMAP_SYNTAX = Code("MMD951", "error", Phase.PARSE, "Expected {expected}, found {found}.", crowds="diagram")
SECOND_ROOT = Code(
    "MMD952",
    "error",
    Phase.PARSE,
    "`{text}` stands as far to the left as the root `{root}`, and a mind map has one root only.",
)
NOTHING_TO_DECORATE = Code(
    "MMD953", "error", Phase.PARSE, "The line gives a node its {what}, and no node stands before it."
)

CODES: tuple[Code, ...] = tuple(value for value in list(globals().values()) if isinstance(value, Code))
