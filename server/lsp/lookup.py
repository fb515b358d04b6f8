"""What stands at a place of a source, and where a thing is stated and cited."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from compiler.model.facts import Mention
from compiler.model.spans import Span
from compiler.store.snapshot import ObjectRow, Snapshot
from server.reports.opening import counted

# Links that say what a thing consists of, and where it stands: nobody cites by them.
STRUCTURE = frozenset({"has_section", "has_assertion", "has_step", "contains", "part_of", "documents", "diagram_in"})
PAGES = ("document", "document_section")  # of which another object at the same place says more
MAX_ROWS = 500
MAX_LINES = 12  # of a text that is shown

_STATE = {
    "decision": "SELECT ifnull(status, 'no status that is understood'), date, NULL FROM decision WHERE ref = ?",
    "task": "SELECT status, due_at, ifnull(undecided, why) FROM task WHERE ref = ?",
    "requirement": "SELECT status, NULL, level FROM requirement WHERE ref = ?",
}
_TESTED = "SELECT count(*) FROM link WHERE target = ? AND kind IN ('verifies', 'validates')"
_CITING = """
SELECT s.kind, count(DISTINCT f.source) FROM fact_mention_found AS f LEFT JOIN object_row AS s ON s.ref = f.source
WHERE f.target = ? GROUP BY 1 ORDER BY 2 DESC, 1
"""
_IDS = """
SELECT id, kind, title FROM object_row
WHERE kind IN ('decision', 'task', 'requirement', 'assertion', 'component', 'note') AND instr(lower(id), :beginning) = 1
ORDER BY id LIMIT :most
"""
_FOUND = """
SELECT ref FROM object_row WHERE instr(lower(id), :wanted) OR instr(lower(title), :wanted)
ORDER BY kind LIKE 'document%', instr(lower(id), :wanted) != 1, id LIMIT :most
"""


class Named(NamedTuple):
    """What a place of a text names: the ref of an object, and where its name is written."""

    ref: str
    span: Span


def named_at(snapshot: Snapshot, path: str, line: int, column: int) -> Named | None:
    """Return what is cited at a place, or what is stated in its line; None if neither. Lines and columns are from 1."""
    cited = [Named(one.target, one.span) for one in snapshot.facts(Mention, file=path, start_line=line) if one.target]
    cited += [
        Named(link.target, link.span)
        for link in snapshot.links(file=path, start_line=line)
        if link.kind not in STRUCTURE and not link.dangling and link.span.end_line == line
    ]
    at_place = [one for one in cited if one.span.start_col <= column <= one.span.end_col]
    if at_place:
        return min(at_place, key=lambda one: one.span.end_col - one.span.start_col)
    stated = snapshot.objects(start_line=line, file=path)  # the line first: to look the file up takes longer
    if not stated:
        return None
    found = min(stated, key=lambda one: (one.kind in PAGES, one.end_line - one.start_line))
    return Named(found.ref, Span(path, line, 1, line, 1))


def definition(snapshot: Snapshot, ref: str) -> Span | None:
    """Return the first line of what states an object; None where nothing does."""
    found = snapshot.object(ref)
    return None if found is None else Span(found.file, found.start_line, 1, found.start_line, 1)


def references(snapshot: Snapshot, ref: str) -> list[Span]:
    """Return the places that cite an object, one a line, in order of files and lines."""
    spans = [mention.span for mention in snapshot.facts(Mention, target=ref)]
    spans += [link.span for link in snapshot.links(target=ref) if link.kind not in STRUCTURE]
    first = {(span.file, span.start_line): span for span in sorted(spans, reverse=True)}
    return sorted(first.values())[:MAX_ROWS]


def hover(snapshot: Snapshot, ref: str) -> str:
    """Return what is known of an object, as markdown: what it is, whether it holds, who cites it, its first lines."""
    found = snapshot.object(ref)
    if found is None:
        return ""
    return "\n\n".join(
        filter(None, (_head(found), *_state(snapshot, found), _cited(snapshot, ref), _text(snapshot, found)))
    )


def symbols(snapshot: Snapshot, path: str) -> list[ObjectRow]:
    """Return the objects that a file states, in order of their lines."""
    return sorted(snapshot.objects(file=path), key=lambda one: (one.start_line, -one.end_line, one.ref))


def found_symbols(snapshot: Snapshot, query: str) -> list[ObjectRow]:
    """Return objects whose id or title has a text in it, those whose id begins so first."""
    refs = snapshot.rows(_FOUND, {"wanted": query.lower(), "most": MAX_ROWS})
    return [one for (ref,) in refs if (one := snapshot.object(ref)) is not None]


def ids(snapshot: Snapshot, beginning: str) -> list[tuple[str, str, str]]:
    """Return ids that texts cite and that begin so, in any case: id, kind and title."""
    return snapshot.rows(_IDS, {"beginning": beginning.lower(), "most": MAX_ROWS})


def _head(found: ObjectRow) -> str:
    return f"**{found.kind.replace('_', ' ')} {found.id}**" + (f": {found.title}" if found.title != found.id else "")


def _state(snapshot: Snapshot, found: ObjectRow) -> Iterator[str]:
    if found.kind not in _STATE:
        return
    for row in snapshot.rows(_STATE[found.kind], (found.ref,)):
        yield " · ".join(str(value) for value in row if value)
    if found.kind == "decision":
        after = [link.source for link in snapshot.links(target=found.ref, kind="supersedes")]
        if after:
            yield f"Superseded by {_names(snapshot, after)}"
    if found.kind == "requirement":
        ((count,),) = snapshot.rows(_TESTED, (found.ref,))
        yield f"Cited by {counted(count, 'test')}" if count else "No test cites it"


def _cited(snapshot: Snapshot, ref: str) -> str:
    counts = [counted(count, str(kind or "file").replace("_", " ")) for kind, count in snapshot.rows(_CITING, (ref,))]
    return f"Cited by {', '.join(counts)}" if counts else ""


def _text(snapshot: Snapshot, found: ObjectRow) -> str:
    text = snapshot.text(found.file)
    if not text:
        return ""
    lines = text.split("\n")[found.start_line - 1 : min(found.end_line, found.start_line - 1 + MAX_LINES)]
    fence = "`" * 8  # longer than any in it
    return f"{fence}\n" + "\n".join(lines) + f"\n{fence}"


def _names(snapshot: Snapshot, refs: Iterable[str]) -> str:
    rows = [snapshot.object(ref) for ref in refs]
    return ", ".join(one.id for one in rows if one is not None)
