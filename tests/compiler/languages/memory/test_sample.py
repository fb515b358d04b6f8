"""The sample memory has every format, and the faults of its file of faults."""

from compiler.languages.memory import codes
from compiler.languages.memory.facts import RECORD_CLASSES, MemorySource
from tests.compiler.samples import sample

SAMPLE = sample("ferry-memory")

# Codes that a small sample cannot show: an unreadable file, one of another program, one record in two files, a hundred
# ancestors.
ELSEWHERE = {"MEM101", "MEM108", "MEM109", "MEM301", "MEM307"}


def test_sample_has_every_record_type_and_format() -> None:
    assert [name for name, one in RECORD_CLASSES.items() if SAMPLE.count(one) == 0] == []
    formats = {one.format for one in SAMPLE.facts(MemorySource)}
    assert formats == {"jsonl", "basic-memory", "auto-memory", "claude", "codex"}


def test_sample_shows_nearly_every_code() -> None:
    raised = {one.code for one in SAMPLE.diagnostics() if one.code.startswith("MEM")}
    assert raised == {one.code for one in codes.CODES} - ELSEWHERE


def test_sample_log_has_one_finding() -> None:
    found = [(one.code, one.span.start_line) for one in SAMPLE.diagnostics() if one.span.file == "memory.jsonl"]
    assert found == [("MEM302", 46)]
