"""The first phase of linking: the collections, and the entities of all files under unique ids."""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from compiler.languages.knowledge import claims, codes
from compiler.languages.knowledge.facts import TYPES, entity_ref
from compiler.languages.knowledge.linking.backlog_folders import with_roles
from compiler.languages.knowledge.linking.day_orders import settle_day_orders
from compiler.languages.knowledge.linking.exported_decisions import without_exported_decisions
from compiler.languages.knowledge.linking.items import PROPOSALS, TASK_MASTER, Group, Item, item_of
from compiler.languages.knowledge.linking.medulla_exports import unread_stores, without_exports
from compiler.languages.knowledge.linking.published import without_boxes_for_readers
from compiler.languages.knowledge.linking.roles import vault_of
from compiler.languages.knowledge.linking.second_exports import without_second_exports
from compiler.languages.knowledge.linking.statuses import apply_status_words
from compiler.languages.knowledge.linking.stories import follow_stories
from compiler.languages.knowledge.records import Document, EntityRecord, Settings
from compiler.languages.knowledge.tracker_registry import NAMES as TRACKERS
from compiler.languages.knowledge.tracker_registry import is_certain, may_be_export
from compiler.model.diagnostics import Diagnostic, Related
from compiler.model.language import Units
from compiler.model.source import Source
from compiler.model.spans import whole_file
from compiler.text.free_names import FreeNames
from compiler.text.language_codes import is_language
from compiler.text.markdown import is_markdown
from compiler.text.numbers import MAX_DIGITS, whole_number

DEFAULT_TAG = "master"  # of Task Master
_DECISIONS = ("adr-tools", "madr")
_BY_FILE = (
    "beads",
    "task-master",
    "json-list",
    "org",
    "task-list",
    "spec-kit",
    "kiro",
    "openspec",
    "agent-os",
    "checkbox",
    "bmad",
    *TRACKERS,
)  # each file is a collection
_BY_NUMBER = (
    "medulla",
    "adr-tools",
    "madr",
    "backlog",
    *PROPOSALS,
    *TRACKERS,
)  # entities are ordered by their sequence numbers
_PLAIN_LISTS = ("task-list", "checkbox")  # whose ids no program checks
EXPORT = "Run 'bd export -o .beads/issues.jsonl' to have them read."
MANY_IDS = 3  # that others of the page have: it counts anew below each heading
_TRANSLATED = re.compile(r"(.+)[._]([A-Za-z]{2}(?:[-_][A-Za-z]{2,4})?)(\.[A-Za-z]+)")
_DIGITS = re.compile(r"\d+")
LOG = "decision-log"  # the format of a page of many decisions
# The id of a decision in a log, which may also be counted: `D13`, `D-STORE`.
_STATED_ID = re.compile(r"[A-Za-z]{1,10}-?\d{1,5}[a-z]?|[A-Z]{1,4}(?:-[A-Z]{2,20}){1,3}")
_LAST = 10**MAX_DIGITS  # sorts numbers of more digits than a number may have
_BACKLOG_NUMBER = re.compile(r"(?<![0-9])(?<![0-9]\.)[0-9]++(?:\.[0-9]++)*$")
# Copies of one task in Backlog.md: the one in the first of these folders counts.
_BACKLOG_FOLDERS = ("tasks", "drafts", "completed", "archive/tasks", "archive/drafts", "archive/milestones")


@dataclass(slots=True)
class Collected:
    """All entities in order, the collections, the ids of deleted entities, and the roots of vaults."""

    items: list[Item] = field(default_factory=list)
    groups: list[Group] = field(default_factory=list)
    gone: set[str] = field(default_factory=set)
    vaults: tuple[str, ...] = ()
    findings: list[Diagnostic] = field(default_factory=list)


def collect(source: Source, units: Units) -> Collected:
    """Gather the entities of all units, drop copies, and give each entity its final id, ref and position."""
    collected = Collected()
    settings = [setting for unit in units.values() for setting in unit.settings]
    collected.vaults = tuple(root for root in dict.fromkeys(s.root for s in settings if s.format == "obsidian"))
    collected.gone.update(gone for setting in settings for gone in setting.gone)
    groups: dict[str, Group] = {}
    items: list[Item] = []
    every = sorted(with_roles(_documents(units), settings), key=lambda document: document.path.encode())
    documents, differences = without_exports(list(without_boxes_for_readers(every, collected.vaults)))
    collected.findings += [*differences, *unread_stores(settings, documents)]
    packages = dict(pair for setting in settings if setting.format == "log4brains" for pair in setting.folders)
    for document in documents:
        collected.gone.update(document.gone)
        group = _group(document, collected.vaults, groups)
        items += [
            item_of(record, document, group, _identifier(record, document, packages)) for record in document.records
        ]
    items = [item for item in items if _is_task_of_vault(item, settings, collected.vaults)]
    _attach_settings(groups, settings)
    _choose_tags(groups.values())
    items = _without_copies(_without_translations(items), collected)
    apply_status_words(items, settings)
    items = follow_stories(items)
    items, copies = without_second_exports(without_exported_decisions(items, source.examples))
    collected.findings += copies
    settle_day_orders(items)
    _make_ids_unique(items, collected, source.examples)
    collected.groups = list(groups.values())
    collected.findings += _without_export(settings, every)
    collected.items = _ordered(items)
    collected.findings += _unread_files(source)
    return collected


def _documents(units: Units) -> Iterator[Document]:
    """The documents of all files; of several files of issues in one Beads project, the one that counts."""
    documents = [document for unit in units.values() for document in unit.documents]
    # A Backlog.md project without tasks is a collection too.
    documents += [
        Document(setting.path, setting.format, "", setting.root, ())
        for unit in units.values()
        for setting in unit.settings
        if setting.format == "backlog" and setting.root
    ]
    canonical: dict[str, str] = {}
    for document in documents:
        if document.format == "beads":
            best = canonical.setdefault(document.root, document.path)
            canonical[document.root] = min(best, document.path, key=_beads_preference)
    for document in documents:
        if document.format != "beads" or canonical[document.root] == document.path:
            yield document


def _beads_preference(path: str) -> tuple[bool, int]:
    """Sorts the files of issues of one project: those in `.beads` first, then by name."""
    folder, _, name = path.rpartition("/")
    return folder.rpartition("/")[2] != ".beads", claims.BEADS_FILES.index(name)


def _group(document: Document, vaults: tuple[str, ...], groups: dict[str, Group]) -> Group:
    """The collection of a document, added to `groups` if it is new. A note in a vault belongs to the vault."""
    form, name = document.format, document.root
    if form in _BY_FILE:
        name = f"{document.path}#{document.scope}" if form == TASK_MASTER else document.path
    elif form in ("note", "obsidian"):
        vault = vault_of(document.path, vaults)
        form = "note" if vault is None else "obsidian"
        name = document.path.rpartition("/")[0] if vault is None else vault
    elif form in _DECISIONS:
        form = "adr"
    key = f"{form}:{name}"
    if key not in groups:
        shown = document.format if form == "adr" else form
        root = document.path.rpartition("/")[0] if form in _BY_FILE else name
        root = claims.snapshot_folder_of(root) if claims.is_store(root) else root
        tag = document.scope if form == TASK_MASTER else ""
        groups[key] = Group(name or ".", shown, root, document.path, len(groups), tag=tag)
    return groups[key]


def _attach_settings(groups: dict[str, Group], settings: Iterable[Settings]) -> None:
    """Give each collection the settings of its format that stand beside it."""
    for setting in settings:
        for group in groups.values():
            is_beside = setting.root == group.root or f"{setting.root}/.beads".lstrip("/") == group.root
            applies = is_beside or setting.path.endswith(claims.BACKLOG_SETTINGS[1])
            if group.format == setting.format and not group.is_store and applies:
                group.settings.append(setting)


def _choose_tags(groups: Iterable[Group]) -> None:
    """Mark the tags of Task Master that are not worked on: all but the one that its settings name, else `master`. When
    there is no such tag, all are worked on."""
    by_file: dict[str, list[Group]] = {}
    for group in groups:
        if group.format == TASK_MASTER:
            by_file.setdefault(group.path, []).append(group)
    for tags in by_file.values():
        named = sorted(tags[0].settings, key=lambda setting: setting.path.endswith(claims.TASK_MASTER_SETTINGS[1]))
        current = next((setting.current_tag for setting in named if setting.current_tag), DEFAULT_TAG)
        if any(tag.tag == current for tag in tags):
            for tag in tags:
                tag.is_current = tag.tag == current


def _identifier(record: EntityRecord, document: Document, packages: dict[str, str]) -> str:
    """The id of an entity as far as its own file decides it. `packages` are those of log4brains, by folder."""
    is_decision = document.format in (*_DECISIONS, "log4brains")
    path = claims.record_path(document.path) if is_decision else document.path
    folder, _, name = path.rpartition("/")
    stem = name.rpartition(".")[0]
    if document.format == "log4brains":
        package = packages.get(folder, "")
        return f"{package}/{stem}" if package else stem
    if document.format in _DECISIONS:
        if record.native_id or record.number is None:
            return record.native_id or stem
        written = _DIGITS.search(stem)
        digits = written[0] if written and whole_number(written[0]) == record.number else f"{record.number:04}"
        return f"ADR-{digits}"
    if record.type == "note" and document.format in ("note", "obsidian"):
        return record.native_id
    if document.scope:
        return f"{document.scope}{'' if record.native_id.startswith('#') else '/'}{record.native_id}"
    return record.native_id or stem


def _without_translations(items: list[Item]) -> list[Item]:
    """The items without decisions in a page beside the same page in the language of the project: `0003-wax.zh.md`
    beside `0003-wax.md`."""
    paths = {item.path for item in items if item.type == "decision"}
    return [item for item in items if item.type != "decision" or _untranslated(item.path) not in paths]


def _untranslated(path: str) -> str:
    """The path of the page of which a page is a translation, by its name; "" if it is none."""
    found = _TRANSLATED.fullmatch(path)
    return f"{found[1]}{found[3]}" if found and is_language(found[2]) else ""


def _without_copies(items: list[Item], collected: Collected) -> list[Item]:
    """The items without copies of the same entity: a task of Backlog.md in two folders, repeated lines of a Beads
    issue. An archived task with another title is no copy: Backlog.md gives its number to a new task."""
    best: dict[tuple[str, str, str], Item] = {}
    copies: set[int] = set()
    for item in items:
        if item.group.format not in ("beads", "backlog"):
            continue
        name = item.id.casefold() if item.group.format == "backlog" else item.id
        key = (item.group.name, item.type, name)
        other = best.setdefault(key, item)
        if other is item or not _is_copy(item, other):
            continue
        loser, winner = (item, other) if _copy_rank(item) <= _copy_rank(other) else (other, item)
        best[key] = winner
        copies.add(id(loser))
        kept = f"the one at {winner.path}:{winner.record.line} counts"
        related = (Related("this one counts", winner.span),)
        collected.findings.append(codes.DUPLICATE_ID.at(loser.span, related=related, id=loser.id, kept=kept))
    return [item for item in items if id(item) not in copies]


def _is_copy(item: Item, other: Item) -> bool:
    if item.group.format == "beads":
        return True
    if item.native.get("folder") == other.native.get("folder"):
        return False
    is_reused = item.record.name != other.record.name and (item.is_archived or other.is_archived)
    return not is_reused


def _copy_rank(item: Item) -> tuple[int, int]:
    """The copy with the highest rank counts: by folder in Backlog.md, by the time of the last change in Beads."""
    folder = str(item.native.get("folder", ""))
    rank = _BACKLOG_FOLDERS.index(folder) if folder in _BACKLOG_FOLDERS else 0
    return -rank, (item.record.times.latest * 2 + 1) if item.group.format == "beads" else 0


def _make_ids_unique(items: list[Item], collected: Collected, examples: Collection[str]) -> None:
    """Make ids unique within their type: with a folder as prefix across collections, with `#2` within one. What stands
    in one of `examples`, such as a template, takes no id of the project. An id that a log of decisions states (`D13`)
    is that of the decision where nothing else has it."""
    _shorten_ids_of_logs(items)
    same: dict[tuple[str, str], list[Item]] = {}
    for item in items:
        same.setdefault((item.type, item.id), []).append(item)
    for members in list(same.values()):
        own = [member for member in members if member.path not in examples] or members
        roots = list(dict.fromkeys(item.group.root for item in own))
        if len(roots) > 1:
            prefixes = _distinct_prefixes(roots)
            for own_item in own:
                own_item.id = (
                    f"{prefixes[own_item.group.root]}/{own_item.id}" if prefixes[own_item.group.root] else own_item.id
                )
    taken: dict[tuple[str, str], Item] = {}
    free = FreeNames(taken)
    again: dict[str, list[tuple[Item, Item, str]]] = {}  # by page: a task, the first one of its id on that page, the id
    for item in sorted(items, key=lambda item: (item.path in examples, item.is_archived)):
        identifier = item.id
        first = taken.get((item.type, identifier))
        if first:
            _, item.id = _numbered(free, item.type, identifier)
        taken[item.type, item.id] = item
        if first and not item.is_archived and first.path == item.path and item.group.format in _PLAIN_LISTS:
            again.setdefault(item.path, []).append((item, first, identifier))
        elif first and not item.is_archived:
            collected.findings.append(_repeated(item, first, identifier))
    for tasks in again.values():
        collected.findings += _begun_anew(tasks)


def _repeated(item: Item, first: Item, identifier: str) -> Diagnostic:
    kept = f"the first, at {first.path}:{first.record.line}, keeps the id, and this one is {item.id}"
    related = (Related("first stated here", first.span),)
    return codes.DUPLICATE_ID.at(item.span, related=related, id=identifier, kept=kept)


def _begun_anew(tasks: Sequence[tuple[Item, Item, str]]) -> Iterator[Diagnostic]:
    """Findings on the tasks of a page whose ids others have there: one if many ids are, since then the page counts its
    tasks anew below each heading."""
    ids = dict.fromkeys(identifier for _, _, identifier in tasks)
    if len(ids) < MANY_IDS:
        yield from (_repeated(*task) for task in tasks)
        return
    item, first, identifier = tasks[0]
    related = (Related("first stated here", first.span),)
    yield codes.IDS_BEGIN_ANEW.at(item.span, related=related, count=str(len(ids)), id=identifier)


def _numbered(free: FreeNames[tuple[str, str]], of_type: str, id_: str) -> tuple[str, str]:
    return free.numbered((of_type, id_), lambda number: (of_type, f"{id_}#{number}"))


def _shorten_ids_of_logs(items: list[Item]) -> None:
    """Take the name of the page from ids that a log states and that only one decision has."""
    decisions = [item for item in items if item.type == "decision"]
    count = Counter(item.id.rpartition("/")[2].casefold() for item in decisions)
    for item in decisions:
        short = item.id.rpartition("/")[2]
        if item.group.format == LOG and _STATED_ID.fullmatch(short) and count[short.casefold()] == 1:
            item.id = short


def _distinct_prefixes(roots: list[str]) -> dict[str, str]:
    """For each folder a prefix that no other has: its last part that differs from the others', else its whole path."""
    parts = {root: root.split("/") if root else [] for root in roots}
    while all(parts.values()) and len({part[-1] for part in parts.values()}) == 1:
        parts = {root: part[:-1] for root, part in parts.items()}
    words = {root: part[-1] if part else "" for root, part in parts.items()}
    return words if len(set(words.values())) == len(words) else {root: root for root in roots}


def _ordered(items: list[Item]) -> list[Item]:
    """The items by type, then collection, then number or date where the collection has them, else as written. Sets
    their positions and refs."""

    def key(item: Item) -> tuple[int, int, bool, tuple[int, ...], int]:
        numbers = _sort_numbers(item)
        return (TYPES.index(item.type), item.group.order, not numbers, numbers, item.position)

    for at, item in enumerate(items):
        item.position = at
    ordered = sorted(items, key=key)
    for at, item in enumerate(ordered):
        item.position, item.ref = at, entity_ref(item.type, item.id)
    return ordered


def _sort_numbers(item: Item) -> tuple[int, ...]:
    """The numbers that sort an entity within its collection: `(355, 2)` of `BACK-355.02`, the day of a decision of
    log4brains, the sequence number; () where the order is that of the file."""
    if item.format == "log4brains":
        written = (item.record.times.created_at or "")[:10].replace("-", "") or item.path.rpartition("/")[2][:8]
        day = whole_number(written)
        return () if day is None else (day,)
    if item.format == "backlog" and (found := _BACKLOG_NUMBER.search(item.record.native_id)):
        numbers = (whole_number(part) for part in found[0].split("."))
        return tuple(_LAST if number is None else number for number in numbers)
    has_numbers = item.group.format in _BY_NUMBER and item.record.number is not None
    return (item.record.number or 0,) if has_numbers else ()


def _is_task_of_vault(item: Item, settings: Iterable[Settings], vaults: tuple[str, ...]) -> bool:
    """Whether an item is no box of a vault whose global filter leaves it out."""
    if item.type != "task" or item.group.format != "obsidian":
        return True
    vault = vault_of(item.path, vaults)
    words = [
        setting.prefix
        for setting in settings
        if setting.format == "obsidian" and setting.prefix and setting.root == vault
    ]
    tags = {f"#{tag}" for tag in item.record.tags}
    return all(word in tags or word in item.record.name for word in words)


def _without_export(settings: Iterable[Settings], documents: Sequence[Document]) -> Iterator[Diagnostic]:
    """A finding for each project of Beads that has settings and no list of issues."""
    told = {document.root for document in documents if document.format == "beads"}
    for setting in settings:
        if setting.format == "beads" and setting.root not in told and "/.beads/" in f"/{setting.path}":
            told.add(setting.root)
            yield codes.NO_EXPORT.at(whole_file(setting.path), suggestion=EXPORT, path=setting.path)


def _unread_files(source: Source) -> Iterator[Diagnostic]:
    for path, problem in source.unread(_is_expected):
        yield codes.UNREADABLE.at(whole_file(path), path=path, reason=problem.reason)


def _is_expected(path: str) -> bool:
    """Whether a file holds knowledge by its path alone. Markdown without a hint may be anything."""
    if may_be_export(path):
        return is_certain(path)
    return claims.claims(path) and (not is_markdown(path) or bool(claims.path_hint(path).kind))
