"""The explorer in a real browser: every page of the samples, without a complaint and without a request elsewhere."""

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from harness.browser.chromium import Tab, chromium, installed
from harness.browser.pages import FAULTS
from harness.browser.walk import walk
from tests.paths import ROOT
from tests.server.explorer.hostile_source import hostile_files
from tests.server.web import WebServer

pytestmark = [
    pytest.mark.skipif(installed() is None, reason="no Chromium: apt install chromium, and these tests run"),
    pytest.mark.long("drives a real browser"),
    pytest.mark.timeout(300),
]
SAMPLES = sorted(path.name for path in (ROOT / "worlds").iterdir() if path.is_dir())


@pytest.fixture(scope="module")
def tab() -> Iterator[Tab]:
    with chromium() as opened:
        yield opened


@pytest.fixture(scope="module")
def mill() -> Iterator[WebServer]:
    with WebServer(ROOT / "worlds" / "cider-mill", "--explorer") as server:
        yield server


def explored(server: WebServer) -> str:
    return f"http://127.0.0.1:{server.port}/explore/"


def asked(tab: Tab) -> set[str]:
    """The hosts that were asked. Pictures of the browser's own controls are in their addresses."""
    return {urlsplit(one).netloc for one in tab.requests if not one.startswith("data:image/")}


@pytest.mark.parametrize("world", SAMPLES)
@pytest.mark.parametrize("colours", ["light", "dark"])
def test_pages_have_names_contrast_and_no_complaint(tab: Tab, world: str, colours: str) -> None:
    tab.complaints.clear()
    tab.requests.clear()
    faults = {}
    with WebServer(ROOT / "worlds" / world, "--explorer") as server:
        tab.show_as(dark=colours == "dark")
        for address in walk(tab, explored(server)):
            if found := tab.evaluate(FAULTS):
                faults[address] = found
    assert faults == {}
    assert tab.complaints == []
    assert asked(tab) == {f"127.0.0.1:{server.port}"}


def test_pages_fit_a_narrow_window(tab: Tab, mill: WebServer) -> None:
    tab.show_as(width=400)
    for address in walk(tab, explored(mill)):
        assert [one for one in tab.evaluate(FAULTS) if "wider" in one] == [], address


def test_attacks_do_nothing_in_the_browser(tab: Tab, tmp_path: Path) -> None:
    for name, text in hostile_files().items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())
    tab.complaints.clear()
    tab.requests.clear()
    tab.show_as()
    with WebServer(tmp_path, "--explorer") as server:
        for address in walk(tab, explored(server)):
            assert tab.evaluate("typeof owned") == "undefined", address
            assert tab.evaluate("document.querySelector('xowned')") is None, address
    assert tab.complaints == []
    assert asked(tab) == {f"127.0.0.1:{server.port}"}


def test_search_finds_as_one_types(tab: Tab, mill: WebServer) -> None:
    tab.show_as()
    tab.go(f"{explored(mill)}search")
    tab.press("/")
    tab.type("press")
    tab.wait_for("document.querySelectorAll('#results .hits li').length > 5")
    assert tab.evaluate("location.search") == "?q=press"


def test_keys_reach_everything(tab: Tab, mill: WebServer) -> None:
    tab.show_as()
    tab.go(explored(mill))
    tab.press("Tab", 9)
    assert tab.evaluate("document.activeElement.className") == "skip"
    assert tab.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid"


def test_drawings_are_moved_and_enlarged_by_keys(tab: Tab) -> None:
    tab.show_as()
    box = "document.querySelector('div.drawing svg').getAttribute('viewBox')"
    with WebServer(ROOT / "worlds" / "checkout-session", "--explorer") as server:
        tab.go(f"{explored(server)}diagram?id=checkout")
        whole = tab.evaluate(box)
        tab.evaluate("document.querySelector('div.drawing').focus()")
        tab.press("+")
        assert tab.evaluate(box) != whole
        tab.press("0")
        assert tab.evaluate(box) == whole


TRACED = "[...document.querySelectorAll('svg .node.{mark}')].map((one) => one.dataset.id).sort().join()"


def test_pointing_at_a_node_shows_its_reach_and_loop(tab: Tab) -> None:
    tab.show_as()
    with WebServer(ROOT / "worlds" / "checkout-session", "--explorer") as server:
        tab.go(f"{explored(server)}diagram?id=checkout")
        assert tab.evaluate(TRACED.format(mark="ahead")) == ""
        tab.point_at("svg .node[data-id='n:retry']")
        assert tab.evaluate(TRACED.format(mark="start")) == "n:retry"
        assert tab.evaluate(TRACED.format(mark="loop")) == "n:card-check"
        assert tab.evaluate(TRACED.format(mark="behind")) == "n:address,n:basket-full,n:card-check,n:quote"
        told = "document.querySelector('.reach').textContent"
        assert tab.evaluate(told) == "Leads to 6 (blue), is led to by 4 (brown), is on a loop with 1 (red)."
        tab.point_at("h1")
        assert tab.evaluate(TRACED.format(mark="ahead")) == ""
        tab.evaluate("document.querySelector(\"svg .node[data-id='n:quote']\").focus()")
        assert tab.evaluate(TRACED.format(mark="start")) == "n:quote"


def test_pages_work_without_a_script(tab: Tab, mill: WebServer) -> None:
    tab.show_as()
    tab.call("Emulation.setScriptExecutionDisabled", value=True)
    try:
        tab.go(f"{explored(mill)}search?q=press")
    finally:
        tab.call("Emulation.setScriptExecutionDisabled", value=False)
    assert "29 found" in tab.evaluate("document.body.textContent")


def test_static_site_opens_from_its_files(tab: Tab, tmp_path: Path) -> None:
    from click.testing import CliRunner

    from server.cli import frieze

    source = ROOT / "worlds" / "checkout-session"
    done = CliRunner().invoke(frieze, ["export", str(source), "-o", str(tmp_path / "site"), "--max-pages", "60"])
    assert done.exit_code == 0
    tab.complaints.clear()
    tab.requests.clear()
    tab.show_as()
    tab.go((tmp_path / "site" / "index.html").as_uri())
    assert tab.evaluate("getComputedStyle(document.querySelector('header')).display") == "flex"
    tab.go(tab.evaluate("document.querySelector('a[href^=\"diagrams/\"]').href"))
    assert tab.evaluate("document.querySelector('h1').textContent").startswith("Diagrams")
    assert tab.complaints == []
    assert {urlsplit(one).scheme for one in tab.requests} == {"file"}
