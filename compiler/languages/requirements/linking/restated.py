"""Whether two units of a file state the same, but for the names of requirements and journeys, the prose around them,
and the names of functions of code that cites.

Linking only copies these into facts. A name may also end a header further to the right, where findings stand.
"""

from collections.abc import Iterable
from typing import NamedTuple

from compiler.languages.requirements.records import (
    Block,
    CodeFile,
    Function,
    LineRange,
    MarkdownFile,
    MixedFile,
    Prose,
    Unit,
)
from compiler.model.language import Restated
from compiler.model.spans import Span

_NOWHERE = LineRange(0, 0, 0)


class _Change(NamedTuple):
    """Something at a place before, where it stands now, and of its fact the column that differs, before and now."""

    before: Span
    after: Span
    column: str = ""
    values: tuple[str, str] = ("", "")


def restated(path: str, before: Unit, after: Unit) -> Restated | None:
    """Return the names and the prose of a file that differ, before and now, and their places. None if it states
    something else, or anything is on another line."""
    found = _changes(path, before, after)
    spans: dict[Span, Span] = {}
    texts: dict[Span, dict[str, tuple[str, str]]] = {}
    for one in found or ():
        if spans.setdefault(one.before, one.after) != one.after:
            return None
        if one.column and texts.setdefault(one.before, {}).setdefault(one.column, one.values) != one.values:
            return None
    return None if found is None else Restated(spans, texts, others_stay=True)


def _changes(path: str, before: Unit | None, after: Unit | None) -> list[_Change] | None:
    if isinstance(before, MarkdownFile) and isinstance(after, MarkdownFile):
        return _of_page(path, before, after)
    if isinstance(before, CodeFile) and isinstance(after, CodeFile):
        return _of_code(path, before, after)
    if isinstance(before, MixedFile) and isinstance(after, MixedFile):
        return _of_formats(path, before, after)
    return None


def _of_formats(path: str, before: MixedFile, after: MixedFile) -> list[_Change] | None:
    others = before._replace(native=None, functions=()) == after._replace(native=None, functions=())
    if not others or len(before.functions) != len(after.functions):
        return None
    native = [] if before.native == after.native else _changes(path, before.native, after.native)
    places = [tag.cited.place.span(path) for one in before.others for tag in one.tags]
    of_tags = _of_functions(zip(places, before.functions, after.functions, strict=False))
    return None if native is None or of_tags is None else native + of_tags


def _of_page(path: str, before: MarkdownFile, after: MarkdownFile) -> list[_Change] | None:
    if _bare_page(before) != _bare_page(after):
        return None
    blocks = list(zip(before.blocks, after.blocks, strict=True))
    prose = list(zip(before.prose, after.prose, strict=True))
    ranges = [pair for one, other in blocks for pair in ((one.range, other.range), (one.header, other.header))]
    ranges += [(one.range, other.range) for one, other in prose]
    if any(one[:2] != other[:2] for one, other in ranges):
        return None
    found = [_Change(one.span(path), other.span(path)) for one, other in ranges if one != other]
    found += [
        _Change(one.range.span(path), other.range.span(path), "name", (one.name, other.name))
        for one, other in blocks
        if one.name != other.name
    ]
    found += [
        _Change(was.range.span(path), now.range.span(path), "text", (was.text, now.text))
        for was, now in prose
        if was.text != now.text
    ]
    return found


def _of_code(path: str, before: CodeFile, after: CodeFile) -> list[_Change] | None:
    if before._replace(comments=()) != after._replace(comments=()) or len(before.comments) != len(after.comments):
        return None
    pairs = list(zip(before.comments, after.comments, strict=True))
    if any(one._replace(function=None) != other._replace(function=None) for one, other in pairs):
        return None
    places = [one.citation.span(path, 0, len(one.citation.text)) for one in before.comments]
    functions = ((one.function, other.function) for one, other in pairs)
    return _of_functions((place, *pair) for place, pair in zip(places, functions, strict=True))


def _of_functions(found: Iterable[tuple[Span, Function | None, Function | None]]) -> list[_Change] | None:
    """The names of functions that differ, by the places of what cites in or above them. None if one is that of a test,
    by which it may have an id and results."""
    changes: list[_Change] = []
    for place, was, now in found:
        if was == now:
            continue
        if not was or not now or was.is_test or was._replace(name=now.name) != now:
            return None
        changes.append(_Change(place, place, "function", (was.name, now.name)))
    return changes


def _bare_page(page: MarkdownFile) -> MarkdownFile:
    return page._replace(blocks=tuple(map(_bare_block, page.blocks)), prose=tuple(map(_bare_prose, page.prose)))


def _bare_block(block: Block) -> Block:
    return block._replace(name="", range=_NOWHERE, header=_NOWHERE)


def _bare_prose(prose: Prose) -> Prose:
    return prose._replace(text="", range=_NOWHERE)
