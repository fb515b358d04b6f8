"""The type of a diagram is decided by its first words."""

import pytest

from compiler.languages.diagrams.syntax.shared.diagram_types import TYPES, type_of


@pytest.mark.parametrize(
    ("code", "kind", "name"),
    [
        ("graph TD", "flowchart", "flowchart-v2"),
        ("flowchart LR", "flowchart", "flowchart-v2"),
        ("flowchart-elk TD", "flowchart", "flowchart-elk"),
        ("sequenceDiagram", "sequence", "sequence"),
        ("stateDiagram", "state", "stateDiagram"),
        ("stateDiagram-v2", "state", "stateDiagram"),
        ("classDiagram", "class", "class"),
        ("classDiagram-v2", "class", "classDiagram"),
        ("erDiagram", "er", "er"),
        ("requirementDiagram", "requirement", "requirement"),
        ("requirement", "requirement", "requirement"),
        ("C4Dynamic\ntitle x", "other", "c4"),
        ("gitGraph:", "other", "gitGraph"),
        ("packet-beta", "other", "packet"),
        ("xychart horizontal", "other", "xychart"),
        ("Ishikawa-beta", "other", "ishikawa"),
        ("wardley-beta", "other", "wardley-beta"),
        ("eventmodeling", "other", "eventmodeling"),
        ("railroad-peg-beta", "other", "railroadPeg"),
    ],
)
def test_the_header_gives_kind_and_name(code: str, kind: str, name: str) -> None:
    assert type_of(code) == (kind, name)


@pytest.mark.parametrize("code", ["", "hello", "FLOWCHART TD", "sequencediagram", "x graph TD", "ishikawas"])
def test_what_begins_otherwise_is_unknown(code: str) -> None:
    assert type_of(code) == ("unknown", "")


def test_headers_are_bare_prefixes_and_blanks_before_them_are_skipped() -> None:
    assert type_of("\n  graphics") == ("flowchart", "flowchart-v2")


def test_the_configuration_can_choose_the_elk_renderer() -> None:
    assert type_of("graph TD", {"flowchart": {"defaultRenderer": "elk"}}) == ("flowchart", "flowchart-elk")
    assert type_of("graph TD", {"flowchart": "elk"}) == ("flowchart", "flowchart-v2")


def test_every_type_has_one_name_and_no_header_hides_another() -> None:
    headers = [row.header for row in TYPES]
    assert len(set(headers)) == len(headers)
    for row in TYPES:
        plain = row.header.replace("(?:Diagram)?", "").replace("(?i:", "").rstrip(")").split("|")[0]
        if plain.isalnum():
            assert type_of(plain) == (row.kind, row.name)
