"""Stores of Medulla and the snapshots that were exported from them.

An entity is in both, and the store is the one that loses nothing: where it was read it alone counts, and what its
snapshot says otherwise is reported. A snapshot belongs to the store that it stands beside, or, when it was written
elsewhere, to one that it shares an entity with.
"""

from collections.abc import Iterable, Iterator, Sequence

import orjson

from compiler.languages.knowledge import codes, places
from compiler.languages.knowledge.records import Document, Entry, Settings
from compiler.model.diagnostics import Diagnostic, Related
from compiler.model.source import Source
from compiler.model.spans import Span, whole_file

MOST_NAMED = 3
_PROSE = ("context", "consequences", "template", "output_schema")

Place = tuple[Document, Entry]
Name = tuple[str, str]  # the type and the id, of tasks its first digits and number


def without_exports(documents: Sequence[Document], source: Source) -> tuple[list[Document], list[Diagnostic]]:
    """The documents but for the snapshots of stores that were read, and how these differ."""
    stores = [one for one in documents if places.is_store(one.root)]
    if not stores:
        return list(documents), []
    exports: dict[str, list[Document]] = {}
    for one in documents:
        if one.format == "medulla" and one not in stores:
            exports.setdefault(one.root, []).append(one)
    found: list[Diagnostic] = []
    dropped: set[str] = set()
    for root, exported in exports.items():
        store = _store_of(root, exported, stores)
        if store:
            dropped.update(one.path for one in exported)
            found += _differences(root, exported, store, source)
    return [one for one in documents if one.path not in dropped], found


def unread_stores(settings: Iterable[Settings], documents: Iterable[Document]) -> Iterator[Diagnostic]:
    """The stores that nothing reads here, and what was read instead."""
    roots = {one.root for one in documents if one.format == "medulla"}
    for one in settings:
        if one.is_unread_store:
            beside = places.snapshot_beside(one.path)
            instead = "No snapshot stands beside it."
            if beside in roots:
                instead = f"Its snapshot in '{beside}' was, which has no relations and little of tasks."
            yield codes.UNREAD_STORE.at(whole_file(one.path), path=one.path, instead=instead)


def _store_of(root: str, exported: list[Document], stores: list[Document]) -> Document | None:
    """The store that a snapshot was written of, among those that were read."""
    for store in stores:
        if root == places.snapshot_beside(store.path):
            return store
    if places.is_at_home(root):  # of a project whose own store is not there, or cannot be read
        return None
    names = {_name(entry) for _, entry in _placed(exported)}
    return next((one for one in stores if not names.isdisjoint(map(_name, one.entries))), None)


def _placed(documents: Iterable[Document]) -> Iterator[Place]:
    return ((document, entry) for document in documents for entry in document.entries)


def _name(entry: Entry) -> Name:
    """By what an entity is known in both: a snapshot has the first seven digits of the ids of tasks."""
    identifier = entry.native_id.casefold()
    return entry.type, f"{identifier[:7]} {entry.number}" if entry.type == "task" else identifier


def _differences(root: str, exported: list[Document], store: Document, source: Source) -> Iterator[Diagnostic]:
    """What a snapshot says otherwise than its store, as one finding."""
    there = {_name(entry): (document, entry) for document, entry in _placed(exported)}
    held = {_name(entry): entry for entry in store.entries}
    lacking = [entry for name, entry in held.items() if name not in there]
    gone = [place for name, place in there.items() if name not in held]
    other = [there[name] for name, entry in held.items() if name in there and _differs(entry, *there[name], source)]
    told = [
        *_told("it lacks", lacking),
        *_told("it still has", [entry for _, entry in gone]),
        *_told("it says otherwise of", [entry for _, entry in other]),
    ]
    if told:
        related = [
            Related("this is not what the store says", Span(document.path, entry.line, 1, entry.line, 1))
            for document, entry in [*other, *gone][:MOST_NAMED]
        ]
        yield codes.EXPORT_DIFFERS.at(
            whole_file(exported[0].path), related=related, folder=root, path=store.path, differences="; ".join(told)
        )


def _told(what: str, entries: Sequence[Entry]) -> Iterator[str]:
    if entries:
        names = ", ".join(f"{one.type} {one.number}" for one in entries[:MOST_NAMED])
        more = f" and {len(entries) - MOST_NAMED} more" if len(entries) > MOST_NAMED else ""
        yield f"{what} {names}{more}"


def _differs(entry: Entry, document: Document, written: Entry, source: Source) -> bool:
    """Whether a snapshot was written of an entity as it is not any more. Snapshots leave much out, so only what they
    write is compared; prose stands in a file word by word, however that is taken apart."""
    if entry.name.split() != written.name.split():
        return True
    if entry.type == "task":
        return _state(entry) != _state(written) or (entry.status != "done" and _due(entry) != _due(written))
    days = [(one.updated_at or "")[:10] for one in (entry, written)]
    if days[0] != days[1] or entry.tags != written.tags or _words_of(entry) != _words_of(written):
        return True
    text = _plain(source.files[document.path].text)
    return not all(_plain(one) in text for one in _prose(entry))


def _words_of(entry: Entry) -> dict[str, list[str]]:
    """The properties that are no prose, as a snapshot writes them: blanks around them are lost."""
    properties = orjson.loads(entry.properties).items()
    return {name: str(value or "").split() for name, value in properties if name not in _PROSE}


def _state(task: Entry) -> str:
    """The status as far as a snapshot tells it."""
    return "todo" if task.status == "in_progress" else task.status


def _due(task: Entry) -> str | None:
    return task.work.due if task.work else None


def _prose(entry: Entry) -> Iterator[str]:
    properties = orjson.loads(entry.properties)
    for value in (entry.content, *(properties.get(name) for name in _PROSE)):
        yield from value if isinstance(value, list) else [value or ""]


def _plain(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n").strip()
