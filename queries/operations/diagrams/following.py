"""Lets citations follow objects of diagrams whose refs change: cross-references, the selection of a session, the
evidence of walkthroughs, and refs that stand in other texts."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Any

from compiler.languages.diagrams.facts import Diagram, Session, Walkthrough
from queries.errors.query_error import QueryError
from queries.operations.arguments import invalid
from queries.operations.diagrams.diagram_text import DiagramText
from queries.operations.diagrams.session_files import SessionMeta
from queries.operations.draft import Draft
from queries.operations.json_file import Object, objects_in

IN_JSON = ("xref", "evidence")  # kinds of links that files of sessions state

Lines = tuple[str, int, int]  # a file, and the first and last line of a citation in it


def follow(after: Draft, text: DiagramText, refs: Mapping[str, str], gone: Iterable[str] = ()) -> None:
    """Write the new refs of objects wherever an old one is cited, all at once: what one object loses another may have
    got. `text` is that of the diagram before the edit, `after` is of the source after it. Raises QueryError if an
    object that is `gone` is cited, and another one has its ref now: the citation would mean that one."""
    for ref in gone:
        if by := sorted({*_citing(text, ref)}):
            problem = "It is cited, and another object would get its id: let the citations go first"
            raise invalid(problem, ref=ref, cited_by=by[:20])
    renamed = {old: new for old, new in refs.items() if old != new}
    if not renamed:
        return
    snapshot = after.snapshot
    metas = {session.session: SessionMeta(after, session) for session in snapshot.facts(Session)}
    for meta in metas.values():
        rewrite_refs(meta.root, lambda ref, meta=meta: meta.renamed_ref(ref, renamed))  # type: ignore[misc]
    for walkthrough in snapshot.facts(Walkthrough):
        of = metas.get(walkthrough.session)
        root = after.json(walkthrough.span.file)
        rewrite_refs(root, lambda ref, of=of: of.renamed_ref(ref, renamed) if of else renamed.get(ref))  # type: ignore[misc]
    _rewrite_in_texts(after, _lines_outside(after, text, renamed), renamed)


def read_otherwise(text: DiagramText) -> QueryError:
    """Return the error for an edit after which other objects are read than are meant."""
    problem = "Written so, Mermaid would read something else, and citations could not follow"
    hint = "Choose another id or text, or edit the text of the diagram by hand."
    return invalid(problem, diagram_id=text.diagram.diagram, hint=hint)


def rewrite_refs(root: Object, new: Callable[[str], str | None]) -> None:
    """Write other refs in what the file of a session or a walkthrough states: in its cross-references, its selection
    and its steps. `new` gives the ref that takes the place of one, None if it stays."""
    lists = [root.get("selected_object_refs"), *(step.get("refs") for step in objects_in(root, "nodes"))]
    places: list[tuple[Any, Any]] = [(xref, end) for xref in objects_in(root, "xrefs") for end in ("from", "to")]
    places += [(refs, at) for refs in lists if isinstance(refs, list) for at in range(len(refs))]
    for holder, key in places:
        written = holder.get(key) if isinstance(holder, dict) else holder[key]
        if isinstance(written, str) and (ref := new(written)) is not None:
            holder[key] = ref


def _rewrite_in_texts(draft: Draft, cited: Iterable[Lines], renamed: Mapping[str, str]) -> None:
    """Write the new refs in lines of texts."""
    refs = "|".join(re.escape(one) for one in sorted(renamed, key=len, reverse=True))
    pattern = re.compile(rf"(?<![\w/:.%-])(?:{refs})(?![\w:/%]|[.-]\w)")
    for path, first, last in sorted(cited):
        for number in range(first, last + 1):
            draft.rewrite(path, number, lambda line: pattern.sub(lambda found: renamed[found[0]], line))


def _citing(text: DiagramText, ref: str) -> Iterator[str]:
    """Give where an object is cited from outside of its diagram, as `path:line`: by cross-references, by walkthroughs,
    by the selection of a session, and in texts."""
    snapshot, diagram = text.draft.snapshot, text.diagram.span
    for link in snapshot.links(target=ref):
        is_outside = (
            link.span.file != diagram.file or not diagram.start_line <= link.span.start_line <= diagram.end_line
        )
        if link.kind in IN_JSON or is_outside:
            yield str(link.span)
    yield from (str(one.span) for one in snapshot.links(source=ref, kind="xref"))
    yield from (str(session.span) for session in snapshot.facts(Session) if ref in session.selected)


def _lines_outside(after: Draft, text: DiagramText, refs: Collection[str]) -> Iterator[Lines]:
    """Give the lines that cite refs, by their numbers now, but those of the diagram itself, which has no refs, and of
    the files of sessions. Lines behind the diagram have moved with its end."""
    old = text.diagram.span
    (now,) = after.snapshot.facts(Diagram, diagram=text.diagram.diagram)
    links = (link for ref in refs for link in text.draft.snapshot.links(target=ref) if link.kind not in IN_JSON)
    for file, first, last in {(link.span.file, link.span.start_line, link.span.end_line) for link in links}:
        moved = now.span.end_line - old.end_line if file == old.file and first > old.end_line else 0
        if file != old.file or last < old.start_line or first > old.end_line:
            yield file, first + moved, last + moved
