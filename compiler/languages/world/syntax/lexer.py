"""The lexer of the world language: lines into the tokens of a grammar, indentation into blocks.

The terminals stand in the grammar; at each point only those are tried that the parser can take there. Where a line is
done, the parser also says what ends it: `_NL`, or the beginning of a block. So the lexer knows blocks, no construct:

- `_BLOCK`  holds the following lines that are indented deeper; after the last of them come `END` and `_NL`
- `_STANZA` ends at a blank line, too
- `_LIST`   is not ended by a comment line, however little that is indented
- a line that the innermost block cannot read ends it
"""

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from lark.common import LexerConf
from lark.lexer import Lexer, LexerState, PatternStr, TerminalDef

from compiler.languages.world.syntax.source_text import LineRange, Row, SourceText, Token, new_token
from compiler.model.spans import NOWHERE

_ENDINGS = ("_NL", "_BLOCK", "_STANZA", "_LIST")

Match = Callable[[str, int], "re.Match[str] | None"]


class Point(NamedTuple):
    """What a state of the parser asks for: the token that comes next, and what ends the line if it is done here."""

    match: Match
    ending: str | None


class Block(NamedTuple):
    """An open block: its kind and the least indentation of its lines."""

    kind: str
    indent: int

    def holds(self, row: Row, last: int) -> bool:
        """Whether a line still belongs to it; `last` is the number of the line read before."""
        if self.kind == "_STANZA" and row.number > last + 1:
            return False
        return row.indent >= self.indent or (self.kind == "_LIST" and row.text[row.indent] == "#")

    def end(self, page: SourceText, last: int, following: int) -> tuple[Token, Token]:
        """Its last tokens. The blank lines before the line that follows belong to it, unless one has ended it."""
        number = last if self.kind == "_STANZA" else following - 1
        return Token("END", "", page.line_span(number), page), Token("_NL", "", NOWHERE, page)


class BlockLexer(Lexer):
    """Reads an `LineRange`. One lexer serves one grammar."""

    __future_interface__ = 2  # lark hands over its states as they are

    def __init__(self, conf: LexerConf) -> None:
        self._terminals = sorted(conf.terminals, key=_precedence)
        self._points: dict[int, Point] = {}

    def lex(self, lexer_state: LexerState, parser_state: Any) -> Iterator[Token]:  # type: ignore[override]
        """The tokens of an excerpt. The parser takes each one before the next is read, so its state leads the way."""
        excerpt: LineRange = lexer_state.text  # type: ignore[assignment]
        page, points, states = excerpt.page, self._points, parser_state.state_stack
        newline = Token("_NL", "", NOWHERE, page)
        blocks: list[Block] = []
        last = 0
        for row in excerpt.rows:
            while blocks and not blocks[-1].holds(row, last):
                yield from blocks.pop().end(page, last, row.number)
            last, position, text, span = row
            if blocks and blocks[-1].kind == "_STANZA":
                span = page.line_span(last)
            point = points.get(states[-1]) or self._point(parser_state)
            while position < len(text) or point.ending is None:
                found = point.match(text, position)
                if found is None:
                    yield from blocks.pop().end(page, last, last)
                else:
                    yield new_token((found.lastgroup or "", found.group(), span, page))
                    position = found.end()
                point = points.get(states[-1]) or self._point(parser_state)
            if point.ending == "_NL":
                yield newline
            else:
                yield Token(point.ending, "", span, page)
                blocks.append(Block(point.ending, excerpt.inner(row.indent)))
        while blocks:
            yield from blocks.pop().end(page, last, excerpt.stop)

    def _point(self, parser_state: Any) -> Point:
        state = parser_state.position
        accepted = parser_state.parse_conf.states[state]
        match = _match(one for one in self._terminals if one.name in accepted)
        point = Point(match, next((ending for ending in _ENDINGS if ending in accepted), None))
        self._points[state] = point
        return point


def _precedence(terminal: TerminalDef) -> tuple[int, bool, int, str]:
    literal = isinstance(terminal.pattern, PatternStr)
    return -terminal.priority, not literal, -len(terminal.pattern.value), terminal.name


def _match(terminals: Iterable[TerminalDef]) -> Match:
    patterns = [f"(?P<{one.name}>{one.pattern.to_regexp()})" for one in terminals]
    return re.compile("|".join(patterns) or "(?!)").match
