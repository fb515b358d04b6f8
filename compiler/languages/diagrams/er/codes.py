"""The diagnostics of entity relationship diagrams."""

from compiler.model.diagnostics import Code, Phase

UNEXPECTED = Code("MMD601", "error", Phase.PARSE, "Expected {expected}, found {found}.")

# What the tokens of the grammar are called in the language.
WORDS = {
    "_ER_DIAGRAM": "`erDiagram`",
    "WORD": "a name",
    "NAME": "a name",
    "NUMBER": "a name",
    "ONE": "a name",
    "WORDS": "a quoted text",
    "RELATION": "a relationship such as `||--o{`",
    "CARDINALITY": "a cardinality such as `||` or `one or more`",
    "LINE": "`--`, `..`, `to` or `optionally to`",
    "_COLON": "`:` and the role of the relationship",
    "_SQUARE_OPEN": "an alias in `[ ]`",
    "_SQUARE_CLOSE": "`]`",
    "_BLOCK_START": "attributes in `{ }`",
    "BLOCK_STOP": "`}`",
    "_STYLE_SEPARATOR": "`:::`",
    "ATTRIBUTE_WORD": "the type or name of an attribute",
    "ATTRIBUTE_KEY": "`PK`, `FK` or `UK`",
    "COMMENT": "a comment in quotes",
    "_COMMA": "`,`",
    "STYLE_TEXT": "a style",
    "SEMICOLON": "`;`",
    "_NEWLINE": "the end of the line",
    "_EOF": "the end of the text",
    "$END": "the end of the text",
}

# Tokens that can all stand where a statement begins.
STARTERS = frozenset({"WORD", "NAME", "NUMBER", "ONE", "_CLASSDEF", "_NEWLINE"})
