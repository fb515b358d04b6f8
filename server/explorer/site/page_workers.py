"""Pages of the static site, made by worker processes: each has a copy of this one, with its snapshot.

A worker does not know which pages the others link to, so it expects a file for each page that it links to itself. It
names these pages, so that the parent, which counts them in their order, sees whether there was room.
"""

import marshal
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from compiler.pipeline.pool import worker_count, worker_pool
from server.explorer.page import Ask, Page
from server.explorer.site.rendering import BY_NAME, Site, render
from server.explorer.site.static_addresses import Files, Request, StaticAddresses, StaticSite
from server.options.editor import Editor

PAGES_PER_WORKER = 100  # to make; for fewer, starting a worker takes longer than it saves
LEAST_PER_WORKER = 10  # the same where the number of workers is given
# Pages that read the snapshot alone. Others may ask the workspace, whose processes and locks cannot be shared.
IN_WORKERS = frozenset({"object", "source", "document", "section", "diagram", "documents", "kinds", "timeline"})


class MadePage(NamedTuple):
    """A page with its status, and the pages that it links to as far as they had no file before."""

    status: int
    content: bytes
    linked: Sequence[tuple[Page, Mapping[str, str]]] = ()


class _ExpectedFiles:
    """The files of a site as a worker expects them; `linked` are the pages that had none before."""

    def __init__(self, site: StaticSite) -> None:
        self._site = site
        self.linked: dict[tuple[str, tuple[tuple[str, str], ...]], None] = {}

    def file_of(self, page: Page, parameters: Mapping[str, str]) -> str:
        """Return the file that a page has, or would get if it were the next."""
        if not self._site.is_known(page, parameters):
            self.linked[page.name, tuple(parameters.items())] = None
        return self._site.expected_file(page, parameters)


class PageMaker(NamedTuple):
    """What pages are made of: a site, its source, and the address of a place in an editor."""

    site: StaticSite
    ask: Ask
    editor: Editor

    def make(self, request: Request) -> MadePage:
        """Make a page in this process. The pages that it links to get their files."""
        return self._made(request, self.site)

    def _made(self, request: Request, files: Files) -> MadePage:
        site = Site(StaticAddresses(files, request.file), self.editor)
        made = render(site, self.ask, request.page, request.parameters)
        return MadePage(made.status, made.html.encode(errors="replace"))

    @contextmanager
    def workers(self, requests: Sequence[Request], jobs: int | None) -> Iterator[Callable[[int], MadePage | None]]:
        """Give a function that returns a page of `requests` by its number, as a worker has made it: None for one that
        no worker makes. Each may be asked for once. `jobs` is the number of workers, None for what it is worth."""
        numbers = [at for at, request in enumerate(requests) if request.page.name in IN_WORKERS]
        given = set(numbers)
        count = min(worker_count(jobs, len(numbers), PAGES_PER_WORKER), len(numbers) // LEAST_PER_WORKER)
        if count < 2:
            yield lambda _: None
            return

        def run(number: int) -> bytes:
            expected = _ExpectedFiles(self.site)
            made = self._made(requests[number], expected)
            return marshal.dumps((made.status, made.content, list(expected.linked)))

        with worker_pool(run, numbers, count) as pool:
            yield lambda number: read_page(pool.result(number)) if number in given else None


def read_page(body: bytes | None) -> MadePage | None:
    """Return the answer of a worker; None if it died."""
    if body is None:
        return None
    status, content, linked = marshal.loads(body)
    return MadePage(status, content, [(BY_NAME[name], dict(parameters)) for name, parameters in linked])
