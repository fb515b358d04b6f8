"""Reads the proposal of a change."""

from collections.abc import Sequence

from compiler.languages.requirements.formats.openspec.places import Located
from compiler.languages.requirements.formats.outline import headings_of, last_written, section_text
from compiler.languages.requirements.formats.records import Item

_TITLES = ("change:", "proposal:", "change proposal:")


def read_change(lines: Sequence[str], place: Located) -> Item:
    """Return the change that a proposal states, of no lines one without a proposal. It needs no test: its tasks say how
    far it is."""
    headings = headings_of(lines)
    title = next((heading.text for heading in headings if heading.level == 1), "")
    prefix = next((start for start in _TITLES if title.casefold().startswith(start)), "")
    why = next((heading for heading in headings if heading.level == 2 and heading.text.casefold() == "why"), None)
    lines = lines or [""]
    last = last_written(lines, 1, len(lines))
    return Item(
        place.change,
        title[len(prefix) :].strip() or place.change,
        "change",
        "archived" if place.is_archived else "proposed",
        section_text(lines, why.line + 1, why.last) if why else "",
        1,
        last,
        len(lines[last - 1].encode()) + 1,
        details=(("root", place.root), ("change", place.change)),
    )
