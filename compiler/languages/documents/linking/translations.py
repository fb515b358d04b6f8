"""Pages of a site in several languages: in a folder of each language, or with the language in their names."""

import posixpath
from collections.abc import Iterator, Mapping

from compiler.languages.documents.claims import PAGES
from compiler.model.source import Source
from compiler.text.language_codes import is_language


class Translations:
    """The pages of one source by language."""

    def __init__(self, source: Source, inside: Mapping[str, set[str]]) -> None:
        """`inside` are the names of the folders in each folder."""
        self._source, self._inside = source, inside
        self._named: dict[str, set[str]] = {}  # by folder: the names of pages without their language and suffix

    def has(self, page: str, path: str) -> bool:
        """Whether a path to which a page links is that of a page in another language, shown in its place."""
        return self._is_named(path) or any(map(self._source.exists, self._other_languages(page, path)))

    def _is_named(self, path: str) -> bool:
        """Whether a page stands in a folder with its language in its name: `a.de.md` for `a.md`, or for `a`."""
        folder, _, name = path.rpartition("/")
        stem = posixpath.splitext(name)[0] if name.lower().endswith(PAGES) else name
        if folder not in self._named:
            parts = (name.rsplit(".", 2) for name in self._source.names(folder) if name.lower().endswith(PAGES))
            self._named[folder] = {part[0] for part in parts if len(part) == 3 and is_language(part[1])}
        return stem in self._named[folder]

    def _other_languages(self, page: str, path: str) -> Iterator[str]:
        """The paths that a missing path has in the other languages of its site, and for all of them: `docs/en/a.md` and
        `docs/a.md` for `docs/de/a.md`."""
        parts = path.split("/")
        for at, (part, own) in enumerate(zip(parts[:-1], page.split("/")[:-1], strict=False)):
            if part != own:
                return
            if is_language(part):
                above = "/".join(parts[:at])
                beside = self._inside.get(above, set())
                rest = parts[at + 1 :]
                yield "/".join([*parts[:at], *rest])
                yield from (
                    "/".join([*parts[:at], language, *rest])
                    for language in sorted(beside - {part})
                    if is_language(language)
                )
