"""The parts of the pages that are linked one by one: each page by itself.

A page depends on others by where its links lead, which is found here, from outlines.
"""

from collections.abc import Mapping, Sequence

from compiler.languages.documents import codes
from compiler.languages.documents.claims import is_page
from compiler.languages.documents.linking.addresses import Addresses, targets
from compiler.languages.documents.linking.unknown_shapes import UnknownShapes
from compiler.languages.documents.records import Page, PageOutline
from compiler.model.language import Part
from compiler.model.source import Source
from compiler.model.spans import whole_file
from compiler.text.examples import is_fixture, is_of_tests

OF_ALL = UNREAD, SHAPES = ":unread", ":shapes"  # no paths: those do not begin with a colon


def outline(path: str, unit: object) -> PageOutline | None:  # noqa: ARG001
    """Return what other pages need to know of a page; None for code."""
    return unit.outline if isinstance(unit, Page) else None


def parts(source: Source, outlines: Mapping[str, PageOutline | None]) -> Sequence[Part]:
    """Return a part for each page, with where its links lead, one for the pages that could not be read, and one for
    the shapes of links that are not understood."""
    unread = [
        codes.UNREADABLE.at(whole_file(path), path=path, reason=problem.reason)
        for path, problem in source.unread(is_page)
        # Input of tests is likely no UTF-8 on purpose.
        if problem.kind != "not_utf8" or not (is_of_tests(path) or is_fixture(path))
    ]
    addresses = Addresses(source, outlines)
    found = {path: targets(addresses, path, found.links) for path, found in outlines.items() if found is not None}
    unknown = UnknownShapes(outlines, found, source.examples)
    shapes = tuple(unknown.findings())
    of_all = [(SHAPES, shapes), (UNREAD, tuple(unread))]
    pages = [Part(path, (path,), every) for path, every in unknown.unchecked().items()]
    return [*(Part(name, (), every) for name, every in of_all if every), *pages]
