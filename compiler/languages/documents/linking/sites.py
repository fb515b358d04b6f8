"""The site that a page belongs to, and which page an address of it means when no file has that path.

A site is known by the settings file of its generator, in a folder above its pages or in `website` beside them. Pages
state their addresses in their front matter: `slug`, `permalink`, `url`, `aliases`, `redirect_from`.
"""

import posixpath
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any

from compiler.languages.documents.linking.permalinks import addresses
from compiler.languages.documents.linking.site_settings import OF_CODE, Site, below, sites_in
from compiler.languages.documents.records import PageOutline
from compiler.model.source import Source
from compiler.text.language_codes import is_language

_BESIDE = "website"  # its settings may be those of the pages in the folder around it
# Generators that look for a page from the folder of its content too, not only from the folder of the page that links.
_FROM_CONTENT = frozenset({"docusaurus", "hugo", "hugo or zola", "docsify"})
_LEAVES_LINKS = ("jekyll", "eleventy")  # `_config.yml` is that of Hexo too
_FOLDERS_OF_POSTS = frozenset({"_posts", "_drafts"})
_DYNAMIC = re.compile(r"\[.+\]\.mdx?$", re.IGNORECASE)  # one file for many pages: `ropes/[name].md`
# A page of Docusaurus in another language: its folder, what it belongs to, the name of the instance, the path there.
_TRANSLATED = re.compile(
    r"(?P<root>(?:.*/)?)i18n/[^/]+/docusaurus-plugin-content-(?P<kind>docs|blog|pages)(?:-(?P<id>[^/]+))?/(?P<path>.+)"
)
_VERSIONED = re.compile(r"((?:.*/)?)(?:(\w+)_)?versioned_docs/version-([^/]+)/(.+)")  # an old version of Docusaurus
_WILD = re.compile(r"/(?::\w{1,40}\*|\*\*?)$")  # at the end of an address that is sent elsewhere: all below it
_STATIC = ("static", "public", "assets", "src", ".vitepress/public", ".vuepress/public", "src/assets")
_ROOT = re.compile(r"\{\{-? ?site\.(?:baseurl|url) ?-?\}\}")  # before an address of a site of Jekyll
_AT_SITE = "@site/"
_PAGES_OF_CODE = ("src/pages", "pages")
_SUFFIXES_OF_CODE = ("js", "jsx", "ts", "tsx", "astro", "vue")
_TEMPLATES = ("layouts/{}", "layouts/_default/{}.html", "layouts/{}.html", "_layouts/{}.html")
_USUAL_LAYOUTS = frozenset(
    ("default", "base", "page", "pages", "post", "posts", "home", "index", "doc", "docs", "blog", "single", "list")
)
_WITH_CONTENTS = ("src", "versioned_docs")  # folders that hold the folders of the content


class Sites:
    """The sites of one source, and the addresses that their pages state."""

    def __init__(self, source: Source, pages: Mapping[str, PageOutline | None]) -> None:
        """`pages` are the outlines of all pages; None for other files."""
        self._source, self._pages = source, pages
        self._known: dict[str, tuple[Site, ...]] = {}  # by folder, the nearest first

    def of(self, page: str) -> Site | None:
        """Return the site of a page, None if no settings are above it."""
        return next((site for site in self._above(page.rpartition("/")[0]) if site.generator not in OF_CODE), None)

    def is_of(self, page: str, *generators: str) -> bool:
        """Whether one of some programs makes pages of the folder of a page, or of one above it."""
        return self.nearest(page, *generators) is not None

    def from_root(self, page: str, address: str) -> str:
        """Return an address of Jekyll without the mark for the root of its site, one of Docusaurus from the folder of
        its site (`@site/docs/knots.md`) as it leads there from the page, and any other as it is."""
        if address.startswith(_AT_SITE) and (site := self.nearest(page, "docusaurus")):
            path = below(site.folder, address.removeprefix(_AT_SITE))
            return posixpath.relpath(path, posixpath.dirname(page) or ".")
        return _ROOT.sub("", address) if address.startswith("{{") and self.is_of(page, "jekyll") else address

    def nearest(self, page: str, *generators: str) -> Site | None:
        """Return the site of one of some programs that is nearest above a page, None if there is none."""
        return next((site for site in self._above(page.rpartition("/")[0]) if site.generator in generators), None)

    def hosts(self) -> frozenset[str]:
        """Return the hosts that serve the sites of the pages, as their settings state them."""
        folders = {path.rpartition("/")[0] for path, outline in self._pages.items() if outline is not None}
        return frozenset(site.host for folder in folders for site in self._above(folder) if site.host)

    def page(self, page: str, written: str) -> str | None:
        """Return the only page that states the address of a link; None if none does, or several do."""
        wanted = written.strip("/")
        if written.startswith("/"):
            found = self._absolute.get(wanted) or self._absolute.get(wanted.partition("/")[2], [])
            found = found or self._named(page, wanted)
            return found[0] if len(found) == 1 else None
        starts = (posixpath.dirname(page), posixpath.splitext(page)[0])
        paths = [posixpath.normpath(posixpath.join(start, wanted)) for start in starts]
        both = {folder for path in paths for folder in self._relative.get(path, ())}
        return both.pop() if len(both) == 1 else None

    def _named(self, page: str, wanted: str) -> list[str]:
        """The pages with a slug or an id at a path from the folder of a site, where that is the address too."""
        site = self.of(page)
        if site is None or not wanted:
            return []
        below = wanted.partition("/")[2]  # behind a word with which the site begins all its addresses
        paths = (f"{site.folder}/{path}".lstrip("/") for path in (wanted, below) if path)
        return next((found for path in paths if (found := self._relative.get(path))), [])

    def redirect(self, page: str, written: str) -> str | None:
        """Return the address that took the place of an address of a page's site; None if its settings name none."""
        site = next((site for site in self._above(page.rpartition("/")[0]) if site.redirects), None)
        if site is None:
            return None
        root = f"/{site.folder}/" if site.folder else "/"
        path = written if written.startswith("/") else posixpath.join("/", posixpath.dirname(page), written)
        whole = posixpath.normpath(path if written.startswith("/") else f"/{path.removeprefix(root)}")
        below_content = f"/{whole[1:].partition('/')[2]}"  # MkDocs counts from the folder of its pages
        return next(filter(None, (_sent(wanted, site.redirects) for wanted in (whole, below_content))), None)

    def may_make(self, page: str, path: str) -> bool:
        """Whether a build may make the page at `path`, to which `page` links: in a folder that has no file, or of a
        file that stands for many pages. Or whether it may move a page there."""
        site, names = self.of(page), self._source.names(path.rpartition("/")[0])
        is_made = site is not None and (site.moves_pages or (site.makes_pages and not names))
        return is_made or any(map(_DYNAMIC.match, names))

    def root_of_files(self, page: str) -> str | None:
        """Return the folder of a site each page of which is a file at the path that its address says, as Mintlify has
        it; None of another one."""
        site = self.of(page)
        is_plain = site is not None and site.generator == "mintlify" and not site.makes_pages
        return site.folder if site is not None and is_plain else None

    def is_of_own_address(self, page: str) -> bool:
        """Whether a page is served at an address of its own, from which its relative links lead then: a post of a blog,
        or a page that states its address, of a generator that leaves links as they are."""
        if not self.is_of(page, *_LEAVES_LINKS):
            return False
        outline = self._pages.get(page)
        is_post = not _FOLDERS_OF_POSTS.isdisjoint(page.split("/")[:-1])
        return is_post or any(route.startswith("/") for route in (outline.routes if outline else ()))

    def has_own_template(self, path: str) -> bool:
        """Whether a page asks for a template that few pages have, and that the source has: it may make anchors."""
        outline, site = self._pages.get(path), self.of(path)
        if outline is None or site is None or not outline.layout or outline.layout in _USUAL_LAYOUTS:
            return False
        root = f"{site.folder}/" if site.folder else ""
        return any(self._source.exists(root + place.format(outline.layout)) for place in _TEMPLATES)

    def has_page_of_code(self, page: str, written: str) -> bool:
        """Whether an address from the root of the site of a page is that of a page which code makes:
        `src/pages/editor.tsx` for `/editor`."""
        site = self.of(page)
        if site is None or not written.startswith("/"):
            return False
        root = f"{site.folder}/" if site.folder else ""
        route = written.strip("/")
        names = (route, f"{route}/index") if route else ("index",)
        return any(
            self._source.exists(f"{root}{folder}/{name}.{suffix}")
            for folder in _PAGES_OF_CODE
            for name in names
            for suffix in _SUFFIXES_OF_CODE
        )

    def original(self, path: str) -> str | None:
        """Return the page that Docusaurus shows where a translation at `path` is missing; "" if its folder is not
        known, None if the path is not one of a translation or there is no such page."""
        if not (found := _TRANSLATED.fullmatch(path)):
            return None
        root, rest, instance = found["root"], found["path"], found["id"]
        version, _, of_version = rest.partition("/")
        content = {"blog": instance or "blog", "pages": instance or "src/pages"}.get(found["kind"], instance or "docs")
        if found["kind"] == "docs":
            folder = f"{instance}_versioned_docs/{version}" if instance else f"versioned_docs/{version}"
            content, rest = (content, of_version) if version == "current" else (folder, of_version)
        if not self._source.exists(f"{root}{content}"):
            return ""
        return f"{root}{content}/{rest}" if self._source.exists(f"{root}{content}/{rest}") else None

    def in_last_version(self, page: str) -> str:
        """Return where a page of an old version stands in the version that an address without one leads to; any other
        page as it is."""
        found = _VERSIONED.fullmatch(page)
        site = self.nearest(page, "docusaurus") if found else None
        if found is None or site is None:
            return page
        root, instance, _, rest = found.groups()
        versions = (version for *place, version in self._versions if place == [root, instance])
        last = site.last_version or max(versions, key=lambda version: [*map(int, re.findall(r"\d+", version))])
        if last == "current":
            return f"{root}{instance or 'docs'}/{rest}"
        return f"{root}{f'{instance}_' if instance else ''}versioned_docs/version-{last}/{rest}"

    @cached_property
    def _versions(self) -> set[tuple[str | Any, ...]]:
        """The old versions of all sites of Docusaurus, each with its folder and the name of its instance."""
        return {found.group(1, 2, 3) for path in self._pages if (found := _VERSIONED.fullmatch(path))}

    def from_content(self, page: str, written: str) -> Iterator[str]:
        """Give the paths of a link from the folders above its page, up to the root of a site that looks there."""
        site = self.of(page)
        if site is None or site.generator not in _FROM_CONTENT or written.startswith((".", "/")):
            return
        folder = posixpath.dirname(page)
        while folder != site.folder:
            folder = posixpath.dirname(folder)
            if folder == site.folder and site.generator != "docsify":
                return  # the content stands below, and the README beside the settings is no page
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
            yield from (f"{root}{folder}/{rest}" for folder in _STATIC)

    def _above(self, folder: str) -> tuple[Site, ...]:
        if folder not in self._known:
            own = [*sites_in(self._source, folder, folder), *sites_in(self._source, folder, below(folder, _BESIDE))]
            self._known[folder] = (*own, *(self._above(folder.rpartition("/")[0]) if folder else ()))
        return self._known[folder]

    @cached_property
    def _absolute(self) -> dict[str, list[str]]:
        """The pages by the addresses from the root of their site that they state."""
        found: dict[str, list[str]] = {}
        for path, outline in self._pages.items():
            for route in outline.routes if outline else ():
                if route.startswith("/") or self._is_from_root(path):
                    found.setdefault(route.strip("/"), []).append(path)
            site = self.of(path) if outline else None
            if outline and site and site.permalinks:
                for address in addresses(site.permalinks, path.removeprefix(f"{site.folder}/"), outline):
                    found.setdefault(address, []).append(path)
        return {address: list(dict.fromkeys(paths)) for address, paths in found.items()}

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


def _sent(wanted: str, redirects: Iterable[tuple[str, str]]) -> str | None:
    """Where redirects send an address, None if none of them does."""
    for old, new in redirects:
        start, is_wild = _WILD.sub("", old), _WILD.search(old) is not None
        if wanted == old.rstrip("/") or (is_wild and wanted.startswith(f"{start}/")):
            return _WILD.sub("", new) + (wanted.removeprefix(start) if is_wild and _WILD.search(new) else "")
    return None
