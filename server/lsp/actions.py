"""What an editor can do about a place: mend a finding, make a link, or make what an operation proposes."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from lsprotocol import types
from pygls.exceptions import JsonRpcException

import queries
from compiler.languages.documents.syntax.anchors import slug
from compiler.model.diagnostics import Diagnostic
from compiler.model.facts import Mention
from compiler.model.spans import Span
from compiler.store.snapshot import ObjectRow, Snapshot
from compiler.text.near_names import NearNames, offered_name
from queries.operations.draft import Draft
from queries.operations.knowledge.moving import MARKDOWN, quoted_path, relative_path
from queries.operations.knowledge.sections import lines_of_text
from server.lsp.asking import of_file
from server.lsp.edits import RefusedError, edited_by
from server.lsp.language_server import FriezeServer
from server.lsp.live_source import LiveSource
from server.lsp.renaming import refused

MAX_SUGGESTIONS = 3
_QUOTED = re.compile(r"'([^'\n]++)'")
_WORD = re.compile(r"[\w@#:/.-]++")
_WRITE = re.compile(r"Write '(?P<text>[^'\n]++)'\.")

Kind = types.CodeActionKind
ACTION_KINDS = (Kind.QuickFix, Kind.RefactorRewrite, Kind.SourceFixAll)


class Mended(NamedTuple):
    """A text of a finding, where it is, and what would stand there. It is certain if both differ in nothing but case,
    or the finding says what to write."""

    span: Span
    old: str
    new: str
    is_certain: bool


class Asked(NamedTuple):
    """A range of lines of a file that actions are asked for."""

    server: FriezeServer
    source: LiveSource
    snapshot: Snapshot
    path: str
    lines: range
    context: types.CodeActionContext

    def edit(self, edits: Mapping[str, Sequence[types.TextEdit]]) -> types.WorkspaceEdit:
        """Return edits of files, by their paths."""
        return types.WorkspaceEdit(
            changes={self.server.uri(self.source, path): [*made] for path, made in edits.items()}
        )

    def replace(self, span: Span, new: str) -> types.TextEdit:
        """Return the edit that puts a text in place of a span."""
        return types.TextEdit(self.server.range(self.source, span), new)


async def code_actions(server: FriezeServer, params: types.CodeActionParams) -> list[types.CodeAction] | None:
    """Answer what can be done in a range."""
    uri, start, end = params.text_document.uri, params.range.start.line, params.range.end.line

    def possible(source: LiveSource, snapshot: Snapshot, path: str) -> list[types.CodeAction]:
        asked = Asked(server, source, snapshot, path, range(start + 1, end + 2), params.context)
        actions = [action for kind, give in _GIVERS.items() if _is_asked(asked, kind) for action in give(asked)]
        return actions if _resolves(server) else [*_with_edits(server, source, actions)]

    return await of_file(server, uri, possible)


async def resolve_action(server: FriezeServer, action: types.CodeAction) -> types.CodeAction:
    """Answer an action with the edits that its operation makes. Raises JsonRpcException if it is refused."""
    if not isinstance(action.data, Mapping):
        return action
    made = await of_file(server, str(action.data["uri"]), lambda source, _, __: _resolved(server, source, action))
    return made or action


def _is_asked(asked: Asked, kind: types.CodeActionKind) -> bool:
    wanted = [str(types.CodeActionKind(only).value) for only in asked.context.only or ()]
    if not wanted:
        return kind != Kind.SourceFixAll  # which an editor asks for by name, such as when it saves
    return any(f"{kind.value}.".startswith(f"{only}.") for only in wanted)


def _mending(asked: Asked) -> Iterator[types.CodeAction]:
    for finding in asked.snapshot.diagnostics(file=asked.path):
        mended, is_here = _mended(asked, finding), _is_in(asked, finding.span)
        told = [told for told in asked.context.diagnostics if told.code == finding.code]
        if mended and (is_here or _is_in(asked, mended.span)):
            yield types.CodeAction(
                f"Replace '{mended.old}' by '{mended.new}'",
                kind=Kind.QuickFix,
                diagnostics=told or None,
                is_preferred=True,
                edit=asked.edit({asked.path: [asked.replace(mended.span, mended.new)]}),
            )
        elif is_here and (heading := _missing_heading(asked, finding)):
            page, title = heading
            lines = asked.source.lines(page)
            end = Span(page, len(lines), len(lines[-1].encode()) + 1, len(lines), len(lines[-1].encode()) + 1)
            new = "\n" * (2 if lines[-1] else 1) + f"## {title}\n"
            yield types.CodeAction(
                f"Add the heading '{title}' to {page}",
                kind=Kind.QuickFix,
                diagnostics=told or None,
                edit=asked.edit({page: [asked.replace(end, new)]}),
            )


def _mending_all(asked: Asked) -> Iterator[types.CodeAction]:
    mended = (_mended(asked, finding) for finding in asked.snapshot.diagnostics(file=asked.path))
    found = [fix for fix in mended if fix and fix.is_certain]
    edits = [asked.replace(fix.span, fix.new) for fix in dict.fromkeys(found)]
    if edits:
        yield types.CodeAction("Mend what is certain", kind=Kind.SourceFixAll, edit=asked.edit({asked.path: edits}))


def _is_in(asked: Asked, span: Span) -> bool:
    return span.start_line < asked.lines.stop and span.end_line >= asked.lines.start


def _mended(asked: Asked, finding: Diagnostic) -> Mended | None:
    """Return how a finding is mended that says what was meant; None where its text is not there just once."""
    near, write = offered_name(finding.suggestion), _WRITE.search(finding.suggestion or "")
    new = near or (write["text"] if write else None)
    if new is None:
        return None
    said = dict.fromkeys(_QUOTED.findall(finding.message)[: 1 if near is None else None])
    if near is not None:
        words = [word.strip(".:") for word in _WORD.findall(finding.message)]
        # A message names the path that a link leads to, the page how it gets there: `../docs/oil.md#status`.
        lines = asked.source.lines(asked.path)[finding.span.start_line - 1 : finding.span.end_line]
        words += [word.partition("#")[0].rstrip(".:") for line in lines for word in _WORD.findall(line)]
        said = dict.fromkeys(word for word in (*said, *words) if NearNames([near]).nearest(word) == near)
    whole = Span(asked.path, 1, 1, len(asked.source.lines(asked.path)) + 1, 1)
    places = [(old, place) for old in said for place in _places(asked, finding.span, old)]
    places = places or [(old, place) for old in said for place in _places(asked, whole, old)]
    if len({place for _, place in places}) != 1 or len({old for old, _ in places}) != 1:
        return None
    old, place = places[0]
    return Mended(place, old, new, write is not None or old.casefold() == new.casefold())


def _places(asked: Asked, span: Span, text: str) -> Iterator[Span]:
    """Give where a text stands in a span as a whole word; in its line if the span is a point."""
    lines = asked.source.lines(span.file)
    is_point = span[1:3] == span[3:5]
    for number in range(span.start_line, min(span.end_line, len(lines)) + 1):
        line = lines[number - 1]
        for found in re.finditer(rf"(?<![\w-]){re.escape(text)}(?![\w-])", line):
            start = len(line[: found.start()].encode()) + 1
            place = Span(span.file, number, start, number, start + len(text.encode()))
            is_inside = (number, start) >= span[1:3] and place[3:5] <= span[3:5]
            if is_point or is_inside:
                yield place


def _missing_heading(asked: Asked, finding: Diagnostic) -> tuple[str, str] | None:
    """Return the page and the title of the heading that a link leads to and that is not there."""
    if finding.code != "DOC202":
        return None
    targets = {
        link.target
        for link in asked.snapshot.links(file=asked.path, start_line=finding.span.start_line)
        if link.dangling and link.span == finding.span
    }
    for target in targets:
        page, _, anchor = target.removeprefix("f:").partition("#")
        title = anchor.replace("-", " ")
        title = title[:1].upper() + title[1:]
        if page.lower().endswith(MARKDOWN) and slug(title) == anchor and asked.snapshot.text(page) is not None:
            return page, title
    return None


def _linking(asked: Asked) -> Iterator[types.CodeAction]:
    """Give the links that citations in words may become."""
    if not asked.path.lower().endswith(MARKDOWN) or len(asked.lines) > 1:
        return
    line = asked.lines.start
    cites = [cite for cite in asked.snapshot.facts(Mention, file=asked.path, start_line=line) if cite.target]
    if not cites or line not in lines_of_text(Draft(asked.snapshot), asked.path):
        return
    text = asked.source.lines(asked.path)[line - 1].encode()
    for cite in cites:
        found = asked.snapshot.object(cite.target or "")
        written = text[cite.span.start_col - 1 : cite.span.end_col - 1].decode(errors="replace")
        before, behind = text[: cite.span.start_col - 1], text[cite.span.end_col - 1 :]
        is_linked = (
            before.count(b"[") > before.count(b"]") or before.count(b"(") > before.count(b")") or b"](" in behind[:2]
        )
        if found is None or found.file == asked.path or is_linked or before.count(b"`") % 2 or written != cite.text:
            continue
        if (address := _address(asked.snapshot, found)) is not None:
            to = quoted_path(relative_path(asked.path, found.file)) + address
            yield types.CodeAction(
                f"Make '{written}' a link to {found.file}",
                kind=Kind.RefactorRewrite,
                edit=asked.edit({asked.path: [asked.replace(cite.span, f"[{written}]({to})")]}),
            )


def _address(snapshot: Snapshot, found: ObjectRow) -> str | None:
    """Return what stands behind the path in a link to an object: nothing if the page is its own, else an anchor."""
    pages = snapshot.objects(file=found.file, start_line=found.start_line)
    if any(page.kind == "document" for page in pages):
        return ""
    sections = [page.ref.partition("#")[2] for page in pages if page.kind == "document_section"]
    return f"#{sections[0]}" if sections else None


def _proposing(asked: Asked) -> Iterator[types.CodeAction]:
    """Give what operations propose for what is stated in a line."""
    line = asked.lines.start
    for row in asked.snapshot.objects(file=asked.path, start_line=line):
        if row.kind == "task":
            ((status,),) = asked.snapshot.rows("SELECT status FROM task WHERE ref = ?", (row.ref,))
            if status not in ("done", "archived"):
                yield _proposal(asked, f"Complete {row.id}", {"op": "task_complete", "id": row.ref})
        if row.kind == "test":
            found = queries.answer(asked.snapshot, "suggest_links", {"file_path": asked.path})
            suggested = [told for told in found.get("suggestions", ()) if told["test_id"] == row.id]
            for suggestion in suggested[:MAX_SUGGESTIONS]:
                id_ = suggestion["requirement_id"]
                operation = {"op": "apply_link", "file_path": asked.path, "line": line, "requirement_id": id_}
                yield _proposal(asked, f"Cite {id_} ({suggestion['reasons'][0]})", operation)


def _proposal(asked: Asked, title: str, operation: Mapping[str, Any]) -> types.CodeAction:
    data = {"uri": asked.server.uri(asked.source, asked.path), "operation": dict(operation)}
    return types.CodeAction(title, kind=Kind.RefactorRewrite, data=data)


def _resolves(server: FriezeServer) -> bool:
    """Whether the editor asks for the edits of an action when it is chosen."""
    able = server.client_capabilities.text_document
    support = able and able.code_action and able.code_action.resolve_support
    return bool(support and "edit" in support.properties)


def _with_edits(
    server: FriezeServer, source: LiveSource, actions: Iterable[types.CodeAction]
) -> Iterator[types.CodeAction]:
    """Give the actions with their edits, but those that are refused."""
    for action in actions:
        with suppress(JsonRpcException):
            yield _resolved(server, source, action)


def _resolved(server: FriezeServer, source: LiveSource, action: types.CodeAction) -> types.CodeAction:
    if isinstance(action.data, Mapping):
        try:
            action.edit = edited_by(server, source, [action.data["operation"]])
        except RefusedError as refusal:
            raise refused(str(refusal)) from None
    return action


_GIVERS = {
    Kind.QuickFix: _mending,
    Kind.RefactorRewrite: lambda asked: (*_linking(asked), *_proposing(asked)),
    Kind.SourceFixAll: _mending_all,
}
