"""The operations on sequence diagrams, in every place where a diagram may stand, with LF and with CRLF."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from compiler.languages.diagrams.facts import Message, Participant, Xref
from compiler.store.snapshot import Snapshot
from tests.closing import compile_source
from tests.queries.operations.diagram_sources import META, WALKTHROUGH_FILE, write_session
from tests.queries.operations.proposing import (
    applied,
    by_turns,
    call,
    check_refused,
    git_apply,
    patch_of,
    propose,
    propose_all,
)
from tests.queries.operations.sequence_sources import BEFORE, FORMS, RICH, Place, texts, write_place


@pytest.fixture(params=FORMS, ids=repr)
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    form, end = request.param
    return write_place(tmp_path / "source", form, end=end)


def names(snapshot: Snapshot, diagram: str) -> list[str]:
    return [one.name for one in snapshot.facts(Participant, diagram=diagram)]


NEW = {"from_participant_id": "p:Bank", "to_participant_id": "Ledger", "text": "Hi"}
ADDED = "Bank->>Ledger: Hi"


def with_new(at: int, depth: int = 0) -> list[str]:
    return [*BEFORE[:at], f"{ADDED} {depth}", *BEFORE[at:]]


MADE: list[tuple[str, dict[str, Any], list[str], list[str]]] = [
    ("seq_add_message", NEW, with_new(5), ["Shop", "Bank", "Ledger"]),
    ("seq_add_message", NEW | {"order_key": 500}, with_new(0), ["Shop", "Bank", "Ledger"]),
    ("seq_add_message", NEW | {"order_key": 2500}, with_new(2), ["Shop", "Bank", "Ledger"]),
    ("seq_add_message", NEW | {"order_key": 3000}, with_new(3, 1), ["Shop", "Bank", "Ledger"]),
    ("seq_add_message", NEW | {"order_key": 9000}, with_new(5), ["Shop", "Bank", "Ledger"]),
    ("seq_add_message", NEW | {"before_message_id": "m:0004"}, with_new(3, 1), ["Shop", "Bank", "Ledger"]),
    ("seq_add_message", NEW | {"section_id": "sec:0001:00"}, with_new(3, 1), ["Shop", "Bank", "Ledger"]),
    ("seq_add_message", NEW | {"after_message_id": "m:0001"}, with_new(1), ["Shop", "Bank", "Ledger"]),
    (*call("seq_update_message message_id=m:0002 text=fine"), [BEFORE[0], "Bank-->>Shop: fine 0", *BEFORE[2:]], []),
    (
        *call("seq_update_message message_id=m:0003 kind=async to_participant_id=p:Ledger"),
        [*BEFORE[:2], "Bank-)Ledger: No 1", *BEFORE[3:]],
        [],
    ),
    (*call("seq_update_message message_id=m:0004 arrow=-x"), [*BEFORE[:3], "Shop-xLedger: Book 1", BEFORE[4]], []),
    (
        *call("seq_update_message message_id=m:0005 order_key=500"),
        ["Ledger-->>Shop: ok 0", *BEFORE[:4]],
        ["Shop", "Bank", "Ledger"],
    ),
    (*call("seq_update_message message_id=m:0001 section_id=sec:0001:01"), [], ["Shop", "Bank", "Ledger"]),
    ("seq_remove_message", {"message_id": "m:0001"}, BEFORE[1:], ["Shop", "Bank", "Ledger"]),
    ("seq_remove_message", {"message_id": "m:0005"}, BEFORE[:4], ["Shop", "Bank", "Ledger"]),
    ("seq_remove_message", {"message_id": "m:0004"}, [*BEFORE[:3], BEFORE[4]], ["Shop", "Bank", "Ledger"]),
    ("seq_add_participant", {"mermaid_name": "Post"}, BEFORE, ["Shop", "Bank", "Post", "Ledger"]),
    (
        *call("seq_update_participant participant_id=p:Shop mermaid_name=Store"),
        [one.replace("Shop", "Store") for one in BEFORE],
        ["Store", "Bank", "Ledger"],
    ),
    (
        *call("seq_update_participant participant_id=Ledger mermaid_name=Bankers"),
        [one.replace("Ledger", "Bankers") for one in BEFORE],
        ["Shop", "Bank", "Bankers"],
    ),
]


@by_turns("place, op, arguments, messages, participants", FORMS, MADE)
def test_operation_gives_the_messages_it_is_asked_for(
    place: Place, op: str, arguments: dict[str, Any], messages: list[str], participants: list[str]
) -> None:
    given = arguments | {"diagram_id": place.diagram}
    if "section_id" in arguments and op == "seq_update_message":
        told = propose(place.root, op, given)
        assert told["new_errors"]  # the activation that the message begins would end before it begins
        return
    with applied(place.root, op, given) as snapshot:
        assert texts(snapshot, place.diagram) == messages
        if participants:
            assert names(snapshot, place.diagram) == participants
        assert snapshot.diagnostics(severity="error") == []


def test_removing_a_participant_takes_its_messages_and_keeps_the_others(tmp_path: Path) -> None:
    for form in ("file", "markdown"):
        place = write_place(tmp_path / form, form)
        given = {"participant_id": "Bank", "diagram_id": place.diagram}
        with applied(place.root, "seq_remove_participant", given) as snapshot:
            assert texts(snapshot, place.diagram) == BEFORE[3:]
            assert names(snapshot, place.diagram) == ["Shop", "Ledger"]
            assert "Note over Shop: Done" in "".join(snapshot.text(path) or "" for path in ("pay.mmd", "page.md"))


def test_session_keeps_no_section_without_messages(tmp_path: Path) -> None:
    place = write_place(tmp_path, "session")
    for op, given in (
        ("seq_remove_message", {"message_id": "d:pay/seq/message/m:0003"}),
        ("seq_remove_participant", {"participant_id": "p:Bank", "diagram_id": "pay"}),
    ):
        told = propose(place.root, op, given)
        assert told["code"] == "invalid_argument" and "without messages" in told["error"]


IMPLICIT = "sequenceDiagram\n  A->>B: 1\n  C->>B: 2\n  B->>A: 3\n  Note over D: x\n"


@pytest.mark.parametrize(
    ("op", "arguments", "messages"),
    [
        ("seq_remove_message", {"message_id": "m:0001"}, ["C->>B: 2 0", "B->>A: 3 0"]),
        ("seq_remove_message", {"message_id": "m:0002"}, ["A->>B: 1 0", "B->>A: 3 0"]),
        ("seq_update_message", {"message_id": "m:0001", "order_key": 9000}, ["C->>B: 2 0", "B->>A: 3 0", "A->>B: 1 0"]),
        ("seq_update_message", {"message_id": "m:0003", "order_key": 0}, ["B->>A: 3 0", "A->>B: 1 0", "C->>B: 2 0"]),
        (
            *call("seq_update_message message_id=m:0002 from_participant_id=D"),
            ["A->>B: 1 0", "D->>B: 2 0", "B->>A: 3 0"],
        ),
        (
            *call("""seq_add_message from_participant_id=D to_participant_id=C text='"0"' order_key=0"""),
            ["D->>C: 0 0", "A->>B: 1 0", "C->>B: 2 0", "B->>A: 3 0"],
        ),
    ],
)
def test_participants_keep_their_order_when_a_message_comes_or_goes(
    tmp_path: Path, op: str, arguments: dict[str, Any], messages: list[str]
) -> None:
    place = write_place(tmp_path / "source", "file", IMPLICIT)
    with applied(place.root, op, arguments) as snapshot:
        assert texts(snapshot, "pay") == messages
        assert names(snapshot, "pay") == ["A", "B", "C", "D"]


@by_turns(
    "place, text",
    FORMS,
    [
        'a "quote" [x] {y} (z)',
        "50 % %% no comment",
        "a; b #1 & &amp; #quot;",
        "two\nlines",
        "🙂 :::cls",
        "A->>B: x",
        "end",
        "- [ ] 日本 <b>",
    ],
)
def test_text_is_read_as_it_was_given(place: Place, text: str) -> None:
    for op, given in (
        ("seq_add_message", NEW | {"text": text, "diagram_id": place.diagram, "order_key": 0}),
        ("seq_update_message", {"message_id": "m:0001", "text": text, "diagram_id": place.diagram}),
    ):
        with applied(place.root, op, given) as snapshot:
            assert snapshot.facts(Message, diagram=place.diagram)[0].text == text


REFUSED: list[tuple[str, dict[str, Any], str, str]] = [
    ("seq_add_message", NEW | {"text": " \n"}, "invalid_argument", "empty"),
    ("seq_add_message", NEW | {"text": "wrap: x"}, "shown", "'title': 'x'"),
    ("seq_add_message", NEW | {"text": "%%{init: {}}%%"}, "shown", "'title': 'm:0006'"),
    ("seq_add_message", NEW | {"from_participant_id": "Shp"}, "not_found", "Participant not found"),
    ("seq_add_message", NEW | {"arrow": "=>"}, "invalid_argument", "no arrow"),
    ("seq_add_message", NEW | {"arrow": "->>", "kind": "async"}, "invalid_argument", "not of the kind"),
    ("seq_add_message", NEW | {"arrow": "->>-"}, "shown", "without being active"),
    ("seq_add_message", NEW | {"order_key": 1, "after_message_id": "m:0001"}, "invalid_argument", "one place"),
    ("seq_add_message", NEW | {"after_message_id": "m:0009"}, "not_found", "Message not found"),
    ("seq_add_message", NEW | {"section_id": "sec:0009:00"}, "not_found", "Section not found"),
    ("seq_add_message", NEW | {"message_id": "m:9999"}, "unavailable", "ids of its own"),
    ("seq_add_message", NEW | {"message_id": "m:0003"}, "invalid_argument", "already"),
    ("seq_update_message", {"message_id": "m:0009", "text": "x"}, "not_found", "Message not found"),
    ("seq_update_message", {"message_id": "m:0001"}, "invalid_argument", "Nothing is given"),
    ("seq_update_message", {"message_id": "m:0001", "kind": "loud"}, "invalid_argument", "kind"),
    ("seq_remove_message", {"message_id": "p:Shop"}, "not_found", "Message not found"),
    ("seq_add_participant", {"mermaid_name": "Shop"}, "invalid_argument", "already"),
    ("seq_add_participant", {"mermaid_name": "a\nb"}, "invalid_argument", "one line"),
    ("seq_add_participant", {"mermaid_name": "a as b"}, "shown", "'title': 'b'"),
    ("seq_add_participant", {"mermaid_name": "a;b"}, "shown", "Expected an arrow"),
    ("seq_add_participant", {"mermaid_name": "x", "participant_id": "p:Shop"}, "invalid_argument", "already"),
    ("seq_add_participant", {"mermaid_name": "x", "participant_id": "a/b"}, "invalid_argument", "slash"),
    ("seq_add_participant", {"mermaid_name": "x", "participant_id": "p:y"}, "unavailable", "ids of its own"),
    ("seq_update_participant", {"participant_id": "Shop", "mermaid_name": "Bank"}, "invalid_argument", "already"),
    (
        *call("seq_update_participant participant_id=Shop mermaid_name=a:b"),
        "invalid_argument",
        "would read something else",
    ),
    ("seq_update_participant", {"participant_id": "Shop", "mermaid_name": "end"}, "invalid_argument", ""),
    ("seq_remove_participant", {"participant_id": "Sho"}, "not_found", "Participant not found"),
    ("seq_set_participant_note", {"participant_id": "Shop", "note": "x"}, "unavailable", "sidecar"),
    ("seq_set_participant_note", {"participant_id": "Shop", "note": "a\nb"}, "invalid_argument", "one line"),
    ("seq_set_participant_note", {"participant_id": "Shop"}, "invalid_argument", "no note"),
]


@pytest.mark.parametrize("form", ["file", "markdown"])
def test_sequence_operation_is_refused_with_the_reason(tmp_path: Path, form: str) -> None:
    place = write_place(tmp_path, form)
    check_refused(
        place.root, [(op, given | {"diagram_id": place.diagram}, code, says) for op, given, code, says in REFUSED]
    )


def test_operation_on_another_kind_of_diagram_is_refused(tmp_path: Path) -> None:
    told = propose(write_session(tmp_path), "seq_add_message", NEW | {"diagram_id": "map"})
    assert told["code"] == "wrong_kind"


def test_citations_follow_messages_that_are_renumbered(tmp_path: Path) -> None:
    place = write_place(tmp_path / "source", "session")
    (place.root / "note.md").write_text("See `d:pay/seq/message/m:0002`, not d:pay/seq/message/m:00021.\n")
    with applied(place.root, "seq_add_message", NEW | {"diagram_id": "pay", "order_key": 0}) as snapshot:
        refs = {one.xref: one.to_ref for one in snapshot.facts(Xref)}
        assert refs["x:1"] == "d:pay/seq/message/m:0003"
        assert "m:0003" in (place.root / WALKTHROUGH_FILE).read_text()
        assert (place.root / "note.md").read_text() == (
            "See `d:pay/seq/message/m:0003`, not d:pay/seq/message/m:00021.\n"
        )
    with applied(place.root, "seq_remove_message", {"message_id": "m:0001", "diagram_id": "pay"}) as snapshot:
        assert {one.xref: one.to_ref for one in snapshot.facts(Xref)}["x:1"] == "d:pay/seq/message/m:0001"


def test_cited_message_is_not_removed_where_another_one_would_get_its_id(tmp_path: Path) -> None:
    place = write_place(tmp_path / "source", "session")
    told = propose(place.root, "seq_remove_message", {"message_id": "m:0002", "diagram_id": "pay"})
    assert told["code"] == "invalid_argument" and "is cited" in told["error"]
    assert told["ref"] == "d:pay/seq/message/m:0002" and len(told["cited_by"]) == 2
    path = place.root / "diagrams/pay.meta.json"
    path.write_text(json.dumps({"diagram_id": "pay", "mmd_path": "diagrams/pay.mmd"} | STABLE))
    with applied(place.root, "seq_remove_message", {"message_id": "m:ok", "diagram_id": "pay"}) as snapshot:
        assert [one.status for one in snapshot.facts(Xref, xref="x:1")] == ["dangling_to"]


def test_message_that_a_cross_reference_leads_from_is_not_removed_either(tmp_path: Path) -> None:
    place = write_place(tmp_path / "source", "session")
    path = place.root / "nereid-session.meta.json"
    xref = {"xref_id": "x:2", "from": "d:pay/seq/message/m:0001", "to": "d:map/flow/node/n:a", "kind": "nav"}
    meta = json.loads(path.read_text())
    path.write_text(json.dumps(meta | {"xrefs": [xref]}))
    told = propose(place.root, "seq_remove_message", {"message_id": "m:0001", "diagram_id": "pay"})
    assert told["code"] == "invalid_argument" and len(told["cited_by"]) == 1


def test_sequence_in_the_spelling_of_html_is_not_edited(tmp_path: Path) -> None:
    page = '# Till\n\n<pre class="mermaid">\nsequenceDiagram\n    A-&gt;&gt;B: x &amp;amp; y\n    B->>A: ok\n</pre>\n'
    (tmp_path / "page.md").write_text(page)
    told = propose(tmp_path, "seq_add_message", {"from_participant_id": "A", "to_participant_id": "B", "text": "z",
                                                 "after_message_id": "m:0001"})  # fmt: skip
    assert told["code"] == "unavailable" and "another spelling" in told["error"]


def test_answer_has_room_for_a_diagram_whose_messages_are_all_renumbered(tmp_path: Path) -> None:
    lines = "".join(f"    A->>B: {'long ' * 40}{number}\n" for number in range(300))
    place = write_place(tmp_path / "source", "file", f"sequenceDiagram\n{lines}")
    given = {"from_participant_id": "A", "to_participant_id": "B", "text": "n", "order_key": 0}
    told = propose(place.root, "seq_add_message", given)
    assert told["counts"]["objects"]["message"] == {"added": 1, "changed": 300}
    assert 0 < len(told["changed_objects"]) < 50 and "more in changed_objects" in told["hint"]


def test_diagram_with_a_block_without_an_end_is_not_edited(tmp_path: Path) -> None:
    place = write_place(tmp_path, "file", "sequenceDiagram\n A->>B: x\n loop z\n B->>A: q\n")
    told = propose(place.root, "seq_remove_message", {"message_id": "m:0001"})
    assert told["code"] == "unavailable" and "no end" in told["error"]


def test_participant_of_a_session_keeps_its_id_under_another_name(tmp_path: Path) -> None:
    place = write_place(tmp_path / "source", "session")
    given = {"participant_id": "p:Bank", "mermaid_name": "Acquirer", "diagram_id": "pay"}
    with applied(place.root, "seq_update_participant", given) as snapshot:
        found = {one.participant: one.name for one in snapshot.facts(Participant, diagram="pay")}
        assert found == {"p:Shop": "Shop", "p:Bank": "Acquirer", "p:Ledger": "Ledger"}
        sidecar = json.loads((place.root / "diagrams/pay.meta.json").read_text())
        assert sidecar["stable_id_map"]["by_name"] == {"Acquirer": "p:Bank"}
        assert (sidecar["diagram_id"], sidecar["mmd_path"]) == ("pay", "diagrams/pay.mmd")


def test_participant_outside_of_a_session_has_the_id_of_its_name_and_citations_follow(tmp_path: Path) -> None:
    place = write_place(tmp_path / "source", "markdown")
    (place.root / "note.md").write_text("See `d:page-1/seq/participant/p:Bank`.\n")
    given = {"participant_id": "p:Bank", "mermaid_name": "Acquirer", "diagram_id": "page-1"}
    with applied(place.root, "seq_update_participant", given) as snapshot:
        assert names(snapshot, "page-1") == ["Shop", "Acquirer", "Ledger"]
        assert (place.root / "note.md").read_text() == "See `d:page-1/seq/participant/p:Acquirer`.\n"
        assert "Behind, with Shop and Bank." in (place.root / "page.md").read_text()


def test_session_counts_the_revision_up(tmp_path: Path) -> None:
    place = write_place(tmp_path / "source", "session")
    with applied(place.root, "seq_add_participant", {"mermaid_name": "Post", "diagram_id": "pay"}):
        stored = json.loads((place.root / "nereid-session.meta.json").read_text())
        assert [one.get("rev") for one in stored["diagrams"]] == [4, None]
        assert {**stored, "diagrams": None} == {**META, "diagrams": None}


def test_session_refuses_names_that_its_program_does_not_read(tmp_path: Path) -> None:
    place = write_place(tmp_path, "session")
    told = propose(place.root, "seq_add_participant", {"mermaid_name": "The Post", "diagram_id": "pay"})
    assert "letters, digits and _" in told["error"]


STABLE = {
    "diagram_id": "pay",
    "mmd_path": "diagrams/pay.mmd",
    "stable_id_map": {"by_name": {"Shop": "p:s"}},
    "sequence_messages": [
        {
            "message_id": "m:ok",
            "from_participant_id": "p:Bank",
            "to_participant_id": "p:s",
            "kind": "return",
            "text": "ok",
        },
        {
            "message_id": "m:no",
            "from_participant_id": "p:Bank",
            "to_participant_id": "p:s",
            "kind": "sync",
            "text": "No",
        },
    ],
    "sequence_participant_notes": {"p:Bank": "slow"},
}


def stable(tmp_path: Path) -> Place:
    place = write_place(tmp_path / "source", "session")
    (place.root / "diagrams/pay.meta.json").write_text(json.dumps(STABLE, indent=2))
    return place


def ids(snapshot: Snapshot) -> list[str]:
    return [one.message for one in snapshot.facts(Message, diagram="pay")]


OK = {"from_participant_id": "p:Bank", "to_participant_id": "p:s", "kind": "return", "text": "ok", "diagram_id": "pay"}


@pytest.mark.parametrize(
    ("op", "arguments", "after"),
    [
        ("seq_add_message", OK | {"order_key": 0}, ["m:0006", "m:0002", "m:ok", "m:no", "m:0005", "m:0007"]),
        (
            "seq_add_message",
            OK | {"order_key": 0, "message_id": "m:x"},
            ["m:x", "m:0002", "m:ok", "m:no", "m:0005", "m:0006"],
        ),
        ("seq_add_message", OK, ["m:0001", "m:ok", "m:no", "m:0004", "m:0005", "m:0006"]),
        ("seq_add_message", OK | {"message_id": "m:x"}, ["m:0001", "m:ok", "m:no", "m:0004", "m:0005", "m:x"]),
        ("seq_update_message", {"message_id": "m:ok", "text": "yes"}, ["m:0001", "m:ok", "m:no", "m:0004", "m:0005"]),
        (
            *call("seq_update_message message_id=m:no text=ok kind=return"),
            ["m:0001", "m:ok", "m:no", "m:0004", "m:0005"],
        ),
        (
            *call("seq_update_message message_id=m:ok section_id=sec:0001:01"),
            ["m:0001", "m:no", "m:0003", "m:0004", "m:ok"],
        ),
        ("seq_remove_message", {"message_id": "m:ok"}, ["m:0001", "m:no", "m:0003", "m:0004"]),
        (
            *call("seq_update_participant participant_id=p:s mermaid_name=Store"),
            ["m:0001", "m:ok", "m:no", "m:0004", "m:0005"],
        ),
        (
            *call("seq_set_participant_note participant_id=p:Bank note=null"),
            ["m:0001", "m:ok", "m:no", "m:0004", "m:0005"],
        ),
    ],
)
def test_stable_ids_stay_with_their_messages(
    tmp_path: Path, op: str, arguments: dict[str, Any], after: list[str]
) -> None:
    place = stable(tmp_path)
    with applied(place.root, op, arguments | {"diagram_id": "pay"}) as snapshot:
        assert ids(snapshot) == after
        assert [one.code for one in snapshot.diagnostics(file="diagrams/pay.meta.json")] == []


def test_notes_of_participants(tmp_path: Path) -> None:
    place = stable(tmp_path)
    for participant, note in (("p:Bank", "quick"), ("p:s", 'a "new" one')):
        given = {"participant_id": participant, "note": note, "diagram_id": "pay"}
        with applied(place.root, "seq_set_participant_note", given) as snapshot:
            (found,) = snapshot.facts(Participant, diagram="pay", participant=participant)
            assert found.note == note
    (place.root / "diagrams/pay.meta.json").unlink()
    given = {"participant_id": "p:Shop", "note": "new", "diagram_id": "pay"}
    with applied(place.root, "seq_set_participant_note", given) as snapshot:
        assert snapshot.facts(Participant, diagram="pay", participant="p:Shop")[0].note == "new"


def test_operations_follow_each_other(tmp_path: Path) -> None:
    place = write_place(tmp_path / "source", "file", "sequenceDiagram")
    given: list[dict[str, Any]] = [
        {"op": "seq_add_participant", "mermaid_name": "A"},
        {"op": "seq.add_participant", "mermaid_name": "B", "type": "actor"},
        {"op": "seq_add_message", "from_participant_id": "A", "to_participant_id": "B", "text": "2"},
        {"op": "seq_add_message", "from_participant_id": "B", "to_participant_id": "A", "text": "1", "order_key": 0},
        {"op": "seq_update_participant", "participant_id": "A", "mermaid_name": "Anne"},
        {"op": "seq_remove_message", "message_id": "m:0002"},
    ]
    told = propose_all(place.root, given)
    git_apply(place.root, patch_of(told))
    assert (place.root / "pay.mmd").read_text() == (
        "sequenceDiagram\n    participant Anne\n    actor B\n    B->>Anne: 1"
    )
    with compile_source(place.root) as snapshot:
        assert texts(snapshot, "pay") == ["B->>Anne: 1 0"]


Check = Callable[[Snapshot], object]
ONE_LINE = "sequenceDiagram\nparticipant A; participant B\nA->>B: 1; B->>A: 2 %% c\nA->>B: 3\n"


@pytest.mark.parametrize(
    ("op", "arguments", "expected"),
    [
        ("seq_remove_message", {"message_id": "m:0001"}, ONE_LINE.replace("A->>B: 1; ", "")),
        ("seq_remove_message", {"message_id": "m:0002"}, ONE_LINE.replace("; B->>A: 2 %% c", "")),
        (
            *call("seq_add_message from_participant_id=A to_participant_id=B text=n after_message_id=m:0001"),
            ONE_LINE.replace("1; ", "1; A->>B: n; "),
        ),
        (
            *call("seq_add_message from_participant_id=A to_participant_id=B text=n before_message_id=m:0002"),
            ONE_LINE.replace("; B", "; A->>B: n; B"),
        ),
        (
            *call("seq_update_participant participant_id=A mermaid_name=AB"),
            "sequenceDiagram\nparticipant AB; participant B\nAB->>B: 1; B->>AB: 2 %% c\nAB->>B: 3\n",
        ),
    ],
)
def test_several_statements_in_one_line(tmp_path: Path, op: str, arguments: dict[str, Any], expected: str) -> None:
    place = write_place(tmp_path / "source", "file", ONE_LINE)
    with applied(place.root, op, arguments):
        assert (place.root / "pay.mmd").read_text() == expected


@pytest.mark.parametrize(
    ("op", "arguments", "removed", "added"),
    [
        (
            *call("seq_update_participant participant_id=C mermaid_name=Clerk"),
            ["\tcreate participant C as Bank clerk", "\tBank->>C: come", "\tdestroy C", "\tC-xBank: go"],
            [
                "\tcreate participant Clerk as Bank clerk",
                "\tBank->>Clerk: come",
                "\tdestroy Clerk",
                "\tClerk-xBank: go",
            ],
        ),
        (
            *call("seq_remove_participant participant_id=C"),
            ["\tcreate participant C as Bank clerk", "\tBank->>C: come", "\tdestroy C", "\tC-xBank: go"],
            [],
        ),
        (
            *call("seq_add_message from_participant_id=S to_participant_id=Bank text=n after_message_id=m:0001"),
            [],
            ["\tS ->> Bank: n"],
        ),
        (
            *call("seq_add_message from_participant_id=S to_participant_id=Bank text=n before_message_id=m:0003"),
            [],
            ["\tS ->> Bank: n"],
        ),
        (
            *call("seq_add_message from_participant_id=S to_participant_id=Bank text=n section_id=sec:0002:00"),
            [],
            ["\t\t\tS ->> Bank: n"],
        ),
        ("seq_add_participant", {"mermaid_name": "D E"}, [], ["\tparticipant D E"]),
    ],
)
def test_everything_else_in_a_diagram_stays(
    tmp_path: Path, op: str, arguments: dict[str, Any], removed: list[str], added: list[str]
) -> None:
    text = RICH.replace("; S\n", "\n")
    place = write_place(tmp_path / "source", "file", text)
    with applied(place.root, op, arguments) as snapshot:
        lines = (place.root / "pay.mmd").read_text().splitlines()
        assert [one for one in text.splitlines() if one not in lines] == removed
        assert [one for one in lines if one not in text.splitlines()] == added
        assert snapshot.diagnostics(severity="error") == []
