"""Pages and sections by name: a path, the end of one, a ref, a title, an anchor, a path of headings.

A name that fits nothing, or several, raises a QueryError with suggestions.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

import orjson

from compiler.languages.documents.facts import Document
from compiler.store.snapshot import Snapshot
from queries.errors.near import nearest
from queries.errors.query_error import QueryError
from queries.lookup.paths import file_object
from queries.tools.parameters import Parameter, echoed
from queries.tools.render import unescaped

SHOWN = 20  # candidates that an ambiguity lists

DOCUMENT = Parameter(
    "document",
    "string",
    "The page: its path, the end of its path, its title, or the ref of the page or of one of its sections.",
    required=True,
    max_length=2_000,
    brief="Path, title, or ref of a page or section.",
    aliases=("path", "file", "ref", "page"),
)
SECTION = Parameter(
    "section",
    "string",
    "The section: its anchor, its heading, or its path of headings, such as Install > From source.",
    max_length=2_000,
    brief="Anchor, heading, or headings: Install > From source.",
    aliases=("anchor", "heading"),
)

_BETWEEN_HEADINGS = re.compile(r"(?:(?<!\s)\s+)?[›>]\s*")


class Page(NamedTuple):
    """A page: its path, title, front matter as JSON text, and number of lines."""

    path: str
    title: str
    fields: str
    end_line: int


class Section(NamedTuple):
    """A section of a page. `outer` are the headings around its own."""

    anchor: str
    title: str
    level: int
    outer: tuple[str, ...]
    line: int
    end_line: int

    @property
    def headings(self) -> tuple[str, ...]:
        """The path of headings, its own last."""
        return (*self.outer, self.title)


def named_page(snapshot: Snapshot, name: str) -> tuple[Page, str]:
    """Return the page of a name, and the anchor that the name ends with, "" if it has none. Raises QueryError."""
    name = unescaped(name).removeprefix("f:").strip()
    for path, anchor in ((name, ""), name.partition("#")[::2]):
        found = _pages(snapshot, path)
        if len(found) == 1:
            return _page(snapshot, found[0]), anchor
        if found:
            raise QueryError(
                "ambiguous",
                f"{len(found)} pages have this name",
                document=echoed(name),
                candidates=found[:SHOWN],
                hint="Ask again with one of the paths.",
            )
    if (of_file := file_object(snapshot, name.partition("#")[0])) is not None and _pages(snapshot, of_file.file):
        return _page(snapshot, of_file.file), name.partition("#")[2]
    raise _no_page(snapshot, name)


def _pages(snapshot: Snapshot, name: str) -> list[str]:
    """The paths of the pages that a name means: exactly, as the end of the path, without its suffix, or by title."""
    paths = [path for (path,) in snapshot.rows("SELECT path FROM fact_document ORDER BY path")]
    if name in paths:
        return [name]
    key = name.casefold().strip("/").removeprefix("./")
    if not key:
        return []
    same = [path for path in paths if path.casefold() == key]
    ends = [path for path in paths if path.casefold().endswith(f"/{key}")]
    stems = [path for path in paths if f"/{path.casefold().rpartition('.')[0]}".endswith(f"/{key}")]
    if found := same or ends or stems:
        return found
    titled = snapshot.rows("SELECT path, name FROM fact_document ORDER BY path")
    return [path for path, title in titled if title.casefold() == key]


def _page(snapshot: Snapshot, path: str) -> Page:
    sql = "SELECT path, name, fields, end_line FROM fact_document WHERE path = ?"
    return Page(*snapshot.rows(sql, (path,))[0])


def _no_page(snapshot: Snapshot, name: str) -> QueryError:
    known = [text for row in snapshot.rows("SELECT path, name FROM fact_document ORDER BY path") for text in row]
    hint = "search finds pages and sections by words; list_objects with kind document lists the pages."
    return QueryError(
        "not_found",
        "Page not found",
        document=echoed(name),
        did_you_mean=nearest(name.partition("#")[0], known),
        hint=hint,
    )


def sections_of(snapshot: Snapshot, path: str) -> list[Section]:
    """Return the sections of a page, in their order."""
    sql = """
    SELECT anchor, heading, level, "outer", start_line, end_line FROM fact_document_section
    WHERE file = ? ORDER BY rowid
    """
    rows = snapshot.rows(sql, (path,))
    return [
        Section(anchor, title, level, tuple(orjson.loads(outer)), line, end_line)
        for anchor, title, level, outer, line, end_line in rows
    ]


def named_section(page: Page, sections: Sequence[Section], name: str) -> Section:
    """Return the section of a page with a name. Raises QueryError."""
    key = unescaped(name).strip().removeprefix("f:").removeprefix(page.path).lstrip("#").strip().casefold()
    words = tuple(" ".join(part.split()) for part in _BETWEEN_HEADINGS.split(key) if part)
    by_anchor = [section for section in sections if section.anchor.casefold() == key]
    by_title = [section for section in sections if " ".join(section.title.split()).casefold() == key]
    by_path = [section for section in sections if _ends_with(section, words)]
    found = by_anchor[:1] or by_title or by_path
    if len(found) == 1:
        return found[0]
    if found:
        raise QueryError(
            "ambiguous",
            f"{len(found)} sections have this heading",
            section=echoed(name),
            candidates=[{"anchor": section.anchor, "headings": list(section.headings)} for section in found[:SHOWN]],
            hint="Ask again with one of the anchors.",
        )
    raise QueryError(
        "not_found",
        "Section not found",
        section=echoed(name),
        document=page.path,
        did_you_mean=nearest(key, [text for section in sections for text in (section.anchor, section.title)]),
        hint="document_outline lists the sections of a page.",
    )


def _ends_with(section: Section, words: tuple[str, ...]) -> bool:
    """Whether the path of headings of a section ends with words, some of which may be left out between them."""
    if not words or section.title.casefold() != words[-1]:
        return False
    around = iter(heading.casefold() for heading in section.outer)
    return all(word in around for word in words[:-1])


def unchecked_links(snapshot: Snapshot) -> dict[str, int]:
    """Return how many links of which pages only the program that serves them can follow, the most first."""
    if Document.table not in snapshot.fact_classes:
        return {}
    rows = "SELECT path, unchecked FROM fact_document WHERE unchecked ORDER BY unchecked DESC, path"
    return dict(snapshot.rows(rows))
