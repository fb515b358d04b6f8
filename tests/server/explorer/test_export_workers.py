"""The static site made by worker processes: the same files as without them, wherever the site becomes full."""

import threading

import pytest

from server.explorer.page import Page
from server.explorer.site import page_workers
from server.explorer.site.asking import ask_of
from server.explorer.site.export import Exported
from server.explorer.site.page_workers import PageMaker
from server.explorer.site.static_addresses import LEFT_OUT, Request, StaticSite
from tests.server.explorer.reading import sample

WORLD = "cider-mill"


@pytest.fixture
def small_waves(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have workers started for a few pages already."""
    monkeypatch.setattr(page_workers, "PAGES_PER_WORKER", 2)


def exported(max_pages: int, jobs: int) -> tuple[dict[str, bytes], Exported]:
    made = Exported(ask_of(sample(WORLD)), lambda path, line: f"editor:{path}:{line}", max_pages, jobs=jobs)
    return {file.path: file.content for file in made.files()}, made


@pytest.mark.skipif(threading.active_count() > 1, reason="A process with threads starts no workers")
@pytest.mark.parametrize("max_pages", [30, 47, 90, 10_000])
@pytest.mark.usefixtures("small_waves")
def test_export_by_workers_gives_the_same_files(max_pages: int, monkeypatch: pytest.MonkeyPatch) -> None:
    alone, expected = exported(max_pages, 1)
    made_here: list[str] = []
    make = PageMaker.make

    def counted(self: PageMaker, request: Request) -> page_workers.MadePage:
        made_here.append(request.page.name)
        return make(self, request)

    monkeypatch.setattr(PageMaker, "make", counted)
    files, made = exported(max_pages, 2)
    assert list(files) == list(alone) and files == alone
    assert (made.pages, made.left_out, made.broken) == (expected.pages, expected.left_out, expected.broken)
    assert made_here.count("object") < sum(path.startswith("object/") for path in files) / 2


@pytest.mark.usefixtures("small_waves")
def test_export_goes_on_when_a_worker_dies(monkeypatch: pytest.MonkeyPatch) -> None:
    alone, _ = exported(60, 1)
    monkeypatch.setattr(page_workers, "read_page", lambda _: None)
    assert exported(60, 2)[0] == alone


def test_static_site_expects_the_file_that_a_page_then_gets() -> None:
    site = StaticSite(1)
    one, other = (Page(name, f"/{name}", "", lambda _ask, _parameters: {}) for name in ("one", "other"))
    assert not site.is_known(one, {"id": "a"}) and not site.is_full
    assert site.expected_file(one, {"id": "a"}) == site.file_of(one, {"id": "a"}) != LEFT_OUT
    assert site.is_known(one, {"id": "a"}) and site.is_full
    assert site.expected_file(other, {}) == site.file_of(other, {}) == LEFT_OUT
    assert site.expected_file(one, {"id": "a"}) == site.file_of(one, {"id": "a"})
