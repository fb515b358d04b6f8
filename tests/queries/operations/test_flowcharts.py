"""The operations on flowcharts: each gives the facts that it is asked for, in files, pages and sessions, and undone it
gives the old bytes."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from compiler.languages.diagrams.facts import Diagram, Edge, Session, WalkthroughNode, Xref
from compiler.store.snapshot import Snapshot
from tests.queries.operations.graph_sources import edge_ids, edges, label, node, text_of, write_source
from tests.queries.operations.proposing import (
    LINE_ENDS,
    applied,
    by_turns,
    call,
    check_refused,
    propose,
    refusals,
)


@pytest.fixture(params=LINE_ENDS, ids=repr)
def source(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    return write_source(tmp_path / "source", request.param)


Check = Callable[[Snapshot], bool]


def has(diagram: str, *lines: str) -> Check:
    """The text of a diagram has lines, one behind the other."""
    wanted = "\n".join(lines)
    return lambda one: f"\n{wanted}\n" in f"\n{text_of(one, diagram)}\n"


def lacks(diagram: str, *parts: str) -> Check:
    """The text of a diagram has none of some parts."""
    return lambda one: not any(part in text_of(one, diagram) for part in parts)


def both(*checks: Check) -> Check:
    return lambda one: all(check(one) for check in checks)


MADE: list[tuple[str, dict[str, Any], Check]] = [
    (
        *call("flow_add_node diagram_id=chart node_id=n:new label='New (one)'"),
        has("chart", '  ab["a --> b"] --> a1', '  new["New (one)"]'),
    ),
    (
        *call("flow_add_node diagram_id=chart node_id=new label=New shape=stadium subgraph_id=sg:box"),
        both(
            has("chart", "    c --> é -- hü --> f", "    new([New])", "  end"),
            lambda one: node(one, "chart", "new").parent == "sg:box",
        ),
    ),
    ("flow_add_node", {"diagram_id": "page-1", "node_id": "n:s"}, has("page-1", "  q --> r", "  s")),
    (
        *call("""flow_add_node diagram_id=page-2 node_id=n:s label='say "hi"'"""),
        both(
            has("page-2", "\tone[One] --> two --> three", '\ts["say #quot;hi#quot;"]'),
            lambda one: label(one, "page-2", "s") == 'say "hi"',
        ),
    ),
    (
        *call("flow_add_node node_id=d:tea/flow/node/n:milk label=Milk"),
        has("tea", "    pour --> cup", "    milk[Milk]"),
    ),
    (
        *call("flow_update_node diagram_id=chart node_id=n:a label=Begin"),
        has("chart", '  a[Begin] --> b{"Is [it]?"} -->|yes| c & d'),
    ),
    (
        *call("flow_update_node diagram_id=chart node_id=n:b label='%% ]:::#35;🫖' shape=hexagon"),
        lambda one: (label(one, "chart", "b"), node(one, "chart", "b").shape) == ("%% ]:::#35;🫖", "hexagon"),
    ),
    (
        *call("flow_update_node diagram_id=chart node_id=n:m label=Milk"),
        has("chart", '  m@{ shape: rect, label: "Milk" }'),
    ),
    (
        *call("flow_update_node diagram_id=chart node_id=n:d shape=round"),
        has("chart", '  a[Start] --> b{"Is [it]?"} -->|yes| c & d(d)'),
    ),
    (
        *call("flow_update_node diagram_id=page-2 node_id=n:two label=Two"),
        has("page-2", "\tone[One] --> two[Two] --> three"),
    ),
    (
        *call("flow_set_node_mermaid_id diagram_id=chart node_id=n:a mermaid_id=alpha"),
        both(
            has("chart", '  alpha[Start] --> b{"Is [it]?"} -->|yes| c & d'),
            has("chart", '  click alpha "http://x"', "  style b fill:#fff", "  class alpha,b hot"),
            has("chart", '  ab["a --> b"] --> a1'),
            has("chart", "%% A comment with a --> b"),
        ),
    ),
    (
        *call("flow_set_node_mermaid_id diagram_id=page-2 node_id=n:one mermaid_id=1st"),
        lambda one: (
            "at d:page-2/flow/node/n:1st, and not at d:page-2/flow/node/n:one-more" in (one.text("page.md") or "")
        ),
    ),
    (
        *call("flow_set_node_mermaid_id diagram_id=tea node_id=n:pour mermaid_id=serve"),
        both(
            lambda one: node(one, "tea", "serve").note == "Slowly.",
            lambda one: edge_ids(one, "tea") == ["e:0001", "e:hot", "e:dry", "e:0004"],
            lambda one: one.facts(Xref)[0].from_ref == "d:tea/flow/node/n:serve",
            lambda one: one.facts(Session)[0].selected == ("d:tea/flow/node/n:serve",),
            lambda one: one.facts(WalkthroughNode)[0].refs[0] == "d:tea/flow/node/n:serve",
            lambda one: one.facts(WalkthroughNode)[0].text == "Then d:tea/flow/node/n:serve.",
        ),
    ),
    (
        *call("flow_set_node_mermaid_id diagram_id=tea node_id=n:start mermaid_id=water"),
        both(
            lambda one: node(one, "tea", "water").node == "n:start",
            lambda one: node(one, "tea", "water").note == "Cold water.",
        ),
    ),
    (
        *call("flow_set_node_note diagram_id=tea node_id=n:cup note='Warm it.'"),
        lambda one: node(one, "tea", "cup").note == "Warm it.",
    ),
    (*call("flow_set_node_note diagram_id=tea node_id=n:pour"), lambda one: node(one, "tea", "pour").note == ""),
    (
        *call("flow_remove_node diagram_id=chart node_id=n:a"),
        both(
            has("chart", '  b{"Is [it]?"} -->|yes| c & d', "  subgraph box [Payments]"),
            has("chart", "  linkStyle 0,5 stroke:red", "  style b fill:#fff", "  class b hot"),
            has("chart", "%% A comment with a --> b"),
            lambda one: node(one, "chart", "ab") is not None,
        ),
    ),
    (*call("flow_remove_node diagram_id=chart node_id=n:x"), both(has("chart", "  y --- z"), lacks("chart", "e2@"))),
    (*call("flow_remove_node diagram_id=page-2 node_id=n:two"), has("page-2", "\tone[One]", "\tthree")),
    (
        *call("flow_remove_node diagram_id=tea node_id=n:start"),
        both(
            lambda one: edge_ids(one, "tea") == ["e:hot", "e:0002"],
            lambda one: one.facts(Xref)[0].to_ref == "d:tea/flow/edge/e:0002",
            lambda one: "start" not in (one.text("tea.meta.json") or ""),
        ),
    ),
    (
        *call("flow_add_edge diagram_id=chart from_node_id=n:d to_node_id=sg:box label='x|y' connector=-.->"),
        both(
            has("chart", '  ab["a --> b"] --> a1', '  d -.->|"x|y"| box'),
            lambda one: edges(one, "chart")[-1] == "d -.->|x|y| box",
        ),
    ),
    (*call("flow_add_edge diagram_id=page-1 from_node_id=r to_node_id=q"), has("page-1", "  q --> r", "  r --> q")),
    (
        *call("flow_add_edge diagram_id=tea from_node_id=n:cup to_node_id=n:start label=more edge_id=e:more"),
        both(
            has("tea", "    pour --> cup", "    cup -->|more| fill"),
            lambda one: edge_ids(one, "tea")[-1] == "e:more",
        ),
    ),
    (
        *call("flow_add_edge diagram_id=page-1 from_node_id=r to_node_id=q style=stroke:red,stroke-width:2px"),
        has("page-1", "  q --> r", "  r --> q", "  linkStyle 1 stroke:red,stroke-width:2px"),
    ),
    (
        *call("flow_update_edge diagram_id=chart edge_id=e:0003 style=stroke:blue"),
        has("chart", '  ab["a --> b"] --> a1', "  linkStyle 2 stroke:blue"),
    ),
    (
        *call("flow_update_edge diagram_id=tea edge_id=e:hot style=stroke:blue"),
        both(
            lacks("tea", "linkStyle"),
            lambda one: [each.style for each in one.facts(Edge, diagram="tea")][1] == "stroke:blue",
        ),
    ),
    (
        *call("flow_update_edge diagram_id=chart edge_id=e:0003 label=maybe"),
        has("chart", '  a[Start] --> b{"Is [it]?"}', "  b -->|yes| c", "  b -->|maybe| d"),
    ),
    (*call("flow_update_edge diagram_id=chart edge_id=e:0005 label=ho"), has("chart", "    c --> é -- ho --> f")),
    (*call("flow_update_edge diagram_id=chart edge_id=e:0005 label="), has("chart", "    c --> é --> f")),
    (
        *call("flow_update_edge diagram_id=chart edge_id=e:0001 to_node_id=n:z connector='==>'"),
        has("chart", "  a[Start] ==> z", '  b{"Is [it]?"} -->|yes| c & d'),
    ),
    (
        *call("flow_update_edge diagram_id=tea edge_id=e:dry label=empty"),
        lambda one: edge_ids(one, "tea") == ["e:0001", "e:hot", "e:dry", "e:0004"],
    ),
    (
        *call("flow_remove_edge diagram_id=chart edge_id=e:0002"),
        both(
            has("chart", '  a[Start] --> b{"Is [it]?"}', "  b -->|yes| d"), has("chart", "  linkStyle 0,6 stroke:red")
        ),
    ),
    (
        *call("flow_remove_edge diagram_id=chart edge_id=e:0007"),
        both(has("chart", "  x; y --- z"), lacks("chart", "e2@")),
    ),
    (*call("flow_remove_edge diagram_id=page-2 edge_id=e:0001"), has("page-2", "\tone[One]", "\ttwo --> three")),
    (
        *call("flow_remove_edge diagram_id=tea edge_id=e:hot"),
        both(
            lambda one: edges(one, "tea") == ["fill --> boil", "boil -->|dry| fill", "pour --> cup"],
            lambda one: edge_ids(one, "tea") == ["e:0001", "e:dry", "e:0003"],
            lambda one: one.facts(Xref)[0].to_ref == "d:tea/flow/edge/e:0003",
            lambda one: one.facts(WalkthroughNode)[0].refs[1] == "d:tea/flow/edge/e:0003",
        ),
    ),
    (
        "diagram_apply_ops",
        {
            "diagram_id": "tea",
            "base_rev": 3,
            "ops": [
                {"type": "flow_add_node", "node_id": "n:milk", "label": "Milk", "shape": None},
                {"type": "flow_add_edge", "from_node_id": "n:milk", "to_node_id": "n:cup"},
                {"type": "flow_set_node_mermaid_id", "node_id": "n:pour", "mermaid_id": "serve"},
                {"type": "flow_remove_edge", "edge_id": "e:0001"},
            ],
        },
        both(
            lambda one: one.facts(Diagram, diagram="tea")[0].revision == 4,
            lambda one: edges(one, "tea") == ["boil --> serve", "boil -->|dry| fill", "serve --> cup", "milk --> cup"],
            lambda one: one.facts(Xref)[0].from_ref == "d:tea/flow/node/n:serve",
        ),
    ),
]


@by_turns("source, op, arguments, is_made", LINE_ENDS, MADE)
def test_operation_gives_the_facts_it_is_asked_for_and_can_be_undone(
    source: Path, op: str, arguments: dict[str, Any], is_made: Check
) -> None:
    with applied(source, op, arguments) as snapshot:
        assert is_made(snapshot), "\n".join(
            one for one in map(snapshot.text, ("chart.mmd", "page.md", "tea.mmd")) if one
        )


REFUSED = refusals(r"""
flow_add_node diagram_id=nothing node_id=n:x => not_found: Diagram not found
flow_add_node diagram_id=chart node_id=n:a => invalid_argument: already
flow_add_node diagram_id=chart node_id=box => invalid_argument: already
flow_add_node diagram_id=chart node_id="n:x y" => invalid_argument: one word
flow_add_node diagram_id=chart node_id=end => shown: MMD201
flow_add_node diagram_id=chart node_id=new label='"a\nb"' => invalid_argument: one line
flow_add_node diagram_id=chart node_id=new shape=blob => invalid_argument: shape
flow_add_node diagram_id=chart node_id=e2 => shown: {'diagram': {'changed': 1}, 'file': {'changed': 1}}, 'links': {}
flow_update_node diagram_id=chart node_id=n:a => invalid_argument: State the label
flow_update_node diagram_id=chart node_id=n:aa label=X => not_found: Node not found
flow_update_node diagram_id=chart node_id=n:box label=X => wrong_kind: subgraph
flow_update_node diagram_id=chart node_id=n:m shape=round => unavailable: @{
flow_set_node_mermaid_id diagram_id=chart node_id=n:a mermaid_id=b => invalid_argument: already
flow_set_node_mermaid_id diagram_id=chart node_id=n:a mermaid_id=subgraph => invalid_argument: something else
flow_set_node_note diagram_id=page-1 node_id=n:q note=x => unavailable: session
flow_remove_node diagram_id=chart node_id=n:box => wrong_kind: subgraph
flow_add_edge diagram_id=chart from_node_id=a to_node_id=q => not_found: Node not found
flow_add_edge diagram_id=chart from_node_id=a to_node_id=b connector=-> => invalid_argument: no arrow
flow_add_edge diagram_id=page-1 from_node_id=q to_node_id=r edge_id=e:mine => unavailable: sidecar
flow_update_edge diagram_id=chart edge_id=e:0001 => invalid_argument: State what
flow_update_edge diagram_id=chart edge_id=e:0099 label=x => not_found: Edge not found
flow_remove_edge diagram_id=chart edge_id=e:1 => not_found: Edge not found
diagram_apply_ops diagram_id=tea base_rev=2 ops=[] => unavailable: revision 3
flow_update_edge diagram_id=chart edge_id=e:0001 style=a;b-->c => shown: d:chart/flow/edge/e:0012
flow_remove_edge diagram_id=cited edge_id=e:0001 => invalid_argument: is cited
diagram_apply_ops diagram_id=tea ops='[{"type": "flow_add_node", "node_id": "n:x"}, {"type": "entity_create"}]'
  => invalid_argument: ops[1]
""")


def test_operation_is_refused_with_the_reason(tmp_path: Path) -> None:
    check_refused(write_source(tmp_path / "source", "\n"), REFUSED)


def test_diagram_with_mistakes_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.mmd").write_text("flowchart LR\n  a --> \n  b[\n")
    told = propose(tmp_path, "flow_add_node", {"node_id": "n:c"})
    assert (told["code"], "mistakes" in told["error"]) == ("unavailable", True)


def test_diagram_in_html_is_edited_only_where_its_lines_are_those_of_the_file(tmp_path: Path) -> None:
    page = '<pre class="mermaid">\ngraph LR\n  c\n  a --&gt; b\n</pre>\n'
    (tmp_path / "page.md").write_text(page)
    told = propose(tmp_path, "flow_update_edge", {"edge_id": "e:0001", "label": "x"})
    assert (told["code"], "another spelling" in told["error"]) == ("unavailable", True)
    with applied(tmp_path, "flow_update_node", {"node_id": "c", "label": "See"}) as snapshot:
        assert snapshot.text("page.md") == page.replace("  c\n", "  c[See]\n")


def test_answer_shows_fewer_changes_where_all_would_be_too_long(tmp_path: Path) -> None:
    name = "a-long-name-of-a-node-in-a-long-chart-" * 6
    lines = "".join(f"  {name}{at} --> {name}{at + 1}\n" for at in range(60))
    (tmp_path / "chart.mmd").write_text(f"flowchart LR\n{lines}")
    told = propose(tmp_path, "flow_remove_edge", {"edge_id": "e:0001"})
    assert 0 < len(told["changed_objects"]) < 50
    assert "more in changed_objects" in told["hint"]


def test_comment_inside_of_a_statement_is_not_lost(tmp_path: Path) -> None:
    (tmp_path / "chart.mmd").write_text("flowchart LR\n  a\n  -->\n  %% why\n  b --> c\n")
    told = propose(tmp_path, "flow_remove_edge", {"edge_id": "e:0001"})
    assert (told["code"], "comment" in told["error"]) == ("unavailable", True)
    with applied(tmp_path, "flow_remove_edge", {"edge_id": "e:0002"}) as snapshot:
        assert text_of(snapshot, "chart") == "flowchart LR\n  a\n  -->\n  %% why\n  b\n  c\n"
