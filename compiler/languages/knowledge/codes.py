"""The diagnostics of knowledge: every code with its severity, phase and message template.

The hundreds group them: 1 reading files, 2 single entities, 3 references, 4 chains and cycles, 5 incomplete or outdated
sources.
"""

from compiler.model.diagnostics import Code, Phase

# Reading files

UNREADABLE = Code("KNO101", "error", Phase.PARSE, "'{path}' cannot be read: {reason}.")
BAD_LINE = Code(
    "KNO102",
    "error",
    Phase.PARSE,
    "This line is no issue: {reason}. The other lines are read.",
    crowds="file",
    loses=("task",),
)
BAD_FRONTMATTER = Code(
    "KNO103", "warning", Phase.PARSE, "The frontmatter is malformed: {reason}. It is read line by line instead."
)
CONFLICT = Code(
    "KNO104", "error", Phase.PARSE, "A merge conflict was left here. Both sides are read, so what is read may be wrong."
)
TEMPLATE = Code(
    "KNO105", "info", Phase.PARSE, "This is a template with placeholders and no decision, so it is left out."
)
BAD_JSON = Code("KNO106", "error", Phase.PARSE, "'{path}' is no list of tasks: {reason}.", loses=("task",))
BAD_SETTINGS = Code("KNO107", "warning", Phase.PARSE, "'{path}' is not valid: {reason}. Nothing of it is used.")
BAD_STORE = Code(
    "KNO108",
    "error",
    Phase.PARSE,
    "'{path}' is no store of Medulla that can be read: {reason}.",
    loses=("decision", "task"),
)
BAD_RECORD = Code(
    "KNO109",
    "error",
    Phase.PARSE,
    "'{key}' of {map} is no entity: {reason}. The other entities are read.",
    loses=("decision", "task"),
)
BAD_ISSUE = Code(
    "KNO110",
    "error",
    Phase.PARSE,
    "This record of {tracker} is no issue: {reason}. The other issues are read.",
    loses=("task",),
)

# Single entities

UNKNOWN_STATUS = Code(
    "KNO201",
    "warning",
    Phase.COLLECT,
    "'{status}' of {id} is no status known here. It counts as {counted}.",
    cause=("status",),
)
DUPLICATE_ID = Code("KNO202", "warning", Phase.COLLECT, "{id} stands more than once; {kept}.", cause=("id",))
BAD_DATE = Code("KNO203", "warning", Phase.PARSE, "No day can be read from '{text}' of {id}, so it is not used.")
WRONG_DASH = Code(
    "KNO204", "warning", Phase.PARSE, "'{text}' has a dash where a hyphen belongs. It is read as '{right}'."
)

SHARED_TITLE = Code(
    "KNO205", "info", Phase.COLLECT, "{id} is titled '{title}', as {other} is: a link by this title means {chosen}."
)

IDS_BEGIN_ANEW = Code(
    "KNO206",
    "info",
    Phase.COLLECT,
    "{count} ids of this page are given to several tasks, such as {id}: the later ones have a number behind them.",
)

OTHER_FOLDER = Code(
    "KNO207",
    "warning",
    Phase.COLLECT,
    "{id} stands in the folder '{folder}', and its status is '{status}'.",
    cause=("folder", "status"),
)
OTHER_IN_INDEX = Code(
    "KNO208",
    "warning",
    Phase.COLLECT,
    "The status of {id} is '{status}', and the index '{index}' lists it as '{listed}'.",
    cause=("index", "listed", "status"),
)

# References

UNKNOWN_DEPENDENCY = Code(
    "KNO301",
    "warning",
    Phase.RESOLVE,
    "{id} waits for {target}, and there is none, so this {effect}.",
    cause=("target",),
)
UNKNOWN_DECISION = Code(
    "KNO302", "warning", Phase.RESOLVE, "{id} says '{word} {target}', and there is no such decision.", cause=("target",)
)
UNKNOWN_NOTE = Code("KNO303", "info", Phase.RESOLVE, "{id} links to '{target}', and there is none.", cause=("target",))
AMBIGUOUS_REFERENCE = Code(
    "KNO304", "warning", Phase.RESOLVE, "'{target}' in {id} may be {candidates}; {chosen} is taken.", cause=("target",)
)
BAD_RANGE = Code("KNO305", "warning", Phase.PARSE, "'{text}' is no range of tasks: only its two ends are read.")
UNKNOWN_PARENT = Code(
    "KNO306", "warning", Phase.RESOLVE, "{id} is a part of {target}, and there is none.", cause=("target",)
)
DANGLING_RELATION = Code(
    "KNO307",
    "info",
    Phase.PARSE,
    "The store holds a relation '{word}' of {source} and {target}, and there is no {gone}.",
)
UNWRITTEN_NOTES = Code(
    "KNO308",
    "info",
    Phase.RESOLVE,
    "{links} links of this vault lead to {notes} notes that are not written, such as '{first}'.",
)

UNKNOWN_FORM = Code(
    "KNO309",
    "info",
    Phase.RESOLVE,
    "{references} references of the form '{shape}' in {files} name nothing here, such as '{first}', and {there} of this"
    " form {names} anything: what they name may be kept elsewhere.",
)

# Chains and cycles

DEPENDENCY_CYCLE = Code("KNO401", "error", Phase.VALIDATE, "Tasks wait for one another, so none can begin: {cycle}.")
SUPERSEDE_CYCLE = Code("KNO402", "error", Phase.VALIDATE, "Decisions supersede one another in a circle: {cycle}.")
STATUS_BEHIND = Code(
    "KNO403", "warning", Phase.VALIDATE, "{id} is superseded by {successor}, and its own status is still '{status}'."
)

# Incomplete or outdated sources

STALE_EXPORT = Code(
    "KNO501",
    "info",
    Phase.VALIDATE,
    "'{path}' is an export of issues that are kept in {store}, and may be behind: its newest entry is of {latest}.",
)
MISSING_ENTITIES = Code(
    "KNO502",
    "warning",
    Phase.VALIDATE,
    "The overview counts {expected} {kind}s, and there are {found}: some were lost.",
)
UNREAD_STORE = Code(
    "KNO503",
    "warning",
    Phase.VALIDATE,
    "'{path}' was not read, since that needs the extra frieze[loro]. {instead}",
    loses=("decision", "task"),
)
NO_EXPORT = Code(
    "KNO505",
    "warning",
    Phase.VALIDATE,
    "'{path}' belongs to issues of Beads that are kept in a database, and there is no list of them: none is read.",
    loses=("task",),
)
EXPORT_DIFFERS = Code(
    "KNO504",
    "warning",
    Phase.VALIDATE,
    "The snapshot in '{folder}' is not what '{path}' says, which counts: {differences}.",
)

CODES = (
    UNREADABLE,
    BAD_LINE,
    BAD_FRONTMATTER,
    CONFLICT,
    TEMPLATE,
    BAD_JSON,
    BAD_SETTINGS,
    BAD_STORE,
    BAD_RECORD,
    BAD_ISSUE,
    UNKNOWN_STATUS,
    DUPLICATE_ID,
    BAD_DATE,
    WRONG_DASH,
    SHARED_TITLE,
    IDS_BEGIN_ANEW,
    OTHER_FOLDER,
    OTHER_IN_INDEX,
    UNKNOWN_DEPENDENCY,
    UNKNOWN_DECISION,
    UNKNOWN_NOTE,
    AMBIGUOUS_REFERENCE,
    BAD_RANGE,
    UNKNOWN_PARENT,
    DANGLING_RELATION,
    UNWRITTEN_NOTES,
    UNKNOWN_FORM,
    DEPENDENCY_CYCLE,
    SUPERSEDE_CYCLE,
    STATUS_BEHIND,
    STALE_EXPORT,
    MISSING_ENTITIES,
    UNREAD_STORE,
    EXPORT_DIFFERS,
    NO_EXPORT,
)
