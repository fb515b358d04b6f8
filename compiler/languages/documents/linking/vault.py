"""Vaults of notes, as Obsidian keeps them: a link may be a mere name, and means the file of that name in any folder."""

from collections.abc import Mapping

from compiler.languages.documents.records import PageOutline
from compiler.model.source import ANY_FOLDER, Source

SETTINGS_FOLDER = ".obsidian"
ONE_IN = 10  # pages must have wikilinks, where there is no folder of settings


class Vault:
    """The notes of one source, if its pages are notes."""

    def __init__(self, source: Source, pages: Mapping[str, PageOutline | None]) -> None:
        """`pages` are the outlines of all pages; None for other files."""
        self._source = source
        outlines = [page for page in pages.values() if page is not None]
        with_wikilinks = sum(any(link.form == "wiki" for link in outline.links) for outline in outlines)
        self._is_vault = with_wikilinks * ONE_IN > len(outlines)
        self._with_settings: dict[str, bool] = {}  # by folder
        self._names: frozenset[str] | None = None

    def holds(self, page: str) -> bool:
        """Whether a page is a note of a vault."""
        return self._is_vault or self._is_below_settings(page.rpartition("/")[0])

    def root_of(self, page: str) -> str:
        """Return the folder from which the links of a note may lead: that with the settings, or else the root."""
        folder = page.rpartition("/")[0]
        while folder and not self._source.names(f"{folder}/{SETTINGS_FOLDER}"):
            folder = folder.rpartition("/")[0]
        return folder

    def has_file(self, name: str) -> bool:
        """Whether any folder has a file of this name. What no folder has belongs to the identity of the source."""
        if self._names is None:
            self._names = frozenset(self._source.all_names())
        found = name.casefold() in self._names
        (self._source.present if found else self._source.absent).add(f"{ANY_FOLDER}{name}")
        return found

    def _is_below_settings(self, folder: str) -> bool:
        if folder not in self._with_settings:
            path = f"{folder}/{SETTINGS_FOLDER}".lstrip("/")
            has = bool(self._source.names(path)) or (
                folder != "" and self._is_below_settings(folder.rpartition("/")[0])
            )
            self._with_settings[folder] = has
        return self._with_settings[folder]
