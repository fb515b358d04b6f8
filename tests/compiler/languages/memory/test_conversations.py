"""Conversations: the order of messages, and what forks share."""

from compiler.languages.memory.facts import Conversation, Message
from compiler.model.language import Linked
from tests.compiler.languages.memory.sources import Json, facts_of, findings, lines, linked, messages


def talk(name: str, parent: str | None = None, point: str | None = None, **fields: Json) -> dict[str, Json]:
    forked = {"parent_conversation_id": parent, "fork_point_message_id": point}
    return {"type": "conversation", "id": name, **{key: one for key, one in forked.items() if one}, **fields}


def said(name: str, conversation: str, **fields: Json) -> dict[str, Json]:
    return {"type": "message", "id": name, "conversation_id": conversation, "content": f"text of {name}", **fields}


def status(result: Linked) -> dict[str, str]:
    return {one.record_id: one.status for one in facts_of(result, Conversation)}


def test_messages_are_in_the_order_of_their_numbers() -> None:
    result = linked(lines(said("b", "c", seq=2), said("a", "c", seq=1), said("then", "c"), said("d", "c", seq=3)))
    assert messages(result, "c") == ["a", "then", "b", "d"]


def test_a_fork_shares_up_to_the_fork_point() -> None:
    result = linked(lines(talk("c"), said("1", "c"), said("2", "c"), talk("d", "c", "1"), said("3", "d")))
    assert messages(result, "d") == ["1", "3"]
    assert [one.sequence for one in facts_of(result, Message) if one.record_id == "3"] == [2]
    assert status(result) == {"c": "forked", "d": "active"}


def test_a_fork_of_a_fork_may_leave_in_the_first_conversation() -> None:
    records = (talk("c"), said("1", "c"), said("2", "c"), talk("d", "c", "2"), said("3", "d"))
    result = linked(lines(*records, talk("e", "d", "1"), said("4", "e"), talk("f", "d", "3")))
    assert messages(result, "e") == ["1", "4"]
    assert messages(result, "f") == ["1", "2", "3"]


def test_a_fork_without_a_fork_point_shares_all() -> None:
    result = linked(lines(talk("c"), said("1", "c"), talk("d", "c"), said("2", "d")))
    assert messages(result, "d") == ["1", "2"]


def test_a_fork_point_may_be_a_number() -> None:
    result = linked(lines(talk("c"), said("a", "c", seq=1), said("b", "c", seq=2), talk("d", "c", None, fork_point=1)))
    assert messages(result, "d") == ["a"]


def test_a_circle_of_forks_shares_nothing_at_its_beginning() -> None:
    records = (talk("c", "d", "2"), said("1", "c"), talk("d", "c", "1"), said("2", "d"), talk("own", "own"))
    result = linked(lines(*records))
    assert (messages(result, "c"), messages(result, "d")) == (["1"], ["1", "2"])
    assert findings(result) == ["MEM303 memory.jsonl:1", "MEM303 memory.jsonl:5"]


def test_an_unknown_fork_point_shares_nothing() -> None:
    result = linked(lines(talk("c"), said("1", "c"), talk("d", "c", "gone"), said("2", "d")))
    assert messages(result, "d") == ["2"]
    assert findings(result) == ["MEM305 memory.jsonl:3"]


def test_messages_without_a_conversation_are_not_lost() -> None:
    result = linked(lines(said("1", "c")))
    assert [(one.record_id, one.is_declared) for one in facts_of(result, Conversation)] == [("c", False)]
    assert findings(result) == ["MEM302 memory.jsonl:1"]


def test_counts_and_the_state_of_being_forked_are_not_taken_from_the_file() -> None:
    result = linked(lines(talk("c", status="forked", message_count=7), said("1", "c")))
    [one] = facts_of(result, Conversation)
    assert (one.status, one.messages) == ("active", 1)
    assert findings(result) == ["MEM401 memory.jsonl:1", "MEM401 memory.jsonl:1"]


def test_a_message_is_found_by_its_neighbours_too() -> None:
    result = linked(lines(said("1", "c"), said("2", "c"), said("3", "c")))
    assert [one.neighbours for one in facts_of(result, Message)] == ["text of 2", "text of 1\ntext of 3", "text of 2"]
