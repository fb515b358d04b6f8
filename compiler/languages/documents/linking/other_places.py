"""Files that are not in the source, and are there for readers all the same, or that nobody would put there by hand."""

import re
from collections.abc import Iterator
from functools import cached_property
from urllib.parse import unquote

from compiler.languages.documents.claims import PAGES
from compiler.model.source import Source

_SUBMODULE = re.compile(r"^[ \t]*+path[ \t]*+=[ \t]*+(\S[^\n]*)$", re.MULTILINE)
SUBMODULES = ".gitmodules"
# Folders by which generators of clients mark what they have made.
_MARKS_OF_GENERATORS = (".openapi-generator", ".swagger-codegen")
_CATALOG = re.compile(r"(?:^|/)[^/]+\.docc/")  # a folder of pages of DocC, which finds images by their names


class OtherPlaces:
    """What the files of one source say of files that are not among them."""

    def __init__(self, source: Source) -> None:
        """Nothing is read until it is asked for."""
        self._source = source
        self._generated: dict[str, bool] = {}  # by folder

    def holds(self, page: str, path: str) -> bool:
        """Whether a missing file, to which `page` links, is not missed: it is in a submodule, which git fetches apart;
        its name is written with percent signs (`Foo%2DBar.md` of a wiki of Azure DevOps); it is an image that DocC
        finds by its name; or a generator has made the page, or a name of nothing but a suffix (`docs/.md`)."""
        folder, _, name = path.rpartition("/")
        if name.lower() in PAGES or f"{path}/".startswith(self._submodules):
            return True
        if any("%" in written and unquote(written) == name for written in self._source.names(folder)):
            return True
        is_image_of_catalog = _CATALOG.search(page) is not None and not name.lower().endswith(PAGES)
        return is_image_of_catalog or self.is_generated(page)

    def is_generated(self, page: str) -> bool:
        """Whether a generator of clients has made a page, as a folder above it tells."""
        return self._is_generated(page.rpartition("/")[0])

    @cached_property
    def _submodules(self) -> tuple[str, ...]:
        return tuple(f"{path.strip('/')}/" for path in self._paths_of_submodules())

    def _paths_of_submodules(self) -> Iterator[str]:
        file = self._source.files.get(SUBMODULES)
        if file is not None:
            yield from (found[1].rstrip(" \t") for found in _SUBMODULE.finditer(file.text))

    def _is_generated(self, folder: str) -> bool:
        if folder not in self._generated:
            marks = (f"{folder}/{mark}".lstrip("/") for mark in _MARKS_OF_GENERATORS)
            above = folder != "" and self._is_generated(folder.rpartition("/")[0])
            self._generated[folder] = above or any(self._source.names(mark) for mark in marks)
        return self._generated[folder]
