"""What a line of prose says about waiting: `T002 blocks T003`, `Phase 2 depends on Phase 1`, `US1 → US2`.

The line is divided by the grammar `waiting.lark`. What a name means is decided by `phases`, which knows the list.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from lark import Lark, Token

from compiler.text.grammars import load
from compiler.text.numbers import whole_number

MAX_LINE = 1000  # characters; a longer line is not looked at
PLACE = "\ue000"  # before the place of a phase that is named; no text has this character
MAX_RANGE = 200  # phases or stories of one range

# A quick test: a line without one of these says nothing about waiting.
MAY_WAIT = re.compile(
    r"d[ée]pend|block|requi[rs]|voraussetz|hängt|завис|前置|前提|依[赖賴存]|need|wait|prerequisite|predecess|abhäng|dipend|builds|when|criteria|first|after|before|once|until|follow|precede|enable|parallel|concurrent"
    r"|[>→➜➔⇒►▶⟶]",
    re.IGNORECASE,
)
# Likewise: a line without one of these names nothing.
_MAY_NAME = re.compile(
    r"\ue000|\bT\d|[A-Z0-9]-\d|(?i:phase|fase|[ée]tap[ae]|этап|阶段|階段|フェーズ|stor(?:y|ies)|\bUS-?\d|previous|prior|preceding|earlier|everything|\ball\b"
    r"|this[ \t]|group|wave|batch|stage|sprint|round|milestone|iteration)"
)
_NUMBER = re.compile(r"\d{1,3}(?:\.\d{1,2})?")
_TO = re.compile(r"[-–—]|\bto\b|\bthrough\b", re.IGNORECASE)
_NAMES = frozenset({"PHASES", "STORIES", "GROUPS", "TASKS", "NAMED", "ALL_STORIES", "PREVIOUS", "THIS"})
_WORDS = frozenset({"AFTER", "ONCE", "UNTIL", "BEFORE"})
_MARKS = re.compile(r"[*`~]++")


class Name(NamedTuple):
    """What a line names: `kind` is phases, stories, groups, tasks, named, all_stories, previous or this. `values` are
    numbers of phases, stories or groups, ids as written, or the place of a named phase. `is_open`: `Phase 3+`."""

    kind: str
    values: tuple[str, ...] = ()
    is_open: bool = False


Names = tuple[Name, ...]


class Waiting(NamedTuple):
    """`waiters` wait for `targets`. A line may leave the waiters or the targets out: it then speaks of its section."""

    waiters: Names
    targets: Names


@dataclass(slots=True)
class Said:
    """What a line says: what waits, what may be done at the same time as what, and the names at its head."""

    waiting: list[Waiting] = field(default_factory=list)
    parallel: list[tuple[Names, Names]] = field(default_factory=list)
    head: Names = ()
    is_independent: bool = False


def said_by(line: str, *, has_arrows: bool) -> Said:
    """Read a line. Arrows between names count with `has_arrows` only."""
    if len(line) > MAX_LINE or not _MAY_NAME.search(line):
        return Said()
    tokens: Sequence[Token] = _grammar().parse(_MARKS.sub("", line))  # type: ignore[assignment]
    reader = _Reader()
    reader.read(_without_asides(tokens))
    said = reader.said
    if has_arrows and not said.waiting:
        said.waiting += _by_arrows(tokens)
    said.parallel = list(_parallel(tokens))
    return said


def names_in(text: str) -> Names:
    """The names in a cell of a table, which says that it waits for them; () of one that says that there are none."""
    tokens: Sequence[Token] = _grammar().parse(_MARKS.sub("", text[:MAX_LINE]))  # type: ignore[assignment]
    found: list[Name] = []
    for token in _without_asides(tokens):
        if token.type == "NOT" or (found and (token.type == "STOP" or token.type in _WORDS)):
            break
        if token.type in _NAMES:
            found.append(_name(token))
    return tuple(found)


@cache
def _grammar() -> Lark:
    return load(Path(__file__).with_name("waiting.lark"), start=["line"], rules=_Rules())


class _Rules:
    """What the rule of `waiting.lark` makes of its tokens."""

    def line(self, *tokens: Token) -> tuple[Token, ...]:
        return tokens


def _without_asides(tokens: Sequence[Token]) -> Iterable[Token]:
    """The tokens without brackets that hold an aside: those that begin neither with a name nor with a word of
    waiting. The signs around a name are left out: `Setup (Phase 1)` has two names for one phase."""
    open_brackets: list[str] = []
    for at, token in enumerate(tokens):
        following = tokens[at + 1].type if at + 1 < len(tokens) else ""
        if token.type == "OPEN":
            is_known = following in _NAMES | _WORDS or _says_waiting(tokens, at)
            is_aside = "aside" in open_brackets or not is_known
            open_brackets.append("aside" if is_aside else "name" if following in _NAMES else "word")
            if open_brackets[-1] == "word":
                yield token
        elif token.type == "CLOSE":
            if open_brackets and open_brackets.pop() == "word":
                yield token
        elif "aside" not in open_brackets:
            yield token


def _says_waiting(tokens: Sequence[Token], at: int) -> bool:
    """Whether a word of waiting and a name stand side by side in the bracket that opens at a place: `(later, requires
    Phase 7)`."""
    for token, following in pairwise(tokens[at:]):
        if following.type == "CLOSE":
            return False
        if token.type in _WORDS and following.type in _NAMES:
            return True
    return False


class _Reader:
    """Reads the tokens of a line from left to right."""

    def __init__(self) -> None:
        self.said = Said()
        self._word = ""  # the word of waiting at hand
        self._waiters: Names = ()
        self._names: list[Name] = []  # since the last word
        self._comma = 0  # how many of them stand before the last comma
        self._first: Names = ()  # what stands between `After` and its comma
        self._is_clause = (
            False  # whether the word begins one: `After Phase 1, Phase 2`, and not `Needs Phase 1, Phase 2`
        )
        self._is_negated = self._is_stopped = self._after_and = False

    def read(self, tokens: Iterable[Token]) -> None:
        for token in tokens:
            if token.type in _NAMES:
                if not self._is_stopped:
                    self._names.append(_name(token))
            elif token.type in _WORDS:
                self._begin(token.type)
                self._is_clause = token.type == "ONCE" or token.lower() in ("after", "following")
            elif token.type in ("BREAK", "OPEN", "CLOSE"):
                self._end_clause(is_aside=token.type != "BREAK")
            elif token.type == "STOP":
                self._is_stopped = bool(self._word and self._names) or self._is_stopped
            elif token.type == "NOT":
                self._negate()
            elif token.type == "COMMA":
                self._at_comma()
            elif token == ":" and not self._names:
                self._is_clause = False  # `After: Phase 1, Phase 2`
            self._after_and = token.type == "AND"
        self._end_clause(is_aside=False)

    def _begin(self, word: str) -> None:
        is_negated = self._is_negated and word in ("AFTER", "ONCE")
        if self._word and self._names:
            own = self._names[self._comma :] if self._comma and not self._after_and else []
            targets = self._names[: self._comma] if own else self._names
            self._state(targets)
            self._waiters = tuple(own) or self._waiters
        elif self._names:
            self._waiters = tuple(self._names)
        else:
            self._waiters = self._waiters or self.said.head
        self.said.head = self.said.head or self._waiters
        if self._is_negated and word == "BEFORE":
            word = "AFTER"  # `cannot begin before`
        self._word = "" if is_negated else word
        self._names, self._comma, self._is_stopped = [], 0, False
        self._is_negated = False

    def _negate(self) -> None:
        self._is_negated = True
        self.said.is_independent = True
        if self._word and not self._names:
            self._word = ""  # `depends on no other story`

    def _at_comma(self) -> None:
        is_first = self._word == "ONCE" or (self._word == "AFTER" and not self._waiters and not self.said.head)
        if is_first and self._is_clause and self._names:
            self._first, self._word, self._names = tuple(self._names), "", []
        self._comma = len(self._names)

    def _end_clause(self, *, is_aside: bool) -> None:
        if self._word and self._names:
            self._state(self._names)
        elif self._first and self._names:
            self.said.waiting.append(Waiting(tuple(self._names), self._first))
        elif self._first:
            self.said.waiting.append(Waiting((), self._first))
        elif self._word == "BEFORE" or not self._names:
            pass
        elif not self.said.head and not is_aside:
            self.said.head = tuple(self._names)
        if is_aside and not self._word:
            return  # the names before a bracket are the waiters of what stands in it
        self._word, self._waiters, self._names, self._first = "", (), [], ()
        self._comma = 0
        self._is_negated = self._is_stopped = False

    def _state(self, names: Sequence[Name]) -> None:
        pair = (self._waiters, tuple(names))
        self.said.waiting.append(Waiting(*(pair if self._word != "BEFORE" else reversed(pair))))


def _by_arrows(tokens: Sequence[Token]) -> Iterable[Waiting]:
    """What arrows between names state: `Setup (Phase 1) → Phase 2 → Polish`."""
    groups: list[list[Name]] = [[]]
    for token in tokens:
        if token.type == "ARROW":
            groups.append([])
        elif token.type in _NAMES:
            groups[-1].append(_name(token))
    for before, after in pairwise(groups):
        if before and after:
            yield Waiting(tuple(after), tuple(before))


def _parallel(tokens: Sequence[Token]) -> Iterable[tuple[Names, Names]]:
    """What a line says may be done at the same time: `T001 and T002 can run in parallel`, `T019 in parallel with Phase
    4`. Names of what is marked so elsewhere do not count."""
    at = next((at for at, token in enumerate(tokens) if token.type == "PARALLEL"), None)
    if at is None or any(token.lower() == "marked" for token in tokens[:at]):
        return
    named = tuple(_name(token) for token in tokens[:at] if token.type in _NAMES)
    # `Within Phase 2: T004 and T005 can run in parallel`
    before = tuple(name for name in named if name.kind == "tasks") or named
    has_with = any(token.lower() == "with" for token in tokens[at + 1 : at + 2])
    after = tuple(_name(token) for token in tokens[at + 1 :] if token.type in _NAMES) if has_with else ()
    if before:
        yield before, after or before


def _name(token: Token) -> Name:
    kind, text = token.type.lower(), str(token)
    if kind in ("phases", "stories", "groups"):
        if not any(map(str.isdigit, text)):
            return Name("phases", ("last",))
        return Name(kind, tuple(_numbers(text)), text.endswith("+"))
    if kind == "tasks":
        from compiler.languages.knowledge.syntax.task_lists.dependencies import dependencies_of

        plain = re.sub(r"[ \t]*(?:through|to)[ \t]*", "-", text)
        return Name(kind, dependencies_of(plain).ids)
    return Name(kind, (text[1:],) if kind == "named" else ())


def _numbers(text: str) -> Iterable[str]:
    """The numbers of a list, with those inside its ranges."""
    last: str | None = None
    end = 0
    for found in _NUMBER.finditer(text):
        is_range = last is not None and _TO.search(text, end, found.start())
        first, final = whole_number(last or ""), whole_number(found[0])
        if is_range and first is not None and final is not None:
            yield from (str(number) for number in range(first + 1, min(final, first + MAX_RANGE)))
        yield found[0]
        last, end = found[0], found.end()
