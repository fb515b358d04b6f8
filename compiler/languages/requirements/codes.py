"""The diagnostics of requirements: every code with its severity, phase and message template.

The hundreds group the codes: 1 reading files, 2 the form of a requirement, 3 references, 4 hashes and hierarchy,
5 results, 6 what only other formats have (`formats/codes.py`). The names of the two codes on hashes say so, since
people search for them.
"""

from compiler.languages.requirements.formats.codes import FORMAT_CODES
from compiler.model.diagnostics import Code, Phase

# Reading files

UNREADABLE = Code("REQ101", "error", Phase.PARSE, "'{path}' cannot be read: {reason}.", loses=("requirement",))
BAD_CONFIGURATION = Code("REQ102", "error", Phase.PARSE, "'{path}' is not valid TOML: {reason}. Nothing of it is used.")
BAD_VALUE = Code("REQ103", "warning", Phase.COLLECT, "'{key}' in '{path}' must be {expected}; its default is used.")
BAD_RESULTS = Code("REQ104", "error", Phase.COLLECT, "'{path}' is no JUnit XML: {reason}.", loses=("coverage",))
INFERRED = Code(
    "REQ105",
    "info",
    Phase.COLLECT,
    "No settings name the prefix {prefix}: it is inferred from what headers such as {example} state ({headers} in "
    "all), with the levels {levels}.",
)

# The form of a requirement

NEAR_HEADER = Code(
    "REQ201",
    "warning",
    Phase.COLLECT,
    "'{text}' looks like the header of a requirement and is none: {wrong}.",
    loses=("requirement",),
)
FOREIGN_HEADER = Code(
    "REQ202",
    "warning",
    Phase.COLLECT,
    "'{id}' is no id of this project, whose ids look like {pattern}, so this is no requirement.",
    cause=("pattern",),
    loses=("requirement",),
)
STRAY_END = Code("REQ203", "warning", Phase.COLLECT, "This End marker ends no requirement.")
LOOSE_PROSE = Code(
    "REQ204",
    "warning",
    Phase.COLLECT,
    "Prose stands between the Assertions heading of {id} and its first assertion. Other tools lose the assertions "
    "that follow it.",
)
LIKE_LABEL = Code(
    "REQ205",
    "warning",
    Phase.COLLECT,
    "'{label}.' is no label in this project, so this line continues {previous}.",
)
DUPLICATE_LABEL = Code("REQ206", "error", Phase.COLLECT, "{id} has more than one assertion {label}.")
DUPLICATE_ID = Code("REQ207", "error", Phase.COLLECT, "{id} is defined more than once; the first definition keeps it.")
NO_ASSERTIONS = Code("REQ208", "warning", Phase.COLLECT, "{id} has no assertions, so nothing of it can be verified.")
UNKNOWN_DIRECTIVE = Code(
    "REQ209", "warning", Phase.COLLECT, "'{directive}' of {id} is no directive; the only one is <RETIRED>."
)

SUB_HEADING = Code(
    "REQ210",
    "warning",
    Phase.COLLECT,
    "The heading '{heading}' ends the assertions of {id} by the settings of this project, so what is labelled {labels} "
    "below is none.",
)

SHARED_ID = Code(
    "REQ211",
    "warning",
    Phase.COLLECT,
    "The assertion {label} of {requirement} would have the id {id}, which something else has, so it is {own}.",
)

# References

UNKNOWN_REQUIREMENT = Code(
    "REQ301", "error", Phase.RESOLVE, "{source} {verb} {target}, and there is none.", cause=("target",)
)
UNKNOWN_ASSERTION = Code(
    "REQ302",
    "error",
    Phase.RESOLVE,
    "{source} {verb} {target}, and {requirement} has no assertion {label}.",
    cause=("target",),
)
RETIRED_ASSERTION = Code(
    "REQ303", "error", Phase.RESOLVE, "{source} {verb} {target}, which is retired.", cause=("target",)
)
MALFORMED = Code(
    "REQ304", "warning", Phase.RESOLVE, "{source} {verb} '{target}', which is no id of this project.", cause=("target",)
)
WRONG_JOINER = Code(
    "REQ305",
    "warning",
    Phase.RESOLVE,
    "'{target}' joins labels by '{used}', and this project by '{right}'. It is read as {labels}.",
    cause=("used", "right"),
)
DUPLICATE_REFERENCE = Code("REQ306", "warning", Phase.RESOLVE, "{source} names {target} more than once in one list.")
PLACEHOLDER = Code("REQ307", "info", Phase.RESOLVE, "{source} {verb} the placeholder {target}.")
FORBIDDEN_KEYWORD = Code(
    "REQ308",
    "warning",
    Phase.RESOLVE,
    "'{keyword}:' is not for {place}, and links nothing. Write '{right}:'.",
    cause=("keyword", "place"),
)
UNBOUND = Code(
    "REQ309", "warning", Phase.RESOLVE, "This comment stands neither in a test nor above one, so it credits no test."
)
NO_COLON = Code(
    "REQ310",
    "info",
    Phase.RESOLVE,
    "'{keyword} {target}' has no colon, and links nothing. Write '{keyword}: {target}'.",
)

# Hashes and hierarchy

STALE_HASH = Code(
    "REQ401-stale-hash",
    "warning",
    Phase.VALIDATE,
    "The hash of {id} is {written}, and {right} would be right ({algorithm}).",
)
MISSING_HASH = Code(
    "REQ402-missing-hash", "info", Phase.VALIDATE, "{id} has no hash; {right} would be right ({algorithm})."
)
HIERARCHY = Code(
    "REQ403", "info", Phase.VALIDATE, "{id} is of level {level} and implements {parent} of level {parent_level}."
)
CYCLE = Code("REQ404", "error", Phase.VALIDATE, "Requirements are their own ancestors: {cycle}.")
UNKNOWN_LEVEL = Code(
    "REQ405", "info", Phase.VALIDATE, "{id} is of level '{level}', which is none of {levels}.", cause=("level",)
)
ORPHAN = Code("REQ406", "info", Phase.VALIDATE, "{id} is of level {level} and names no requirement that it serves.")

# Results

UNMATCHED_RESULT = Code(
    "REQ501",
    "warning",
    Phase.VALIDATE,
    "The result of {name} belongs to no test of this source ({status}).",
    cause=("name::",),
)
NO_RESULTS = Code("REQ502", "info", Phase.VALIDATE, "No file fits '{pattern}', where results are expected.")
RESULTS_OF_OTHER_TESTS = Code(
    "REQ503", "info", Phase.VALIDATE, "None of the {count} results of this file belongs to a test of this source."
)

CODES = (
    UNREADABLE,
    BAD_CONFIGURATION,
    BAD_VALUE,
    BAD_RESULTS,
    INFERRED,
    NEAR_HEADER,
    FOREIGN_HEADER,
    STRAY_END,
    LOOSE_PROSE,
    LIKE_LABEL,
    DUPLICATE_LABEL,
    DUPLICATE_ID,
    NO_ASSERTIONS,
    UNKNOWN_DIRECTIVE,
    SUB_HEADING,
    SHARED_ID,
    UNKNOWN_REQUIREMENT,
    UNKNOWN_ASSERTION,
    RETIRED_ASSERTION,
    MALFORMED,
    WRONG_JOINER,
    DUPLICATE_REFERENCE,
    PLACEHOLDER,
    FORBIDDEN_KEYWORD,
    UNBOUND,
    NO_COLON,
    STALE_HASH,
    MISSING_HASH,
    HIERARCHY,
    CYCLE,
    UNKNOWN_LEVEL,
    ORPHAN,
    UNMATCHED_RESULT,
    NO_RESULTS,
    RESULTS_OF_OTHER_TESTS,
    *FORMAT_CODES,
)
