"""Notes of basic-memory: markdown whose list items are observations and relations.

A note is an entity; its observations are facts about it. Where the note says when it was written, that is the time of
all of them, its last change before its making: then they surely stood there.
"""

from collections.abc import Iterator
from typing import Any

from compiler.languages.memory import codes
from compiler.languages.memory.records import Document, Entry, Moment, Place
from compiler.languages.memory.syntax.canonical import made_id
from compiler.languages.memory.syntax.frontmatter import read_frontmatter
from compiler.languages.memory.syntax.note_lines import NoteLine, note_lines
from compiler.languages.memory.syntax.timestamps import parse_time
from compiler.model.diagnostics import Code, Diagnostic
from compiler.model.spans import Span
from compiler.text.front_matter import FrontMatter

Json = Any

_KNOWN = ("title", "type", "permalink", "tags", "created", "modified")
_DIRECTIVE = "bm:links_to"


def parse_note(path: str, text: str) -> tuple[Document, list[Diagnostic]]:
    """The unit of a note."""
    front = read_frontmatter(text)
    found: list[Diagnostic] = []
    at = time_of(path, front, found, "modified", "created")
    name = front.text("title") or _stem(path)
    lines = text.split("\n")
    entity = _entity(path, front, name, at, lines)
    entries = [entity, *_entries(front, name, at, text[front.body_start :], lines)]
    unique = {(one.type, one.id): one for one in reversed(entries)}
    return Document(path, "basic-memory", tuple(reversed(unique.values()))), found


def time_of(path: str, front: FrontMatter, found: list[Diagnostic], *keys: str) -> Moment | None:
    """The first time among the values of a frontmatter; says what is wrong with the others, and with the YAML."""
    if front.error:
        _say(found, codes.BAD_FRONTMATTER, path, front.error_line, reason=front.error)
    for key in keys:
        written = front.text(key) or _inside(front, key)
        if not written:
            continue
        at = parse_time(written)
        if at is None:
            _say(found, codes.BAD_TIME, path, 1, text=written[:80], field=key)
        else:
            if not at.is_zoned:
                _say(found, codes.NAIVE_TIME, path, 1, text=written)
            return at
    return None


def metadata_of(front: FrontMatter) -> dict[str, Json]:
    """The map `metadata` of a frontmatter."""
    value = front.values.get("metadata")
    return value if isinstance(value, dict) else {}


def place_of(lines: list[str], first: int, last: int) -> Place:
    """The place of whole lines of a file, which count from 1."""
    return Place(first, 1, last, len(lines[last - 1].encode()) + 1)


def _inside(front: FrontMatter, key: str) -> str:
    value = metadata_of(front).get(key)
    return value if isinstance(value, str) else ""


def _stem(path: str) -> str:
    return path.rpartition("/")[2].rpartition(".")[0]


def _entity(path: str, front: FrontMatter, name: str, at: Moment | None, lines: list[str]) -> Entry:
    told = {
        "name": name,
        "entity_type": front.text("type") or "note",
        "aliases": [one for one in (front.text("permalink"), _stem(path)) if one and one != name],
        "at": at,
    }
    kept = {key: value for key, value in front.values.items() if key not in _KNOWN}
    kept |= {key: front.values[key] for key in ("tags", "created") if key in front.values}
    fields = {key: value for key, value in told.items() if value}
    return Entry("entity", name, True, "put", place_of(lines, 1, max(front.body_line - 1, 1)), fields, kept)


def _entries(front: FrontMatter, name: str, at: Moment | None, body: str, lines: list[str]) -> Iterator[Entry]:
    shared = {"at": at} if at else {}
    for line in note_lines(body):
        offset = front.body_line - 1
        place = place_of(lines, line.first + offset, line.last + offset)
        if fact := _fact(line, name):
            identity = made_id("fact", name, fact.get("category"), fact["text"])
            yield Entry("fact", identity, False, "put", place, fact | shared, {})
        for kind, target in _relations(line):
            context = {"properties": {"context": line.said.context}} if line.said.relation and line.said.context else {}
            told = {"source": name, "relation": kind, "target": target, **context}
            yield Entry("relation", made_id("relation", name, kind, target), False, "put", place, told | shared, {})


def _fact(line: NoteLine, name: str) -> dict[str, Json]:
    """The fact that a line states: it has a category, or a tag; empty when it states none."""
    said = line.said
    tags = [one for one in said.tags if not one.isdecimal() and one != _DIRECTIVE]
    if not line.is_item or said.relation or not said.text or not (said.category or tags):
        return {}
    told = {"category": said.category, "tags": tags, "note_context": said.context}
    return {"text": said.text, "subject": name} | {key: value for key, value in told.items() if value}


def _relations(line: NoteLine) -> Iterator[tuple[str, str]]:
    if line.said.relation and line.said.target:
        yield line.said.relation, line.said.target
    for target in line.said.links:
        if target:
            yield "links_to", target


def _say(found: list[Diagnostic], code: Code, path: str, line: int, **fields: Any) -> None:
    found.append(code.at(Span(path, line, 1, line, 1), **fields))
