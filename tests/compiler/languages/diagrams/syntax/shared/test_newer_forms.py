"""Forms that only newer versions of Mermaid read: each is told once for a diagram."""

from compiler.languages.diagrams.records import TextLocation
from compiler.languages.diagrams.syntax.parse import parse_diagram, span_of_file
from compiler.model.diagnostics import Diagnostic
from tests.compiler.tables import table


def newer(text: str) -> list[str]:
    found: list[Diagnostic] = []
    parse_diagram(TextLocation("a.mmd"), span_of_file("a.mmd", text), 0, text, found)
    assert not [one for one in found if one.severity == "error"], found
    return [f"{one.span.start_line}:{one.span.start_col} {one.message}" for one in found if one.code == "MMD112"]


@table(
    ("text", "place", "since"),
    [
        ("flowchart TD\nA[a@b] --> B(c@d)", "2:1", "12.3"),
        ("flowchart TD\nA -->|a@b| B", "2:3", "12.3"),
        ("flowchart TD\nA@{ shape: bpmn-start }\nB@{ shape: bpmn-end }", "2:2", "12.3"),
        ("flowchart TD\nA\nstyle  A fill:#fff", "3:1", "12.0"),
        ("flowchart TD\nA\nclass A  warm", "3:1", "12.0"),
        ("flowchart TD\nA -->|x|  B", "2:9", "12.0"),
        ("sequenceDiagram\nparticipant Link\nLink->>A: x\nA->>Link: y", "3:1", "12.1"),
        ('sequenceDiagram\nparticipant A @{ "type": "queue" }', "2:13", "12.1"),
        ('sequenceDiagram\nparticipant a-b@{ "type": "queue" }', "2:13", "12.1"),
    ],
)
def test_newer_form_is_told_once(text: str, place: str, since: str) -> None:
    (found,) = newer(text)
    assert found.startswith(place)
    assert f" since {since};" in found


@table(
    "text",
    [
        "flowchart TD\nA[mail a@b]",
        "flowchart TD\nA --> B\nclassDef warm    fill:#fff\nstyle A   fill:#fff\nlinkStyle 0   stroke:red",
        'flowchart TD\nA["a@b"] --> B[x] e1@--> C\nA@{ shape: cyl }',
        "flowchart TD\nA -->|x| B\nstyle A fill:#fff,  stroke:#000",
        'sequenceDiagram\nparticipant A@{ "type": "queue" }\nlink A: x @ https://a.example',
        "sequenceDiagram\nLinker->>Linked: x",
    ],
)
def test_form_of_every_version_is_not_told(text: str) -> None:
    assert newer(text) == []
