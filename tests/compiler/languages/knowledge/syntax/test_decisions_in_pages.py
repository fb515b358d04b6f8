"""Y-statements, section 9 of arc42, and the decisions of a workspace of Structurizr."""

from pathlib import Path

import orjson

from compiler.languages.knowledge.facts import Decision
from tests.compiler.languages.documents.sources import compiled
from tests.compiler.languages.knowledge.sources import decision, facts, linked, relations
from tests.compiler.tables import table

CHOICES = """\
# Choices

## Wheels

In the context of the upper mill, facing the concern of low water, we decided for an overshot wheel
and against an undershot wheel, to achieve more turns, accepting that the wheel is taller.

## Small ones

- In the context of **sacks**, facing mice, we chose jute over paper to achieve peace.
- In the context of carts and nothing else.

```
In the context of A, facing B, we decided for C.
```
"""
SECTION = """\
# 9. Architecture Decisions

Some words.

## 9.1 Wood for the frame

**Status:** superseded by 9.2

## 9.2 Iron for the frame

| Field | Value |
| --- | --- |
| Status | Accepted |
| Date | 2024-05-06 |
| Deciders | Ines, Oda |

### Context

Wood rots.

# 10. Quality

## 10.1 Goals
"""
WORKSPACE = {
    "name": "Mill",
    "documentation": {"decisions": [{"id": "1", "title": "Draw the mill", "status": "Proposed", "content": "x"}]},
    "model": {
        "softwareSystems": [
            {
                "id": "1",
                "name": "Lower Mill",
                "documentation": {
                    "decisions": [
                        {
                            "id": "1",
                            "title": "Stone from the hill",
                            "date": "2023-01-02T00:00:00Z",
                            "status": "Superseded",
                            "content": "# 1. Stone",
                            "links": [{"id": "2", "description": "superceded by"}],
                        },
                        {"id": "2", "title": "Stone from the sea", "status": "Accepted", "content": "# 2. Stone"},
                    ]
                },
            }
        ]
    },
}


def test_y_statements_are_decisions_with_what_they_achieve_and_accept() -> None:
    found = facts(linked({"docs/choices.md": CHOICES}), Decision)
    assert [(one.entity, one.name, one.status) for one in found] == [
        ("choices/Y1", "Wheels", "unstated"),
        ("choices/Y2", "jute", "unstated"),
    ]
    assert found[0].properties["context"] == "the upper mill, facing low water"
    assert found[0].properties["consequences"] == ["Good: more turns", "Bad: the wheel is taller"]
    assert found[1].native["fields"]["neglected"] == "paper"
    assert (found[0].span.start_line, found[0].span.end_line) == (5, 6)


@table(
    "text",
    [
        "In the context of A, we decided for C, facing B.",
        "She wrote it in the context of a war, facing hunger.",
        "`In the context of A, facing B, we decided for C.`",
    ],
)
def test_sentence_of_another_order_is_no_y_statement(text: str) -> None:
    assert facts(linked({"docs/a.md": f"# A\n\n{text}\n"}), Decision) == []


def test_y_statement_in_a_decision_of_another_format_is_not_read_twice() -> None:
    text = "# 1. Wheels\n\n## Status\n\nAccepted\n\n## Decision\n\nIn the context of A, facing B, we decided for C.\n"
    assert [one.entity for one in facts(linked({"docs/adr/0001-wheels.md": text}), Decision)] == ["ADR-0001"]


def test_section_9_of_arc42_has_a_decision_a_heading() -> None:
    result = linked({"arch/09_architecture_decisions.md": SECTION})
    first, second = facts(result, Decision)
    assert (first.entity, first.name, first.status) == (
        "09_architecture_decisions/9.1",
        "Wood for the frame",
        "superseded",
    )
    assert (second.name, second.status, second.native["deciders"]) == (
        "Iron for the frame",
        "accepted",
        ["Ines", "Oda"],
    )
    assert (second.properties["context"], second.created_at) == ("Wood rots.", "2024-05-06T00:00:00Z")
    assert relations(result) == {(second.entity, "supersedes", first.entity)}


@table(
    ("name", "title"),
    [
        ("09_entwurfsentscheidungen.md", "Entwurfsentscheidungen"),
        ("09_decisions.md", "Architekturentscheidungen"),
        ("09-decisiones.md", "Decisiones de arquitectura"),
        ("9_decisions.md", "9. Décisions d'architecture"),
    ],
)
def test_section_9_of_arc42_may_be_in_another_language_and_leave_out_a_level(name: str, title: str) -> None:
    text = f"# {title}\n\n### Holz\nEs schwimmt.\n\n#### Status\n\nAkzeptiert\n\n### Eisen\nDatum: 2026-01-02\n"
    first, second = facts(linked({f"doc/{name}": text}), Decision)
    assert (first.name, first.status, first.native.get("has_status")) == ("Holz", "accepted", None)
    assert (second.name, second.native["has_status"], second.created_at) == ("Eisen", False, "2026-01-02T00:00:00Z")


def test_heading_of_decisions_in_another_language_elsewhere_is_no_section_of_arc42() -> None:
    text = "# Protokoll\n\n## Architekturentscheidungen\n\n### Holz\nJa.\n"
    assert facts(linked({"docs/a.md": text}), Decision) == []


def test_heading_decisions_elsewhere_is_no_section_of_arc42() -> None:
    assert facts(linked({"docs/a.md": "# A\n\n## Design Decisions\n\n### Use wood\n\nYes.\n"}), Decision) == []


def test_structurizr_decisions_belong_to_their_element() -> None:
    result = linked({"box/workspace.json": orjson.dumps(WORKSPACE).decode()})
    assert {one.entity for one in facts(result, Decision)} == {"structurizr/1", "lower-mill/1", "lower-mill/2"}
    assert relations(result) == {("lower-mill/2", "supersedes", "lower-mill/1")}
    assert decision(result, "lower-mill/1").status == "superseded"


PAGE = "# {0}. {1}\n\n## Status\n\nAccepted\n\n## Decision\n\nYes.\n"
PAGES = {f"box/adrs/{n:04}-a.md": PAGE.format(n, title) for n, title in ((1, "Wood"), (2, "Iron"), (3, "Brass"))}


def exported(*titles: str) -> str:
    """A workspace whose decisions have these titles."""
    listed = [{"id": str(at), "title": title, "status": "Accepted"} for at, title in enumerate(titles, 1)]
    return orjson.dumps({"model": {}, "documentation": {"decisions": listed}}).decode()


def test_structurizr_decisions_that_pages_state_are_an_export() -> None:
    pages = {"ADR-0001", "ADR-0002", "ADR-0003"}
    for titles in (("Wood", "Iron", "Brass"), ("wood",), ("Wood", "Iron", "Tin")):
        result = linked({**PAGES, "box/workspace.json": exported(*titles)})
        assert {one.entity for one in facts(result, Decision)} == pages


@table("titles", [("Wood", "Iron", "Brass", "Tin"), ("Wood", "Lead", "Tin")])
def test_structurizr_decisions_that_pages_lack_are_of_the_project(titles: tuple[str, ...]) -> None:
    result = linked({**PAGES, "box/workspace.json": exported(*titles)})
    assert len(facts(result, Decision)) == len(PAGES) + len(titles)


def test_structurizr_decisions_are_no_export_of_example_pages(tmp_path: Path) -> None:
    pages = {f"examples/adr/{path.rpartition('/')[2]}": text for path, text in PAGES.items()}
    with compiled(tmp_path, {**pages, "docs/a.md": "# A\n", "box/workspace.json": exported("Wood", "Iron")}) as found:
        assert {one.format for one in found.facts(Decision)} == {"adr-tools", "structurizr"}


@table("text", ["{", "[]", '{"folders": []}', '{"model": 3}', '{"documentation": {"decisions": [7, {"id": 1}]}}'])
def test_workspace_of_another_program_has_no_decisions(text: str) -> None:
    assert facts(linked({"workspace.json": text}), Decision) == []


def test_heading_above_two_statements_is_the_title_of_neither() -> None:
    both = "".join(f"- In the context of {where}, facing mice, we chose {what} over paper.\n" for where, what in USES)
    found = facts(linked({"docs/choices.md": f"# Choices\n\n## Sacks\n\n{both}"}), Decision)
    assert [one.title for one in found] == ["jute", "linen"]


USES = (("flour", "jute"), ("bran", "linen"))
