"""The phases of a task list, and which of its tasks the names of phases, stories and tasks mean."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from compiler.languages.knowledge.syntax.task_lists.lines import Section
from compiler.languages.knowledge.syntax.task_lists.order_words import LABEL, NUMBERS_ALONE
from compiler.languages.knowledge.syntax.task_lists.waiting import PLACE, Name, Names
from compiler.text.numbers import whole_number

MAX_WORDS = 4  # of a title that is a name
MIN_NAME = 4  # letters
STORY_FLAG = re.compile(r"US-?(\d{1,3})$")

_PHASE = re.compile(
    r"\W{0,8}(?:(?:(?:phase|fase|[ée]tap[ae]|этап)[ \t]+|(?:阶段|階段|フェーズ)[ \t]*)"
    r"(\d{1,3}(?:\.\d{1,2})?|[A-Z]\b)|(final|last)[ \t]+phase\b)\W{0,8}",
    re.IGNORECASE,
)
# `MUST COMPLETE BEFORE 3.3`: the number of a phase alone, in the headings of phases with such numbers.
_BARE_PHASE = re.compile(r"(\b(?:before|after|until|blocks)[ \t]{1,4})(\d{1,3}\.\d{1,2})(?![\w.]\w)", re.IGNORECASE)
# Brackets that hold nothing but words.
_NUMBERED_PHASE = re.compile(r"(\bphase[ \t]{1,4}\d{1,3})[ \t]{0,4}\([A-Za-z &/-]{1,60}\)", re.IGNORECASE)
_STORY = re.compile(r"(?<!\w-)\b(?:user[ \t]+story|story|US)[ \t-]?(\d{1,3})\b", re.IGNORECASE)
_STORY_OF_GROUP = re.compile(r"\b[A-Z]{2,12}-US-?\d{1,3}\b")  # `AUTH-US1` is another story than `TASK-US1`
_STORIES = re.compile(r"\buser[ \t]+stor(?:y|ies)\b", re.IGNORECASE)
_SHORT = re.compile(r"[A-Z]{1,2}\d{1,2}")  # `M2` of `M2: Sails`
_SIGNED_NUMBER = re.compile(r"#\d{1,3}(?!\w)")
_ASIDE = re.compile(r"\([^()]{0,200}\)|\[[^\[\]]{0,200}\]")
_END = re.compile(r"[ \t][-–—][ \t]|[:：|]")
# First words of titles that are names by themselves: `Polish` of `Polish & Cross-Cutting Concerns`.
_KNOWN = frozenset(
    {"setup", "foundational", "foundation", "polish", "preparation", "cleanup", "integration", "documentation"}
    | {"testing", "validation", "infrastructure", "release", "deployment"}
)


class Member(NamedTuple):
    """A task of a list, as far as its order matters. `stories` are the numbers of its flags, `is_parallel` its flag
    `[P]`. `has_own`: its own text names what it waits for. `is_part`: it stands below another task. `phase` is the
    number of the phase that it is itself: `- [ ] **Phase 2: Splice**` in the list of the phases."""

    identifier: str
    line: int
    is_done: bool
    is_set_aside: bool
    is_parallel: bool
    stories: tuple[str, ...]
    has_own: bool
    is_part: bool
    phase: str = ""


class Phase(NamedTuple):
    """A phase: the tasks below its heading, and the one that it is, by their places among the members. `line` and
    `last_line` are those of its section; `stories` are the numbers of the stories in its heading."""

    number: str
    title: str
    stories: tuple[str, ...]
    line: int
    last_line: int
    members: tuple[int, ...]

    @property
    def is_of_story(self) -> bool:
        return bool(self.stories) or _STORIES.search(self.title) is not None


class Phases:
    """The phases of one list. Where no heading is one of a phase, each heading of the level of the tasks' is one."""

    def __init__(self, members: Sequence[Member], sections: Sequence[Section], last_line: int) -> None:
        self.members = members
        self._sections, self._last_line = sections, last_line
        self.has_numbers = any(_PHASE.match(section.text) for section in sections)
        self.all = list(_phases(members, sections, last_line, self.has_numbers))
        self._places = list(enumerate(self.all))
        self.groups: dict[str, set[int]] = {}  # by number: the tasks below the labels of groups
        self._ids: dict[str, int] = {}
        for at, member in enumerate(members):
            self._ids.setdefault(member.identifier, at)
        self._named = [(name, at) for at, phase in enumerate(self.all) for name in _names_of(phase)]
        counts = [name for name, _ in self._named]
        self._named = sorted(
            ((n, at) for n, at in self._named if counts.count(n) == 1), key=lambda named: -len(named[0])
        )

    def at(self, line: int) -> int | None:
        """The place of the innermost phase whose section a line is in."""
        return next((at for at, phase in reversed(self._places) if phase.line <= line <= phase.last_line), None)

    def below(self, section: Section) -> list[int]:
        """The places of the tasks below a heading."""
        end = _last_line(self._sections, self._sections.index(section), self._last_line)
        return [at for at, member in enumerate(self.members) if section.line < member.line <= end]

    def below_ticked(self) -> Iterator[int]:
        """Give the places of the open tasks in the section of a phase whose own box is ticked."""
        for phase in self.all:
            inside = [at for at in phase.members if phase.line < self.members[at].line <= phase.last_line]
            if any(self.members[at].is_done for at in set(phase.members).difference(inside)):
                yield from (at for at in inside if not self.members[at].is_done)

    def of(self, member: int) -> int | None:
        """The place of the phase of a task."""
        return self.at(self.members[member].line)

    def with_names(self, line: str) -> str:
        """A line in which each title of a phase is replaced by its place, as the grammar of `waiting` has it. Brackets
        behind the number of a phase only say what it is: `Phase 5 (Infrastructure)`."""
        line = line.replace(PLACE, " ")
        if self.has_numbers:
            line = _BARE_PHASE.sub(r"\1phase \2", line)
            line = NUMBERS_ALONE.sub(r"\1phase \2", line) if LABEL.match(line) else line
        if not any(name in line for name, _ in self._named):
            return line
        line = _NUMBERED_PHASE.sub(r"\1", line)
        for name, at in self._named:
            if name in line:
                line = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)(?:[ \t]+(?:phase|Phase))?", f" {PLACE}{at} ", line)
        return line

    def meant(self, names: Names, here: int | None, before: int | None = None) -> tuple[set[int], list[str]]:
        """The tasks that names mean, and the names that mean nothing. `here` is the phase that `this phase` means,
        `before` the phase whose earlier ones `all previous phases` means."""
        found: set[int] = set()
        unknown: list[str] = []
        for name in names:
            members = self._members(name, here, before)
            if members is None:
                unknown.append(f"{name.kind} {', '.join(name.values)}".strip())
            else:
                found |= members
        return found, unknown

    def phases_of(self, members: Iterable[int]) -> set[int]:
        """The places of the phases all of whose tasks are among `members`."""
        known = set(members)
        return {at for at, phase in enumerate(self.all) if phase.members and known.issuperset(phase.members)}

    def _members(self, name: Name, here: int | None, before: int | None) -> set[int] | None:
        if name.kind == "tasks":
            listed = {self._ids[value] for value in name.values if value in self._ids}
            return listed or None
        if name.kind == "named":
            return set(self.all[whole_number(name.values[0]) or 0].members)
        if name.kind == "groups":
            return {at for value in name.values for at in self.groups.get(value, ())} or None
        if name.kind == "all_stories":
            return self._of_stories(None)
        if name.kind == "stories":
            return self._of_stories(set(name.values)) or None
        if name.kind == "previous":
            last = before if before is not None else here
            return {at for phase in self.all[: last if last is not None else 0] for at in phase.members}
        if name.kind == "this":
            return set(self.all[here].members) if here is not None else set()
        return self._of_phases(name)

    def _of_stories(self, numbers: set[str] | None) -> set[int]:
        def is_meant(stories: Sequence[str]) -> bool:
            return bool(stories) and (numbers is None or not numbers.isdisjoint(stories))

        flagged = {at for at, member in enumerate(self.members) if is_meant(member.stories)}
        below = [phase for phase in self.all if is_meant(phase.stories) or (numbers is None and phase.is_of_story)]
        return flagged | {at for phase in below for at in phase.members}

    def _of_phases(self, name: Name) -> set[int] | None:
        if name.values == ("last",):
            return set(self.all[-1].members) if self.all else None
        chosen = [phase for phase in self.all if phase.number in name.values]
        if name.is_open and chosen:
            later = self.all[self.all.index(chosen[-1]) :]
            chosen += [phase for phase in later if phase.is_of_story] or later
        return {at for phase in chosen for at in phase.members} if chosen else None


def _phases(
    members: Sequence[Member], sections: Sequence[Section], last_line: int, has_numbers: bool
) -> Iterator[Phase]:
    for at, section in enumerate(sections):
        found = _PHASE.match(section.text)
        if section.level == 1 or (has_numbers and not found):
            continue
        if not found and _is_inner(sections, at):
            continue
        end = _last_line(sections, at, last_line)
        title = section.text[found.end() :] if found else section.text
        own = found[1] if found else None
        inside = tuple(
            number
            for number, member in enumerate(members)
            if section.line < member.line <= end or (own and member.phase == own)
        )
        stories = tuple(_STORY.findall(title))
        yield Phase((own or "last") if found else "", title, stories, section.line, end, inside)


def _last_line(sections: Sequence[Section], at: int, last_line: int) -> int:
    """The last line of a section, on a page of so many lines."""
    following = (section.line for section in sections[at + 1 :] if section.level <= sections[at].level)
    return next(following, last_line + 1) - 1


def number_of_phase(title: str) -> str:
    """Return the number of the phase that a title names at its beginning, "" if it names none."""
    found = _PHASE.match(title)
    return found[1] or "" if found else ""


def _is_inner(sections: Sequence[Section], at: int) -> bool:
    """Whether a section stands in another one that is below the title of the page."""
    around = next((section for section in reversed(sections[:at]) if section.level < sections[at].level), None)
    return around is not None and around.level > 1


def _names_of(phase: Phase) -> Iterator[str]:
    """The names by which prose cites a phase: its number (`#2 — Splice`), a story with a prefix, its title, and the
    first word of the title if it is a usual one, or one of two (`Deprecation and Cleanup`)."""
    if number := _SIGNED_NUMBER.match(phase.title):
        yield number[0]
    yield from dict.fromkeys(_STORY_OF_GROUP.findall(phase.title))
    plain = _END.split(_ASIDE.sub("", phase.title))[0].strip(" \t*_`#.✅🎯⚠️")
    words = plain.split()
    if not words or phase.stories:
        return
    if len(words) <= MAX_WORDS and (len(plain) >= MIN_NAME or _SHORT.fullmatch(plain)) and plain[0].isupper():
        yield plain
    is_first_of_two = words[1:2] in (["and"], ["&"]) and len(words[0]) > MIN_NAME
    if (words[0].casefold() in _KNOWN or is_first_of_two) and words[0] != plain:
        yield words[0]
    if words[0] == "Foundational":
        yield "Foundation"
