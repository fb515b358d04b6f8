"""Stores of Medulla and the snapshots that Medulla exported from them.

An entity is in both. The store loses nothing, so it alone counts where it was read, and what its snapshot says
differently is reported. A snapshot belongs to the store beside which it stands or, if it was written elsewhere, to a
store with which it shares an entity.
"""

from collections.abc import Iterable, Iterator, Sequence

import orjson

from compiler.languages.knowledge import claims, codes
from compiler.languages.knowledge.records import Document, EntityRecord, Settings
from compiler.model.diagnostics import Diagnostic, Related
from compiler.model.spans import Span, whole_file

MAX_NAMED = 3  # entities that a message names of each sort
_PROSE = ("context", "consequences", "template", "output_schema")

SharedName = tuple[str, str]  # type and id; of a task the first digits of its id and its number


def without_exports(documents: Sequence[Document]) -> tuple[list[Document], list[Diagnostic]]:
    """The documents without the snapshots of stores that were read, and how those snapshots differ from the stores."""
    stores = [document for document in documents if claims.is_store(document.root)]
    if not stores:
        return list(documents), []
    exports: dict[str, list[Document]] = {}
    for document in documents:
        if document.format == "medulla" and document not in stores:
            exports.setdefault(document.root, []).append(document)
    findings: list[Diagnostic] = []
    dropped: set[str] = set()
    for root, exported in exports.items():
        store = _store_of(root, exported, stores)
        if store:
            dropped.update(document.path for document in exported)
            findings += _differences(root, exported, store)
    return [document for document in documents if document.path not in dropped], findings


def unread_stores(settings: Iterable[Settings], documents: Iterable[Document]) -> Iterator[Diagnostic]:
    """A finding for each store that cannot be read here. It says whether a snapshot was read instead."""
    roots = {document.root for document in documents if document.format == "medulla"}
    for setting in settings:
        if setting.is_unread_store:
            beside = claims.snapshot_folder_of(setting.path)
            instead = "No snapshot stands beside it."
            if beside in roots:
                instead = f"Its snapshot in '{beside}' was, which has no relations and little of tasks."
            yield codes.UNREAD_STORE.at(whole_file(setting.path), path=setting.path, instead=instead)


def _store_of(root: str, exported: list[Document], stores: list[Document]) -> Document | None:
    """The store from which the snapshot at `root` was written, if that store was read."""
    for store in stores:
        if root == claims.snapshot_folder_of(store.path):
            return store
    if claims.is_in_medulla_folder(root):  # the store of that project is missing, or cannot be read
        return None
    names = {_shared_name(record) for _, record in _records_of(exported)}
    return next((store for store in stores if not names.isdisjoint(map(_shared_name, store.records))), None)


def _records_of(documents: Iterable[Document]) -> Iterator[tuple[Document, EntityRecord]]:
    return ((document, record) for document in documents for record in document.records)


def _shared_name(record: EntityRecord) -> SharedName:
    """The name that an entity has in a store and in its snapshot, which has only 7 digits of the ids of tasks."""
    identifier = record.native_id.casefold()
    return record.type, f"{identifier[:7]} {record.number}" if record.type == "task" else identifier


def _differences(root: str, exported: list[Document], store: Document) -> Iterator[Diagnostic]:
    """One finding that names where a snapshot differs from its store; none when it does not."""
    there = {_shared_name(record): (document, record) for document, record in _records_of(exported)}
    stored = {_shared_name(record): record for record in store.records}
    lacking = [record for name, record in stored.items() if name not in there]
    gone = [place for name, place in there.items() if name not in stored]
    changed = [there[name] for name, record in stored.items() if name in there and _differs(record, *there[name])]
    differences = [
        *_listed("it lacks", lacking),
        *_listed("it still has", [record for _, record in gone]),
        *_listed("it says otherwise of", [record for _, record in changed]),
    ]
    if differences:
        related = [
            Related("this is not what the store says", Span(document.path, record.line, 1, record.line, 1))
            for document, record in [*changed, *gone][:MAX_NAMED]
        ]
        place, listed = whole_file(exported[0].path), "; ".join(differences)
        yield codes.EXPORT_DIFFERS.at(place, related=related, folder=root, path=store.path, differences=listed)


def _listed(verb: str, records: Sequence[EntityRecord]) -> Iterator[str]:
    if records:
        names = ", ".join(f"{record.type} {record.number}" for record in records[:MAX_NAMED])
        more = f" and {len(records) - MAX_NAMED} more" if len(records) > MAX_NAMED else ""
        yield f"{verb} {names}{more}"


def _differs(stored: EntityRecord, document: Document, exported: EntityRecord) -> bool:
    """Whether an entity has changed since its snapshot was written.

    A snapshot leaves much out, so only what it writes is compared. Prose is looked for in the whole text of the file:
    the file has it verbatim, but where one property ends and the next begins is a guess of the parser.
    """
    if stored.name.split() != exported.name.split():
        return True
    if stored.type == "task":
        is_open = stored.status != "done"
        return _exported_status(stored) != _exported_status(exported) or (is_open and _due(stored) != _due(exported))
    days = [(record.times.updated_at or "")[:10] for record in (stored, exported)]
    if days[0] != days[1] or stored.tags != exported.tags or _word_properties(stored) != _word_properties(exported):
        return True
    text = _plain(document.text)
    return not all(_plain(line) in text for line in _prose(stored))


def _word_properties(record: EntityRecord) -> dict[str, list[str]]:
    """The properties that are no prose, as words: a snapshot loses the blanks around them."""
    properties = orjson.loads(record.properties).items()
    return {name: str(value or "").split() for name, value in properties if name not in _PROSE}


def _exported_status(task: EntityRecord) -> str:
    """The status of a task as a snapshot writes it: it shows tasks in progress as to do."""
    return "todo" if task.status == "in_progress" else task.status


def _due(task: EntityRecord) -> str | None:
    return task.scheduling.due if task.scheduling else None


def _prose(record: EntityRecord) -> Iterator[str]:
    properties = orjson.loads(record.properties)
    for value in (record.content, *(properties.get(name) for name in _PROSE)):
        yield from value if isinstance(value, list) else [value or ""]


def _plain(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n").strip()
