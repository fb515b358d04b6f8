"""The diagnostics of class diagrams."""

from compiler.model.diagnostics import Code, Phase

UNEXPECTED = Code("MMD501", "error", Phase.PARSE, "Expected {expected}, found {found}.")
UNKNOWN_CLASS = Code(
    "MMD502", "error", Phase.PARSE, "`{keyword}` names the class `{name}`, which nothing before it declares."
)
BAD_METHOD = Code(
    "MMD503", "error", Phase.PARSE, "The member `{member}` has a `)` and so is a method, but no name and `(` before it."
)

# What the tokens of the grammar are called in the language.
WORDS = {
    "_CLASS_DIAGRAM": "`classDiagram`",
    "ALPHA": "a name",
    "WORD": "a name",
    "LITERAL": "a name",
    "CHARACTER": "a name",
    "CLASS": "a class",
    "NOTE": "a note",
    "NAMESPACE": "a namespace",
    "BOTH": "a relation such as `<|--`",
    "LEFT": "a relation such as `<|--`",
    "RIGHT": "a relation such as `<|--`",
    "LINE": "a relation such as `<|--`",
    "HEAD": "the head of an arrow",
    "STR": "a text in quotes",
    "LABEL": "`:` and a text",
    "GENERIC": "a type in `~ ~`",
    "DOT": "`.`",
    "_SQUARE_OPEN": "a label in `[ ]`",
    "_SQUARE_CLOSE": "`]`",
    "_STYLE_SEPARATOR": "`:::`",
    "_ANNOTATION_START": "`<<`",
    "_ANNOTATION_STOP": "`>>`",
    "_BODY_START": "`{`",
    "_NAMESPACE_START": "`{`",
    "MEMBER": "a member",
    "BODY_STOP": "`}`",
    "NAMESPACE_STOP": "`}`",
    "TARGET": "a target such as `_blank`",
    "CALLBACK_NAME": "`call` and a function",
    "_HREF": "`href`",
    "_COMMA": "`,`",
    "_NEWLINE": "the end of the line",
    "_EOF": "the end of the text",
    "$END": "the end of the text",
}

# Tokens that can all stand where a statement begins.
STARTERS = frozenset(
    {
        "ALPHA",
        "WORD",
        "LITERAL",
        "CHARACTER",
        "CLASS",
        "NOTE",
        "NOTE_FOR",
        "NAMESPACE",
        "_CLASSDEF",
        "_ANNOTATION_START",
    }
)
