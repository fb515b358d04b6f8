"""What is said of a token that a grammar could not use: what was found, and what could stand there."""

from collections.abc import Mapping

from compiler.diagnostics import Code, Diagnostic
from compiler.diagrams.entities import show_entities
from compiler.diagrams.lexing import END, Token
from compiler.diagrams.prepare import Prepared
from compiler.diagrams.reading import Mistake

MOST_NAMED = 7
LONGEST_SHOWN = 40


def diagnostic(prepared: Prepared, mistake: Mistake, code: Code, words: Mapping[str, str]) -> Diagnostic:
    """The diagnostic of a mistake. `words` are the names of token types; a type without one is not spoken of."""
    token = mistake.token
    start, end = token.start, token.end
    # A line break, or nothing at all, is best shown where the text before it ends.
    if token.type == END or not token.value.strip():
        start = len(prepared.code[:start].rstrip())
        end = min(start + 1, len(prepared.code))
    return code.at(prepared.span(start, end), expected=expected_words(mistake, words), found=found_words(token))


def expected_words(mistake: Mistake, words: Mapping[str, str]) -> str:
    """`a name`, `` `:` or `]` ``: in the order of `words`."""
    named = list(dict.fromkeys(word for kind, word in words.items() if kind in mistake.expected))
    if len(named) > MOST_NAMED:
        return "a statement"
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
