"""Edits of notes: list items for observations and relations."""

import re
from collections.abc import Iterable, Sequence
from typing import Any

from compiler.languages.memory.facts import MemoryEntity, MemoryFact, MemoryRelation, MemorySource
from compiler.store.snapshot import Snapshot
from queries.errors.query_error import QueryError
from queries.operations.arguments import one_line
from queries.operations.draft import Draft
from queries.tools.parameters import echoed

_HEADING = re.compile(r"#{1,6}\s+(.*?)\s*#*\s*")
_ITEM = re.compile(r"\s*([-*+])\s")


def is_note(snapshot: Snapshot, path: str) -> bool:
    """Return whether a file is a note with observations and relations."""
    return bool(snapshot.facts(MemorySource, path=path, format="basic-memory"))


def check_only_text(others: Iterable[Any], path: str) -> None:
    """Raise QueryError if something is given that a note cannot say."""
    if any(one is not None for one in others):
        problem = "A note states neither a branch nor more of one fact: leave that out"
        raise QueryError("invalid_argument", problem, file=echoed(path))


def add_observation(draft: Draft, path: str, text: str, category: str | None) -> None:
    """Add a list item that states a fact of a category."""
    if category is None:
        raise QueryError("invalid_argument", "An observation of a note has a 'category'", file=echoed(path))
    text, category = one_line("fact_text", text), one_line("category", category)
    _check_new(draft.snapshot.facts(MemoryFact, file=path, category=category, text=text), path)
    _insert(draft, path, "Observations", f"[{category}] {text}")


def add_relation(draft: Draft, path: str, source: str, relation: str, target: str) -> None:
    """Add a list item that states a relation of the note to another."""
    entity = next((one for one in draft.snapshot.facts(MemoryEntity, file=path)), None)
    if entity is None or source not in (entity.record_id, *entity.aliases):
        problem = "A note states its own relations: 'source_entity' is its title"
        raise QueryError("invalid_argument", problem, source_entity=echoed(source), title=entity and entity.record_id)
    _check_new(draft.snapshot.facts(MemoryRelation, file=path, relation=relation, target=target), path)
    written = f'"{relation}"' if " " in relation else relation
    _insert(draft, path, "Relations", f"{written} [[{target}]]")


def remove_item(draft: Draft, record: MemoryFact | MemoryRelation) -> None:
    """Take the list item out of a note that states a fact or a relation. Raises QueryError if it states more, or if no
    list item states it."""
    path, span = record.span.file, record.span
    if not _ITEM.match(draft.line(path, span.start_line)):
        problem = "No list item states this: edit the note as text (edits)"
        raise QueryError("unavailable", problem, source=f"{path}:{span.start_line}")
    others = (
        other
        for kind in (MemoryFact, MemoryRelation)
        for other in draft.snapshot.facts(kind, file=path)
        if span.start_line <= other.span.start_line <= span.end_line and other.ref != record.ref
    )
    if next(others, None):
        problem = "The lines state more than this: edit the note as text (edits)"
        raise QueryError("unavailable", problem, source=f"{path}:{span.start_line}")
    draft.replace(path, span.start_line, span.end_line, ())


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


def _check_new(same: Sequence[Any], path: str) -> None:
    """Raise QueryError if a note states a thing already."""
    if same:
        raise QueryError("invalid_argument", "The note states this already", file=echoed(path))
