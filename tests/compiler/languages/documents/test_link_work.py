"""The work of resolving links grows with the source, however many of them lead nowhere. It is counted in calls of
functions, not in time."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from compiler.languages.documents.linking.parts import parts
from compiler.languages.documents.records import PageLink, PageOutline
from compiler.model.source import Entry, Source, SourceFile
from tests.compiler.tables import table


class _NoTree:
    """A tree in which nothing is found but what was read."""

    is_worktree = False

    def names(self, folder: str) -> list[str]:  # noqa: ARG002
        return []

    def listing(self, folder: str) -> list[Entry]:  # noqa: ARG002
        return []


def _calls(pages: dict[str, PageOutline]) -> int:
    """How many functions are called to resolve the links of some pages."""
    source = Source(Path("source"), "source", _NoTree())  # type: ignore[arg-type]
    source.files.update({path: SourceFile(path, "", "", 0) for path in pages})
    calls = 0

    def count(frame: Any, event: str, argument: Any) -> None:  # noqa: ARG001
        nonlocal calls
        calls += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        parts(source, pages)
    finally:
        sys.setprofile(None)
    return calls


def _outline(address: str, anchors: tuple[str, ...] = (), links: int = 1, form: Any = "link") -> PageOutline:
    written = tuple(PageLink(form, address.format(at), 1, 1, 1, 2) for at in range(links))
    return PageOutline(dict.fromkeys(anchors, ""), False, (), written)


def _missing_files(count: int) -> dict[str, PageOutline]:
    return {f"docs/page-{at}.md": _outline(f"gone-{at:05}-{at * 7919:09}.md") for at in range(count)}


def _missing_anchors(count: int) -> dict[str, PageOutline]:
    anchors = tuple(f"section-{at:05}" for at in range(count))
    return {"docs/page.md": _outline("#part-{:05}-of-nothing", anchors, links=count)}


def _names_of_many(count: int) -> dict[str, PageOutline]:
    pages = {f"notes/{at}/index.md": _outline("") for at in range(count)}
    return pages | {"notes/all.md": _outline("x/index", links=count, form="wiki")}


def _missing_below_sites(count: int) -> dict[str, PageOutline]:
    return {f"docs/a{at}/b/c.md": _outline("../../x/gone.png") for at in range(count)}


@pytest.mark.long("growth is measured")
@table("pages", [_missing_files, _missing_anchors, _names_of_many, _missing_below_sites])
def test_work_of_links_grows_with_the_source(pages: Callable[[int], dict[str, PageOutline]]) -> None:
    _calls(pages(50))  # imports
    few, many = _calls(pages(300)), _calls(pages(1_200))
    assert many < 4 * few * 1.25
