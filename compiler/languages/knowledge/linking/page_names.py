"""The names of pages and other files as references write them, and what linking asks of the files of a source."""

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any, TypeVar
from unicodedata import normalize

from compiler.languages.knowledge.claims import MARKDOWN
from compiler.languages.knowledge.linking.roles import Outline
from compiler.languages.knowledge.records import Reference, Unit
from compiler.model.source import Source

K = TypeVar("K")
V = TypeVar("V")

MAX_SAME_NAME = 200  # items that are kept under one name
QUARTZ = "quartz.config.ts"
_TAGS = "tags/"  # before the name of a page that Quartz makes of a tag
_UPWARDS = ("", ".", "..")


class PageNames:
    """The names of all pages of a source, also of those that are no entities: a wikilink may mean any of them."""

    def __init__(self, source: Source) -> None:
        self._source = source

    def __contains__(self, target: str) -> bool:
        """Whether a wikilink `Page`, `folder/Page` or `Page.md` names a page."""
        name = folded_name(target.strip().strip("/"))
        return any(f"/{path}".endswith(f"/{without_suffix(name)}") for path in self._paths.get(page_name(name), ()))

    @cached_property
    def _paths(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for path in self._source.files:
            if path.lower().endswith(MARKDOWN):
                add_named(found, page_name(path), without_suffix(folded_name(path)))
        return found


def asks(source: Source, outlines: Mapping[str, Outline | None]) -> Any:
    """What linking asks of a source beside its units: the files that could not be read, those that references may name,
    and which folders are sites of Quartz, if a reference may name the page of a tag."""
    listed = {path: outline for path, outline in outlines.items() if outline}
    names = frozenset(name for outline in listed.values() for name in outline.names)
    files = sorted(path for path in source.files if page_name(path) in names) if names else []
    tagged = dict.fromkeys(
        folder for path, outline in listed.items() if outline.has_tag_pages for folder in _above(path)
    )
    sites = [folder for folder in tagged if is_site(source, folder)]
    unread = sorted(problem for problem in source.problems.items() if problem[1].kind != "missing")
    return tuple(unread), tuple(files), tuple(sites)


def names_in(unit: Unit) -> tuple[str, ...]:
    """Return the names of the files that the references of a file may name, as `page_name` gives those of files."""
    names: set[str] = set()
    for reference in _references(unit):
        if reference.is_title or reference.is_path:
            parts = [part.strip() for part in reference.target.split("/") if part.strip() not in _UPWARDS]
            last = reference.target.strip().strip("/").rpartition("/")[2]
            for part in parts if last in _UPWARDS else parts[-1:]:
                names.update((page_name(part), folded_name(part)))  # `x.md` is also the page `x.md.md`
    return tuple(sorted(names))


def may_name_tag_pages(unit: Unit) -> bool:
    """Whether a reference of a file may name the page of a tag."""
    return any(is_tag_page(reference) for reference in _references(unit))


def is_tag_page(reference: Reference) -> bool:
    """Whether a reference is written like one to the page of a tag: `[[tags/rope]]`."""
    return reference.is_title and reference.target.casefold().startswith(_TAGS)


def is_in_site(source: Source, path: str) -> bool:
    """Whether a file is in a site of Quartz, which makes a page of each tag."""
    return any(is_site(source, folder) for folder in _above(path))


def is_site(source: Source, folder: str) -> bool:
    """Whether a folder is a site of Quartz."""
    return source.exists(f"{folder}/{QUARTZ}".lstrip("/"))


def folded_name(name: str) -> str:
    """A name as it is compared. File systems may decompose accented letters, so they are composed here."""
    return name.casefold() if name.isascii() else normalize("NFC", name.casefold())


def page_name(path: str) -> str:
    """The name of a file without its folders and without the suffix of a page, as it is compared."""
    return without_suffix(folded_name(path.rpartition("/")[2]))


def without_suffix(name: str) -> str:
    """A name without the suffix of a page."""
    return next((name.removesuffix(suffix) for suffix in MARKDOWN if name.endswith(suffix)), name)


def add_named(index: dict[K, list[V]], name: K, item: V) -> None:
    """Add an item under a name. Of thousands that share one the first are enough to say that it is ambiguous."""
    items = index.setdefault(name, [])
    if len(items) < MAX_SAME_NAME:
        items.append(item)


def _references(unit: Unit) -> Iterator[Reference]:
    return (reference for document in unit.documents for record in document.records for reference in record.references)


def _above(path: str) -> Iterable[str]:
    """Give the folders around a file, the innermost first."""
    while path:
        path = path.rpartition("/")[0]
        yield path
