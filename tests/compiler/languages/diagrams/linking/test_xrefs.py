"""Cross-references: status, links and diagnostics."""

from typing import Any

from compiler.languages.diagrams.facts import Xref
from compiler.store.snapshot import Snapshot
from tests.compiler.languages.diagrams.compiling import META, compiled, messages, session

FLOW = "flowchart TD\n  a --> b\n"
SEQUENCE = "sequenceDiagram\n  opt x\n  A->>B: hi\n  end\n"


def with_xrefs(*xrefs: dict[str, Any]) -> Snapshot:
    meta = session("a", "q=sequence", xrefs=list(xrefs))
    return compiled({META: meta, "diagrams/a.mmd": FLOW, "diagrams/q.mmd": SEQUENCE, "docs/more.mmd": FLOW})


def xref(source: str, target: str, **more: Any) -> dict[str, Any]:
    return {"xref_id": "x", "from": source, "to": target, "kind": "nav", "label": None, "status": "ok", **more}


def check_status(source: str, target: str, status: str) -> None:
    (one,) = with_xrefs(xref(source, target, status="dangling_both")).facts(Xref)
    assert (one.from_ref, one.to_ref, one.status) == (source, target, status)


def test_xref_status_is_computed() -> None:
    node, gone = "d:a/flow/node/n:a", "d:a/flow/node/n:gone"
    check_status(node, "d:q/seq/message/m:0001", "ok")
    check_status(node, gone, "dangling_to")
    check_status(gone, node, "dangling_from")
    check_status(gone, "d:none/seq/message/m:0001", "dangling_both")


def test_xref_ends_may_be_any_objects() -> None:
    node = "d:a/flow/node/n:a"
    for ref in ("flow/edge/e:0001", "seq/participant/p:B", "seq/block/b:0001", "seq/section/sec:0001:00"):
        check_status(node, f"d:{'a' if ref.startswith('flow') else 'q'}/{ref}", "ok")
    check_status(node, "d:q/flow/node/n:a", "dangling_to")
    check_status(node, "d:a/flow/note/n:a", "dangling_to")
    check_status(node, "d:more/flow/node/n:a", "ok")


def test_xrefs_are_links_dangling_or_not() -> None:
    snapshot = with_xrefs(
        xref("d:a/flow/node/n:a", "d:q/seq/participant/p:A"),
        xref("d:a/flow/node/n:a", "d:a/flow/node/n:gone", xref_id="y"),
    )
    assert [(one.source, one.target, one.dangling) for one in snapshot.links(kind="xref")] == [
        ("d:a/flow/node/n:a", "d:q/seq/participant/p:A", False),
        ("d:a/flow/node/n:a", "d:a/flow/node/n:gone", True),
    ]
    assert [one.ref for one in snapshot.facts(Xref)] == ["s:s/xref/x", "s:s/xref/y"]


def test_xref_with_dangling_end_suggests_a_similar_ref() -> None:
    snapshot = with_xrefs(
        xref("d:q/seq/participant/p:C", "d:a/flow/node/n:a"),
        xref("d:a/flow/node/n:a", "d:mor/flow/node/n:a", xref_id="y"),
    )
    assert [(one.message, one.suggestion) for one in snapshot.diagnostics(code="MMD824")] == [
        (
            "The cross-reference `x` leads from `d:q/seq/participant/p:C`, which does not exist.",
            "Did you mean 'd:q/seq/participant/p:B'?",
        ),
        (
            "The cross-reference `y` leads to `d:mor/flow/node/n:a`, which does not exist.",
            "There is no diagram 'mor'. Did you mean 'd:more'?",
        ),
    ]


def test_xref_declared_twice_counts_by_its_last_entry() -> None:
    snapshot = with_xrefs(
        xref("d:a/flow/node/n:a", "d:a/flow/node/n:b", label="first"),
        xref("d:a/flow/node/n:b", "d:a/flow/node/n:a", label="second", kind=""),
    )
    assert [(one.label, one.xref_kind) for one in snapshot.facts(Xref)] == [("second", "")]
    assert messages(snapshot, "MMD810") == ["The cross-reference `x` is declared more than once; the last one counts."]


def test_xref_with_malformed_ref_is_left_out() -> None:
    for bad in ("a", "d:a", "d:a/b", "d:/flow/node/n:a", "d:a/flow/node/", "d:a//n:a", "", 3, None):
        snapshot = with_xrefs(xref("d:a/flow/node/n:a", bad))  # type: ignore[arg-type]
        assert snapshot.count(Xref) == 0
        assert [one.code for one in snapshot.diagnostics()] == [
            "MMD806" if isinstance(bad, str) else "MMD802" if bad is None else "MMD803"
        ]


def test_xref_without_kind_is_reported_and_kept() -> None:
    one = xref("d:a/flow/node/n:a", "d:a/flow/node/n:b")
    del one["kind"], one["status"]
    snapshot = with_xrefs(one)
    assert snapshot.count(Xref) == 1
    assert messages(snapshot, "MMD802") == ["The cross-reference `x` has no `kind`; it counts as empty."]
