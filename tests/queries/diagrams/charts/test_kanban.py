"""Kanban boards as images: columns with their cards."""

from queries.diagrams.charts.kanban import MAX_CARDS, kanban_model
from queries.diagrams.svg_rendering import diagram_svg
from queries.drawing.charts.kanban import Card
from tests.compiler.languages.diagrams.compiling import compiled
from tests.queries.cases import each
from tests.queries.diagrams.svg_reader import parts, texts

BOARD = """kanban
  To do
    [Wash the crates]
    plain card
    ::icon(fa fa-book)
  wip[In work <b>now</b>]
    press(("Mend the press"))@{ ticket: ORC-7, priority: 'Very High', assigned: "Ada B." }
    sieve[Sieve]@{
      assigned: Ben
      priority: Low
    }
  done[Done]:::quiet
"""


def test_kanban_has_columns_with_their_cards() -> None:
    model = kanban_model(BOARD)
    assert model and [(one.title, len(one.cards)) for one in model.columns] == [
        *(("To do", 2), ("In work now", 2), ("Done", 0)),
    ]
    assert model.columns[1].cards == (
        Card("Mend the press", "ORC-7", "Ada B.", "Very High"),
        Card("Sieve", "", "Ben", "Low"),
    )


def test_kanban_parts_say_what_is_known_of_a_card() -> None:
    svg = diagram_svg(compiled(BOARD), "d")
    assert [one.title for one in parts(svg, "frame")] == ["To do: 2 cards", "In work now: 2 cards", "Done: 0 cards"]
    assert [one.title for one in parts(svg, "node")][1:3] == [
        "plain card",
        "Mend the press (ORC-7, assigned to Ada B., priority Very High)",
    ]
    assert {"ORC-7", "Ada B.", "Mend the press"} <= {*texts(svg)}


@each(
    "source",
    ["kanban\n", "kanban\n  a\n b\n", "kanban\n  []\n", "kanbans\n  a\n", "kanban\n a\n" + "  b\n" * (MAX_CARDS + 1)],
)
def test_kanban_that_is_not_understood_is_shown_as_its_text(source: str) -> None:
    assert kanban_model(source) is None


def test_kanban_escapes_its_texts() -> None:
    svg = diagram_svg(compiled("kanban\n  a\n    b[</text><script>x</script>]@{ ticket: '<svg onload=x>' }\n"), "d")
    assert "<script" not in svg and "<svg onload" not in svg and len(parts(svg, "node")) == 1
