"""Auto-memory: a markdown file for each thing that an agent remembers, and a `MEMORY.md` that lists the files.

A file is one fact: its description is the text, its type the category, its body the document. Both generations of the
frontmatter are read: `type` and `originSessionId` at the top level, or within `metadata`. List items of the index that
link to no file are facts of their own.
"""

import re
from typing import Any
from urllib.parse import unquote

from compiler.languages.memory.records import IndexLink, RecordEntry, Unit
from compiler.languages.memory.syntax.basic_memory import file_stem, line_span, metadata_of, read_time
from compiler.languages.memory.syntax.canonical import content_id
from compiler.languages.memory.syntax.frontmatter import read_frontmatter
from compiler.languages.memory.syntax.note_lines import FENCE, note_lines
from compiler.model.diagnostics import Diagnostic
from compiler.text.front_matter import FrontMatter

Json = Any

_KNOWN_KEYS = ("name", "description", "type", "metadata", "originSessionId", "modified", "created")
_LINK_ITEM = re.compile(
    r"[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+\[([^\]\n]*)\]\(\s*<?([^()\s<>]+)>?(?:\s+\"[^\"\n]*\")?\s*\)[ \t]*(.*)"
)
_ITEM = re.compile(r"[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+(?!\[[ xX-]\](?:\s|$))(\S.*)")
_HEADING = re.compile(r"#{1,6}[ \t]++((?:.*[^ \t#\n])?)[ \t#]*$")
_DASH = re.compile(r"^[-–—:][ \t]*")


def parse_index(path: str, text: str) -> tuple[Unit | None, list[Diagnostic]]:
    """Parse an index of auto-memory, or a fact under its name. The unit is None if there is nothing in it."""
    front = read_frontmatter(text)
    is_fact = front.text("name") and front.text("description")
    return parse_auto_memory(path, text) if is_fact else (_index(path, text), [])


def parse_auto_memory(path: str, text: str) -> tuple[Unit | None, list[Diagnostic]]:
    """Parse a file of auto-memory, which states one fact."""
    front = read_frontmatter(text)
    diagnostics: list[Diagnostic] = []
    at = read_time(path, front, diagnostics, "modified", "created")
    entries = _entries(path, text, front, {"at": at} if at else {})
    return Unit(path, "auto-memory", tuple(entries)), diagnostics


def _entries(path: str, text: str, front: FrontMatter, shared: dict[str, Json]) -> list[RecordEntry]:
    """Return the fact of a file, its entity, and the relations to the entities that it links to."""
    metadata = metadata_of(front)
    name = front.text("name") or file_stem(path)
    lines = text.split("\n")
    last = len(lines) - (lines[-1] == "" and len(lines) > 1)
    category = front.text("type") or metadata.get("type")
    session = front.text("originSessionId") or metadata.get("originSessionId")
    known = {
        "text": front.text("description") or name,
        "category": category if isinstance(category, str) else None,
        "session_id": session if isinstance(session, str) else None,
        "subject": name,
        "document": text[front.body_start :].strip(),
    }
    extra = {key: value for key, value in front.values.items() if key not in _KNOWN_KEYS}
    extra |= {key: value for key, value in metadata.items() if key not in (*_KNOWN_KEYS, "node_type")}
    fields = {key: value for key, value in known.items() if value} | shared
    entries = [RecordEntry("fact", name, True, "put", line_span(lines, 1, last), fields, extra)]
    stem = file_stem(path)
    aliases = {"aliases": [stem]} if stem != name else {}
    entity = {"name": name, "entity_type": "memory", **aliases} | shared
    entries.append(
        RecordEntry("entity", name, True, "put", line_span(lines, 1, max(front.body_line - 1, 1)), entity, {})
    )
    seen: set[str] = set()
    for line in note_lines(text[front.body_start :]):
        span = line_span(lines, line.first + front.body_line - 1, line.last + front.body_line - 1)
        for target in (*line.content.links, line.content.target):
            if target and target not in seen:
                seen.add(target)
                relation = {"source": name, "relation": "links_to", "target": target, **shared}
                entries.append(
                    RecordEntry("relation", content_id("relation", name, target), False, "put", span, relation, {})
                )
    return entries


def _index(path: str, text: str) -> Unit | None:
    """Parse an index: its links to files, and its other list items as facts. Task boxes and code are skipped."""
    links: list[IndexLink] = []
    entries: dict[str, RecordEntry] = {}
    heading, fence = "", ""
    lines = text.split("\n")
    for number, line in enumerate(lines, 1):
        if match := FENCE.match(line):
            fence = "" if fence and match[1].startswith(fence) else fence or match[1]
        if match or fence:
            continue
        span = line_span(lines, number, number)
        if match := _HEADING.match(line):
            heading = match[1]
        elif match := _LINK_ITEM.match(line):
            target = unquote(match[2].partition("#")[0])
            links.append(IndexLink(target, match[1].strip(), _DASH.sub("", match[3]).strip(), span))
        elif (match := _ITEM.match(line)) and "](" not in line:
            item_text = match[1].strip()
            fields = {"text": item_text} | ({"note_context": heading} if heading else {})
            identity = content_id("fact", heading, item_text)
            entries.setdefault(identity, RecordEntry("fact", identity, False, "put", span, fields, {}))
    if not links and not entries:
        return None
    return Unit(path, "auto-memory", tuple(entries.values()), index_links=tuple(links))
