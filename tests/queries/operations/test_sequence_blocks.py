"""The operations on blocks and notes of sequence diagrams."""

from pathlib import Path
from typing import Any

import pytest

from compiler.languages.diagrams.facts import Block, DiagramNote, Message, Xref
from tests.queries.operations.diagram_sources import PAY
from tests.queries.operations.proposing import applied, by_turns, propose
from tests.queries.operations.sequence_sources import BEFORE, FORMS, Place, texts, write_place


@pytest.fixture(params=FORMS, ids=repr)
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    form, end = request.param
    return write_place(tmp_path / "source", form, end=end)


def deeper(at: int, last: int) -> list[str]:
    return [f"{one[:-1]}{int(one[-1]) + (at <= number <= last)}" for number, one in enumerate(BEFORE)]


MADE: list[tuple[str, dict[str, Any], list[str], list[str]]] = [
    (
        "seq_add_block",
        {"block_kind": "loop", "from_message_id": "m:0001", "to_message_id": "m:0002", "header": "every; #1"},
        deeper(0, 1),
        ["loop every; #1", "alt refused"],
    ),
    ("seq_add_block", {"block_kind": "opt", "from_message_id": "m:0004"}, deeper(3, 3), ["alt refused", "opt "]),
    (
        "seq_add_block",
        {"block_kind": "par", "from_message_id": "m:0002", "to_message_id": "m:0002"},
        deeper(1, 1),
        ["par ", "alt refused"],
    ),
    ("seq_update_block", {"block_id": "b:0001", "header": "x"}, BEFORE, ["alt x"]),
    ("seq_update_block", {"block_id": "b:0001"}, BEFORE, ["alt "]),
    ("seq_update_block", {"section_id": "sec:0001:01", "header": "fine"}, BEFORE, ["alt refused"]),
    ("seq_remove_block", {"block_id": "b:0001", "with_messages": True}, BEFORE[:2], []),
]


@by_turns("place, op, arguments, messages, blocks", FORMS, MADE)
def test_operation_gives_the_blocks_it_is_asked_for(
    place: Place, op: str, arguments: dict[str, Any], messages: list[str], blocks: list[str]
) -> None:
    with applied(place.root, op, arguments | {"diagram_id": place.diagram}) as snapshot:
        assert texts(snapshot, place.diagram) == messages
        assert [f"{one.block_kind} {one.header}" for one in snapshot.facts(Block, diagram=place.diagram)] == blocks
        assert snapshot.diagnostics(severity="error") == []


NESTED = """sequenceDiagram
    A->>B: 1
    loop x
        A->>B: 2
        %% c
        opt y
            B->>A: 3
        end
    end
"""


def test_block_around_messages_indents_them_and_gives_them_back(tmp_path: Path) -> None:
    place = write_place(tmp_path / "source", "file", NESTED)
    with applied(place.root, "seq_remove_block", {"block_id": "b:0001"}):
        assert (place.root / "pay.mmd").read_text() == (
            "sequenceDiagram\n    A->>B: 1\n    A->>B: 2\n    %% c\n    opt y\n        B->>A: 3\n    end\n"
        )
    given = {"block_kind": "critical", "from_message_id": "m:0002", "to_message_id": "m:0003", "header": "z"}
    told = propose(place.root, "seq_add_block", given)
    assert "one section" in told["error"]
    with applied(place.root, "seq_add_block", given | {"to_message_id": "m:0002"}):
        assert (
            "\n        critical z\n            A->>B: 2\n        end\n        %% c\n"
            in (place.root / "pay.mmd").read_text()
        )


def test_citations_follow_blocks_that_are_renumbered(tmp_path: Path) -> None:
    place = write_place(tmp_path / "source", "session")
    meta = place.root / "nereid-session.meta.json"
    meta.write_text(meta.read_text().replace("d:pay/seq/message/m:0002", "d:pay/seq/section/sec:0001:01"))
    given = {"block_kind": "opt", "from_message_id": "m:0001", "to_message_id": "m:0002", "diagram_id": "pay"}
    with applied(place.root, "seq_add_block", given) as snapshot:
        assert {one.xref: one.to_ref for one in snapshot.facts(Xref)}["x:1"] == "d:pay/seq/section/sec:0002:01"


@pytest.mark.parametrize("form", ["file", "markdown"])
def test_note_is_drawn(tmp_path: Path, form: str) -> None:
    place = write_place(tmp_path / "source", form)
    given = {
        "text": "a; b",
        "participant_ids": ["p:Bank", "Ledger"],
        "after_message_id": "m:0003",
        "diagram_id": place.diagram,
    }
    with applied(place.root, "seq_add_note", given) as snapshot:
        (new, _) = snapshot.facts(DiagramNote, diagram=place.diagram)
        assert (new.text, new.about, new.placement, new.after_message) == ("a; b", ("p:Bank", "p:Ledger"), "over", 3)
        assert len(snapshot.facts(Message, diagram=place.diagram)) == PAY.count(": ") - 1


REFUSED: list[tuple[str, str, dict[str, Any], str]] = [
    ("file", "seq_add_block", {"block_kind": "box", "from_message_id": "m:0001"}, "block_kind"),
    ("file", "seq_add_block", {"block_kind": "loop", "from_message_id": "m:0009"}, "not found"),
    (
        "file",
        "seq_add_block",
        {"block_kind": "loop", "from_message_id": "m:0003", "to_message_id": "m:0004"},
        "section",
    ),
    ("file", "seq_add_block", {"block_kind": "loop", "from_message_id": "m:0002", "to_message_id": "m:0001"}, "before"),
    ("file", "seq_add_block", {"block_kind": "loop", "from_message_id": "m:0002", "header": "\n"}, "empty"),
    ("file", "seq_remove_block", {"block_id": "b:0001"}, "several sections"),
    ("file", "seq_remove_block", {"block_id": "b:0002"}, "not found"),
    ("file", "seq_update_block", {"header": "x"}, "either"),
    ("file", "seq_add_note", {"text": "x", "participant_ids": []}, "one or two"),
    ("file", "seq_add_note", {"text": "x", "participant_ids": ["Shop", "Bank"], "placement": "left of"}, "one or two"),
    ("file", "seq_add_note", {"text": "x", "participant_ids": ["None"]}, "not found"),
    ("session", "seq_add_note", {"text": "x", "participant_ids": ["Shop"]}, "seq_set_participant_note"),
    ("session", "seq_add_block", {"block_kind": "critical", "from_message_id": "m:0001"}, "reads no critical"),
]


@pytest.mark.parametrize(("form", "op", "arguments", "says"), REFUSED)
def test_refusals(tmp_path: Path, form: str, op: str, arguments: dict[str, Any], says: str) -> None:
    place = write_place(tmp_path, form)
    told = propose(place.root, op, arguments | {"diagram_id": place.diagram})
    assert "error" in told and says in told["error"] + str(told.get("problems", ""))
