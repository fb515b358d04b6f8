"""What is said of a token that a grammar could not use: what was found, and what could stand there."""

from collections.abc import Mapping

from compiler.languages.diagrams.syntax.shared.lexing import END, Token
from compiler.languages.diagrams.syntax.shared.prepare import Prepared
from compiler.languages.diagrams.syntax.shared.recovery import Mistake
from compiler.languages.diagrams.syntax.shared.text import show_entities
from compiler.model.diagnostics import Code, Diagnostic

MOST_NAMED = 7
LONGEST_SHOWN = 40
STATEMENT = "a statement"


def diagnostic(
    prepared: Prepared,
    mistake: Mistake,
    code: Code,
    words: Mapping[str, str],
    starters: frozenset[str] = frozenset(),
) -> Diagnostic:
    """The diagnostic of a mistake.

    `words` are the names of token types; a type without one is not spoken of. Where all `starters` could stand, the
    message speaks of a statement instead of naming them.
    """
    start, end = place(prepared.code, mistake.token)
    expected = expected_words(mistake, words, starters)
    return code.at(prepared.span(start, end), expected=expected, found=found_words(mistake.token))


def place(code: str, token: Token) -> tuple[int, int]:
    """What to point at: a token without blanks around it, or where the text before it ends when that leaves nothing."""
    text = token.value.strip()
    if token.type == END or not text:
        end = len(code[: token.start].rstrip())
        return end, end
    start = token.start + token.value.index(text)
    return start, start + len(text)


def expected_words(mistake: Mistake, words: Mapping[str, str], starters: frozenset[str] = frozenset()) -> str:
    """`a name`, `` `:` or `]` ``: in the order of `words`."""
    expected, statement = mistake.expected, []
    if starters and starters <= expected:
        expected, statement = expected - starters, [STATEMENT]
    named = list(dict.fromkeys([*statement, *(word for kind, word in words.items() if kind in expected)]))
    if len(named) > MOST_NAMED:
        return STATEMENT
    if not named:
        return "something else"
    return " or ".join([", ".join(named[:-1]), named[-1]] if len(named) > 1 else named)


def found_words(token: Token) -> str:
    """`` `]` ``, `the end of the line`."""
    if token.type == END:
        return "the end of the text"
    text = show_entities(token.value).strip()
    if not text:
        return "the end of the line"
    text = text.splitlines()[0] if text.splitlines() else text
    return f"`{text[:LONGEST_SHOWN]}…`" if len(text) > LONGEST_SHOWN else f"`{text}`"
