"""Addresses of the internet that lead to pages of the source itself: on the forge that holds its repository, and on the
site that is made of its pages.

A revision has no remote, so files must tell where the repository and the site are: settings of sites and manifests of
packages, or else the addresses themselves, if those of one repository, or of one host, name pages of this source by
their paths. Names that every repository has, such as `README.md`, prove nothing; once it is proven, they are followed.
"""

import posixpath
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple
from urllib.parse import unquote

from compiler.languages.documents.linking.routes import PageRoutes, Route, route_of_address
from compiler.languages.documents.linking.sites import Sites
from compiler.languages.documents.records import PageOutline
from compiler.model.source import Source

_URL = re.compile(r"https?://(?:www\.)?([^/?#\s:]+)(?::\d+)?(/[^?#\s]*)?", re.IGNORECASE)
_RAW_HOST = "raw.githubusercontent.com"
_GITHUB = "github.com"
# Behind the name of a repository: what is shown, and of which revision.
_VIEWS = frozenset({"blob", "tree", "raw", "edit", "blame", "src", "browse"})
_KINDS_OF_REVISION = frozenset({"branch", "commit", "tag"})  # of Gitea: `src/branch/main/…`
_COMMON = re.compile(
    r"(?:docs?/|\.github/)?(?:readme|license|licence|copying|contributing|changelog|changes|history|security|support"
    r"|code_of_conduct|governance|maintainers|authors|index|agents|claude|gemini|roadmap|faq|installation|install"
    r"|getting-started|quickstart|architecture|pull_request_template|skill)(?:\.[a-z]+)?",
    re.IGNORECASE,
)
# Files that say where the repository of a source is, by their names, and how they say it.
_MANIFESTS = re.compile(
    r"(?:(?:docs?|site|website)/)?(?:(?:mkdocs|_config|antora|hugo|config|myst)\.(?:ya?ml|toml)|conf\.py|book\.toml"
    r"|docusaurus\.config\.[cm]?[jt]s|pyproject\.toml|Cargo\.toml|setup\.(?:cfg|py))"
)
_STATED = re.compile(
    r"^[ \t]*+[\"']?(?:repo|repo_?url|repository|repository[_-]url|source[_-]repository|git-repository-url|edit_?url"
    r"|source|source[ _]code|github|github_repo|homepage|url)[\"']?[ \t]*+[:=][ \t]*+[\"']?"
    r"https?://(?:www\.)?([\w.-]++/[\w.-]++/[\w.-]++)",
    re.MULTILINE | re.IGNORECASE,
)
_VERSION = re.compile(r"(?:^|/)v?\d+(?:[._]\d+)*(?:\.x)?$")
MAX_REVISION = 4  # parts of the name of a revision
ENOUGH_PATHS = 2  # pages of a repository that its addresses name
ENOUGH_ROUTES = 3  # pages of a site that its addresses name, where no settings name the site
MAX_SAME_NAME = 50  # pages with one name, of which none is taken for that of an address
SHARE = 3  # one in so many addresses of pages in a repository must lead to one that is here
SHARE_OF_SITE = 6  # so many of a site, which keeps the addresses of pages that were moved


class _Mapping(NamedTuple):
    """Which part of an address stands for which folder: `/docs` of a host for `site/content`."""

    prefix: Route
    folder: Route

    def leads(self, route: Route) -> bool:
        """Whether the addresses of a route are those of the folder."""
        return route[: len(self.prefix)] == self.prefix


class OwnAddresses:
    """The addresses of the pages of one source."""

    def __init__(
        self, source: Source, pages: Mapping[str, PageOutline | None], sites: Sites, routes: PageRoutes
    ) -> None:
        """`pages` are the outlines of all pages; None for other files that are known by their refs."""
        self._source, self._pages, self._sites, self._routes = source, pages, sites, routes

    def page(self, address: str) -> str | None:
        """Return the path of the page, or other file, that an address leads to; None if it leads out of the source."""
        if not (found := _URL.match(address)):
            return None
        host, path = found[1].casefold(), found[2] or ""
        for repository, rest in _in_repository(host, path):
            if repository in self._repositories and (file := self._file(rest)):
                return file
        return self._on_site(host, path)

    def _file(self, rest: Route) -> str | None:
        """The file at a path behind the name of a revision, which may have several parts."""
        for cut in range(1, min(MAX_REVISION, len(rest) - 1) + 1):
            path = "/".join(rest[cut:])
            if path in self._pages:
                return path
            index = next(
                (readme for readme in (f"{path}/README.md", f"{path}/README.rst") if readme in self._pages), None
            )
            if index:
                return index
        return None

    @cached_property
    def _addresses(self) -> list[tuple[str, str]]:
        """The different addresses that pages link to, as host and path."""
        found: dict[tuple[str, str], None] = {}
        for outline in self._pages.values():
            for link in outline.links if outline else ():
                if "://" in link.address and (parts := _URL.match(link.address)):
                    found[parts[1].casefold(), parts[2] or ""] = None
        return list(found)

    @cached_property
    def _repositories(self) -> frozenset[str]:
        """The names of repositories whose addresses name pages of this source."""
        here: dict[str, set[str]] = {}
        gone: Counter[str] = Counter()
        for host, path in self._addresses:
            for repository, rest in _in_repository(host, path):
                file = self._file(rest)
                if file is None:
                    gone[repository] += posixpath.splitext(path)[1].lower() in (".md", ".mdx", ".rst", ".adoc")
                elif not _COMMON.fullmatch(file):
                    here.setdefault(repository, set()).add(file)
        sure = {
            repository
            for repository, files in here.items()
            if len(files) >= ENOUGH_PATHS and (len(files) + gone[repository]) <= SHARE * len(files)
        }
        sure |= set(_stated(self._source))
        # A repository that has moved, or a fork: another owner of the same name.
        names = {repository.rpartition("/")[2] for repository in sure}
        return frozenset(sure | {path_there for path_there in here if path_there.rpartition("/")[2] in names})

    def _on_site(self, host: str, path: str) -> str | None:
        route = route_of_address(path)
        for mapping in self._mappings.get(host, ())[: None if route else 1]:
            page = (*mapping.folder, *route[len(mapping.prefix) :])
            if mapping.leads(route) and (found := self._routes.page(page)) is not None:
                return found
        return None

    @cached_property
    def _mappings(self) -> dict[str, list[_Mapping]]:
        """Which folders the paths of a host stand for, the likeliest first, of hosts that show pages of this source."""
        stated = self._sites.hosts()
        on_host: dict[str, set[Route]] = {}
        for host, path in self._addresses:
            on_host.setdefault(host, set()).add(route_of_address(path))
        found: dict[str, list[_Mapping]] = {}
        for host, routes in on_host.items():
            hits: Counter[_Mapping] = Counter()
            alike: set[_Mapping] = set()  # whose pages have more than their names in the addresses
            for route in routes:
                fitting = [*self._fitting(route)]
                hits.update(fitting)
                alike.update(mapping for mapping in fitting if len(route) > len(mapping.prefix) + 1)
            sure = [
                mapping
                for mapping, count in hits.items()
                if (host in stated and (mapping in alike or not mapping.prefix))
                or ENOUGH_ROUTES <= count >= sum(map(mapping.leads, routes)) / SHARE_OF_SITE
            ]
            sure = [mapping for mapping in sure if not self._is_shadowed(mapping, sure)]
            likeliest: dict[object, _Mapping] = {}  # of several versions of a folder
            for mapping in sorted(sure, key=lambda route: (-hits[route], len(route.folder), route)):
                likeliest.setdefault((mapping.prefix, _VERSION.sub("", "/".join(mapping.folder))), mapping)
            found[host] = [*likeliest.values()]
        return found

    def _is_shadowed(self, mapping: _Mapping, others: Sequence[_Mapping]) -> bool:
        """Whether the addresses of a mapping are those of another folder, which an outer mapping leads to: the pages
        have moved since."""
        shorter = [mapping.prefix[:size] for size in range(len(mapping.prefix))]
        outer = (other for other in others if other.prefix in shorter)
        folders = ("/".join((*route.folder, *mapping.prefix[len(route.prefix) :])) for route in outer)
        return any(folder in self._folders and folder != "/".join(mapping.folder) for folder in folders)

    @cached_property
    def _folders(self) -> frozenset[str]:
        """The folders that hold pages."""
        return frozenset(path.rpartition("/")[0] for path in self._pages)

    def _fitting(self, route: Route) -> Iterator[_Mapping]:
        """How a route of a host may be that of a page: with the longest end that both have."""
        if not route:
            return
        pages = self._routes.ending(route[-1])
        if len(pages) > MAX_SAME_NAME:
            return
        for page in pages:
            same = _common_end(route, page)
            mapping = _Mapping(route[:-same], page[:-same])
            if (same > 1 or not _COMMON.fullmatch(route[-1])) and not all(
                _VERSION.search("/".join(at)) for at in mapping
            ):
                yield mapping  # what ends in different versions are different pages


def _stated(source: Source) -> Iterator[str]:
    """The repositories that manifests and settings at the root call that of the source."""
    for path, file in source.files.items():
        if path.count("/") < 2 and _MANIFESTS.fullmatch(path):
            yield from (found[1].casefold().removesuffix(".git") for found in _STATED.finditer(file.text))


def _common_end(one: Route, other: Route) -> int:
    count = 0
    for left, right in zip(reversed(one), reversed(other), strict=False):
        if left != right:
            break
        count += 1
    return count


def _in_repository(host: str, path: str) -> Iterator[tuple[str, Route]]:
    """The repository that an address names, and the parts of the path behind: the revision, and a file in it."""
    parts = tuple(unquote(part) for part in path.split("/") if part)
    if host == _RAW_HOST and len(parts) > 3:
        yield f"{_GITHUB}/{parts[0]}/{parts[1]}".casefold(), parts[2:]
        return
    for at in range(2, len(parts) - 2):
        if parts[at] in _VIEWS:
            owner = parts[: at - 1] if parts[at - 1] == "-" else parts[:at]  # GitLab: `group/name/-/blob/…`
            rest = parts[at + 1 :]
            yield "/".join((host, *owner)).casefold(), rest[rest[0] in _KINDS_OF_REVISION :]
            return
