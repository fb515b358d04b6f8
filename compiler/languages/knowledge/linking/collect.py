"""The first phase of linking: collections, and in them the entities of all files, under ids of their own."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from compiler.languages.knowledge import codes, places
from compiler.languages.knowledge.facts import TYPES, entity_ref
from compiler.languages.knowledge.linking.stated import Group, Item, item_of
from compiler.languages.knowledge.linking.stores import unread_stores, without_exports
from compiler.languages.knowledge.records import Document, Entry, Settings
from compiler.model.diagnostics import Diagnostic, Related
from compiler.model.language import Units
from compiler.model.source import REPORTED_BY_DISCOVERY, Source
from compiler.model.spans import whole_file

_DECISIONS = ("adr-tools", "madr")
_BY_FILE = ("beads", "task-master", "task-list", "spec-kit", "kiro", "checkbox")
_BY_NUMBER = ("medulla", "adr-tools", "madr", "backlog")
_DIGITS = re.compile(r"\d+")
_BACKLOG_NUMBER = re.compile(r"[0-9]+(?:\.[0-9]+)*$")
# Of files of one task that say the same id, the one that is being worked on counts.
_FOLDERS = ("tasks", "drafts", "completed", "archive/tasks", "archive/drafts")


@dataclass(slots=True)
class Collected:
    """All entities in their order, the collections, and ids that are gone."""

    items: list[Item] = field(default_factory=list)
    groups: list[Group] = field(default_factory=list)
    gone: set[str] = field(default_factory=set)
    vaults: tuple[str, ...] = ()
    findings: list[Diagnostic] = field(default_factory=list)


def collect(source: Source, units: Units) -> Collected:
    """The entities of all units. Markdown in a vault is a note, whatever it holds."""
    found = Collected()
    settings = [one for unit in units.values() for one in unit.settings]
    found.vaults = tuple(one for one in dict.fromkeys(s.root for s in settings if s.format == "obsidian"))
    found.gone.update(gone for one in settings for gone in one.gone)
    groups: dict[str, Group] = {}
    drafts: list[Item] = []
    documents, differing = without_exports(sorted(_documents(units), key=lambda one: one.path.encode()), source)
    found.findings += [*differing, *unread_stores(settings, documents)]
    for document in documents:
        found.gone.update(document.gone)
        group = _group(document, found.vaults, groups)
        packages = dict(pair for one in settings if one.format == "log4brains" for pair in one.folders)
        drafts += [
            item_of(entry, document, group, _identifier(entry, document, packages)) for entry in document.entries
        ]
    _settle(groups, settings)
    items = _without_copies(drafts, found)
    _tell_apart(items, found)
    found.groups = list(groups.values())
    found.items = _ordered(items)
    found.findings += _unread(source)
    return found


def _documents(units: Units) -> Iterator[Document]:
    """The documents of all files; of several files of issues in one project only the canonical one."""
    documents = [document for unit in units.values() for document in unit.documents]
    # A project that keeps its tasks here may have none yet.
    documents += [
        Document(one.path, one.format, "", one.root, ())
        for unit in units.values()
        for one in unit.settings
        if one.format == "backlog" and one.root
    ]
    canonical: dict[str, str] = {}
    for document in documents:
        if document.format == "beads":
            best = canonical.setdefault(document.root, document.path)
            canonical[document.root] = min(best, document.path, key=_beside_the_point)
    for document in documents:
        if document.format != "beads" or canonical[document.root] == document.path:
            yield document


def _beside_the_point(path: str) -> tuple[bool, int]:
    """How far a file of issues is from the one that counts."""
    folder, _, name = path.rpartition("/")
    return folder.rpartition("/")[2] != ".beads", places.BEADS_FILES.index(name)


def _group(document: Document, vaults: tuple[str, ...], groups: dict[str, Group]) -> Group:
    form, name = document.format, document.root
    if form in _BY_FILE:
        name = document.path
    elif form in ("note", "obsidian"):
        vault = places.vault_of(document.path, vaults)
        form = "note" if vault is None else "obsidian"
        name = document.path.rpartition("/")[0] if vault is None else vault
    elif form in _DECISIONS:
        form = "adr"
    key = f"{form}:{name}"
    if key not in groups:
        shown = document.format if form == "adr" else form
        root = document.path.rpartition("/")[0] if form in _BY_FILE else name
        root = places.snapshot_beside(root) if places.is_store(root) else root
        groups[key] = Group(name or ".", shown, root, document.path, len(groups))
    return groups[key]


def _settle(groups: dict[str, Group], settings: Iterable[Settings]) -> None:
    """Gives collections the settings that stand by them."""
    for one in settings:
        for group in groups.values():
            beside = one.root == group.root or f"{one.root}/.beads".lstrip("/") == group.root
            if (
                group.format == one.format
                and not group.is_store
                and (beside or one.path.endswith(places.BACKLOG_SETTINGS[1]))
            ):
                group.settings.append(one)


def _identifier(entry: Entry, document: Document, packages: dict[str, str]) -> str:
    """The id of an entity as far as its own file tells it."""
    folder, _, name = document.path.rpartition("/")
    stem = name.rpartition(".")[0]
    if document.format == "log4brains":
        package = packages.get(folder, "")
        return f"{package}/{stem}" if package else stem
    if document.format in _DECISIONS:
        if entry.number is None:
            return stem
        written = _DIGITS.search(stem)
        digits = written[0] if written and int(written[0]) == entry.number else f"{entry.number:04}"
        return f"ADR-{digits}"
    if entry.type == "note" and document.format in ("note", "obsidian"):
        return entry.native_id
    if document.scope:
        return f"{document.scope}{'' if entry.native_id.startswith('#') else '/'}{entry.native_id}"
    return entry.native_id


def _without_copies(drafts: list[Item], found: Collected) -> list[Item]:
    """All but the copies that formats keep of one entity: archived tasks, the older of two lines of an issue."""
    best: dict[tuple[str, str, str], Item] = {}
    copies: set[int] = set()
    for item in drafts:
        if item.group.format not in ("beads", "backlog"):
            continue
        name = item.id.casefold() if item.group.format == "backlog" else item.id
        key = (item.group.name, item.type, name)
        other = best.setdefault(key, item)
        if other is item:
            continue
        if not _is_copy(item, other):
            continue
        loser, winner = (item, other) if _worth(item) <= _worth(other) else (other, item)
        best[key] = winner
        copies.add(id(loser))
        kept = f"the one at {winner.path}:{winner.entry.line} counts"
        related = (Related("this one counts", winner.span),)
        found.findings.append(codes.DUPLICATE_ID.at(loser.span, related=related, id=loser.id, kept=kept))
    return [one for one in drafts if id(one) not in copies]


def _is_copy(item: Item, other: Item) -> bool:
    if item.group.format == "beads":
        return True
    return item.native.get("folder") != other.native.get("folder")


def _worth(item: Item) -> tuple[int, int]:
    """Which of two copies counts: the one in the better folder, the one that changed last; else the later of a file."""
    folder = str(item.native.get("folder", ""))
    rank = _FOLDERS.index(folder) if folder in _FOLDERS else 0
    return -rank, (item.entry.latest * 2 + 1) if item.group.format == "beads" else 0


def _tell_apart(items: list[Item], found: Collected) -> None:
    """Makes ids unique within their type: by the folder of their collection, and in one collection by counting."""
    same: dict[tuple[str, str], list[Item]] = {}
    for item in items:
        same.setdefault((item.type, item.id), []).append(item)
    for members in list(same.values()):
        roots = list(dict.fromkeys(one.group.root for one in members))
        if len(roots) > 1:
            words = _distinguishing(roots)
            for one in members:
                one.id = f"{words[one.group.root]}/{one.id}" if words[one.group.root] else one.id
    taken: dict[tuple[str, str], Item] = {}
    for item in items:
        identifier, count = item.id, 1
        first = taken.get((item.type, identifier))
        while (item.type, item.id) in taken:
            count += 1
            item.id = f"{identifier}#{count}"
        taken[item.type, item.id] = item
        if first:
            kept = f"the first, at {first.path}:{first.entry.line}, keeps the id, and this one is {item.id}"
            related = (Related("first stated here", first.span),)
            found.findings.append(codes.DUPLICATE_ID.at(item.span, related=related, id=identifier, kept=kept))


def _distinguishing(roots: list[str]) -> dict[str, str]:
    """For each folder the word that tells it from the others: the last part that they do not all end in."""
    parts = {root: root.split("/") if root else [] for root in roots}
    while all(parts.values()) and len({one[-1] for one in parts.values()}) == 1:
        parts = {root: one[:-1] for root, one in parts.items()}
    words = {root: one[-1] if one else "" for root, one in parts.items()}
    return words if len(set(words.values())) == len(words) else {root: root for root in roots}


def _ordered(items: list[Item]) -> list[Item]:
    """By type, then by collection, then by number or date where the collection has them, else as written."""

    def key(item: Item) -> tuple[int, int, bool, tuple[int, ...], int]:
        numbers = _numbers(item)
        return (TYPES.index(item.type), item.group.order, not numbers, numbers, item.position)

    for at, item in enumerate(items):
        item.position = at
    ordered = sorted(items, key=key)
    for at, item in enumerate(ordered):
        item.position, item.ref = at, entity_ref(item.type, item.id)
    return ordered


def _numbers(item: Item) -> tuple[int, ...]:
    """What sorts an entity within its collection: `(355, 2)` of `BACK-355.02`, the day of a decision of log4brains,
    its sequence number; nothing where a collection is in the order in which it is written."""
    if item.format == "log4brains":
        written = (item.entry.created_at or "")[:10].replace("-", "") or item.path.rpartition("/")[2][:8]
        return (int(written),) if written.isdecimal() else ()
    if item.format == "backlog" and (found := _BACKLOG_NUMBER.search(item.entry.native_id)):
        return tuple(int(part[:9]) for part in found[0].split("."))
    has_numbers = item.group.format in _BY_NUMBER and item.entry.number is not None
    return (item.entry.number or 0,) if has_numbers else ()


def _unread(source: Source) -> Iterator[Diagnostic]:
    """Files that cannot be read and stand where knowledge does."""
    for path, problem in source.problems.items():
        is_ours = places.is_claimed(path) and (not path.endswith(places.MARKDOWN) or places.place_of(path).kind)
        if is_ours and problem.kind not in ("missing", *REPORTED_BY_DISCOVERY):
            yield codes.UNREADABLE.at(whole_file(path), path=path, reason=problem.reason)
