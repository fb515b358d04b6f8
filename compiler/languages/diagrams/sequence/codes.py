"""The diagnostics of sequence diagrams."""

from compiler.model.diagnostics import Code, Phase

UNEXPECTED = Code("MMD301", "error", Phase.PARSE, "Expected {expected}, found {found}.")
UNCLOSED = Code("MMD302", "error", Phase.PARSE, "The block `{block}` is never closed: `end` is missing.")
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
BAD_SETTINGS = Code(
    "MMD308", "error", Phase.PARSE, "The settings `@{{ … }}` of `{actor}` are not valid YAML: {reason}."
)
PASSED_OVER = Code("MMD309", "warning", Phase.PARSE, "`{found}` begins no statement; Mermaid passes over it.")
CUT_BY_COMMENT = Code(
    "MMD310",
    "warning",
    Phase.PARSE,
    "`#` begins a comment, so this text ends here and `{lost}` is lost. Write `#35;` for the character.",
)
NOT_JSON = Code(
    "MMD311", "warning", Phase.PARSE, "The {what} of `{actor}` are not valid JSON, so Mermaid ignores them."
)

# What the tokens of the grammar are called in the language.
WORDS = {
    "ACTOR": "a participant",
    "ARROW": "an arrow such as `->>`",
    "COMMA": "`,`",
    "TEXT": "`:` and a text",
    "SIDE": "`left of`, `right of`",
    "OVER": "`over`",
    "PARTICIPANT": "`participant`",
    "PERSON": "`actor`",
    "DESTROY": "`destroy`",
    "NUMBER": "a number",
    "OFF": "`off`",
    "AS": "`as`",
    "HEADER": "`sequenceDiagram`",
    "NEWLINE": "the end of the line",
    "END": "`end`",
    "NOTE": "`note`",
    "LOOP": "a block such as `loop`",
    "AUTONUMBER": "`autonumber`",
}
