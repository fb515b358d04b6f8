"""Pages that a folder and a number or a date make records, whether or not they state a status."""

import pytest

from tests.compiler.languages.querying import ask

SQL = "SELECT id, status, date, is_stated FROM decision"
Row = tuple[str, str | None, str | None, int]
TABLE = "\n|  |  |\n|--|--|\n| **Start Date** | 2 May 2026 |\n| **Authors** | Ann |\n"
SUMMARY = "\n## Summary\n\nText.\n"


@pytest.mark.parametrize(
    ("path", "head", "expected"),
    [
        ("rfcs/0007-hoist.md", "# Hoist\n", ("RFC-0007", None, None, 0)),
        ("rfcs/0090_short_hoist.md", "# Hoist\n\nStatus: accepted\n", ("RFC-0090", "accepted", None, 1)),
        ("rfcs/0012-hoist.md", "# Hoist\n\n## Status\n\nAccepted\n", ("RFC-0012", "accepted", None, 1)),
        ("rfcs/2026-01-02-31-hoist.md", "# RFC 31 - 2026-01-02 - Hoist\n", ("RFC-0031", None, "2026-01-02", 0)),
        ("rfcs/RFC-12-hoist.md", "# RFC 12: Hoist\n\n## Metadata\n\n- Status: Draft\n- Start Date: 2026-01-02\n",
         ("RFC-0012", "proposed", "2026-01-02", 1)),
        ("rfcs/0007-hoist/README.md", "# Hoist\n\n- Status: Accepted\n- Start Date: 2026-01-02\n",
         ("RFC-0007", "accepted", "2026-01-02", 1)),
        ("rfcs/0007-hoist.md", "# Hoist\n\n- Status: Closed / Delivered\n", ("RFC-0007", "accepted", None, 1)),
        ("rfcs/0007-hoist.md", "# Hoist\n\n- Status: Closed / Withdrawn\n", ("RFC-0007", "deprecated", None, 1)),
        ("text/0007-hoist.md", "# Hoist\n", ("P-0007", None, None, 0)),
        ("proposals/12-hoist.md", "# Hoist\n\n> **Status**: Draft\n> **Date**: 2026-01-02\n",
         ("P-0012", "proposed", "2026-01-02", 1)),
        ("SDDs/SDD-003-hoist.md", "# SDD-003: Hoist\n\n**Status:** Draft  \n**Date:** 2026-01-02\n",
         ("SDD-003", "proposed", "2026-01-02", 1)),
        ("text/0150-hoist.md", f"# RFC-150: Hoist\n{TABLE}",
         ("RFC-0150", None, "2026-05-02", 0)),
        ("cranes/0003-hoist.md", f"- Feature Name: hoist\n- Start Date: 2026-05-02\n{SUMMARY}",
         ("RFC-0003", None, "2026-05-02", 0)),
        ("0003-hoist/0003-hoist.md", "---\ntitle: Hoist\ntype: draft\n---\n\n# Hoist\n",
         ("RFC-0003", None, None, 0)),
        ("deprecated/0003-hoist/0003-hoist.md", "---\ntitle: Hoist\ndraft: 2\ndeprecated: true\n---\n\n# Hoist\n",
         ("RFC-0003", "deprecated", None, 1)),
        ("accepted/hoist.md", "# Summary\n\nA.\n\n# Motivation\n\nB.\n\n# Proposal\n\nC.\n", ("hoist", None, None, 0)),
        ("standards/ANS-31.md", "# ANS-31: Hoist\n\n## Abstract\n\nA.\n\n## Specification\n\nB.\n",
         ("ANS-0031", None, None, 0)),
        ("0031-hoist.md", "# HIP 31: Hoist\n\n## Motivation\n\n## Drawbacks\n\n## Alternatives\n",
         ("HIP-31", None, None, 0)),
        ("src/RFCD-0031_Hoist.md", "# RFC-0031/Hoist\n\n## Hoist of old\n\n![status: deprecated](img/d.svg)\n",
         ("RFC-0031", "deprecated", None, 1)),
        ("heps/HEP0031.md", "---\nlayout: x\ntitle: HEP 31\n---\n\n# HEP 31 — Hoist\n\nAuthor: Ann\n\nStatus: Draft\n",
         ("HEP-31", "proposed", None, 1)),
        ("aips/aip-31-hoist.md", "---\naip: 31\ntitle: Hoist\nstatus: Final\ncreated: <mm/dd/yyyy>\n---\n\n# Hoist\n",
         ("AIP-31", "accepted", None, 1)),
        ("text/0031-hoist.md", "---\nstage: accepted\nstart-date: 2026-01-02\n---\n\n# {{hoist}} helper\n",
         ("RFC-0031", "accepted", "2026-01-02", 1)),
        ("history/02-hoist.md", "# 02 Hoist\n\n## Context\n\nWind.\n\n## Decision\n\nHoist.\n",
         ("ADR-02", None, None, 0)),
        ("rfc-008-hoist.md", f"---\nstatus: accepted\n---\n\n# Hoist\n{SUMMARY}", ("RFC-008", "accepted", None, 1)),
        ("docs/rfc-009-hoist.md", "# Hoist\n\n## Problem\n\nWind.\n", ("RFC-009", None, None, 0)),
        ("rfcs/hoist.md", "# RFC 31 - Hoist\n", ("RFC-0031", None, None, 0)),
        ("rfcs/hoist.md", "# RFC #31: Hoist\n", ("RFC-0031", None, None, 0)),
        ("rfcs/hoist.md", "# [RFC 31](https://example.org/31): Hoist\n", ("RFC-0031", None, None, 0)),
        ("rfcs/hoist.md", "# RFC: Hoist\n", ("hoist", None, None, 0)),
        ("text/031-hoist.md", "# RFC 31: Hoist\n\n* Created: 2026-01-02\n", ("RFC-031", None, "2026-01-02", 0)),
        ("rfc/0031-hoist.md", "# Hoist\n\n## Meta\n\n* Start Date: [2026-01-02]\n* Current Status: [Accepted]\n",
         ("RFC-0031", "accepted", "2026-01-02", 1)),
        ("rfc/0031-hoist.md", "# Meta\n\n- RFC Name: Hoist\n- Current Status: Accepted\n",
         ("RFC-0031", "accepted", None, 1)),
        ("031-hoist.md", "# Hoist\n\n## Motivation\n\nWind.\n\n## Proposal\n\nHoist.\n", ("P-031", None, None, 0)),
        ("mcs/mcs-0031-hoist.md", "---\nMCS: 31\nTitle: Hoist\nStatus: Draft\nCreated: 02-JAN-2026\n---\n",
         ("MCS-31", "proposed", "2026-01-02", 1)),
        ("mcp/mcp-31-hoist.md", "<!--\nA licence.\n-->\n\n---\nMCP: 31\nTitle: Hoist\nStatus: Draft\n---\n",
         ("MCP-31", "proposed", None, 1)),
        ("crep-31-hoist.md", "# Hoist\n\n**Date** 2026/01/02\n\n**Author** Ann (@ann)\n",
         ("CREP-31", None, "2026-01-02", 0)),
        ("crep-31-hoist.rst", "Hoist\n=====\n\n:Date: 2026/01/02\n:Author: Ann\n:Status: Final Draft\n\n",
         ("CREP-31", "proposed", "2026-01-02", 1)),
        ("proposals/hoist.md", "# Hoist\n\n> Status: Proposed. It waits for wind.\n", ("hoist", "proposed", None, 1)),
        ("proposals/hoist.md", "# Hoist\n\n> Status: Partially superseded. The crane is.\n",
         ("hoist", "accepted", None, 1)),
        ("rfcs/0031-hoist.md", "# Hoist (withdrawn)\n", ("RFC-0031", "deprecated", None, 1)),
        ("38.md", "KUP-38\n======\n\nHoist\n-----\n\n`final` `optional`\n", ("KUP-38", "accepted", None, 1)),
        ("08.md", "KUD-08: Hoist.\n===\n\n`author: ann` `discussion: #3`\n", ("KUD-8", None, None, 0)),
        ("aips/aip-047-hoist.md", "---\naip: AIP-47\ntitle: Hoist\nStatus: Accepted\n---\n",
         ("AIP-47", "accepted", None, 1)),
        ("aips/aip-048-hoist.md", "---\naip: 48\ntitle: Hoist\nStatus: Accepted\nupdated (*optional): <day>\n"
         "created: 2026-01-02\nrequires (*optional):\n- [AIP-7](aip-007.md)\nby: @ann\n---\n",
         ("AIP-48", "accepted", "2026-01-02", 1)),
        ("cranes/CRAN-10.md", "# CRAN-10 Hoist\n\n|CRAN|Title|Status|Created|\n|:--|:--|:--|:--|\n"
         "|10|Hoist|[Accepted](https://example.org)|2026-01-02|\n", ("CRAN-10", "accepted", "2026-01-02", 1)),
        ("3B.md", "> Note\n\nKUP-3B\n===\n\nHoist\n-----\n\n`draft` `optional`\n", ("KUP-3B", "proposed", None, 1)),
        ("cranes/0328-hoist.md", "# KIEP-328: Hoist\n", ("KIEP-328", None, None, 0)),
        ("cranes/kiep-0328.md", "---\ntitle: 'KIEP-0328: Hoist'\nkiep: ratified\n---\n",
         ("KIEP-328", "accepted", None, 1)),
        ("cranes/CR-18-hoist.md", "# Acme RFC CR-18 - Hoist\n\n## Motivation\n\n## Drawbacks\n\nNone.\n",
         ("CR-0018", None, None, 0)),
        ("weps/archive/0040-hoist.md", "# Hoist\n\n## Motivation\n\n## Drawbacks\n\nNone.\n",
         ("WEP-40", None, None, 0)),
        ("accepted/0000-hoist.md", "- Start Date: 2026-01-02\n\n# Hoist\n", ("0000-hoist", None, "2026-01-02", 0)),
        ("cranes/adr-031-hoist.md", "## Decision record: Hoist\n\nWind.\n", ("ADR-031", None, None, 0)),
        ("rfcs/0031-hoist.md", "# RFC 31: Hoist\n\n- Status: Final Comment Period (FCP)\n",
         ("RFC-0031", "proposed", None, 1)),
        ("design/DESIGN-001-hoist.md", "---\nid: DESIGN-001\ntitle: Hoist\nstatus: draft\n"
         "created: 2026-01-02\n---\n\n# Hoist\n", ("DESIGN-001", "proposed", "2026-01-02", 1)),
        ("KTE/12/README.adoc", "= KTE-12: Hoist\n\n[cols=\"2\"]\n|===\n| Title\n| Hoist\n\n| Sponsor\n| https://a.b[Ann]\n\n"
         "| Status\n| Accepted :lock:\n\n| Created\n| 2026-01-02\n|===\n", ("KTE-12", "accepted", "2026-01-02", 1)),
        ("hlep012/proposal.rst", ".. _hlep_012:\n\n==============\nHLEP012: Hoist\n==============\n\n:Author: Ann\n"
         ":Status: Withdrawn (no wind)\n:Created: 2026-01-02\n", ("HLEP-12", "deprecated", "2026-01-02", 1)),
        ("hlep012/proposal.rst", "==============\nHLEP012: Hoist\n==============\n", ("HLEP-12", None, None, 0)),
        ("rfcs/0031-hoist.md", "How it hoists\n-------------\n\n- Created on 19.01.26\n",
         ("RFC-0031", None, "2026-01-19", 0)),
        ("rfcs/0031-hoist.md", "# Hoist\n\nCreated 2026-01-02 by Ann.\n", ("RFC-0031", None, "2026-01-02", 0)),
        ("docs/adr/[ADR-031] Hoist.md", "# Hoist\n\n## Status\n\nAccepted\n", ("ADR-031", "accepted", None, 1)),
        ("cranes/031-hoist.md", "---\nlayout: cip\nnumber: 31\nstatus: shipped\ntitle: Hoist\n---\n",
         ("CIP-31", "accepted", None, 1)),
        ("cranes/adr-031-hoist.md", "# ADR 31: Hoist\n\nWind.\n", ("ADR-031", None, None, 0)),
        ("rfcs/0180-move-old-tasks.md", "# RFC 180 - Move old tasks\n", ("RFC-0180", None, None, 0)),
    ],
)  # fmt: skip
def test_record_is_read_by_its_folder_and_the_number_or_date_in_its_name(path: str, head: str, expected: Row) -> None:
    assert ask({path: f"{head}{SUMMARY}"}, SQL) == [expected]


ENHANCEMENT = f"---\ntitle: hoist\nauthors: [ann]\ncreation-date: 2026-05-02\n---\n\n# Hoist\n{SUMMARY}"


@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [
        ("enhancements/CRANE-12-hoist/README.md", ENHANCEMENT, [("CRANE-12-hoist", None, "2026-05-02", 0)]),
        ("enhancements/CRANE-12-hoist/design.md", ENHANCEMENT, [("CRANE-12-hoist", None, "2026-05-02", 0)]),
        ("enhancements/hoist/README.md", ENHANCEMENT, [("hoist", None, "2026-05-02", 0)]),
        ("proposals/cranes/hoist.md", ENHANCEMENT.replace("creation-", "create-"), [("hoist", None, "2026-05-02", 0)]),
        (
            "proposals/big-pod-template-support/big-pod-template-support.md",
            ENHANCEMENT,
            [("big-pod-template-support", None, "2026-05-02", 0)],
        ),
        ("proposals/001-proposal-template.md", ENHANCEMENT, []),
        ("enhancements/CRANE-12-hoist/screens.md", ENHANCEMENT, []),
        ("enhancements/README.md", ENHANCEMENT, []),
        ("cranes/CRANE-12-hoist/README.md", ENHANCEMENT, []),
        ("enhancements/CRANE-12-hoist/README.md", f"# Hoist\n{SUMMARY}", []),
    ],
)
def test_record_in_a_folder_of_its_own_is_read_by_its_header(path: str, text: str, expected: list[Row]) -> None:
    assert ask({path: text}, SQL) == expected


def test_ticket_of_a_record_names_it_and_makes_no_scheme_of_ids() -> None:
    files = {
        "enhancements/CRANE-12-hoist/README.md": ENHANCEMENT,
        "enhancements/CRANE-13-crane/README.md": ENHANCEMENT,
        "notes.md": "# Notes\n\nSee CRANE-12 and CRANE-99.\n",
    }
    assert ask(files, "SELECT target FROM mention") == [("k:decision/CRANE-12-hoist",)]
    assert ask(files, "SELECT code FROM diagnostic") == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("> [!NOTE]\nThis RFC has been superseded by [the crane](20260102-crane.md).", ""),
        ("", "This RFC has superseded [20260101-hoist.md](20260101-hoist.md)."),
    ],
)
def test_note_on_a_page_says_what_replaces_what(old: str, new: str) -> None:
    files = {"rfcs/20260101-hoist.md": f"# Hoist\n\n{old}\n", "rfcs/20260102-crane.md": f"# Crane\n\n{new}\n"}
    assert ask(files, "SELECT newer, older FROM supersession") == [("20260102-crane", "20260101-hoist")]
    assert ask(files, "SELECT status FROM decision") == [("superseded",), (None,)]


@pytest.mark.parametrize("written", ["CRANE-12", "/enhancements/CRANE-12-hoist"])
def test_record_replaces_the_one_of_a_ticket_or_a_folder(written: str) -> None:
    crane = ENHANCEMENT.replace("title: hoist\n", f"title: crane\nreplaces:\n  - {written}\n")
    files = {"enhancements/CRANE-12-hoist/README.md": ENHANCEMENT, "enhancements/CRANE-13-crane/README.md": crane}
    assert ask(files, "SELECT newer, older FROM supersession") == [("CRANE-13-crane", "CRANE-12-hoist")]


@pytest.mark.parametrize(
    "path",
    [
        "rfcs/README.md",
        "rfcs/0012-hoist/costs.md",
        "rfcs/20260102-hoist/20260102-costs.md",
        "text/0007.txt",
        "design/README.md",
        "rfcs/process.md",
        "rfcs/old-tasks.md",
        "minutes/0012-hoist.md",
        "lab2/README.md",
    ],
)
def test_page_beside_records_is_no_record(path: str) -> None:
    assert ask({path: "# Costs\n\nText.\n"}, SQL) == []


@pytest.mark.parametrize(
    "path", ["contracts/proposals/v1.md", "features/decision-log/tasks/1-hoist.md", "docs/adr/adr.adoc"]
)
def test_page_of_an_interface_a_feature_or_a_template_is_no_record(path: str) -> None:
    mark = "=" if path.endswith("adoc") else "#"
    assert ask({path: f"{mark} ADR-XXX - Hoist\n\nStatus: draft\n\nDate: 2026-01-02\n"}, SQL) == []


EMOJI = "# 🏗️ Grua\n\nData: 2026-01-02\n\n## ⚡ Estado\n\nAceito\n\n## 🎯 Contexto\n\nVento.\n\n## 🔨 Decisão\n\nGrua.\n"


def test_page_named_by_the_word_of_a_series_is_one_in_any_folder() -> None:
    page = "# CR-{0}: Hoist\n\n## Motivation\n\nWind.\n\n## Drawbacks\n\n## Alternatives\n"
    files = {f"cranes/CR-100{number}-hoist.md": page.format(f"100{number}") for number in range(5)}
    files |= {"ropes/CR-1009-rope.md": "# CR-1009: Rope\n\nText.\n", "ropes/MR-1009-rope.md": "# Rope\n"}
    assert ask(files, "SELECT id FROM decision WHERE file LIKE 'ropes/%'") == [("CR-1009",)]


@pytest.mark.parametrize(
    "path",
    ["cranes/ADR-007-review-summary.md", "cranes/adr-007-rope-critique-2026-01-02.md", "adr/critique/ADR-007-x.md"],
)
def test_page_about_a_decision_is_none(path: str) -> None:
    assert ask({path: "# ADR-007 Rope\n\n**Date**: 2026-01-02\n**Status**: Accept\n"}, SQL) == []


def test_decision_about_reviews_is_one_by_its_folder_or_its_sections() -> None:
    text = "# Reviews\n\n## Status\n\nAccepted\n\n## Decision\n\nTwo.\n"
    for folder in ("docs/adr", "cranes"):
        assert ask({f"{folder}/ADR-007-code-review.md": text}, SQL) == [("ADR-007", "accepted", None, 1)]


@pytest.mark.parametrize("path", ["cranes/adr-007-grua.md", "cranes/0007-grua.md"])
def test_record_in_any_folder_is_read_by_its_name_and_sections_in_any_language(path: str) -> None:
    assert ask({path: EMOJI}, SQL) == [("ADR-007" if "adr" in path else "ADR-0007", "accepted", "2026-01-02", 1)]


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("cranes/grua.md", EMOJI),
        ("03-hoist/03-hoist.md", "---\ntitle: Hoist\n---\n\n# Hoist\n"),
        ("history/02-hoist.md", "# 02 Hoist\n\n## Context\n\nWind.\n"),
        ("notes/rfc-2119-words.md", f"# Words\n{SUMMARY}"),
        ("cranes/adr-007-notes.md", "# Notes\n\n## Contexto\n\nVento.\n"),
        ("cranes/07-tower.md", "# Tower\n\n## Estado\n\nGood.\n\n## 🎯 Folgen\n\nNone.\n"),
    ],
)
def test_page_with_a_section_of_a_record_and_no_more_is_no_record(path: str, text: str) -> None:
    assert ask({path: text}, SQL) == []


def test_citation_of_a_record_by_its_number_without_zeros_is_no_doubt() -> None:
    files = {
        "text/0007-hoist.md": f"# RFC-7: Hoist{SUMMARY}",
        "text/0150-crane.md": f"# RFC-150: Crane\n\nAs RFC-7.{SUMMARY}",
    }
    assert ask(files, "SELECT target FROM mention WHERE file = 'text/0150-crane.md'") == [("k:decision/RFC-0007",)]
    assert ask(files, "SELECT text FROM unread WHERE looks_like = 'citation'") == []


STATED = "- Authors: [Ann](mailto:a@x.org)\n- Status: [{}](/README.md#states) (may be RETIRED)\n- Since: 2026-01-02\n"


def test_page_in_any_folder_is_an_rfc_by_its_number_and_its_status() -> None:
    pages = {
        "concepts/0023-gates/README.md": f"# Mill RFC 0023: Gates\n\n{STATED.format('ADOPTED')}{SUMMARY}",
        "features/0007-locks/README.md": f"# 0007: Locks\n\n{STATED.format('STALLED')}{SUMMARY}",
        "features/0008-racks/README.md": f"# 0009: Racks\n\n{STATED.format('ADOPTED')}{SUMMARY}",  # another number
        "lessons/0001-ropes.md": "# 0001: Ropes\n\nStatus: done\n",  # nobody wrote it
    }
    assert ask(pages, SQL) == [
        ("RFC-0023", "accepted", "2026-01-02", 1),
        ("RFC-0007", "proposed", "2026-01-02", 1),
    ]
    assert ask(pages, "SELECT title FROM decision") == [("Gates",), ("Locks",)]


def test_rfc_in_a_folder_of_its_own_is_superseded_by_its_page_and_by_no_other_repository() -> None:
    older = "[0007 - Locks](../../features/0007-locks/README.md)"
    other = "[Barn 0007](https://example.org/barn/tree/main/text/0007-doors)"
    own = "[Locks](https://example.org/mill/blob/main/features/0007-locks/README.md)"
    pages = {
        f"features/{number}-x/README.md": f"# RFC {number}: X\n\n- Status: ADOPTED\n- Supersedes: {named}\n{SUMMARY}"
        for number, named in (
            ("0007", "None"),
            ("0023", f"{older}, which was widely read in the harbour in 2018 and 2019"),
            ("0024", other),
            ("0025", own),
            ("0026", f"the tide table in {older}"),  # a part of it
        )
    }
    assert ask(pages, "SELECT newer, older FROM supersession ORDER BY newer") == [
        ("RFC-0023", "RFC-0007"),
        ("RFC-0025", "RFC-0007"),
    ]


def test_page_with_the_sections_of_a_proposal_is_one_in_any_folder() -> None:
    sections = "## Summary\n\nText.\n\n## Motivation\n\nText.\n\n## Drawbacks\n\nText.\n"
    pages = {
        "docs/hoist.md": f"# Hoist\n\n**Status**: Implemented\n\n{sections}",
        "docs/lower.md": f"# Lower\n\n{sections}",
        "docs/rest.md": "# Rest\n\n## Summary\n\nText.\n\n## Motivation\n\nText.\n",  # as a report may have
        "TEMPLATE.md": f"# Title\n\n{sections}",
    }
    assert ask(pages, SQL) == [("hoist", "accepted", None, 1), ("lower", None, None, 0)]


@pytest.mark.parametrize(
    ("days", "status"),
    [
        ("- Started: 2026-01-02\n- Accepted: TBD", None),
        ("- Started: 2026-01-02\n- Accepted: 2026-02-03\n- Landed: 2026-03-04 on `main`", "accepted"),
        (
            "- Started: 2026-01-02\n- Accepted: 2026-02-03 (but see below)\n- Rejected: 2026-04-05; see RFC 12",
            "deprecated",
        ),
        ("- Started: 2026-01-02\n- Rejected: 2026-02-03\n- Accepted: 2026-04-05", "accepted"),
    ],
)
def test_timeline_says_what_a_proposal_is(days: str, status: str | None) -> None:
    files = {"text/0005-hoist.md": f"# Hoist\n\n## Related issues\n\n- None\n\n## Timeline\n\n{days}\n{SUMMARY}"}
    assert ask(files, SQL) == [("P-0005", status, "2026-01-02", int(status is not None))]


def test_header_of_restructured_text_may_stand_in_a_literal_block() -> None:
    head = "::\n\n    Status: Draft\n    Type: Feature\n    Created: 2026-01-02\n    RFC PR: 1\n"
    files = {"text/1000-hoist.rst": f"{head}\n===============\nRFC 1000: Hoist\n===============\n\nText.\n"}
    assert ask(files, SQL) == [("RFC-1000", "proposed", "2026-01-02", 1)]


def test_header_with_a_word_and_its_number_is_no_series() -> None:
    head = "# Crane\n\n**Status**: Draft\n**Cycle**: cycle-002\n**Authored**: 2026-01-02\n"
    assert ask({"plans/CYCLE-002-PLAN.md": head}, SQL) == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("# Hoist (superseded by [RFC 12](0012-crane.md))\n", "# Crane\n"),
        ("# Hoist\n", "# Crane\n\n- Status: Accepted\n- Supersedes\n  - RFC#7 (Hoist)\n"),
        ("# Hoist\n", "# Crane\n\n## Meta\n\n- Status: Accepted\n- Supersedes:\n  - [RFC 7](0007-hoist.md)\n"),
        ("# Hoist\n", "# Crane\n\nThis RFC describes a crane, superseding [RFC 7](0007-hoist.md).\n"),
        ("# Hoist\n", "# Crane\n\nThis RFC replaces RFC 7.\n"),
    ],
)
def test_rfc_replaces_another_by_its_title_a_list_or_a_sentence(old: str, new: str) -> None:
    files = {"rfcs/0007-hoist.md": f"{old}{SUMMARY}", "rfcs/0012-crane.md": f"{new}{SUMMARY}"}
    assert ask(files, "SELECT newer, older FROM supersession") == [("RFC-0012", "RFC-0007")]
    assert ask(files, "SELECT title FROM decision WHERE id = 'RFC-0007'") == [("Hoist",)]


@pytest.mark.parametrize(
    ("listed", "older"),
    [
        ("the old hoist (cycle-007 Sprint 7)", []),
        ("Version 7", []),
        ("RFC 7: The old way to hoist", ["RFC-0007"]),
        ("RFC 7", ["RFC-0007"]),
        ("7", ["RFC-0007"]),
        ("#7 and proposal 8", ["RFC-0007", "RFC-0008"]),
        ("rfc-7, 8", ["RFC-0007", "RFC-0008"]),
    ],
)
def test_number_of_what_is_replaced_stands_alone_or_behind_a_word_for_proposals(listed: str, older: list[str]) -> None:
    files = {f"rfcs/000{number}-hoist.md": f"# Hoist\n\n- Status: Accepted\n{SUMMARY}" for number in (7, 8)}
    files["rfcs/0012-crane.md"] = f"# Crane\n\n- Status: Accepted\n- Supersedes: {listed}\n{SUMMARY}"
    assert [id_ for (id_,) in ask(files, "SELECT older FROM supersession ORDER BY older")] == older


def test_rfc_that_replaces_a_part_of_another_leaves_it_in_force() -> None:
    crane = f"# Crane\n\nThis RFC describes a crane, superseding parts of [RFC 7](0007-hoist.md).\n{SUMMARY}"
    files = {"rfcs/0007-hoist.md": f"# Hoist\n{SUMMARY}", "rfcs/0012-crane.md": crane}
    assert ask(files, "SELECT newer, older FROM supersession") == []


def _beside(count: int, path: str, text: str, name: str = "mcp/mcp-00{:02}-hoist.md") -> list[tuple[str, str]]:
    """The ids and files of decisions that are none of `count` proposals, when a page stands beside them."""
    head = "---\nMCP: {}\nTitle: Hoist\nStatus: Draft\n---\n" if name.startswith("mcp") else "# RFC #{}: Hoist\n"
    files = {name.format(number, "x" * number): head.format(number) for number in range(1, count + 1)}
    return ask({**files, path: text}, f"SELECT id, file FROM decision WHERE file = '{path}'")


@pytest.mark.parametrize(
    ("count", "path", "expected"),
    [
        (5, "mcp/mcp-0031-crane.md", ["MCP-31"]),
        (4, "mcp/mcp-0031-crane.md", []),  # too few to show how a proposal is named
        (5, "mcp/mcp-31-crane.md", []),
        (5, "mcp/crane.md", []),
        (5, "mcp/mcp-0000.md", []),
        (5, "docs/mcp-0031-crane.md", []),
    ],
)
def test_page_named_as_the_proposals_beside_it_is_one(count: int, path: str, expected: list[str]) -> None:
    assert [id_ for id_, _ in _beside(count, path, "# Crane\n\nText.\n")] == expected


@pytest.mark.parametrize(
    ("count", "others", "expected"),
    [
        (5, {}, ["P-0031"]),
        (4, {}, []),
        (5, {"31-crane/notes.md": "# Notes\n"}, []),  # which of the two is the proposal, nothing says
        (1, {}, []),
    ],
)
def test_only_page_of_a_numbered_folder_beside_such_proposals_is_one(
    count: int, others: dict[str, str], expected: list[str]
) -> None:
    head = "---\ntitle: Hoist\nauthors: Ann\nissue-number: 1\npr-number: 2\ndate-started: 2026-01-02\n---\n\n# Hoist\n"
    files = {f"{number}-hoist/hoist.md": head for number in range(11, 11 + count)}
    files |= {"31-crane/crane.md": "# Crane\n\n## Problem\n\nText.\n", **others}
    found = ask(files, "SELECT id FROM decision WHERE file LIKE '31-crane/%'")
    assert [id_ for (id_,) in found] == expected


@pytest.mark.parametrize(("count", "expected"), [(10, ["crane"]), (9, [])])
def test_page_without_a_number_is_a_proposal_in_a_folder_of_hardly_anything_else(
    count: int, expected: list[str]
) -> None:
    found = _beside(count, "rfcs/crane.md", "# Crane\n\nText.\n", "rfcs/{1}.md")
    assert [id_ for id_, _ in found] == expected


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("proposals/hoist.md", "# Hoist\n\nStatus: warm\n"),
        ("crep-31-hoist.md", "# Hoist\n\n**Date** 2026/01/02\n"),
        ("crep-31-hoist.md", "# Hoist\n\n**Authors** of hoists like wind.\n"),
        ("step-31-hoist.md", "# Hoist\n\n**Date** 2026/01/02\n\n**Author** Ann\n"),
    ],
)
def test_page_that_hardly_says_anything_of_a_proposal_is_none(path: str, text: str) -> None:
    assert ask({path: text}, SQL) == []


def test_page_without_a_heading_beside_proposals_is_none() -> None:
    assert _beside(5, "mcp/mcp-0031-crane.md", "Text.\n") == []


@pytest.mark.parametrize(("status", "found"), [("Draft / Implemented", 1), ("Accepted / Implemented", 0)])
def test_proposal_between_two_statuses_is_told(status: str, found: int) -> None:
    text = f"# Hoist\n\n- Status: {status}\n{SUMMARY}"
    rows = ask({"rfcs/0031-hoist.md": text}, "SELECT code FROM diagnostic WHERE code = 'KNO201'")
    assert len(rows) == found
