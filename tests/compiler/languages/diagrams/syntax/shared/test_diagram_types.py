"""The type of a diagram, by its first words."""

from compiler.languages.diagrams.syntax.shared.diagram_types import TYPES, type_of
from tests.compiler.tables import table


@table(
    ("code", "kind", "name"),
    [
        ("graph TD", "flowchart", "flowchart-v2"),
        ("flowchart LR", "flowchart", "flowchart-v2"),
        ("flowchart-elk TD", "flowchart", "flowchart-elk"),
        ("swimlane-beta LR", "flowchart", "swimlane"),
        ("sequenceDiagram", "sequence", "sequence"),
        ("stateDiagram", "state", "stateDiagram"),
        ("stateDiagram-v2", "state", "stateDiagram"),
        ("classDiagram", "class", "class"),
        ("classDiagram-v2", "class", "classDiagram"),
        ("erDiagram", "er", "er"),
        ("requirementDiagram", "requirement", "requirement"),
        ("requirement", "requirement", "requirement"),
        ("C4Dynamic\ntitle x", "c4", "c4"),
        ("gitGraph:", "gitgraph", "gitGraph"),
        ("packet-beta", "other", "packet"),
        ("xychart horizontal", "other", "xychart"),
        ("Ishikawa-beta", "other", "ishikawa"),
        ("wardley-beta", "other", "wardley-beta"),
        ("eventmodeling", "other", "eventmodeling"),
        ("railroad-peg-beta", "other", "railroadPeg"),
    ],
)
def test_header_gives_kind_and_name(code: str, kind: str, name: str) -> None:
    assert type_of(code) == (kind, name)


@table("code", ["", "hello", "FLOWCHART TD", "sequencediagram", "x graph TD", "ishikawas"])
def test_unknown_header_gives_unknown(code: str) -> None:
    assert type_of(code) == ("unknown", "")


def test_header_is_a_bare_prefix_after_blanks() -> None:
    assert type_of("\n  graphics") == ("flowchart", "flowchart-v2")


def test_configuration_can_choose_the_elk_renderer() -> None:
    assert type_of("graph TD", {"flowchart": {"defaultRenderer": "elk"}}) == ("flowchart", "flowchart-elk")
    assert type_of("graph TD", {"flowchart": "elk"}) == ("flowchart", "flowchart-v2")


def test_types_have_distinct_headers_that_hide_no_other() -> None:
    headers = [row.header for row in TYPES]
    assert len(set(headers)) == len(headers)
    for row in TYPES:
        plain = row.header.replace("(?:Diagram)?", "").replace("(?i:", "").rstrip(")").split("|")[0]
        if plain.isalnum():
            assert type_of(plain) == (row.kind, row.name)
