"""Reading tokens with a grammar, past mistakes.

A token that the grammar cannot use costs its line: what is complete up to there is kept, the parser goes back to the
list of statements that it stood in, and reading goes on behind the line. Blocks left open are closed at the end.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import chain
from typing import Any, NamedTuple

from lark import Lark, UnexpectedInput

from compiler.languages.diagrams.syntax.shared.lexing import END, Token

ADVICE = "Take the blanks away that end the line before: Mermaid reads on over them and over the line break."


class Mistake(NamedTuple):
    """A token that could not be used (of type `$END`: the end of the text), and the types of those that could."""

    token: Token
    expected: frozenset[str]


@dataclass(frozen=True, slots=True)
class Recovery:
    """How a grammar gets back on its feet.

    `lists` are the rules and tokens whose repetition is a list of statements or parts. `separator` ends a statement;
    `header` begins the text. `shut` are blocks of parts (opening and closing token): when their beginning is lost, they
    are skipped. `open` are blocks of statements, which are then read as if they stood outside. `closing` are all tokens
    that may have to be added at the end, innermost first.
    """

    header: str
    lists: frozenset[str]
    separator: str
    shut: dict[str, str]
    open: dict[str, str]
    closing: tuple[str, ...]


@cache
def _beginning(parser: Lark) -> tuple[Any, Any]:
    """The state of a parser before its first token, and its lexer: copied much faster than set up for each text."""
    interactive = parser.parse_interactive("")
    thread: Any = interactive.lexer_thread
    return interactive.parser_state, thread.lexer


class Reading:
    """One text being read."""

    def __init__(self, parser: Lark, code: str, recovery: Recovery) -> None:
        self.code, self.recovery = code, recovery
        beginning, lexer = _beginning(parser)
        self.state = beginning.copy(deepcopy_values=False)
        self.tokens: Iterator[Token] = lexer.tokens(code)
        self.mistakes: list[Mistake] = []
        self.lost = 0  # blocks of statements whose beginning was skipped: so many closing tokens are without a partner

    def run(self) -> Any:
        """What the grammar makes of the text; None only if it has no list to go back to."""
        feed, tokens = self.state.feed_token, self.tokens
        token = next(tokens, None)
        while token is not None:
            try:
                feed(token)
                for token in tokens:
                    feed(token)
                break
            except UnexpectedInput as error:
                token = self.recover(token, error)
        end = Token(END, "", len(self.code), len(self.code))
        try:
            return feed(end, True)
        except UnexpectedInput as error:
            if not self.mistakes or self.mistakes[-1].token.start < end.start:
                self.note(end, error)
        return self.close(end)

    def note(self, token: Token, error: UnexpectedInput) -> None:
        expected = getattr(error, "expected", None) or ()
        self.mistakes.append(Mistake(token, frozenset(expected)))

    def recover(self, token: Token, error: UnexpectedInput) -> Token | None:
        """Goes back to the list and on to the end of the line; the token to go on with."""
        orphan = self.lost > 0 and token.type in self.recovery.open.values()
        if orphan:
            self.lost -= 1
        else:
            self.note(token, error)
        if not self.go_back() and token.type != self.recovery.header:
            self.accepts(self.recovery.header)
        return next(self.tokens, None) if orphan else self.skip(token)

    def go_back(self) -> bool:
        """Keeps what is complete and leaves what is not; whether there is a list to go back to."""
        self.accepts(self.recovery.separator)
        return self.leave()

    def leave(self) -> bool:
        """Leaves what is not complete, up to the innermost list."""
        states, tables = self.state.state_stack, self.state.parse_conf.states
        depth = len(states)
        while depth and self.recovery.lists.isdisjoint(tables[states[depth - 1]]):
            depth -= 1
        if depth:
            del states[depth:]
            del self.state.value_stack[depth - 1 :]
        return depth > 0

    def accepts(self, kind: str) -> bool:
        """Feeds a token that the text lacks; whether the grammar could use it."""
        return self.uses(Token(kind, "", len(self.code), len(self.code)))

    def uses(self, token: Token) -> bool:
        try:
            self.state.feed_token(token)
        except UnexpectedInput:
            return False
        return True

    def skip(self, mistaken: Token) -> Token | None:
        """Passes over the rest of the line, and over a block that was opened on it."""
        line_end = self.code.find("\n", mistaken.start)
        shut, open_ = self.recovery.shut, self.recovery.open
        ends = {self.recovery.separator, *shut.values(), *open_.values()}
        closing: list[str] = []
        for token in chain((mistaken,), self.tokens):
            if token.type in shut:
                closing.append(shut[token.type])
            elif closing:
                if token.type == closing[-1]:
                    closing.pop()
            elif token.type in ends and (self.uses(token) or token.type == self.recovery.separator):
                return next(self.tokens, None)
            elif token is not mistaken and token.start >= line_end >= 0:
                return token
            elif token.type in open_:
                self.lost += 1
        return None

    def close(self, end: Token) -> Any:
        """Closes the blocks that are still open; one that cannot be closed is given up."""
        stack = self.state.state_stack
        if not self.close_one():
            self.go_back()
        while stack:
            try:
                return self.state.feed_token(end, True)
            except UnexpectedInput:
                depth = len(stack)
            if self.close_one():
                # A block may be the end of a statement.
                self.accepts(self.recovery.separator)
                continue
            self.leave()
            if len(stack) == depth:
                stack.pop()
                del self.state.value_stack[-1:]
        return None

    def close_one(self) -> bool:
        """Ends the innermost block, or the text."""
        return any(self.accepts(kind) for kind in self.recovery.closing)


class LineReading(Reading):
    """One text being read."""

    def recover(self, token: Token, error: UnexpectedInput) -> Token | None:
        orphan = self.lost > 0 and token.type in self.recovery.open.values()
        if orphan or not begins_line(self.code, token):
            return super().recover(token, error)
        self.note(token, error)
        if self.accepts(self.recovery.separator) and self.uses(token):
            return next(self.tokens, None)
        if not self.go_back():
            self.accepts(self.recovery.header)
        return next(self.tokens, None) if self.uses(token) else self.skip(token)

    def go_back(self) -> bool:
        # A statement may be complete but for its line break; it takes one more token for the parser to conclude it.
        self.accepts(self.recovery.separator)
        return super().go_back()


def begins_line(code: str, token: Token) -> bool:
    """Whether nothing but blanks stands before a token on its line."""
    return bool(token.value.strip()) and line_break_before(code, token.start) >= 0


def line_break_before(code: str, offset: int) -> int:
    """Where the line break stands that only blanks separate from an offset; -1 when there is none."""
    at = offset - 1
    while at >= 0 and code[at] != "\n" and code[at].isspace():
        at -= 1
    return at if at >= 0 and code[at] == "\n" else -1


def advice(code: str, mistake: Mistake, separator: str) -> str | None:
    """What to do about a line break that was lost; None when that is not what happened."""
    line_break = line_break_before(code, mistake.token.start)
    lost = separator in mistake.expected and line_break > 0 and code[line_break - 1] in " \t"
    return ADVICE if lost and begins_line(code, mistake.token) else None
