"""The fields of records in any form: what status and date a decision has of them."""

import pytest

from tests.compiler.languages.knowledge.sources import decision, linked
from tests.compiler.languages.querying import ask

NAME = "doc/adr/0001-hoist.md"
SQL = "SELECT status, date, is_stated FROM decision"


@pytest.mark.parametrize(
    ("text", "status", "date"),
    [
        ("## Metadata\n\n- **Status**: Rejected\n- **Date**: 2026-01-02\n", "deprecated", "2026-01-02"),
        ("---\n\n### Elegir la cuerda\nStatus: Aceptado\nEncargados: Ines\nFecha: 02-01-2026\n\nTexto.\n",
         "accepted", "2026-01-02"),
        ("|  |  |\n|--|--|\n| Date | 2026-01-02 |\n| Status | Draft |\n", "proposed", "2026-01-02"),
        ("| Status | Approved |\n|:--|:--|\n| **Created** | 2026-01-02 |\n", "accepted", "2026-01-02"),
        ("| Date | Status |\n|---|---|\n| 2026-01-02 | Proposed |\n", "proposed", "2026-01-02"),
        ("| Date | Status | By |\n|---|---|---|\n| 2026-01-02 | Accepted | Ann |\n| 2026-01-01 | Proposed | Ben |\n",
         "accepted", "2026-01-02"),
        (":::{list-table}\n* - Status\n  - Accepted\n* - Date\n  - 2026-01-02\n:::\n", "accepted", "2026-01-02"),
        (".. list-table::\n   :widths: 25 75\n\n   * - Date\n     - 2026-01-02\n   * - Status\n     - Rejected\n",
         "deprecated", "2026-01-02"),
        ("<table>\n<tr><td>Status</td><td>Accepted</td>\n<tr><td>Date</td><td>2026-01-02</td>\n</table>\n",
         "accepted", "2026-01-02"),
        ("> **Status**: Accepted\n>\n> **Date**: 2026-01-02\n", "accepted", "2026-01-02"),
        ("**Status: Rejected**\\\n**Date: 2026-01-02**\n", "deprecated", "2026-01-02"),
        ("状态：已接受\n\n日期：2026-01-02\n", "accepted", "2026-01-02"),
        ("**Status:** Accepted | **Date:** 2026-01-02 | **Review:** 2027-01-02\n", "accepted", "2026-01-02"),
        ("**Status**: Rejected **Date**: 2026-01-02 **Owner**: Ines\n", "deprecated", "2026-01-02"),
        ("*Date: 2026-01-02 · Status: Proposed*\n", "proposed", "2026-01-02"),
        ("- Status: Accepted • Review: 2027-01-02\n", "accepted", None),
        ("- Status: Accepted; see also: the rope of 2027-01-02\n", "accepted", None),
        ("> **状态**：已接受 | **日期**：2026-01-02\n", "accepted", "2026-01-02"),
        ("## Statut\n\nProposé\n", "proposed", None),
        ("## Status\n\n- [x] Foreslått (dato: 2026-01-01)\n- [x] Akseptert (dato: 2026-01-02)\n- [ ] Avvist\n",
         "accepted", "2026-01-02"),
        ("## Status\n\n2026-01-01: proposed\n\n2026-01-02: accepted\n", "accepted", "2026-01-02"),
        ("## Status\n\n~~Proposed~~ Accepted\n", "accepted", None),
        ("## Status\n\n<adr-status status='accepted'></adr-status>\n", "accepted", None),
    ],
)  # fmt: skip
def test_decision_states_its_status_and_date_in_any_form(text: str, status: str, date: str | None) -> None:
    assert ask({NAME: f"# 1. Hoist\n\n{text}\n## Context\n\nText.\n"}, SQL) == [(status, date, 1)]


@pytest.mark.parametrize(
    ("front", "row"),
    [
        ("state: rejected\nDatum: 2026-01-02", ("deprecated", "2026-01-02", 1)),
        ("statut: accepté", ("accepted", None, 1)),
        ("status: proposed\nstate: rejected", ("proposed", None, 1)),
        ("statement: rejected", (None, None, 0)),
    ],
)
def test_front_matter_may_have_other_words_for_fields(front: str, row: tuple[str | None, str | None, int]) -> None:
    assert ask({NAME: f"---\n{front}\n---\n# 1. Hoist\n\n## Context\n\nText.\n"}, SQL) == [row]


TOML = '+++\ntitle = "Hoist"\nstatus = "rejected"\ndate = 2026-01-02\n\n[extra]\nstatus = "draft"\n+++\n'
JSON = '{\n  "title": "Hoist",\n  "extra": {\n    "status": "draft"\n  },\n  "Status": "rejected",\n'
JSON = f'{JSON}  "date": "2026-01-02"\n}}\n'


@pytest.mark.parametrize(
    ("front", "status_line", "told"),
    [
        (TOML, 3, []),
        (JSON, 6, []),
        (f"---json\n{JSON}---\n", 7, []),
        (TOML.replace('"Hoist"', '"Hoist'), 3, [("KNO103", 2)]),
        (JSON.replace("  },", "  }"), 6, [("KNO103", 6)]),
    ],
)
def test_front_matter_may_be_toml_or_json(front: str, status_line: int, told: list[tuple[str, int]]) -> None:
    files = {
        NAME: f"{front}\n## Context\n\nText.\n",
        "doc/adr/hoist.md": f"{front}\nText.\n",
        "rfcs/0002-hoist.md": f"{front}\nText.\n",
    }
    assert decision(linked(files), "ADR-0001").native["status_line"] == status_line
    rows = [(path, "Hoist", "deprecated", "2026-01-02") for path in sorted(files)]
    assert ask(files, "SELECT file, title, status, date FROM decision ORDER BY file") == rows
    unread = "SELECT file FROM unread WHERE looks_like IN ('status', 'date')"
    assert ask(files, unread) == []
    found = ask(files, f"SELECT code, line FROM diagnostic WHERE file = '{NAME}'")
    assert found == told


def test_field_of_a_later_section_or_below_prose_is_none_of_the_decision() -> None:
    for text in ("## Context\n\nProse.\n\nStatus: Accepted\n", "## Context\n\nProse.\n\n## Rope\n\nStatus: Accepted\n"):
        assert ask({NAME: f"# 1. Hoist\n\n{text}"}, "SELECT is_stated FROM decision") == [(0,)]


@pytest.mark.parametrize("folder", ["decisiones", "Decisiones técnicas", "entscheidungen", "decisões", "架构决策"])
def test_folder_of_decisions_may_be_named_in_another_language(folder: str) -> None:
    page = "# Cuerda\n\nStatus: Aceptado\n\n## Contexto\n\nTexto.\n"
    assert ask({f"docs/{folder}/cuerda.md": page}, "SELECT status FROM decision") == [("accepted",)]


def test_title_of_a_decision_may_be_a_heading_of_a_deeper_level() -> None:
    page = "### Use wax\n\nDate: 2026-01-02\n\n#### Status\n\nAccepted\n\n#### Context\n\nText.\n"
    sql = "SELECT title, status, date FROM decision"
    assert ask({NAME: page}, sql) == [("Use wax", "accepted", "2026-01-02")]
    first = "## Status\n\nAccepted\n\n## Context\n\nDate: 2026-01-02\n"
    assert ask({NAME: first}, sql) == [("0001-hoist", "accepted", None)]


def test_translation_beside_a_decision_is_no_decision_of_its_own() -> None:
    page = "# 1. Wax\n\n## Status\n\nAccepted\n\n## Context\n\nText.\n"
    files = {"docs/adr/0001-wax.md": page, "docs/adr/0001-wax.zh-CN.md": page, "docs/adr/0002-tar.v2.md": page}
    assert ask({**files, "docs/adr/0003-glue.de.md": page}, "SELECT file FROM decision ORDER BY file") == [
        ("docs/adr/0001-wax.md",),
        ("docs/adr/0002-tar.v2.md",),
        ("docs/adr/0003-glue.de.md",),
    ]


@pytest.mark.parametrize("word", ["-", "—", "N/A", "TBD", "?", "none"])
@pytest.mark.parametrize("name", [NAME, "rfcs/0001-hoist.md"])
def test_sign_in_place_of_a_status_states_none(name: str, word: str) -> None:
    page = f"# RFC 0001: Hoist\n\n- Status: {word}\n- Date: 2026-01-02\n\n## Context\n\nText.\n"
    assert ask({name: page}, SQL) == [(None, "2026-01-02", 0)]


def test_log_of_decisions_with_fields_in_one_line_dates_each() -> None:
    page = "# Decisions\n\n## ADR-1: Hoist\n\n**Date**: 2026-01-02 | **Status**: Accepted | **Review**: 2027-01-02\n"
    assert ask({"docs/decisions.md": page}, SQL) == [("accepted", "2026-01-02", 1)]


CHANGES = {
    "- 2026-01-05: Ropes\n  of hemp\n- *2026-01-02* Initial draft": "2026-01-02",
    "| Date | Version |\n|---|---|\n| Jan 2nd 2026 | Draft |\n| | of ropes |\n| Feb 3rd  2026 | Chains |": "2026-01-02",
    "02-01-2026: Initial draft\n13-01-2026: Ropes": "2026-01-02",
    "### January 2, 2026\n\n- Draft": "2026-01-02",
    "02-01-2026: Draft": None,  # or the first of February
    "- 2026-01-02: Draft\n- Ropes": None,
    "- 2026-01-02: Draft\n- 2026-03-04: Ropes\n- 2026-02-03: Chains": None,
    "- 2026-03-04: Initial draft\n- 2026-01-02: Ropes": None,
}


def test_log_of_changes_dates_a_decision_where_it_is_sure() -> None:
    files = {f"doc/adr/{at:04}-a.md": f"# A\n\n## Changelog\n\n{log}\n\n## Status\n\nDraft\n\n## Decision\n\nB.\n"
             for at, log in enumerate(CHANGES, 1)}  # fmt: skip
    files["rfcs/0009-a.md"] = "---\nrfc: 9\nstatus: draft\n---\n# A\n\n## History\n\n- 2026-01-02: B\n"
    files["rfcs/0010-a.md"] = files["rfcs/0009-a.md"].replace("rfc: 9", "rfc: 10\ncreated: 2026-02-03")
    dates = ask(files, "SELECT date FROM decision ORDER BY file")
    assert dates == [(date,) for date in (*CHANGES.values(), "2026-01-02", "2026-02-03")]
