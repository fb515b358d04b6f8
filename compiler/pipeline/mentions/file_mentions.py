"""The mentions of one file: what its text cites, and from which objects."""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from compiler.model.facts import Mention, file_ref
from compiler.model.spans import Span
from compiler.pipeline.mentions.containers import Place, containers
from compiler.pipeline.mentions.names import Names
from compiler.pipeline.mentions.regions import Regions, regions_of
from compiler.pipeline.mentions.resolution import Citation, Resolver
from compiler.pipeline.mentions.tokens import tokens

_HEADING = re.compile(r"[ \t>]*#{1,6}[ \t]*[*_]*")
_LINKED_TEXT = re.compile(r"[^\[\]\n]*\]\(<?")
_OWN_SPACES = {"memory": ("m:",), "diagrams": ("d:", "s:")}  # whose ids in JSON are fields of records, not citations


class CitingFile(NamedTuple):
    """A file, its text, the language that reads it, and the places of its objects."""

    path: str
    language: str
    text: str
    places: Sequence[Place]


def file_mentions(file: CitingFile, names: Names, has: Callable[[str], bool]) -> list[Mention]:
    """Return the mentions in a file, in their order. `has(ref)` says whether there is an object of a ref."""
    regions = regions_of(file.path, file.text)
    cited = list(_citations(file, regions, names, has))
    if not cited:
        return []
    lines = _Lines(file.text)
    spans = [lines.span(file.path, one) for one in cited]
    around = containers(file.path, file.places, [(one.start_line, one.start_col) for one in spans])
    whole = names.paths.get(file.path, file_ref(file.path))
    return [
        Mention(span=span, source=refs[0] if refs else whole, text=file.text[one.start : one.end], target=one.target)
        for one, span, refs in zip(cited, spans, around, strict=True)
        if one.target not in (refs or [whole]) and not _is_defined_again(one, refs, regions.text)
    ]


def _citations(file: CitingFile, regions: Regions, names: Names, has: Callable[[str], bool]) -> Iterator[Citation]:
    """Give the citations of a file. An address of a markdown link cites nothing that the text of the link cites."""
    resolver = Resolver(names, has, file.path, regions)
    before: Citation | None = None
    for token in tokens(regions.text):
        for one in resolver.citations_within(token):
            if not _is_own_structure(file, regions, one) and not _repeats(before, one, regions.text):
                before = one
                yield one


def _repeats(before: Citation | None, one: Citation, text: str) -> bool:
    return (
        before is not None
        and before.target == one.target
        and one.start > before.end
        and _LINKED_TEXT.fullmatch(text, before.end, one.start) is not None
    )


def _is_own_structure(file: CitingFile, regions: Regions, one: Citation) -> bool:
    """Whether a language refers to its own objects as its syntax has it, and makes links of that itself."""
    if file.language == "world":
        return one.target.startswith("w:")
    if not regions.is_json or not one.target.startswith(_OWN_SPACES.get(file.language, ("/",))):
        return False
    return regions.text[one.start - 1 : one.start] == '"' == regions.text[one.end : one.end + 1]


def _is_defined_again(one: Citation, refs: Sequence[str], text: str) -> bool:
    """Whether a name stands where it is given to an object: in a second definition of it, or in a heading that begins
    with it."""
    if any(ref.startswith(f"{one.target}#") for ref in refs):
        return True
    return _HEADING.fullmatch(text, text.rfind("\n", 0, one.start) + 1, one.start) is not None


class _Lines:
    """Finds lines and columns in a text."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._starts = [0, *(found.end() for found in re.finditer("\n", text))]
        self._is_ascii = text.isascii()

    def span(self, path: str, one: Citation) -> Span:
        """Return the span of a citation. It lies in one line."""
        line = bisect_right(self._starts, one.start)
        begin = self._starts[line - 1]
        column, length = one.start - begin, one.end - one.start
        if not self._is_ascii:
            column = len(self._text[begin : one.start].encode())
            length = len(self._text[one.start : one.end].encode())
        return Span(path, line, column + 1, line, column + 1 + length)


def first_of_each(mentions: Iterable[Mention]) -> Iterator[Mention]:
    """Give the first mention of each target by each source."""
    seen: set[tuple[str, str]] = set()
    for one in mentions:
        pair = (one.source, one.target)
        if pair not in seen:
            seen.add(pair)
            yield one
