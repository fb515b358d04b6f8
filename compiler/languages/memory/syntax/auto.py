"""Auto-memory: a markdown file for each thing that an agent keeps, and a `MEMORY.md` that lists them.

A file is one fact: its description is the text, its type the category, what stands below is the document. Both
generations of the frontmatter are read: `type` and `originSessionId` at the top, or within `metadata`. An index says
which files there are; list items of it that link to nothing are facts of their own.
"""

import re
from typing import Any
from urllib.parse import unquote

from compiler.languages.memory.records import Document, Entry, Listed
from compiler.languages.memory.syntax.canonical import made_id
from compiler.languages.memory.syntax.frontmatter import read_frontmatter
from compiler.languages.memory.syntax.note_lines import FENCE, note_lines
from compiler.languages.memory.syntax.notes import metadata_of, place_of, time_of
from compiler.model.diagnostics import Diagnostic
from compiler.text.front_matter import FrontMatter

Json = Any

_KNOWN = ("name", "description", "type", "metadata", "originSessionId", "modified", "created")
_LINKED = re.compile(
    r"[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+\[([^\]\n]*)\]\(\s*<?([^()\s<>]+)>?(?:\s+\"[^\"\n]*\")?\s*\)[ \t]*(.*)"
)
_ITEM = re.compile(r"[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+(?!\[[ xX-]\](?:\s|$))(\S.*)")
_HEADING = re.compile(r"#{1,6}[ \t]+(.*?)[ \t#]*$")
_DASH = re.compile(r"^[-–—:][ \t]*")


def parse_auto_memory(path: str, text: str, *, is_index: bool) -> tuple[Document | None, list[Diagnostic]]:
    """The unit of a file of auto-memory."""
    front = read_frontmatter(text)
    if is_index and not (front.text("name") and front.text("description")):
        return _index(path, text), []
    found: list[Diagnostic] = []
    at = time_of(path, front, found, "modified", "created")
    entries = _entries(path, text, front, {"at": at} if at else {})
    return Document(path, "auto-memory", tuple(entries)), found


def _entries(path: str, text: str, front: FrontMatter, shared: dict[str, Json]) -> list[Entry]:
    """The fact, and its links to others."""
    metadata = metadata_of(front)
    name = front.text("name") or path.rpartition("/")[2].rpartition(".")[0]
    lines = text.split("\n")
    last = len(lines) - (lines[-1] == "" and len(lines) > 1)
    category = front.text("type") or metadata.get("type")
    session = front.text("originSessionId") or metadata.get("originSessionId")
    told = {
        "text": front.text("description") or name,
        "category": category if isinstance(category, str) else None,
        "session_id": session if isinstance(session, str) else None,
        "subject": name,
        "document": text[front.body_start :].strip(),
    }
    kept = {key: value for key, value in front.values.items() if key not in _KNOWN}
    kept |= {key: value for key, value in metadata.items() if key not in (*_KNOWN, "node_type")}
    fields = {key: value for key, value in told.items() if value} | shared
    entries = [Entry("fact", name, True, "put", place_of(lines, 1, last), fields, kept)]
    stem = path.rpartition("/")[2].rpartition(".")[0]
    aliases = {"aliases": [stem]} if stem != name else {}
    entity = {"name": name, "entity_type": "memory", **aliases} | shared
    entries.append(Entry("entity", name, True, "put", place_of(lines, 1, max(front.body_line - 1, 1)), entity, {}))
    seen: set[str] = set()
    for line in note_lines(text[front.body_start :]):
        place = place_of(lines, line.first + front.body_line - 1, line.last + front.body_line - 1)
        for target in (*line.said.links, line.said.target):
            if target and target not in seen:
                seen.add(target)
                relation = {"source": name, "relation": "links_to", "target": target, **shared}
                entries.append(Entry("relation", made_id("relation", name, target), False, "put", place, relation, {}))
    return entries


def _index(path: str, text: str) -> Document | None:
    """An index: the files that it lists, and what it says itself; boxes to tick and code are no part of it."""
    listed: list[Listed] = []
    entries: dict[str, Entry] = {}
    heading, fence = "", ""
    lines = text.split("\n")
    for number, line in enumerate(lines, 1):
        if found := FENCE.match(line):
            fence = "" if fence and found[1].startswith(fence) else fence or found[1]
        if found or fence:
            continue
        place = place_of(lines, number, number)
        if found := _HEADING.match(line):
            heading = found[1]
        elif found := _LINKED.match(line):
            target = unquote(found[2].partition("#")[0])
            listed.append(Listed(target, found[1].strip(), _DASH.sub("", found[3]).strip(), place))
        elif (found := _ITEM.match(line)) and "](" not in line:
            text_of_item = found[1].strip()
            fields = {"text": text_of_item} | ({"note_context": heading} if heading else {})
            identity = made_id("fact", heading, text_of_item)
            entries.setdefault(identity, Entry("fact", identity, False, "put", place, fields, {}))
    if not listed and not entries:
        return None
    return Document(path, "auto-memory", tuple(entries.values()), listed=tuple(listed))
