"""Proposals in the headers that people write: what is read, what is doubted, and that nothing is passed over."""

from compiler.languages.knowledge.facts import Decision
from tests.compiler.languages.knowledge.sources import facts, linked
from tests.compiler.languages.querying import ask
from tests.compiler.tables import table

PAGE = "rfcs/0007-hoist.md"
CRANE = "# Crane\n\n* Status: Accepted\n"
ADR = "# 3. Crane\n\n## Status\n\nAccepted\n\n## Context\n\nText.\n\n## Decision\n\nText.\n"


def stated(text: str) -> tuple[str, str, str]:
    """The id, the status and the day of a proposal that alone stands in its folder."""
    ((name, status, date),) = ask({PAGE: text}, "SELECT id, status, date FROM decision")
    return name, str(status), str(date)[:10]


def doubts(files: dict[str, str]) -> list[str]:
    return [f"{looks_like} {file}" for looks_like, file in ask(files, "SELECT looks_like, file FROM unread")]


@table(
    ("text", "status", "date"),
    [
        ("# Hoist\n\nStatus: accepted\n\nDate: 2 January 2026\n", "accepted", "2026-01-02"),
        ("# RFC 7: Hoist\n\n<!-- Status: Accepted -->\n\n**Status**: Draft\n", "proposed", "None"),
        ("# RFC-7 Hoist [ACCEPTED]\n", "accepted", "None"),
        ("# RFC 7: Hoist (withdrawn)\n", "deprecated", "None"),
        ("# Hoist\n\n* Status: [Accepted](https://x.y/pull/12)\n* Decided: Jan 2, 2026\n", "accepted", "2026-01-02"),
        ("# Hoist\n\n* Status: Rejected (was: Accepted)\n", "deprecated", "None"),
        ("# Hoist\n\n|A|B|\n|-|-|\n|**Status**|Accepted|\n|**Date**|02-Jan-2026|\n", "accepted", "2026-01-02"),
        ("# Hoist\n\n|Author|Status|Created|\n|-|-|-|\n|Ann|Final|2026-01-02|\n", "accepted", "2026-01-02"),
        ("# ~~Hoist~~\n\n* Status: ~~Accepted~~ Rejected\n", "deprecated", "None"),
        ("# Hoist\n\n* Decision: Rejected\n* Status: Closed\n", "deprecated", "None"),
        ("# Hoist\n\n* Status: Closed (accepted)\n", "accepted", "None"),
        ("# Hoist\n\n* Status: Closed: declined\n", "deprecated", "None"),
        ("# Hoist\n\n* Status: Closed as released\n", "accepted", "None"),
        ("# Hoist\n\n* Status: Closed (stale)\n", "deprecated", "None"),
        ("# Hoist\n\n* Status: In review\n", "proposed", "None"),
        ("# Hoist\n\nText.\n", "None", "None"),
    ],
)
def test_proposal_status_and_date_by_header(text: str, status: str, date: str) -> None:
    assert stated(text) == ("RFC-0007", status, date)


def test_proposal_in_progress_may_be_undecided_or_being_built() -> None:
    files = {PAGE: "# RFC 7: Hoist\n\n**Status**: In Progress\n**Target**: Q3\n"}
    assert ask(files, "SELECT code FROM diagnostic") == [("KNO201",)]


@table(
    ("header", "is_doubted"),
    [
        ("* Supersedes: [RFC 3](https://github.com/o/r/pull/3)", True),
        ("Supersedes [RFC 3](https://github.com/o/r/pull/3)", True),
        ("* Supersedes: https://github.com/o/r/pull/3", True),
        ("* Supersedes: The old hoist", False),  # the article names a thing, and no page
        ("* Supersedes: Crane", True),
        ("* Replaced by: *Crane*", True),
        ("* Supersedes: Crane, in part", False),
        ("* Supersedes: none\n* Superseded by: N/A", False),
        ("* Supersedes: [Indy PR #69](https://github.com/others/indy/pull/69)", False),  # is no proposal
        ("* Supersedes: RFC 3", False),
        ("* Supersedes: <the proposal that this one replaces>", False),
    ],
)
def test_proposal_that_replaces_what_is_not_found_is_doubted(header: str, is_doubted: bool) -> None:
    files = {PAGE: f"# Hoist\n\n* Status: Accepted\n\n{header}\n", "rfcs/0003-crane.md": CRANE}
    reasons = ask(files, "SELECT reason FROM unread WHERE looks_like = 'citation'")
    assert any(reason.startswith("a line that says what replaces what") for (reason,) in reasons) == is_doubted


@table(
    ("target", "is_crane"),
    [
        ("[X](0003-crane.md)", True),
        ("[X](https://github.com/o/r/blob/main/rfcs/0003-crane.md)", True),
        ("https://github.com/o/r/blob/main/rfcs/0003-crane.md", True),
        ("[RFC 3](https://x.org/rfc/0003-crane)", True),
        ("[X](https://github.com/others/r/blob/main/docs/0003-wheel.md)", False),
        ("[0003](https://x.org/wheels/0003-wheel)", False),
        ("https://github.com/others/r/blob/main/docs/0003-wheel.md", False),
    ],
)
def test_status_of_a_proposal_names_pages_of_its_own_collection(target: str, is_crane: bool) -> None:
    files = {PAGE: f"# Hoist\n\n* Status: Superseded by {target}\n", "rfcs/0003-crane.md": CRANE}
    found = ask(files, "SELECT newer, older FROM supersession")
    assert found == ([("RFC-0003", "RFC-0007")] if is_crane else [])


@table(
    ("target", "older"),
    [
        ("RFC 3", "RFC-0003"),
        ("RFC #3", "RFC-0003"),
        ("ADR-3", "ADR-0003"),
        ("ADR 3", "ADR-0003"),
        ("[Wheel](../docs/adr/0003-wheel.md)", "ADR-0003"),
        ("[Winch](../final/0004-winch.md)", "RFC-0004"),
        ("[Crane](../rfcs/0003-crane-of-old.md)", "RFC-0003"),
        ("PEP 3", "PEP-3"),  # is told to be none
        ("[X](../others/0003-x.md)", "others/0003-x.md"),
    ],
)
def test_what_a_proposal_replaces_is_of_the_kind_and_the_folder_that_it_says(target: str, older: str) -> None:
    files = {
        PAGE: f"# Hoist\n\n* Status: Accepted\n* Supersedes: {target}\n",
        "rfcs/0003-crane.md": CRANE,
        "final/0004-winch.md": "# RFC 4: Winch\n\n* Status: Final\n* Author: Ann\n",
        "docs/adr/0003-wheel.md": ADR,
    }
    assert set(ask(files, "SELECT newer, older FROM supersession")) == {("RFC-0007", older)}


@table(
    ("page", "text", "beside", "expected"),
    [
        ("rfcs/0007-hoist.txt", "RFC 7: Hoist\n\nText.\n", "rfcs/0003-crane.md", True),
        ("rfcs/0007-hoist.html", "<h1>Hoist</h1>\n", "rfcs/0003-crane.md", True),
        ("docs/adr/0007-hoist.txt", "7. Hoist\n\nText.\n", "docs/adr/0003-crane.md", True),
        ("docs/adr/0007-hoist.html", "<h1>7. Hoist</h1>\n", "docs/adr/0003-crane.md", True),
        ("rfcs/0007-hoist.org", "* 7. Hoist\n", "docs/adr/0003-crane.md", True),
        ("docs/adr/notes.txt", "Hoist\n", "docs/adr/0003-crane.md", False),
        ("docs/site/0007-hoist.html", "<h1>7. Hoist</h1>\n", "docs/adr/0003-crane.md", False),
    ],
)
def test_record_in_a_markup_that_is_not_read_is_doubted(page: str, text: str, beside: str, expected: bool) -> None:
    assert (f"decision {page}" in doubts({page: text, beside: ADR})) == expected


@table(
    ("line", "is_doubted"),
    [
        (":warning: **This RFC has been rejected.**", True),
        ("> This proposal is now superseded.", True),
        ("* Status of this memo: Draft", True),
        ("This RFC is about hoists.", False),
    ],
)
def test_proposal_whose_prose_may_state_its_status_is_doubted(line: str, is_doubted: bool) -> None:
    assert (f"status {PAGE}" in doubts({PAGE: f"# Hoist\n\n{line}\n"})) == is_doubted


@table(
    ("path", "row", "is_doubted"),
    [
        ("rfcs/README.md", "- RFC-7 Hoist: Rejected", True),
        ("rfcs/README.md", "- RFC-0003 Crane: Accepted", False),
        ("rfcs/README.md", "- Hoists are accepted", False),
        ("README.md", "| KEP-7 | Hoist | Rejected |", True),
        ("README.md", "| [KEP-7](https://x.y/7) | Hoist | Rejected |", False),
        ("README.md", "| 7 | Hoist | Implemented |", False),  # of anything
    ],
)
def test_row_of_an_index_without_a_page_is_doubted(path: str, row: str, is_doubted: bool) -> None:
    files = {"rfcs/0003-crane.md": CRANE.replace("# ", "# RFC-3: "), path: f"# Index\n\n{row}\n"}
    assert (f"decision {path}" in doubts(files)) == is_doubted


@table(
    ("index", "suggested"),
    [
        ("| # | Title | Status |\n|-|-|-|\n| 7 | [Hoist](0007-hoist.md) | Rejected |\n", "deprecated"),
        ("## Rejected\n\n- [Hoist](0007-hoist.md)\n", "deprecated"),
        ("## Rejected RFCs\n\n1. [Hoist](0007-hoist.md), of Ann\n", "deprecated"),
        ("## Accepted\n\n- [Crane](0003-crane.md)\n\n## Drafts\n\n- [Hoist](0007-hoist.md)\n", "proposed"),
        ("## Drafts\n\n## How to write\n\n- [Hoist](0007-hoist.md)\n", "accepted"),  # by its format
        ("## Rejected\n\nThey are few. See [Hoist](0007-hoist.md).\n", "accepted"),
    ],
)
def test_index_of_one_row_or_of_sections_suggests_the_status(index: str, suggested: str) -> None:
    files = {PAGE: "# Hoist\n\nText.\n", "rfcs/README.md": f"# RFCs\n\n{index}"}
    (found,) = facts(linked(files), Decision)
    assert (found.status, found.properties["suggested_status"]) == ("unstated", suggested)
