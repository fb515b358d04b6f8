"""Sections are ordered by their best passage, where the whole of an object is searched."""

from pathlib import Path

import queries
from tests.compiler.languages.documents.sources import compiled

# One section says a word often, and all words apart from each other; the other has a sentence with all of them.
PAGE = """# Winch

## Speed

The winch is fast. A winch turns. The winch turns off the road. The winch has crews.

Disabled.

## General

Something else stands here at length, and more of it, to be long.

The winch is disabled for crews.

Another long text of words that nobody asked for, which makes the section longer than the other.
"""


def test_best_passage_decides_among_sections_unless_one_field_is_searched(tmp_path: Path) -> None:
    snapshot = compiled(tmp_path, {"page.md": PAGE})
    first = {
        field: queries.answer(snapshot, "search", {"query": "winch disabled crews", "field": field})["results"][0]["id"]
        for field in ("all", "body")
    }
    assert first == {"all": "page.md#general", "body": "page.md#speed"}
