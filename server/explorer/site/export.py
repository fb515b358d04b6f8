"""The explorer as a static site: the same pages, as many as there is room for, found by their links from the first."""

from collections.abc import Generator, Iterator, Mapping, Sequence
from typing import NamedTuple

from server.explorer.page import Ask
from server.explorer.pages import PAGES
from server.explorer.site.addresses import STATIC, static_file
from server.explorer.site.page_workers import MadePage, PageMaker
from server.explorer.site.rendering import Site, left_out_page
from server.explorer.site.static_addresses import LEFT_OUT, Request, StaticAddresses, StaticSite
from server.options.editor import Editor

MAX_BYTES = 512 << 20  # of all files


class Written(NamedTuple):
    """A file of the site: its path below the folder of the site, and its content."""

    path: str
    content: bytes


class Exported:
    """The static site of a source. `files` makes its files one by one; the counts are whole when all are made. `jobs`
    is the number of processes that make pages, None for what it is worth: the files are the same."""

    def __init__(self, ask: Ask, editor: Editor, max_pages: int, *, base: str = "", jobs: int | None = None) -> None:
        """`base` is the revision that the pages of what changed compare with; without it there are none."""
        self._site = StaticSite(max_pages, base)
        self._maker = PageMaker(self._site, ask, editor)
        self._jobs = jobs
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
            requests = [*self._site.waiting]
            self._site.waiting.clear()
            while requests:
                count = yield from self._pages(requests)
                requests = requests[count:]
        site = Site(StaticAddresses(self._site, LEFT_OUT), self._maker.editor)
        yield self._written(LEFT_OUT, left_out_page(site, self._maker.ask, self.left_out).encode(errors="replace"))

    def _pages(self, requests: Sequence[Request]) -> Generator[Written, None, int]:
        """Make pages, and return how many were tried: all, or those until the site was full, since workers that were
        started before expect files for all pages that they link to."""
        was_full = self._site.is_full
        with self._maker.workers(requests, self._jobs) as made_by_worker:
            for number, request in enumerate(requests):
                if self.bytes > MAX_BYTES:
                    self._site.left_out[request.page.name] += 1
                    continue
                yield self._page(request, made_by_worker(number), was_full)
                if self._site.is_full != was_full:
                    return number + 1
        return len(requests)

    def _page(self, request: Request, made: MadePage | None, was_full: bool) -> Written:
        """Return a page: as a worker made it, if the pages that it links to got the files that the worker expected."""
        if made is not None:
            files = [self._site.file_of(*linked) for linked in made.linked]
            if not was_full and self._site.is_full and LEFT_OUT in files:
                made = None
        made = made or self._maker.make(request)
        self.pages += 1
        if made.status != 200:
            self.broken.append(request.file)
        return self._written(request.file, made.content)

    @property
    def left_out(self) -> Mapping[str, int]:
        """How many pages of which name are left out."""
        return dict(sorted(self._site.left_out.items()))

    def _written(self, file: str, content: bytes) -> Written:
        self.bytes += len(content)
        return Written(file, content)
