"""The operations of flowcharts on state, class, ER and requirement diagrams: each gives the facts asked for."""

from pathlib import Path
from typing import Any

import pytest

from compiler.languages.diagrams.facts import DiagramNote
from tests.closing import compile_source
from tests.queries.operations.graph_sources import KINDS, edges, label, node, text_of
from tests.queries.operations.proposing import LINE_ENDS, applied, by_turns, call, check_refused, refusals


@pytest.fixture(params=LINE_ENDS, ids=repr)
def source(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    for name, text in KINDS.items():
        (tmp_path / f"{name}.mmd").write_bytes(text.replace("\n", request.param).encode())
    page = "".join(f"- One\n\n  ```mermaid\n{indented(text)}  ```\n\n" for text in KINDS.values())
    (tmp_path / "page.md").write_bytes(page.replace("\n", request.param).encode())
    return tmp_path


Case = tuple[str, str, dict[str, Any], list[str], list[str]]


def cases_of(text: str) -> list[Case]:
    """Read cases: a line with an operation, a kind of diagram and arguments; then lines that go (-) and come (+)."""
    cases: list[Case] = []
    for line in text.strip("\n").split("\n"):
        if line[0] in "-+":
            (_, _, _, gone, come) = cases[-1]
            (gone if line[0] == "-" else come).append(line[1:])
        else:
            op, kind, arguments = line.split(" ", 2)
            cases.append((op, kind, call(f"{op} {arguments}")[1], [], []))
    return cases


def indented(text: str) -> str:
    return "".join(f"  {line}\n" for line in text.splitlines())


# The operation, the kind of diagram, the arguments, and the lines that go and come.
MADE = cases_of("""
flow_add_node state node_id=n:New 'label=A new one'
+    state "A new one" as New
flow_add_node class node_id=New
+    class New
flow_add_node er node_id=New 'label=A new one'
+    New["A new one"]
flow_add_node requirement node_id=door
+    element door {
+    }
flow_add_node state node_id=New 'label=It'"'"'s new' subgraph_id=sg:Sending
+        state "It's new" as New
flow_add_node class node_id=New subgraph_id=Sea
+      class New
flow_add_edge state from_node_id=n:Idle to_node_id=n:Placed 'label=go on'
+    Idle --> Placed : go on
flow_add_edge state from_node_id=n:Packed to_node_id=n:Picking
+        Packed --> Picking
flow_add_edge class from_node_id=Fish to_node_id=Animal 'connector=--|>'
+    Fish --|> Animal
flow_add_edge er from_node_id=CUSTOMER 'to_node_id=LINE ITEM' 'label=has some'
+    CUSTOMER ||--o{ "LINE ITEM" : "has some"
flow_add_edge requirement from_node_id=screen to_node_id=login label=traces
+    screen - traces -> login
flow_update_node state node_id=n:Busy label=Hm
-    state "Very busy" as Busy
+    state "Hm" as Busy
flow_update_node state node_id=n:Idle label=rests
-    Idle : waits
+    Idle : rests
flow_update_node class node_id=n:Duck label=Hm
-    class Duck["A duck"] {
+    class Duck["Hm"] {
flow_update_node er node_id=n:CUSTOMER label=Hm
-    CUSTOMER {
+    CUSTOMER["Hm"] {
flow_update_node er node_id=n:ORDER label=Hm
-    ORDER["An order"]
+    ORDER["Hm"]
flow_set_node_mermaid_id state node_id=n:Draft mermaid_id=Sketch
-    [*] --> Draft
-    Draft --> Placed : paid for Draft
-    note right of Draft : Draft
-    class Draft,Idle bold
+    [*] --> Sketch
+    Sketch --> Placed : paid for Draft
+    note right of Sketch : Draft
+    class Sketch,Idle bold
flow_set_node_mermaid_id state node_id=n:Sending mermaid_id=Mailing
-    state Sending {
+    state Mailing {
flow_set_node_mermaid_id class node_id=n:Animal mermaid_id=Beast
-    Animal <|-- Duck : is
-    Animal : +int age
-    <<interface>> Animal
-    cssClass "Duck,Animal" bold
+    Beast <|-- Duck : is
+    Beast : +int age
+    <<interface>> Beast
+    cssClass "Duck,Beast" bold
flow_set_node_mermaid_id er 'node_id=n:LINE ITEM' mermaid_id=ITEM
-    "LINE ITEM" }o..|| ORDER : "is in"
+    "ITEM" }o..|| ORDER : "is in"
flow_set_node_mermaid_id requirement node_id=n:login mermaid_id=enter
-    requirement login {
-    screen - satisfies -> login
-    login <- verifies - screen
-    class login,screen bold
+    requirement enter {
+    screen - satisfies -> enter
+    enter <- verifies - screen
+    class enter,screen bold
flow_update_edge state edge_id=e:0001 label=so
-    [*] --> Draft
+    [*] --> Draft : so
flow_update_edge class edge_id=e:0001 label='' 'connector=<|..'
-    Animal <|-- Duck : is
+    Animal <|.. Duck
flow_update_edge er edge_id=e:0001 'label=has many'
-    CUSTOMER ||--o{ ORDER : places
+    CUSTOMER ||--o{ ORDER : "has many"
flow_update_edge requirement edge_id=e:0002 label=copies
-    login <- verifies - screen
+    login <- copies - screen
flow_remove_edge state edge_id=e:0002
-    Draft --> Placed : paid for Draft
+    Placed
flow_remove_edge state edge_id=e:0003
-    Busy:::bold --> Idle
+    class Busy bold
flow_remove_edge class edge_id=e:0001
-    Animal <|-- Duck : is
+    class Animal
flow_remove_edge er edge_id=e:0002
-    "LINE ITEM" }o..|| ORDER : "is in"
+    "LINE ITEM"
flow_remove_edge requirement edge_id=e:0001
-    screen - satisfies -> login
flow_remove_node state node_id=n:Draft
-    [*] --> Draft
-    Draft --> Placed : paid for Draft
-    note right of Draft : Draft
-    class Draft,Idle bold
+    Placed
+    class Idle bold
flow_remove_node class node_id=n:Duck
-    Animal <|-- Duck : is
-    class Duck["A duck"] {
-        +swim(Fish)
-    }
-    Duck "1" --> "many" Fish : eats
-    note for Duck "quacks"
-    cssClass "Duck,Animal" bold
+    class Animal
+    cssClass "Animal" bold
flow_remove_node er node_id=n:CUSTOMER
-    CUSTOMER ||--o{ ORDER : places
-    CUSTOMER {
-        string name PK
-    }
-    style CUSTOMER fill:#f9f
flow_remove_node requirement node_id=n:screen
-    element screen {
-        type: page
-    }
-    screen - satisfies -> login
-    login <- verifies - screen
-    class login,screen bold
+    class login bold
""")
IN_FILE_AND_PAGE = [(place, op, kind, *rest) for op, kind, *rest in MADE for place in ("file", "page")]


@by_turns("source, place, op, kind, arguments, gone, come", LINE_ENDS, IN_FILE_AND_PAGE)
def test_operation_changes_the_lines_that_it_should(
    source: Path, place: str, op: str, kind: str, arguments: dict[str, Any], gone: list[str], come: list[str]
) -> None:
    for path in source.iterdir():  # the other files cost time only
        if path.name != ("page.md" if place == "page" else f"{kind}.mmd"):
            path.unlink()
    diagram = f"page-{[*KINDS].index(kind) + 1}" if place == "page" else kind
    before = KINDS[kind].splitlines()
    with applied(source, op, {"diagram_id": diagram, **arguments}) as snapshot:
        after = text_of(snapshot, diagram).splitlines()
        assert sorted(set(before) - set(after)) == sorted(set(gone) - set(after))
        assert sorted(set(after) - set(before)) == sorted(set(come) - set(before))
        assert len(after) - len(before) == len(come) - len(gone)


def test_rename_keeps_labels_and_members(source: Path) -> None:
    with applied(
        source, "flow_set_node_mermaid_id", {"diagram_id": "class", "node_id": "Fish", "mermaid_id": "Carp"}
    ) as one:
        assert "+swim(Fish)" in text_of(one, "class")
        assert edges(one, "class")[-1] == "Duck -->|eats| Carp"
        assert label(one, "class", "Carp") == "Carp"


def test_notes_of_a_removed_state_go_with_it(source: Path) -> None:
    with applied(source, "flow_remove_node", {"diagram_id": "state", "node_id": "Draft"}) as one:
        assert one.facts(DiagramNote, diagram="state") == []
        assert node(one, "state", "root_start") is None


REFUSED = refusals("""
flow_add_node diagram_id=state node_id=Draft => invalid_argument: already
flow_add_node diagram_id=state node_id=x shape=round => invalid_argument: no shapes
flow_add_node diagram_id=requirement node_id=x label=X => invalid_argument: its name
flow_update_edge diagram_id=state edge_id=e:0001 label=a;b => shown: n:;b
flow_update_edge diagram_id=er edge_id=e:0001 label='a "b"' => shown: MMD601
flow_update_edge diagram_id=er edge_id=e:0001 to_node_id=ORDER => invalid_argument: stay
flow_add_edge diagram_id=er from_node_id=ORDER to_node_id=NONE => not_found: Node
flow_add_edge diagram_id=class from_node_id=Duck to_node_id=Fish connector===> => invalid_argument: no arrow
flow_add_edge diagram_id=requirement from_node_id=login to_node_id=screen label=likes => invalid_argument: one of
flow_remove_node diagram_id=state node_id=Sending => wrong_kind: holds others
flow_remove_node diagram_id=class node_id=Whale => shown: MMD501
flow_update_node diagram_id=requirement node_id=login label=X => wrong_kind: its name
flow_update_node diagram_id=state node_id=decide label=X => wrong_kind: no label
flow_update_node diagram_id=state node_id=root_start label=X => wrong_kind: no label
flow_add_subgraph diagram_id=state subgraph_id=x => wrong_kind: flowchart
flow_set_node_mermaid_id diagram_id=state node_id=root_start mermaid_id=x => wrong_kind: no name
""")


def test_operation_is_refused_with_the_reason(tmp_path: Path) -> None:
    for name, text in KINDS.items():
        (tmp_path / f"{name}.mmd").write_text(text)
    check_refused(tmp_path, REFUSED)


def test_sources_of_the_tests_have_no_mistakes(source: Path) -> None:
    with compile_source(source) as snapshot:
        assert [one.diagram for one in snapshot.facts(DiagramNote) if not one.text] == []
        assert all(edges(snapshot, kind) for kind in KINDS)
