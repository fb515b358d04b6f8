"""The diagnostics of memory: every code with its severity, phase and message template.

The hundreds group them: 1 reading files, 2 times, 3 references, 4 counts and states that a record gets wrong.
"""

from compiler.model.diagnostics import Code, Phase

# Reading files

UNREADABLE = Code("MEM101", "error", Phase.PARSE, "'{path}' cannot be read: {reason}.")
BAD_LINE = Code(
    "MEM102", "error", Phase.PARSE, "This line is no record: {reason}. The other lines are read.", crowds="file"
)
CUT_OFF = Code("MEM103", "error", Phase.PARSE, "The file is cut off in this line. The lines before it are read.")
UNKNOWN_TYPE = Code(
    "MEM104",
    "warning",
    Phase.PARSE,
    "'{type}' is no type of record known here. Lines of it are counted ({count} in this file) and passed over.",
)
DUPLICATE_KEY = Code("MEM105", "warning", Phase.PARSE, "'{key}' stands more than once in this record; the last counts.")
MISSING_FIELD = Code(
    "MEM106", "error", Phase.PARSE, "This {type} has no '{field}', which it needs. It is left out.", crowds="file"
)
BAD_VALUE = Code("MEM107", "warning", Phase.PARSE, "'{field}' must be {expected}; this one is not used.", crowds="file")
BAD_FRONTMATTER = Code(
    "MEM108", "warning", Phase.PARSE, "The frontmatter is not YAML: {reason}. It is read line by line instead."
)
OTHER_FORMAT = Code(
    "MEM109",
    "info",
    Phase.PARSE,
    "'{path}' has the name of a memory, and none of its {count} objects is a record known here, so it is not read.",
)

# Times

BAD_TIME = Code(
    "MEM201", "warning", Phase.PARSE, "'{text}' in '{field}' is no time, and counts as missing.", crowds="file"
)
NAIVE_TIME = Code(
    "MEM202", "warning", Phase.PARSE, "'{text}' names no zone. It is read as UTC, as are all such times of this file."
)
BACKWARDS = Code(
    "MEM203",
    "warning",
    Phase.VALIDATE,
    "This version of {id} is of {at}, before the one that it replaces ({before}). The later line counts.",
)

# References

TWO_FILES = Code(
    "MEM301", "warning", Phase.COLLECT, "{id} also stands in '{other}'. Both are read as versions of one record."
)
UNKNOWN_RECORD = Code(
    "MEM302", "warning", Phase.RESOLVE, "{id} names the {type} '{target}', and there is none.", cause=("type", "target")
)
FORK_CYCLE = Code("MEM303", "error", Phase.RESOLVE, "Conversations are forks of one another: {cycle}.")
BRANCH_CYCLE = Code("MEM304", "error", Phase.RESOLVE, "Branches are their own ancestors: {cycle}.")
UNKNOWN_FORK_POINT = Code(
    "MEM305",
    "warning",
    Phase.RESOLVE,
    "{id} forks {parent} at '{target}', which is no message of it, so it shares nothing.",
)
NOTHING_TO_RETRACT = Code(
    "MEM306", "warning", Phase.COLLECT, "{id} is retracted here, and {branch} has no such record."
)
TOO_DEEP = Code(
    "MEM307", "warning", Phase.RESOLVE, "{id} has more than {most} ancestors. Only the nearest {most} are read."
)
UNKNOWN_FILE = Code(
    "MEM308",
    "info",
    Phase.RESOLVE,
    "The index lists '{target}', which is no memory: there is no such file, or it has no frontmatter that says so.",
)

# Counts and states that are computed

WRONG_COUNT = Code(
    "MEM401", "warning", Phase.VALIDATE, "{id} says {field} {written}, and it is {counted}. That is used."
)

CODES = (
    UNREADABLE,
    BAD_LINE,
    CUT_OFF,
    UNKNOWN_TYPE,
    DUPLICATE_KEY,
    MISSING_FIELD,
    BAD_VALUE,
    BAD_FRONTMATTER,
    OTHER_FORMAT,
    BAD_TIME,
    NAIVE_TIME,
    BACKWARDS,
    TWO_FILES,
    UNKNOWN_RECORD,
    FORK_CYCLE,
    BRANCH_CYCLE,
    UNKNOWN_FORK_POINT,
    NOTHING_TO_RETRACT,
    TOO_DEEP,
    UNKNOWN_FILE,
    WRONG_COUNT,
)
