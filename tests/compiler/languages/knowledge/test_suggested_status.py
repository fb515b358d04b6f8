"""What suggests a status, where a decision states none; and supersession in sentences."""

from compiler.languages.knowledge.facts import Decision
from tests.compiler.languages.knowledge.sources import facts, linked
from tests.compiler.languages.querying import ask
from tests.compiler.tables import table

SILENT = "# RFC 1: Ale\n\n- Author: A\n- Date: 2026-01-02\n\n## Summary\n\nText.\n\n## Motivation\n\nBecause.\n"
RECORD = "# {title}\n\n## Status\n\nAccepted\n\n## Context\n\n{text}\n\n## Decision\n\nDo.\n"


@table(
    ("folder", "status", "by"),
    [
        ("draft", "proposed", "the folder draft"),
        ("proposals-done", "accepted", "the folder proposals-done"),
        ("final", "accepted", "the folder final"),
        ("rfcs/rejected", "deprecated", "the folder rejected"),
        ("rfcs", "accepted", "the format rfc"),
    ],
)
def test_folder_suggests_a_status_and_says_so(folder: str, status: str, by: str) -> None:
    [found] = facts(linked({f"{folder}/0001-ale.md": SILENT}), Decision)
    said = (found.status, found.properties["suggested_status"], found.native["suggested_by"])
    assert said == ("unstated", status, by)


@table(
    "index",
    [
        "| ADR | Status |\n|---|---|\n| [0001](0001-a.md) | Rejected |\n| [0002](0002-b.md) | Rejected |\n",
        '| ADR | Status |\n|---|---|\n| [1](0001-a.md) | <img src="x/badge/status-rejected-red"> |\n'
        "| [2](0002-b.md) |  |\n",
        "- [0001](0001-a.md): A (rejected)\n- [0002](0002-b.md): B — **Rejected**\n",
    ],
)
def test_index_suggests_the_status_of_silent_records_alone(index: str) -> None:
    files = {
        "docs/adr/README.md": f"# Decisions\n\n{index}",
        "docs/adr/0001-a.md": "# 1. A\n\n## Context\n\nx\n\n## Decision\n\nDo.\n",
        "docs/adr/0002-b.md": RECORD.format(title="2. B", text="x"),
    }
    first, second = facts(linked(files), Decision)
    assert (first.status, first.properties["suggested_status"]) == ("unstated", "deprecated")
    assert first.native["suggested_by"] == "the index docs/adr/README.md"
    assert second.status == "accepted"


@table(
    ("text", "older"),
    [
        ("This decision replaces ADR-0001.", ("ADR-0001",)),
        ("Since then, this ADR fully supersedes [ADR 1](0001-a.md).", ("ADR-0001",)),
        ("ADR-0001 is superseded by this record.", ("ADR-0001",)),
        ("This decision partially supersedes ADR-0001.", ()),
        ("This decision replaces the old kettle.", ()),
        ("This decision does not replace ADR-0001.", ()),
    ],
)
def test_sentences_say_what_a_decision_supersedes(text: str, older: tuple[str, ...]) -> None:
    files = {"docs/adr/0001-a.md": RECORD.format(title="1. A", text="x")}
    files["docs/adr/0002-b.md"] = RECORD.format(title="2. B", text=text)
    assert {one.entity: one.supersedes for one in facts(linked(files), Decision)}["ADR-0002"] == older


def test_decision_in_restructured_text() -> None:
    sections = {"Status": "Accepted", "Context": "x", "Decision": "Do."}
    text = "1. Ale\n======\n\n:Date: 2026-01-02\n\n"
    text += "\n".join(f"{title}\n{'-' * len(title)}\n\n{body}\n" for title, body in sections.items())
    [found] = facts(linked({"docs/adr/0001-ale.rst": text}), Decision)
    assert (found.name, found.status, found.created_at) == ("Ale", "accepted", "2026-01-02T00:00:00Z")


@table(
    ("folder", "status", "found"),
    [
        ("accepted", "Rejected", 1),
        ("accepted", "Proposed", 1),
        ("draft", "Accepted", 1),
        ("rejected", "Accepted", 1),
        ("accepted", "Accepted", 0),
        ("accepted", "Superseded", 0),
        ("accepted", "Deprecated", 0),
        ("rejected", "Superseded", 0),
        ("accepted", "Perhaps", 0),
        ("adr", "Rejected", 0),
    ],
)
def test_decision_in_the_folder_of_another_status_is_a_finding(folder: str, status: str, found: int) -> None:
    page = f"# Wax\n\n## Status\n\n{status}\n\n## Context\n\nText.\n"
    sql = "SELECT code FROM diagnostic WHERE code = 'KNO207'"
    assert len(ask({f"docs/decisions/{folder}/0001-wax.md": page}, sql)) == found


@table(
    ("row", "status", "found"),
    [
        ("[Wax](0001-wax.md) | Superseded", "Accepted", 1),
        ("~~[Wax](0001-wax.md)~~ | Superseded", "Accepted", 1),
        ("[Wax](https://example.org/mill/press/blob/main/docs/rfcs/0001-wax.md) | Superseded", "Accepted", 1),
        ("[Wax](0001-wax.md) | Accepted", "Proposed", 1),
        ("[Wax](0001-wax.md) | Implemented", "Accepted", 0),
        ("[Wax](0001-wax.md) | Superseded", "Deprecated", 0),
        ("[Wax](0001-wax.md) | Perhaps", "Accepted", 0),
        ("[Wax](0001-wax.md) | Accepted", "", 0),
    ],
)
def test_decision_that_an_index_lists_with_another_status_is_a_finding(row: str, status: str, found: int) -> None:
    index = f"# RFCs\n\n| RFC | Status |\n|--|--|\n| {row} |\n| [Oil](0002-oil.md) | Accepted |\n"
    page = f"# Wax\n\n- Status: {status}\n" if status else "# Wax\n\nText.\n"
    files = {"docs/rfcs/README.md": index, "docs/rfcs/0001-wax.md": page, "docs/rfcs/0002-oil.md": "# Oil\n"}
    assert len(ask(files, "SELECT code FROM diagnostic WHERE code = 'KNO208'")) == found
