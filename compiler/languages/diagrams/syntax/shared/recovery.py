"""Parsers that recover from mistakes.

A token that the grammar cannot use costs its line: what is complete up to there is kept, the parser unwinds to the
list of statements that it was in, and parsing goes on after the line. Blocks left open are closed at the end.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import chain
from typing import Any, NamedTuple

from lark import Lark, UnexpectedInput

from compiler.languages.diagrams.syntax.shared.lexing import END, Token

ADVICE = "Take the blanks away that end the line before: Mermaid reads on over them and over the line break."


class Mistake(NamedTuple):
    """A token that the grammar could not use (of type `$END`: the end of the text), and the token types it expected."""

    token: Token
    expected: frozenset[str]


@dataclass(frozen=True, slots=True)
class RecoveryRules:
    """How to recover in one grammar. All names are those of rules and tokens of the grammar.

    `lists` are the rules and tokens whose repetition is a list of statements or parts. `separator` ends a statement;
    `header` begins the text. `part_blocks` and `statement_blocks` map the opening token of a block to its closing one:
    when its opening is lost, a block of parts is skipped, and the statements of the other are read as if they stood
    outside. `closing` are all tokens that may have to be added at the end, innermost first.
    """

    header: str
    closing: tuple[str, ...]
    lists: frozenset[str] = frozenset({"_line"})
    separator: str = "_NEWLINE"
    part_blocks: dict[str, str] = field(default_factory=dict)
    statement_blocks: dict[str, str] = field(default_factory=dict)


@cache
def _initial_state(parser: Lark) -> tuple[Any, Any]:
    """The state of a parser before its first token, and its lexer. Copying the state is much faster than making it."""
    interactive = parser.parse_interactive("")
    thread: Any = interactive.lexer_thread
    return interactive.parser_state, thread.lexer


class RecoveringParser:
    """The parsing of one text. `mistakes` are the mistakes so far, in order."""

    def __init__(self, parser: Lark, code: str, rules: RecoveryRules) -> None:
        self.code, self.rules = code, rules
        initial, lexer = _initial_state(parser)
        self.state = initial.copy(deepcopy_values=False)
        self.tokens: Iterator[Token] = lexer.tokens(code)
        self.mistakes: list[Mistake] = []
        self.lost_openings = 0  # statement blocks whose opening was skipped: as many closing tokens have no partner

    def run(self) -> Any:
        """Return what the grammar makes of the text. None only if there was no list to unwind to."""
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
        return self.close_blocks(end)

    def note(self, token: Token, error: UnexpectedInput) -> None:
        expected = getattr(error, "expected", None) or ()
        self.mistakes.append(Mistake(token, frozenset(expected)))

    def recover(self, token: Token, error: UnexpectedInput) -> Token | None:
        """Unwind to the list and skip the rest of the line. Return the token to go on with."""
        is_orphan = self.is_orphan(token)
        if is_orphan:
            self.lost_openings -= 1
        else:
            self.note(token, error)
        if not self.unwind() and token.type != self.rules.header:
            self.insert(self.rules.header)
        return next(self.tokens, None) if is_orphan else self.skip_line(token)

    def is_orphan(self, token: Token) -> bool:
        """Whether a token closes a block whose opening was skipped."""
        return self.lost_openings > 0 and token.type in self.rules.statement_blocks.values()

    def unwind(self) -> bool:
        """Complete the statement if possible, then drop what is incomplete. Return whether a list was reached."""
        self.insert(self.rules.separator)
        return self.drop_incomplete()

    def drop_incomplete(self) -> bool:
        """Drop the states above the innermost list. Return whether there is one."""
        states, tables = self.state.state_stack, self.state.parse_conf.states
        depth = len(states)
        while depth and self.rules.lists.isdisjoint(tables[states[depth - 1]]):
            depth -= 1
        if depth:
            openings = self.rules.statement_blocks
            self.lost_openings += sum(
                isinstance(value, Token) and value.type in openings for value in self.state.value_stack[depth - 1 :]
            )
            del states[depth:]
            del self.state.value_stack[depth - 1 :]
        return depth > 0

    def insert(self, kind: str) -> bool:
        """Feed a token that the text lacks. Return whether the grammar could use it."""
        return self.feed(Token(kind, "", len(self.code), len(self.code)))

    def feed(self, token: Token) -> bool:
        """Feed a token. Return whether the grammar could use it."""
        try:
            self.state.feed_token(token)
        except UnexpectedInput:
            return False
        return True

    def skip_line(self, mistaken: Token) -> Token | None:
        """Skip the rest of the line, and a block of parts that opens on it. Return the next token."""
        line_end = self.code.find("\n", mistaken.start)
        part_blocks, statement_blocks = self.rules.part_blocks, self.rules.statement_blocks
        ends = {self.rules.separator, *part_blocks.values(), *statement_blocks.values()}
        closing: list[str] = []
        for token in chain((mistaken,), self.tokens):
            if token.type in part_blocks:
                closing.append(part_blocks[token.type])
            elif closing:
                if token.type == closing[-1]:
                    closing.pop()
            elif token.type in ends and (self.feed(token) or token.type == self.rules.separator):
                return next(self.tokens, None)
            elif token is not mistaken and token.start >= line_end >= 0:
                return token
            elif token.type in statement_blocks:
                self.lost_openings += 1
        return None

    def close_blocks(self, end: Token) -> Any:
        """Close the blocks that are still open, and give up those that cannot be closed. Return the result."""
        stack = self.state.state_stack
        if not self.close_block():
            self.unwind()
        while stack:
            try:
                return self.state.feed_token(end, True)
            except UnexpectedInput:
                depth = len(stack)
            if self.close_block():
                # A block may be the end of a statement.
                self.insert(self.rules.separator)
                continue
            self.drop_incomplete()
            if len(stack) == depth:
                stack.pop()
                del self.state.value_stack[-1:]
        return None

    def close_block(self) -> bool:
        """Close the innermost block, or the text. Return whether one of the closing tokens did."""
        return any(self.insert(kind) for kind in self.rules.closing)


class LineRecoveringParser(RecoveringParser):
    """A parser for lexers in which a blank before a line break swallows it.

    There a token that begins its line may be in order, and the mistake be on the line before. So the token is tried as
    the beginning of a statement before its line is given up.
    """

    def recover(self, token: Token, error: UnexpectedInput) -> Token | None:
        if self.is_orphan(token) or not begins_line(self.code, token):
            return super().recover(token, error)
        self.note(token, error)
        if self.insert(self.rules.separator) and self.feed(token):
            return next(self.tokens, None)
        if not self.unwind():
            self.insert(self.rules.header)
        return next(self.tokens, None) if self.feed(token) else self.skip_line(token)

    def unwind(self) -> bool:
        # The parser concludes a statement on the token after its line break, so there is one more in super().
        self.insert(self.rules.separator)
        return super().unwind()


def begins_line(code: str, token: Token) -> bool:
    """Whether only blanks precede a token on its line."""
    return bool(token.value.strip()) and line_break_before(code, token.start) >= 0


def line_break_before(code: str, offset: int) -> int:
    """The offset of the line break that only blanks separate from an offset; -1 when there is none."""
    at = offset - 1
    while at >= 0 and code[at] != "\n" and code[at].isspace():
        at -= 1
    return at if at >= 0 and code[at] == "\n" else -1


def lost_line_break_advice(code: str, mistake: Mistake, separator: str) -> str | None:
    """What to do about a line break that was swallowed; None when the mistake is another one."""
    line_break = line_break_before(code, mistake.token.start)
    lost = separator in mistake.expected and line_break > 0 and code[line_break - 1] in " \t"
    return ADVICE if lost and begins_line(code, mistake.token) else None
