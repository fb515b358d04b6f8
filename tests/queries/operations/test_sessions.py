"""The operations on session folders: what is active, what is selected, and which diagrams there are."""

import json
from pathlib import Path
from typing import Any

import pytest

from compiler.languages.diagrams.facts import Diagram, Session
from tests.queries.operations.diagram_sources import FORMS, META, PAY, write_session
from tests.queries.operations.proposing import applied, by_turns, call, check_refused, propose, some_of

META_FILE = "nereid-session.meta.json"
BANK = "d:pay/seq/participant/p:Bank"


@pytest.fixture(params=some_of(FORMS), ids=repr)
def source(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    return write_session(tmp_path / "source", *request.param)


def stored(source: Path) -> Any:
    return json.loads((source / META_FILE).read_bytes())


MADE: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    ("session_set_active_diagram", {"diagram_id": "map"}, {"active_diagram_id": "map"}),
    ("session_set_active_diagram", {"diagram_id": "d:pay"}, {}),
    ("session_set_active_walkthrough", {"walkthrough_id": "w:1"}, {"active_walkthrough_id": "w:1"}),
    ("selection_update", {"object_refs": []}, {"selected_object_refs": []}),
    (
        "selection_update",
        {"object_refs": ["d:map/flow/node/n:a", BANK], "mode": "add"},
        {"selected_object_refs": [BANK, "d:map/flow/node/n:a"]},
    ),
    ("selection_update", {"object_refs": [BANK], "mode": "remove"}, {"selected_object_refs": []}),
    (
        *call("diagram_delete diagram_id=pay confirm=true"),
        {"diagrams": META["diagrams"][1:], "active_diagram_id": "map"},
    ),
    ("diagram_delete", {"diagram_id": "map", "confirm": True}, {"diagrams": META["diagrams"][:1]}),
]


@by_turns("source, op, arguments, changed", FORMS, MADE)
def test_operation_changes_what_it_says_and_nothing_else(
    source: Path, op: str, arguments: dict[str, Any], changed: dict[str, Any]
) -> None:
    if not changed:
        told = propose(source, op, arguments)
        assert told["patch"] == "" and told["changed_objects"] == []
        return
    with applied(source, op, arguments) as snapshot:
        assert stored(source) == META | changed
        assert snapshot.count(Session) == 1


def test_deleted_diagram_is_gone_with_its_sidecar(tmp_path: Path) -> None:
    source = write_session(tmp_path / "source")
    (source / "diagrams/pay.meta.json").write_text(json.dumps({"diagram_id": "pay", "mmd_path": "diagrams/pay.mmd"}))
    with applied(source, "diagram_delete", {"diagram_id": "pay", "confirm": True}) as snapshot:
        assert [one.diagram for one in snapshot.facts(Diagram)] == ["map"]
        assert not [*(source / "diagrams").glob("pay*")]


CREATED: list[tuple[dict[str, Any], str, str, str]] = [
    ({"mermaid": PAY}, "seq", "sequence", "diagrams/seq.mmd"),
    ({"mermaid": "flowchart LR\n a-->b"}, "flow", "flowchart", "diagrams/flow.mmd"),
    ({"mermaid": "stateDiagram-v2\n a-->b\n"}, "diagram", "state", "diagrams/diagram.mmd"),
    ({"mermaid": PAY, "diagram_id": "d:x", "name": "é"}, "d:x", "sequence", "diagrams/~643a78.mmd"),
]


@by_turns("source, arguments, id_, kind, path", FORMS, CREATED)
def test_created_diagram_is_read(source: Path, arguments: dict[str, Any], id_: str, kind: str, path: str) -> None:
    with applied(source, "diagram_create_from_mermaid", arguments) as snapshot:
        (found,) = snapshot.facts(Diagram, diagram=id_)
        assert (found.type, found.span.file, found.session) == (kind, path, "shop")
        entry = {
            "diagram_id": id_,
            "name": arguments.get("name", id_),
            "kind": kind,
            "mmd_path": path,
            "rev": 0,
        }
        assert stored(source) == META | {"diagrams": [*META["diagrams"], entry], "active_diagram_id": id_}


def test_two_sessions_that_list_one_id_are_told_apart(tmp_path: Path) -> None:
    source = tmp_path / "source"
    for name in ("one", "two"):
        write_session(source / name)
    given = {"mermaid": PAY, "diagram_id": "new", "session": "one.shop"}
    with applied(source, "diagram_create_from_mermaid", given):
        assert stored(source / "one")["diagrams"][-1]["diagram_id"] == "new"
    given = {"from": "d:two.map/flow/node/n:a", "to": "d:two.pay/seq/message/m:0001", "session": "two.shop"}
    with applied(source, "xref_add", {"xref_id": "x", "kind": "k", **given}):
        added = stored(source / "two")["xrefs"][-1]
        assert (added["from"], added["to"]) == ("d:map/flow/node/n:a", "d:pay/seq/message/m:0001")


REFUSED: list[tuple[str, dict[str, Any], str, str]] = [
    ("session_set_active_diagram", {"diagram_id": "mat"}, "not_found", "not found"),
    ("session_set_active_walkthrough", {"walkthrough_id": "w:2"}, "not_found", "not found"),
    ("selection_update", {"object_refs": ["d:map/flow/node/n:z"]}, "not_found", "not found"),
    ("selection_update", {"object_refs": ["map"]}, "invalid_argument", "not the ref"),
    ("diagram_delete", {"diagram_id": "pay"}, "invalid_argument", "confirm"),
    ("diagram_delete", {"diagram_id": "loose", "confirm": True}, "unavailable", "no session"),
    ("session_set_active_diagram", {"diagram_id": "loose"}, "unavailable", "of none"),
    ("diagram_create_from_mermaid", {"mermaid": PAY, "diagram_id": "map"}, "invalid_argument", "already"),
    ("diagram_create_from_mermaid", {"mermaid": PAY, "diagram_id": "loose"}, "invalid_argument", "already"),
    ("diagram_create_from_mermaid", {"mermaid": PAY, "diagram_id": "../x"}, "invalid_argument", "slash"),
    ("diagram_create_from_mermaid", {"mermaid": "flowchart LR\n a --> \n"}, "invalid_argument", "without errors"),
    ("diagram_create_from_mermaid", {"mermaid": "hello"}, "invalid_argument", "without errors"),
]


def test_refusals(tmp_path: Path) -> None:
    source = write_session(tmp_path)
    (source / "loose.mmd").write_text("flowchart LR\n a --> b\n")
    check_refused(source, REFUSED)
