"""Drawings of sequences: whole drawings, locked, and each construct."""

import pytest
from syrupy.assertion import SnapshotAssertion

from tests.compiler.languages.diagrams.compiling import compiled
from tests.queries.asking import ask
from tests.queries.cases import each
from tests.queries.diagrams.sources import drawn_in_both, sequence

DRAWINGS = {
    "a loan at the library": """sequenceDiagram
    autonumber
    actor R as Reader
    box Behind the desk
        participant D as Desk
        participant C@{ "type": "database" } as Catalogue
    end
    R->>+D: I would like this book
    D->>C: Is it free?
    C-->>D: yes
    alt the card is valid
        Note right of C: Cards last a year
        D->>+C: Write the loan
        D->>D: Stamp the book
        C-->>-D: done
        loop every week, until it is back
            D-)R: A friendly reminder
        end
    else the card has run out
        D--xR: Please renew it first
    end
    deactivate D
    Note over R,C: The day ends
""",
    "a courier comes and goes": """sequenceDiagram
    participant D as Desk
    create participant K as Courier
    D->>K: Take this parcel
    par on the road
        K->>K: drive
    and meanwhile
        D->D: wait
    end
    critical hand it over
        K-->D: delivered
    option nobody is home
        K<<->>D: talk
    end
    rect rgb(240, 240, 240)
        opt a tip
            D->>+K: coin
            D->>+K: another
            K->>-D: thanks
        end
    end
    destroy K
    K-xD: leaves
    Note left of D: 静かな一日
""",
}


@pytest.mark.parametrize("name", DRAWINGS)
def test_drawings(name: str, snapshot: SnapshotAssertion) -> None:
    found = drawn_in_both(compiled(DRAWINGS[name]), "diagram_render_ascii")
    assert f"\n{found.pop('ascii')}\n" == snapshot
    assert found["form"] == "drawing"


def drawn(*lines: str, width: int = 120) -> str:
    text: str = ask(sequence(*lines), "diagram_render_ascii", width=width)["ascii"]
    return text


def test_sequence_message_leads_between_lifelines() -> None:
    assert drawn("a->>b: hello").split("\n") == [
        "┌───┐   ┌───┐",
        "│ a │   │ b │",
        "└─┬─┘   └─┬─┘",
        "  │ hello │",
        "  ├──────▶│",
        "  │       │",
    ]


@each(
    "arrow, mark",
    [
        ("->>", "├──────▶│"),
        ("-->>", "├┄┄┄┄┄┄▶│"),
        ("->", "├───────┤"),
        ("-->", "├┄┄┄┄┄┄┄┤"),
        ("-x", "├──────✕│"),
        ("-)", "├──────)│"),
        ("<<->>", "│◀─────▶│"),
    ],
)
def test_sequence_arrows_differ(arrow: str, mark: str) -> None:
    assert mark in drawn(f"a{arrow}b: hello")


def test_sequence_participants_keep_the_order_of_the_source() -> None:
    assert drawn("participant z", "a->>z: x").split("\n")[1].split() == ["│", "z", "│", "│", "a", "│"]


def test_sequence_message_crosses_lifelines_between() -> None:
    assert "├───────│──────▶│" in drawn("participant a", "participant b", "participant c", "a->>c: x")


def test_sequence_active_lifeline_is_thick_and_filled_when_nested() -> None:
    text = drawn("a->>+b: one", "a->>+b: two", "a->>b: three", "b-->>-a: four", "b-->>-a: five", "a->>b: six")
    rows = text.split("\n")
    assert "".join(row[rows[1].rindex("b")] for row in rows[3:]) == "│┃┃████┨┃┦│││"


def test_sequence_repeats_heads_when_long() -> None:
    assert drawn(*(f"a->>b: {number}" for number in range(30))).count("│ a │") == 2


def test_sequence_texts_are_wrapped() -> None:
    text = drawn("a->>b: a message of quite a few words that is not short", width=30)
    assert max(map(len, text.split("\n"))) <= 30
    assert "short" in text


def test_sequence_with_unknown_participants_is_drawn() -> None:
    assert "hello" in drawn("a->>b: hello", "a->>", "Note over c: x")


def test_sequence_frames_without_participants_are_drawn() -> None:
    assert drawn("loop x", "loop y", "end", "end").split("\n") == [
        "┌─ loop [x] ────┐",
        "│ ┌─ loop [y] ┐ │",
        "│ └───────────┘ │",
        "└───────────────┘",
    ]
