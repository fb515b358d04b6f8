"""The diagnostic of a token that a grammar could not use: what was found, and what was expected."""

from collections.abc import Mapping

from compiler.languages.diagrams.syntax.shared.lexing import END, Token
from compiler.languages.diagrams.syntax.shared.prepare import Prepared
from compiler.languages.diagrams.syntax.shared.recovery import Mistake
from compiler.languages.diagrams.syntax.shared.text import show_entities
from compiler.model.diagnostics import Code, Diagnostic

MAX_NAMED = 7  # expected tokens; more of them are "a statement"
MAX_SHOWN = 40  # characters of the token found
STATEMENT = "a statement"
ENDS = {"_NEWLINE": "the end of the line", END: "the end of the text"}  # token types that all kinds name alike


def syntax_error(
    prepared: Prepared,
    mistake: Mistake,
    code: Code,
    token_names: Mapping[str, str],
    starters: frozenset[str] = frozenset(),
    *,
    suggestion: str | None = None,
) -> Diagnostic:
    """The diagnostic of a mistake.

    `token_names` are the names of token types for people; a type without one is not mentioned. Where all `starters`
    are expected, the message says "a statement" instead of naming them.
    """
    start, end = highlighted(prepared.code, mistake.token)
    expected = expected_text(mistake, token_names, starters)
    return code.at(prepared.span(start, end), expected=expected, found=found_text(mistake.token), suggestion=suggestion)


def highlighted(code: str, token: Token) -> tuple[int, int]:
    """The range to point at: a token without the blanks around it; for an empty one, the end of the text before it."""
    text = token.value.strip()
    if token.type == END or not text:
        end = len(code[: token.start].rstrip())
        return end, end
    start = token.start + token.value.index(text)
    return start, start + len(text)


def expected_text(mistake: Mistake, token_names: Mapping[str, str], starters: frozenset[str] = frozenset()) -> str:
    """The expected tokens in the order of `token_names`: `a name`, `` `:` or `]` ``."""
    expected, statement = mistake.expected, []
    if starters and starters <= expected:
        expected, statement = expected - starters, [STATEMENT]
    named = list(dict.fromkeys([*statement, *(name for kind, name in token_names.items() if kind in expected)]))
    if len(named) > MAX_NAMED:
        return STATEMENT
    if not named:
        return "something else"
    return " or ".join([", ".join(named[:-1]), named[-1]] if len(named) > 1 else named)


def found_text(token: Token) -> str:
    """The token that was found: `` `]` ``, `the end of the line`."""
    if token.type == END:
        return ENDS[END]
    text = show_entities(token.value).strip()
    if not text:
        return ENDS["_NEWLINE"]
    text = text.splitlines()[0] if text.splitlines() else text
    return f"`{text[:MAX_SHOWN]}…`" if len(text) > MAX_SHOWN else f"`{text}`"
