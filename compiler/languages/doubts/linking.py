"""Turns what was caught into facts, each file by itself: a part of its own."""

from collections.abc import Mapping, Sequence

from compiler.languages.doubts.facts import Doubt
from compiler.model.language import Linked, Part, Refs, Units
from compiler.model.source import Source
from compiler.model.spans import Span


def parts(source: Source, outlines: Mapping[str, object]) -> Sequence[Part]:  # noqa: ARG001
    """Return a part for each file."""
    return tuple(Part(path, (path,)) for path in outlines)


def link_part(source: Source, units: Units, part: Part, refs: Refs) -> Linked:  # noqa: ARG001
    """Return the doubts of a file."""
    return Linked(
        facts=[
            Doubt(
                span=Span(path, caught.line, 1, caught.end_line, 1),
                looks_like=caught.looks_like,
                text=caught.text,
                reason=caught.reason,
                setting=caught.setting or None,
            )
            for path, unit in units.items()
            for caught in unit.caught
        ]
    )
