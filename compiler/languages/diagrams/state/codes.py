"""The diagnostics of state diagrams."""

from compiler.model.diagnostics import Code, Phase

UNEXPECTED = Code("MMD401", "error", Phase.PARSE, "Expected {expected}, found {found}.")
DESCRIBED_TWICE = Code(
    "MMD402",
    "error",
    Phase.PARSE,
    "The composite state `{state}` has {count} descriptions; a state with a body can have only one, its title.",
)
CODES = (UNEXPECTED, DESCRIBED_TWICE)

# What the tokens of the grammar are called in the language.
WORDS = {
    "_STATE_DIAGRAM": "`stateDiagram-v2`",
    "ID": "a state",
    "START_OR_END": "a state",
    "NAME": "a state",
    "IDS": "states",
    "_ARROW": "`-->`",
    "TEXT": "`:` and a text",
    "_STYLE_SEPARATOR": "`:::`",
    "DESCRIPTION": "a text in quotes",
    "_AS": "`as` and a state",
    "_BODY_START": "`{`",
    "BODY_STOP": "`}`",
    "LEFT_OF": "`left of`",
    "RIGHT_OF": "`right of`",
    "NOTE_TEXT": "a text behind `:`, or lines up to `end note`",
    "CLASS": "the name of a class",
    "STYLES": "styles",
    "STRING": "a text in quotes",
    "_HREF": "`href`",
    "WIDTH": "a number",
    "_NEWLINE": "the end of the line",
    "$END": "the end of the text",
}

# Tokens that can all stand where a statement begins.
STARTERS = frozenset({"ID", "START_OR_END", "NAME", "DESCRIPTION", "_CLASSDEF", "_NEWLINE"})
