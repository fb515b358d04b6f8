"""Completion: what may stand at a position, by what stands before it."""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple
from urllib.parse import unquote

from lsprotocol import types

from compiler.languages.diagrams.facts import Node, Participant, Subgraph
from compiler.languages.knowledge.facts import Task
from compiler.pipeline.settings.settings_file import SETTINGS_FILE
from queries.operations.draft import Draft
from queries.operations.knowledge.moving import resolved
from queries.operations.knowledge.statuses import TASK_STATUSES, backlog_statuses
from server.completion import settings
from server.completion.values import STATUSES
from server.lsp import lookup
from server.lsp.asking import Place, at_place, of_file
from server.lsp.language_server import FriezeServer
from server.lsp.names_in_place import diagram_at

_WORD = re.compile(r"[\w/.~-]{1,200}$")
_NAME = re.compile(r"\w{1,200}$")
_ADDRESS = re.compile(r"(?<=\]\()<?(?P<page>[^()<>\s#]{0,1000})#(?P<anchor>[^()<>\s#]{0,200})$")
_WIKILINK = re.compile(r"(?<=\[\[)(?P<page>[^\[\]|#]{0,1000})#(?P<anchor>[^\[\]|#]{0,200})$")
_STATUS = re.compile(
    r"[\s>*+-]{0,20}(?:\*\*|__)?status(?:\*\*|__)?:(?:\*\*|__)?[ \t]{0,9}(?P<word>[\w -]{0,60})", re.IGNORECASE
)
_STATUS_HEADING = re.compile(r"#{1,6}[ \t]+status[ \t#]*", re.IGNORECASE)
_TABLE = re.compile(r"\s{0,9}\[{1,2}(?P<name>[\w.-]{0,100})")
_KEY = re.compile(r"\s{0,9}(?P<word>[\w-]{0,100})")
_VALUE = re.compile(r"\s{0,9}(?P<key>[\w-]{1,100})\s{0,9}=.{0,1000}\"(?P<word>[^\"]{0,200})")
_WRITTEN = {
    "decision": "SELECT native_status, count(*) FROM decision GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 50",
    "task": "SELECT native_status, count(*) FROM task GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 50",
    "requirement": "SELECT status, count(*) FROM requirement GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 50",
}

MAX_STATUS = 60  # characters of one that is offered

Kind = types.CompletionItemKind


class Offer(NamedTuple):
    """What may stand at a place: the text, its kind, what is told of it, and the ref of what it names, "" of none."""

    text: str
    kind: types.CompletionItemKind
    told: str = ""
    ref: str = ""


Offers = tuple[str, Iterable[Offer]]  # with what is written so far, which an offer replaces


async def completion(server: FriezeServer, params: types.CompletionParams) -> types.CompletionList | None:
    """Answer what may stand at a position."""
    uri, position = params.text_document.uri, params.position

    def offered(place: Place) -> types.CompletionList:
        word, offers = _offers(place)
        start = server.positions.character(place.text, len(place.before[: len(place.before) - len(word)].encode()) + 1)
        replaced = types.Range(types.Position(position.line, start), position)
        items = [
            types.CompletionItem(
                offer.text,
                detail=offer.told or None,
                kind=offer.kind,
                text_edit=types.TextEdit(replaced, offer.text),
                data=[uri, offer.ref] if offer.ref else None,
            )
            for offer in offers
            if offer.text.casefold().startswith(word.casefold())
        ]
        return types.CompletionList(is_incomplete=True, items=items)  # those of the word so far

    return await at_place(server, uri, position, offered)


async def resolve(server: FriezeServer, item: types.CompletionItem) -> types.CompletionItem:
    """Answer an offer with what is known of what it names."""
    if isinstance(item.data, list) and len(item.data) == 2:
        uri, ref = map(str, item.data)
        text = await of_file(server, uri, lambda _, snapshot, __: lookup.hover(snapshot, ref))
        item.documentation = types.MarkupContent(types.MarkupKind.Markdown, text) if text else None
    return item


def _offers(place: Place) -> Offers:
    if place.path == SETTINGS_FILE:
        return _settings(place)
    if (link := _ADDRESS.search(place.before)) or (link := _WIKILINK.search(place.before)):
        return link["anchor"], _headings(place, link["page"], is_wikilink=link.re is _WIKILINK)
    if (stated := _stated_status(place)) is not None:
        begun = stated.casefold()
        statuses = [offer for offer in _statuses(place) if offer.text.casefold().startswith(begun)]
        statuses = [offer for offer in statuses if offer.text.casefold() != begun]  # which stands here itself
        if statuses:
            return stated, statuses
    if (diagram := diagram_at(place.snapshot, place.path, place.line)) is not None:
        word = found[0] if (found := _NAME.search(place.before)) else ""
        if names := [offer for offer in _names(place, diagram.id) if offer.text != word]:
            return word, names
    word = found[0] if (found := _WORD.search(place.before)) else ""
    rows = lookup.ids(place.snapshot, word)
    return word, (Offer(name, Kind.Reference, f"{kind}: {title}", ref) for name, kind, title, ref in rows)


def _headings(place: Place, page: str, *, is_wikilink: bool) -> Iterator[Offer]:
    """The sections of a page: the anchors behind an address, the headings in a wikilink."""
    snapshot = place.snapshot
    if is_wikilink and page:
        end = f"/{page.strip().removesuffix('.md')}.md".casefold()
        pages = [row.file for row in snapshot.objects(kind="document") if f"/{row.file}".casefold().endswith(end)]
    else:
        pages = [resolved(place.path, unquote(page)) if page else place.path]
    for path in pages[:1]:
        for row in sorted(snapshot.objects(file=path, kind="document_section"), key=lambda row: row.start_line):
            text = row.title if is_wikilink else row.ref.partition("#")[2]
            yield Offer(text, Kind.Reference, "section" if is_wikilink else row.title, row.ref)


def _stated_status(place: Place) -> str | None:
    """What is written so far of a status: behind `status:`, or below a heading `Status`. None where none is stated."""
    if found := _STATUS.fullmatch(place.before):
        return found["word"]
    above = reversed(place.source.lines(place.path)[: place.line - 1])
    heading = next((line for line in above if line.strip()), "")
    return place.before.lstrip() if _STATUS_HEADING.fullmatch(heading.rstrip()) else None


def _statuses(place: Place) -> Iterator[Offer]:
    """The statuses of the thing around a place: as this source writes them, then those that are always understood."""
    rows = [row for row in place.snapshot.objects(file=place.path) if row.kind in _WRITTEN]
    rows.sort(key=lambda row: (not row.start_line <= place.line <= row.end_line, row.end_line - row.start_line))
    if not rows:
        return
    fact = place.snapshot.fact_of(rows[0].ref)
    known: Iterable[str] = STATUSES if rows[0].kind == "decision" else ()
    if isinstance(fact, Task):
        is_backlog = fact.format == "backlog"
        known = backlog_statuses(Draft(place.snapshot), fact.collection) if is_backlog else TASK_STATUSES
    written = [str(status) for status, _ in place.snapshot.rows(_WRITTEN[rows[0].kind]) if status]
    offered: dict[str, str] = {}
    for status in (*written, *known):
        if len(status) <= MAX_STATUS and status.isprintable():
            offered.setdefault(status.casefold(), status)
    for status in offered.values():
        yield Offer(status, Kind.EnumMember, f"status of a {rows[0].kind}")


def _names(place: Place, diagram: str) -> Iterator[Offer]:
    drawn: list[Node | Participant | Subgraph] = [
        *place.snapshot.facts(Node, diagram=diagram),
        *place.snapshot.facts(Participant, diagram=diagram),
        *place.snapshot.facts(Subgraph, diagram=diagram),
    ]
    for named in drawn:
        if named.name:
            told = "" if named.label == named.name else f": {named.label}"
            yield Offer(named.name, Kind.Variable, f"{named.kind}{told}", named.ref)


def _settings(place: Place) -> Offers:
    above = place.source.lines(place.path)[: place.line - 1]
    table = next((found["name"] for line in reversed(above) if (found := _TABLE.match(line))), "")
    if found := _TABLE.fullmatch(place.before):
        return found["name"], (Offer(name, Kind.Module) for name in settings.tables())
    if found := _KEY.fullmatch(place.before):
        return found["word"], (Offer(key, Kind.Property) for key in settings.keys(table))
    if found := _VALUE.fullmatch(place.before):
        return found["word"], (Offer(word, Kind.Value) for word in settings.values(table, found["key"]))
    return "", ()
