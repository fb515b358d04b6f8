"""The lexer of entity relationship diagrams. Keywords are case-insensitive; of two rules that match, the first wins."""

from compiler.languages.diagrams.syntax.shared.modes import BLANKS, DIRECTION, START, compile_modes, rule
from compiler.languages.diagrams.syntax.shared.text import JS_SPACE

# A cardinality next to a line: `||`, `o{`. Words such as `one or more` are cardinalities too.
_SYMBOL = r"(?:\|o\b|\}o\b|\}\||\|\||o\||o\{|\|\{|u(?=[.\-|]))"
_LINE = r"(?:\.\.|--|\.-|-\.)"
_CARDINALITY = (
    r"one or (?:zero|more|many)\b|1\+|\|o\b|zero or (?:one|more|many)\b|0\+|\}o\b|many\([01]\)|many\b|\}\|"
    r"|one\b|only one\b"
)
_ONE = r"""1(?={S}+[A-Za-z_"'0-9]|--|\.\.|\.-|-\.)"""
_NAME_CHARACTERS = r"\w\-*\x80-\U0010FFFF"
# Without the noncharacters that hide entity codes: those are no part of an attribute.
_LETTERS = r"\u00C0-\uFDCF\uFDD2-\U0010FFFF"
_BLANKS = JS_SPACE[1:-1]

MODES = compile_modes(
    {
        START: (
            rule("_ACC_TITLE", r"accTitle{S}*:{S}*", push="value"),
            rule("_ACC_DESCR", r"accDescr{S}*:{S}*", push="value"),
            rule(None, r"accDescr{S}*\{{S}*", push="value_block"),
            DIRECTION,
            rule(None, r"[ \t\r]+"),
            rule("_NEWLINE", r"\n+"),
            rule("NAME", r'"[^"%\r\n\v\x08\\]+"'),
            rule("WORDS", r'"[^"]*"'),
            rule("_ER_DIAGRAM", r"erDiagram\b"),
            # The commonest form as one token. In pieces it would be CARDINALITY, LINE, CARDINALITY.
            rule("RELATION", rf"{_SYMBOL}[ \t]*{_LINE}[ \t]*{_SYMBOL}"),
            rule("_BLOCK_START", r"\{", push="block"),
            rule("HASH", r"#"),
            rule("_COMMA", r","),
            rule("_STYLE_SEPARATOR", r":::"),
            rule("_COLON", r":"),
            rule("_SQUARE_OPEN", r"\["),
            rule("_SQUARE_CLOSE", r"\]"),
            rule("_STYLE", r"style\b", push="style"),
            rule("_CLASSDEF", r"classDef\b", push="style"),
            rule("_CLASS", r"class\b"),
            rule("SUBGRAPH", r"subgraph\b"),
            rule("END", r"end\b{S}*"),
            rule("CARDINALITY", _CARDINALITY),
            rule("NUMBER", r"[0-9]+\.[0-9]+"),
            rule("CARDINALITY", _ONE),
            rule("ONE", r"1\b"),
            rule("NUMBER", r"[0-9]+"),
            rule("CARDINALITY", r"\|\||o\||o\{|\|\{|u(?=[.\-|])"),
            rule("LINE", r"\.\.|--|to\b|optionally to\b|\.-|-\."),
            rule("WORD", rf"[{_NAME_CHARACTERS}.]+"),
            rule("_EOF", r"{Z}"),
        ),
        "value": (rule("VALUE", r"[^\n]*", pops=1),),
        "value_block": (rule(None, r"\}", pops=1), rule("ACC_DESCR_BLOCK", r"[^}]*")),
        "block": (
            BLANKS,
            rule("ATTRIBUTE_KEY", r"(?:PK|FK|UK)\b"),
            # Limited, because otherwise every word would be searched to its end for a `~`, again and again.
            rule("ATTRIBUTE_WORD", rf"[^~{_BLANKS}]{{0,200}}~[^\n\r\u2028\u2029]*~[^{_BLANKS}]*"),
            rule("ATTRIBUTE_WORD", rf"[*A-Za-z_{_LETTERS}][A-Za-z0-9\-_\[\]().,{_LETTERS}*]*"),
            rule(None, r"`", push="backticks"),
            rule("QUESTION", r"\?"),
            rule("COMMENT", r'"[^"]*"'),
            rule("BLOCK_STOP", r"\}", pops=1),
            rule("_COMMA", r","),
        ),
        "backticks": (rule("ATTRIBUTE_WORD", r"[^`]+"), rule(None, r"`", pops=1)),
        "style": (
            rule("_NEWLINE", r"\n+", pops=1),
            BLANKS,
            rule("COLON", r":"),
            rule("_COMMA", r","),
            rule("HASH", r"#"),
            rule("STYLE_TEXT", rf"[{_NAME_CHARACTERS}]+"),
            rule("SEMICOLON", r";"),
        ),
    },
    any_case=True,
)
