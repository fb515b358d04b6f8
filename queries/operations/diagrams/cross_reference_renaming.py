"""Lets citations follow objects of diagrams whose refs change: cross-references, the selection of a session, the
evidence of walkthroughs, and refs that stand in other texts."""

import re
from collections.abc import Iterable, Iterator, Mapping

from compiler.languages.diagrams.facts import Session, Walkthrough
from compiler.model.spans import Span
from compiler.store.snapshot import Snapshot
from queries.operations.diagrams.session_files import SessionMeta, session_named
from queries.operations.diagrams.session_json import JsonEdits, Place
from queries.operations.draft import Draft

IN_JSON = ("xref", "evidence")  # kinds of links that files of sessions state


Lines = tuple[str, int, int]  # a file, and the first and last line of a citation in it


def cited_lines(snapshot: Snapshot, refs: Iterable[str]) -> set[Lines]:
    """Return the lines of texts that cite objects. The files of sessions are not among them."""
    links = [one for ref in refs for one in snapshot.links(target=ref) if one.kind not in IN_JSON]
    return {(one.span.file, one.span.start_line, one.span.end_line) for one in links}


def citing(snapshot: Snapshot, ref: str, diagram: Span) -> Iterator[str]:
    """Give where an object is cited from outside of its diagram, as `path:line`: by cross-references, by walkthroughs,
    by the selection of a session, and in texts."""
    for one in snapshot.links(target=ref):
        is_outside = one.span.file != diagram.file or not diagram.start_line <= one.span.start_line <= diagram.end_line
        if one.kind in IN_JSON or is_outside:
            yield str(one.span)
    yield from (str(one.span) for one in snapshot.facts(Session) if ref in one.selected)


def follow_refs(draft: Draft, renamed: Mapping[str, str], cited: Iterable[Lines] = ()) -> None:
    """Write the new refs in place of the old ones, all at once: what one object loses another may have got.

    `renamed` maps old refs to new ones, and `cited` are the lines of texts in which they stand. The snapshot of the
    draft has the objects under their new refs already, and every citation as it was.
    """
    if not renamed:
        return
    snapshot = draft.snapshot
    for session in snapshot.facts(Session):
        _follow_in_session(SessionMeta(draft, session), renamed)
    for walkthrough in snapshot.facts(Walkthrough):
        _follow_in_walkthrough(draft, walkthrough, renamed)
    _follow_in_texts(draft, cited, renamed)


def follow_own_id(draft: Draft, meta: SessionMeta, diagram: str, own: str) -> None:
    """Write the new id that a session gives a diagram in the refs of the session's own files. `diagram` is the id that
    it has in the snapshot."""
    for place in _refs_of_session(meta):
        _rewrite_head(meta.json, place, f"d:{meta.own[diagram]}", f"d:{own}")
    for walkthrough in draft.snapshot.facts(Walkthrough, session=meta.session.session):
        json = JsonEdits(draft, walkthrough.span.file)
        for place in _refs_of_steps(json):
            _rewrite_head(json, place, f"d:{meta.own[diagram]}", f"d:{own}")


def follow_diagrams(draft: Draft, before: Snapshot, renamed: Mapping[str, str]) -> None:
    """Write the new ids of diagrams in the refs of walkthroughs outside of sessions, and of texts. `before` is the
    snapshot in which the diagrams had their old ids; the lines of texts are still as they were."""
    sql = "SELECT ref FROM object_row WHERE ref = ? OR substr(ref, 1, ?) = ?"
    refs: dict[str, str] = {}
    for old, new in renamed.items():
        head = f"d:{old}"
        found = before.rows(sql, (head, len(head) + 1, f"{head}/"))
        refs |= {ref: f"d:{new}{ref.removeprefix(head)}" for (ref,) in found}
    for walkthrough in draft.snapshot.facts(Walkthrough, session=""):
        json = JsonEdits(draft, walkthrough.span.file)
        for place in _refs_of_steps(json):
            _rewrite(json, place, None, refs)
    if refs:
        _follow_in_texts(draft, cited_lines(before, refs), refs)


def _rewrite_head(json: JsonEdits, place: Place, old: str, new: str) -> None:
    """Write the new id of a diagram in a ref, if the ref is of one of its objects."""
    if isinstance(place.value, str) and place.value.startswith(f"{old}/"):
        json.replace(place, new + place.value.removeprefix(old))


def _follow_in_session(meta: SessionMeta, renamed: Mapping[str, str]) -> None:
    for place in _refs_of_session(meta):
        _rewrite(meta.json, place, meta, renamed)


def _refs_of_session(meta: SessionMeta) -> list[Place]:
    ends = [place for one in meta.json.root.objects("xrefs") for end in ("from", "to") if (place := one.member(end))]
    selected = meta.json.root.member("selected_object_refs")
    return [*ends, *(selected.items if selected else ())]


def _refs_of_steps(json: JsonEdits) -> list[Place]:
    return [place for step in json.root.objects("nodes") if (refs := step.member("refs")) for place in refs.items]


def _follow_in_walkthrough(draft: Draft, walkthrough: Walkthrough, renamed: Mapping[str, str]) -> None:
    json = JsonEdits(draft, walkthrough.span.file)
    meta = SessionMeta(draft, session_named(draft.snapshot, walkthrough.session)) if walkthrough.session else None
    for place in _refs_of_steps(json):
        _rewrite(json, place, meta, renamed)


def _rewrite(json: JsonEdits, place: Place, meta: SessionMeta | None, renamed: Mapping[str, str]) -> None:
    if isinstance(place.value, str):
        new = renamed.get(meta.resolved_ref(place.value) if meta else place.value)
        if new is not None:
            json.replace(place, meta.written_ref(new) if meta else new)


def _follow_in_texts(draft: Draft, cited: Iterable[Lines], renamed: Mapping[str, str]) -> None:
    refs = "|".join(re.escape(one) for one in sorted(renamed, key=len, reverse=True))
    pattern = re.compile(rf"(?<![\w/:.%-])(?:{refs})(?![\w:/%]|[.-]\w)")
    for path, first, last in sorted(cited):
        file = draft.text(path)
        for found in pattern.finditer(file.text, file.start(first), file.end(last)):
            draft.replace_range(path, found.start(), found.end(), renamed[found[0]])
