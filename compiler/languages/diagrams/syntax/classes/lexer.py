"""The lexer of class diagrams.

Most rules apply in every mode: `link`, `note`, `o` and the like are never names, not even after a dash.
"""

from compiler.languages.diagrams.syntax.shared.modes import (
    BLANKS,
    DIRECTION,
    START,
    Rule,
    compile_modes,
    rule,
)

# Words that are never part of a name: in every mode, at the start, and in a namespace.
_EVERYWHERE = r"cssClass\b|callback\b|link\b|click\b|note\b|href\b|_self\b|_blank\b|_parent\b|_top\b|o\b"
_AT_START = r"accTitle{S}*:|accDescr{S}*[:{]|classDiagram\b|call{S}|style\b|classDef\b|namespace\b|class\b"
_IN_NAMESPACE = r"namespace\b|class\b"
# Letters outside ASCII, without those outside the basic plane and without numbers such as `²`.
_LETTER = (
    r"(?![\xB2\xB3\xB9\xBC-\xBE\u2070-\u2089\u2150-\u218B\u2460-\u249B\u24EA-\u24FF\u2776-\u2793\U00010000-\U0010FFFF])"
    r"(?![\x00-\x7F])(?u:[^\W\d_])"
)
_HEAD = r"(?:<\||\|>|[<>*]|o\b|\(\))"
_LINE = r"(?:--|\.\.)"
# A text in backticks or tildes that begins with one of these is read in a mode, where those words come first too.
_STARTS_ODDLY = rf"""["~]|<<|>>|{_EVERYWHERE}"""


def _names(words: str) -> tuple[Rule, ...]:
    """The rules of names of which `words` are no part: `a-link` is `a`, `-` and `link`."""
    one = rf"(?:-(?!-)|{_LETTER})"
    return (
        rule("WORD", rf"(?:\w+|{one})(?:{one}|(?<!\w)(?!{words})\w+)+"),
        rule("ALPHA", r"\w+"),
        rule("CHARACTER", one),
    )


_STRINGS = (
    rule("STR", r'"[^"]+"'),
    rule(None, r'""'),
    rule("UNCLOSED", r'"[^"\n]*'),
)
_KEYWORDS = (
    rule("_CSS_CLASS", r"cssClass\b"),
    rule("_CALLBACK", r"callback\b"),
    rule("_LINK", r"link\b"),
    rule("_CLICK", r"click\b"),
    rule("NOTE_FOR", r"note for\b"),
    rule("NOTE", r"note\b"),
    rule("_ANNOTATION_START", r"<<"),
    rule("_ANNOTATION_STOP", r">>"),
    rule("_HREF", r"href\b"),
)
_QUOTED = (
    rule("GENERIC", rf"~(?!{_STARTS_ODDLY})[^~]+~"),
    rule(None, r"~~"),
    rule(None, rf"~(?={_STARTS_ODDLY})", push="generic"),
    rule("UNCLOSED", r"~[^~\n]*"),
    rule("LITERAL", rf"`(?!{_STARTS_ODDLY})[^`]+(?:`|{{Z}})"),
    rule(None, r"``"),
    rule(None, r"`", push="literal"),
)
_ARROWS = (
    rule("TARGET", r"_self\b|_blank\b|_parent\b|_top\b"),
    rule("BOTH", _HEAD + _LINE + _HEAD),
    rule("LEFT", _HEAD + _LINE),
    rule("RIGHT", _LINE + _HEAD),
    rule("HEAD", _HEAD),
    rule("LINE", _LINE),
    rule("LABEL", r":[^:\n;]+"),
    rule("_STYLE_SEPARATOR", r":::"),
)
_REST = (
    rule("DOT", r"\."),
    rule("PERCENT", r"%"),
    rule("_SQUARE_OPEN", r"\["),
    rule("_SQUARE_CLOSE", r"\]"),
    rule("_EOF", r"{Z}"),
)


def _everywhere(words: str) -> tuple[Rule, ...]:
    return (*_KEYWORDS, *_QUOTED, *_ARROWS, *_names(words), *_REST)


_LINE_BREAK = r"{S}*\n"
_IN_CLASS = _everywhere(_EVERYWHERE)

MODES = compile_modes(
    {
        START: (
            DIRECTION,
            # A comment includes its line break.
            rule(None, r"%%[^\n]*\n*"),
            rule("_ACC_TITLE", r"accTitle{S}*:{S}*", push="value"),
            rule("_ACC_DESCR", r"accDescr{S}*:{S}*", push="value"),
            rule(None, r"accDescr{S}*\{{S}*", push="value_block"),
            rule("_NEWLINE", _LINE_BREAK),
            BLANKS,
            rule("_CLASS_DIAGRAM", r"classDiagram(?:-v2)?\b"),
            rule("START_OR_END", r"\[\*\]"),
            rule(None, r"call{S}+", push="callback_name"),
            *_STRINGS,
            rule("STYLE", r"style\b"),
            rule("_CLASSDEF", r"classDef\b"),
            rule("NAMESPACE", r"namespace\b", push="namespace"),
            rule("CLASS", r"class\b", push="class"),
            *_everywhere(rf"{_AT_START}|{_EVERYWHERE}"),
            rule("COLON", r":"),
            rule("_COMMA", r","),
            rule("HASH", r"#"),
        ),
        "value": (rule("VALUE", r"[^\n]*", pops=1),),
        "value_block": (rule(None, r"\}", pops=1), rule("ACC_DESCR_BLOCK", r"[^}]*")),
        "callback_name": (
            rule(None, r"\({S}*\)", pops=1),
            rule(None, r"\(", pops=1, push="callback_arguments"),
            rule("CALLBACK_NAME", r"[^(]*"),
        ),
        "callback_arguments": (rule(None, r"\)", pops=1), rule("CALLBACK_ARGUMENTS", r"[^)]*")),
        "generic": (*_STRINGS, *_KEYWORDS, rule(None, r"~", pops=1), rule("GENERIC", r"[^~]*")),
        "literal": (
            *_STRINGS,
            *_KEYWORDS,
            rule(None, r"~", push="generic"),
            rule(None, r"`", pops=1),
            rule("LITERAL", r"[^`]+"),
            rule("_EOF", r"{Z}"),
        ),
        "namespace": (
            *_STRINGS,
            rule("NAMESPACE", r"namespace\b", push="namespace"),
            rule("_NEWLINE", _LINE_BREAK, pops=1),
            BLANKS,
            rule("_NAMESPACE_START", r"\{", push="namespace_body"),
            rule(None, r"(?=\})", pops=1),
            *_everywhere(rf"namespace\b|{_EVERYWHERE}"),
        ),
        "namespace_body": (
            *_STRINGS,
            rule("NAMESPACE", r"namespace\b", push="namespace"),
            rule("NAMESPACE_STOP", r"\}", pops=1),
            rule("_NEWLINE", _LINE_BREAK),
            BLANKS,
            rule("CLASS", r"class\b", push="class"),
            *_everywhere(rf"{_IN_NAMESPACE}|{_EVERYWHERE}"),
        ),
        "class": (
            *_STRINGS,
            rule("_NEWLINE", _LINE_BREAK, pops=1),
            BLANKS,
            # The brace that closes a namespace may follow the last class on its line.
            rule("NAMESPACE_STOP", r"\}", pops=2),
            rule("_BODY_START", r"\{", push="class_body"),
            *_IN_CLASS,
        ),
        "class_body": (
            *_STRINGS,
            rule("BODY_STOP", r"\}", pops=1),
            rule("START_OR_END", r"\[\*\]"),
            rule("BRACE", r"\{"),
            rule(None, r"\n"),
            rule("MEMBER", r"[^{}\n]+"),
        ),
    },
    any_case=False,
)
