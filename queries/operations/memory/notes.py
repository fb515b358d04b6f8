"""Edits of notes: list items for observations and relations.

After each edit the source is compiled, and the note must state just the one fact or relation more, or less.
"""

import re
from collections.abc import Iterable
from typing import Any

from compiler.languages.memory.facts import MemoryEntity, MemoryFact, MemoryRelation, MemorySource
from compiler.store.snapshot import Snapshot
from queries.errors.query_error import QueryError
from queries.operations.arguments import one_line
from queries.operations.draft import Draft
from queries.operations.operation import Steps
from queries.tools.parameters import echoed

_HEADING = re.compile(r"#{1,6}\s+(.*?)\s*#*\s*")
_ITEM = re.compile(r"\s*([-*+])\s")
Stated = set[tuple[str, ...]]


def is_note(snapshot: Snapshot, path: str) -> bool:
    """Return whether a file is a note with observations and relations."""
    return bool(snapshot.facts(MemorySource, path=path, format="basic-memory"))


def check_only_text(others: Iterable[Any], path: str) -> None:
    """Raise QueryError if something is given that a note cannot say."""
    if any(one is not None for one in others):
        problem = "A note states neither a branch nor more of one fact: leave that out"
        raise QueryError("invalid_argument", problem, file=echoed(path))


def add_observation(draft: Draft, path: str, text: str, category: str | None) -> Steps:
    """Add a list item that states a fact of a category."""
    if category is None:
        raise QueryError("invalid_argument", "An observation of a note has a 'category'", file=echoed(path))
    text, category = one_line("fact_text", text), one_line("category", category)
    before = _facts(draft.snapshot, path)
    _insert(draft, path, "Observations", f"[{category}] {text}")
    after = yield
    _check_one_more(before, _facts(after.snapshot, path), (category, text), path)


def add_relation(draft: Draft, path: str, source: str, relation: str, target: str) -> Steps:
    """Add a list item that states a relation of the note to another."""
    entity = next((one for one in draft.snapshot.facts(MemoryEntity, file=path)), None)
    if entity is None or source not in (entity.record_id, *entity.aliases):
        problem = "A note states its own relations: 'source_entity' is its title"
        raise QueryError("invalid_argument", problem, source_entity=echoed(source), title=entity and entity.record_id)
    before = _relations(draft.snapshot, path)
    written = f'"{relation}"' if " " in relation else relation
    _insert(draft, path, "Relations", f"{written} [[{target}]]")
    after = yield
    _check_one_more(before, _relations(after.snapshot, path), (relation, target), path)


def remove_item(draft: Draft, record: MemoryFact | MemoryRelation) -> Steps:
    """Take the list item out of a note that states a fact or a relation, if it states nothing else."""
    path, span = record.span.file, record.span
    if not _ITEM.match(draft.line(path, span.start_line)):
        problem = "No list item states this: edit the note as text (edits)"
        raise QueryError("unavailable", problem, source=f"{path}:{span.start_line}")
    facts, relations = _facts(draft.snapshot, path), _relations(draft.snapshot, path)
    draft.replace(path, span.start_line, span.end_line, ())
    after = yield
    gone = (facts - _facts(after.snapshot, path)) | (relations - _relations(after.snapshot, path))
    if len(gone) != 1 or not is_note(after.snapshot, path):
        problem = "The lines state more than this: edit the note as text (edits)"
        raise QueryError("unavailable", problem, source=f"{path}:{span.start_line}")


def _insert(draft: Draft, path: str, section: str, item: str) -> None:
    """Put a list item behind the last one of a section, which is added if it is not there."""
    lines = draft.lines(path)
    place = _section(lines, section)
    if place is None:
        blank = [""] if lines and lines[-1].strip() else []
        draft.insert(path, len(lines) + 1, [*blank, f"## {section}", "", f"- {item}"])
        return
    first, last = place
    items = [number for number in range(first, last + 1) if _ITEM.match(lines[number - 1])]
    if items:
        behind = items[-1]
        while behind < last and lines[behind].strip() and not _ITEM.match(lines[behind]):
            behind += 1
        marker = _ITEM.match(lines[items[-1] - 1])
        draft.insert(path, behind + 1, [f"{marker[1] if marker else '-'} {item}"])
        return
    is_spaced = first <= last and not lines[first - 1].strip()
    above, below = [] if is_spaced else [""], [""] if last > first else []
    draft.insert(path, first + is_spaced, [*above, f"- {item}", *below])


def _section(lines: list[str], name: str) -> tuple[int, int] | None:
    """Return the first and last line below a heading, None if there is none of this name."""
    headings = [(number, found[1]) for number, line in enumerate(lines, 1) if (found := _HEADING.fullmatch(line))]
    for at, (number, text) in enumerate(headings):
        if text == name:
            return number + 1, headings[at + 1][0] - 1 if at + 1 < len(headings) else len(lines)
    return None


def _facts(snapshot: Snapshot, path: str) -> Stated:
    return {(one.category or "", one.text) for one in snapshot.facts(MemoryFact, file=path)}


def _relations(snapshot: Snapshot, path: str) -> Stated:
    return {(one.relation, one.target) for one in snapshot.facts(MemoryRelation, file=path)}


def _check_one_more(before: Stated, after: Stated, new: tuple[str, ...], path: str) -> None:
    """Raise QueryError unless a note states one thing more than before."""
    if new in before:
        raise QueryError("invalid_argument", "The note states this already", file=echoed(path))
    if after != before | {new}:
        problem = "The text would be read as something else in a note: leave out its brackets, parentheses or links"
        raise QueryError(
            "invalid_argument", problem, file=echoed(path), read=[" ".join(one) for one in sorted(after - before)][:5]
        )
