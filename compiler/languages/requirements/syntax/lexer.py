"""The lexer of requirement markdown: a text into tokens of whole lines, by the terminals of the grammar.

At each point it tries only the terminals that the parser accepts there. lark's own contextual lexer does the same but
also tracks columns, which tokens of whole lines do not need, and takes half as long again. Time grows with the number
of tokens, so consecutive lines of the same terminal are one token.
"""

import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from lark.common import LexerConf
from lark.lexer import Lexer, LexerState, PatternStr, TerminalDef

Matcher = Callable[[str, int], "re.Match[str] | None"]

RUNS = frozenset({"ASSERTION", "TEXT"})  # terminals that repeat while no terminal of higher precedence matches


class Lines(NamedTuple):
    """The input of the lexer: a text that ends with a line break."""

    text: str


class _LineToken(NamedTuple):
    type: str
    value: str
    first: int


class LineToken(_LineToken):
    """Consecutive lines that match the terminal `type`; `first` is the number of the first line."""

    __slots__ = ()
    # lark reads these attributes of the last token to place its end-of-input token.
    line = column = end_line = end_column = start_pos = end_pos = 0


class LineLexer(Lexer):
    """Splits `Lines` into tokens for one grammar."""

    __future_interface__ = 2  # lark hands over its states as they are

    def __init__(self, conf: LexerConf) -> None:
        self._terminals = sorted(conf.terminals, key=_precedence)
        self._matchers: dict[int, Matcher] = {}
        self._matchers_by_names: dict[tuple[str, ...], Matcher] = {}

    def lex(self, lexer_state: LexerState, parser_state: Any) -> Iterator[LineToken]:  # type: ignore[override]
        """The tokens of a text. The parser takes each token before the next is read, so its state is up to date."""
        text: str = lexer_state.text.text
        matchers, states = self._matchers, parser_state.state_stack
        new, position, line, end = tuple.__new__, 0, 1, len(text)
        while position < end:
            matcher = matchers.get(states[-1]) or self._matcher(parser_state)
            found = matcher(text, position)
            if found is None:
                raise ValueError(f"no terminal of the grammar fits line {line}")  # a bug of the grammar, not the text
            value = found.group()
            yield new(LineToken, (found.lastgroup, value, line))
            position = found.end()
            line += value.count("\n")

    def _matcher(self, parser_state: Any) -> Matcher:
        """The matcher of all terminals that the parser accepts in its state."""
        state = parser_state.position
        accepted = parser_state.parse_conf.states[state]
        terminals = [terminal for terminal in self._terminals if terminal.name in accepted]
        names = tuple(terminal.name for terminal in terminals)
        # Compiling is slow, and many states accept the same terminals.
        if names not in self._matchers_by_names:
            self._matchers_by_names[names] = re.compile(_alternatives(terminals)).match
        self._matchers[state] = self._matchers_by_names[names]
        return self._matchers[state]


def _alternatives(terminals: list[TerminalDef]) -> str:
    """A pattern with one named group per terminal, the first terminal first."""
    before: list[str] = []
    patterns: list[str] = []
    for terminal in terminals:
        pattern = terminal.pattern.to_regexp()
        again = f"(?:(?!{'|'.join(before)})(?:{pattern})|(?!))*+" if terminal.name in RUNS else ""
        patterns.append(f"(?P<{terminal.name}>(?:{pattern}){again})")
        before.append(pattern)
    return "|".join(patterns)


def _precedence(terminal: TerminalDef) -> tuple[int, bool, int, str]:
    literal = isinstance(terminal.pattern, PatternStr)
    return -terminal.priority, not literal, -len(terminal.pattern.value), terminal.name
