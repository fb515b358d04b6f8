"""The tools of pages, and search over sections."""

from pathlib import Path
from typing import Any

import pytest

import queries
from compiler.store.snapshot import Snapshot
from tests.compiler.languages.documents.sources import compiled
from tests.queries.cases import each

GUIDE = """---
title: The guide
owner: ana
---

# Mooring

Two lines.

## Bow line

The first.

### Knot

A bowline.

## Stern line

The second.

### Knot

A hitch.
"""
SETTINGS = """# Settings of the winch

## General

| name | use |
|---|---|
| WINCH_SPEED | turns a minute |
| WINCH_DISABLED | disables the winch for all crews |
| WINCH_COLOUR | paint |

## Speed

The winch is fast. A winch turns. The winch turns off the road.
"""


@pytest.fixture
def boats(tmp_path: Path) -> Snapshot:
    files: dict[str, str | bytes] = {
        "docs/guide.md": GUIDE,
        "docs/settings.md": SETTINGS,
        "other/guide.md": "# Another\n",
        "docs/long.md": "# Long\n\n" + "".join(f"Line {number} of many.\n" for number in range(5_000)),
        "docs/flat.md": "Just words.\n",
    }
    return compiled(tmp_path, files)


def ask(snapshot: Snapshot, tool: str, **arguments: Any) -> dict[str, Any]:
    return queries.answer(snapshot, tool, arguments)


@each("name", ["docs/guide.md", "f:docs/guide.md", "The guide", "docs/guide", "DOCS/GUIDE.md"])
def test_outline_takes_path_ref_and_title(boats: Snapshot, name: str) -> None:
    answer = ask(boats, "document_outline", document=name)
    assert answer["document"] == "docs/guide.md"
    assert [(one["anchor"], one["level"], one["line"], one["end_line"]) for one in answer["sections"]] == [
        ("mooring", 1, 6, 24),
        ("bow-line", 2, 10, 17),
        ("knot", 3, 14, 17),
        ("stern-line", 2, 18, 24),
        ("knot-1", 3, 22, 24),
    ]
    assert answer["fields"] == {"title": "The guide", "owner": "ana"}
    assert answer["characters"] == len(GUIDE) and answer["lines"] == 24


def test_outline_of_a_section_and_of_few_levels(boats: Snapshot) -> None:
    inner = ask(boats, "document_outline", document="f:docs/guide.md#stern-line")["sections"]
    assert [one["anchor"] for one in inner] == ["stern-line", "knot-1"]
    upper = ask(boats, "document_outline", document="docs/guide.md", depth=2)["sections"]
    assert [one["anchor"] for one in upper] == ["mooring", "bow-line", "stern-line"]


def test_outline_of_a_name_that_fits_two_pages_is_ambiguous(boats: Snapshot) -> None:
    answer = ask(boats, "document_outline", document="guide.md")
    assert (answer["code"], answer["candidates"]) == ("ambiguous", ["docs/guide.md", "other/guide.md"])


def test_outline_of_an_unknown_page_names_near_ones(boats: Snapshot) -> None:
    answer = ask(boats, "document_outline", document="docs/setings.md")
    assert (answer["code"], answer["did_you_mean"][0]) == ("not_found", "docs/settings.md")


@each(
    "section, title, text",
    [
        ("bow-line", "Bow line", "## Bow line\n\nThe first.\n\n### Knot\n\nA bowline.\n"),
        ("#bow-line", "Bow line", "## Bow line\n\nThe first.\n\n### Knot\n\nA bowline.\n"),
        ("Stern line > Knot", "Knot", "### Knot\n\nA hitch."),
        ("mooring › bow line › knot", "Knot", "### Knot\n\nA bowline.\n"),
        ("f:docs/guide.md#knot-1", "Knot", "### Knot\n\nA hitch."),
    ],
)
def test_section_is_named_by_anchor_heading_or_path_of_headings(
    boats: Snapshot, section: str, title: str, text: str
) -> None:
    answer = ask(boats, "document_get", document="docs/guide.md", section=section)
    assert (answer["title"], answer["text"]) == (title, text)


def test_heading_that_stands_twice_is_found_by_its_anchor_first(boats: Snapshot) -> None:
    assert ask(boats, "document_get", document="docs/guide.md", section="knot")["line"] == 14
    answer = ask(boats, "document_get", document="docs/guide.md", section="not")
    assert (answer["code"], answer["did_you_mean"][0]) == ("not_found", "Knot")


def test_long_text_comes_in_pages_that_join_to_the_whole(boats: Snapshot) -> None:
    whole, cursor, calls = "", None, 0
    while True:
        given: dict[str, Any] = {"cursor": cursor} if cursor else {}
        answer = ask(boats, "document_get", document="docs/long.md", max_chars=30_000, **given)
        whole, calls = whole + answer["text"], calls + 1
        assert answer["line"] == whole.count("\n", 0, len(whole) - len(answer["text"])) + 1
        if "next_cursor" not in answer:
            break
        cursor = answer["next_cursor"]
    assert whole == (boats.text("docs/long.md") or "").rstrip("\n") and calls > 1


def test_page_without_headings_has_its_text_and_says_so(boats: Snapshot) -> None:
    assert ask(boats, "document_get", document="docs/flat.md")["text"] == "Just words."
    assert "no headings" in ask(boats, "document_outline", document="docs/flat.md")["hint"]


def test_search_finds_a_section_by_a_row_of_its_table(boats: Snapshot) -> None:
    found = ask(boats, "search", query="which setting disables the winch for crews")["results"]
    assert found[0]["ref"] == "f:docs/settings.md#general"
    assert found[0]["outer"] == ["Settings of the winch"]


def test_page_comes_behind_its_sections_in_a_search(boats: Snapshot) -> None:
    refs = [one["ref"] for one in ask(boats, "search", query="winch settings")["results"]]
    assert refs.index("f:docs/settings.md") > refs.index("f:docs/settings.md#general")


def test_section_that_tells_more_of_the_words_comes_before_a_long_one_that_names_them_once(tmp_path: Path) -> None:
    history = "".join(
        f"In the year {year} the yard built a boat, and sold it at a loss.\n" for year in range(1800, 1900)
    )
    care = "Tar keeps the hull dry: tar the hull in May.\n\nPlanks want tar. Old planks want tar twice.\n"
    log = f"{history}\nTar, hull and planks were paid for in sheep.\n\n{history}"
    other = {f"docs/{one}.md": f"# Page {one}\n\nThe harbour has {one} berths.\n" for one in range(20)}
    snapshot = compiled(tmp_path, {"docs/yard.md": f"# Yard\n\n## Care\n\n{care}\n## Log\n\n{log}", **other})
    found = ask(snapshot, "search", query="how often do the planks of a hull need tar")["results"]
    assert found[0]["ref"] == "f:docs/yard.md#care"


def test_page_names_the_sections_directly_in_it_from_its_first_line_on(tmp_path: Path) -> None:
    snapshot = compiled(tmp_path, {"a.md": "# Top\n\nWords.\n\n## Inner\n\nMore.\n\n# Other\n"})
    assert ask(snapshot, "document_get", document="a.md")["subsections"] == ["top", "other"]
    assert ask(snapshot, "document_get", document="a.md", section="top")["subsections"] == ["inner"]
