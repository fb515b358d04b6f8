"""The diagrams and sessions of a source, and their ids."""

from typing import Any

from compiler.languages.diagrams.facts import Diagram, Node, Session, Walkthrough, Xref
from tests.closing import compile_source
from tests.compiler.languages.diagrams.compiling import (
    META,
    Files,
    check_meta,
    codes,
    compiled,
    links,
    messages,
    session,
)
from tests.compiler.tables import table
from tests.paths import ROOT

WORLDS = ROOT / "worlds"
FLOW = "flowchart TD\n  a --> b\n"
BLOCK = f"```mermaid\n{FLOW}```\n"
SEQUENCE = "sequenceDiagram\n  A->>B: hi\n"


def diagrams(files: Files, entry: str = "") -> list[str]:
    """Each diagram as `id name type session`."""
    return [
        f"{one.diagram} {one.name} {one.type} {one.session}".strip() for one in compiled(files, entry).facts(Diagram)
    ]


def ids(files: Files | str, entry: str = "") -> list[str]:
    return [one.diagram for one in compiled(files, entry).facts(Diagram)]


def test_diagram_id_is_the_file_stem() -> None:
    assert ids({"login.mmd": FLOW, "docs/pay.card.mermaid": FLOW}) == ["pay.card", "login"]


def test_diagram_ids_of_markdown_blocks_are_numbered() -> None:
    assert ids({"guide.md": BLOCK * 2, "one.md": BLOCK}) == ["guide-1", "guide-2", "one-1"]


def test_diagram_ids_that_clash_are_prefixed_with_folders() -> None:
    assert ids({"a/x.mmd": FLOW, "b/x.mmd": FLOW}) == ["a.x", "b.x"]
    assert ids({"x.mmd": FLOW, "b/x.mmd": FLOW}) == ["b.x", "x"]
    assert ids({"a/c/x.mmd": FLOW, "b/c/x.mmd": FLOW}) == ["a.c.x", "b.c.x"]
    assert ids({"a/README.md": BLOCK * 2, "b/README.md": BLOCK}) == ["a.README-1", "a.README-2", "b.README-1"]
    assert ids({"x.mmd": FLOW, "x.mermaid": FLOW, "x-1.mmd": FLOW, "x.md": BLOCK}) == ["x-1", "x-1.2", "x", "x.2"]


def test_diagrams_of_one_name_are_no_finding() -> None:
    snapshot = compiled({"a/README.md": BLOCK * 2, "b/README.md": BLOCK, "x.mmd": FLOW, "x.mermaid": FLOW})
    assert [one.message for one in snapshot.diagnostics()] == []


def test_session_gives_ids_and_names_to_its_diagrams() -> None:
    files: Files = {
        META: session("one", "two=sequence"),
        "diagrams/one.mmd": FLOW,
        "diagrams/two.mmd": SEQUENCE,
        "diagrams/three.mmd": FLOW,
    }
    assert diagrams(files) == ["one One flowchart s", "three three flowchart", "two Two sequence s"]
    assert codes(compiled(files)) == []


def test_listed_diagram_is_found_by_path_not_by_id() -> None:
    listed = {"diagram_id": "pay", "name": "", "kind": "flowchart", "mmd_path": "./x/deep.txt", "rev": 7}
    snapshot = compiled({META: {"session_id": "s", "diagrams": [listed]}, "x/deep.txt": FLOW})
    (one,) = snapshot.facts(Diagram)
    assert (one.diagram, one.name, one.revision, one.span.file) == ("pay", "pay", 7, "x/deep.txt")


def test_single_file_session_reads_its_files_only() -> None:
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


def test_session_fact_holds_active_objects_and_selection() -> None:
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


def test_session_with_unknown_active_objects_is_reported() -> None:
    check_meta(
        session("a", active_diagram_id="b", active_walkthrough_id="w"),
        "MMD822 The active diagram of the session is `b`, which does not exist.",
        "MMD822 The active walkthrough of the session is `w`, which does not exist.",
    )


def test_legacy_session_name_counts_without_current_name() -> None:
    assert diagrams({"session.meta.json": session("a"), "diagrams/a.mmd": FLOW}) == ["a A flowchart s"]
    both: Files = {"session.meta.json": session("a"), META: session(), "diagrams/a.mmd": FLOW}
    assert diagrams(both) == ["a a flowchart"]


def test_legacy_session_name_may_be_a_sidecar() -> None:
    sidecar = {"diagram_id": "x", "mmd_path": "session.mmd", "stable_id_map": {"by_mermaid_id": {"a": "n:first"}}}
    snapshot = compiled({"session.mmd": FLOW, "session.meta.json": sidecar})
    assert [one.node for one in snapshot.facts(Node)] == ["n:first", "n:b"]


def test_session_ids_come_before_file_ids() -> None:
    files: Files = {META: session("a"), "diagrams/a.mmd": FLOW, "a.mmd": FLOW, "docs/a.mmd": FLOW}
    assert diagrams(files) == ["a.2 a.2 flowchart", "a A flowchart s", "docs.a docs.a flowchart"]


def test_sessions_with_equal_ids_keep_their_own_diagrams() -> None:
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


def test_listed_twice_diagram_counts_by_its_last_entry() -> None:
    meta = session("a")
    meta["diagrams"].append({"diagram_id": "a", "name": "Again", "kind": "flowchart", "mmd_path": "b.mmd"})
    snapshot = compiled({META: meta, "diagrams/a.mmd": FLOW, "b.mmd": FLOW})
    assert [(one.diagram, one.name) for one in snapshot.facts(Diagram, session="s")] == [("a", "Again")]
    assert messages(snapshot, "MMD810") == ["The diagram `a` is declared more than once; the last one counts."]


def test_listed_missing_file_is_reported() -> None:
    check_meta(
        session("a", "b"),
        "MMD820 The session lists the diagram `b` in 'diagrams/b.mmd', which holds no diagram: no such file.",
    )


def test_listed_kind_yields_to_the_kind_of_the_text() -> None:
    check_meta(
        session("a=sequence"),
        "MMD821 The session calls the diagram `a` a sequence diagram, but its text is a flowchart diagram, "
        "and so it is read.",
    )


@table("path", ["../a.mmd", "/a.mmd", "x/../../a.mmd", "C:/a.mmd", "", "..\\a.mmd"])
def test_listed_path_outside_the_session_is_refused(path: str) -> None:
    meta = session("b")
    meta["diagrams"][0]["mmd_path"] = path
    check_meta(
        meta,
        f"MMD805 The diagram `b` is said to be in '{path}': the path must be relative and stay within the session's "
        "folder.",
    )


def test_sample_session_has_one_diagnostic() -> None:
    snapshot = compile_source(WORLDS / "checkout-session")
    assert [one.code for one in snapshot.diagnostics()] == ["MMD824"]
    assert {(one.type, one.session) for one in snapshot.facts(Diagram)} == {
        ("flowchart", "bookshop"),
        ("sequence", "bookshop"),
        ("state", "bookshop"),
    }
    assert snapshot.count(Walkthrough) == 2


def test_sample_docs_have_diagrams_of_many_types() -> None:
    snapshot = compile_source(WORLDS / "diagrams-in-docs")
    assert codes(snapshot) == []
    assert [(one.diagram, one.mermaid_type) for one in snapshot.facts(Diagram)] == [
        ("README-1", "er"),
        ("README-2", "flowchart-v2"),
        ("README-3", "stateDiagram"),
        ("plan-1", "gantt"),
        ("plan-2", "mindmap"),
        ("review-1", "swimlane"),
        ("review-2", "usecase"),
        ("review-3", "ishikawa"),
        ("review-4", "cynefin"),
        ("review-5", "wardley-beta"),
        ("review-6", "venn"),
        ("review-7", "eventmodeling"),
        ("review-8", "railroadEbnf"),
        ("rules-1", "requirement"),
        ("rules-2", "class"),
        ("late-fees", "flowchart-v2"),
    ]
