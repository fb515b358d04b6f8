"""Files with diagrams: whole files and fenced blocks."""

from compiler.languages.diagrams.facts import Diagram
from tests.compiler.languages.diagrams.compiling import Files, codes, compiled

FLOW = "flowchart TD\n  a --> b\n"
BLOCK = f"```mermaid\n{FLOW}```\n"


def test_empty_blocks_and_files_are_unknown_diagrams() -> None:
    snapshot = compiled({"d.md": f"```mermaid\n```\n{BLOCK}```mermaid", "e.mmd": ""})
    assert [(one.diagram, one.type, one.has_errors) for one in snapshot.facts(Diagram)] == [
        ("d-1", "unknown", True),
        ("d-2", "flowchart", False),
        ("d-3", "unknown", True),
        ("e", "unknown", True),
    ]
    assert {one.code for one in snapshot.diagnostics()} == {"MMD104"}


def test_broken_diagram_hides_no_other() -> None:
    snapshot = compiled({"a.mmd": "flowchart TD\n a[ --> \n", "b.mmd": FLOW, "c.md": f"```mermaid\nwhat\n```\n{BLOCK}"})
    assert [(one.diagram, one.has_errors) for one in snapshot.facts(Diagram)] == [
        ("a", True),
        ("b", False),
        ("c-1", True),
        ("c-2", False),
    ]


def test_other_types_are_recognized() -> None:
    text = "pie title Votes\n  yes: 3\n"
    (one,) = compiled(text).facts(Diagram)
    assert (one.type, one.mermaid_type, one.name, one.has_errors) == ("other", "pie", "Votes", False)


def test_large_and_deep_diagrams_are_read() -> None:
    deep = "".join(f"subgraph s{n}\n" for n in range(1000)) + "a --> b\n" + "end\n" * 1000
    blocks = "".join(f"loop {n}\nA->>B: x\n" for n in range(1000)) + "end\n" * 1000
    wide = f'a["{"x" * 1_000_000}"]\n'
    files: Files = {
        "a.mmd": f"flowchart TD\n{deep}",
        "b.mmd": f"sequenceDiagram\n{blocks}",
        "c.mmd": f"flowchart TD\n{wide}",
        "d.md": ">" * 5000 + " ```mermaid\n",
        "e.mmd": 'sequenceDiagram\nlinks A: {"x":' + "[" * 400 + "]" * 400 + "}\n",
    }
    assert codes(compiled(files)) == []


def test_file_of_a_diagram_may_have_the_fence_of_the_page_that_takes_it_in() -> None:
    snapshot = compiled({"a.mermaid": f"\n{BLOCK}", "b.mmd": f"```\n{FLOW}```\n"})
    assert [(one.diagram, one.type, one.span.start_line) for one in snapshot.facts(Diagram)] == [
        ("a", "flowchart", 3),
        ("b", "unknown", 1),
    ]
    assert [(one.code, one.span.file) for one in snapshot.diagnostics()] == [("MMD103", "b.mmd")]
