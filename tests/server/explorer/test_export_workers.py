"""The static site made by worker processes: the same files as without them, wherever the site becomes full."""

import threading

import pytest

from server.explorer.page import Page
from server.explorer.pages.objects import OBJECT
from server.explorer.pages.overview import OVERVIEW
from server.explorer.site.asking import ask_of
from server.explorer.site.export import Exported
from server.explorer.site.page_workers import PageMaker
from server.explorer.site.static_addresses import LEFT_OUT, Request, StaticSite
from tests.server.explorer.reading import sample, seen
from tests.suites import mostly_long

WORLD = "cider-mill"
needs_workers = pytest.mark.skipif(threading.active_count() > 1, reason="A process with threads starts no workers")


def editor(path: str, line: int) -> str:
    return f"editor:{path}:{line}"


def exported(max_pages: int, jobs: int) -> tuple[dict[str, bytes], Exported]:
    made = Exported(ask_of(sample(WORLD)), editor, max_pages, jobs=jobs)
    return {file.path: file.content for file in made.files()}, made


@needs_workers
@pytest.mark.parametrize("max_pages", mostly_long([47, 30, 90, 10_000], "exports a sample twice"))
def test_export_by_workers_gives_the_same_files(max_pages: int) -> None:
    alone, expected = exported(max_pages, 1)
    files, made = exported(max_pages, 2)
    assert list(files) == list(alone) and files == alone
    assert (made.pages, made.left_out, made.broken) == (expected.pages, expected.left_out, expected.broken)


@needs_workers
def test_export_workers_make_pages_of_objects_and_say_what_these_link_to() -> None:
    site = StaticSite(1_000)
    refs = [one.ref for one in sample(WORLD).snapshot.objects()][:40]
    requests = [
        Request(page, {"id": ref} if page is OBJECT else {}, site.file_of(page, {"id": ref} if page is OBJECT else {}))
        for ref, page in [("", OVERVIEW), *((ref, OBJECT) for ref in refs)]
    ]
    maker = PageMaker(site, ask_of(sample(WORLD)), editor)
    with maker.workers(requests, 2) as made_by_worker:
        made = [made_by_worker(number) for number in range(len(requests))]
    assert made[0] is None and all(made[1:])
    for request, one in zip(requests[1:], made[1:], strict=True):
        assert one and one.linked and not any(site.is_known(*linked) for linked in one.linked)
        assert (one.status, one.content) == (200, PageMaker(StaticSite(1_000), *maker[1:]).make(request).content)


def test_export_of_few_pages_starts_no_worker() -> None:
    site = StaticSite(10)
    ref = sample(WORLD).snapshot.objects()[0].ref
    request = Request(OBJECT, {"id": ref}, site.file_of(OBJECT, {"id": ref}))
    with PageMaker(site, ask_of(sample(WORLD)), editor).workers([request], None) as made_by_worker:
        assert made_by_worker(0) is None


def test_static_site_expects_the_file_that_a_page_then_gets() -> None:
    site = StaticSite(1)
    one, other = (Page(name, f"/{name}", "", lambda _ask, _parameters: {}) for name in ("one", "other"))
    assert not site.is_known(one, {"id": "a"}) and not site.is_full
    assert site.expected_file(one, {"id": "a"}) == site.file_of(one, {"id": "a"}) != LEFT_OUT
    assert site.is_known(one, {"id": "a"}) and site.is_full
    assert site.expected_file(other, {}) == site.file_of(other, {}) == LEFT_OUT
    assert site.expected_file(one, {"id": "a"}) == site.file_of(one, {"id": "a"})


def test_source_page_goes_on_at_the_begin_of_a_line() -> None:
    file = sample(WORLD).snapshot.objects()[0].file
    assert "L2" in seen(WORLD, f"/source?file={file}&line=2&character=").html
