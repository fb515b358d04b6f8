"""The diagnostics of instructions: every code with its severity, phase and message template.

The hundreds group them: 1 reading files, 2 what they name.
"""

from compiler.model.diagnostics import Code, Phase

UNREADABLE = Code("INS101", "warning", Phase.PARSE, "'{path}' cannot be read: {reason}.", loses=("instruction",))
MALFORMED = Code("INS102", "warning", Phase.RESOLVE, "The front matter cannot be read: {text}.")
UNKNOWN_VALUE = Code("INS103", "warning", Phase.RESOLVE, "'{text}' has no meaning here: write {expected}.")
NO_PATTERNS = Code(
    "INS104",
    "warning",
    Phase.RESOLVE,
    "'{text}' is for files that a pattern matches, and '{expected}' has none, so that no program reads this.",
)
BAD_PATTERN = Code("INS105", "warning", Phase.RESOLVE, "'{pattern}' is no valid pattern of paths.")

MISSING_IMPORT = Code(
    "INS201", "warning", Phase.RESOLVE, "'{written}' leads to '{path}', and there is no such file.", cause=("path",)
)
IMPORT_CYCLE = Code(
    "INS202", "warning", Phase.RESOLVE, "'{path}' is imported by what it imports itself. The program stops here."
)
TOO_DEEP = Code(
    "INS203",
    "warning",
    Phase.RESOLVE,
    "'{path}' is more than {limit} imports away from the first file, so that the program does not read it.",
)
DEAD_PATTERN = Code(
    "INS204",
    "warning",
    Phase.RESOLVE,
    "The pattern '{pattern}' matches no file of the source: '{path}' {fault}.",
    cause=("path",),
)
SAME_TEXT = Code("INS205", "info", Phase.RESOLVE, "The text is that of '{path}', word for word.", cause=("path",))
NOT_READ = Code(
    "INS206", "info", Phase.RESOLVE, "{program} does not read '{path}' here: {reason}.", cause=("program", "reason")
)
NOTHING_MATCHED = Code(
    "INS207",
    "info",
    Phase.RESOLVE,
    "No file of the source is matched by '{patterns}', so that no program reads this text by itself.",
    cause=("patterns",),
)

CODES = (
    UNREADABLE,
    MALFORMED,
    UNKNOWN_VALUE,
    NO_PATTERNS,
    BAD_PATTERN,
    MISSING_IMPORT,
    IMPORT_CYCLE,
    TOO_DEEP,
    DEAD_PATTERN,
    SAME_TEXT,
    NOT_READ,
    NOTHING_MATCHED,
)
