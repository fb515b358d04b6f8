"""The explorer as a static site: the same pages, as many as there is room for, found by their links from the first."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from server.explorer.page import Ask
from server.explorer.pages import PAGES
from server.explorer.site.addresses import STATIC, static_file
from server.explorer.site.rendering import Site, left_out_page, render
from server.explorer.site.static_addresses import LEFT_OUT, StaticAddresses, StaticSite
from server.options.editor import Editor

MAX_BYTES = 512 << 20  # of all files


class Written(NamedTuple):
    """A file of the site: its path below the folder of the site, and its content."""

    path: str
    content: bytes


class Exported:
    """The static site of a source. `files` makes its files one by one; the counts are whole when all are made."""

    def __init__(self, ask: Ask, editor: Editor, max_pages: int, base: str = "") -> None:
        """`base` is the revision that the pages of what changed compare with; without it there are none."""
        self._ask = ask
        self._editor = editor
        self._site = StaticSite(max_pages, base)
        self.pages = 0
        self.broken: list[str] = []  # pages that are errors
        self.bytes = 0

    def files(self) -> Iterator[Written]:
        """Make the files: static ones, pages in the order in which they are linked to, and what is left out."""
        for path in sorted(STATIC.iterdir()):
            yield Written(f"static/{path.name}", static_file(path.name))
        for page in PAGES:
            if not page.pack and page.title:
                self._site.file_of(page, {})
        while self._site.waiting:
            request = self._site.waiting.popleft()
            if self.bytes > MAX_BYTES:
                self._site.left_out[request.page.name] += 1
                continue
            made = render(self._at(request.file), self._ask, request.page, request.parameters)
            self.pages += 1
            if made.status != 200:
                self.broken.append(request.file)
            yield self._written(request.file, made.html)
        yield self._written(LEFT_OUT, left_out_page(self._at(LEFT_OUT), self._ask, self.left_out))

    @property
    def left_out(self) -> Mapping[str, int]:
        """How many pages of which name are left out."""
        return dict(sorted(self._site.left_out.items()))

    def _at(self, file: str) -> Site:
        return Site(StaticAddresses(self._site, file), self._editor)

    def _written(self, file: str, html: str) -> Written:
        content = html.encode(errors="replace")
        self.bytes += len(content)
        return Written(file, content)
