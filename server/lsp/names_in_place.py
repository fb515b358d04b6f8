"""Names without an id of their own form: nodes and participants inside of a diagram, entities in a world file."""

import re
from collections.abc import Iterator

from compiler.languages.diagrams.facts import Node, Participant
from compiler.model.spans import Span
from compiler.store.snapshot import ObjectRow, Snapshot

_ENTITY = re.compile(r"(?<![\w@])@\w++")
# A text that is open where a part of a line ends: in quotes, in brackets, between bars, on an edge `-- text -->`.
_ON_EDGE = re.compile(r"(?:^|[\s\])}])(?:--|==|-\.)\s[^-=.]*$")
_ARROW = re.compile(r"<\|(?:--|\.\.)|(?:--|\.\.)\|>|[|}o]{2}(?:--|\.\.)[|o{]{2}")  # those with signs of brackets
_TITLE = re.compile(r"(?<!:):(?!:)\s")


def diagram_at(snapshot: Snapshot, path: str, line: int) -> ObjectRow | None:
    """Return the diagram that a line of a file is in; None if it is in none."""
    around = (row for row in snapshot.objects(file=path, kind="diagram") if row.start_line <= line <= row.end_line)
    return next(around, None)


def name_at(snapshot: Snapshot, path: str, line: int, column: int, text: str) -> tuple[str, Span] | None:
    """Return the ref of the node, participant or entity whose name stands at a column of a line, and where it is."""
    at = len(text.encode()[: column - 1].decode(errors="ignore"))
    if found := _entity_at(snapshot, path, at, text):
        ref, start, end = found
    elif (diagram := diagram_at(snapshot, path, line)) is not None:
        drawn: list[Node | Participant] = [
            *snapshot.facts(Node, diagram=diagram.id),
            *snapshot.facts(Participant, diagram=diagram.id),
        ]
        names = {named.name: named.ref for named in drawn if named.name and named.name in text}
        places = [place for name in names for place in _places(name, text) if place[0] <= at <= place[1]]
        if not places or text.lstrip().startswith("%%"):
            return None
        start, end = max(places, key=lambda place: place[1] - place[0])
        ref = names[text[start:end]]
    else:
        return None
    return ref, Span(path, line, len(text[:start].encode()) + 1, line, len(text[:end].encode()) + 1)


def _entity_at(snapshot: Snapshot, path: str, at: int, text: str) -> tuple[str, int, int] | None:
    word = next((found for found in _ENTITY.finditer(text) if found.start() <= at <= found.end()), None)
    if word is None:
        return None
    refs = {row.ref for row in snapshot.objects(file=path, kind="entity")}
    refs |= {ref for link in snapshot.links(file=path) for ref in (link.source, link.target)}
    named = sorted(ref for ref in refs if ref.startswith("w:") and ref.endswith(f"/entity/{word[0]}"))
    return (named[0], *word.span()) if len(named) == 1 else None


def _places(name: str, text: str) -> Iterator[tuple[int, int]]:
    """Give the places of a name in a line of a diagram, but those in a text that is shown."""
    start = text.find(name)
    while start >= 0:
        end = start + len(name)
        is_word = not (text[start - 1 : start] or " ").isalnum() and not (text[end : end + 1] or " ").isalnum()
        if is_word and "_" not in (text[start - 1 : start], text[end : end + 1]) and not _is_shown(text[:start]):
            yield start, end
        start = text.find(name, start + 1)


def _is_shown(before: str) -> bool:
    before = _ARROW.sub("", before)
    is_open = any(before.count(opening) > before.count(closing) for opening, closing in ("[]", "()", "{}"))
    is_open = is_open or before.count('"') % 2 == 1 or before.count("|") % 2 == 1
    return is_open or bool(_ON_EDGE.search(before)) or bool(_TITLE.search(before))
