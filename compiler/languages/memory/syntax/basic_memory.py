"""Notes of basic-memory: markdown whose list items are observations and relations.

A note is an entity; its observations are facts about it. All of them have the time at which the note was last
modified, or else created, because they were certainly there then.
"""

from collections.abc import Iterator
from typing import Any

from compiler.languages.memory import codes
from compiler.languages.memory.records import LineSpan, Moment, RecordEntry, Unit
from compiler.languages.memory.syntax.canonical import content_id
from compiler.languages.memory.syntax.frontmatter import read_frontmatter
from compiler.languages.memory.syntax.note_lines import NoteLine, note_lines
from compiler.languages.memory.syntax.timestamps import parse_time
from compiler.model.diagnostics import Code, Diagnostic
from compiler.model.spans import Span
from compiler.text.front_matter import FrontMatter

Json = Any

_KNOWN_KEYS = ("title", "type", "permalink", "tags", "created", "modified")
_DIRECTIVE = "bm:links_to"


def parse_note(path: str, text: str) -> tuple[Unit, list[Diagnostic]]:
    """Parse a note."""
    front = read_frontmatter(text)
    diagnostics: list[Diagnostic] = []
    at = read_time(path, front, diagnostics, "modified", "created")
    name = front.text("title") or file_stem(path)
    lines = text.split("\n")
    entity = _entity(path, front, name, at, lines)
    entries = [entity, *_entries(front, name, at, text[front.body_start :], lines)]
    unique = {(entry.type, entry.id): entry for entry in reversed(entries)}
    return Unit(path, "basic-memory", tuple(reversed(unique.values()))), diagnostics


def read_time(path: str, front: FrontMatter, diagnostics: list[Diagnostic], *keys: str) -> Moment | None:
    """Return the first valid time among the values of these keys. Reports invalid times, and invalid YAML."""
    if front.error:
        _report(diagnostics, codes.BAD_FRONTMATTER, path, front.error_line, reason=front.error)
    for key in keys:
        written = front.text(key) or _metadata_text(front, key)
        if not written:
            continue
        at = parse_time(written)
        if at is None:
            _report(diagnostics, codes.BAD_TIME, path, 1, text=written[:80], field=key)
        else:
            if not at.is_zoned and not written.isdecimal():  # `20230604170058` is the name of a note, or its like
                _report(diagnostics, codes.NAIVE_TIME, path, 1, text=written)
            return at
    return None


def metadata_of(front: FrontMatter) -> dict[str, Json]:
    """Return the map `metadata` of a frontmatter, empty if there is none."""
    value = front.values.get("metadata")
    return value if isinstance(value, dict) else {}


def line_span(lines: list[str], first: int, last: int) -> LineSpan:
    """Return the span of the whole lines from `first` to `last`, which count from 1."""
    return LineSpan(first, 1, last, len(lines[last - 1].encode()) + 1)


def _metadata_text(front: FrontMatter, key: str) -> str:
    value = metadata_of(front).get(key)
    return value if isinstance(value, str) else ""


def file_stem(path: str) -> str:
    """Return the name of a file without folder and suffix."""
    return path.rpartition("/")[2].rpartition(".")[0]


def _entity(path: str, front: FrontMatter, name: str, at: Moment | None, lines: list[str]) -> RecordEntry:
    known = {
        "name": name,
        "entity_type": front.text("type") or "note",
        "aliases": [spelled for spelled in (front.text("permalink"), file_stem(path)) if spelled and spelled != name],
        "at": at,
    }
    extra = {key: value for key, value in front.values.items() if key not in _KNOWN_KEYS}
    extra |= {key: front.values[key] for key in ("tags", "created") if key in front.values}
    fields = {key: value for key, value in known.items() if value}
    return RecordEntry("entity", name, True, "put", line_span(lines, 1, max(front.body_line - 1, 1)), fields, extra)


def _entries(front: FrontMatter, name: str, at: Moment | None, body: str, lines: list[str]) -> Iterator[RecordEntry]:
    shared = {"at": at} if at else {}
    for line in note_lines(body):
        offset = front.body_line - 1
        span = line_span(lines, line.first + offset, line.last + offset)
        if fact := _fact(line, name):
            identity = content_id("fact", name, fact.get("category"), fact["text"])
            yield RecordEntry("fact", identity, False, "put", span, fact | shared, {})
        for kind, target in _relations(line):
            context = (
                {"properties": {"context": line.content.context}}
                if line.content.relation and line.content.context
                else {}
            )
            relation = {"source": name, "relation": kind, "target": target, **context}
            yield RecordEntry(
                "relation", content_id("relation", name, kind, target), False, "put", span, relation | shared, {}
            )


def _fact(line: NoteLine, name: str) -> dict[str, Json]:
    """Return the fields of the fact that a line states; empty if it has no category and no tag."""
    content = line.content
    tags = [tag for tag in content.tags if not tag.isdecimal() and tag != _DIRECTIVE]
    if not line.is_item or content.relation or not content.text or not (content.category or tags):
        return {}
    optional = {"category": content.category, "tags": tags, "note_context": content.context}
    return {"text": content.text, "subject": name} | {key: value for key, value in optional.items() if value}


def _relations(line: NoteLine) -> Iterator[tuple[str, str]]:
    """Yield the relations of a line: type and target."""
    if line.content.relation and line.content.target:
        yield line.content.relation, line.content.target
    for target in line.content.links:
        if target:
            yield "links_to", target


def _report(diagnostics: list[Diagnostic], code: Code, path: str, line: int, **fields: Any) -> None:
    diagnostics.append(code.at(Span(path, line, 1, line, 1), **fields))
