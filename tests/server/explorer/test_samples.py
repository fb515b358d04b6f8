"""Every page on every sample: it is there, links only to what is there, and says nothing that its source did not."""

import re
from functools import cache
from html import unescape
from pathlib import Path
from urllib.parse import unquote, urldefrag, urljoin

import pytest
from starlette.testclient import TestClient

from server.explorer.site.asking import ask_often
from server.explorer.site.export import Exported
from server.explorer.site.static_addresses import LEFT_OUT
from tests.closing import open_workspace
from tests.paths import ROOT
from tests.server.explorer.reading import client_of, sample, seen
from tests.server.explorer.safety import Checked
from tests.suites import mostly_long

SAMPLES = sorted(path.name for path in (ROOT / "worlds").iterdir() if path.is_dir())
SMALL = ("cider-mill", "checkout-session", "traced-kettle", "locked-garden", "ferry-memory")
MAX_PAGES = 150
ID = re.compile(r'\bid="([^"]*)"')


@cache
def exported(world: str, max_pages: int = MAX_PAGES) -> dict[str, bytes]:
    """The files of the static site of a sample."""
    made = Exported(ask_often(open_workspace(ROOT / "worlds" / world)), lambda _path, _line: "", max_pages)
    return {file.path: file.content for file in made.files()}


@pytest.mark.parametrize("world", mostly_long(SAMPLES, "exports every page of a sample", quick=SMALL))
def test_every_page_of_a_sample_is_there_and_safe_and_has_no_dead_link(world: str) -> None:
    made = Exported(ask_often(sample(world)), lambda _path, _line: "", MAX_PAGES)
    files = {file.path: file.content for file in made.files()}
    assert made.broken == []
    pages = {path: Checked(content.decode()) for path, content in files.items() if path.endswith(".html")}
    assert {path: page.faults for path, page in pages.items() if page.faults} == {}
    anchors = {path: {*map(unescape, ID.findall(files[path].decode()))} for path in pages}
    dead = []
    for path, page in pages.items():
        for address in page.addresses:
            target, anchor = urldefrag(urljoin(path, address))
            if target not in files or (anchor and unquote(anchor) not in anchors[target]):
                dead.append((path, address))
    assert dead == []


def test_the_static_site_has_at_most_so_many_pages_and_says_what_it_leaves_out() -> None:
    files = exported("cider-mill", 20)
    assert sum(path.endswith(".html") for path in files) == 21
    left_out = files[LEFT_OUT].decode()
    assert "pages of object" in left_out
    assert "pages of history" in left_out


def test_the_same_source_exports_the_same_bytes() -> None:
    assert exported("ferry-memory", 60) == exported.__wrapped__("ferry-memory", 60)


def client() -> TestClient:
    return client_of(sample("cider-mill"))


def test_overview_shows_health_at_a_glance() -> None:
    text = seen("cider-mill", "/").text
    for said in ("2 errors", "11 ready", "6 blocked", "5 in force", "ADR-0007 Sell in one bottle size", "24 files"):
        assert said in text


def test_overview_counts_coverage() -> None:
    assert "assertions tested" in seen("traced-kettle", "/").text


def test_search_narrows_by_kind() -> None:
    found = seen("cider-mill", "/search?q=press")
    assert "task 10" in found.links
    assert seen("cider-mill", "/search?q=press&kind=task").text.count("MILL-2") == 1
    assert "10 found of kind task" in seen("cider-mill", "/search?q=press&kind=task").text


def test_search_without_words_says_how() -> None:
    assert "in double quotes is a phrase" in seen("cider-mill", "/search").text


def test_object_shows_fields_links_and_what_depends_on_it() -> None:
    page = seen("cider-mill", "/object?id=MILL-4")
    for said in ("Paint the gate", "Green again.", "blocks", "What depends on it (1)", "priority low"):
        assert said in page.text
    assert "/explore/source?file=backlog%2Ftasks%2Fmill-5.md#L10" in page.addresses


def test_object_that_is_not_there_names_near_ones() -> None:
    answer = client().get("/explore/object?id=MILL-44")
    assert answer.status_code == 404
    assert "MILL-4" in answer.text


def test_source_marks_findings_and_objects_at_their_lines() -> None:
    page = seen("cider-mill", "/source?file=docs/adr/0006-bottle-sizes.md")
    assert 'id="L7"' in page.html
    assert "decision ADR-0006" in page.text
    assert "KNO403" in page.text


def test_source_of_many_lines_goes_on() -> None:
    text = "".join(f"line {number} of a long note\n" for number in range(1, 3_000))
    assert "The file goes on" in page_of_note(text)


@cache
def page_of_note(text: str) -> str:
    from tempfile import TemporaryDirectory

    from tests.server.explorer.reading import workspace_of_files

    with TemporaryDirectory() as folder:
        workspace = workspace_of_files(Path(folder), {"notes/long.md": f"# Long\n\n{text}"})
        first = client_of(workspace).get("/explore/source?file=notes/long.md").text
        assert "goes on:" not in first
        later = client_of(workspace).get("/explore/source?file=notes/long.md&line=2801").text
        assert 'id="L2801"' in later
        return first


def test_findings_are_filtered_and_counted_by_code() -> None:
    page = seen("cider-mill", "/diagnostics?severity=error")
    assert "KNO401" in page.text
    assert "KNO403" not in page.text


def test_diagram_is_drawn_with_links_to_its_objects() -> None:
    page = seen("checkout-session", "/diagram?id=checkout")
    assert "svg" in page.tags
    assert any("n%3Acard-check" in address for address in page.addresses)
    assert "Cycles (2)" in page.text


def test_walkthrough_is_gone_through_step_by_step() -> None:
    first = seen("checkout-session", "/walkthrough?id=refunds")
    assert "1 of 3: At the returns desk" in first.text
    assert "current" in first.html
    second = seen("checkout-session", "/walkthrough?id=refunds&step=2")
    assert "2 of 3: The bank is asked" in second.text


def test_pages_work_without_a_script() -> None:
    page = seen("cider-mill", "/")
    assert page.tags.count("script") == 1
    assert 'action="/explore/search"' in page.html


def test_static_site_shows_nothing_that_needs_a_server() -> None:
    page = exported("cider-mill")["index.html"].decode()
    assert "<form" not in page
    assert "http" not in page.replace("http-equiv", "")
