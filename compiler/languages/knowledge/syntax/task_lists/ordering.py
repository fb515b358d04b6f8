"""Which open tasks of a list wait for which, by what the page says of its phases, stories and tasks, and by the order
in which spec-kit runs them.

spec-kit completes a phase before it begins what waits for it, runs the tasks of a phase one after the other, and those
marked `[P]` together. A page that says what its phases wait for decides; a phase that such a page leaves out waits for
those above. What is done or set aside holds nothing up, so of phases and order only open tasks are looked at.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from compiler.languages.knowledge.syntax.task_lists.dependencies import SAYS_NONE
from compiler.languages.knowledge.syntax.task_lists.lines import Section
from compiler.languages.knowledge.syntax.task_lists.order_words import (
    AFTER,
    BEFORE,
    BRANCH,
    DOWN,
    FENCE,
    FIRST,
    GROUP,
    IN_WORDS,
    LABEL,
    LISTED,
    LISTED_ITEM,
    NO_ORDER,
    OF_ORDER,
    OVER_LIST,
    PRONOUN,
    RULE,
)
from compiler.languages.knowledge.syntax.task_lists.phases import Phases
from compiler.languages.knowledge.syntax.task_lists.waiting import (
    MAY_WAIT,
    Name,
    Names,
    Said,
    Waiting,
    names_in,
    said_by,
)

BY_PHASE, BY_ORDER, BY_PARTS, STATED = "phase", "order", "parts", "depends on"
MAX_WAITS = 20_000  # of one list


class Wait(NamedTuple):
    """A task waits for another one, by their places in the list. `word` is phase, order or depends on; `line` states
    it."""

    waiter: int
    target: int
    word: str
    line: int


class Undecided(NamedTuple):
    """A task of which a line says that it waits for something that is not understood."""

    waiter: int
    text: str
    line: int


class Ordering:
    """The waits of the open tasks of one list."""

    def __init__(self, phases: Phases, lines: Sequence[str], sections: Sequence[Section], task_lines: set[int]) -> None:
        """`task_lines` are the lines that belong to tasks, which are read elsewhere."""
        self._phases = phases
        self._members = phases.members
        self._lines, self._sections, self._task_lines = lines, sections, task_lines
        self._is_open = [not member.is_done for member in self._members]
        self._together: set[tuple[int, int]] = set()
        self._waits: dict[tuple[int, int], Wait] = {}
        self._direct: dict[int, set[int]] = {}  # the same, by waiter
        self._is_forward = False  # whether a task waits for one below it
        self._spoken_of: set[int] = set()  # phases of which the page says what they wait for
        self.undecided: list[Undecided] = []

    def read(
        self, of_tasks: Iterable[tuple[Waiting, int]], known: Iterable[tuple[int, int]], *, has_order: bool
    ) -> list[Wait]:
        """The waits beside those that are `known`, as waiter and target. `of_tasks` are what tasks say of phases, by
        the place of each. `has_order`: the list is one of spec-kit, whose tasks have an order."""
        for waiter, target in known:
            self._direct.setdefault(waiter, set()).add(target)
            self._is_forward = self._is_forward or waiter < target
        self._read_groups()
        pairs = [
            self._pair(line, waiting, here) for line, waiting, here in [*self._statements(), *self._lists_of_phases()]
        ]
        own = [self._pair(self._members[at].line, waiting, None) for waiting, at in of_tasks]
        pairs += [pair._replace(is_own=True) for pair in own]
        for pair in pairs:
            if pair.word == STATED:
                self._add(pair)
        if has_order:
            self._in_order()
        for pair in pairs:
            if pair.word != STATED:
                self._add(pair)
        if has_order and any(pair.word == BY_PHASE for pair in pairs):
            self._after_phases_above()
        return list(self._waits.values())

    def _read_groups(self) -> None:
        """Note which tasks are listed below labels such as `**Group 2: New functions**`."""
        number = ""
        headings = {section.line for section in self._sections}
        for at, line in enumerate(self._lines, start=1):
            found = GROUP.match(line)
            if found or at in headings:
                number = found[1] if found else ""
            if number and at not in self._task_lines and line.strip():
                listed = tuple(name for name in names_in(line) if name.kind == "tasks")
                self._phases.groups.setdefault(number, set()).update(self._phases.meant(listed, None)[0])

    def _statements(self) -> Iterator[tuple[int, Waiting, int | None]]:
        """What the lines outside of tasks say, each with its line and phase."""
        header: list[str] = []
        titles: list[Section] = []
        by_line = {section.line: section for section in self._sections}
        is_code = is_down = False
        outer: Names = ()
        above: Names = ()  # the names of the last line of a graph
        for number, line in enumerate(self._lines, start=1):
            section = by_line.get(number)
            if section:
                titles = [*(title for title in titles if title.level < section.level), section]
                outer = ()
            if FENCE.match(line):
                is_code = not is_code
                above = ()
                continue
            if is_code and DOWN.match(line):
                is_down = True
                continue
            if is_code and not line.strip():
                above = ()
            if number in self._task_lines or not line.strip():
                continue
            is_of_order = any(OF_ORDER.search(title.text) for title in titles)
            here = self._phases.at(number)
            has_tasks = here is not None and self._phases.all[here].members != ()  # `User Story 1 (MVP)`
            is_no_order = not has_tasks and any(NO_ORDER.search(title.text) for title in titles)
            if is_no_order or (is_code and not is_of_order):
                continue
            if line.lstrip().startswith("|"):
                header = header or line.strip().strip("|").split("|")
                yield from self._row(number, line, header, here)
                continue
            header = []
            if is_code:
                named = names_in(self._phases.with_names(line))
                if is_down and above and named:
                    yield number, Waiting(named, above), None
                above, is_down = named or above, False
            if not is_of_order and not MAY_WAIT.search(line):
                continue
            if (listed := LISTED.match(line)) and any("depend" in title.text.casefold() for title in titles):
                yield number, Waiting(names_in(listed[1]), names_in(listed[2])), None
                continue
            said = said_by(self._phases.with_names(line), has_arrows=is_of_order and not BRANCH.search(line))
            outer = (said.head or outer) if line[:1] in " \t" else said.head
            found = self._of_line(line, number, said, outer, section, here, is_of_order)
            yield from ((number, target, here) for target in found)

    def _lists_of_phases(self) -> Iterator[tuple[int, Waiting, int | None]]:
        """What stands in the lists below labels of phases with tasks, such as `**Dependencies**`."""
        is_below = False
        for number, line in enumerate(self._lines, start=1):
            here = self._phases.at(number)
            has_tasks = here is not None and self._phases.all[here].members != ()
            if not line.strip() and number not in self._task_lines:
                continue
            is_item = is_below and number not in self._task_lines and LISTED_ITEM.match(line) is not None
            is_below = has_tasks and (is_item or OVER_LIST.match(line) is not None)
            if is_item and (listed := names_in(self._phases.with_names(line))):
                yield number, Waiting((_THIS,), listed), here

    def _of_line(
        self,
        line: str,
        number: int,
        said: Said,
        outer: Names,
        section: Section | None,
        here: int | None,
        is_of_order: bool,
    ) -> Iterator[Waiting]:
        """What a line says, where its waiters are known: by itself, by the line above a list, or by its phase."""
        if is_of_order:
            self._speak_of(said, here)
        for left, right in said.parallel:
            self._put_together(left, right, here)
        is_of_phase = section is not None or LABEL.match(line) is not None or self._is_above_tasks(number, here)
        if is_of_phase and not said.waiting and FIRST.search(line):
            yield Waiting((_THIS,), names_in(self._phases.with_names(line)))
        for waiting in said.waiting:
            waiters = waiting.waiters or outer
            if waiters and waiting.targets:
                yield Waiting(waiters, waiting.targets)
            elif here is not None and is_of_phase and not is_of_order:
                yield Waiting(waiters or (_THIS,), waiting.targets or (_THIS,))
        waiters = said.head if section is None else (_THIS,) if here is not None else ()
        members, _ = self._phases.meant(tuple(name for name in waiters if name.kind != "tasks"), here)
        self._note_words(line, number, said, members if section is None or waiters else self._phases.below(section))

    def _is_above_tasks(self, number: int, here: int | None) -> bool:
        """Whether a line stands in a phase above all of its tasks: what it says without a subject is about these."""
        if here is None:
            return False
        phase = self._phases.all[here]
        lines = [self._members[at].line for at in phase.members if self._members[at].line > phase.line]
        return bool(lines) and number < min(lines)

    def _note_words(self, line: str, number: int, said: Said, waiters: Iterable[int]) -> None:
        """Call open tasks undecided that wait for something in words, beside what is named."""
        found = None if said.is_independent else IN_WORDS.search(line)
        if found is None or any(wait.targets for wait in said.waiting) or SAYS_NONE.match(found[1]):
            return
        text = found[1].strip(" \t*_`.)")[:80]
        if PRONOUN.fullmatch(text):
            return  # `US4: first, because US1 and US2 depend on it`
        self.undecided += (Undecided(at, f"'{text}'", number) for at in sorted(waiters) if self._is_open[at])

    def _speak_of(self, said: Said, here: int | None) -> None:
        """Note the phases at the head of a line: the page says what they wait for, if only that it is nothing."""
        members, _ = self._phases.meant(said.head, here)
        self._spoken_of |= self._phases.phases_of(members)

    def _put_together(self, left: Names, right: Names, here: int | None) -> None:
        """Note what can be done at the same time. Of phases that holds among the phases, not inside of each."""
        first, second = self._phases.meant(left, here)[0], self._phases.meant(right, here)[0]
        are_tasks = any(name.kind == "tasks" for name in left)
        for earlier in first:
            for other in second:
                if earlier != other and (are_tasks or self._phases.of(earlier) != self._phases.of(other)):
                    self._together |= {(earlier, other), (other, earlier)}

    def _row(
        self, number: int, line: str, header: Sequence[str], here: int | None
    ) -> Iterator[tuple[int, Waiting, int | None]]:
        """What a row of a table says: `| Task | Depends on |`; in a table of two columns it may say what its own phase
        waits for: `| Depends on | Phase 1 |`."""
        cells = line.strip().strip("|").split("|")
        if len(cells) == 2 and here is not None and AFTER.search(cells[0]):
            yield number, Waiting((_THIS,), names_in(self._phases.with_names(cells[1].strip()))), here
            return
        if RULE.match(line) or cells == list(header):
            return
        waiters = names_in(self._phases.with_names(cells[0]))
        if not waiters:
            return
        for title, cell in zip(header[1:], cells[1:], strict=False):
            if not AFTER.search(title) and not BEFORE.search(title):
                continue
            self._spoken_of |= self._phases.phases_of(self._phases.meant(waiters, None)[0])
            targets = names_in(self._phases.with_names(cell.strip()))
            if targets:
                is_before = BEFORE.search(title) and not AFTER.search(title)
                yield number, Waiting(targets, waiters) if is_before else Waiting(waiters, targets), None

    def _pair(self, line: int, waiting: Waiting, here: int | None) -> "_Pair":
        """The tasks that a statement is about. The open ones that wait for nothing known are undecided."""
        waiters, _ = self._phases.meant(waiting.waiters, here)
        places = self._phases.phases_of(waiters)
        targets, unknown = self._phases.meant(waiting.targets, here, min(places, default=None))
        self._spoken_of |= places
        if len(waiters) > len(targets):
            waiters = waiters - targets
        else:
            targets = targets - waiters
        if not targets and unknown:
            self.undecided += (
                Undecided(waiter, unknown[0], line) for waiter in sorted(waiters) if self._is_open[waiter]
            )
        word = STATED if any(target.kind == "tasks" for target in waiting.targets) else BY_PHASE
        return _Pair(waiters, targets, word, line)

    def _add(self, pair: "_Pair") -> None:
        """Add what a statement says: all that it names by ids, of phases what open tasks wait for. Of a phase the last
        tasks suffice, since those wait for the others."""
        is_stated = pair.word == STATED
        targets = pair.targets if is_stated else self._last_of(pair.targets, even_set_aside=pair.is_own)
        for waiter in sorted(waiter for waiter in pair.waiters if is_stated or self._is_open[waiter]):
            for target in sorted(targets):
                self._wait(waiter, target, pair.word, pair.line)

    def _last_of(self, targets: Iterable[int], *, even_set_aside: bool = False) -> set[int]:
        """The open tasks among others that none of those waits for. What is set aside holds nothing up, unless a task
        itself says that it waits for its phase."""
        held = {target for target in targets if self._is_open[target]}
        if not even_set_aside:
            held = {held_task for held_task in held if not self._members[held_task].is_set_aside}
        return held - {other for held_task in held for other in self._direct.get(held_task, ())}

    def _wait(self, waiter: int, target: int, word: str, line: int) -> None:
        if waiter == target or (waiter, target) in self._waits:
            return
        if len(self._waits) >= MAX_WAITS:
            if self._is_open[waiter]:
                self.undecided.append(Undecided(waiter, "more tasks than are read", line))
            return
        self._waits[waiter, target] = Wait(waiter, target, word, line)
        self._direct.setdefault(waiter, set()).add(target)
        self._is_forward = self._is_forward or waiter < target

    def _in_order(self) -> None:
        """Add the order of the tasks in each phase: one without `[P]` waits for all open ones since the last such
        one."""
        pending: dict[int | None, list[int]] = {}
        for at, member in enumerate(self._members):
            if not self._is_open[at] or member.is_set_aside or member.is_part:
                continue
            since = pending.setdefault(self._phases.of(at), [])
            if not member.is_parallel and not member.has_own:
                self._add_weak(at, [*self._before_all(at, since), *since], BY_ORDER, member.line)
                if not any((at, earlier) in self._together for earlier in since):
                    since.clear()
            since.append(at)

    def _before_all(self, at: int, since: Iterable[int]) -> list[int]:
        """What those wait for, by their order, that a task can be done at the same time as."""
        together = [earlier for earlier in since if (at, earlier) in self._together]
        return sorted(
            {
                target
                for earlier in together
                for target in self._direct.get(earlier, ())
                if (wait := self._waits.get((earlier, target))) is not None and wait.word == BY_ORDER
            }
        )

    def _after_phases_above(self) -> None:
        """Let a phase of which the page says nothing wait for the phases above it. Of a page that says nothing of any
        phase it is not known that its phases wait for one another."""
        if not self._phases.has_numbers:
            return
        above: set[int] = set()
        for at, phase in enumerate(self._phases.all):
            if at not in self._spoken_of:
                last = sorted(self._last_of(above.difference(phase.members)))
                for member in phase.members:
                    if self._is_open[member] and not self._members[member].has_own:
                        self._add_weak(member, last, BY_PHASE, phase.line)
            above.update(phase.members)

    def _add_weak(self, waiter: int, targets: Sequence[int], word: str, line: int) -> None:
        """Add waits that nothing states, except where what is stated runs the other way."""
        for target in targets:
            if (waiter, target) not in self._together and not self._waits_for(target, waiter):
                self._wait(waiter, target, word, line)

    def _waits_for(self, waiter: int, target: int) -> bool:
        """Whether a task waits for another one below it, directly or in turn."""
        if not self._is_forward:
            return False
        seen, ahead = {waiter}, [waiter]
        for task_ahead in ahead:
            fresh = self._direct.get(task_ahead, set()) - seen
            if target in fresh:
                return True
            seen |= fresh
            ahead += fresh
        return False


class _Pair(NamedTuple):
    waiters: set[int]
    targets: set[int]
    word: str
    line: int
    is_own: bool = False  # whether a task says it of itself


_THIS = Name("this")
