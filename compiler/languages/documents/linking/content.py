"""Pages that are named in the content of their site, as `ref` and `relref` of Hugo and `post_url` of Jekyll do: by a
path from the folder of the page, or from that of the content, or by the end of a path that only one page has."""

import posixpath
from collections.abc import Iterator, Sequence

from compiler.languages.documents.linking.page_names import common_folders
from compiler.languages.documents.linking.routes import PageRoutes, Route, route_of_address, route_of_page
from compiler.languages.documents.linking.sites import Sites

MAX_SAME_NAME = 200  # pages with one name, among which none is looked for


class Content:
    """The pages of one source, as the content of sites."""

    def __init__(self, routes: PageRoutes, sites: Sites) -> None:
        """`sites` tells which pages are of one site."""
        self._routes, self._sites = routes, sites

    def page(self, page: str, written: str) -> str | None:
        """Return the page that a name means on a page; None if there is none, or several are as near."""
        wanted = route_of_address(written)
        if not wanted:
            return None
        if not written.startswith("/"):
            for beside in self._beside(page, written):
                return beside[0]
        if ".." in wanted or "." in wanted:
            return None
        found = self._ending(wanted) or self._ending(route_of_page(written.strip("/")))  # `2024-05-01-knots`
        is_from_root = written.startswith("/")
        start = self._sites.in_last_version(page) if is_from_root else page
        return self._nearest(start, found, is_from_root=is_from_root)

    def by_route(self, page: str, written: str) -> str | None:
        """Return the only page of the site of a page that a site shows at an address without a suffix: its file has a
        number before its name, or its folder stands elsewhere in the address. None if there is none."""
        site, wanted = self._sites.of(page), route_of_address(written)
        if site is None or not wanted:
            return None
        if not written.startswith("/"):
            return next((found[0] for found in self._beside(page, written) if len(found) == 1), None)
        numbered = route_of_page(written.strip("/"))  # most sites leave the numbers in their addresses
        start = self._sites.in_last_version(page)
        # A site may begin all its addresses with a word of its own.
        for below in dict.fromkeys((wanted, wanted[1:], numbered, numbered[1:])):
            if len(below) > 1 and (there := self._nearest(start, self._ending(below), is_from_root=False)):
                return there
        return None

    def _beside(self, page: str, written: str) -> Iterator[list[str]]:
        """Give the pages at a relative address, from the folder of a page and from the page itself."""
        for start in (posixpath.dirname(page), posixpath.splitext(page)[0]):
            joined = posixpath.normpath(posixpath.join(start, written))
            if not joined.startswith("..") and (found := self._routes.pages(route_of_page(joined))):
                yield found

    def _ending(self, wanted: Route) -> list[str]:
        """The pages whose routes end with a route."""
        ending = self._routes.ending(wanted[-1])
        if len(ending) > MAX_SAME_NAME:
            return []
        return [path for route in ending if route[-len(wanted) :] == wanted for path in self._routes.pages(route)]

    def _nearest(self, page: str, found: Sequence[str], *, is_from_root: bool) -> str | None:
        """The only page of the site, and of the folder of the content with the language of the page. From the root,
        the one with the shortest path."""
        site = self._sites.of(page)
        of_site = [path for path in found if self._sites.of(path) == site]
        if len(of_site) > 1:
            common = max(common_folders(path, page) for path in of_site[:MAX_SAME_NAME])
            own = [path for path in of_site if common_folders(path, page) >= min(common, _depth_of_content(page))]
            of_site = own or of_site
        if is_from_root and len(of_site) > 1:
            of_site = sorted(of_site, key=lambda path: path.count("/"))
            return of_site[0] if of_site[0].count("/") < of_site[1].count("/") else None
        return of_site[0] if len(of_site) == 1 else None


def _depth_of_content(page: str) -> int:
    """How deep the folder of the content with a language is, such as `site/content/en`; 0 without such a folder."""
    folders: Route = tuple(page.split("/")[:-1])
    return folders.index("content") + 2 if "content" in folders else 0
