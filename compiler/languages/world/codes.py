"""The diagnostics of the world language: every code with its severity, phase and message template.

The numbers are shared with other tools of the language. Some numbers stand for two kinds of diagnostic there, and so
they do here. Each code has a page, `docs/diagnostics/<code>.md`.
"""

from compiler.model.diagnostics import Code, Phase

# Parsing one file

UNREADABLE = Code("URD100", "error", Phase.PARSE, "Cannot read file '{path}': {reason}")
UNCLOSED_FRONTMATTER = Code("URD101", "error", Phase.PARSE, "Unclosed frontmatter block. Expected closing '---'.")
TAB = Code(
    "URD102",
    "error",
    Phase.PARSE,
    "Tab character found at line {line}, column {column}. Use exactly two spaces per indent level.",
    crowds="file",
)
TOO_LARGE = Code("URD103", "error", Phase.PARSE, "File exceeds 1 MB size limit: {path} is {size} bytes.")
TOO_DEEP = Code("URD104", "error", Phase.PARSE, "Frontmatter nesting exceeds 8 levels at line {line}.")
YAML_ANCHOR = Code(
    "URD105", "error", Phase.PARSE, "YAML anchors are not supported in Urd frontmatter. Define each value explicitly."
)
YAML_ALIAS = Code(
    "URD106", "error", Phase.PARSE, "YAML aliases are not supported in Urd frontmatter. Repeat the value where needed."
)
YAML_MERGE_KEY = Code("URD107", "error", Phase.PARSE, "YAML merge keys are not supported in Urd frontmatter.")
YAML_TAG = Code("URD108", "error", Phase.PARSE, "YAML custom tags are not supported in Urd frontmatter.")
BLOCK_LIST = Code(
    "URD109", "error", Phase.PARSE, "Block-style lists are not supported. Use flow-style lists: [item1, item2]."
)
BAD_FRONTMATTER = Code(
    "URD111", "error", Phase.PARSE, "Unrecognised frontmatter syntax at line {line}: '{text}'.", crowds="file"
)
BAD_CONTENT = Code("URD112", "error", Phase.PARSE, "Unrecognised syntax at line {line}: '{text}'.", crowds="file")
LIKE_TYPE = Code(
    "URD430", "warning", Phase.PARSE, "Line looks like a type definition but could not be parsed: '{text}'."
)
LIKE_ENTITY = Code(
    "URD432", "warning", Phase.PARSE, "Line looks like an entity declaration but could not be parsed: '{text}'."
)

# Imports

IMPORT_NOT_FOUND = Code(
    "URD201",
    "error",
    Phase.IMPORT,
    "Imported file not found: '{written}' (imported from {importer}:{line}).",
    cause=("written",),
)
IMPORT_CYCLE = Code("URD202", "error", Phase.IMPORT, "Circular import detected: {cycle}.")
STEM_COLLISION = Code(
    "URD203",
    "error",
    Phase.IMPORT,
    "File stem collision: '{stem}' is produced by both {first} and {second}. Rename one file to avoid section "
    "ID conflicts.",
)
IMPORT_TOO_DEEP = Code("URD204", "error", Phase.IMPORT, "Import depth limit exceeded (64 files in chain).")
TOO_MANY_FILES = Code("URD205", "error", Phase.IMPORT, "Compilation unit exceeds 256 files ({count} discovered).")
SELF_IMPORT = Code("URD207", "error", Phase.IMPORT, "File imports itself: '{written}'.")
IMPORT_OUTSIDE = Code("URD208", "error", Phase.IMPORT, "Import path '{written}' resolves outside the project root.")
IMPORT_ABSOLUTE = Code("URD209", "error", Phase.IMPORT, "Absolute import paths are not supported: '{written}'.")
IMPORT_EXTENSION = Code("URD210", "error", Phase.IMPORT, "Import path '{written}' does not have the .urd.md extension.")
IMPORT_EMPTY = Code("URD211", "error", Phase.IMPORT, "Empty import path at {importer}:{line}.")
IMPORT_NOT_UTF8 = Code("URD212", "error", Phase.IMPORT, "File contains invalid UTF-8: '{path}'.")
IMPORT_DENIED = Code("URD213", "error", Phase.IMPORT, "Cannot read file '{path}': permission denied.")
IMPORT_IO = Code("URD214", "error", Phase.IMPORT, "I/O error reading '{path}': {reason}.")
IMPORT_TOO_LARGE = Code("URD103", "error", Phase.IMPORT, "File exceeds 1 MB size limit: {path} is {size} bytes.")

# Declarations

DUPLICATE_ENTITY = Code(
    "URD302", "error", Phase.COLLECT, "Duplicate entity ID '@{entity}' declared in {first} and {second}."
)
DUPLICATE_RULE = Code(
    "URD302", "error", Phase.COLLECT, "Duplicate rule name '{rule}' declared in {first} and {second}."
)
DUPLICATE_TYPE = Code(
    "URD303", "error", Phase.COLLECT, "Duplicate type name '{type}' declared in {first} and {second}."
)
DUPLICATE_LOCATION = Code(
    "URD304",
    "error",
    Phase.COLLECT,
    "Duplicate location ID '{id}' — locations '{first}' and '{second}' both slugify to '{id}'.",
)
DUPLICATE_SECTION = Code(
    "URD305",
    "error",
    Phase.COLLECT,
    "Duplicate section name '{section}' in {file}. Section names must be unique within a file.",
)
DUPLICATE_CHOICE = Code(
    "URD306",
    "error",
    Phase.COLLECT,
    "Duplicate choice ID '{id}' in section '{section}'. Choices '{first}' and '{second}' produce the same "
    "slugified ID.",
)
EMPTY_ID = Code("URD313", "error", Phase.COLLECT, "Heading '{text}' produces an empty ID after slugification.")
DUPLICATE_SEQUENCE = Code(
    "URD313",
    "error",
    Phase.COLLECT,
    "Duplicate sequence ID '{id}' — sequences '{first}' and '{second}' both slugify to '{id}'.",
)
EXIT_OUTSIDE_LOCATION = Code("URD314", "error", Phase.COLLECT, "Exit construct outside of a location context.")
EXIT_JUMP_OUTSIDE_LOCATION = Code("URD314", "error", Phase.RESOLVE, "Exit construct outside of a location context.")
PRESENCE_OUTSIDE_LOCATION = Code(
    "URD314", "error", Phase.COLLECT, "Entity presence construct outside of a location context."
)

# Names

UNRESOLVED_ENTITY = Code(
    "URD301",
    "error",
    Phase.RESOLVE,
    "Unresolved entity reference '@{entity}'.",
    cause=("entity",),
    declared_in_block=True,
)
UNRESOLVED_TYPE = Code(
    "URD301", "error", Phase.RESOLVE, "Unresolved type reference '{type}'.", cause=("type",), declared_in_block=True
)
UNRESOLVED_REFERENCE = Code(
    "URD301", "error", Phase.RESOLVE, "Unresolved reference '{name}'.", cause=("name",), declared_in_block=True
)
UNKNOWN_TYPE = Code(
    "URD307",
    "error",
    Phase.RESOLVE,
    "Unknown type '{type}' for entity '@{entity}'.",
    cause=("type",),
    declared_in_block=True,
)
UNKNOWN_PROPERTY = Code(
    "URD308",
    "error",
    Phase.RESOLVE,
    "Property '{property}' does not exist on type '{type}'.",
    cause=("type", "property"),
)
UNRESOLVED_JUMP = Code(
    "URD309",
    "error",
    Phase.RESOLVE,
    "Unresolved jump target '{target}'. No section or exit with this name exists in scope.",
)
UNRESOLVED_EXHAUSTION = Code(
    "URD309",
    "error",
    Phase.RESOLVE,
    "Unresolved section '{section}' in exhaustion check. No section with this name exists in the current file.",
)
SECTION_SHADOWS_EXIT = Code(
    "URD310",
    "warning",
    Phase.RESOLVE,
    "Section '{name}' shadows exit '{name}' in this location. Use -> exit:{name} to target the exit.",
)
UNRESOLVED_EXIT = Code(
    "URD311",
    "error",
    Phase.RESOLVE,
    "Unresolved exit reference 'exit:{name}'. No exit with this name exists in the current location.",
)
UNRESOLVED_DESTINATION = Code(
    "URD312",
    "error",
    Phase.RESOLVE,
    "Exit destination '{destination}' does not resolve to any known location.",
    cause=("destination",),
    declared_in_block=True,
)
SECTION_SHADOWS_END = Code(
    "URD431",
    "warning",
    Phase.RESOLVE,
    "Section '{name}' shadows the built-in '-> {name}' terminal. The jump will always end the conversation, "
    "not jump to this section. Consider renaming the section.",
)

# Analysis of property reads and writes

NEVER_WRITTEN = Code(
    "URD601",
    "warning",
    Phase.ANALYZE,
    "Property '{type}.{property}' is read in conditions but never written by any effect. It will always "
    "reflect its default or initial value.",
)
NEVER_READ = Code(
    "URD602",
    "warning",
    Phase.ANALYZE,
    "Property '{type}.{property}' is written by effects but never read in any condition. The writes have no "
    "observable effect on game logic.",
)
UNTESTED_VARIANT = Code(
    "URD603",
    "warning",
    Phase.ANALYZE,
    "Effect sets '{type}.{property}' to '{value}' but no condition anywhere tests for this variant. The write "
    "may have no observable effect.",
)
UNREACHABLE_THRESHOLD = Code(
    "URD604",
    "warning",
    Phase.ANALYZE,
    "Condition compares '{type}.{property}' against {value} but no effect can produce a value that satisfies "
    "'{operator} {value}'. The condition may never be true.",
)
CIRCULAR_DEPENDENCY = Code(
    "URD605",
    "warning",
    Phase.ANALYZE,
    "Property '{type}.{property}' may be stuck in a circular dependency. Every effect that writes this "
    "property is guarded by a condition that reads it. Without an unguarded write path or a satisfying initial"
    " value, the property can never change.",
)

# Types, ranges and structure

TYPE_MISMATCH = Code(
    "URD401",
    "error",
    Phase.VALIDATE,
    "Type mismatch: property '{property}' on entity '@{entity}' expects {type} but got '{value}'.",
)
BAD_ENUM_VALUE = Code(
    "URD402",
    "error",
    Phase.VALIDATE,
    "Enum value '{value}' is not valid for property '{property}' on entity '@{entity}'. Valid values: {values}.",
)
BAD_START = Code(
    "URD404", "error", Phase.VALIDATE, "world.start references '{value}' but no location with that ID exists."
)
BAD_ENTRY = Code(
    "URD405", "error", Phase.VALIDATE, "world.entry references '{value}' but no sequence with that ID exists."
)
DEEP_CHOICE = Code("URD410", "warning", Phase.VALIDATE, "Nesting depth {depth} at line {line}.")
URD_FIELD = Code(
    "URD411",
    "warning",
    Phase.VALIDATE,
    "The 'urd' field is set automatically by the compiler. Author value will be overridden.",
)
PLAYER_TRAIT = Code(
    "URD412",
    "error",
    Phase.VALIDATE,
    "Player entity '@player' has type '{type}' which is missing required trait '{trait}'. The player type must"
    " have both 'mobile' and 'container' traits.",
)
BAD_DEFAULT = Code(
    "URD413",
    "error",
    Phase.VALIDATE,
    "Default value '{value}' for property '{property}' on type '{type}' does not match the declared type '{declared}'.",
)
UNKNOWN_REF_TYPE = Code(
    "URD415",
    "error",
    Phase.VALIDATE,
    "Property '{property}' on type '{type}' references unknown type '{target}'.",
    cause=("target",),
)
EMPTY_RANGE = Code(
    "URD416",
    "error",
    Phase.VALIDATE,
    "Property '{property}' on type '{type}' has min ({minimum}) greater than max ({maximum}).",
)
OUT_OF_RANGE = Code(
    "URD418",
    "error",
    Phase.VALIDATE,
    "Value {value} for property '{property}' on entity '@{entity}' is outside the declared range [{minimum}, "
    "{maximum}].",
)
WRONG_REF_TYPE = Code(
    "URD419",
    "error",
    Phase.VALIDATE,
    "Property '{property}' on entity '@{entity}' requires a reference to type '{target}' but '@{other}' has "
    "type '{type}'.",
)
BAD_OPERATOR = Code(
    "URD420",
    "error",
    Phase.VALIDATE,
    "Operator '{operator}' is not valid for property '{property}' of type '{type}'. Use == or != for non-"
    "numeric types.",
)
NOT_A_CONTAINER_CHECK = Code(
    "URD422",
    "error",
    Phase.VALIDATE,
    "Entity '@{entity}' is used as a container in containment check but its type '{type}' does not have the "
    "'container' trait.",
)
NOT_A_CONTAINER_MOVE = Code(
    "URD422",
    "error",
    Phase.VALIDATE,
    "Entity '@{entity}' is used as a container in move destination but its type '{type}' does not have the "
    "'container' trait.",
)
BAD_ARITHMETIC = Code(
    "URD424",
    "error",
    Phase.VALIDATE,
    "Arithmetic operator '{operator}' is not valid for property '{property}' of type '{type}'. Arithmetic "
    "effects require integer or number properties.",
)
NOT_PORTABLE = Code(
    "URD425",
    "error",
    Phase.VALIDATE,
    "Entity '@{entity}' cannot be moved because its type '{type}' does not have the 'portable' trait.",
)
NOT_HIDDEN = Code(
    "URD426",
    "warning",
    Phase.VALIDATE,
    "Property '{property}' on entity '@{entity}' is not hidden. Reveal has no effect.",
)
EMPTY_SEQUENCE = Code("URD428", "error", Phase.VALIDATE, "Sequence '{id}' declares no phases.")
UNRECOGNISED_PROPERTY_TYPE = Code(
    "URD429",
    "warning",
    Phase.VALIDATE,
    "Unrecognised property type '{raw}' on property '{property}' of type '{type}'. Valid types: bool, int, "
    "num, str, enum, ref, list (and their long forms). Treating as 'string'.",
)
UNREACHABLE_LOCATION = Code(
    "URD430", "warning", Phase.VALIDATE, "Location '{id}' is unreachable. No path from the start location reaches it."
)
IMPOSSIBLE_CHOICE = Code(
    "URD432",
    "warning",
    Phase.VALIDATE,
    "Choice in section '{section}' (file '{file}') may never be available. Condition requires '{property}' == "
    "'{value}' but type '{type}' only allows: [{values}].",
)
EXHAUSTIBLE_SECTION = Code(
    "URD433",
    "warning",
    Phase.VALIDATE,
    "Section '{section}' in file '{file}' has only one-shot choices and no terminal jump or fallthrough text. "
    "It will exhaust to an empty state.",
)
SECTION_NAMED_LIKE_EXIT = Code(
    "URD434",
    "warning",
    Phase.VALIDATE,
    "Section '{section}' in location '{location}' shares a name with exit '{section}'. Jumps to '{section}' "
    "will target the section, not the exit. Use -> exit:{section} to target the exit explicitly.",
)

# Found by playing the world, and only if `[check]` of frieze.toml asks: queries/world/findings.py.
DEAD_CONTENT = Code("URD701", "warning", Phase.RULE, "No playthrough reaches the {kind} '{id}'. {reason}")
SOFT_LOCK = Code(
    "URD702",
    "warning",
    Phase.RULE,
    "After '{move}' no playthrough reaches an ending any more. A way into it takes {count} moves: {moves}",
)
CONSTANT_CONDITION = Code("URD703", "info", Phase.RULE, "The condition '{condition}' of {site} is {truth} in play.")
NO_ENDING_REACHED = Code("URD704", "warning", Phase.RULE, "No playthrough of world '{world}' reaches an ending.")
NOT_ALL_PLAYED = Code("URD705", "info", Phase.RULE, "World '{world}' was not played in full: {reason}")

CODES: tuple[Code, ...] = tuple(value for value in list(globals().values()) if isinstance(value, Code))
