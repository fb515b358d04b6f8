"""Drawings of graphs: whole drawings, locked, and each construct."""

from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from tests.compiler.languages.diagrams.compiling import compiled
from tests.queries.asking import ask, error
from tests.queries.cases import each
from tests.queries.diagrams.sources import drawn_in_both, flow

DRAWINGS = {
    "a loan at the library": """flowchart TD
    desk([Reader at the desk]) --> card{Has a card?}
    card -->|yes| book[/Scan the book/]
    card -->|no| form[[Fill in the form]]
    form --> card
    book --> held{On hold<br>for somebody?}
    held -->|yes| sorry((Sorry))
    held -->|no| lend[Write the loan]
    lend -.-> mail{{Mail a reminder}}
    lend ==> loans[(Loans)]
    lend -->|next book| book
""",
    "services from left to right": """flowchart LR
    subgraph outside[Outside]
        reader((Reader))
    end
    subgraph inside[The library]
        direction TB
        subgraph halls[Halls]
            desk[Desk] --> shelf[Shelves]
        end
        stack[(Stack)]
        shelf --o stack
    end
    reader -->|asks| desk
    stack --x attic
    reader <--> inside
    attic --> attic
""",
    "upwards, with parallel edges": """flowchart BT
    page[頁 📖] -->|turn| next
    page -.->|skip| next
    page --- next
    alone
""",
    "states of a book": """stateDiagram-v2
    [*] --> Shelved
    Shelved --> Lent : to a reader
    Lent --> Shelved : on time
    state Lent {
        [*] --> Read
        Read --> Due : four weeks
        --
        [*] --> Watched
    }
    state where <<choice>>
    Lent --> where
    where --> Lost : never back
    where --> [*] : sold
    note right of Lost : The reader pays
""",
    "classes of the catalogue": """classDiagram
    class Item {
        <<abstract>>
        +String title
        #int year$
        +lend(reader) bool
        +shelf()*
    }
    class Book~T~
    Item <|-- Book
    Item <|-- Map
    Catalogue "1" *-- "0..*" Item : lists
    Catalogue ..> Index : reads
    note for Map "Some are framed"
""",
    "entities of the catalogue": """erDiagram
    READER ||--o{ LOAN : makes
    LOAN }|..|| BOOK : "is of"
    READER {
        int id PK
        string name "as on the card"
    }
    READER |o--o| DEPOSIT : pays
""",
    "requirements of the desk": """requirementDiagram
    requirement fast {
        id: 1
        text: "A reader waits no longer than two minutes, on any day."
        risk: medium
        verifymethod: test
    }
    element clock {
        type: device
        docref: "hall/clock"
    }
    clock - verifies -> fast
""",
}


@pytest.mark.parametrize("name", DRAWINGS)
def test_drawings(name: str, snapshot: SnapshotAssertion) -> None:
    found = drawn_in_both(compiled(DRAWINGS[name]), "diagram_render_ascii")
    assert f"\n{found.pop('ascii')}\n" == snapshot
    assert found["form"] == "drawing"
    assert "least_width" not in found


def drawn(*lines: str, head: str = "flowchart TD", **arguments: Any) -> str:
    text: str = ask(flow(*lines, head=head), "diagram_render_ascii", **arguments)["ascii"]
    return text


def check(picture: str, *lines: str, head: str = "flowchart TD") -> None:
    """Assert that the lines are drawn as the picture, apart from indentation and outer blank lines."""
    rows = [row.removeprefix("        ") for row in picture.strip("\n").rstrip().split("\n")]
    assert drawn(*lines, head=head).split("\n") == rows


def test_graph_edge_leads_down() -> None:
    check(
        """
        ┌───┐
        │ a │
        └─┬─┘
          │
          ▼
        ┌───┐
        │ b │
        └───┘
        """,
        "a --> b",
    )


def test_graph_edge_leads_to_the_right() -> None:
    check(
        """
        ┌───┐    ┌───┐
        │ a ├───▶│ b │
        └───┘    └───┘
        """,
        "a --> b",
        head="flowchart LR",
    )


def test_graph_edge_leads_to_the_left() -> None:
    check(
        """
        ┌───┐    ┌───┐
        │ b │◀───┤ a │
        └───┘    └───┘
        """,
        "a --> b",
        head="flowchart RL",
    )


def test_graph_label_is_on_its_line() -> None:
    check(
        """
        ┌───┐           ┌───┐
        │ a ├── is so ─▶│ b │
        └───┘           └───┘
        """,
        "a -->|is so| b",
        head="flowchart LR",
    )


def test_graph_edges_share_ports_at_a_box() -> None:
    check(
        """
            ┌───┐
            │ a │
            └─┬─┘
          ┌───┴───┐
          ▼       ▼
        ┌───┐   ┌───┐
        │ b │   │ c │
        └─┬─┘   └─┬─┘
          └───┬───┘
              ▼
            ┌───┐
            │ d │
            └───┘
        """,
        "a --> b --> d",
        "a --> c --> d",
    )


@each(
    "written, mark",
    [
        ("a --> b", "───▶│"),
        ("a --- b", "────┤"),
        ("a --x b", "───✕│"),
        ("a --o b", "───○│"),
        ("a <--> b", "│◀──▶│"),
        ("a -.-> b", "├┄┄┄▶│"),
        ("a ==> b", "┝━━━▶│"),
    ],
)
def test_graph_strokes_and_heads_differ(written: str, mark: str) -> None:
    assert mark in drawn(written, head="flowchart LR")


@each(
    "written, middle",
    [
        ("a[x]", "│ x │"),
        ("a([x])", "( x )"),
        ("a((x))", "(  x  )"),
        ("a(((x)))", "((  x  ))"),
        ("a{x}", "<  x  >"),
        ("a{{x}}", "< x >"),
        ("a[[x]]", "││ x ││"),
        ("a[/x/]", "╱ x ╱"),
        ("a[\\x\\]", "╲ x ╲"),
        ("a[/x\\]", "╱ x ╲"),
        ("a[\\x/]", "╲ x ╱"),
        ("a>x]", "> x │"),
    ],
)
def test_graph_shapes_differ_in_their_sides(written: str, middle: str) -> None:
    assert middle in drawn(written).split("\n")


def test_graph_cylinder_has_a_lid() -> None:
    assert drawn("a[(x)]").split("\n") == ["╭───╮", "├───┤", "│ x │", "╰───╯"]


def test_graph_loop_returns_to_its_box() -> None:
    rows = drawn("a -->|again| a").split("\n")
    assert rows[1:3] == ["│ a ├──┐ again", "│   │◀─┘"]


def test_graph_crossing_lines_do_not_join() -> None:
    """A junction means joined lines. Where lines cross, the horizontal line has a gap."""
    text = drawn("a & b --> c & d")
    assert "─│─" in text
    assert "┼" not in text


def test_graph_labels_have_no_markup() -> None:
    text = drawn('a["`**bold** and *lean*`"] --> b["<b>x</b> fa:fa-car y<br/>z"]')
    assert "bold and lean" in text
    assert "x y" in text
    assert not set("*<`") & set(text)


def test_graph_wide_characters_take_two_columns() -> None:
    assert drawn("a[東京 🎉]").split("\n") == ["┌─────────┐", "│ 東京 🎉 │", "└─────────┘"]


def test_graph_labels_show_hidden_characters() -> None:
    assert "\\u202e" in drawn("a[x\u202ey]")


def test_graph_without_edges_is_side_by_side() -> None:
    assert drawn("a", "b", "c").count("\n") == 2
    assert drawn("a", "b", "c", head="flowchart LR").count("\n") == 10


def test_graph_edge_to_a_group_ends_at_its_frame() -> None:
    text = drawn("subgraph g [Group]", "a --> b", "end", "c --> g", head="flowchart LR")
    assert "│ c ├───▶│ │ a ├" in text


def test_graph_edge_into_its_own_group_is_a_footnote() -> None:
    assert drawn("subgraph g [Group]", "a", "end", "g -->|holds| a").endswith("\n\nGroup -> a (holds)")


def test_graph_group_has_its_own_direction() -> None:
    text = drawn("subgraph g", "direction LR", "a --> b", "end")
    assert "│ a ├───▶│ b │" in text


def test_graph_title_is_above() -> None:
    found = compiled("---\ntitle: What happens\n---\nflowchart TD\na --> b\n")
    assert ask(found, "diagram_render_ascii")["ascii"].startswith("What happens\n\n")


def test_render_of_an_empty_diagram_is_empty() -> None:
    found = ask(flow(), "diagram_render_ascii")
    assert (found["ascii"], found["width"], found["height"]) == ("", 0, 0)
    assert "nothing" in found["hint"]


def test_render_of_other_types_shows_their_text() -> None:
    found = ask(compiled('pie\n  title Books\n  "read" : 4\n'), "diagram_render_ascii", charset="ascii")
    assert found["form"] == "source"
    assert found["ascii"].split("\n")[0].startswith("+- pie -")
    assert '|   "read" : 4' in found["ascii"]
    assert found["hint"] == "Diagrams of pie are not drawn: this is the text."
    unknown = ask(compiled("pastry\n  a\n"), "diagram_render_ascii")
    assert unknown["hint"] == "Diagrams of a type that Mermaid does not know are not drawn: this is the text."


def test_render_of_an_unknown_diagram_is_an_error() -> None:
    assert error(flow("a --> b"), "diagram_render_ascii", diagram_id="nope")["code"] == "not_found"
    assert error(flow("a --> b"), "diagram_render_ascii", width=3)["code"] == "invalid_argument"
