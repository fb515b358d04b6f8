"""The diagnostics of what stands around diagrams: their files, sessions, sidecars, cross-references, walkthroughs."""

from compiler.model.diagnostics import Code, Phase

# Files that cannot be had

UNREADABLE = Code("MMD800", "error", Phase.PARSE, "Cannot read file '{path}': {reason}.")

# What stands in a JSON file

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
SHARED_NAME = Code(
    "MMD811", "info", Phase.COLLECT, "More than one {what} would be called `{wanted}`; this one is called `{given}`."
)

# Sessions

DIAGRAM_NOT_READ = Code(
    "MMD820",
    "error",
    Phase.IMPORT,
    "The session lists the diagram `{id}` in '{path}', which holds no diagram: {reason}.",
)
OTHER_KIND = Code(
    "MMD821",
    "warning",
    Phase.COLLECT,
    "The session calls the diagram `{id}` a {listed} diagram, but its text is a {found} diagram, and so it is read.",
)
NO_SUCH_ACTIVE = Code(
    "MMD822", "warning", Phase.RESOLVE, "The active {what} of the session is `{id}`, which does not exist."
)
DANGLING_SELECTION = Code(
    "MMD823", "warning", Phase.RESOLVE, "The session has `{ref}` selected, which does not exist; it is left out."
)
DANGLING_XREF = Code(
    "MMD824", "warning", Phase.RESOLVE, "The cross-reference `{id}` leads {direction} `{ref}`, which does not exist."
)

# Sidecars

STRAY_SIDECAR = Code(
    "MMD830", "warning", Phase.COLLECT, "The sidecar '{path}' stands beside no diagram: there is no '{wanted}'."
)
UNKNOWN_NAME = Code(
    "MMD831", "warning", Phase.RESOLVE, "The sidecar names the {what} `{name}`, which its diagram lacks."
)
UNMATCHED = Code(
    "MMD832", "warning", Phase.RESOLVE, "The sidecar's {what} `{id}` ({fingerprint}) is not in its diagram."
)
TAKEN_ID = Code(
    "MMD833",
    "warning",
    Phase.RESOLVE,
    "The sidecar gives the id `{id}` to more than one {what}; `{name}` is called `{given}`.",
)

# Walkthroughs

WALKTHROUGH_NOT_READ = Code(
    "MMD840", "error", Phase.IMPORT, "The session lists the walkthrough `{id}`, but there is no file '{path}'."
)
OTHER_WALKTHROUGH = Code(
    "MMD841",
    "warning",
    Phase.COLLECT,
    "The session lists this walkthrough as `{listed}`, but it calls itself `{found}`. It goes by `{listed}`.",
)
NO_SUCH_STEP = Code(
    "MMD842",
    "warning",
    Phase.RESOLVE,
    "An edge of the walkthrough leads {direction} the step `{id}`, which does not exist.",
)
DANGLING_EVIDENCE = Code("MMD843", "warning", Phase.RESOLVE, "The step `{step}` cites `{ref}`, which does not exist.")

CODES = (
    UNREADABLE,
    BAD_JSON,
    MISSING_FIELD,
    WRONG_FIELD,
    BAD_ID,
    BAD_PATH,
    BAD_REF,
    DUPLICATE_ID,
    SHARED_NAME,
    DIAGRAM_NOT_READ,
    OTHER_KIND,
    NO_SUCH_ACTIVE,
    DANGLING_SELECTION,
    DANGLING_XREF,
    STRAY_SIDECAR,
    UNKNOWN_NAME,
    UNMATCHED,
    TAKEN_ID,
    WALKTHROUGH_NOT_READ,
    OTHER_WALKTHROUGH,
    NO_SUCH_STEP,
    DANGLING_EVIDENCE,
)
