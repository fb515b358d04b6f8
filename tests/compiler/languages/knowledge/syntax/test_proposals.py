"""Proposals by their headers: recognition, ids, statuses, dates, authors, supersession."""

from compiler.languages.knowledge.facts import Collection, Decision
from tests.compiler.languages.knowledge.sources import codes, decision, entities, facts, linked, relations
from tests.compiler.tables import table

KEP = """\
title: Sluice gates that close by themselves
kep-number: 7
authors:
  - "@wren"
  - "@oda"
owning-sig: sig-tide
status: {status}
creation-date: 2021-03-04
last-updated: 2022-01-10
stage: beta
milestone:
  alpha: "v1.3"
"""
PEP = """\
PEP: 11
Title: Counting the tides
Author: Wren Oda <wren@example.org>,
        Ines Vale <ines@example.org>
Status: {status}
Type: Standards Track
Created: 05-Jul-2011
Post-History: 06-Jul-2011,
              09-Jul-2011
{more}
Abstract
========

Tides are counted from spring. See :pep:`2`.

Rationale
=========

Status: this line is text.
"""
NEP = """\
.. _NEP03:

=======================
NEP 3 — Sluice protocol
=======================

:Author: Oda Wren
:Status: Deferred
:Type: Standards Track
:Created: 2019-09-09

Abstract
--------

Sluices speak.
"""
EIP = """\
---
eip: 20
title: Grain tokens
author: Ada (@ada), Ben Lo <ben@example.org>
status: {status}
type: Standards Track
category: ERC
created: 2015-11-19
requires: 7, 165
---

## Abstract

A token for a sack of grain.
"""
SEP = """\
## Preamble

```
SEP: 0001
Title: miller.toml
Author: The Mill <@mill>
Status: Active
Created: 2017-10-30
Updated: 2024-08-20
```

## Simple Summary

A file for every mill.
"""
RFC = """\
- Feature Name: `coarse_meal`
- Start Date: 2014-10-30
- RFC PR: [mill/rfcs#401](https://example.org/pull/401)
{more}
# Summary

Meal may be coarse, as [fine meal](0012-fine-meal.md) was not.
"""
OTEP = "# Separate the flow of water\n\n{status}\n\n## Motivation\n\nThey were one.\n"


def only(files: dict[str, str]) -> Decision:
    (found,) = facts(linked(files), Decision)
    return found


def test_kep_has_stage_authors_and_both_dates() -> None:
    found = only({"keps/sig-tide/0007-gates/kep.yaml": KEP.format(status="implementable")})
    assert (found.entity, found.format, found.status) == ("KEP-7", "kep", "accepted")
    assert (found.created_at, found.updated_at) == ("2021-03-04T00:00:00Z", "2022-01-10T00:00:00Z")
    assert (found.native["status"], found.native["stage"], found.native["deciders"]) == (
        "implementable",
        "beta",
        ["@wren", "@oda"],
    )
    assert found.native["fields"]["milestone-alpha"] == "v1.3"


@table(
    ("word", "status"),
    [
        ("provisional", "proposed"),
        ("implementable", "accepted"),
        ("implemented", "accepted"),
        ("deferred", "proposed"),
        ("rejected", "deprecated"),
        ("withdrawn", "deprecated"),
        ("replaced", "superseded"),
    ],
)
def test_kep_statuses(word: str, status: str) -> None:
    assert only({"keps/sig-tide/0007-gates/kep.yaml": KEP.format(status=word)}).status == status


def test_kep_superseded_by_a_path_or_a_number() -> None:
    new = KEP.replace("kep-number: 7", 'kep-number: 31\nreplaces: ["KEP-7"]').format(status="implementable")
    old = KEP.format(status="replaced") + 'superseded-by:\n  - "/keps/sig-tide/0031-wheel"\n'
    result = linked({"keps/a/0007-gates/kep.yaml": old, "keps/a/0031-wheel/kep.yaml": new})
    assert relations(result) == {("KEP-31", "supersedes", "KEP-7")}
    assert decision(result, "KEP-7").properties["superseded_by"] == "KEP-31"


def test_yaml_of_another_program_is_no_kep() -> None:
    assert facts(linked({"a/kep.yaml": "name: x\nreplicas: 2\n"}), Decision) == []


def test_pep_header_goes_on_in_indented_lines_and_ends_at_the_blank_line() -> None:
    found = only({"peps/pep-0011.rst": PEP.format(status="Final", more="")})
    assert (found.entity, found.name, found.status) == ("PEP-11", "Counting the tides", "accepted")
    assert found.native["deciders"] == ["Wren Oda", "Ines Vale"]
    assert found.native["fields"]["post-history"] == "06-Jul-2011, 09-Jul-2011"
    assert found.created_at == "2011-07-05T00:00:00Z"
    assert found.properties["context"] == "Tides are counted from spring. See :pep:`2`."


def test_pep_is_superseded_in_both_files() -> None:
    old = PEP.format(status="Superseded", more="Superseded-By: 14\n")
    new = PEP.replace("PEP: 11", "PEP: 14").format(status="Final", more="Replaces: 11\n")
    result = linked({"peps/pep-0011.rst": old, "peps/pep-0014.rst": new})
    assert ("PEP-14", "supersedes", "PEP-11") in relations(result)
    assert decision(result, "PEP-11").status == "superseded"
    assert codes(result) == []


def test_field_list_takes_its_number_from_the_name_of_the_file() -> None:
    found = only({"neps/nep-0003-sluice.rst": NEP})
    assert (found.entity, found.name, found.status) == ("NEP-3", "Sluice protocol", "proposed")
    assert found.native["status"] == "Deferred"


@table(
    ("word", "status"),
    [
        ("Last Call", "proposed"),
        ("Stagnant", "proposed"),
        ("Living", "accepted"),
        ("Withdrawn", "deprecated"),
        ("Inactive", "deprecated"),
    ],
)
def test_eip_statuses(word: str, status: str) -> None:
    found = only({"EIPS/eip-20.md": EIP.format(status=word)})
    assert (found.entity, found.status, found.native["status"]) == ("EIP-20", status, word)


def test_status_may_name_the_successor_in_parentheses() -> None:
    old = EIP.format(status="Inactive (superseded by EIP-0021 and EIP-0022)")
    new = {f"EIPS/eip-{n}.md": EIP.replace("eip: 20", f"eip: {n}").format(status="Final") for n in (21, 22)}
    result = linked({"EIPS/eip-20.md": old, **new})
    assert {("EIP-21", "supersedes", "EIP-20"), ("EIP-22", "supersedes", "EIP-20")} <= relations(result)
    found = decision(result, "EIP-20")
    assert (found.status, found.native["status"]) == ("superseded", "Inactive")
    aside = only({"EIPS/eip-20.md": EIP.format(status="Inactive (abandoned for lack of interest)")})
    assert (aside.status, aside.native["status"]) == ("deprecated", "Inactive")


def test_eip_requires_are_references_and_authors_have_no_addresses() -> None:
    other = EIP.replace("eip: 20", "eip: 7").format(status="Final").replace("requires: 7, 165\n", "")
    result = linked({"EIPS/eip-20.md": EIP.format(status="Final"), "EIPS/eip-7.md": other})
    assert relations(result) == {("EIP-20", "references", "EIP-7")}
    assert decision(result, "EIP-20").native["deciders"] == ["Ada", "Ben Lo"]


def test_preamble_in_a_block_of_code_is_a_header() -> None:
    found = only({"ecosystem/sep-0001.md": SEP})
    assert (found.entity, found.format, found.name, found.status) == ("SEP-1", "sep", "miller.toml", "accepted")
    assert found.updated_at == "2024-08-20T00:00:00Z"
    assert found.properties["context"] == "A file for every mill."


def test_part_of_a_number_is_an_id_of_its_own() -> None:
    parts = {f"core/cap-0046-0{n}.md": SEP.replace("SEP: 0001", f"CAP: 0046-0{n} (once 48)") for n in (1, 2)}
    assert {one.entity for one in facts(linked(parts), Decision)} == {"CAP-46-01", "CAP-46-02"}


def test_title_with_a_number_and_a_status_below_is_a_proposal() -> None:
    text = (
        "# SEP-986: Names of millstones\n\n- **Status**: Final\n- **Author(s)**: Kit Lane (@kit)\n\n## Abstract\n\nA.\n"
    )
    found = only({"seps/986-names.md": text})
    assert (found.entity, found.name, found.native["deciders"]) == ("SEP-986", "Names of millstones", ["Kit Lane"])


@table(
    "text",
    [
        "# STEP-12: Test results\n\n**Date**: 2025-10-26\n**Author**: Kit\n**Status**: Complete\n\n## Summary\n\nA.\n",
        "# CHIP-3: Sieve test\n\n**Date**: 2025-10-26\n**Status**: Complete\n\n## Summary\n\nA.\n",
    ],
)
def test_numbered_report_is_no_proposal(text: str) -> None:
    assert facts(linked({"docs/planning/step-12-results.md": text}), Decision) == []


def test_merged_rfc_without_a_status_is_unstated_and_says_so() -> None:
    found = only({"text/0401-coarse-meal.md": RFC.format(more="")})
    assert (found.entity, found.name, found.status) == ("RFC-0401", "coarse meal", "unstated")
    assert found.native["has_status"] is False
    assert found.created_at == "2014-10-30T00:00:00Z"


def test_rfc_without_a_number_is_unstated() -> None:
    found = only({"text/0000-new-idea.md": RFC.format(more="")})
    assert (found.entity, found.sequence_number, found.status) == ("0000-new-idea", None, "unstated")


def test_template_of_rfcs_is_left_out() -> None:
    result = linked({"text/0000-template.md": RFC.format(more="")})
    assert (facts(result, Decision), codes(result)) == ([], ["KNO105"])


def test_stage_of_an_rfc_is_its_status() -> None:
    front = "---\nstage: ready-for-release\nstart-date: 2022-01-01T00:00:00.000Z\n---\n"
    text = f"{front}\n# Route of grain\n\n## Summary\n\nA.\n"
    found = only({"text/0806-route.md": text})
    assert (found.entity, found.name, found.status) == ("RFC-0806", "Route of grain", "accepted")
    assert found.native["status"] == "ready-for-release"


BULLETS = """\
# RFC: Drying racks

* **RFC Number:** `0012`
* **Author(s):** Wren
* **Status:** {status}

## Abstract

A.
"""
SECTIONS = """\
# RFC-0912 (Mill): Drying racks

## Status

{status}

## Authors

- Author: @wren
- Oda

## Summary

A.
"""
FRONT = "---\nrfc: 0012\ntitle: Drying racks\nstatus: {status}\n---\n\n# RFC 0012 – Drying racks\n\n## Summary\n\nA.\n"


@table(
    ("path", "text", "entity", "reason"),
    [
        ("rfcs/0012-racks.md", BULLETS, "RFC-0012", "its header has the number of an RFC and a status"),
        ("docs/RFC/RFC-7_racks.md", BULLETS, "RFC-0012", "its header has the number of an RFC and a status"),
        ("rfcs/final/mill/0912-racks.md", SECTIONS, "RFC-0912", "a title with its number"),
        ("notes/racks.md", FRONT, "RFC-0012", "its header has the number of an RFC and a status"),
        (
            "rfc/0012-racks.md",
            "# Drying racks\n\n- **Status:** {status}\n- **Created:** 2025-10-10\n\n## Summary\n\nA.\n",
            "RFC-0012",
            "more in its header",
        ),
    ],
)
def test_rfc_with_a_status_needs_no_other_keys(path: str, text: str, entity: str, reason: str) -> None:
    found = only({path: text.format(status="Accepted (v3)")})
    assert (found.entity, found.name, found.status) == (entity, "Drying racks", "accepted")
    assert found.native["recognised_by"].endswith(reason)
    assert only({path: text.format(status="Placeholder")}).status == "proposed"


def test_ids_of_rfcs_have_as_many_digits_as_their_files() -> None:
    text = "# Racks\n\n- Status: {}\n- Affected mills: `upper`\n\n## Summary\n\nA.\n"
    files = {"rfcs/002-old.md": text.format("Superseded by RFC-003"), "rfcs/003-new.md": text.format("Accepted")}
    result = linked(files)
    assert relations(result) == {("RFC-003", "supersedes", "RFC-002")}
    assert codes(result) == []


def test_collection_of_rfcs_may_have_a_prefix_of_its_own() -> None:
    text = "# MILL-0003: Drying racks\n\n- **Status**: Frozen\n- **Created**: 2026-04-07\n\n## Abstract\n\nA.\n"
    found = only({"docs/rfcs/MILL-0003-racks.md": text})
    assert (found.entity, found.name, found.format) == ("MILL-0003", "Drying racks", "rfc")


def test_date_in_the_name_of_an_rfc_is_no_number() -> None:
    text = "# {}\n\n- **Status**: Accepted\n- **Author**: Wren\n\n## Abstract\n\nA.\n"
    result = linked({f"rfcs/2024-05-0{day}-{name}.md": text.format(name) for day, name in ((1, "racks"), (2, "ropes"))})
    assert sorted(one.entity for one in facts(result, Decision)) == ["2024-05-01-racks", "2024-05-02-ropes"]
    assert codes(result) == []
    dated = {"rfcs/2024-05-01-racks.md": "- Start Date: 2024-05-01\n- RFC PR: 7\n\n# Racks\n\nA.\n"}
    assert [one.entity for one in facts(linked(dated), Decision)] != ["RFC-2024"]


def test_word_before_a_number_is_a_prefix_only_if_the_title_has_it() -> None:
    text = "# Plan of the second phase\n\n- **Status**: Open\n- **Author**: Wren\n\n## Steps\n\nA.\n"
    found = only({"rfcs/phase-2-plan.md": text})
    assert (found.entity, found.sequence_number) == ("phase-2-plan", None)


def test_list_of_proposals_in_a_table_is_no_header() -> None:
    row = "| [RFC-000{0}](rfc-000{0}.md) | Racks | Draft |\n"
    head = "# RFCs\n\n| RFC | Title | Status |\n|---|---|---|\n"
    text = "---\nrfc: RFC-0001\ntitle: Racks\nstatus: Draft\n---\n# Racks\n\n## Summary\n\nA.\n"
    files = {"docs/rfcs/index.md": head + row.format(1) + row.format(2), "docs/rfcs/rfc-0001.md": text}
    assert [one.span.file for one in entities(linked(files)).values()] == ["docs/rfcs/rfc-0001.md"]


LISTED = """\
.. _HEP-2 Tides:

HEP-2: Tides
############

.. list-table::
   :widths: 25 75

   * - HEP
     - :ref:`HEP-2 <HEP-2 Tides>`
   * - Title
     - Tides
   * - Last Modified
     - 2021-05-27
   * - Authors
     - Wren Oda <wren@example.org>,
       Ines Vale
   * - Status
     - Accepted
   * - Created
     - 2016-04-21

Abstract
********

.. list-table::

   * - Status
     - of a tide
"""


def test_header_of_a_proposal_may_be_a_list_table() -> None:
    item = facts(linked({"heps/hep-0002-tides.rst": LISTED}), Decision)[0]
    assert (item.entity, item.status, item.created_at) == ("HEP-2", "accepted", "2016-04-21T00:00:00Z")
    assert item.name == "Tides"


def test_list_table_of_several_columns_states_no_status() -> None:
    text = LISTED.replace("     - Accepted", "     - Accepted\n     - of many")
    files = {"heps/hep-0002-tides.rst": text.replace("of a tide", "a\n     - b")}
    assert [found.status for found in facts(linked(files), Decision)] == ["unstated"]


def test_header_of_a_proposal_may_be_a_table() -> None:
    table = "|Status | Authors | Created |\n|---|:--|---|\n|Done | @wren | 2024-07-09 |\n"
    found = only({"enhancements/SEP2-racks.md": f"{table}\n# Drying racks\n\n## Overview\n\nA.\n"})
    assert (found.entity, found.status, found.created_at) == ("SEP-2", "accepted", "2024-07-09T00:00:00Z")
    assert (found.native["deciders"], found.native["status_line"]) == (["@wren"], 3)
    template = linked({"enhancements/SEP0-template.md": f"{table}\n# Racks\n\n## Overview\n\nA.\n"})
    assert (facts(template, Decision), codes(template)) == ([], ["KNO105"])
    plain = "# Protocols\n\n|Status | Code |\n|---|---|\n|Done | 200 |\n\n## Overview\n\nA.\n"
    assert facts(linked({"docs/http2-racks.md": plain}), Decision) == []


def test_first_of_two_headers_states_the_status() -> None:
    bullets = "- **Status**: Final\n- **Created**: 2025-09-30\n- **Author(s)**: Wren\n"
    rows = "| SEP Number | #7 |\n|---|---|\n| **Status** | Draft |\n| **Author** | Wren |\n"
    for header, status, line in ((f"{bullets}\n{rows}", "accepted", 3), (f"{rows}\n{bullets}", "proposed", 5)):
        found = only({"seps/7-drying-racks.md": f"# SEP-7: Drying racks\n\n{header}\n## Abstract\n\nA.\n"})
        assert (found.entity, found.status, found.native["status_line"]) == ("SEP-7", status, line)


@table("path", ["rfd/0001/README.md", "rfd/0001-racks.md", "docs/rfds/0001/index.md"])
def test_request_for_discussion_is_an_rfc_by_another_name(path: str) -> None:
    front = '---\ntitle: "RFD-0001 Drying racks"\nauthors:\n  - name: Wren\nstate: discussion\n---\n\n## Need\n\nA.\n'
    found = only({path: front})
    assert (found.entity, found.name, found.status, found.format) == ("RFD-0001", "Drying racks", "proposed", "rfc")


ENHANCEMENT = """\
---
title: {title}
authors:
  - "@wren"
reviewers:
  - TBD
approvers:
  - "@oda"
creation-date: 2022-04-04
{more}---

# {title}

## Summary

Racks turn.
"""


def test_enhancement_with_reviewers_is_a_proposal() -> None:
    new = ENHANCEMENT.format(
        title="Turning racks", more="status: implementable\nreplaces:\n  - /enhancements/mill/old.md\n"
    )
    old = ENHANCEMENT.format(title="Racks", more="see-also:\n  - /enhancements/this-other-neat-thing.md\n")
    result = linked({"enhancements/turning/README.md": new, "enhancements/mill/old.md": old})
    assert codes(result) == []
    turning = decision(result, "turning")
    assert (turning.format, turning.name, turning.status, turning.created_at) == (
        "kep",
        "Turning racks",
        "accepted",
        "2022-04-04T00:00:00Z",
    )
    assert turning.native["deciders"] == ["@wren"]
    assert ("turning", "supersedes", "old") in relations(result)
    assert decision(result, "old").native["has_status"] is False


def test_page_with_authors_and_a_date_alone_is_no_enhancement() -> None:
    page = ENHANCEMENT.format(title="Racks", more="").replace("reviewers", "editors").replace("approvers", "friends")
    assert facts(linked({"blog/racks.md": page}), Decision) == []


def test_sections_of_an_rfc_state_its_status_and_authors() -> None:
    found = only({"rfcs/final/mill/0912-racks.md": SECTIONS.format(status="Final v29")})
    assert (found.native["status"], found.native["status_line"]) == ("Final v29", 5)
    assert found.native["deciders"] == ["@wren", "Oda"]


@table(
    ("word", "status"),
    [("Merged", "accepted"), ("Landed", "accepted"), ("Stable since v2", "accepted"), ("Discovery", "proposed")],
)
def test_words_of_rfcs_for_a_status(word: str, status: str) -> None:
    found = only({"rfcs/0912-racks.md": SECTIONS.format(status=word)})
    assert (found.status, "status_known" in found.native) == (status, False)


def test_section_of_a_status_may_have_a_header_of_its_own() -> None:
    status = "**Version:** 2.13 (2026-03-16)\n**Status:** Accepted\n\n> **Note:** This was RFC-0106."
    found = only({"rfcs/0912-racks.md": SECTIONS.format(status=status)})
    assert (found.status, found.native["status_line"]) == ("accepted", 6)
    assert found.native["fields"]["version"] == "2.13 (2026-03-16)"


def test_state_of_an_rfc_is_its_status() -> None:
    states = "State: **REVIEW** (possible states are: **REVIEW**, **ACCEPTED** and **REJECTED**)"
    found = only(
        {"rfcs/0002-runners.md": f"- Feature Name: runners\n- Start Date: 2024-08-28\n- {states}\n\n# Summary\n\nA.\n"}
    )
    assert (found.status, found.native["status"]) == ("proposed", "REVIEW")


def test_date_of_an_rfc_in_brackets_is_a_date() -> None:
    text = BULLETS.format(status="Accepted").replace(
        "\n\n## Abstract", "\n* **Created:** [2025-02-14 17:25 UTC]\n\n## Abstract"
    )
    result = linked({"rfcs/0012-racks.md": text})
    assert (codes(result), decision(result, "RFC-0012").created_at) == ([], "2025-02-14T17:25:00Z")


@table(
    ("path", "text"),
    [
        ("minutes/0012-racks.md", SECTIONS),
        ("rfcs/README.md", SECTIONS),
        ("notes/racks.md", FRONT.replace("rfc: 0012", "rfc: none")),
    ],
)
def test_page_that_only_looks_like_an_rfc_is_none(path: str, text: str) -> None:
    assert [one.format for one in facts(linked({path: text.format(status="Accepted")}), Decision)] in (
        [],
        ["adr-tools"],
    )


def test_numbered_page_of_a_folder_text_without_a_header_is_no_rfc() -> None:
    assert facts(linked({"text/0001-chapter.md": "# Chapter\n\nIt was dark.\n"}), Decision) == []


def test_otep_status_names_its_successor() -> None:
    old = OTEP.format(status="**Status:** Superceded entirely by [0072-wheel](0072-wheel.md)")
    files = {"oteps/text/0008-flow.md": old, "oteps/text/0072-wheel.md": OTEP.format(status="Words.")}
    result = linked(files)
    assert ("OTEP-0072", "supersedes", "OTEP-0008") in relations(result)
    assert (decision(result, "OTEP-0008").status, decision(result, "OTEP-0072").status) == ("superseded", "unstated")


def test_recognition_says_its_reason() -> None:
    found = only({"EIPS/eip-20.md": EIP.format(status="Final")})
    assert found.native["recognised_by"] == "its header has 'eip' and a status"


def test_folder_of_decisions_comes_before_headers_of_proposals() -> None:
    found = only({"docs/adr/0020-tokens.md": EIP.format(status="Accepted")})
    assert (found.entity, found.format) == ("ADR-0020", "madr")


def test_unknown_status_and_wrong_date_are_findings() -> None:
    text = EIP.format(status="April Fool!").replace("2015-11-19", "2015-19-19")
    assert sorted(codes(linked({"EIPS/eip-20.md": text}))) == ["KNO201", "KNO203"]


META = """\
# Meta
[meta]: #meta
- Name: Racks for drying
- Start Date: {date}
- Author(s): @wren
- Status: {status}
- Supersedes: {older}

# Summary
[summary]: #summary

Racks dry.
"""


def meta(date: str = "2022-01-07", status: str = "Approved", older: str = "N/A") -> str:
    return META.format(date=date, status=status, older=older)


def test_rfc_below_a_heading_for_its_header_has_the_name_that_the_header_states() -> None:
    assert only({"text/0108-racks.md": meta()}).name == "Racks for drying"
    unnamed = meta().replace("Name: Racks for drying", "Name: (fill me in with a name)")
    assert only({"text/0108-wet-racks.md": unnamed}).name == "wet racks"
    titled = meta().replace("# Meta", "# Dry the grain")
    assert only({"text/0108-racks.md": titled}).name == "Dry the grain"


@table("status", ["On Hold", "on-hold", "Paused"])
def test_rfc_on_hold_is_proposed(status: str) -> None:
    result = linked({"text/0108-racks.md": meta(status=status)})
    assert (decision(result, "RFC-0108").status, codes(result)) == ("proposed", [])
    assert codes(linked({"text/0108-racks.md": meta(status="On Stilts")})) == ["KNO201"]


def test_day_of_an_rfc_may_stand_in_what_its_template_asks() -> None:
    result = linked({"text/0108-racks.md": meta(date="(fill in today's date: 2022-01-07)")})
    assert (decision(result, "RFC-0108").created_at, codes(result)) == ("2022-01-07T00:00:00Z", [])
    assert codes(linked({"text/0108-racks.md": meta(date="2022-01-07 or 2022-01-09")})) == ["KNO203"]
    assert codes(linked({"text/0108-racks.md": meta(date="(fill in today's date: 2022-01-47)")})) == ["KNO203"]


def test_superseded_rfc_may_be_a_link_with_a_remark_behind_it() -> None:
    older = (
        "[#04](https://example.org/mill/rfcs/blob/main/text/0004-ropes.md) (once [rfc#7](https://example.org/pull/7))"
    )
    result = linked({"text/0004-ropes.md": meta(status="Superseded"), "text/0108-racks.md": meta(older=older)})
    assert relations(result) == {("RFC-0108", "supersedes", "RFC-0004")}
    pull = "[#4](https://example.org/mill/rfcs/pull/4)"
    assert relations(linked({"text/0004-ropes.md": meta(), "text/0108-racks.md": meta(older=pull)})) == set()


@table(
    ("path", "title", "entity"),
    [
        ("weps/locks/31-gates/wep.md", "WEP #31: Gates", "WEP-31"),
        ("weps/31-gates.md", "WEP 0031: Gates", "WEP-31"),
        ("docs/weps/0031-gates/README.md", "WEP: Gates", "WEP-31"),
        ("weps/locks/31-gates/wep.md", "WEP #Gates", "WEP-31"),
    ],
)
def test_enhancement_in_a_folder_of_its_word_needs_no_header(path: str, title: str, entity: str) -> None:
    found = only({path: f"# {title}\n\n## Release checklist\n\n- [x] agreed\n\n## Motivation\n\nWater.\n"})
    assert (found.entity, found.name, found.format, found.status) == (entity, "Gates", "kep", "unstated")
    assert found.native["has_status"] is False
    assert found.native["recognised_by"] == "it is numbered, in a folder 'weps', and its title begins with 'WEP'"


@table(
    ("path", "title"),
    [
        ("weps/locks/31-gates/wep.md", "Gates"),
        ("weps/locks/31-gates/wep.md", "Wep 31: Gates"),
        ("weps/locks/31-gates/costs.md", "WEP #31: Costs"),
        ("weps/locks/NNNN-template/wep.md", "WEP #NNNN: Title"),
        ("steps/31-gates.md", "STEP 31: Gates"),
        ("keps/locks/31-gates/README.md", "KEP-31: Gates"),
    ],
)
def test_page_without_the_word_of_its_folder_is_no_enhancement(path: str, title: str) -> None:
    assert facts(linked({path: f"# {title}\n\n## Motivation\n\nWater.\n"}), Decision) == []


def test_enhancements_of_one_folder_are_one_collection() -> None:
    text = "# WEP #{}: Gates\n\n## Motivation\n\nWater.\n"
    files = {f"docs/weps/{area}/{n}-gates/wep.md": text.format(n) for area, n in (("locks", 31), ("weirs", 32))}
    front = "---\ntitle: Weirs\nwep-number: 7\nstatus: deferred\nauthors: [wren]\n---\n\n# Weirs\n\nWater.\n"
    result = linked({**files, "docs/weps/locks/7-weirs/wep.md": front})
    assert [(one.name, one.counts["decision"]) for one in facts(result, Collection)] == [("docs/weps", 3)]
    assert (decision(result, "WEP-7").name, decision(result, "WEP-7").status) == ("Weirs", "proposed")


APART = """\
.. |bolt| replace:: *Bolt*

Bolts for the |bolt| gate
=========================

author: Wren Oda

date-created: 2013 October 11

type: Standard

status: {status}

Abstract
--------

Bolts.
"""
FIELDS = """\
Bolts
=====

Authors (by name): Wren Oda
---------------------------

:date-created: 2024 11 04
:type: Standard
:status: Accepted
"""
DIRECTIVES = """\
Bolts before gates
==================

.. author:: Wren Oda
.. date-accepted:: {day}
.. ticket-url::
.. contents::

Bolts come first.
"""
WIKI = """\
<pre>
  BIP: 7
  Title: Bolts of the weir
  Authors: Wren Oda <wren@example.org>
           Ines Vale <ines@example.org>
  Status: {status}
  Assigned: 2015-10-04
</pre>

==Abstract==

Bolts.
"""
FENCED = WIKI.format(status="Draft").replace("<pre>", "```").replace("</pre>", "```")
PARTED = """\
{}

LIP Number: 007

Title: Oil

Author(s):

- Wren <wren@example.org>

{}

Type: Standard

Created: 14 January 2020

# Abstract
"""


@table(
    ("path", "text", "entity", "status", "day"),
    [
        ("WPE12.rst", APART.format(status="Accepted"), "WPE-12", "accepted", "2013-10-11"),
        ("WPE13.rst", FIELDS, "WPE-13", "accepted", "2024-11-04"),
        ("hep/design-decisions/hep-0002-tides.rst", LISTED, "HEP-2", "accepted", "2016-04-21"),
        ("proposals/0190-bolts.rst", DIRECTIVES.format(day="2019-05-02"), "P-0190", "accepted", "2019-05-02"),
        ("bip-0007.mediawiki", WIKI.format(status="Deployed"), "BIP-7", "accepted", "2015-10-04"),
        ("bip-0007.mediawiki", WIKI.format(status="Closed"), "BIP-7", "deprecated", "2015-10-04"),
        ("bip-0007.md", FENCED, "BIP-7", "proposed", "2015-10-04"),
        ("lip-0007-oil.md", PARTED.format("# Preamble", "Status: Ratified"), "LIP-7", "accepted", "2020-01-14"),
        ("lip-7/oil.md", PARTED.format("# Oil\n\n## Preamble", "**Status:** Draft"), "LIP-7", "proposed", "2020-01-14"),
    ],
)
def test_header_may_be_written_in_other_markups(path: str, text: str, entity: str, status: str, day: str) -> None:
    found = only({path: text})
    assert (found.entity, found.status, found.created_at) == (entity, status, f"{day}T00:00:00Z")


def test_proposal_without_the_day_on_which_it_was_accepted_states_no_status() -> None:
    path = "proposals/0190-bolts.rst"
    assert only({path: DIRECTIVES.format(day="")}).status == "unstated"
    assert only({path: DIRECTIVES.format(day="2019-05-02")}).native["status_line"] == 5


def test_numbered_folder_with_a_page_of_its_name_is_a_proposal_if_its_header_names_a_pull_request() -> None:
    header = "---\ntitle: Bolts\npr-number: 12\ndate-started: 2023-04-19\n---\n\n# Bolts\n\nIron.\n"
    assert only({"12-bolts/bolts.md": header}).entity == "P-0012"
    for path, text in (("12-bolts/bolts.md", header.replace("pr-number", "part")), ("12-bolts/nuts.md", header)):
        assert facts(linked({path: text}), Decision) == []


def test_page_of_a_task_in_text_is_no_proposal() -> None:
    text = APART.format(status="Done")
    assert facts(linked({"task-12.rst": text}), Decision) == []
