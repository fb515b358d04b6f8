"""The lexer of requirement markdown: a text into words of whole lines, by the terminals of the grammar.

At each point only those terminals are tried that the parser can take there. lark's own contextual lexer does the same,
and keeps track of columns besides, which no word of whole lines needs: it takes half as long again. What costs time is
the number of words, so lines of one sort that follow one another are one word.
"""

import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from lark.common import LexerConf
from lark.lexer import Lexer, LexerState, PatternStr, TerminalDef

Match = Callable[[str, int], "re.Match[str] | None"]

RUNS = frozenset({"ASSERTION", "TEXT"})  # terminals that are repeated as long as none before them in order fits


class Lines(NamedTuple):
    """What the lexer reads: a text that ends with a line break."""

    text: str


class _Word(NamedTuple):
    type: str
    value: str
    first: int


class Word(_Word):
    """Some lines of the text, under the name of a terminal; `first` is the number of the first of them."""

    __slots__ = ()
    # lark gives its end-of-input token the place of the last word, by these names.
    line = column = end_line = end_column = start_pos = end_pos = 0


class LineLexer(Lexer):
    """Reads `Lines`. One lexer serves one grammar."""

    __future_interface__ = 2  # lark hands over its states as they are

    def __init__(self, conf: LexerConf) -> None:
        self._terminals = sorted(conf.terminals, key=_precedence)
        self._matches: dict[int, Match] = {}
        self._by_names: dict[tuple[str, ...], Match] = {}

    def lex(self, lexer_state: LexerState, parser_state: Any) -> Iterator[Word]:  # type: ignore[override]
        """The words of a text. The parser takes each one before the next is read, so its state leads the way."""
        text: str = lexer_state.text.text
        matches, states = self._matches, parser_state.state_stack
        new, position, line, end = tuple.__new__, 0, 1, len(text)
        while position < end:
            match = matches.get(states[-1]) or self._match(parser_state)
            found = match(text, position)
            if found is None:
                raise ValueError(f"no terminal of the grammar fits line {line}")  # a fault of the grammar, not the text
            value = found.group()
            yield new(Word, (found.lastgroup, value, line))
            position = found.end()
            line += value.count("\n")

    def _match(self, parser_state: Any) -> Match:
        state = parser_state.position
        accepted = parser_state.parse_conf.states[state]
        terminals = [one for one in self._terminals if one.name in accepted]
        names = tuple(one.name for one in terminals)
        # Compiling takes long, and many states accept the same.
        if names not in self._by_names:
            self._by_names[names] = re.compile(_alternatives(terminals)).match
        self._matches[state] = self._by_names[names]
        return self._matches[state]


def _alternatives(terminals: list[TerminalDef]) -> str:
    before: list[str] = []
    patterns: list[str] = []
    for one in terminals:
        pattern = one.pattern.to_regexp()
        again = f"(?:(?!{'|'.join(before)})(?:{pattern})|(?!))*+" if one.name in RUNS else ""
        patterns.append(f"(?P<{one.name}>(?:{pattern}){again})")
        before.append(pattern)
    return "|".join(patterns)


def _precedence(terminal: TerminalDef) -> tuple[int, bool, int, str]:
    literal = isinstance(terminal.pattern, PatternStr)
    return -terminal.priority, not literal, -len(terminal.pattern.value), terminal.name
