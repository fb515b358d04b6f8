"""Versions: what was known when."""

from compiler.languages.memory.facts import MemoryFact, Version
from compiler.languages.memory.syntax.timestamps import parse_time
from tests.compiler.languages.memory.sources import Json, fact, facts_of, findings, lines, linked


def known_at(time: str, *records: dict[str, Json]) -> list[tuple[str, str]]:
    """Id and text of the facts that were known at a time."""
    at = parse_time(time)
    assert at is not None
    versions = facts_of(linked(lines(*records)), Version)
    return [
        (one.record_id, one.text)
        for one in versions
        if one.op == "put" and one.starts is not None and one.starts <= at.us and (one.ends is None or one.ends > at.us)
    ]


def test_versions_later_line_replaces_the_earlier_from_its_time_on() -> None:
    records = (
        fact("f", "short", at="2026-04-01T00:00:00Z"),
        fact("f", "long", at="2026-04-01T00:00:00Z", updated_at="2026-04-05T00:00:00Z"),
    )
    assert known_at("2026-03-31", *records) == []
    assert known_at("2026-04-04", *records) == [("f", "short")]
    assert known_at("2026-04-05", *records) == [("f", "long")]
    [now] = facts_of(linked(lines(*records)), MemoryFact)
    assert (now.text, now.versions, now.span.start_line) == ("long", 2, 2)


def test_versions_retraction_ends_the_record_and_keeps_its_past() -> None:
    records = (fact("f", at="2026-04-01"), {"op": "retract", "type": "fact", "id": "f", "at": "2026-04-05"})
    assert facts_of(linked(lines(*records)), MemoryFact) == []
    assert known_at("2026-04-04", *records) and not known_at("2026-04-05", *records)


def test_versions_retracted_record_may_be_stated_again() -> None:
    retract = {"op": "retract", "type": "fact", "id": "f", "at": "2026-04-05"}
    records = (fact("f", at="2026-04-01"), retract, fact("f", "again", at="2026-04-07"))
    assert [one.text for one in facts_of(linked(lines(*records)), MemoryFact)] == ["again"]
    assert not known_at("2026-04-06", *records) and known_at("2026-04-07", *records) == [("f", "again")]


def test_versions_retraction_without_time_counts_from_the_lines_before() -> None:
    retract = {"op": "retract", "type": "fact", "id": "f"}
    records = (fact("f", at="2026-04-01"), fact("g", at="2026-04-05"), retract)
    assert known_at("2026-04-04", *records) and ("f", "The pier is long") not in known_at("2026-04-05", *records)
    assert [one.is_inferred for one in facts_of(linked(lines(*records)), Version)] == [False, True, False]


def test_versions_record_without_time_is_known_at_no_time() -> None:
    assert known_at("2100-01-01", fact("f")) == []


def test_versions_later_line_counts_if_the_clock_ran_backwards() -> None:
    records = (fact("f", "first", at="2026-04-05"), fact("f", "second", at="2026-04-01"))
    assert known_at("2026-04-03", *records) == known_at("2026-04-06", *records) == [("f", "second")]
    assert findings(linked(lines(*records))) == ["MEM203 memory.jsonl:2"]


def test_versions_files_are_one_log_in_order_of_their_paths() -> None:
    files = {"2.memory.jsonl": lines(fact("f", "new")), "1.memory.jsonl": lines(fact("f", "old"))}
    result = linked(files)
    assert [one.text for one in facts_of(result, MemoryFact)] == ["new"]
    assert findings(result) == ["MEM301 2.memory.jsonl:1"]


def test_as_of_is_the_newest_time_of_an_event() -> None:
    relation = {"type": "relation", "source": "a", "relation": "b", "target": "c", "valid_to": "2030-01-01"}
    judged = fact("f", at="2026-04-01", verification={"status": "verified", "at": "2026-04-02T10:00:00.250Z"})
    assert linked(lines(relation, judged)).as_of == "2026-04-02T10:00:01Z"
    assert linked(lines(fact("f"))).as_of is None
