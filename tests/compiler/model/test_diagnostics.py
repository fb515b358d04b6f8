"""Diagnostic messages are bounded, however long the source text that they quote."""

from pathlib import Path

from compiler.model.diagnostics import MAX_FIELD, MAX_MESSAGE, Code, Phase, filled
from compiler.model.spans import Span
from tests.closing import compile_source
from tests.compiler.tables import table

FOUND = Code("TST001", "error", Phase.PARSE, "Found '{found}' in place of {number:04}.")
PLACE = Span("a.md", 1, 1, 1, 2)


def test_diagnostic_message_holds_short_fields_whole() -> None:
    word = "w" * (MAX_MESSAGE - 100)
    assert FOUND.at(PLACE, found=word, number=7).message == f"Found '{word}' in place of 0007."


def test_diagnostic_message_cuts_long_fields() -> None:
    assert FOUND.at(PLACE, found="w" * MAX_MESSAGE, number=7).message == f"Found '{'w' * MAX_FIELD}…' in place of 0007."


@table(
    ("name", "text"),
    [
        (
            "spec/pot.md",
            "## REQ-p00001: Pot\n\n**Level**: PRD | **Status**: Active | **Implements**: REQ-{}\n\n*End*\n",
        ),
        (
            "memory.jsonl",
            '{{"type": "{}"}}\n{{"type": "entity", "name": "a", "entityType": "b", "observations": []}}\n',
        ),
        ("docs/adr/0001-pot.md", "# 1. Pot\n\n## Status\n\nSuperseded by [b](0009-{}.md)\n\n## Decision\n\nSo.\n"),
        ("a.mmd", "flowchart TD\n  a --> b\n  {} -->| \n"),
        ("w.urd.md", "---\nworld:\n  name: W\n---\n# Hall\n-> out: {}\n"),
    ],
)
def test_diagnostic_messages_of_all_languages_are_bounded(tmp_path: Path, name: str, text: str) -> None:
    (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / name).write_text(text.format("x" * 50_000))
    found = compile_source(tmp_path).diagnostics()
    assert found
    assert all(len(one.message) <= MAX_MESSAGE and len(one.suggestion or "") <= MAX_MESSAGE for one in found)
    assert all(len(related.message) <= MAX_MESSAGE for one in found for related in one.related)


def test_diagnostic_message_is_text_whatever_a_source_states() -> None:
    assert filled("{id} and {other}", {"id": "\ud800", "other": "é"}) == "\ufffd and é"
