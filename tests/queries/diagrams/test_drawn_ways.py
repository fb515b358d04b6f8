"""The ways through a drawing lead where `flow_reachable` does, boxes included."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

import queries
from compiler.store.snapshot import Snapshot
from queries.diagrams.drawn_ways import drawn_ways
from queries.diagrams.svg_rendering import diagram_svg
from queries.errors.query_error import QueryError
from tests.closing import compile_source
from tests.queries.diagrams.sources import bookshop

BOXES = """flowchart TB
  a --> box
  subgraph box
    b --> c
    subgraph inner
      c --> d
      d --> b
    end
  end
  inner --> e
  box --> f
  f <--> g
  h --- a
"""
STATES = """stateDiagram-v2
  [*] --> Work
  state Work {
    [*] --> Dig
    Dig --> Fill
    Fill --> [*]
  }
  Work --> [*]
  Work --> Work
"""


def reached(ways: dict[str, Any], start: int, *, backwards: bool) -> set[str]:
    """The parts that a walk reaches, as the script of the explorer walks."""
    following: dict[int, list[int]] = {}
    for here, there, *_ in ways["steps"]:
        near, far = (there, here) if backwards else (here, there)
        following.setdefault(near, []).append(far)
    seen, waiting = {start}, [start]
    while waiting:
        new = set(following.get(waiting.pop(), ())) - seen
        seen |= new
        waiting += new
    return {ways["parts"][one] for one in seen if one < ways["nodes"]}


NODES = "SELECT ref FROM node WHERE diagram = :diagram"


def check(snapshot: Snapshot, diagrams: Iterable[str]) -> None:
    for diagram in diagrams:
        ways = drawn_ways(snapshot, diagram)
        asked = {"sql": NODES, "parameters": {"diagram": diagram}}
        nodes = sorted(ref for (ref,) in queries.answer(snapshot, "query_facts", asked)["rows"])
        parts = dict(zip(nodes, ways["parts"], strict=False))
        for number, ref in enumerate(nodes):
            for direction in ("out", "in"):
                answer = queries.answer(snapshot, "flow_reachable", {"from": ref, "direction": direction})
                expected = {parts[one] for one in answer["nodes"]}
                assert reached(ways, number, backwards=direction == "in") == expected, (ref, direction)


def test_drawn_ways_of_a_flowchart_lead_where_flow_reachable_does() -> None:
    check(bookshop(), ["checkout", "fraud-review"])


@pytest.mark.parametrize("text", [BOXES, STATES])
def test_drawn_ways_go_into_boxes_and_out_of_them(tmp_path: Path, text: str) -> None:
    (tmp_path / "drawn.mmd").write_text(text)
    with compile_source(tmp_path) as snapshot:
        check(snapshot, ["drawn"])
        ways, svg = drawn_ways(snapshot, "drawn"), diagram_svg(snapshot, "drawn")
    assert ways["nodes"] < len(ways["parts"])
    assert [part for part in ways["parts"] if f'data-id="{part}"' not in svg] == []


def test_drawn_ways_of_a_sequence_are_refused(tmp_path: Path) -> None:
    (tmp_path / "talk.mmd").write_text("sequenceDiagram\n  a->>b: hello\n")
    with compile_source(tmp_path) as snapshot, pytest.raises(QueryError):
        drawn_ways(snapshot, "talk")
