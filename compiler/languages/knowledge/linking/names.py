"""The second phase of linking: the names of entities, and which entity a name means.

Within its collection an entity has looser names (`task-5` for `BACK-5`) than in the whole source.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

from compiler.languages.knowledge.claims import MARKDOWN, record_path
from compiler.languages.knowledge.decision_names import yearly_number
from compiler.languages.knowledge.linking.collect import LOG, Collected
from compiler.languages.knowledge.linking.items import TASK_PAGE, Item
from compiler.languages.knowledge.linking.page_names import add_named, folded_name, page_name
from compiler.languages.knowledge.markdown import joined_path
from compiler.languages.knowledge.records import Reference
from compiler.text.numbers import without_zeros

_NUMBERED = re.compile(r"(?:([A-Za-z][A-Za-z0-9_]*)-)?(?>0+(?=\d))?(\d++(?:\.\d++)*)$")
_DRAFT = "draft"  # Backlog.md numbers drafts apart from tasks
_ALWAYS_TASKS = ("", "task")  # prefixes that mean a task of Backlog.md, whatever its settings say
_OF_DECISION = re.compile(r"(?:adr|decision)?[-_ #]*0*(\d{1,8})$", re.IGNORECASE)
_LEADING = re.compile(r"(?:adr[-_ ]?)?0*(\d{1,6})[-_. ]", re.IGNORECASE)
_FILE_WORD = re.compile(r"[^\W\d_]{3,}")
_UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", re.IGNORECASE)
_TICKET = re.compile(r"[A-Z]{2,10}-\d{1,6}")
_ADR = ("adr-tools", "madr", "log4brains")


_ID_OF_FILE = re.compile(r"(?:[a-z]{1,10}[-_]){0,2}[a-z]{1,10}[-_]?\d{1,6}(?=[-_ .]|$)")  # `d002`, `adr-api-002`
MIN_TITLE = 4  # letters of a title that tells which entity is meant


class Resolution(NamedTuple):
    """The entity that a reference names, None if there is none, and the other entities that it may mean as well."""

    item: Item | None
    others: tuple[Item, ...] = ()


class NameIndex:
    """The names of all entities: ids in the whole source, looser names in each collection, paths of files, names of
    pages."""

    def __init__(self, collected: Collected) -> None:
        self._exact: dict[str, list[Item]] = {}
        self._local: dict[tuple[str, str], list[Item]] = {}
        self._paths: dict[str, Item] = {}
        self._pages: dict[str, list[Item]] = {}
        self._vaults = collected.vaults
        self._prefixes = _backlog_prefixes(collected)
        for item in collected.items:
            for name in (item.id, *_tickets(item)):
                add_named(self._exact, name.casefold(), item)
            for name in dict.fromkeys(_local_names(item)):
                add_named(self._local, (item.group.name, name), item)
            if item.type != "task" or item.group.format == "backlog":
                self._paths.setdefault(item.path, item)
                add_named(self._pages, page_name(item.path), item)
                for alias in (*item.record.aliases, item.record.name):
                    add_named(self._pages, folded_name(alias), item)

    def resolve(self, item: Item, reference: Reference) -> Resolution:
        """The entity that a reference of `item` names."""
        if reference.is_path:
            found = self._by_path(item, reference) or self._by_page(reference)
            if found.item or not item.group.format.startswith(_ADR):
                return found
            return self._numbered_file(item, reference.target)
        return self._by_name(item, reference)

    def _by_name(self, item: Item, reference: Reference) -> Resolution:
        """By id or number: in the collection of `item` first, then in the whole source."""
        target = reference.target.strip()
        form = item.group.format
        if form == "backlog":
            is_number = not reference.is_title and _prefix(target) in self._prefixes[item.group.name, item.type]
            numbers = _number_keys(f"{item.type}:", target) if is_number else ()
            names: Iterable[str] = (target.casefold(), *numbers)
        elif form in _ADR or item.type == "decision":
            names = (target.casefold(), *_decision_keys(target))
        elif item.scope and "/" not in target:
            written = (f"{item.scope}/{target}", f"{item.scope}{target}", target)
            variants = (*written, *_task_number_key(item.scope, target))
            names = tuple(variant.casefold() for variant in variants)
        elif form == TASK_PAGE:
            names = (target.casefold(), *((target.lstrip("0"),) if target.isdecimal() else ()))
        else:
            names = (target.casefold(),)
        if reference.beside:
            every = {
                named_item.ref: named_item
                for name in names
                for named_item in self._local.get((item.group.name, name), ())
            }
            if titled := _titled(every.values(), reference.beside):
                return Resolution(titled)
        for name in names:
            if here := self._local.get((item.group.name, name)):
                if reference.relation == "belongs_to" and (above := _right_above(here, item)):
                    return Resolution(above)
                return _preferred(_exact_case(here, target), item)
        anywhere = self._exact.get(target.casefold(), [])
        if not anywhere and "/" in target:
            anywhere = self._exact.get("/".join(target.split("/")[-2:]).casefold(), [])
        if not anywhere and form in _ADR:
            anywhere = [item for name in names for item in self._pages.get(name, ())]
        if not anywhere and reference.is_title:
            anywhere = self._pages.get(folded_name(target), [])
        if reference.is_title and reference.relation == "supersedes":  # a decision, whatever else has its title
            anywhere = [*{item.ref: item for item in anywhere if item.type == "decision"}.values()]
        return _preferred(_exact_case(anywhere, target), item) if anywhere else Resolution(None)

    def _by_path(self, item: Item, reference: Reference) -> Resolution | None:
        """By path: below the folder of `item`, in the vaults around it, then below the root. A wikilink begins at its
        vault."""
        folder = item.path.rpartition("/")[0]
        roots = [*(vault for vault in self._vaults if item.path.startswith(f"{vault}/")), ""]
        if not reference.is_title or reference.target.startswith("."):
            roots = [folder, *reversed(roots)]
        for root in roots:
            path = joined_path(root, reference.target)
            for suffix in ("", *MARKDOWN):
                if found := self._paths.get(f"{path}{suffix}"):
                    return Resolution(found)
        return None

    def _by_page(self, reference: Reference) -> Resolution:
        """By the name of a page; of several pages the one with the shortest path."""
        if not reference.is_title or not reference.target:
            return Resolution(None)
        target = folded_name(reference.target)
        pages = self._pages.get(page_name(target), [])
        if "/" in target:
            pages = [page for page in pages if f"/{folded_name(page.path).rpartition('.')[0]}".endswith(f"/{target}")]
        if not pages:
            return Resolution(None)
        return Resolution(min(pages, key=page_preference))

    def _numbered_file(self, item: Item, target: str) -> Resolution:
        """A decision whose file was renamed: by the old name of the file, else by the number in it, where the old name
        and the new one share a word."""
        name = target.rpartition("/")[2]
        stem = name.rpartition(".")[0] if "." in name else name
        found = _LEADING.match(f"{stem}-")
        for key in (stem.casefold(), *((f"number:{found[1]}",) if found else ())):
            here = self._local.get((item.group.name, key), [])
            if here and (not found or any(_share_a_word(stem, item.path) for item in here)):
                return _preferred(here, item)
        return Resolution(None)


def _share_a_word(stem: str, path: str) -> bool:
    """Whether two names of files share a word; a name without words says nothing else."""
    one, two = (set(_FILE_WORD.findall(name.casefold())) for name in (stem, path.rpartition("/")[2].rpartition(".")[0]))
    return not one or not two or not one.isdisjoint(two)


def page_preference(item: Item) -> tuple[int, int, str]:
    """Sorts pages of one name: a link means the first, the one with the shortest path."""
    return item.path.count("/"), len(item.path), item.path


def folded_title(name: str) -> str:
    """A title as links compare it."""
    return folded_name(" ".join(name.split()))


def _exact_case(found: list[Item], target: str) -> list[Item]:
    """The items whose id is spelled exactly like the target, else all: ids of Beads may differ in case alone."""
    exact = [item for item in found if target in (item.id, _id_of_file(item))] if len(found) > 1 else []
    return exact or found


def _id_of_file(item: Item) -> str:
    """The id that a file of Backlog.md gives its task, which another file may give too."""
    return item.record.native_id if item.group.format == "backlog" else item.id


def _titled(found: Collection[Item], beside: str) -> Item | None:
    """The one of several items whose title stands beside the reference: `ADR 38: Boil the water`."""
    if len(found) < 2:
        return None
    written = _letters(beside)
    titles = sorted(((_letters(item.record.name), item) for item in found), key=lambda pair: -len(pair[0]))
    titled = [(title, item) for title, item in titles if len(title) >= MIN_TITLE and title in written]
    is_clear = len(titled) == 1 or (len(titled) > 1 and len(titled[0][0]) > len(titled[1][0]))
    return titled[0][1] if is_clear else None


def _letters(text: str) -> str:
    """The letters and digits of a text, as titles are compared."""
    return "".join(filter(str.isalnum, text.casefold()))


def _right_above(named: Sequence[Item], item: Item) -> Item | None:
    """The last entity of a name above an item in its file: of two tasks with one number, the steps below are those of
    the second. That the number stands twice is told once."""
    above = [other for other in named if other.path == item.path and other.record.line < item.record.line]
    return max(above, key=lambda item: item.record.line) if above else None


def _preferred(found: list[Item], origin: Item) -> Resolution:
    """The first item, of the type of `origin` if there is one, and not archived if there is one. The others are those
    of the same type; archived ones are none beside one that is not. An item found under two names is one."""
    every = {item.ref: item for item in found}.values()
    ordered = sorted(every, key=lambda item: (item.type != origin.type, item.is_archived, item.position))
    best = ordered[0]
    rank = best.type, best.is_archived
    return Resolution(best, tuple(item for item in ordered[1:] if (item.type, item.is_archived) == rank))


def _local_names(item: Item) -> Iterator[str]:
    """The names of an item within its collection, case-folded."""
    yield item.id.casefold()
    if item.record.native_id:
        yield item.record.native_id.casefold()
    if item.scope and not item.record.native_id.startswith(item.scope):
        joint = "" if item.record.native_id.startswith("#") else "/"
        yield f"{item.scope}{joint}{item.record.native_id}".casefold()
        if item.record.number is not None:
            yield from _task_number_key(item.scope.casefold(), item.record.native_id)
    if item.group.format == TASK_PAGE:
        yield from (alias.casefold() for alias in item.record.aliases)
        if item.record.number is not None:
            yield str(item.record.number)
    if item.group.format == "backlog" and not _is_draft_with_task_id(item):
        yield from _number_keys(f"{item.type}:", item.record.native_id)
    if item.type == "decision" and item.group.format in _ADR:
        yield (stem := record_path(item.path).rpartition("/")[2].rpartition(".")[0].casefold())
        if named := _ID_OF_FILE.match(stem):
            yield named[0].replace("_", "-")
        if item.record.number is not None:
            yield f"number:{item.record.number}"
    elif item.record.number is not None and item.group.format in ("medulla", LOG):
        yield str(item.record.number)
    if item.type == "decision" and (yearly := yearly_number(item.record.native_id)):
        yield f"number:{yearly}"


def _backlog_prefixes(collected: Collected) -> dict[tuple[str, str], set[str]]:
    """The prefixes of ids in Backlog.md, in small letters, by collection and type: those of its ids, and for tasks the
    one that its settings name."""
    found: dict[tuple[str, str], set[str]] = {}
    for item in collected.items:
        if item.group.format == "backlog":
            of_settings = (setting.prefix.casefold() for setting in item.group.settings if item.type == "task")
            known = found.setdefault((item.group.name, item.type), {*_ALWAYS_TASKS, _DRAFT, *of_settings})
            known.add(_prefix(item.record.native_id))
    return found


def _prefix(name: str) -> str:
    found = _NUMBERED.match(name.strip())
    return (found[1] or "").casefold() if found else ""


def _is_draft_with_task_id(item: Item) -> bool:
    """Whether an item is a draft of Backlog.md under the id of a task, which counts for nothing but itself."""
    return str(item.native.get("folder", "")).endswith("drafts") and _prefix(item.record.native_id) != _DRAFT


def _number_keys(before: str, name: str) -> Iterator[str]:
    """The number in an id, as a key: `task-005` and `BACK-5` are the same task, since prefixes change and numbers
    stay. `DRAFT-5` is another."""
    if found := _NUMBERED.match(name.strip()):
        kind = f"{_DRAFT}-" if _prefix(name) == _DRAFT else ""
        yield f"{before}{kind}{'.'.join(without_zeros(part) for part in found[2].split('.'))}"


def _task_number_key(scope: str, name: str) -> Iterator[str]:
    """The number of a task in a list, as a key: `T1` and `T001` are the same task, unless the list has both."""
    if name[:1] in "Tt" and name[1:].isdecimal():
        yield f"{scope}/number:{without_zeros(name[1:])}"


def _decision_keys(name: str) -> Iterator[str]:
    """The keys under which a collection may have the decision of this name: its number, the name of its file."""
    if yearly := yearly_number(name.strip()):
        yield f"number:{yearly}"
    if found := _OF_DECISION.match(name.strip()):
        yield f"number:{without_zeros(found[1])}"
    stem = name.rpartition("/")[2].casefold().removesuffix(".md")
    yield stem
    if leading := _LEADING.match(stem):
        yield f"number:{without_zeros(leading[1])}"


def ranked_names(item: Item) -> Iterator[tuple[int, str]]:
    """The names by which queries find an entity, each with its rank (see `EntityName`)."""
    record = item.record
    yield 0, item.id
    if record.number is not None:
        yield 1, str(record.number)
    if record.native_id and record.native_id != item.id:
        yield 2, record.native_id
    if item.type == "decision" and yearly_number(record.native_id):
        yield 2, record.native_id.replace("-", "_")
    if item.type == "decision" and item.group.format in _ADR:
        stem = record_path(item.path).rpartition("/")[2].rpartition(".")[0]
        yield from ((2, name) for name in (stem, item.path))
        if record.number is not None:
            padded = f"{record.number:04}"
            own = item.id.rpartition("/")[2].partition("#")[0]  # as its file has it: `ADR-004` of `adr/ADR-004`
            yield from ((2, name) for name in dict.fromkeys((f"ADR-{record.number}", f"ADR-{padded}", padded, own)))
    elif item.group.format == "backlog":
        before = "task-" if item.type == "task" and _prefix(record.native_id) != _DRAFT else ""
        if not _is_draft_with_task_id(item):
            yield from ((2, name) for name in _number_keys(before, record.native_id))
        yield 2, item.path
    elif item.type == "note":
        yield 2, item.path
    if _UUID.fullmatch(record.native_id):
        yield 3, record.native_id.replace("-", "")
    tickets = _tickets(item)
    for name in (record.name, *record.aliases):
        yield (2 if name in tickets else 4), name


def _tickets(item: Item) -> list[str]:
    """The tickets of a tracker by which a proposal is cited."""
    return [name for name in item.record.aliases if item.type == "decision" and _TICKET.fullmatch(name)]
