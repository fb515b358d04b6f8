"""Lets citations follow objects of diagrams whose refs change: cross-references, the selection of a session, the
evidence of walkthroughs, and refs that stand in other texts."""

import re
from collections.abc import Iterable, Mapping

from compiler.languages.diagrams.facts import Session, Walkthrough
from queries.operations.diagrams.session_files import SessionMeta, session_named
from queries.operations.diagrams.session_json import JsonEdits, Place
from queries.operations.diagrams.spot_edits import SpotEdits

IN_JSON = ("xref", "evidence")  # kinds of links that files of sessions state


def follow_refs(edits: SpotEdits, renamed: Mapping[str, str]) -> None:
    """Write the new refs in place of the old ones, all at once: what one object loses another may have got.

    `renamed` maps old refs to new ones. The snapshot of the draft has the objects under their new refs already, and
    every citation as it was.
    """
    if not renamed:
        return
    snapshot = edits.draft.snapshot
    for session in snapshot.facts(Session):
        _follow_in_session(SessionMeta(edits, session), renamed)
    for walkthrough in snapshot.facts(Walkthrough):
        _follow_in_walkthrough(edits, walkthrough, renamed)
    spans = {
        (link.span.file, link.span.start_line, link.span.end_line)
        for ref in renamed
        for link in snapshot.links(target=ref)
        if link.kind not in IN_JSON
    }
    _follow_in_texts(edits, spans, renamed)


def _follow_in_session(meta: SessionMeta, renamed: Mapping[str, str]) -> None:
    ends = [place for one in meta.json.root.objects("xrefs") for end in ("from", "to") if (place := one.member(end))]
    selected = meta.json.root.member("selected_object_refs")
    for place in (*ends, *(selected.items if selected else ())):
        _rewrite(meta.json, place, meta, renamed)


def _follow_in_walkthrough(edits: SpotEdits, walkthrough: Walkthrough, renamed: Mapping[str, str]) -> None:
    json = JsonEdits(edits, walkthrough.span.file)
    meta = SessionMeta(edits, session_named(edits.draft.snapshot, walkthrough.session)) if walkthrough.session else None
    for step in json.root.objects("nodes"):
        refs = step.member("refs")
        for place in refs.items if refs else ():
            _rewrite(json, place, meta, renamed)


def _rewrite(json: JsonEdits, place: Place, meta: SessionMeta | None, renamed: Mapping[str, str]) -> None:
    if isinstance(place.value, str):
        new = renamed.get(meta.resolved_ref(place.value) if meta else place.value)
        if new is not None:
            json.replace(place, meta.written_ref(new) if meta else new)


def _follow_in_texts(edits: SpotEdits, spans: Iterable[tuple[str, int, int]], renamed: Mapping[str, str]) -> None:
    refs = "|".join(re.escape(one) for one in sorted(renamed, key=len, reverse=True))
    pattern = re.compile(rf"(?<![\w/:.%-])(?:{refs})(?![\w:/%]|[.-]\w)")
    for path, first, last in sorted(spans):
        file = edits.file(path)
        for found in pattern.finditer(file.text, file.start(first), file.end(last)):
            edits.replace(path, found.start(), found.end(), renamed[found[0]])
