"""Pages that hold many decisions: a heading, a row of a table or an item of a list each."""

import pytest

from tests.compiler.languages.querying import ask

SQL = "SELECT id, status, date FROM decision ORDER BY line"
Row = tuple[str, str | None, str | None]
PAGES = ((1, "Lift"), (2, "Low"))


@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [
        ("DECISIONS.md", "## D1 — Lift\n\nText.\n\n## D2 — Lower\n\nText.\n",
         [("D1", None, None), ("D2", None, None)]),
        ("DECISIONS.md", "## 1. Lift *(D-LIFT)*\n\nText.\n\n## 2. D-LOW — Lower\n\nText.\n\n## 3. Rest (READ-ONLY)\n",
         [("D-LIFT", None, None), ("D-LOW", None, None), ("DECISIONS/3", None, None)]),
        ("DECISIONS.md",
         "## D-1 — Lift\n\n### Status\n\n- [ ] Proposed\n- [x] Rejected\n\n### Why\n\nText.\n\n"
         "## D-2 — Lower\n\n### Status\n\n<!-- Proposed -->\nAccepted\n\n"
         "## D-3 — Rest\n\n### Parts\n\n#### Status\n\nRejected\n",
         [("D-1", "deprecated", None), ("D-2", "accepted", None), ("D-3", None, None)]),
        ("log/decision-log.md", "## 2026-01-02: Lift\n\n**Status:** accepted\n\n## 2026-01-03: Lower\n",
         [("decision-log/2026-01-02-1", "accepted", "2026-01-02"), ("decision-log/2026-01-03-2", None, "2026-01-03")]),
        ("DECISIONS.md", "## Lift\n\n**Status**: Rejected\n\n## Lower\n\n**Date**: 2026-01-02\n\n## Notes\n\nText.\n",
         [("DECISIONS/1", "deprecated", None), ("DECISIONS/2", None, "2026-01-02")]),
        ("memory-bank/decisionLog.md", "[2026-01-02 10:30:00] - **Lift**\n\n## Decision\n\nText.\n\n"
         "[2026-01-03] - Lower\n\n## Decision\n\nText.\n",
         [("decisionLog/2026-01-02-3", None, "2026-01-02"), ("decisionLog/2026-01-03-9", None, "2026-01-03")]),
        ("docs/decisions.md",
         "## D-001 升（已被D-002替代）\n\n- 状态：历史\n\n## D-002 `降` x\n\n- 状态：已被D-003部分替代。\n",
         [("D-001", "superseded", None), ("D-002", "accepted", None)]),
        ("docs/decisiones.md", "## 2026-01-02 — Alzar `la grúa`\n\n- Decisión: sí.\n\n## 2026-01-03 — Bajar\n",
         [("decisiones/2026-01-02-1", None, "2026-01-02"), ("decisiones/2026-01-03-2", None, "2026-01-03")]),
        ("docs/Entscheidungen.md", "## Heben (2026-01-02)\n\nText.\n\n## Senken (3 May 2026)\n\nText.\n\n## Quellen\n",
         [("Entscheidungen/1", None, "2026-01-02"), ("Entscheidungen/2", None, "2026-05-03")]),
        ("DECISIONS.md", "| # | Decision | Why |\n|--|--|--|\n| 1 | Lift | a |\n| 2 | Lower | b |\n",
         [("DECISIONS/1", None, None), ("DECISIONS/2", None, None)]),
        ("DECISIONS.md", "- **2026-01-02**: Lift\n- **2026-01-03**: Lower\n",
         [("DECISIONS/2026-01-02-3", None, "2026-01-02"), ("DECISIONS/2026-01-03-4", None, "2026-01-03")]),
        ("crane.md", "## ADR-001: Lift\n\n**Status:** Accepted\n\n## ADR-002: Lower\n\nText.\n",
         [("ADR-001", "accepted", None)]),
        ("plan.md", "## Decision log\n\n| Date | Decision |\n|--|--|\n| 2026-01-02 | Lift |\n",
         [("plan/1", None, "2026-01-02")]),
        ("plan.md", "## A\n\n### Decision log\n\n| Date | Decision |\n|--|--|\n| 2026-01-02 | Lift |\n\n"
         "## B\n\n### Decision log\n\n| Date | Decision |\n|--|--|\n| 2026-01-03 | Low |\n",
         [("plan/1", None, "2026-01-02"), ("plan/2", None, "2026-01-03")]),
        ("DECISION_REGISTER.md", "- [D-1] Decision: Lift | Impact: all | Date: 2026-01-02\n"
         "- [D-2] Decision: Low | Status: rejected | Date: 2026-01-03\n",
         [("D-1", None, "2026-01-02"), ("D-2", "deprecated", "2026-01-03")]),
        ("DECISIONS.md", "## DD-9: Lift\n\nText.\n\n## DD-9b: Low\n\nText.\n",
         [("DD-9", None, None), ("DD-9b", None, None)]),
        ("plan.md", "## Tools\n\n| Date | Decision |\n|--|--|\n| 2026-01-02 | Lift |\n", []),
        ("DECISIONS.md", "| Decision | Status |\n|--|--|\n| [Lift](a.md) | Accepted |\n| [Low](b.md) | x |\n", []),
        ("DECISIONS.md",
         "| # | Decision | Notes |\n|--|--|--|\n| 7 | Lift | [why](https://example.org) |\n| 8 | Low | b |\n",
         [("DECISIONS/7", None, None), ("DECISIONS/8", None, None)]),
        ("CRANE-DECISION.md", "## 2026-01-02: Measured\n\nText.\n\n## 2026-01-03: Ruled\n\nText.\n", []),
        ("DECISIONS.md", "## How we decide\n\nText.\n\n## Who decides\n\nText.\n", []),
    ],
)  # fmt: skip
def test_decision_log_has_a_decision_for_each_entry(path: str, text: str, expected: list[Row]) -> None:
    assert ask({path: f"# Page\n\n{text}"}, SQL) == expected


def test_id_that_two_logs_state_has_the_name_of_the_page() -> None:
    files = {"a/DECISIONS.md": "# Log\n\n## D1 — Lift\n\nText.\n\n## D2 — Lower\n\nText.\n", "b/choices.md": "x"}
    other = {"b/DECISION-LOG.md": "# Log\n\n## D1 — Paint\n\nText.\n\n## D3 — Sand\n\nText.\n"}
    found = [row[0] for row in ask({**files, **other}, "SELECT id FROM decision ORDER BY id")]
    assert found == ["D2", "D3", "DECISION-LOG/D1", "DECISIONS/D1"]


def test_heading_that_calls_itself_a_decision_is_one_if_it_states_a_date_or_a_status() -> None:
    text = "# Choices\n\n## Decision: use wax\n\nDate: 2026-01-02\n\nText.\n\n## Decision: none yet\n\nText.\n"
    for name in ("docs/TECH_DECISIONS.md", "docs/plan.md"):
        assert ask({name: text}, "SELECT title, date FROM decision") == [("use wax", "2026-01-02")]


def test_index_of_ids_without_links_states_no_decision_that_has_a_page() -> None:
    rows = "| ADR-001 | Lift | Accepted |\n| ADR-002 | Low | Proposed |\n"
    log = f"# Decisions\n\n| ADR | Title | Status |\n|--|--|--|\n{rows}"
    pages = {f"adr/000{number}-a.md": f"# {number}. {title}\n\n## Status\n\nAccepted\n" for number, title in PAGES}
    assert ask({"decisions.md": log}, SQL) == [("ADR-001", "accepted", None), ("ADR-002", "proposed", None)]
    assert [row[0] for row in ask({"decisions.md": log} | pages, SQL)] == ["ADR-0001", "ADR-0002"]
    del pages["adr/0002-a.md"]  # the table says what no page does
    assert len(ask({"decisions.md": log} | pages, SQL)) == 3
