"""The lexer of sequence diagrams: tables of rules for Mermaid's modes. It is case-insensitive.

The rules are in Mermaid's order wherever two of them could match the same text: a word that begins with a keyword is
that keyword, and white space that begins with a blank swallows the line breaks after it.
"""

from compiler.languages.diagrams.syntax.shared.modes import START, ModeLexer, compile_modes, rule
from compiler.languages.diagrams.syntax.shared.text import JS_INLINE_SPACE, JS_SPACE

# The characters of an id after `participant`, with and without blanks.
_ID = r"[^<>:\n,;@]"
_WORD = rf"[^<>:\n,;@{JS_SPACE[1:]}"
# Limited over several lines, because each unclosed one would cost a search to the end of the text.
_SETTINGS = r"@\{(?:[^}\n]+|[^}]{1,10000})\}"
# In a message an id ends where an arrow may begin: it does not go on with these.
_ARROW_BEGINS = r"--|-[x)/\\]|-\|[/\\]|/\|-|\\\|-|//-|\\\\-|\(\)"
_ACTOR = rf"[^/\\+()<>:\n,;-]+(?:(?!{_ARROW_BEGINS})-*[^+<>:\n,;-]+)*"
_COMMENT = rule(None, r"#[^\n]*")
_BLANKS = rule(None, f"{JS_INLINE_SPACE}+")

# Keywords by the mode that follows them: none, the rest of the line, or an id.
_PLAIN = {
    "create": "CREATE",
    "end": "END",
    "left of": "SIDE",
    "right of": "SIDE",
    "over": "OVER",
    "note": "NOTE",
    "autonumber": "AUTONUMBER",
    "off": "OFF",
    "sequenceDiagram": "HEADER",
}
# These are keywords only before a name.
_MENU = {"links": "LINKS", "link": "LINK", "properties": "PROPERTIES", "details": "DETAILS"}
_NAME_AHEAD = rf"(?=[ \t]+[^/\\+()<>:,;{JS_SPACE[1:-1]}-])"
_WITH_LINE = ("box", "loop", "rect", "opt", "alt", "else", "par", "par_over", "and", "critical", "option", "break")
_WITH_ID = {
    "participant": "PARTICIPANT",
    "actor": "PERSON",
    "destroy": "DESTROY",
    "activate": "ACTIVATE",
    "deactivate": "DEACTIVATE",
}

# No id of a message begins with one of these. So ids, which are more frequent, can be tried before keywords.
_KEYWORD = "|".join((*_PLAIN, *_WITH_LINE, *_WITH_ID))
_RESERVED = rf"(?:{_KEYWORD})\b|(?:{'|'.join(_MENU)}){_NAME_AHEAD}|title:?{{S}}|acc(?:Title|Descr){{S}}*[:{{]|[0-9.]"

# Mermaid's names of the arrows. Half arrows have one barb, on top or at the bottom; reverse ones point back.
ARROWS = {
    "->>": "SOLID",
    "<<->>": "BIDIRECTIONAL_SOLID",
    "-->>": "DOTTED",
    "<<-->>": "BIDIRECTIONAL_DOTTED",
    "->": "SOLID_OPEN",
    "-->": "DOTTED_OPEN",
    "-x": "SOLID_CROSS",
    "--x": "DOTTED_CROSS",
    "-)": "SOLID_POINT",
    "--)": "DOTTED_POINT",
    "-|\\": "SOLID_TOP",
    "-|/": "SOLID_BOTTOM",
    "-\\\\": "STICK_TOP",
    "-//": "STICK_BOTTOM",
    "--|\\": "SOLID_TOP_DOTTED",
    "--|/": "SOLID_BOTTOM_DOTTED",
    "--\\\\": "STICK_TOP_DOTTED",
    "--//": "STICK_BOTTOM_DOTTED",
    "/|-": "SOLID_ARROW_TOP_REVERSE",
    "\\|-": "SOLID_ARROW_BOTTOM_REVERSE",
    "//-": "STICK_ARROW_TOP_REVERSE",
    "\\\\-": "STICK_ARROW_BOTTOM_REVERSE",
    "/|--": "SOLID_ARROW_TOP_REVERSE_DOTTED",
    "\\|--": "SOLID_ARROW_BOTTOM_REVERSE_DOTTED",
    "//--": "STICK_ARROW_TOP_REVERSE_DOTTED",
    "\\\\--": "STICK_ARROW_BOTTOM_REVERSE_DOTTED",
}
# Every arrow above, longer ones first.
_ARROW = r"(?:<<)?--?>>|--?>|--?[x)]|--?\|[/\\]|--?\\\\|--?//|[/\\]\|--?|//--?|\\\\--?"

MODES = compile_modes(
    {
        START: (
            rule("NEWLINE", r"\n{S}*"),
            rule(None, r"{S}+"),
            # `%%` after one character begins a comment too, unless that character is `}`.
            rule(None, r"#[^\n]*|%(?!\{)[^\n]*|[^}]%%[^\n]*"),
            rule("TEXT", r":[^#\n;]*"),
            rule("ARROW", _ARROW),
            rule("ACTOR", rf"(?!{_RESERVED}){_ACTOR}"),
            rule("NUMBER", r"(?:[0-9]+(?:\.[0-9]{1,2})?|\.[0-9]{1,2})(?=[ \n])"),
            *(rule(token, rf"{word}\b") for word, token in _PLAIN.items()),
            *(rule(token, word + _NAME_AHEAD) for word, token in _MENU.items()),
            *(rule(word.upper(), rf"{word}\b", push="line") for word in _WITH_LINE),
            *(rule(token, rf"{word}\b", push="id") for word, token in _WITH_ID.items()),
            rule("TITLE", r"title{S}[^#\n;]+"),
            rule("LEGACY_TITLE", r"title:{S}[^#\n;]+"),
            rule("ACC_TITLE", r"accTitle{S}*:{S}*[^\n]*"),
            rule("ACC_DESCR", r"accDescr{S}*:{S}*[^\n]*"),
            rule(None, r"accDescr{S}*\{{S}*\}"),
            rule("ACC_DESCR_BLOCK", r"accDescr{S}*\{[^}]*\}?"),
            rule("COMMA", r","),
            rule("NEWLINE", r";"),
            rule("ACTOR", _ACTOR),
            rule("PLUS", r"\+"),
            rule("MINUS", r"-"),
            rule("CENTRAL", r"\(\)"),
            rule("NEWLINE", r"{Z}"),
            rule("INVALID", r"[^\n]"),
        ),
        "id": (
            _BLANKS,
            _COMMENT,
            rule("SETTINGS", rf"{_SETTINGS}(?={{S}}+as{{S}})", push="alias"),
            rule("SETTINGS", _SETTINGS, pops=1),
            rule("ACTOR", rf"{_WORD}++(?={{S}}*+@\{{)"),
            rule("ACTOR", rf"{_WORD}+(?={{S}}++as{{S}})", push="alias"),
            # A `#` is part of the id where the id ends the line; otherwise it begins a comment.
            rule("ACTOR", rf"{_ID}++(?=[\n;]|{{Z}})|{_ID}+(?=\#)", pops=1),
            rule("INVALID", r"[^\n]+", pops=1),
            rule("NEWLINE", r"\n+", pops=1),
        ),
        "alias": (
            _BLANKS,
            _COMMENT,
            rule("AS", r"as\b", pops=2, push="line"),
            rule("NEWLINE", r"", pops=2),
        ),
        "line": (
            _BLANKS,
            _COMMENT,
            rule("REST", r"[^#\n;]*", pops=1),
        ),
    },
    any_case=True,
)


class SequenceLexer(ModeLexer):
    modes = MODES
