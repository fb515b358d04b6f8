"""Walkthroughs: their files, steps and evidence."""

from typing import Any

from compiler.languages.diagrams.facts import Walkthrough, WalkthroughEdge, WalkthroughNode
from tests.compiler.languages.diagrams.compiling import META, Files, codes, compiled, messages, session

FLOW = "flowchart TD\n  a --> b\n"


def walkthrough(id_: str = "w", **more: Any) -> dict[str, Any]:
    return {"walkthrough_id": id_, "title": f"Title of {id_}", **more}


def step(id_: str, *refs: str, **more: Any) -> dict[str, Any]:
    return {"node_id": id_, "title": id_.title(), "refs": list(refs), **more}


def edge(source: str, target: str, kind: str = "then") -> dict[str, Any]:
    return {"from_node_id": source, "to_node_id": target, "kind": kind}


def files(content: dict[str, Any], **meta: Any) -> Files:
    return {META: session("a", **meta), "diagrams/a.mmd": FLOW, "walkthroughs/w.wt.json": content}


def test_walkthrough_has_steps_and_edges() -> None:
    content = walkthrough(
        rev=4,
        source="x",
        nodes=[step("one", body_md="Look.", tags=["t"], status="open"), step("two")],
        edges=[edge("one", "two"), {**edge("two", "one", "back"), "label": "no"}],
    )
    snapshot = compiled(files(content))
    (one,) = snapshot.facts(Walkthrough)
    assert (one.ref, one.session, one.name, one.revision, one.source) == (
        "s:s/walkthrough/w",
        "s",
        "Title of w",
        4,
        "x",
    )
    assert [(one.ref, one.name, one.text, one.tags, one.status) for one in snapshot.facts(WalkthroughNode)] == [
        ("s:s/walkthrough/w/node/one", "One", "Look.", ("t",), "open"),
        ("s:s/walkthrough/w/node/two", "Two", None, (), None),
    ]
    assert [(one.from_node, one.to_node, one.edge_kind, one.label) for one in snapshot.facts(WalkthroughEdge)] == [
        ("one", "two", "then", None),
        ("two", "one", "back", "no"),
    ]
    assert [(one.source[-8:], one.target[-8:]) for one in snapshot.links(kind="leads_on")] == [
        ("node/one", "node/two"),
        ("node/two", "node/one"),
    ]
    assert codes(snapshot) == []


def test_walkthrough_revision_is_bounded() -> None:
    (one,) = compiled(files(walkthrough(rev=5_000_000))).facts(Walkthrough)
    assert one.revision == 1_000_000


def test_evidence_is_linked_and_dangling_evidence_reported() -> None:
    there, gone = "d:a/flow/node/n:a", "d:a/flow/node/n:gone"
    snapshot = compiled(files(walkthrough(nodes=[step("one", there, gone, there, "nonsense")])))
    assert [one.refs for one in snapshot.facts(WalkthroughNode)] == [(there, gone, there)]
    assert [(one.target, one.dangling) for one in snapshot.links(kind="evidence")] == [(there, False), (gone, True)]
    assert [one.code for one in snapshot.diagnostics()] == ["MMD806", "MMD843"]
    assert messages(snapshot, "MMD843") == [f"The step `one` cites `{gone}`, which does not exist."]


def test_edge_to_unknown_step_is_reported_and_kept() -> None:
    snapshot = compiled(files(walkthrough(nodes=[step("one")], edges=[edge("one", "gone")])))
    assert messages(snapshot, "MMD842") == [
        "An edge of the walkthrough leads to the step `gone`, which does not exist."
    ]
    assert [one.dangling for one in snapshot.links(kind="leads_on")] == [True]
    assert snapshot.count(WalkthroughEdge) == 1


def test_step_declared_twice_counts_by_its_last_entry() -> None:
    snapshot = compiled(files(walkthrough(nodes=[step("one", status="x"), step("two"), step("one", status="y")])))
    assert [(one.node, one.status) for one in snapshot.facts(WalkthroughNode)] == [("two", None), ("one", "y")]
    assert messages(snapshot, "MMD810") == ["The step `one` is declared more than once; the last one counts."]


def ids(more: Files, **meta: Any) -> list[str]:
    found: Files = {META: session("a", **meta), "diagrams/a.mmd": FLOW, **more}
    return [one.walkthrough for one in compiled(found).facts(Walkthrough)]


def test_session_without_list_takes_all_walkthroughs_of_its_folder() -> None:
    more: Files = {
        "walkthroughs/z.wt.json": walkthrough("a"),
        "walkthroughs/b.wt.json": walkthrough("b"),
        "walkthroughs/deep/c.wt.json": walkthrough("c"),
    }
    assert ids(more) == ["b", "c", "a"]
    assert ids(more, walkthrough_ids=None) == ["b", "c", "a"]


def test_session_with_list_takes_listed_walkthroughs_only() -> None:
    more: Files = {
        "walkthroughs/~773a31.wt.json": walkthrough("w:1"),
        "walkthroughs/plain.wt.json": walkthrough("plain"),
        "walkthroughs/extra.wt.json": walkthrough("extra"),
    }
    assert ids(more, walkthrough_ids=["w:1", "plain"]) == ["plain", "w:1"]
    assert ids(more, walkthrough_ids=[]) == []
    assert ids({"walkthroughs/w:1.wt.json": walkthrough("w:1")}, walkthrough_ids=["w:1"]) == ["w:1"]


def test_listed_missing_walkthrough_is_reported() -> None:
    snapshot = compiled(files(walkthrough(), walkthrough_ids=["w", "gone", "a/b"]))
    assert messages(snapshot, "MMD840") == [
        "The session lists the walkthrough `gone`, but there is no file 'walkthroughs/gone.wt.json'."
    ]
    assert [one.code for one in snapshot.diagnostics()] == ["MMD804", "MMD840"]


def test_listed_id_comes_before_the_id_of_the_file() -> None:
    snapshot = compiled(files(walkthrough("other"), walkthrough_ids=["w"]))
    assert [one.walkthrough for one in snapshot.facts(Walkthrough)] == ["w"]
    assert messages(snapshot, "MMD841") == [
        "The session lists this walkthrough as `w`, but it calls itself `other`. It goes by `w`."
    ]


def test_walkthrough_outside_of_a_session_is_read() -> None:
    snapshot = compiled({"a.mmd": FLOW, "tour.wt.json": walkthrough(nodes=[step("one", "d:a/flow/node/n:a")])})
    assert [(one.ref, one.session) for one in snapshot.facts(Walkthrough)] == [("s:walkthrough/w", "")]
    assert [one.dangling for one in snapshot.links(kind="evidence")] == [False]


def test_walkthroughs_of_two_sessions_get_different_ids() -> None:
    found: Files = {f"{folder}/{META}": session() for folder in ("x", "y")} | {
        f"{folder}/walkthroughs/w.wt.json": walkthrough() for folder in ("x", "y")
    }
    assert [one.walkthrough for one in compiled(found).facts(Walkthrough)] == ["x.w", "y.w"]


def test_walkthrough_without_id_is_named_by_its_file() -> None:
    snapshot = compiled(files({"nodes": [{"title": "x"}, step("one")]}))
    assert [(one.walkthrough, one.name) for one in snapshot.facts(Walkthrough)] == [("w", "w")]
    assert [one.node for one in snapshot.facts(WalkthroughNode)] == ["one"]
    assert {one.code for one in snapshot.diagnostics()} == {"MMD802"}
