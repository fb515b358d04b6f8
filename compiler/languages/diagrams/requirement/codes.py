"""The diagnostics of requirement diagrams."""

from compiler.model.diagnostics import Code, Phase

UNEXPECTED = Code("MMD701", "error", Phase.PARSE, "Expected {expected}, found {found}.")

# What the tokens of the grammar are called in the language.
WORDS = {
    "HEADER": "`requirementDiagram`",
    "NAME": "a name",
    "QUOTED": "a text in quotes",
    "WORD": "a word",
    "ID": "`id`",
    "TEXT": "`text`",
    "RISK": "`risk`",
    "VERIFY": "`verifyMethod`",
    "TYPE": "`type`",
    "DOCREF": "`docRef`",
    "LOW": "`low`",
    "MEDIUM": "`medium`",
    "HIGH": "`high`",
    "ANALYSIS": "`analysis`",
    "DEMONSTRATION": "`demonstration`",
    "INSPECTION": "`inspection`",
    "TEST": "`test`",
    "CONTAINS": "a relation such as `satisfies`",
    "_OPEN": "`{`",
    "_COLON": "`:`",
    "_STYLE_SEPARATOR": "`:::`",
    "LINE": "`-`",
    "TO_LEFT": "`<-`",
    "TO_RIGHT": "`->`",
    "_COMMA": "`,`",
    "CLOSE": "`}`",
    "_NEWLINE": "the end of the line",
    "REQUIREMENT": "a requirement",
    "ELEMENT": "an element",
}
