"""Completes the tasks of a list with what they wait for by the words of the page, and by the order of spec-kit.

`ordering` reads the lines outside of tasks. Here are read the lines of the tasks themselves: `T002 blocks T003`,
`(after T010)`, `Blocked by: T004`; and what says that a task is set aside.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

import orjson

from compiler.languages.knowledge.records import EntityRecord, Reference
from compiler.languages.knowledge.syntax.task_lists.dependencies import TASK_ID
from compiler.languages.knowledge.syntax.task_lists.lines import Section, TaskBlock
from compiler.languages.knowledge.syntax.task_lists.ordering import Ordering
from compiler.languages.knowledge.syntax.task_lists.phases import STORY_FLAG, Member, Phases
from compiler.languages.knowledge.syntax.task_lists.waiting import MAY_WAIT, Name, Waiting, said_by

DEFERRED = "deferred"

_ASIDE_WORDS = (
    r"deferred|postponed|superseded|obsolete|skipped|cancelled|canceled|dropped|descoped|on[ \t]+hold|parked"
    r"|out[ \t]+of[ \t]+scope|won['’]?t[ \t]+(?:do|fix)|not[ \t]+needed|no[ \t]+longer[ \t]+needed|abandoned"
    r"|moved[ \t]+to|replaced[ \t]+by"
)
# `(Deferred to #12)`, `[SKIPPED]`, `**Deferred**`, `— superseded by T040`, `Deferred: …`.
_SET_ASIDE = re.compile(rf"(?:[(\[]|\*\*|[-–—][ \t]|^)[ \t*_]{{0,4}}(?:{_ASIDE_WORDS})\b", re.IGNORECASE)
_T_ID = re.compile(rf"{TASK_ID}$")
# A dependency in brackets or behind a label, whatever it names.
_NAMED_WAIT = re.compile(
    r"\([ \t]*(?:depends[ \t]+on|blocked[ \t]+by|waits[ \t]+for|waiting[ \t]+(?:for|on))[ \t:]([^()\n]{1,200})\)"
    r"|^[ \t>*_-]{0,12}(?:depends[ \t]+on|dependencies|blocked[ \t]+by|blocked|waits[ \t]+for|waiting[ \t]+(?:for|on))"
    r"[ \t*_]{0,4}:[ \t*_]{0,4}([^\n]{1,200})$",
    re.IGNORECASE,
)
_NOTHING = re.compile(r"(?:none|nothing|no\b|n/?a\b|-|–|—|\W*$)", re.IGNORECASE)


def is_set_aside(title: str) -> bool:
    """Whether the title of a task says that it is put off, replaced or given up."""
    return _SET_ASIDE.search(title) is not None


def in_order(
    records: Sequence[EntityRecord],
    blocks: Mapping[int, TaskBlock],
    sections: Sequence[Section],
    lines: Sequence[str],
    *,
    has_order: bool,
) -> list[EntityRecord]:
    """The records with the references that follow from the page. `blocks` are the tasks by their first line;
    `has_order`: spec-kit runs the list."""
    ids = {one.native_id for one in records}
    own = [list(_own_waits(one, blocks.get(one.line), ids)) for one in records]
    members = [_member(one, bool(waits)) for one, waits in zip(records, own, strict=True)]
    task_lines = {line for one in records for line in range(one.line, one.last_line + 1)}
    ordering = Ordering(Phases(members, sections, len(lines)), lines, sections, task_lines)
    of_phases = [
        (waiting, at) for at, one in enumerate(records) for waiting in _said_of_phases(one, blocks.get(one.line))
    ]
    further: dict[int, list[Reference]] = {at: waits for at, waits in enumerate(own) if waits}
    for wait in ordering.read(of_phases, _known_waits(records, own), has_order=has_order):
        target = records[wait.target].native_id
        further.setdefault(wait.waiter, []).append(Reference("blocks", True, wait.word, target, wait.line))
    undecided = {
        at: text for at, one in enumerate(records) if (text := _not_understood(one, blocks.get(one.line), own[at]))
    }
    for one in ordering.undecided:
        undecided.setdefault(
            one.waiter, f"line {one.line} says that it waits for {one.text}, and nothing has that name"
        )
    return [_completed(one, further.get(at, []), undecided.get(at, "")) for at, one in enumerate(records)]


def _known_waits(records: Sequence[EntityRecord], own: Sequence[Sequence[Reference]]) -> Iterator[tuple[int, int]]:
    """What the tasks themselves say that waits for what, as the places of both."""
    places = {one.native_id: at for at, one in enumerate(records)}
    for at, record in enumerate(records):
        for one in (*record.references, *own[at]):
            if one.relation == "blocks" and one.target in places:
                yield (at, places[one.target]) if one.is_reversed else (places[one.target], at)


def _completed(record: EntityRecord, further: Iterable[Reference], undecided: str) -> EntityRecord:
    known = {(one.relation, one.is_reversed, one.target) for one in record.references}
    fresh = tuple(one for one in further if (one.relation, one.is_reversed, one.target) not in known)
    if undecided and record.scheduling:
        record = record._replace(scheduling=record.scheduling._replace(undecided=undecided))
    return record._replace(references=(*record.references, *fresh)) if fresh else record


def _member(record: EntityRecord, has_own: bool) -> Member:
    assert record.scheduling
    native = orjson.loads(record.native)
    flags = native.get("flags", [])
    stories = tuple(found[1] for flag in flags if (found := STORY_FLAG.match(flag)))
    return Member(
        record.native_id,
        record.line,
        record.status in ("done", "archived"),
        record.scheduling.state == DEFERRED,
        "P" in flags,
        stories,
        has_own or any(one.relation == "blocks" for one in record.references),
        any(one.relation == "belongs_to" for one in record.references),
    )


def _texts(block: TaskBlock | None) -> Iterator[tuple[int, str]]:
    """The line of a task and those below it that are short enough to look at, by their numbers."""
    if block:
        yield from ((block.line + at, text) for at, text in enumerate((block.text, *block.details)))


def _own_waits(record: EntityRecord, block: TaskBlock | None, ids: set[str]) -> Iterator[Reference]:
    """What the lines of a task say that it waits for, or that waits for it."""
    for line, text in _texts(block):
        if not MAY_WAIT.search(text):
            continue
        for waiting in said_by(text, has_arrows=False).waiting:
            waiters, targets = (_ids(names, ids) for names in waiting)
            if not waiters - {record.native_id} and (not waiting.waiters or waiters):
                yield from (
                    Reference("blocks", True, "depends on", one, line) for one in sorted(targets - {record.native_id})
                )
            elif targets == {record.native_id}:
                yield from (Reference("blocks", False, "blocks", one, line) for one in sorted(waiters))


def _ids(names: Iterable[Name], ids: set[str]) -> set[str]:
    """The ids of tasks among names: those of the list, and all that are written as those of spec-kit."""
    return {one for name in names if name.kind == "tasks" for one in name.values if one in ids or _T_ID.match(one)}


def _said_of_phases(record: EntityRecord, block: TaskBlock | None) -> Iterator[Waiting]:
    """What the lines of a task say that it waits for, where that is a phase or a story."""
    for _, text in _texts(block):
        if MAY_WAIT.search(text):
            for waiting in said_by(text, has_arrows=False).waiting:
                targets = tuple(one for one in waiting.targets if one.kind in ("phases", "stories", "all_stories"))
                if targets and all(one.kind == "tasks" for one in waiting.waiters):
                    yield Waiting((Name("tasks", (record.native_id,)),), targets)


def _not_understood(record: EntityRecord, block: TaskBlock | None, own: Sequence[Reference]) -> str:
    """What a task says that it waits for, if none of its dependencies stands in that line; "" if there is none."""
    if record.status in ("done", "archived"):
        return ""
    known = {one.line for one in (*record.references, *own) if one.relation == "blocks"}
    for line, text in _texts(block):
        found = _NAMED_WAIT.search(text)
        written = (found[1] or found[2]).strip(" \t*_`.") if found else ""
        if written and line not in known and not _NOTHING.match(written):
            return f"it waits for {written[:80]}, which names no task"
    return ""
