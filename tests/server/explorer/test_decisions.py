"""The page of decisions: timeline, supersession, and what is cited though superseded."""

from pathlib import Path

from server.transport.pages import MOUNT
from tests.server.explorer.reading import Seen, seen, seen_of_files

MILL = "cider-mill"
CITED = "Superseded decisions, and what still cites them"


def adr(number: int, title: str, status: str, text: str = "") -> dict[str, str]:
    """A decision of adr-tools."""
    body = f"# {number}. {title}\n\nDate: 2026-01-{number:02}\n\n## Status\n\n{status}\n\n## Context\n\n{text}\n"
    return {f"doc/adr/{number:04}-a.md": body}


def moments(page: Seen) -> list[str]:
    """The entries of the timeline."""
    listed = page.html.split('<ol class="timeline">')[1].split("</ol>")[0]
    return [Seen(f"<li{one}").text for one in listed.split('<li class="moment')[1:]]


def test_decision_timeline_is_in_order_of_time_with_undated_last() -> None:
    times = [one.split(" ADR")[0].split(" cell")[0].split(" decision")[0] for one in moments(seen(MILL, "/decisions"))]
    assert times[0] == "2025-02-03"
    assert times[:-1] == sorted(times[:-1])
    assert times[-1] == "no date"


def test_decision_timeline_has_state_and_supersession_with_lines() -> None:
    (one,) = [one for one in moments(seen(MILL, "/decisions")) if "ADR-0003 Keep" in one.split("replace")[0]]
    assert "superseded docs/adr/0003-shared-sheet.md:1" in one
    assert "replaces ADR-0002 Keep bookings in the paper ledger (docs/adr/0002-paper-ledger.md:7)" in one
    assert "replaced by ADR-0005 Write a small booking service (docs/adr/0003-shared-sheet.md:7)" in one


def test_decision_that_another_says_it_replaces_is_superseded() -> None:
    (one,) = [one for one in moments(seen(MILL, "/decisions")) if "ADR-0006 Sell in two" in one.split("replace")[0]]
    assert "superseded" in one


def test_decisions_are_filtered_by_state() -> None:
    page = seen(MILL, "/decisions")
    proposed = seen(MILL, page.links["proposed"].removeprefix(MOUNT))
    assert len(moments(proposed)) == 1


def test_citation_of_superseded_decision_is_listed_with_heir(tmp_path: Path) -> None:
    files = adr(1, "Tea", "Superseded by [2. Coffee](0002-a.md)") | adr(2, "Coffee", "Accepted\n\nSupersedes ADR-0001")
    files |= adr(3, "Cups", "Accepted", "As ADR-0001 says.")
    rows = seen_of_files(tmp_path, files, "/decisions").tables[CITED]
    assert rows[1:] == [["ADR-0001 Tea", "ADR-0002 Coffee", "decision ADR-0003 Cups", "doc/adr/0003-a.md:11"]]


def test_heir_and_superseded_decisions_may_cite_what_is_superseded() -> None:
    assert CITED not in seen(MILL, "/decisions").tables


def test_decision_graph_leads_from_older_to_newer() -> None:
    page = seen(MILL, "/decisions")
    assert "ADR-0002: Keep bookings in the paper ledger (2025-02-10, superseded)" in page.text
    assert "replaced by → ADR-0005: Write a small booking service" in page.text


def test_source_without_decisions_says_so() -> None:
    assert "There are no decisions here." in seen("traced-kettle", "/decisions").text


def test_decision_page_escapes_titles(tmp_path: Path) -> None:
    page = seen_of_files(tmp_path, adr(1, "<script>alert(1)</script>", "Accepted"), "/decisions")
    assert "<script>alert(1)</script>" in page.text
    assert page.tags.count("script") == 1
