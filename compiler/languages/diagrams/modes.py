"""A lexer with modes that also knows Mermaid's direction lines, and what happens at the very end of a text.

In many kinds of diagram a line with `direction LR` anywhere in it is one token from where the lexer stands to the end
of the line. At the end of the text the rules are tried once more: values may be empty, and some modes know the end.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from compiler.languages.diagrams import lexing
from compiler.languages.diagrams.lexing import ERROR, Rule, Token
from compiler.languages.diagrams.scripts import JS_INLINE_SPACE, JS_SPACE

START = "START"  # the mode that every lexer begins in
LINE_ENDS = "\n\r\u2028\u2029"
DIRECTIONS = ("TB", "BT", "RL", "LR")  # in the order in which they are tried
NOWHERE = 1 << 62

# Stands in a table at the place where a direction line is tried.
DIRECTION = Rule("DIRECTION", "")


class Mode(NamedTuple):
    """The rules of a mode. `before_direction` matches what those before DIRECTION match; None: directions are no part.

    A fragile mode is left when no rule of it matches, and the rest of the line is given up.
    """

    compiled: lexing.Mode
    before_direction: re.Pattern[str] | None
    fragile: bool


class Modes(dict[str, Mode]):
    """Modes by name, each compiled when a lexer first enters it: most texts need few, and their patterns are large.
    `direction` matches a direction line."""

    def __init__(self, tables: Mapping[str, Sequence[Rule]], flags: int, fragile: Collection[str]) -> None:
        super().__init__()
        self.names = tuple(tables)
        self._tables, self._flags, self._fragile = tables, flags, fragile
        self.direction = re.compile(rf"direction{JS_SPACE}+(TB|BT|RL|LR)", flags)

    def __missing__(self, name: str) -> Mode:
        rules = self._tables[name]
        compiled, before = _compiled(rules, self._flags), _before_direction(rules, self._flags)
        mode = self[name] = Mode(compiled, before, name in self._fragile)
        return mode


def rule(terminal: str | None, pattern: str, *, pops: int = 0, push: str | None = None) -> Rule:
    """A rule in whose pattern `{S}` stands for a blank and `{Z}` for the end of the text."""
    return Rule(terminal, pattern.replace("{S}", JS_SPACE).replace("{Z}", r"\Z"), pops, push)


BLANKS = rule(None, r"{S}+")
INLINE_BLANKS = rule(None, rf"{JS_INLINE_SPACE}+")


def compile_modes(tables: Mapping[str, Sequence[Rule]], *, any_case: bool, fragile: Collection[str] = ()) -> Modes:
    """The modes by name; the first one is START. `fragile` names those for which a mistake is the end."""
    return Modes(tables, re.ASCII | (re.IGNORECASE if any_case else 0), fragile)


def _compiled(rules: Sequence[Rule], flags: int) -> lexing.Mode:
    plain = [one for one in rules if one is not DIRECTION]
    # Blanks on a line are skipped with the match of what follows them: half as many matches.
    skips_blanks = any(one in (BLANKS, INLINE_BLANKS) for one in plain)
    return lexing.compile_mode(plain, flags, rf"(?:[ \t]++(?!{JS_SPACE}))?" if skips_blanks else "")


def _before_direction(rules: Sequence[Rule], flags: int) -> re.Pattern[str] | None:
    if DIRECTION not in rules:
        return None
    before = rules[: rules.index(DIRECTION)]
    words = "|".join(one.pattern for one in before if one is not INLINE_BLANKS)
    blanks = f"{JS_INLINE_SPACE}*" if INLINE_BLANKS in before else ""
    return re.compile(f"{blanks}(?:{words})" if words else "(?!)", flags)


class DirectionLexer(lexing.ModeLexer):
    """The lexer of a kind of diagram: a subclass gives its `diagram`."""

    diagram: Modes

    def tokens(self, code: str) -> Iterator[Token]:
        """The tokens of a text. What no rule takes becomes an ERROR token: lexing never fails."""
        modes = self.diagram
        stack = [modes[START]]
        (match, rules), before_direction, fragile = stack[-1]
        directions = direction_lines(code, self.diagram.direction)
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
                if fragile:
                    at = max(at, code.find("\n", at))
                    while stack[-1].fragile:
                        stack.pop()
                    (match, rules), before_direction, fragile = stack[-1]
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
                (match, rules), before_direction, fragile = stack[-1]
            elif at == start:  # nothing was read and nothing changed: go on, lest it stays so
                at += 1


def direction_lines(code: str, direction: re.Pattern[str]) -> Iterator[tuple[int, int, int, str]]:
    """The lines that name a direction: start of the line, of the word, end of the line, the direction; then NOWHERE."""
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
