"""Large and hostile input costs bounded work and gives bounded facts."""

from pathlib import Path

from compiler.languages.memory.facts import BranchAncestor, ConversationPart, MemoryFact
from compiler.languages.memory.linking.branches import MAX_ANCESTORS
from compiler.model.source import Problem
from tests.closing import compile_source
from tests.compiler.languages.memory.sources import LOG, Json, fact, facts_of, findings, lines, linked
from tests.compiler.tables import table


def test_branch_chain_is_bounded() -> None:
    chain = [{"type": "branch", "id": f"b{one}", "parent": f"b{one - 1}"} for one in range(1, 400)]
    rows = facts_of(linked(lines(*chain)), BranchAncestor)
    assert max(one.distance for one in rows) == MAX_ANCESTORS


def test_fork_chain_is_bounded() -> None:
    def records(one: int) -> list[dict[str, Json]]:
        parent = {"parent_conversation_id": f"c{one - 1}"} if one else {}
        return [{"type": "conversation", "id": f"c{one}", **parent}, {"type": "message", "conversation_id": f"c{one}"}]

    rows = facts_of(linked(lines(*(line for one in range(400) for line in records(one)))), ConversationPart)
    assert max(one.ordinal for one in rows) == MAX_ANCESTORS + 1


def test_line_nested_too_deeply_costs_only_itself() -> None:
    deep = '{"type": "fact", "id": "f", "text": "x", "a": ' + "[" * 100_000 + "]" * 100_000 + "}"
    shallow = '{"type": "fact", "id": "g", "text": "x", "a": ' + "[" * 80 + "]" * 80 + "}"
    result = linked(lines(deep, shallow, fact("h")))
    assert [one.record_id for one in facts_of(result, MemoryFact)] == ["h"]
    assert findings(result) == ["MEM102 memory.jsonl:1", "MEM102 memory.jsonl:2"]


def test_note_line_of_brackets_is_read() -> None:
    note = "---\npermalink: a\n---\n- [a] b\n- " + "[[" * 4_000 + "\n- " + "(" * 9_000 + "\n"
    assert [one.text for one in facts_of(linked({"n.md": note}), MemoryFact)] == ["b"]


def test_unreadable_record_file_is_reported() -> None:
    problem = Problem("not_utf8", "stream did not contain valid UTF-8")
    result = linked(lines(fact("f")), problems={"a.memory.jsonl": problem, "data.jsonl": problem})
    assert findings(result) == ["MEM101 a.memory.jsonl:1"]


@table(
    ("last", "found"),
    [
        (b'{"type": "fact", "id": "g", "text": "caf\xe9"}\n{"type": "fact", "id": "h", "text": "x"}\n', "MEM102"),
        (b'{"type": "fact", "id": "h", "text": "x"}\n{"type": "fact", "id": "g", "text": "caf\xc3', "MEM103"),
    ],
)
def test_line_with_invalid_utf8_costs_only_itself(tmp_path: Path, last: bytes, found: str) -> None:
    (tmp_path / LOG).write_bytes(b'{"type": "fact", "id": "f", "text": "x"}\n' + last)
    snapshot = compile_source(tmp_path)
    assert [one.record_id for one in snapshot.facts(MemoryFact)] == ["f", "h"]
    assert [one.code for one in snapshot.diagnostics()] == [found]


def test_line_that_is_no_json_says_where_and_why(tmp_path: Path) -> None:
    (tmp_path / LOG).write_text('{"type": "fact", "id": "f", "text": "x"}\n{"type": nothing, "id": "g"}\n')
    (found,) = compile_source(tmp_path).diagnostics()
    assert "it is not JSON (expecting value)" in found.message


@table("content", [b"# \xca\xfe\n", '{"type": "fact", "id": "f", "text": "x"}\n'.encode("utf-16")])
def test_file_without_a_line_of_text_is_unreadable(tmp_path: Path, content: bytes) -> None:
    (tmp_path / LOG).write_bytes(content)
    assert [one.code for one in compile_source(tmp_path).diagnostics()] == ["MEM101"]
