"""Drawings of walkthroughs."""

from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from tests.queries.asking import ask, error
from tests.queries.diagrams.sources import bookshop, drawn_in_both, folder

IDS = ["refunds", "w:happy-path"]


@pytest.mark.parametrize("walkthrough", IDS)
def test_drawings(walkthrough: str, snapshot: SnapshotAssertion) -> None:
    found = drawn_in_both(bookshop(), "walkthrough_render_ascii", walkthrough_id=walkthrough)
    assert f"\n{found['ascii']}\n" == snapshot
    assert found["height"] == found["ascii"].count("\n") + 1


def drawn(nodes: int, *edges: tuple[str, str, str | None], **arguments: Any) -> dict[str, Any]:
    walkthrough = {
        "walkthrough_id": "w",
        "title": "T",
        "rev": 1,
        "nodes": [{"node_id": f"n{number}", "title": f"Step {number}"} for number in range(nodes)],
        "edges": [{"from_node_id": a, "to_node_id": b, "kind": "then", "label": label} for a, b, label in edges],
    }
    found = folder({"walkthroughs/w.wt.json": walkthrough})
    return ask(found, "walkthrough_render_ascii", walkthrough_id="w", **arguments)


def test_walkthrough_transitions_to_other_steps_are_at_the_side() -> None:
    rows = drawn(3, ("n0", "n2", "skip"), ("n2", "n0", None), ("n0", "n1", "on"))["ascii"].split("\n")
    assert rows[2:] == [
        "┌───────────┐",
        "│ 1. Step 0 ├── skip ─┐",
        "│           │◀────────│─┐",
        "└─────┬─────┘         │ │",
        "      │ on            │ │",
        "      ▼               │ │",
        "┌───────────┐         │ │",
        "│ 2. Step 1 │         │ │",
        "└───────────┘         │ │",
        "                      │ │",
        "                      │ │",
        "┌───────────┐         │ │",
        "│ 3. Step 2 │◀────────┘ │",
        "│           ├───────────┘",
        "└───────────┘",
    ]


def test_walkthrough_transition_to_an_unknown_step_is_a_footnote() -> None:
    assert drawn(1, ("n0", "n7", None))["ascii"].endswith("\n\nn0 -> n7 (no such step)")


def test_walkthrough_steps_are_wrapped() -> None:
    found = ask(bookshop(), "walkthrough_render_ascii", walkthrough_id="w:happy-path", width=40)
    assert found["width"] <= 40


def test_walkthrough_outline_lists_steps_refs_and_transitions() -> None:
    found = ask(bookshop(), "walkthrough_render_ascii", walkthrough_id="w:happy-path", form="outline")
    assert found["form"] == "outline"
    assert "2. The card is checked  [done] #money\n  · d:checkout/flow/node/n:card-check" in found["ascii"]
    assert "  → 1. The basket is full  (refused)" in found["ascii"]


def test_walkthrough_without_steps_is_empty() -> None:
    assert drawn(0)["ascii"].strip() == "T"


def test_walkthrough_unknown_is_an_error() -> None:
    assert error(bookshop(), "walkthrough_render_ascii", walkthrough_id="refund")["did_you_mean"] == ["refunds"]
