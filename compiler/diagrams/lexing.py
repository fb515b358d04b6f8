"""A lexer of modes, and a parse that goes on behind errors: what the grammars of the diagrams share.

A `ModeLexer` has a stack of modes; a mode is a list of rules, and the first rule that matches wins, however long the
match. A rule makes a token (or skips), and may leave its mode and enter another. `read` feeds the tokens to a grammar;
where the grammar refuses one, it reports that, skips to the next separator and goes on.

    class PieLexer(ModeLexer):
        modes = compile_modes({
            "LINE": (Rule("NEWLINE", r"\\n+"), Rule(None, " +"), Rule("QUOTE", '"', push="TEXT"), Rule("NUMBER", r"\\d+")),
            "TEXT": (Rule("TEXT", '[^"]+'), Rule("QUOTE", '"', pops=1)),
        })
        start = "LINE"

The grammar declares the terminals: `%declare NEWLINE QUOTE TEXT NUMBER`.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple

import lark
from lark.exceptions import UnexpectedToken
from lark.lexer import Lexer
from lark.parsers.lalr_parser_state import ParserState

# The terminal of what no rule matches, up to the end of its line. No grammar declares it, so it is always an error.
ERROR = "ERROR"
END = "$END"


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
    survives: bool


def compile_modes(
    modes: Mapping[str, Sequence[Rule]], *, flags: int = 0, survive: Sequence[str] = ()
) -> dict[str, Mode]:
    """The modes of a lexer. Behind an error the lexer falls back to the innermost mode that `survive` names."""
    return {name: _mode(rules, flags, name in survive) for name, rules in modes.items()}


def _mode(rules: Sequence[Rule], flags: int, survives: bool) -> Mode:
    by_index: dict[int, Rule] = {}
    index = 1
    for rule in rules:
        # The group around a rule closes last, so it is the `lastindex` of a match, whatever groups stand inside.
        by_index[index] = rule
        index += 1 + re.compile(rule.pattern, flags).groups
    pattern = re.compile("|".join(f"({rule.pattern})" for rule in rules), flags)
    return Mode(pattern.match, by_index, survives)


class ModeLexer(Lexer):
    """Yields the tokens of a code. Subclasses set `modes` and `start`, the mode it begins in (it always survives)."""

    modes: ClassVar[Mapping[str, Mode]]
    start: ClassVar[str]
    __future_interface__ = True

    def __init__(self, _conf: object = None) -> None:
        pass

    def lex(self, lexer_state: Any, _parser_state: object) -> Iterator[Token]:  # type: ignore[override]
        """The seam of lark: `lexer_state.text` is a slice of the whole code."""
        return self.tokens(lexer_state.text.text)

    def tokens(self, code: str) -> Iterator[Token]:
        """All tokens of the code, with an ERROR token for each stretch that no rule matches."""
        at, size = 0, len(code)
        stack = [self.modes[self.start]]
        match, rules, _ = stack[-1]
        while at < size:
            found = match(code, at)
            if found is None or (found.end() == at and not rules[found.lastindex or 0].pops):
                stretch = _rest_of_line(code, at)
                yield Token(ERROR, code[at:stretch], at, stretch)
                at = stretch
                while len(stack) > 1 and not stack[-1].survives:
                    stack.pop()
                match, rules, _ = stack[-1]
                continue
            terminal, _, pops, push = rules[found.lastindex or 0]
            end = found.end()
            if terminal is not None:
                yield Token(terminal, found[0], at, end, found)
            at = end
            if pops or push:
                # A stray closer leaves the lexer where it is: the grammar will say what is wrong.
                del stack[max(1, len(stack) - pops) :]
                if push:
                    stack.append(self.modes[push])
                match, rules, _ = stack[-1]


def _rest_of_line(code: str, at: int) -> int:
    """Where the line ends that has `at` inside; at least one character further."""
    end = code.find("\n", at)
    return len(code) if end < 0 else max(end, at + 1)


Report = Callable[[Token, "set[str]"], None]


def read(
    parser: lark.Lark,
    code: str,
    report: Report,
    *,
    separators: frozenset[str],
    closers: Sequence[str] = (),
) -> Any:
    """The value of the grammar's start rule, or None when nothing could be saved.

    `report(token, expected)` is told of each error: the token that does not fit (type END at the end of the code) and
    the terminals that would. Behind an error, tokens are skipped up to one of `separators`; what was complete before it
    is kept. Blocks that are open at the end are closed with `closers`. A terminal that is both in the source would be
    reported once, and what follows is read as if it had been right.
    """
    interactive = parser.parse_interactive(code)
    state: Any = interactive.parser_state
    feed = state.feed_token
    skipping = False
    for token in interactive.lexer_thread.lex(state):
        if skipping:
            skipping = token.type not in separators or not _resume(state, token)
            continue
        try:
            feed(token)
        except UnexpectedToken as error:
            report(token, error.expected)
            skipping = token.type not in separators or not _resume(state, token)
    if skipping:
        _resume(state, Token(min(separators), "", len(code), len(code)))
    return _finish(state, Token(END, "", len(code), len(code)), report, separators, closers)


def _resume(state: "ParserState[int]", token: Any) -> bool:
    """Feeds a token to the innermost unfinished rule that can take it; what lies above that rule is dropped."""
    states, stack = state.parse_conf.states, state.state_stack
    kept, values = stack[:], state.value_stack[:]
    while True:
        if token.type in states[stack[-1]]:
            try:
                state.feed_token(token)
            except UnexpectedToken:
                pass
            else:
                return True
        if len(stack) == 1:
            # No rule can: the parser waits where it was for the next separator.
            stack[:], state.value_stack[:] = kept, values
            return False
        stack.pop()
        state.value_stack.pop()


def _finish(
    state: "ParserState[int]", end: Any, report: Report, separators: frozenset[str], closers: Sequence[str]
) -> Any:
    """The value of the whole, after closing what is still open."""
    complained = False
    for _ in range(2 * len(state.state_stack) + 2):
        try:
            return state.feed_token(end, True)
        except UnexpectedToken as error:
            if not complained:
                report(end, error.expected)
            complained = True
        if not _close(state, end, separators, closers):
            break
    return None


def _close(state: "ParserState[int]", end: Any, separators: frozenset[str], closers: Sequence[str]) -> bool:
    """Ends the innermost open block; False when nothing can be closed."""
    states, stack = state.parse_conf.states, state.state_stack
    for terminal in (*sorted(separators), *closers):
        if terminal in separators and any(closer in states[stack[-1]] for closer in closers):
            continue
        if terminal in states[stack[-1]]:
            try:
                state.feed_token(Token(terminal, "", end.start, end.end))  # type: ignore[arg-type]
            except UnexpectedToken:
                continue
            if terminal in closers:
                return True
    if len(stack) > 1:
        stack.pop()
        state.value_stack.pop()
        return True
    return False


def expected_words(expected: "set[str]", words: Mapping[str, str]) -> str:
    """What could stand somewhere, in the words of the language: "a node, an edge or `end`".

    `words` says what a terminal is called; one that it lacks is not mentioned.
    """
    named = sorted({words[terminal] for terminal in expected if terminal in words})
    if len(named) < 2:
        return named[0] if named else "something else"
    return f"{', '.join(named[:-1])} or {named[-1]}"
