"""The site that a page belongs to, and which page an address of it means when no file has that path.

A site is known by the settings file of its generator, in a folder above its pages or in `website` beside them. Pages
state their addresses in their front matter: `slug`, `permalink`, `url`, `aliases`, `redirect_from`.
"""

import posixpath
import re
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import NamedTuple

from compiler.languages.documents.records import PageOutline
from compiler.model.source import Source
from compiler.text.language_codes import is_language

_SCRIPTS = ("js", "ts", "mjs", "mts", "cjs", "cts")
_SETTINGS: dict[str, tuple[str, ...]] = {
    "docusaurus": tuple(f"docusaurus.config.{one}" for one in _SCRIPTS),
    "vitepress": tuple(f".vitepress/config.{one}" for one in _SCRIPTS),
    "vuepress": tuple(f".vuepress/config.{one}" for one in _SCRIPTS),
    "astro": tuple(f"astro.config.{one}" for one in _SCRIPTS),
    "eleventy": (".eleventy.js", *(f"eleventy.config.{one}" for one in _SCRIPTS)),
    "gatsby": tuple(f"gatsby-config.{one}" for one in _SCRIPTS),
    "hugo": tuple(f"hugo.{one}" for one in ("toml", "yaml", "yml", "json")),
    "hugo or zola": ("config.toml", "config/_default/hugo.toml", "config/_default/config.toml"),
    "jekyll": ("_config.yml", "_config.yaml"),
    "mkdocs": ("mkdocs.yml", "mkdocs.yaml"),
    "mdbook": ("book.toml",),
    "mintlify": ("docs.json", "mint.json"),
}
_BY_FILE = {file: generator for generator, files in _SETTINGS.items() for file in files}
_FOLDERS_OF_SETTINGS = ("", ".vitepress", ".vuepress", "config/_default")
_BESIDE = "website"  # its settings may be those of the pages in the folder around it
# Generators that look for a page from the folder of its content too, not only from the folder of the page that links.
_FROM_CONTENT = frozenset({"docusaurus", "hugo", "hugo or zola"})
# Plugins of MkDocs that make pages while the site is built.
_MAKES_PAGES = re.compile(
    r"^[ \t]*-[ \t]*[\"']?(?:gen-files|monorepo|multirepo|mkdoxy|api-autonav|autoapi|mkapi|gallery)\b|^hooks:",
    re.MULTILINE,
)
_STATIC = ("static", "public", "assets", "src", ".vitepress/public", ".vuepress/public", "src/assets")
_WITH_CONTENTS = ("src", "versioned_docs")  # folders that hold the folders of the content


class Site(NamedTuple):
    """The root of a site, its generator, and whether pages may be there that no file has."""

    folder: str
    generator: str
    makes_pages: bool

    @property
    def looks_from_content(self) -> bool:
        """Whether a link to a page may lead from the folder of the content."""
        return self.generator in _FROM_CONTENT


class Sites:
    """The sites of one source, and the addresses that their pages state."""

    def __init__(self, source: Source, pages: Mapping[str, PageOutline | None]) -> None:
        """`pages` are the outlines of all pages; None for other files."""
        self._source, self._pages = source, pages
        self._known: dict[str, Site | None] = {}  # by folder

    def of(self, page: str) -> Site | None:
        """Return the site of a page, None if no settings are above it."""
        return self._of_folder(page.rpartition("/")[0])

    def page(self, page: str, written: str) -> str | None:
        """Return the only page that states the address of a link; None if none does, or several do."""
        wanted = written.strip("/")
        if written.startswith("/"):
            found = self._absolute.get(wanted) or self._absolute.get(wanted.partition("/")[2], [])
            return found[0] if len(found) == 1 else None
        starts = (posixpath.dirname(page), posixpath.splitext(page)[0])
        paths = [posixpath.normpath(posixpath.join(start, wanted)) for start in starts]
        both = {one for path in paths for one in self._relative.get(path, ())}
        return both.pop() if len(both) == 1 else None

    def may_make(self, page: str, path: str) -> bool:
        """Whether a build may make the page at `path`, to which `page` links: in a folder that has no file."""
        site = self.of(page)
        return bool(site and site.makes_pages and not self._source.names(path.rpartition("/")[0]))

    def from_content(self, page: str, written: str) -> Iterator[str]:
        """Give the paths of a link from the folders above its page, up to the root of a site that looks there."""
        site = self.of(page)
        if site is None or not site.looks_from_content or written.startswith((".", "/")):
            return
        folder = posixpath.dirname(page)
        while folder != site.folder:
            folder = posixpath.dirname(folder)
            yield posixpath.normpath(posixpath.join(folder, written))

    def static(self, page: str, path: str) -> Iterator[str]:
        """Give the files that a site may serve at `path`, a path of the source as if all stood beside its pages: the
        same path below the folder of the content (`content/de/`, `docs/`) in a folder of static files."""
        site = self.of(page)
        if site is None:
            return
        root = f"{site.folder}/" if site.folder else ""
        if not path.startswith(root):
            return
        below = path.removeprefix(root).split("/")
        is_deep = below[0] in _WITH_CONTENTS or (len(below) > 1 and is_language(below[1]))
        for at in range(min(2 + is_deep, len(below))):
            rest = "/".join(below[at:])
            yield from (f"{root}{one}/{rest}" for one in _STATIC)

    def _of_folder(self, folder: str) -> Site | None:
        if folder not in self._known:
            above = self._of_folder(folder.rpartition("/")[0]) if folder else None
            self._known[folder] = (
                self._settings(folder, folder) or self._settings(folder, _below(folder, _BESIDE)) or above
            )
        return self._known[folder]

    def _settings(self, root: str, folder: str) -> Site | None:
        """The site with its root in `root` whose settings stand in `folder`."""
        for one in _FOLDERS_OF_SETTINGS:
            there = _below(folder, one)
            for name in self._source.names(there):
                generator = _BY_FILE.get(_below(one, name))
                if generator:
                    path = _below(there, name)
                    self._source.present.add(path)
                    return Site(root, generator, self._makes_pages(path, generator))
        return None

    def _makes_pages(self, path: str, generator: str) -> bool:
        settings = self._source.files.get(path)
        return generator == "mkdocs" and settings is not None and _MAKES_PAGES.search(settings.text) is not None

    @cached_property
    def _absolute(self) -> dict[str, list[str]]:
        """The pages by the addresses from the root of their site that they state."""
        found: dict[str, list[str]] = {}
        for path, outline in self._pages.items():
            for route in outline.routes if outline else ():
                if route.startswith("/") or self._is_from_root(path):
                    found.setdefault(route.strip("/"), []).append(path)
        return found

    def _is_from_root(self, path: str) -> bool:
        """Whether the slug of a page is its whole address."""
        site = self.of(path)
        return site is not None and site.generator == "astro"

    @cached_property
    def _relative(self) -> dict[str, list[str]]:
        """The pages by the paths that they would have if their files were called as their slugs say."""
        found: dict[str, list[str]] = {}
        for path, outline in self._pages.items():
            for route in outline.routes if outline else ():
                if not route.startswith("/"):
                    folder = posixpath.dirname(path)
                    is_index = posixpath.splitext(posixpath.basename(path))[0] in ("index", "_index")
                    start = posixpath.dirname(folder) if is_index else folder
                    found.setdefault(posixpath.normpath(posixpath.join(start, route.strip("/"))), []).append(path)
        return found


def _below(folder: str, name: str) -> str:
    return f"{folder}/{name}".strip("/")
