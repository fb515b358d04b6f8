"""The lexer of the world language: from lines to the tokens of a grammar, from indentation to blocks.

The lexer tries only the terminals that the parser accepts in its current state. At the end of a line the state also
determines the next token: `_NL`, or one that opens a block of the deeper lines below. So the lexer knows blocks but no
construct of the language:

- `_BLOCK`  ends before a line that is not deeper; `END` and `_NL` close it
- `_STANZA` also ends at a blank line
- `_LIST`   is not ended by a comment line, whatever its indentation

A line that the innermost block does not accept ends that block, too.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from lark.common import LexerConf
from lark.lexer import Lexer, LexerState, PatternStr, TerminalDef

from compiler.languages.world.syntax.source_text import Line, LineRange, SourceText, Token, new_token
from compiler.model.spans import NOWHERE

_ENDINGS = ("_NL", "_BLOCK", "_STANZA", "_LIST")

Match = Callable[[str, int], "re.Match[str] | None"]


class Scanner(NamedTuple):
    """What to scan in one state of the parser: the next token, or at the end of a line its `ending`, if it may end."""

    match: Match
    ending: str | None


class Block(NamedTuple):
    """An open block: its kind and the least indentation of its lines."""

    kind: str
    indent: int

    def contains(self, line: Line, last: int) -> bool:
        """Whether a line belongs to the block. `last` is the number of the line before it that is not blank."""
        if self.kind == "_STANZA" and line.number > last + 1:
            return False
        return line.indent >= self.indent or (self.kind == "_LIST" and line.text[line.indent] == "#")

    def end(self, source: SourceText, last: int, following: int) -> tuple[Token, Token]:
        """The tokens that close the block. Its span includes blank lines before line `following`, unless it is a
        stanza."""
        number = last if self.kind == "_STANZA" else following - 1
        return Token("END", "", source.line_span(number), source), Token("_NL", "", NOWHERE, source)


class BlockLexer(Lexer):
    """A lark lexer that reads a `LineRange`. Each grammar has its own lexer."""

    __future_interface__ = 2  # lark then passes the states of lexer and parser

    def __init__(self, conf: LexerConf) -> None:
        self._terminals = sorted(conf.terminals, key=_precedence)
        self._scanners: dict[int, Scanner] = {}

    def lex(self, lexer_state: LexerState, parser_state: Any) -> Iterator[Token]:  # type: ignore[override]
        """Yield the tokens of a range. The parser consumes each token before the next is scanned, by its new state."""
        range_: LineRange = lexer_state.text  # type: ignore[assignment]
        source, scanners, states = range_.source, self._scanners, parser_state.state_stack
        newline = Token("_NL", "", NOWHERE, source)
        blocks: list[Block] = []
        last = 0
        for line in range_.lines:
            while blocks and not blocks[-1].contains(line, last):
                yield from blocks.pop().end(source, last, line.number)
            last, position, text, span = line
            if blocks and blocks[-1].kind == "_STANZA":
                span = source.line_span(last)
            scanner = scanners.get(states[-1]) or self._scanner_of(parser_state)
            while position < len(text) or scanner.ending is None:
                match = scanner.match(text, position)
                if match is None:
                    yield from blocks.pop().end(source, last, last)
                else:
                    yield new_token((match.lastgroup or "", match.group(), span, source))
                    position = match.end()
                scanner = scanners.get(states[-1]) or self._scanner_of(parser_state)
            if scanner.ending == "_NL":
                yield newline
            else:
                yield Token(scanner.ending, "", span, source)
                blocks.append(Block(scanner.ending, range_.block_indent(line.indent)))
        while blocks:
            yield from blocks.pop().end(source, last, range_.stop)

    def _scanner_of(self, parser_state: Any) -> Scanner:
        state = parser_state.position
        accepted = parser_state.parse_conf.states[state]
        match = _matcher(terminal for terminal in self._terminals if terminal.name in accepted)
        scanner = Scanner(match, next((ending for ending in _ENDINGS if ending in accepted), None))
        self._scanners[state] = scanner
        return scanner


def _precedence(terminal: TerminalDef) -> tuple[int, bool, int, str]:
    literal = isinstance(terminal.pattern, PatternStr)
    return -terminal.priority, not literal, -len(terminal.pattern.value), terminal.name


def _matcher(terminals: Iterable[TerminalDef]) -> Match:
    patterns = [f"(?P<{terminal.name}>{terminal.pattern.to_regexp()})" for terminal in terminals]
    return re.compile("|".join(patterns) or "(?!)").match
