"""Session folders: what they list, what is refused, and that nothing broken hides anything else."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compiler import compile_source
from compiler.languages.diagrams.facts import Diagram, Node, Session, Walkthrough, Xref
from compiler.languages.diagrams.syntax.parse import parse
from tests.compiler.languages.diagrams.compiling import META, Files, codes, compiled, links, messages, session
from tests.paths import ROOT

WORLDS = ROOT / "worlds"
FLOW = "flowchart TD\n  a --> b\n"
SEQUENCE = "sequenceDiagram\n  A->>B: hi\n"


def diagrams(files: Files, entry: str = "") -> list[str]:
    """`id name type session` of each diagram."""
    return [
        f"{one.diagram} {one.name} {one.type} {one.session}".strip() for one in compiled(files, entry).facts(Diagram)
    ]


def check_meta(meta: dict[str, Any], *expected: str) -> None:
    """The findings of a session's meta beside one diagram `diagrams/a.mmd`: code and what it says."""
    snapshot = compiled({META: meta, "diagrams/a.mmd": FLOW})
    assert [f"{one.code} {one.message}" for one in snapshot.diagnostics()] == list(expected)
    assert snapshot.count(Diagram) >= 1


def test_a_session_names_its_diagrams() -> None:
    files: Files = {
        META: session("one", "two=sequence"),
        "diagrams/one.mmd": FLOW,
        "diagrams/two.mmd": SEQUENCE,
        "diagrams/three.mmd": FLOW,
    }
    assert diagrams(files) == ["one One flowchart s", "three three flowchart", "two Two sequence s"]
    assert codes(compiled(files)) == []


def test_the_path_counts_and_not_the_id() -> None:
    listed = {"diagram_id": "pay", "name": "", "kind": "flowchart", "mmd_path": "./x/deep.txt", "rev": 7}
    snapshot = compiled({META: {"session_id": "s", "diagrams": [listed]}, "x/deep.txt": FLOW})
    (one,) = snapshot.facts(Diagram)
    assert (one.diagram, one.name, one.revision, one.span.file) == ("pay", "pay", 7, "x/deep.txt")


def test_a_session_file_brings_all_that_is_its_own() -> None:
    files: Files = {
        f"s/{META}": session("a"),
        "s/diagrams/a.mmd": FLOW,
        "s/diagrams/a.meta.json": {
            "diagram_id": "a",
            "mmd_path": "diagrams/a.mmd",
            "stable_id_map": {"by_mermaid_id": {"a": "n:first"}},
        },
        "s/diagrams/other.mmd": FLOW,
        "s/walkthroughs/w.wt.json": {"walkthrough_id": "w", "title": "W"},
        "s/notes.md": f"```mermaid\n{FLOW}```",
    }
    snapshot = compiled(files, f"s/{META}")
    assert [one.node for one in snapshot.facts(Node)] == ["n:first", "n:b"]
    assert [one.walkthrough for one in snapshot.facts(Walkthrough)] == ["w"]
    assert snapshot.count(Diagram) == 1


def test_a_session_tells_what_is_active_and_selected() -> None:
    meta = session(
        "a",
        active_diagram_id="a",
        active_walkthrough_id="w",
        selected_object_refs=["d:a/flow/node/n:b", "d:a/flow/node/n:gone"],
    )
    walkthrough: dict[str, Any] = {"walkthrough_id": "w", "title": "W"}
    snapshot = compiled({META: meta, "diagrams/a.mmd": FLOW, "walkthroughs/w.wt.json": walkthrough})
    (one,) = snapshot.facts(Session)
    assert (one.ref, one.folder, one.active_diagram, one.active_walkthrough, one.selected) == (
        "s:s",
        "",
        "a",
        "w",
        ("d:a/flow/node/n:b",),
    )
    assert messages(snapshot, "MMD823") == [
        "The session has `d:a/flow/node/n:gone` selected, which does not exist; it is left out."
    ]
    assert {"d:a > s:s", "s:s/walkthrough/w > s:s"} <= set(links(snapshot, "part_of"))


def test_what_is_active_and_not_there_is_reported() -> None:
    check_meta(
        session("a", active_diagram_id="b", active_walkthrough_id="w"),
        "MMD822 The active diagram of the session is `b`, which does not exist.",
        "MMD822 The active walkthrough of the session is `w`, which does not exist.",
    )


def test_the_old_name_of_the_file_counts_where_there_is_no_other() -> None:
    assert diagrams({"session.meta.json": session("a"), "diagrams/a.mmd": FLOW}) == ["a A flowchart s"]
    both: Files = {"session.meta.json": session("a"), META: session(), "diagrams/a.mmd": FLOW}
    assert diagrams(both) == ["a a flowchart"]


def test_the_old_name_may_be_that_of_a_sidecar() -> None:
    sidecar = {"diagram_id": "x", "mmd_path": "session.mmd", "stable_id_map": {"by_mermaid_id": {"a": "n:first"}}}
    snapshot = compiled({"session.mmd": FLOW, "session.meta.json": sidecar})
    assert [one.node for one in snapshot.facts(Node)] == ["n:first", "n:b"]


def test_ids_of_a_session_come_before_those_of_files() -> None:
    files: Files = {META: session("a"), "diagrams/a.mmd": FLOW, "a.mmd": FLOW, "docs/a.mmd": FLOW}
    assert diagrams(files) == ["a.2 a.2 flowchart", "a A flowchart s", "docs.a docs.a flowchart"]


def test_sessions_that_share_ids_keep_to_their_own_diagrams() -> None:
    refs = {"from": "d:a/flow/node/n:a", "to": "d:a/flow/node/n:b", "kind": "k", "status": "ok", "xref_id": "x"}
    files: Files = {
        f"{folder}/{META}": session("a", xrefs=[refs], active_diagram_id="a") for folder in ("one", "two")
    } | {f"{folder}/diagrams/a.mmd": FLOW for folder in ("one", "two")}
    snapshot = compiled(files)
    assert [one.diagram for one in snapshot.facts(Diagram)] == ["one.a", "two.a"]
    assert [(one.session, one.active_diagram) for one in snapshot.facts(Session)] == [
        ("one.s", "one.a"),
        ("two.s", "two.a"),
    ]
    assert [(one.ref, one.from_ref, one.status) for one in snapshot.facts(Xref)] == [
        ("s:one.s/xref/x", "d:one.a/flow/node/n:a", "ok"),
        ("s:two.s/xref/x", "d:two.a/flow/node/n:a", "ok"),
    ]


def test_the_last_of_two_entries_with_one_id_counts() -> None:
    meta = session("a")
    meta["diagrams"].append({"diagram_id": "a", "name": "Again", "kind": "flowchart", "mmd_path": "b.mmd"})
    snapshot = compiled({META: meta, "diagrams/a.mmd": FLOW, "b.mmd": FLOW})
    assert [(one.diagram, one.name) for one in snapshot.facts(Diagram, session="s")] == [("a", "Again")]
    assert messages(snapshot, "MMD810") == ["The diagram `a` is declared more than once; the last one counts."]


def test_a_listed_file_that_is_not_there_is_reported() -> None:
    check_meta(
        session("a", "b"),
        "MMD820 The session lists the diagram `b` in 'diagrams/b.mmd', which holds no diagram: no such file.",
    )


def test_the_text_decides_what_kind_a_diagram_is() -> None:
    check_meta(
        session("a=sequence"),
        "MMD821 The session calls the diagram `a` a sequence diagram, but its text is a flowchart diagram, "
        "and so it is read.",
    )


@pytest.mark.parametrize("path", ["../a.mmd", "/a.mmd", "x/../../a.mmd", "C:/a.mmd", "", "..\\a.mmd"])
def test_paths_out_of_the_session_are_refused(path: str) -> None:
    meta = session("b")
    meta["diagrams"][0]["mmd_path"] = path
    check_meta(
        meta,
        f"MMD805 The diagram `b` is said to be in '{path}': the path must be relative and stay within the session's "
        "folder.",
    )


def test_missing_and_wrong_fields_cost_only_themselves() -> None:
    check_meta({"diagrams": []}, "MMD802 The session has no `session_id`; the session is called after its folder.")
    check_meta(
        {"session_id": "a/b"},
        'MMD804 `session_id` of the session is `"a/b"`: an id is not empty and holds no `/`; the session is called '
        "after its folder.",
    )
    check_meta(
        {"session_id": "s", "diagrams": [3, {}], "xrefs": {}, "walkthrough_ids": "w"},
        "MMD803 `diagrams` of the session is `3` and should be a list of objects; what is not is left out.",
        "MMD803 `xrefs` of the session is an object and should be a list of objects; it is ignored.",
        'MMD803 `walkthrough_ids` of the session is `"w"` and should be a list of texts; it is ignored.',
        "MMD802 Diagram 1 has no `diagram_id`; the diagram goes by the name of its file.",
    )
    meta = session("a")
    meta["diagrams"][0] |= {"kind": "Flowchart", "rev": -1}
    check_meta(
        meta,
        'MMD803 `kind` of the diagram `a` is `"Flowchart"` and should be one of flowchart, sequence, state, class, er, '
        "requirement, other; its text tells.",
        "MMD803 `rev` of the diagram `a` is `-1` and should be a whole number from 0; it counts as 0.",
    )


@pytest.mark.parametrize("text", ["", "{", "[1]", "null", '{"a":' * 5000, '{"session_id": 1' + "0" * 5000 + "}"])
def test_a_meta_that_is_no_json_object_costs_only_itself(text: str) -> None:
    snapshot = compiled(
        {META: text, "diagrams/a.mmd": FLOW, "walkthroughs/w.wt.json": text, "diagrams/a.meta.json": text}
    )
    assert {one.code for one in snapshot.diagnostics()} == {"MMD801"}
    assert [one.diagram for one in snapshot.facts(Diagram)] == ["a"]


def test_the_place_of_bad_json_is_given() -> None:
    snapshot = compiled({META: '{\n "é": nope\n}', "a.mmd": FLOW})
    assert messages(snapshot, "MMD801") == ["The file should hold a JSON object: Expecting value at line 2, column 8."]


def test_other_meta_files_are_none_of_ours() -> None:
    snapshot = compiled({"a.mmd": FLOW, "icon.meta.json": {"size": 3}, "b.meta.json": "[]"})
    assert codes(snapshot) == []
    assert [path for (path,) in snapshot.rows("SELECT path FROM file_read")] == ["a.mmd"]


def test_the_sample_session_is_sound_but_for_one_cross_reference() -> None:
    snapshot = compile_source(WORLDS / "checkout-session")
    assert [one.code for one in snapshot.diagnostics()] == ["MMD824"]
    assert {(one.type, one.session) for one in snapshot.facts(Diagram)} == {
        ("flowchart", "bookshop"),
        ("sequence", "bookshop"),
        ("state", "bookshop"),
    }
    assert snapshot.count(Walkthrough) == 2


def test_the_sample_docs_hold_diagrams_of_many_types() -> None:
    snapshot = compile_source(WORLDS / "diagrams-in-docs")
    assert codes(snapshot) == []
    assert [(one.diagram, one.mermaid_type) for one in snapshot.facts(Diagram)] == [
        ("README-1", "er"),
        ("README-2", "flowchart-v2"),
        ("README-3", "stateDiagram"),
        ("plan-1", "gantt"),
        ("plan-2", "mindmap"),
        ("rules-1", "requirement"),
        ("rules-2", "class"),
        ("late-fees", "flowchart-v2"),
    ]


WORDS = """
session_id diagrams diagram_id mmd_path kind xrefs from to xref_id rev walkthrough_ids walkthrough_id nodes node_id refs
edges stable_id_map by_mermaid_id flow_edges edge_id sequence_messages flow_node_notes
"""
JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.text(max_size=5)
    | st.sampled_from(["a", "d:a/b/c", "diagrams/a.mmd"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(WORDS.split()),
            inner,
            max_size=5,
        )
    ),
    max_leaves=20,
)


@settings(max_examples=60, deadline=None)
@given(JSON, JSON, JSON)
def test_any_json_is_read(meta: Any, sidecar: Any, walkthrough: Any) -> None:
    files: Files = {META: {"v": meta} if not isinstance(meta, dict) else meta, "diagrams/a.mmd": FLOW}
    files |= {"diagrams/a.meta.json": {"v": sidecar} if not isinstance(sidecar, dict) else sidecar}
    files |= {"walkthroughs/a.wt.json": {"v": walkthrough} if not isinstance(walkthrough, dict) else walkthrough}
    written = {path: one if isinstance(one, str) else json.dumps(one) for path, one in files.items()}
    assert compiled(dict(written)).count(Diagram) >= 1


@settings(max_examples=60, deadline=None)
@given(st.text(alphabet='{}[]":,\\u d8é0129-enultrfas\n', max_size=60))
def test_any_text_for_json_is_read(text: str) -> None:
    for name in (META, "session.meta.json", "a.meta.json", "a.wt.json"):
        parse(name, text)
