"""What stands at a place of a source, and where a thing is stated and cited."""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from lsprotocol import types

from compiler.model.facts import Mention
from compiler.model.spans import Span
from compiler.store.snapshot import ObjectRow, Snapshot
from queries.tools.render import visible
from server.lsp.names_in_place import name_at
from server.reports.opening import counted

# Links that say what a thing consists of, and where it stands: nobody cites by them.
STRUCTURE = frozenset({"has_section", "has_assertion", "has_step", "contains", "part_of", "documents", "diagram_in"})
PAGES = ("document", "document_section")  # of which another object at the same place says more
MAX_ROWS = 500
MAX_IDS = 200  # that are offered: with each further letter the editor asks anew
MAX_LINES = 12  # of a text that is shown

_KINDS = {  # of an editor's symbols; all else is a Key
    "document": types.SymbolKind.File,
    "document_section": types.SymbolKind.String,
    "decision": types.SymbolKind.Event,
    "task": types.SymbolKind.Event,
    "requirement": types.SymbolKind.Interface,
    "assertion": types.SymbolKind.Property,
    "test": types.SymbolKind.Method,
    "diagram": types.SymbolKind.Namespace,
    "node": types.SymbolKind.Field,
}
_STATE = {
    "decision": "SELECT ifnull(status, 'no status that is understood'), date, NULL FROM decision WHERE ref = ?",
    "task": "SELECT status, due_at, ifnull(undecided, why) FROM task WHERE ref = ?",
    "requirement": "SELECT status, NULL, level FROM requirement WHERE ref = ?",
}
_TESTED = """
SELECT count(DISTINCT link.source) FROM link JOIN object_row AS test ON test.ref = link.source AND test.kind = 'test'
WHERE link.target = :ref
OR link.target IN (SELECT target FROM link AS part WHERE part.source = :ref AND part.kind = 'has_assertion')
"""
_CITING = """
SELECT s.kind, count(DISTINCT f.source) FROM fact_mention_found AS f LEFT JOIN object_row AS s ON s.ref = f.source
WHERE f.target = ? GROUP BY 1 ORDER BY 2 DESC, 1
"""
_IDS = """
SELECT id, kind, title, ref FROM object_row
WHERE kind IN ('decision', 'task', 'requirement', 'assertion', 'component', 'note') AND instr(lower(id), :beginning) = 1
ORDER BY id LIMIT :most
"""
_FOUND = """
SELECT ref FROM object_row WHERE instr(lower(id), :wanted) OR instr(lower(title), :wanted)
ORDER BY kind LIKE 'document%', instr(lower(id), :wanted) != 1, id LIMIT :most
"""


_SIGN = re.compile(r"[\\`*_{}\[\]<>()#!|~&]")
_WORD = re.compile(r"[\w/.~-]++")
_DIGIT = re.compile(r"\d")
_TICKS = re.compile(r"`++")


class Named(NamedTuple):
    """What a place of a text names: the ref of an object, and where its name is written."""

    ref: str
    span: Span


def named_at(snapshot: Snapshot, path: str, line: int, column: int, text: str) -> Named | None:
    """Return what is cited at a place, or what is stated in its line, which has a text; None if neither. Lines and
    columns are from 1."""
    mentions = snapshot.facts(Mention, file=path, start_line=line)
    if cited := _narrowest([Named(cite.target, cite.span) for cite in mentions if cite.target], column):
        return cited
    if name := name_at(snapshot, path, line, column, text):
        return Named(*name)
    links = snapshot.links(file=path, start_line=line)
    linked = [link for link in links if link.kind not in STRUCTURE and not link.dangling and link.span.end_line == line]
    if found := _narrowest([Named(link.target, link.span) for link in linked], column):
        return found
    if own := _own_id(snapshot, path, line, column, text):
        return own
    stated = snapshot.objects(start_line=line, file=path)  # the line first: to look the file up takes longer
    if not stated:
        return None
    first = min(stated, key=lambda row: (row.kind in PAGES, row.end_line - row.start_line))
    return Named(first.ref, Span(path, line, 1, line, 1))


def _narrowest(cited: Iterable[Named], column: int) -> Named | None:
    at_place = [named for named in cited if named.span.start_col <= column <= named.span.end_col]
    return min(at_place, key=lambda named: named.span.end_col - named.span.start_col, default=None)


def _own_id(snapshot: Snapshot, path: str, line: int, column: int, text: str) -> Named | None:
    """Return what states its id at a place within its lines, such as in front matter."""
    at = len(text.encode()[: column - 1].decode(errors="ignore"))
    word = next((word for word in _WORD.finditer(text) if word.start() <= at <= word.end()), None)
    if word is None or not _DIGIT.search(word[0]):
        return None
    start = len(text[: word.start()].encode()) + 1
    for spelling in dict.fromkeys((word[0], word[0].upper(), word[0].lower())):  # by the index of ids
        for row in snapshot.objects(id=spelling):
            if row.file == path and row.start_line <= line <= row.end_line:
                return Named(row.ref, Span(path, line, start, line, start + len(word[0].encode())))
    return None


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
    return sorted(snapshot.objects(file=path), key=lambda row: (row.start_line, -row.end_line, row.ref))


def found_symbols(snapshot: Snapshot, query: str) -> list[ObjectRow]:
    """Return objects whose id or title has a text in it, those whose id begins so first."""
    refs = snapshot.rows(_FOUND, {"wanted": query.lower(), "most": MAX_ROWS})
    return [row for (ref,) in refs if (row := snapshot.object(ref)) is not None]


def symbol_kind(kind: str) -> types.SymbolKind:
    """Return the kind of symbol that an editor shows for a kind of object."""
    return _KINDS.get(kind, types.SymbolKind.Key)


def ids(snapshot: Snapshot, beginning: str) -> list[tuple[str, str, str, str]]:
    """Return ids that texts cite and that begin so, in any case: id, kind, title and ref."""
    return snapshot.rows(_IDS, {"beginning": beginning.lower(), "most": MAX_IDS})


def _head(found: ObjectRow) -> str:
    head = f"**{found.kind.replace('_', ' ')} {_plain(found.id)}**"
    return head if found.title in ("", found.id) else f"{head}: {_plain(found.title)}"


def _plain(text: str) -> str:
    """A text of a source, of which no sign is markdown: no image is fetched, and no link looks like Frieze's."""
    return _SIGN.sub(r"\\\g<0>", str(visible(text)))


def _state(snapshot: Snapshot, found: ObjectRow) -> Iterator[str]:
    if found.kind not in _STATE:
        return
    for row in snapshot.rows(_STATE[found.kind], (found.ref,)):
        yield " · ".join(_plain(str(value)) for value in row if value)
    if found.kind == "decision":
        after = [link.source for link in snapshot.links(target=found.ref, kind="supersedes")]
        if after:
            yield f"Superseded by {_plain(_names(snapshot, after))}"
    if found.kind == "requirement":
        ((count,),) = snapshot.rows(_TESTED, {"ref": found.ref})
        yield f"Cited by {counted(count, 'test')}" if count else "No test cites it, nor an assertion of it"


def _cited(snapshot: Snapshot, ref: str) -> str:
    counts = [counted(count, str(kind or "file").replace("_", " ")) for kind, count in snapshot.rows(_CITING, (ref,))]
    return f"Cited by {', '.join(counts)}" if counts else ""


def _text(snapshot: Snapshot, found: ObjectRow) -> str:
    text = snapshot.text(found.file)
    if not text:
        return ""
    lines = text.split("\n")[found.start_line - 1 : min(found.end_line, found.start_line - 1 + MAX_LINES)]
    shown = "\n".join(str(visible(line)) for line in lines)
    fence = "`" * max(3, *(len(run) + 1 for run in _TICKS.findall(shown)), 3)
    return f"{fence}\n{shown}\n{fence}"


def _names(snapshot: Snapshot, refs: Iterable[str]) -> str:
    rows = [snapshot.object(ref) for ref in refs]
    return ", ".join(row.id for row in rows if row is not None)
