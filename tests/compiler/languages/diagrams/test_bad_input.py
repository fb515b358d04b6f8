"""Bad input costs itself only: it gives diagnostics, never a crash, and nothing else is lost."""

from functools import partial
from itertools import product
from time import process_time
from typing import Any

import pytest

from compiler.languages.diagrams.facts import (
    Diagram,
    Edge,
    Message,
    Node,
    Participant,
    Session,
    Subgraph,
    Walkthrough,
    WalkthroughEdge,
    WalkthroughNode,
    Xref,
)
from compiler.languages.diagrams.syntax.classes.build import MAX_LEVELS
from compiler.languages.diagrams.syntax.parse import parse
from compiler.store.snapshot import Snapshot
from tests.compiler.languages.diagrams.compiling import META, Files, compiled, links, messages, session
from tests.compiler.tables import table

MAX_SECONDS = 5.0  # of processor time for one source
MEGABYTE = 1_048_576
DEEP = 5_000

SOUND = "flowchart LR\n  dough --> oven --> bread\n"
CHAIN = ["a > b", "b > c"]


def check(text: str, codes: set[str], nodes: str, edges: list[str]) -> None:
    """Compile a diagram beside a sound one. Assert the codes, the nodes and edges of the diagram, and the sound one."""
    snapshot = beside({"d.mmd": text, "sound.mmd": SOUND})
    assert {one.code for one in snapshot.diagnostics()} == codes
    assert {one.span.file for one in snapshot.diagnostics()} <= {"d.mmd"}
    assert [one.name for one in snapshot.facts(Node, diagram="d")] == nodes.split()
    assert drawn(snapshot, "d") == edges
    assert drawn(snapshot, "sound") == ["dough > oven", "oven > bread"]


def drawn(snapshot: Snapshot, diagram: str) -> list[str]:
    """The edges of a diagram."""
    return [f"{one.from_node[2:]} > {one.to_node[2:]}" for one in snapshot.facts(Edge, diagram=diagram)]


def beside(files: Files) -> Snapshot:
    """The snapshot of some files. Fails when compiling takes too long."""
    begun = process_time()
    snapshot = compiled(files)
    assert process_time() - begun < MAX_SECONDS
    return snapshot


@table(
    ("line", "code"),
    [
        ("x[open", "MMD209"),
        ("x([open] --> y", "MMD201"),
        ("x{{open} --> y", "MMD201"),
        ('x["open] --> y', "MMD209"),
        ("x -->|open y", "MMD209"),
        ("x@{ shape: rect", "MMD209"),
    ],
)
def test_unclosed_bracket_at_end_costs_its_line(line: str, code: str) -> None:
    snapshot = beside({"d.mmd": f"flowchart TD\n  a --> b\n  b --> c\n  {line}\n", "sound.mmd": SOUND})
    assert {one.code for one in snapshot.diagnostics()} == {code}
    assert drawn(snapshot, "d")[:2] == CHAIN
    assert len(drawn(snapshot, "sound")) == 2


def test_unclosed_bracket_in_middle_costs_its_text() -> None:
    check("flowchart TD\n  a --> b\n  x[open\n  b --> c\n", {"MMD209"}, "a b x c", CHAIN)


def test_subgraph_without_end_keeps_its_nodes() -> None:
    check("flowchart TD\n  subgraph s\n    a --> b\n    b --> c\n", {"MMD201"}, "a b c", CHAIN)
    snapshot = compiled("flowchart TD\n  subgraph s\n    a --> b\n    b --> c\n")
    assert [one.nodes for one in snapshot.facts(Subgraph)] == [("n:a", "n:b", "n:c")]


def test_end_without_subgraph_costs_its_line() -> None:
    check("flowchart TD\n  a --> b\n  end\n  b --> c\n", {"MMD201"}, "a b c", CHAIN)


@table("header", ["flowchrt TD", "Flowchart TD", "diagram", "TD", "{", "%%{init", "\x00", "🙂"])
def test_unknown_header_costs_its_diagram(header: str) -> None:
    check(f"{header}\n  a --> b\n", {"MMD103"}, "", [])
    assert [one.type for one in compiled(f"{header}\n  a --> b\n").facts(Diagram)] == ["unknown"]


@table("text", ["", "\n\n", "%% only a comment\n", "%%{init: {}}%%\n"])
def test_empty_file_is_an_unknown_diagram(text: str) -> None:
    check(text, {"MMD104"}, "", [])


def test_label_of_a_megabyte_is_read() -> None:
    label = "long " * (MEGABYTE // 5)
    snapshot = beside({"d.mmd": f"flowchart TD\n  a[{label}] -->|{label}| b\n  b --> c\n"})
    assert snapshot.diagnostics() == []
    assert drawn(snapshot, "d") == CHAIN
    assert [len(one.label) for one in snapshot.facts(Node)] == [len(label.strip()), 1, 1]


def test_message_of_a_megabyte_is_read() -> None:
    text = "long " * (MEGABYTE // 5)
    snapshot = beside({"d.mmd": f"sequenceDiagram\n  A->>B: {text}\n  B->>A: ok\n"})
    assert snapshot.diagnostics() == []
    assert [len(one.text) for one in snapshot.facts(Message)] == [len(text.strip()), 2]


@table("opening", ["[", "((", '["', "{{", "-->|", "@{ label: ", "[/"])
def test_unclosed_label_of_a_megabyte_is_reported_in_time(opening: str) -> None:
    snapshot = beside({"d.mmd": f"flowchart TD\n  a --> b\n  b --> c\n  c{opening}{'x ' * (MEGABYTE // 2)}\n"})
    assert [one.severity for one in snapshot.diagnostics()] == ["error"]
    assert drawn(snapshot, "d")[:2] == CHAIN


def nested(header: str, line: str, inner: str, end: str, *, deep: int = DEEP, closed: bool) -> str:
    """A text of `deep` nested blocks, closed or not."""
    openings = "".join(f"{line.format(number)}\n" for number in range(deep))
    endings = f"{end}\n" * deep if closed else ""
    return f"{header}\n{openings}{inner}\n{endings}"


NAMESPACES = ("classDiagram", "namespace n{} {{", "class A", "}")
NESTED = {
    "flowchart": partial(nested, "flowchart TD", "subgraph s{}", "a --> b", "end"),
    "sequence": partial(nested, "sequenceDiagram", "loop {}", "A->>B: hello", "end"),
    "state": partial(nested, "stateDiagram-v2", "state s{} {{", "a --> b", "}"),
    # The id of a namespace contains the ids of all around it, so the facts grow with the square of the depth.
    "class": partial(nested, *NAMESPACES, deep=1_000),
}


@table(("closed", "kind"), product([True, False], NESTED))
def test_blocks_nested_five_thousand_deep_are_read(kind: str, closed: bool) -> None:
    snapshot = beside({"d.mmd": NESTED[kind](closed=closed), "sound.mmd": SOUND})
    found = {one.severity for one in snapshot.diagnostics()}
    assert ("error" in found) is not closed
    assert [one.type for one in snapshot.facts(Diagram, diagram="d")] == [kind]
    assert len(drawn(snapshot, "sound")) == 2
    inside = snapshot.count(Message) if kind == "sequence" else len(snapshot.facts(Node, diagram="d"))
    assert inside >= 1


@table("closed", [True, False])
def test_namespaces_nested_five_thousand_deep_are_parsed_to_their_bound(closed: bool) -> None:
    begun = process_time()
    parsed = parse("d.mmd", nested(*NAMESPACES, closed=closed))
    assert process_time() - begun < MAX_SECONDS
    assert any(one.severity == "error" for one in parsed.diagnostics) is not closed
    assert any(one.code == "MMD504" for one in parsed.diagnostics)
    assert len(parsed.unit.texts[0].ast["namespaces"]) == MAX_LEVELS


@table(
    "text",
    [
        "flowchart TD\n  a" + "[" * DEEP + "\n  b --> c\n",
        "flowchart TD\n  a@{ x: " + "[" * DEEP + " }\n  b --> c\n",
        "---\nconfig: " + "{a: " * DEEP + "\n---\nflowchart TD\n  b --> c\n",
        "%%{init: " + "[" * DEEP + "}%%\nflowchart TD\n  b --> c\n",
        "flowchart TD\n  b --> c\n" + "a & " * DEEP + "a\n",
        "flowchart TD\n  b --> c" + " --> c" * DEEP + "\n",
        "erDiagram\n  A {\n" + "  string " + "(" * DEEP + "\n}\n  b ||--o{ c : has\n",
        "classDiagram\n  class A~" + "List~" * DEEP + "\n  b --> c\n",
    ],
)
def test_nested_brackets_do_not_crash(text: str) -> None:
    snapshot = beside({"d.mmd": text, "sound.mmd": SOUND})
    assert len(drawn(snapshot, "sound")) == 2


def test_sidecar_with_unknown_names_changes_nothing_else() -> None:
    sidecar: dict[str, Any] = {
        "diagram_id": "d",
        "mmd_path": "d.mmd",
        "stable_id_map": {"by_mermaid_id": {"gone": "n:stable", "a": "n:first"}},
        "flow_edges": [{"edge_id": "e:gone", "from_node_id": "n:gone", "to_node_id": "n:b", "label": None}],
        "flow_node_notes": {"n:nobody": "A note for nobody.", "n:first": "Begin here."},
    }
    snapshot = beside({"d.mmd": "flowchart TD\n  a --> b\n  b --> c\n", "d.meta.json": sidecar})
    assert [one.code for one in snapshot.diagnostics()] == ["MMD831", "MMD831", "MMD832"]
    assert [(one.node, one.note) for one in snapshot.facts(Node)] == [
        ("n:first", "Begin here."),
        ("n:b", ""),
        ("n:c", ""),
    ]
    assert [(one.edge, one.from_node) for one in snapshot.facts(Edge)] == [("e:0001", "n:first"), ("e:0002", "n:b")]


BROKEN_JSON = ("", "{", "[]", "null", '"text"', "{" * DEEP, "[" * DEEP, '{"diagram_id": 1', "\x00")


@table(("broken", "name"), product(BROKEN_JSON, ["d.meta.json", "tour.wt.json"]))
def test_broken_json_file_hides_no_diagram(name: str, broken: str) -> None:
    snapshot = beside({"d.mmd": SOUND, name: broken})
    assert {one.code for one in snapshot.diagnostics()} <= {"MMD801"}
    assert len(drawn(snapshot, "d")) == 2


@table("broken", ["", "{", "[]", "null", "{}", '{"session_id": 1, "diagrams": 2, "xrefs": {}}'])
def test_broken_session_hides_no_diagram(broken: str) -> None:
    snapshot = beside({META: broken, "diagrams/d.mmd": SOUND})
    assert {one.code for one in snapshot.diagnostics()} <= {"MMD801", "MMD802", "MMD803"}
    assert snapshot.diagnostics()
    assert len(drawn(snapshot, "d")) == 2


def test_walkthrough_with_dangling_edge_keeps_the_rest() -> None:
    walkthrough: dict[str, Any] = {
        "walkthrough_id": "tour",
        "title": "Tour",
        "nodes": [{"node_id": "one", "title": "One", "refs": ["d:d/flow/node/n:dough", "d:d/flow/node/n:gone"]}],
        "edges": [{"from_node_id": "one", "to_node_id": "two", "kind": "then"}],
    }
    files: Files = {META: session("d"), "diagrams/d.mmd": SOUND, "walkthroughs/tour.wt.json": walkthrough}
    snapshot = beside(files)
    assert sorted(one.code for one in snapshot.diagnostics()) == ["MMD842", "MMD843"]
    assert messages(snapshot, "MMD842") == ["An edge of the walkthrough leads to the step `two`, which does not exist."]
    assert [snapshot.count(one) for one in (Walkthrough, WalkthroughNode, WalkthroughEdge)] == [1, 1, 1]
    assert links(snapshot, "leads_on") == [
        "s:s/walkthrough/tour/node/one > s:s/walkthrough/tour/node/two?",
    ]
    assert len(drawn(snapshot, "d")) == 2


def test_duplicate_ids_cost_the_earlier_entry() -> None:
    listed = session("d", "e")
    listed["diagrams"][1]["diagram_id"] = "d"
    ref = "d:d/flow/node/n:b"
    listed["xrefs"] = [{"xref_id": "x", "from": ref, "to": ref, "kind": kind} for kind in ("first", "second")]
    steps = [{"node_id": "one", "title": title} for title in ("First", "Second")]
    files: Files = {
        META: listed,
        "diagrams/d.mmd": SOUND,
        "diagrams/e.mmd": "flowchart TD\n  a --> b\n  b --> c\n",
        "walkthroughs/tour.wt.json": {"walkthrough_id": "tour", "title": "Tour", "nodes": steps},
    }
    snapshot = beside(files)
    assert [one.span.file for one in snapshot.diagnostics(code="MMD810")] == [
        META,
        META,
        "walkthroughs/tour.wt.json",
    ]
    assert {one.code for one in snapshot.diagnostics()} == {"MMD810"}
    assert drawn(snapshot, "d") == CHAIN
    assert snapshot.count(Diagram) == 2
    assert [one.xref_kind for one in snapshot.facts(Xref)] == ["second"]
    assert [one.name for one in snapshot.facts(WalkthroughNode)] == ["Second"]


def test_participant_declared_twice_is_one_object() -> None:
    snapshot = beside({"d.mmd": "sequenceDiagram\n  participant A\n  participant A as Again\n  A->>A: hello\n"})
    assert snapshot.diagnostics() == []
    assert [(one.participant, one.label) for one in snapshot.facts(Participant)] == [("p:A", "Again")]


def test_session_with_broken_entries_keeps_the_rest() -> None:
    listed = session("good", "gone", "out", "odd=sequence", active_diagram_id="gone")
    listed["diagrams"][2]["mmd_path"] = "../../etc/passwd"
    listed["xrefs"] = [
        {"xref_id": "x", "from": "d:good/flow/node/n:dough", "to": "d:gone/flow/node/n:a", "kind": "nav"},
        {"xref_id": "y", "from": "nonsense", "to": "d:good/flow/node/n:oven", "kind": "nav"},
    ]
    files: Files = {META: listed, "diagrams/good.mmd": SOUND, "diagrams/odd.mmd": "flowchart TD\n  a[ --> b\n  b --> c"}
    snapshot = beside(files)
    raised = {one.code for one in snapshot.diagnostics()}
    assert raised == {"MMD209", "MMD805", "MMD806", "MMD820", "MMD821", "MMD822", "MMD824"}
    assert [one.status for one in snapshot.facts(Xref)] == ["dangling_to"]
    assert snapshot.count(Session) == 1
    assert drawn(snapshot, "good") == ["dough > oven", "oven > bread"]


@pytest.mark.long("growth is measured")
def test_long_lines_of_brackets_are_read_in_time() -> None:
    for noise in ("[", "((", "{{", "|", "-", "--> ", '"', "&", ";", "@{", "subgraph ", "end\n", ":::", "%%", "<"):
        snapshot = beside({"d.mmd": "flowchart TD\n  a --> b\n" + noise * (50_000 // len(noise))})
        assert snapshot.count(Diagram) == 1
