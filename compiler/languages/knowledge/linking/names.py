"""The second phase of linking: by which names entities are found, within their collection and from outside of it."""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple
from unicodedata import normalize

from compiler.languages.knowledge.linking.collect import Collected
from compiler.languages.knowledge.linking.stated import Item
from compiler.languages.knowledge.records import Reference
from compiler.languages.knowledge.syntax.markdown import joined_path

_NUMBERED = re.compile(r"(?:[A-Za-z]+-)?0*(\d+(?:\.\d+)*)$")
_OF_DECISION = re.compile(r"(?:adr|decision)?[-_ #]*0*(\d{1,8})$", re.IGNORECASE)
_LEADING = re.compile(r"(?:adr[-_ ]?)?0*(\d{1,6})[-_. ]", re.IGNORECASE)
_UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", re.IGNORECASE)
_ADR = ("adr-tools", "madr", "log4brains")


class Found(NamedTuple):
    """What a reference leads to: the entity, and the others that it may mean as well."""

    item: Item | None
    others: tuple[Item, ...] = ()


class Names:
    """All names of entities. In a collection a name may be looser than in the whole source."""

    def __init__(self, collected: Collected) -> None:
        self._exact: dict[str, list[Item]] = {}
        self._local: dict[tuple[str, str], list[Item]] = {}
        self._paths: dict[str, Item] = {}
        self._pages: dict[str, list[Item]] = {}
        self._vaults = collected.vaults
        for item in collected.items:
            self._exact.setdefault(item.id.casefold(), []).append(item)
            for name in dict.fromkeys(_local_names(item)):
                self._local.setdefault((item.group.name, name), []).append(item)
            if item.type != "task" or item.group.format == "backlog":
                self._paths.setdefault(item.path, item)
                self._pages.setdefault(_page_name(item.path), []).append(item)
                for alias in (*item.entry.aliases, item.entry.name):
                    self._pages.setdefault(_folded(alias), []).append(item)

    def find(self, item: Item, reference: Reference) -> Found:
        """What a reference of an entity names."""
        if reference.is_path:
            found = self._by_path(item, reference) or self._by_page(reference)
            if found.item or not item.group.format.startswith(_ADR):
                return found
            return self._numbered_file(item, reference.target)
        return self._by_name(item, reference)

    # ------------------------------------------------------------------ ids

    def _by_name(self, item: Item, reference: Reference) -> Found:
        target = reference.target.strip()
        form = item.group.format
        if form == "backlog":
            numbers = () if reference.is_title else _number(f"{item.type}:", target)
            names: Iterable[str] = (target.casefold(), *numbers)
        elif form in _ADR or item.type == "decision":
            names = (target.casefold(), *_decision_numbers(target))
        elif item.scope and "/" not in target:
            spelled = (f"{item.scope}/{target}", f"{item.scope}{target}", target, *_padded(item.scope, target))
            names = tuple(one.casefold() for one in spelled)
        else:
            names = (target.casefold(),)
        for name in names:
            if here := self._local.get((item.group.name, name)):
                return _first(_spelled(here, target), item)
        anywhere = self._exact.get(target.casefold(), [])
        if not anywhere and "/" in target:
            anywhere = self._exact.get("/".join(target.split("/")[-2:]).casefold(), [])
        if not anywhere and form in _ADR:
            anywhere = [one for name in names for one in self._pages.get(name, ())]
        if not anywhere and reference.is_title:
            anywhere = self._pages.get(_folded(target), [])
        return _first(_spelled(anywhere, target), item) if anywhere else Found(None)

    # ------------------------------------------------------------------ paths and pages

    def _by_path(self, item: Item, reference: Reference) -> Found | None:
        """The file of a path: below the folder of who names it, or where a wikilink begins, which is its vault."""
        folder = item.path.rpartition("/")[0]
        roots = [*(one for one in self._vaults if item.path.startswith(f"{one}/")), ""]
        if not reference.is_title or reference.target.startswith("."):
            roots = [folder, *reversed(roots)]
        for root in roots:
            path = joined_path(root, reference.target)
            for suffix in ("", ".md", ".markdown"):
                if found := self._paths.get(f"{path}{suffix}"):
                    return Found(found)
        return None

    def _by_page(self, reference: Reference) -> Found:
        """The page of a name: the one with the shortest path, where several have it."""
        if not reference.is_title or not reference.target:
            return Found(None)
        wanted = _folded(reference.target)
        pages = self._pages.get(_page_name(wanted), [])
        if "/" in wanted:
            pages = [one for one in pages if f"/{_folded(one.path).rpartition('.')[0]}".endswith(f"/{wanted}")]
        if not pages:
            return Found(None)
        by_length = sorted(dict.fromkeys(pages), key=lambda one: (one.path.count("/"), len(one.path), one.path))
        return Found(by_length[0], ())

    def _numbered_file(self, item: Item, target: str) -> Found:
        """A decision whose file was renamed: by the name of the file, else by its number."""
        name = target.rpartition("/")[2]
        stem = name.rpartition(".")[0] if "." in name else name
        found = _LEADING.match(f"{stem}-")
        for key in (stem.casefold(), *((f"number:{found[1]}",) if found else ())):
            if here := self._local.get((item.group.name, key)):
                return _first(here, item)
        return Found(None)


def _spelled(found: list[Item], target: str) -> list[Item]:
    """Those whose id is the target letter by letter, if there are any: ids of Beads may differ in case alone."""
    exact = [one for one in found if one.id == target] if len(found) > 1 else []
    return exact or found


def _first(found: list[Item], asking: Item) -> Found:
    """The first, of the same type as who asks if there is one; what waits for itself finds itself."""
    ordered = sorted(found, key=lambda one: (one.type != asking.type, one.position))
    return Found(ordered[0], tuple(one for one in ordered[1:] if one.type == ordered[0].type))


def _local_names(item: Item) -> Iterator[str]:
    yield item.id.casefold()
    yield item.entry.native_id.casefold()
    if item.scope and not item.entry.native_id.startswith(item.scope):
        joint = "" if item.entry.native_id.startswith("#") else "/"
        yield f"{item.scope}{joint}{item.entry.native_id}".casefold()
        if item.entry.number is not None:
            yield from _padded(item.scope.casefold(), item.entry.native_id)
    if item.group.format == "backlog" and item.native.get("folder") != "drafts":
        yield from _number(f"{item.type}:", item.entry.native_id)
    if item.type == "decision" and item.group.format in _ADR:
        yield item.path.rpartition("/")[2].rpartition(".")[0].casefold()
        if item.entry.number is not None:
            yield f"number:{item.entry.number}"
    elif item.entry.number is not None and item.group.format == "medulla":
        yield str(item.entry.number)


def _number(before: str, name: str) -> Iterator[str]:
    """`task-005` and `BACK-5` are one task: prefixes change, numbers stay."""
    if found := _NUMBERED.match(name.strip()):
        yield f"{before}{'.'.join(str(int(part)) for part in found[1].split('.'))}"


def _padded(scope: str, name: str) -> Iterator[str]:
    """`T1` and `T001` are one task of a list, unless it has both."""
    if name[:1] in "Tt" and name[1:].isdecimal():
        yield f"{scope}/number:{int(name[1:])}"


def _decision_numbers(name: str) -> Iterator[str]:
    if found := _OF_DECISION.match(name.strip()):
        yield f"number:{int(found[1])}"
    stem = name.rpartition("/")[2].removesuffix(".md").casefold()
    yield stem
    if leading := _LEADING.match(stem):
        yield f"number:{int(leading[1])}"


def _folded(name: str) -> str:
    """A name as it is compared: file systems take letters with accents apart that people write as one."""
    return name.casefold() if name.isascii() else normalize("NFC", name.casefold())


def _page_name(path: str) -> str:
    name = _folded(path.rpartition("/")[2])
    return name.removesuffix(".md").removesuffix(".markdown")


def spellings(item: Item) -> Iterator[tuple[int, str]]:
    """By what else an entity is asked for, with the rank of the name (see `EntityName`)."""
    entry = item.entry
    yield 0, item.id
    if entry.number is not None:
        yield 1, str(entry.number)
    if entry.native_id and entry.native_id != item.id:
        yield 2, entry.native_id
    if item.type == "decision" and item.group.format in _ADR:
        stem = item.path.rpartition("/")[2].rpartition(".")[0]
        yield from ((2, name) for name in (stem, item.path))
        if entry.number is not None:
            yield from ((2, name) for name in (f"ADR-{entry.number}", f"ADR-{entry.number:04}", f"{entry.number:04}"))
    elif item.group.format == "backlog":
        for name in _number("task-" if item.type == "task" else "", entry.native_id):
            yield 2, name
        yield 2, item.path
    elif item.type == "note":
        yield 2, item.path
    if _UUID.fullmatch(entry.native_id):
        yield 3, entry.native_id.replace("-", "")
    for name in (entry.name, *entry.aliases):
        yield 4, name
