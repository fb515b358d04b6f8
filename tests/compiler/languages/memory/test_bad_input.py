"""Large and hostile input costs bounded work, and what it is made into stays small."""

from pathlib import Path

import pytest

from compiler import compile_source
from compiler.languages.memory.facts import BranchAncestor, ConversationPart, MemoryFact
from compiler.languages.memory.linking.branches import MAX_ANCESTORS
from compiler.model.source import Problem
from tests.compiler.languages.memory.sources import LOG, Json, fact, facts_of, findings, lines, linked


def test_a_chain_of_branches_is_read_to_a_bound() -> None:
    chain = [{"type": "branch", "id": f"b{one}", "parent": f"b{one - 1}"} for one in range(1, 400)]
    rows = facts_of(linked(lines(*chain)), BranchAncestor)
    assert max(one.distance for one in rows) == MAX_ANCESTORS


def test_a_chain_of_forks_is_read_to_a_bound() -> None:
    def told(one: int) -> list[dict[str, Json]]:
        parent = {"parent_conversation_id": f"c{one - 1}"} if one else {}
        return [{"type": "conversation", "id": f"c{one}", **parent}, {"type": "message", "conversation_id": f"c{one}"}]

    rows = facts_of(linked(lines(*(line for one in range(400) for line in told(one)))), ConversationPart)
    assert max(one.ordinal for one in rows) == MAX_ANCESTORS + 1


def test_what_is_nested_too_deeply_costs_its_line() -> None:
    deep = '{"type": "fact", "id": "f", "text": "x", "a": ' + "[" * 100_000 + "]" * 100_000 + "}"
    shallow = '{"type": "fact", "id": "g", "text": "x", "a": ' + "[" * 80 + "]" * 80 + "}"
    result = linked(lines(deep, shallow, fact("h")))
    assert [one.record_id for one in facts_of(result, MemoryFact)] == ["h"]
    assert findings(result) == ["MEM102 memory.jsonl:1", "MEM102 memory.jsonl:2"]


def test_a_line_of_a_note_that_is_all_brackets_is_read() -> None:
    note = "---\npermalink: a\n---\n- [a] b\n- " + "[[" * 4_000 + "\n- " + "(" * 9_000 + "\n"
    assert [one.text for one in facts_of(linked({"n.md": note}), MemoryFact)] == ["b"]


def test_a_file_that_is_named_a_memory_and_cannot_be_read_is_reported() -> None:
    problem = Problem("not_utf8", "stream did not contain valid UTF-8")
    result = linked(lines(fact("f")), problems={"a.memory.jsonl": problem, "data.jsonl": problem})
    assert findings(result) == ["MEM101 a.memory.jsonl:1"]


@pytest.mark.parametrize(
    ("last", "found"),
    [
        (b'{"type": "fact", "id": "g", "text": "caf\xe9"}\n{"type": "fact", "id": "h", "text": "x"}\n', "MEM102"),
        (b'{"type": "fact", "id": "h", "text": "x"}\n{"type": "fact", "id": "g", "text": "caf\xc3', "MEM103"),
    ],
)
def test_bytes_that_are_no_text_cost_their_line(tmp_path: Path, last: bytes, found: str) -> None:
    (tmp_path / LOG).write_bytes(b'{"type": "fact", "id": "f", "text": "x"}\n' + last)
    snapshot = compile_source(tmp_path)
    assert [one.record_id for one in snapshot.facts(MemoryFact)] == ["f", "h"]
    assert [one.code for one in snapshot.diagnostics()] == [found]


@pytest.mark.parametrize("content", [b"# \xca\xfe\n", '{"type": "fact", "id": "f", "text": "x"}\n'.encode("utf-16")])
def test_a_file_without_a_line_of_text_cannot_be_read(tmp_path: Path, content: bytes) -> None:
    (tmp_path / LOG).write_bytes(content)
    assert [one.code for one in compile_source(tmp_path).diagnostics()] == ["MEM101"]
