"""The relations of diagrams over small texts."""

from tests.compiler.languages.querying import ask

FLOW = """flowchart TD
  subgraph pay[Payments]
    a[Take money] -->|yes| b((Done))
    subgraph inner
      c
    end
  end
  a -.-> d & e/x
  d ==> pay
"""
STATES = "stateDiagram-v2\n  [*] --> Open\n  state Open {\n    x --> y\n  }\n  Open --> Closed\n"
CALLS = """sequenceDiagram
  participant A as Alice
  A->>B: Hello
  alt is there
    loop each day
      B-->>A: Hi
    end
  end
"""
FILES = {
    "flow.mmd": FLOW,
    "life.mmd": STATES,
    "calls.mmd": CALLS,
    "doc.md": "```mermaid\nflowchart LR\n  a --> z\n```\n",
}


def test_diagram_relation_has_type_and_place() -> None:
    assert ask(FILES, "SELECT id, ref, type, file, line FROM diagram ORDER BY id") == [
        ("calls", "d:calls", "sequence", "calls.mmd", 1),
        ("doc-1", "d:doc-1", "flowchart", "doc.md", 2),
        ("flow", "d:flow", "flowchart", "flow.mmd", 1),
        ("life", "d:life", "state", "life.mmd", 1),
    ]


def test_node_relation_has_ids_of_mermaid_and_parents() -> None:
    sql = "SELECT id, label, shape, parent, line FROM node WHERE diagram = 'flow' ORDER BY id"
    assert ask(FILES, sql) == [
        ("a", "Take money", "squareRect", "pay", 3),
        ("b", "Done", "circle", "pay", 3),
        ("c", "c", "squareRect", "inner", 5),
        ("d", "d", "squareRect", None, 8),
        ("e/x", "e/x", "squareRect", None, 8),
        ("pay", "pay", "rect", None, 9),
    ]


def test_node_relation_has_states_in_composite_states() -> None:
    sql = "SELECT id, parent FROM node WHERE diagram = 'life' AND parent IS NOT NULL ORDER BY id"
    assert ask(FILES, sql) == [("x", "Open"), ("y", "Open")]


def test_node_relation_finds_a_node_by_ref() -> None:
    assert ask(FILES, "SELECT diagram, id FROM node WHERE ref = 'd:flow/flow/node/n:e%2Fx'") == [("flow", "e/x")]


def test_subgraph_relation_has_the_group_around() -> None:
    assert ask(FILES, "SELECT diagram, id, label, parent FROM subgraph ORDER BY 1, 2") == [
        ("flow", "inner", "inner", "pay"),
        ("flow", "pay", "Payments", None),
        ("life", "Open", "Open", None),
    ]


def test_edge_relation_joins_nodes_of_its_diagram() -> None:
    sql = "SELECT id, source, target, label, stroke, arrow, line FROM edge WHERE diagram = 'flow' ORDER BY id"
    assert ask(FILES, sql) == [
        ("e:0001", "a", "b", "yes", "normal", "-->", 3),
        ("e:0002", "a", "d", None, "dotted", "-.->", 8),
        ("e:0003", "a", "e/x", None, "dotted", "-.->", 8),
        ("e:0004", "d", "pay", None, "thick", "==>", 9),
    ]
    unknown = """SELECT e.id FROM edge e WHERE NOT EXISTS (SELECT 1 FROM node n
                 WHERE n.diagram = e.diagram AND n.id IN (e.source, e.target))"""
    assert ask(FILES, unknown) == []


def test_edge_relation_answers_recursive_questions() -> None:
    sql = """WITH RECURSIVE after (id) AS (VALUES ('a') UNION SELECT e.target FROM after JOIN edge e
             ON e.source = after.id AND e.diagram = 'flow') SELECT id FROM after ORDER BY id"""
    assert ask(FILES, sql) == [("a",), ("b",), ("d",), ("e/x",), ("pay",)]


def test_message_relation_has_numbers_participants_and_blocks() -> None:
    assert ask(FILES, "SELECT id, label FROM participant ORDER BY id") == [("A", "Alice"), ("B", "B")]
    sql = "SELECT id, number, source, target, text, kind, block, line FROM message ORDER BY number"
    assert ask(FILES, sql) == [
        ("m:0001", 1, "A", "B", "Hello", "sync", None, 3),
        ("m:0002", 2, "B", "A", "Hi", "return", "b:0002", 6),
    ]
    assert ask(FILES, "SELECT id, kind, label, parent FROM block ORDER BY id") == [
        ("b:0001", "alt", "is there", None),
        ("b:0002", "loop", "each day", "b:0001"),
    ]
