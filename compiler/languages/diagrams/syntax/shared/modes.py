"""Lexers with modes: each mode is a list of rules, of which the first that matches wins.

A lexer has a stack of modes. A rule makes a token (or skips its text), and may leave modes and enter another.

In many kinds of diagram a line with `direction LR` anywhere in it is one token, from the lexer's position to the end
of the line. At the end of the text the rules are tried once more: values may be empty, and some modes match the end.
"""

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from compiler.languages.diagrams.syntax.shared.lexing import ERROR, CodeLexer, Token
from compiler.languages.diagrams.syntax.shared.text import JS_INLINE_SPACE, JS_SPACE

START = "START"  # the mode that every lexer begins in
LINE_ENDS = "\n\r\u2028\u2029"
DIRECTIONS = ("TB", "BT", "RL", "LR")  # in the order in which Mermaid tries them
NOWHERE = 1 << 62


class Rule(NamedTuple):
    """Text that matches `pattern` is a token of type `terminal`, or is skipped when that is None.

    Then `pops` modes are left and `push` is entered. Patterns may hold groups with names that are unique in the mode.
    """

    terminal: str | None
    pattern: str
    pops: int = 0
    push: str | None = None


# Marks the place in a list of rules at which a direction line is tried.
DIRECTION = Rule("DIRECTION", "")


def rule(terminal: str | None, pattern: str, *, pops: int = 0, push: str | None = None) -> Rule:
    """A rule in whose pattern `{S}` stands for white space and `{Z}` for the end of the text."""
    return Rule(terminal, pattern.replace("{S}", JS_SPACE).replace("{Z}", r"\Z"), pops, push)


BLANKS = rule(None, r"{S}+")
INLINE_BLANKS = rule(None, rf"{JS_INLINE_SPACE}+")


class Mode(NamedTuple):
    """The compiled rules of a mode: one regular expression, and the rules by the number of their group in it.

    `before_direction` matches what the rules before DIRECTION match; it is None in a mode without direction lines.
    When no rule of a fragile mode matches, the mode is left and the rest of the line becomes an ERROR token.
    """

    match: Callable[[str, int], re.Match[str] | None]
    rules: Mapping[int, Rule]
    before_direction: re.Pattern[str] | None
    is_fragile: bool


class Modes(dict[str, Mode]):
    """Modes by name. A mode is compiled when a lexer first enters it: most texts need few, and their patterns are
    large. `direction` matches the words of a direction."""

    def __init__(self, tables: Mapping[str, Sequence[Rule]], flags: int, fragile: Collection[str]) -> None:
        super().__init__()
        self.names = tuple(tables)
        self._tables, self._flags, self._fragile = tables, flags, fragile
        self.direction = re.compile(rf"direction{JS_SPACE}+(TB|BT|RL|LR)", flags)

    def __missing__(self, name: str) -> Mode:
        mode = self[name] = _compile(self._tables[name], self._flags, name in self._fragile)
        return mode


def compile_modes(tables: Mapping[str, Sequence[Rule]], *, any_case: bool, fragile: Collection[str] = ()) -> Modes:
    """The modes of a kind of diagram by name; the first one is START. `fragile` names the fragile modes."""
    return Modes(tables, re.ASCII | (re.IGNORECASE if any_case else 0), fragile)


def _compile(rules: Sequence[Rule], flags: int, is_fragile: bool) -> Mode:
    plain = [own_rule for own_rule in rules if own_rule is not DIRECTION]
    # The group around a rule closes last, so it is the `lastindex` of a match, whatever groups stand inside.
    pattern = "|".join(f"(?P<rule_{number}>{own_rule.pattern})" for number, own_rule in enumerate(plain))
    if any(own_rule in (BLANKS, INLINE_BLANKS) for own_rule in plain):
        # Blanks on a line are skipped in the match of the token after them: half as many matches.
        pattern = rf"(?:[ \t]++(?!{JS_SPACE}))?(?:{pattern})"
    compiled = re.compile(pattern, flags)
    by_group = {compiled.groupindex[f"rule_{number}"]: own_rule for number, own_rule in enumerate(plain)}
    return Mode(compiled.match, by_group, _before_direction(rules, flags), is_fragile)


def _before_direction(rules: Sequence[Rule], flags: int) -> re.Pattern[str] | None:
    if DIRECTION not in rules:
        return None
    before = rules[: rules.index(DIRECTION)]
    words = "|".join(own_rule.pattern for own_rule in before if own_rule is not INLINE_BLANKS)
    blanks = f"{JS_INLINE_SPACE}*" if INLINE_BLANKS in before else ""
    return re.compile(f"{blanks}(?:{words})" if words else "(?!)", flags)


class ModeLexer(CodeLexer):
    """The lexer of a kind of diagram. A subclass defines its `modes`."""

    modes: Modes

    def modes_for(self, code: str) -> Mapping[str, Mode]:  # noqa: ARG002
        """The modes for one text. A lexer overrides this whose rules would look for the same end again and again."""
        return self.modes

    def tokens(self, code: str) -> Iterator[Token]:
        modes = self.modes_for(code)
        stack = [modes[START]]
        match, rules, before_direction, is_fragile = stack[-1]
        directions = direction_lines(code, self.modes.direction)
        line_start, word, line_end, value = next(directions)
        at, size, ended = 0, len(code), False
        while not ended:
            ended = at >= size
            while at > word:
                line_start, word, line_end, value = next(directions)
            if at >= line_start and before_direction and not before_direction.match(code, at):
                yield Token("DIRECTION", value, at, line_end)
                at = line_end
                continue
            found = match(code, at)
            if found is None:
                start, at = at, at + 1
                if is_fragile:
                    at = max(at, code.find("\n", at))
                    while stack[-1].is_fragile:
                        stack.pop()
                    match, rules, before_direction, is_fragile = stack[-1]
                if not ended:
                    yield Token(ERROR, code[start:at], start, at)
                continue
            start, at = at, found.end()
            index = found.lastindex or 0
            terminal, _, pops, push = rules[index]
            if terminal is not None:
                yield Token(terminal, found[index], found.start(index), at, found)
            if pops or push:
                del stack[max(1, len(stack) - pops) :]
                if push:
                    stack.append(modes[push])
                match, rules, before_direction, is_fragile = stack[-1]
            elif at == start:  # an empty match in an unchanged mode would repeat forever
                at += 1


def lexer_of(modes: Modes) -> type[ModeLexer]:
    """Return the lexer that has some modes and nothing else of its own."""
    return type("KindLexer", (ModeLexer,), {"modes": modes})


def direction_lines(code: str, direction: re.Pattern[str]) -> Iterator[tuple[int, int, int, str]]:
    """Yield (start of line, start of the word `direction`, end of line, value) of each line that names a direction, in
    order; then one more whose offsets are NOWHERE."""
    behind = 0
    match = direction.search(code)
    while match:
        start = max(behind, *(code.rfind(end, behind, match.start()) + 1 for end in LINE_ENDS))
        end = code.find("\n", match.end())
        behind = len(code) if end < 0 else end
        found = [match[1].upper(), *(more[1].upper() for more in direction.finditer(code, match.end(), behind))]
        yield start, match.start(), behind, min(found, key=DIRECTIONS.index)
        match = direction.search(code, behind)
    yield NOWHERE, NOWHERE, NOWHERE, ""
