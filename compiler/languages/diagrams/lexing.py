"""What the lexers of the diagrams share: tokens, and lists of rules of which the first that matches wins.

A lexer with modes has a stack of them; a rule makes a token (or skips), and may leave modes and enter another. Every
lexer yields an ERROR token for what no rule matches, so lexing never fails, and takes the place of lark's own one:

    load(path, start=["start"], rules=Statements(), lexer=PieLexer)     # class PieLexer(ModeLexer): …

Its grammar declares the terminals (`%declare NUMBER TEXT`) and says nothing of how they are spelled.
"""

import re
from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from lark.lexer import Lexer

ERROR = "ERROR"  # the terminal of what is none; no grammar declares it
END = "$END"  # lark's terminal for the end of the text


class Token:
    """A stretch of the code: `code[start:end]`. `value` is its text, `found` the match (for named groups)."""

    __slots__ = ("end", "found", "start", "type", "value")

    # What lark reads of a token to place an error.
    line = column = end_line = end_column = start_pos = end_pos = 0

    def __init__(self, type_: str, value: str, start: int, end: int, found: re.Match[str] | None = None) -> None:
        self.type, self.value, self.start, self.end, self.found = type_, value, start, end, found

    def __repr__(self) -> str:
        return f"Token({self.type}, {self.value!r})"


class Rule(NamedTuple):
    """What a mode knows: text that matches `pattern` is a `terminal`, or is skipped when that is None.

    Then `pops` modes are left and `push` is entered. Patterns may hold groups with names that are unique in the mode.
    """

    terminal: str | None
    pattern: str
    pops: int = 0
    push: str | None = None


class Mode(NamedTuple):
    """A compiled list of rules: one regular expression, and by the index of its groups what each rule does."""

    match: Callable[[str, int], re.Match[str] | None]
    rules: Mapping[int, Rule]


def compile_mode(rules: Sequence[Rule], flags: int, before: str = "") -> Mode:
    """One mode; what the pattern `before` matches is skipped with the match of a rule."""
    # The group around a rule closes last, so it is the `lastindex` of a match, whatever groups stand inside.
    alternatives = "|".join(f"(?P<rule_{at}>{rule.pattern})" for at, rule in enumerate(rules))
    compiled = re.compile(f"{before}(?:{alternatives})" if before else alternatives, flags)
    return Mode(compiled.match, {compiled.groupindex[f"rule_{at}"]: rule for at, rule in enumerate(rules)})


class ModeLexer(Lexer):
    """A lexer for lark's custom-lexer seam: a subclass says what the tokens of a code are."""

    __future_interface__ = 2  # lark's number for lexers that are handed over as they are

    def __init__(self, _conf: object = None) -> None:
        """lark hands over its configuration, which the rules make needless."""

    def lex(self, lexer_state: Any, _parser_state: object) -> Iterator[Token]:  # type: ignore[override]
        """The seam: `lexer_state.text` is a slice of the code, which is always the whole."""
        return self.tokens(lexer_state.text.text)

    @abstractmethod
    def tokens(self, code: str) -> Iterator[Token]:
        """All tokens of the code."""
