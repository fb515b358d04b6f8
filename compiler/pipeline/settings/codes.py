"""The diagnostics about `frieze.toml` and the rules in it."""

from compiler.model.diagnostics import Code, Phase

UNREADABLE_SETTINGS = Code("FRZ201", "error", Phase.PARSE, "'{path}' cannot be read: {reason}. Nothing of it is used.")
NOT_TOML = Code("FRZ202", "error", Phase.PARSE, "'{path}' is not valid TOML: {reason}. Nothing of it is used.")
UNKNOWN_SETTING = Code("FRZ203", "warning", Phase.PARSE, "Unknown {what} '{name}' in {where}.")
WRONG_VALUE = Code("FRZ204", "error", Phase.PARSE, "'{key}' must be {expected}.")
INCOMPLETE_RULE = Code("FRZ205", "error", Phase.PARSE, "The rule has no '{key}'.")
CODE_TAKEN = Code("FRZ206", "error", Phase.PARSE, "The code '{code}' is taken: {owner}.")
WRONG_SQL = Code("FRZ207", "error", Phase.RULE, "The SQL of rule {rule} is wrong: {reason}.")
RULE_ENDED = Code("FRZ208", "error", Phase.RULE, "Rule {rule} was ended, and gives no findings: {reason}.")
TOO_MANY_FINDINGS = Code(
    "FRZ209", "error", Phase.RULE, "Rule {rule} has {found} findings; {reported} of them are reported."
)
UNKNOWN_COLUMN = Code(
    "FRZ210", "error", Phase.RULE, "The message of rule {rule} names '{name}', which is no column of its rows."
)
WRONG_PATH = Code("FRZ211", "error", Phase.RULE, "The column 'path' of rule {rule} is no JSON list of refs: {value}")
NO_MATCH = Code("FRZ212", "info", Phase.DISCOVER, "The pattern '{pattern}' of '{key}' selects nothing that is there.")
NOT_FOLLOWED = Code(
    "FRZ213",
    "warning",
    Phase.PARSE,
    "'{path}' names other sources, which are not read: only the workspace file that Frieze is started with names any.",
)
WRONG_SOURCE = Code("FRZ214", "error", Phase.PARSE, "Source {number} of '{path}' is not read: {reason}.")

CODES = (
    UNREADABLE_SETTINGS,
    NOT_TOML,
    UNKNOWN_SETTING,
    WRONG_VALUE,
    INCOMPLETE_RULE,
    CODE_TAKEN,
    WRONG_SQL,
    RULE_ENDED,
    TOO_MANY_FINDINGS,
    UNKNOWN_COLUMN,
    WRONG_PATH,
    NO_MATCH,
    NOT_FOLLOWED,
    WRONG_SOURCE,
)
