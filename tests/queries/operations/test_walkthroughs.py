"""The operation on walkthroughs, over every layout of their files."""

import json
from pathlib import Path
from typing import Any

import pytest

from compiler.languages.diagrams.facts import WalkthroughNode
from tests.queries.operations.diagram_sources import FORMS, LAYOUTS, WALKTHROUGH, WALKTHROUGH_FILE, write_session
from tests.queries.operations.proposing import applied, by_turns, propose, some_of

OP = "walkthrough_apply_ops"
NODES, EDGES = WALKTHROUGH["nodes"], WALKTHROUGH["edges"]
ONE_TO_TWO = {"from_node_id": "one", "to_node_id": "two", "kind": "then"}
NEW = {"node_id": "n", "title": 'A "new" one', "body_md": "a\n\nb", "refs": ["d:map/flow/node/n:a"], "tags": ["t"]}


@pytest.fixture(params=some_of(FORMS), ids=repr)
def source(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    return write_session(tmp_path / "source", *request.param)


MADE: list[tuple[list[dict[str, Any]], dict[str, Any]]] = [
    ([{"type": "set_title", "title": "é"}], {"title": "é"}),
    ([{"type": "add_node", **NEW}], {"nodes": [*NODES, {**NEW, "status": None}]}),
    (
        [{"type": "add_node", "node_id": "n", "title": "N"}],
        {"nodes": [*NODES, {"node_id": "n", "title": "N", "body_md": None, "refs": [], "tags": [], "status": None}]},
    ),
    (
        [{"type": "update_node", "node_id": "two", "title": "Now", "body_md": "b", "refs": [], "status": None}],
        {"nodes": [NODES[0], {**NODES[1], "title": "Now", "body_md": "b", "refs": []}, NODES[2]]},
    ),
    ([{"type": "remove_node", "node_id": "two"}], {"nodes": [NODES[0], NODES[2]], "edges": []}),
    ([{"type": "remove_node", "node_id": "one"}], {"nodes": NODES[1:], "edges": EDGES[1:]}),
    (
        [{"type": "add_edge", "from_node_id": "one", "to_node_id": "three", "kind": "else"}],
        {"edges": [*EDGES, {"from_node_id": "one", "to_node_id": "three", "kind": "else", "label": None}]},
    ),
    ([{"type": "update_edge", **ONE_TO_TWO, "label": "no"}], {"edges": [{**EDGES[0], "label": "no"}, EDGES[1]]}),
    ([{"type": "remove_edge", **ONE_TO_TWO}], {"edges": EDGES[1:]}),
    (
        [{"type": "remove_node", "node_id": one} for one in ("one", "two", "three")]
        + [{"type": "add_node", "node_id": "four", "title": "4", "tags": ["a", "b"]}],
        {
            "nodes": [
                {"node_id": "four", "title": "4", "body_md": None, "refs": [], "tags": ["a", "b"], "status": None}
            ],
            "edges": [],
        },
    ),
]


@by_turns("source, ops, changed", FORMS, MADE)
def test_changes_are_made_and_nothing_else(source: Path, ops: list[dict[str, Any]], changed: dict[str, Any]) -> None:
    with applied(source, OP, {"walkthrough_id": "w:1", "base_rev": 2, "ops": ops}) as snapshot:
        stored = json.loads((source / WALKTHROUGH_FILE).read_bytes())
        assert stored == WALKTHROUGH | {"rev": 3} | changed
        assert [one.node for one in snapshot.facts(WalkthroughNode)] == [one["node_id"] for one in stored["nodes"]]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_layout_stays(tmp_path: Path, layout: str) -> None:
    source = write_session(tmp_path / "source", layout)
    before = (source / WALKTHROUGH_FILE).read_text()
    full = {"node_id": "n", "title": "N", "refs": ["d:map/flow/node/n:a"]}
    ops = [{"type": "add_node", **full}, {"type": "remove_node", "node_id": "n"}]
    with applied(source, OP, {"walkthrough_id": "w:1", "ops": ops}):
        after = (source / WALKTHROUGH_FILE).read_text()
    assert after in (before.replace('"rev": 2', '"rev": 3'), before.replace('"rev":2', '"rev":3'))


REFUSED: list[tuple[list[dict[str, Any]], str, str]] = [
    ([{"type": "rename"}], "invalid_argument", "Unknown type"),
    ([{}], "invalid_argument", "Unknown type"),
    ([{"type": "set_title"}], "invalid_argument", "'title' is missing"),
    ([{"type": "set_title", "title": " "}], "invalid_argument", "empty"),
    ([{"type": "set_title", "title": 1}], "invalid_argument", "must be a string"),
    ([{"type": "set_title", "title": "a", "rev": 1}], "invalid_argument", "'rev' is not an argument"),
    ([{"type": "add_node", "node_id": "one", "title": "a"}], "invalid_argument", "already"),
    ([{"type": "add_node", "node_id": "a/b", "title": "a"}], "invalid_argument", "slash"),
    ([{"type": "add_node", "node_id": "n", "title": "a", "refs": ["pay"]}], "invalid_argument", "not the ref"),
    ([{"type": "add_node", "node_id": "n", "title": "a", "tags": 1}], "invalid_argument", "an array of strings"),
    ([{"type": "update_node", "node_id": "on"}], "not_found", "Step not found"),
    ([{"type": "remove_node", "node_id": "on"}], "not_found", "Step not found"),
    ([{"type": "add_edge", **ONE_TO_TWO}], "invalid_argument", "already"),
    ([{"type": "add_edge", **ONE_TO_TWO, "to_node_id": "none"}], "not_found", "Step not found"),
    ([{"type": "add_edge", **ONE_TO_TWO, "kind": ""}], "invalid_argument", "empty"),
    ([{"type": "remove_edge", **ONE_TO_TWO, "kind": "else"}], "not_found", "no such way"),
    ([{"type": "set_title", "title": "a"}, {"type": "remove_node", "node_id": "none"}], "not_found", "ops[1]"),
]


@pytest.mark.parametrize(("ops", "code", "says"), REFUSED)
def test_refusals(tmp_path: Path, ops: list[dict[str, Any]], code: str, says: str) -> None:
    told = propose(write_session(tmp_path), OP, {"walkthrough_id": "w:1", "ops": ops})
    assert (told["code"], told["op"]) == (code, OP)
    assert says in told["error"]


def test_another_revision_is_a_conflict(tmp_path: Path) -> None:
    told = propose(write_session(tmp_path), OP, {"walkthrough_id": "w:1", "base_rev": 1, "ops": []})
    assert (told["code"], told["current_rev"]) == ("unavailable", 2)


def test_unknown_walkthrough_is_refused(tmp_path: Path) -> None:
    assert propose(write_session(tmp_path), OP, {"walkthrough_id": "w:2", "ops": []})["code"] == "not_found"


def test_steps_of_one_id_are_not_edited(tmp_path: Path) -> None:
    source = write_session(tmp_path)
    doubled = WALKTHROUGH | {"nodes": [*NODES, NODES[0]]}
    (source / WALKTHROUGH_FILE).write_text(json.dumps(doubled))
    told = propose(source, OP, {"walkthrough_id": "w:1", "ops": [{"type": "remove_node", "node_id": "one"}]})
    assert told["code"] == "unavailable" and "one id" in told["error"]


def test_walkthrough_outside_of_a_session_is_edited(tmp_path: Path) -> None:
    path = tmp_path / "tour.wt.json"
    path.write_text(json.dumps(WALKTHROUGH, indent=4) + "\n")
    with applied(tmp_path, OP, {"walkthrough_id": "w:1", "ops": [{"type": "set_title", "title": "T"}]}):
        assert json.loads(path.read_text()) == WALKTHROUGH | {"rev": 3, "title": "T"}
