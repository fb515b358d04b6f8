"""Proposals whose pages keep what their template has: link definitions, shared headings, tables of AsciiDoc."""

import pytest

from tests.compiler.languages.knowledge.sources import codes, decision, entities, linked, relations
from tests.compiler.languages.querying import ask

FILLED_IN = """\
# RFC Proposal
[RFC Proposal]: #rfc-proposal

* RFC Proposal ID: `0012-close-the-gates` (fill me in with a unique ident)
* Start Date: 2024-02-03

Gates stand open at night.

## Status
[Status]: #status

* Status: {status} <!-- (Proposed/Approved/Rejected/Implemented) -->

## Motivation
[Motivation]: #motivation

Nobody closes them.
"""
IN_ASCIIDOC = """\
= AEP-{number}: Gates that close by themselves
:toc: preamble
ifdef::env-github[]
:tip-caption: :bulb:
endif::[]

.Metadata
[cols="2"]
|===
| AEP
| {number}

| Title
| Gates that close by themselves

// Use the script to change it.
| Status
| {status} :lock:

| Created
| {created}
//
// Uncomment if another one is needed.
//| Requires
//| AEP-NUMBER
{more}
|===

== Abstract

Gates close. See link:../{other}/README.adoc[the other one].
"""


@pytest.mark.parametrize(
    ("status", "expected"), [("Implemented", "accepted"), ("Approved", "accepted"), ("Rejected", "deprecated")]
)
def test_definition_of_a_link_below_the_heading_is_no_status(status: str, expected: str) -> None:
    found = decision(linked({"rfcs/0012-close-the-gates.md": FILLED_IN.format(status=status)}), "RFC-0012")
    assert (found.status, (found.created_at or "")[:10]) == (expected, "2024-02-03")


def test_heading_of_the_template_is_no_title() -> None:
    found = decision(linked({"rfcs/0012-close-the-gates.md": FILLED_IN.format(status="Proposed")}), "RFC-0012")
    assert found.name == "close the gates"


@pytest.mark.parametrize(
    "successor",
    ["[acme#17](https://git.example/acme/rfcs/pull/17)", "acme#17", "https://git.example/acme/rfcs/issues/17"],
)
def test_pull_request_that_replaces_a_proposal_is_no_proposal(successor: str) -> None:
    meta = "# Meta\n\n- Name: {name}\n- Start Date: 2024-02-03\n- Status: {status}\n\n## Summary\n\nGates.\n{more}"
    files = {
        "rfcs/rfc-0005-gates.md": meta.format(name="Gates", status=f"Superseded by {successor}", more=""),
        "rfcs/rfc-0017-ropes.md": meta.format(name="Ropes", status="Accepted", more=""),
        "rfcs/rfc-0019-locks.md": meta.format(
            name="Locks",
            status="Accepted",
            more="\nSupersedes [rfc-0005-gates](https://git.example/acme/rfcs/blob/main/rfcs/rfc-0005-gates.md)\n",
        ),
    }
    result = linked(files)
    assert relations(result) == {("RFC-0019", "supersedes", "RFC-0005")}
    assert decision(result, "RFC-0005").status == "superseded"


def test_pull_request_counts_where_proposals_are_numbered_after_it() -> None:
    meta = (
        "- Feature Name: {name}\n- Start Date: 2024-02-03\n- RFC PR: {pull}\n- Status: {status}\n\n# Summary\n\nOn.\n"
    )
    address = "https://git.example/acme/rfcs/pull/"
    files = {
        "text/0005-gates.md": meta.format(
            name="gates", pull=f"[5]({address}5)", status=f"superseded by [#17]({address}17)"
        ),
        "text/0017-ropes.md": meta.format(name="ropes", pull=f"[17]({address}17)", status="accepted"),
    }
    assert ("RFC-0017", "supersedes", "RFC-0005") in relations(linked(files))


def test_table_of_asciidoc_with_a_cell_on_each_line_is_the_header_of_a_proposal() -> None:
    files = {
        "aep/7/README.adoc": IN_ASCIIDOC.format(
            number=7, status="Final", created="2019-03-04", more="| Superseded-By\n| AEP-12", other=12
        ),
        "aep/12/README.adoc": IN_ASCIIDOC.format(
            number=12, status="Draft", created=":bulb: Date (YYYY-MM-DD) :bulb:", more="", other=7
        ),
    }
    result = linked(files)
    found = entities(result)
    assert [(one.entity, one.name, one.status, (one.created_at or "")[:10]) for one in found.values()] == [
        ("AEP-7", "Gates that close by themselves", "superseded", "2019-03-04"),
        ("AEP-12", "Gates that close by themselves", "proposed", ""),
    ]
    assert ("AEP-12", "supersedes", "AEP-7") in relations(result)
    assert codes(result) == []


def test_attributes_of_asciidoc_state_a_request_for_discussion() -> None:
    text = ":state: published\n:authors: Wren Oda <wren@example.org>\n\n= RFD 12 Gates\n\n== Problem\n\nOpen.\n"
    assert ask({"rfd/0012/README.adoc": text}, "SELECT id, title, status FROM decision") == [
        ("RFD-0012", "Gates", "accepted")
    ]


def test_page_of_an_epic_is_no_proposal() -> None:
    text = "# Epic 8 Retrospective\n\n| Field | Value |\n|---|---|\n| **Epic** | Epic 8 |\n| **Status** | Completed |\n"
    assert entities(linked({"docs/epic-8-retro.md": text})) == {}


def test_decisions_below_numbered_headings_need_no_status() -> None:
    text = "# Design\n\n## Log\n\n### ADR-006: Ropes\n\n**Decision:** Use ropes.\n\n### ADR-007: Buoys\n\nNo.\n"
    assert ask({"docs/architecture.md": text}, "SELECT id, status, is_stated FROM decision") == [("ADR-006", None, 0)]


def test_page_in_the_folder_of_a_method_is_no_log_of_decisions() -> None:
    text = "# Step 4\n\n## 1. Load the framework\n\nLoad.\n\n## 2. Ask the user\n\nAsk.\n"
    assert entities(linked({"_bmad/bmm/steps/step-04-decisions.md": text})) == {}


@pytest.mark.parametrize(
    ("status", "expected"), [("Activated", "accepted"), ("Living", "accepted"), ("Stagnant", "proposed")]
)
def test_key_with_the_number_in_the_name_is_the_word_of_a_series(status: str, expected: str) -> None:
    text = (
        f"---\ngatep: '0046'\ntitle: Gates\nauthors: [Wren Oda]\nstatus: {status}\ncreated: 2024-02-03\n---\n\nShut.\n"
    )
    assert ask({"proposals/0046-gates.md": text}, "SELECT id, status FROM decision") == [("GATEP-0046", expected)]


def test_key_that_sorts_pages_is_no_word_of_a_series() -> None:
    text = "---\norder: 46\ntitle: Gates\nauthors: [Wren Oda]\nstatus: final\ncreated: 2024-02-03\n---\n\nShut.\n"
    assert ask({"notes/0046-gates.md": text}, "SELECT id FROM decision") == []


def test_attributes_above_the_title_of_asciidoc_state_the_status() -> None:
    text = ":state: accepted\n\n= ADR-0005: Gates\n\nDate:: 2026-03-09\n\n== Context\n\nOpen.\n"
    files = {"docs/adr/0005-gates.adoc": text}
    assert ask(files, "SELECT status, status_line, date FROM decision") == [("accepted", 1, "2026-03-09")]
    assert ask(files, "SELECT count(*) FROM unread") == [(0,)]


@pytest.mark.parametrize(
    ("status", "expected", "links"),
    [
        ("Superseded, see RFC 12", "superseded", {("RFC-0012", "supersedes", "RFC-0011")}),
        ("Superseded in favor of [0012](0012-buoys.md)", "superseded", {("RFC-0012", "supersedes", "RFC-0011")}),
        ("Obsoleted by RFC 12", "superseded", {("RFC-0012", "supersedes", "RFC-0011")}),
        ("Accepted (supersedes RFC-0012)", "accepted", {("RFC-0011", "supersedes", "RFC-0012")}),
        ("Draft → Accepted", "accepted", set()),
        ("🟢 Accepted", "accepted", set()),
    ],
)
def test_status_of_a_proposal_is_read_in_many_words(
    status: str, expected: str, links: set[tuple[str, str, str]]
) -> None:
    header = (
        "# RFC {number}: {name}\n\n- Status: {status}\n- Date: 2024-02-03 (updated 2024-05-01)\n\n## Summary\n\nNo.\n"
    )
    result = linked(
        {
            "rfcs/0011-ropes.md": header.format(number=11, name="Ropes", status=status),
            "rfcs/0012-buoys.md": header.format(number=12, name="Buoys", status="Accepted"),
        }
    )
    found = decision(result, "RFC-0011")
    assert (found.status, (found.created_at or "")[:10]) == (expected, "2024-02-03")
    assert {link for link in relations(result) if link[1] == "supersedes"} == links
