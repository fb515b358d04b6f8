"""Edits of notes: list items for observations and relations, and the files and the index of auto-memory."""

import json
import re
from collections.abc import Iterable, Sequence
from typing import Any

from compiler.languages.memory.facts import MemoryEntity, MemoryFact, MemoryRelation, MemorySource
from compiler.store.snapshot import Snapshot
from queries.operations.arguments import invalid, one_line, unavailable
from queries.operations.draft import Draft
from queries.operations.memory.arguments import time_of, word
from queries.operations.operation import Given
from queries.tools.parameters import echoed

_HEADING = re.compile(r"#{1,6}\s+(.*?)\s*#*\s*")
_ITEM = re.compile(r"\s*([-*+])\s")
INDEX = "MEMORY.md"
TYPES = ("user", "feedback", "project", "reference")
_LINK = re.compile(r"([ \t]*[-*+][ \t]+)\[[^\]]*\]\(<?([^)>]*)>?\)([ \t]*[-–—:]?[ \t]*).*")
_PLAIN = re.compile(r"[A-Za-z][\w ,.()/%'-]*[\w.)]")  # a text that YAML reads as it stands
_NO_TEXTS = ("true", "false", "yes", "no", "on", "off", "null", "y", "n")


def is_note(snapshot: Snapshot, path: str) -> bool:
    """Return whether a file is a note with observations and relations."""
    return bool(snapshot.facts(MemorySource, path=path, format="basic-memory"))


def check_only_text(given: Given, others: Iterable[str], path: str = "") -> None:
    """Raise QueryError if something is given that a note cannot say."""
    if given.stated(*others):
        raise invalid("A note states neither a branch nor more of one fact: leave that out", file=path or given.file)


def add_observation(draft: Draft, path: str, text: str, category: str | None) -> None:
    """Add a list item that states a fact of a category."""
    if category is None:
        raise invalid("An observation of a note has a 'category'", file=path)
    text, category = one_line("fact_text", text), one_line("category", category)
    _check_new(draft.snapshot.facts(MemoryFact, file=path, category=category, text=text), path)
    _insert(draft, path, "Observations", f"[{category}] {text}")


def add_relation(draft: Draft, path: str, source: str, relation: str, target: str) -> None:
    """Add a list item that states a relation of the note to another."""
    entity = next((memory_entity for memory_entity in draft.snapshot.facts(MemoryEntity, file=path)), None)
    if entity is None or source not in (entity.record_id, *entity.aliases):
        problem = "A note states its own relations: 'source_entity' is its title"
        raise invalid(problem, source_entity=source, title=entity and entity.record_id)
    _check_new(draft.snapshot.facts(MemoryRelation, file=path, relation=relation, target=target), path)
    written = f'"{relation}"' if " " in relation else relation
    _insert(draft, path, "Relations", f"{written} [[{target}]]")


def remove_item(draft: Draft, record: MemoryFact | MemoryRelation) -> None:
    """Take the list item out of a note that states a fact or a relation. Raises QueryError if it states more, or if no
    list item states it."""
    path, span = record.span.file, record.span
    if not _ITEM.match(draft.line(path, span.start_line)):
        raise unavailable("No list item states this: edit the note as text (edits)", source=f"{path}:{span.start_line}")
    others = (
        other
        for kind in (MemoryFact, MemoryRelation)
        for other in draft.snapshot.facts(kind, file=path)
        if span.start_line <= other.span.start_line <= span.end_line and other.ref != record.ref
    )
    if next(others, None):
        problem = "The lines state more than this: edit the note as text (edits)"
        raise unavailable(problem, source=f"{path}:{span.start_line}")
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
        raise invalid("The note states this already", file=path)


def is_new_file(snapshot: Snapshot, path: str) -> bool:
    """Return whether a path names a new markdown file in a folder of auto-memory."""
    if not path.endswith(".md") or snapshot.text(path) is not None:
        return False
    return any(_folder(source.path) == _folder(path) for source in snapshot.facts(MemorySource, format="auto-memory"))


def add_file(draft: Draft, given: Given) -> None:
    """Add a file that states a fact, and its list item. The first line of the text is the description, further ones are
    the body."""
    path, category = given.file, given.category
    if category not in TYPES:
        problem = f"The 'category' of auto-memory is one of {', '.join(TYPES)}"
        raise invalid(problem, category=category and echoed(category))
    stem = path.rpartition("/")[2].removesuffix(".md")
    name = word("id", given.id) or stem.removeprefix(f"{category}_").replace("_", "-")
    first, _, body = given.fact_text.strip().partition("\n")
    if draft.snapshot.facts(MemoryFact, record_id=name):
        raise invalid("A fact of this name is there", file=path, id=name)
    description = one_line("fact_text", first)
    when = None if given.at is None else time_of(draft.snapshot, given.at)
    front = _front(
        _siblings(draft.snapshot, path), name, description, category, word("session_id", given.session_id), when
    )
    draft.create(path, "\n".join(["---", *front, "---", "", *([body.strip(), ""] if body.strip() else [])]))
    _list(draft, path, name, description)


def remove_fact(draft: Draft, record: MemoryFact) -> None:
    """Delete the file that states a fact, with the list items of the index that lead to it; of a fact that is a list
    item of the index, that item."""
    path, span = record.span.file, record.span
    folder, _, name = path.rpartition("/")
    if name == INDEX:
        draft.replace(path, span.start_line, span.end_line, ())
    else:
        draft.delete(path)
        index = f"{folder}/{INDEX}" if folder else INDEX
        lines = [] if draft.snapshot.text(index) is None else draft.lines(index)
        for number, line in enumerate(lines, 1):
            if (found := _LINK.fullmatch(line)) and found[2].removeprefix("./") == name:
                draft.replace(index, number, number, ())


def _front(
    siblings: Sequence[str], name: str, description: str, category: str, session: str | None, when: str | None
) -> list[str]:
    """Return the lines of the frontmatter, in the form of the files beside it."""
    lines = [f"name: {_scalar(name)}", f"description: {_scalar(description)}"]
    said = {"type": category, "originSessionId": session, "modified": when}
    if any(re.search(r"^metadata:", sibling, re.MULTILINE) for sibling in siblings) or not siblings:
        lines += ["metadata:", "  node_type: memory"]
        return [*lines, *(f"  {key}: {_scalar(value)}" for key, value in said.items() if value)]
    return [*lines, *(f"{key}: {_scalar(value)}" for key, value in said.items() if value)]


def _scalar(text: str) -> str:
    """Return a text as YAML: as it stands if that is read as this text, else in quotes."""
    return text if _PLAIN.fullmatch(text) and text.lower() not in _NO_TEXTS else json.dumps(text, ensure_ascii=False)


def _list(draft: Draft, path: str, name: str, description: str) -> None:
    """Add a list item to the index, behind the last one that leads to a file. Without an index none is made."""
    folder = _folder(path)
    index = f"{folder}/{INDEX}" if folder else INDEX
    if draft.snapshot.text(index) is None:
        return
    lines = draft.lines(index)
    items = [(number, found) for number, line in enumerate(lines, 1) if (found := _LINK.fullmatch(line))]
    number, bullet, dash = (items[-1][0], items[-1][1][1], items[-1][1][3]) if items else (len(lines), "- ", " - ")
    title = name.replace("-", " ").replace("_", " ").capitalize().replace("[", "(").replace("]", ")")
    file = path.rpartition("/")[2]
    draft.insert(index, number + 1, [f"{bullet}[{title}]({file}){dash if dash.strip() else ' - '}{description}"])


def _siblings(snapshot: Snapshot, path: str) -> list[str]:
    """Return the frontmatter of the files of auto-memory in the folder of a path."""
    found = snapshot.facts(MemorySource, format="auto-memory")
    beside = sorted(
        source.path for source in found if _folder(source.path) == _folder(path) and not source.path.endswith(INDEX)
    )
    return [(snapshot.text(entity) or "").partition("\n---")[0] for entity in beside]


def _folder(path: str) -> str:
    return path.rpartition("/")[0]
