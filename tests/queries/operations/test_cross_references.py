"""The operations on cross-references, over every layout of the meta file of a session."""

import json
from pathlib import Path
from typing import Any

import pytest

from compiler.languages.diagrams.facts import Xref
from tests.queries.operations.diagram_sources import FORMS, LAYOUTS, META, write_session
from tests.queries.operations.proposing import applied, by_turns, check_refused, propose, some_of

NODE, MESSAGE = "d:map/flow/node/n:a", "d:pay/seq/message/m:0001"
META_FILE = "nereid-session.meta.json"


@pytest.fixture(params=some_of(FORMS), ids=repr)
def source(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    return write_session(tmp_path / "source", *request.param)


def without(xref_id: str) -> dict[str, Any]:
    return META | {"xrefs": [one for one in META["xrefs"] if one["xref_id"] != xref_id]}


def test_added_cross_reference_is_read_and_nothing_else_changes(source: Path) -> None:
    given = {"xref_id": "x:é", "from": NODE, "to": MESSAGE, "kind": 'a "kind"', "label": "two\nlines"}
    with applied(source, "xref_add", given) as snapshot:
        found = {one.xref: (one.from_ref, one.to_ref, one.xref_kind, one.label) for one in snapshot.facts(Xref)}
        assert list(found) == ["x:1", "x:10", "x:é"]
        assert found["x:é"] == (NODE, MESSAGE, 'a "kind"', "two\nlines")
        stored = json.loads((source / META_FILE).read_bytes())
        assert stored == META | {"xrefs": [*META["xrefs"], given | {"status": "ok"}]}


def test_added_cross_reference_has_the_layout_of_its_neighbours(source: Path) -> None:
    before = (source / META_FILE).read_bytes()
    with applied(source, "xref_add", {"xref_id": "x:2", "from": NODE, "to": MESSAGE, "kind": "nav"}):
        after = (source / META_FILE).read_bytes()
    last = before[before.rindex(b"{") : before.rindex(b"}", 0, before.rindex(b"selected")) + 1]
    added = after[after.rindex(b"{") : after.rindex(b"}", 0, after.rindex(b"selected")) + 1]
    assert added.count(b"\n") == last.count(b"\n")
    assert added.count(b" ") >= last.count(b" ") and (b": " in added) == (b": " in last)


def test_status_tells_which_end_is_missing(source: Path) -> None:
    given = {"xref_id": "x:2", "from": "d:map/flow/node/n:none", "to": MESSAGE, "kind": "nav"}
    with applied(source, "xref_add", given) as snapshot:
        assert [one.status for one in snapshot.facts(Xref, xref="x:2")] == ["dangling_from"]
        assert json.loads((source / META_FILE).read_bytes())["xrefs"][-1]["status"] == "dangling_from"


@by_turns("source, xref_id", FORMS, ["x:1", "x:10"])
def test_removed_cross_reference_is_gone_alone(source: Path, xref_id: str) -> None:
    with applied(source, "xref_remove", {"xref_id": xref_id}) as snapshot:
        assert json.loads((source / META_FILE).read_bytes()) == without(xref_id)
        assert snapshot.count(Xref) == 1


@pytest.mark.parametrize("layout", LAYOUTS)
def test_first_and_only_cross_reference(tmp_path: Path, layout: str) -> None:
    source = write_session(tmp_path / "source", layout)
    for meta in (META | {"xrefs": []}, {name: one for name, one in META.items() if name != "xrefs"}):
        (source / META_FILE).write_text(json.dumps(meta, indent=None if layout == "one_line" else 2))
        given = {"xref_id": "x:2", "from": NODE, "to": MESSAGE, "kind": "nav", "label": None}
        with applied(source, "xref_add", given):
            stored = json.loads((source / META_FILE).read_bytes())
            assert stored == {**meta, "xrefs": [given | {"status": "ok"}]}
    (source / META_FILE).write_text(json.dumps(META | {"xrefs": META["xrefs"][:1]}, indent=2))
    with applied(source, "xref_remove", {"xref_id": "x:1"}) as snapshot:
        assert snapshot.count(Xref) == 0


REFUSED: list[tuple[str, dict[str, Any], str, str]] = [
    ("xref_add", {"xref_id": "x:1", "from": NODE, "to": MESSAGE, "kind": "nav"}, "invalid_argument", "already"),
    ("xref_add", {"xref_id": "a/b", "from": NODE, "to": MESSAGE, "kind": "nav"}, "invalid_argument", "slash"),
    ("xref_add", {"xref_id": " ", "from": NODE, "to": MESSAGE, "kind": "nav"}, "invalid_argument", "empty"),
    ("xref_add", {"xref_id": "x", "from": "n:a", "to": MESSAGE, "kind": "nav"}, "invalid_argument", "not the ref"),
    ("xref_add", {"xref_id": "x", "from": "d:map", "to": MESSAGE, "kind": "nav"}, "invalid_argument", "not the ref"),
    ("xref_add", {"xref_id": "x", "from": "d:map//a", "to": MESSAGE, "kind": "nav"}, "invalid_argument", "malformed"),
    ("xref_add", {"xref_id": "x", "from": "d:map/seq/message/m:1", "to": NODE, "kind": "k"}, "wrong_kind", "category"),
    ("xref_add", {"xref_id": "x", "from": NODE, "to": NODE, "kind": "k", "session": "n"}, "not_found", "Session"),
    ("xref_remove", {"xref_id": "x:2"}, "not_found", "not found"),
    ("xref_remove", {"xref_id": "x:"}, "not_found", "not found"),
]


def test_refusals(tmp_path: Path) -> None:
    check_refused(write_session(tmp_path), REFUSED)


def test_cross_reference_without_a_session_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.mmd").write_text("flowchart LR\n a --> b\n")
    told = propose(tmp_path, "xref_add", {"xref_id": "x", "from": NODE, "to": NODE, "kind": "k"})
    assert told["code"] == "unavailable" and "session folder" in told["error"]


@pytest.mark.parametrize("text", ["{", "[]", '{"session_id": "s", "session_id": "s", "diagrams": []}'])
def test_broken_or_doubled_meta_file_is_not_edited(tmp_path: Path, text: str) -> None:
    write_session(tmp_path)
    (tmp_path / META_FILE).write_text(text)
    assert (
        propose(tmp_path, "xref_add", {"xref_id": "x", "from": NODE, "to": NODE, "kind": "k"})["code"] == "unavailable"
    )
