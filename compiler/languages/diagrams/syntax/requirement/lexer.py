"""The lexer of requirement diagrams. It is case-insensitive; of two rules that match, the first wins.

A keyword is a keyword everywhere, so no name may begin with one unless it is in quotes.
"""

from compiler.languages.diagrams.syntax.shared.modes import DIRECTION, START, compile_modes, rule

KEYWORDS = {
    "requirementDiagram": "HEADER",
    "id": "ID",
    "text": "TEXT",
    "risk": "RISK",
    "verifyMethod": "VERIFY",
    "requirement": "REQUIREMENT",
    "functionalRequirement": "FUNCTIONAL",
    "interfaceRequirement": "INTERFACE",
    "performanceRequirement": "PERFORMANCE",
    "physicalRequirement": "PHYSICAL",
    "designConstraint": "CONSTRAINT",
    "low": "LOW",
    "medium": "MEDIUM",
    "high": "HIGH",
    "analysis": "ANALYSIS",
    "demonstration": "DEMONSTRATION",
    "inspection": "INSPECTION",
    "test": "TEST",
    "element": "ELEMENT",
    "contains": "CONTAINS",
    "copies": "COPIES",
    "derives": "DERIVES",
    "satisfies": "SATISFIES",
    "verifies": "VERIFIES",
    "refines": "REFINES",
    "traces": "TRACES",
    "type": "TYPE",
    "docref": "DOCREF",
}
# An empty text in quotes is skipped. No grammar uses UNCLOSED.
QUOTES = (rule(None, r'""'), rule("QUOTED", r'"[^"]+"'), rule("UNCLOSED", r'"[^"]*'))

MODES = compile_modes(
    {
        START: (
            rule("TITLE", r"title{S}[^#\n;]+"),  # a token of Mermaid's lexer that no rule of its grammar uses
            rule("ACC_TITLE", r"accTitle{S}*:{S}*[^\n]*"),
            rule("ACC_DESCR", r"accDescr{S}*:{S}*[^\n]*"),
            rule(None, r"accDescr{S}*\{{S}*\}"),
            rule("ACC_DESCR_BLOCK", r"accDescr{S}*\{[^}]*\}"),
            rule("UNCLOSED", r"accDescr{S}*\{[^}]*"),
            DIRECTION,
            rule("_NEWLINE", r"\n{S}*"),
            rule(None, r"{S}+|[#%][^\n]*"),
            rule("_OPEN", r"\{"),
            rule("CLOSE", r"\}"),
            rule("_STYLE_SEPARATOR", r":::"),
            rule("_COLON", r":"),
            *(rule(token, rf"{word}\b") for word, token in KEYWORDS.items()),
            rule("STYLE", r"style\b", push="style"),
            rule("CLASSDEF", r"classDef\b", push="style"),
            rule("CLASS", r"class\b", push="style"),
            rule("TO_LEFT", r"<-"),
            rule("TO_RIGHT", r"->"),
            rule("LINE", r"-"),
            *QUOTES,
            rule("NAME", r"\w[^:,\r\n{<>\-=]*"),
            rule("_COMMA", r","),
        ),
        "style": (
            rule("WORD", r"\w+"),
            rule("STYLE_COLON", r":"),
            rule("SEMICOLON", r";"),
            rule("MINUS", r"-"),
            rule("HASH", r"#"),
            rule(None, r" "),
            *QUOTES,
            rule(None, r"\n", pops=1),
            rule("_COMMA", r","),
        ),
    },
    any_case=True,
)
