"""The fact of a diagram, and the files that cannot be read."""

from compiler.languages.diagrams.declaration import DIAGRAMS
from compiler.languages.diagrams.facts import Diagram
from tests.compiler.languages.diagrams.compiling import codes, compiled

FLOW = "flowchart TD\n  a --> b\n"


def test_diagram_fact_has_name_type_and_text() -> None:
    text = "---\ntitle: Who pays\n---\nflowchart RL\n a\n"
    (one,) = compiled({"x/d.mmd": text}).facts(Diagram)
    assert (one.ref, one.name, one.type, one.mermaid_type, one.direction) == (
        "d:d",
        "Who pays",
        "flowchart",
        "flowchart-v2",
        "RL",
    )
    assert (one.text, str(one.span), one.fenced, one.session, one.revision) == (text, "x/d.mmd:1", False, "", 0)


def test_unreadable_file_is_reported() -> None:
    snapshot = compiled({"a.mmd": FLOW})
    assert codes(snapshot) == []
    large = compiled({"a.mmd": FLOW + "%" * DIAGRAMS.max_bytes, "b.mmd": FLOW})
    assert codes(large) == ["MMD800 a.mmd:1"]
    assert [one.diagram for one in large.facts(Diagram)] == ["b"]
