"""The sequence pack: messages by participants, around a message, by text."""

from typing import Any

from compiler.store.snapshot import Snapshot
from tests.queries.asking import all_rows, ask, error
from tests.queries.cases import each
from tests.queries.diagrams.sources import sequence, short

LOGIN = sequence(
    "actor U as User",
    "U->>S: Log in",
    "S-)L: Note the time",
    "alt known",
    "S-->>U: Welcome back",
    "opt first time",
    "S->>U: Show the tour",
    "end",
    "else unknown",
    "S--xU: GO AWAY",
    "end",
    "U->>S: ΣΊΣΥΦΟΣ",
)


def texts(tool: str, snapshot: Snapshot = LOGIN, **arguments: Any) -> list[str]:
    return [one["text"] for one in ask(snapshot, tool, **arguments)["message_details"]]


@each(
    "sender, receiver, expected",
    [
        (None, None, "m:0001 m:0002 m:0003 m:0004 m:0005 m:0006"),
        ("S", None, "m:0002 m:0003 m:0004 m:0005"),
        (None, "p:S", "m:0001 m:0006"),
        ("p:S", "d:d/seq/participant/p:U", "m:0003 m:0004 m:0005"),
        ("L", "S", ""),
    ],
)
def test_seq_messages_filters_by_participants(sender: str | None, receiver: str | None, expected: str) -> None:
    found = ask(LOGIN, "seq_messages", from_participant_id=sender, to_participant_id=receiver)
    assert short(found["messages"]) == expected
    assert found["total"] == len(found["messages"])


def test_seq_messages_has_details() -> None:
    found = ask(LOGIN, "seq_messages", to_participant_id="U")["message_details"][1]
    assert found == {
        "message_id": "m:0004",
        "from_participant_id": "p:S",
        "to_participant_id": "p:U",
        "kind": "sync",
        "arrow": "->>",
        "text": "Show the tour",
        "section_ids": ["sec:0001:00", "sec:0002:00"],
        "sections": ["alt known", "opt first time"],
        "source": "d.mmd:8",
    }


def test_seq_messages_names_the_sections() -> None:
    assert ask(LOGIN, "seq_search", needle="away")["message_details"][0]["sections"] == ["else unknown"]


@each(
    "arguments, expected",
    [
        ({"needle": "log"}, ["Log in"]),
        ({"needle": "o"}, ["Log in", "Note the time", "Welcome back", "Show the tour", "GO AWAY"]),
        ({"needle": "go", "case_insensitive": False}, []),
        ({"needle": "σίσ"}, ["ΣΊΣΥΦΟΣ"]),
        ({"needle": "^(log|show)", "mode": "regex"}, ["Log in", "Show the tour"]),
        ({"needle": "^(log|show)", "mode": "regex", "case_insensitive": False}, []),
        ({"needle": ".*", "mode": "substring"}, []),
    ],
)
def test_seq_search_finds_substrings_and_patterns(arguments: dict[str, Any], expected: list[str]) -> None:
    assert texts("seq_search", **arguments) == expected


def test_seq_search_rejects_an_empty_needle_and_an_invalid_pattern() -> None:
    assert error(LOGIN, "seq_search", needle="")["code"] == "invalid_argument"
    found = error(LOGIN, "seq_search", needle="(a", mode="regex")
    assert (found["code"], found["needle"]) == ("invalid_argument", "(a")
    assert error(LOGIN, "seq_search", needle="a(?=b)", mode="regex")["code"] == "invalid_argument"


@each(
    "arguments, expected",
    [
        ({"from_message_id": "m:0002", "limit": 2}, "m:0003 m:0004"),
        ({"from_message_id": "m:0005", "direction": "before", "limit": 2}, "m:0003 m:0004"),
        ({"limit": 2}, "m:0001 m:0002"),
        ({"limit": 2, "direction": "before"}, "m:0005 m:0006"),
        ({"from_message_id": "m:0006"}, ""),
        ({"limit": 0}, ""),
        ({"from_message_id": "d:d/seq/message/m:0005"}, "m:0006"),
    ],
)
def test_seq_trace_excludes_its_start_and_is_in_order(arguments: dict[str, Any], expected: str) -> None:
    found = ask(LOGIN, "seq_trace", **arguments)
    assert short(found["messages"]) == expected
    assert short(one["message_id"] for one in found["message_details"]) == expected


def test_seq_trace_has_25_messages_by_default() -> None:
    long = sequence(*(f"A->>B: {at}" for at in range(40)))
    assert texts("seq_trace", long) == [str(at) for at in range(25)]
    assert texts("seq_trace", long, direction="before", limit=30) == [str(at) for at in range(10, 40)]
    assert ask(long, "seq_trace", from_message_id="m:0010")["total"] == 30


def test_seq_trace_keeps_the_nearest_when_cut() -> None:
    long = sequence(*(f"A->>B: {at} {'word ' * 60}" for at in range(400)))
    found = ask(long, "seq_trace", direction="before", limit=400)
    assert found["truncated"] == "size"
    assert found["messages"][-1].endswith("m:0400")
    assert len(found["messages"]) == len(found["message_details"]) < 400


def test_seq_messages_pages_join_to_the_whole() -> None:
    long = sequence(*(f"A->>B: {at} {'word ' * 60}" for at in range(400)))
    assert len(all_rows(long, "seq_messages", "messages")) == 400
    assert len(all_rows(long, "seq_messages", "message_details", limit=7)) == 400
