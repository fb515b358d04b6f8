"""Conversations: the order of messages, and what forks share."""

from compiler.languages.memory.facts import Conversation, Message
from compiler.model.language import Linked
from tests.compiler.languages.memory.sources import Json, facts_of, findings, lines, linked, messages


def chat(name: str, parent: str | None = None, point: str | None = None, **fields: Json) -> dict[str, Json]:
    forked = {"parent_conversation_id": parent, "fork_point_message_id": point}
    return {"type": "conversation", "id": name, **{key: one for key, one in forked.items() if one}, **fields}


def msg(name: str, conversation_id: str, **fields: Json) -> dict[str, Json]:
    return {"type": "message", "id": name, "conversation_id": conversation_id, "content": f"text of {name}", **fields}


def status(result: Linked) -> dict[str, str]:
    return {one.record_id: one.status for one in facts_of(result, Conversation)}


def test_conversation_messages_are_in_order_of_their_numbers() -> None:
    result = linked(lines(msg("b", "c", seq=2), msg("a", "c", seq=1), msg("then", "c"), msg("d", "c", seq=3)))
    assert messages(result, "c") == ["a", "then", "b", "d"]


def test_fork_shares_messages_up_to_the_fork_point() -> None:
    result = linked(lines(chat("c"), msg("1", "c"), msg("2", "c"), chat("d", "c", "1"), msg("3", "d")))
    assert messages(result, "d") == ["1", "3"]
    assert [one.sequence for one in facts_of(result, Message) if one.record_id == "3"] == [2]
    assert status(result) == {"c": "forked", "d": "active"}


def test_fork_of_a_fork_may_share_only_the_first_conversation() -> None:
    records = (chat("c"), msg("1", "c"), msg("2", "c"), chat("d", "c", "2"), msg("3", "d"))
    result = linked(lines(*records, chat("e", "d", "1"), msg("4", "e"), chat("f", "d", "3")))
    assert messages(result, "e") == ["1", "4"]
    assert messages(result, "f") == ["1", "2", "3"]


def test_fork_without_a_fork_point_shares_all() -> None:
    result = linked(lines(chat("c"), msg("1", "c"), chat("d", "c"), msg("2", "d")))
    assert messages(result, "d") == ["1", "2"]


def test_fork_point_may_be_a_number() -> None:
    result = linked(
        lines(
            chat("c"),
            msg("a", "c", seq=1),
            msg("b", "c", seq=2),
            chat("d", "c", None, fork_point=1),
        )
    )
    assert messages(result, "d") == ["a"]


def test_fork_cycle_is_broken_and_reported_once() -> None:
    records = (
        chat("c", "d", "2"),
        msg("1", "c"),
        chat("d", "c", "1"),
        msg("2", "d"),
        chat("own", "own"),
    )
    result = linked(lines(*records))
    assert (messages(result, "c"), messages(result, "d")) == (["1"], ["1", "2"])
    assert findings(result) == ["MEM303 memory.jsonl:1", "MEM303 memory.jsonl:5"]


def test_fork_with_an_unknown_fork_point_shares_nothing() -> None:
    result = linked(lines(chat("c"), msg("1", "c"), chat("d", "c", "gone"), msg("2", "d")))
    assert messages(result, "d") == ["2"]
    assert findings(result) == ["MEM305 memory.jsonl:3"]


def test_conversation_undeclared_keeps_its_messages() -> None:
    result = linked(lines(msg("1", "c")))
    assert [(one.record_id, one.is_declared) for one in facts_of(result, Conversation)] == [("c", False)]
    assert findings(result) == ["MEM302 memory.jsonl:1"]


def test_conversation_counts_and_forked_status_are_computed() -> None:
    result = linked(lines(chat("c", status="forked", message_count=7), msg("1", "c")))
    [one] = facts_of(result, Conversation)
    assert (one.status, one.messages) == ("active", 1)
    assert findings(result) == ["MEM401 memory.jsonl:1", "MEM401 memory.jsonl:1"]


def test_message_has_its_neighbours() -> None:
    result = linked(lines(msg("1", "c"), msg("2", "c"), msg("3", "c")))
    assert [one.neighbours for one in facts_of(result, Message)] == ["text of 2", "text of 1\ntext of 3", "text of 2"]
