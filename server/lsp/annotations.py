"""What an editor shows beside a text: how often a thing is cited, and what replaced a decision that is cited.

`initializationOptions` turn each off: `{"codeLens": false, "inlayHints": false}`.
"""

import json
from collections.abc import Iterable, Iterator

from lsprotocol import types

from compiler.model.facts import Mention
from compiler.model.spans import Span
from compiler.store.snapshot import ObjectRow, Snapshot
from server.lsp import lookup
from server.lsp.asking import of_file
from server.lsp.language_server import FriezeServer
from server.lsp.live_source import LiveSource

LENSES, HINTS = "codeLens", "inlayHints"
COUNTED = frozenset({"decision", "task", "requirement", "assertion", "note", "entity", "diagram", "component"})
_CITED = """
SELECT o.ref, count(DISTINCT f.source), count(DISTINCT d.ref) FROM object_row AS o
JOIN fact_mention_found AS f ON f.target = o.ref AND f.source != o.ref
LEFT JOIN decision AS d ON d.ref = f.source AND d.status = 'superseded'
WHERE o.file = :path AND o.kind IN (SELECT value FROM json_each(:kinds)) GROUP BY 1
"""


async def code_lenses(server: FriezeServer, params: types.CodeLensParams) -> list[types.CodeLens] | None:
    """Answer how often each thing that a file states is cited."""

    def counted(source: LiveSource, snapshot: Snapshot, path: str) -> list[types.CodeLens]:
        rows = snapshot.rows(_CITED, {"path": path, "kinds": json.dumps(sorted(COUNTED))})
        counts = {ref: (count, superseded) for ref, count, superseded in rows}
        return [
            types.CodeLens(server.range(source, _first_line(row)), types.Command(_told(*counts[row.ref]), ""))
            for row in sorted(filter(None, map(snapshot.object, counts)), key=lambda row: row.start_line)
        ]

    return await of_file(server, params.text_document.uri, counted) if server.wants(LENSES) else []


async def inlay_hints(server: FriezeServer, params: types.InlayHintParams) -> list[types.InlayHint] | None:
    """Answer what replaced each superseded decision, behind its citations in a range."""

    def beside(source: LiveSource, snapshot: Snapshot, path: str) -> list[types.InlayHint]:
        lines = range(params.range.start.line + 1, params.range.end.line + 2)
        return [
            types.InlayHint(
                server.range(source, span).end, f"→ {', '.join(after)}", padding_left=True, tooltip="superseded by"
            )
            for span, after in _superseded(snapshot, path)
            if span.end_line in lines
        ]

    return await of_file(server, params.text_document.uri, beside) if server.wants(HINTS) else []


def _told(count: int, superseded: int) -> str:
    return f"cited by {count:,}{f', {superseded:,} of them superseded' if superseded else ''}"


def _first_line(row: ObjectRow) -> Span:
    return Span(row.file, row.start_line, 1, row.start_line, 1)


def _superseded(snapshot: Snapshot, path: str) -> Iterator[tuple[Span, list[str]]]:
    """Give the places in a file that cite a decision which others replaced, with their ids. A file that states one of
    these says so itself."""
    own = {row.ref for row in snapshot.objects(file=path, kind="decision")}
    cited: Iterable[tuple[str | None, Span]] = (
        *((mention.target, mention.span) for mention in snapshot.facts(Mention, file=path)),
        *((link.target, link.span) for link in snapshot.links(file=path) if link.kind not in lookup.STRUCTURE),
    )
    told: dict[tuple[str, int], Span] = {}
    for ref, span in cited:
        if ref is not None and ref.startswith("k:decision/"):
            first = told.setdefault((ref, span.end_line), span)
            told[ref, span.end_line] = min(
                first, span, key=lambda place: (place.end_line - place.start_line, place.end_col)
            )
    after = {ref: _successors(snapshot, ref) for ref, _ in told}
    for (ref, _), span in sorted(told.items(), key=lambda item: item[1]):
        last, newer = after[ref]
        if last and own.isdisjoint({ref, *newer}):
            yield span, [row.id for new in last if (row := snapshot.object(new))]


def _successors(snapshot: Snapshot, ref: str) -> tuple[list[str], set[str]]:
    """Return the decisions at the end of what replaced a decision, none of one that holds, and all that did."""
    seen, last, begun = {ref}, list[str](), [ref]
    while begun:
        old = begun.pop()
        newer = sorted({link.source for link in snapshot.links(target=old, kind="supersedes")})
        if not newer and old != ref:
            last.append(old)
        begun += [new for new in newer if new not in seen]
        seen.update(newer)
    return sorted(last), seen - {ref}
