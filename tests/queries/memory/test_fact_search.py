"""`memory_search`: which facts a question finds, and in which order."""

from hypothesis import given
from hypothesis import strategies as st

from queries import is_error
from queries.memory.word_query import parse_query
from tests.queries.asking import all_rows, ask, error
from tests.queries.cases import each
from tests.queries.memory.memories import branch, fact, greenhouse, ids, memory


def found(query: str, **arguments: object) -> list[str]:
    return ids(ask(greenhouse(), "memory_search", query=query, **arguments)["results"])


@each(
    "query, expected",
    [
        ("sensor", ["f-sun"]),  # another form of the word
        ("what do the sensors report?", ["f-sun"]),
        ("how often is it reported, and why so rarely", ["f-sun"]),  # one word of several
        ('"vent flap"', ["f-flap"]),
        ("vents -light", ["f-flap"]),
        ('sensors" OR NOT (NEAR', ["f-sun"]),  # nothing is syntax
        ("hose", []),  # retracted
        ("hour", []),  # what a fact no longer says
        ("felt", []),  # on another branch
    ],
)
def test_fact_search_finds_active_facts_of_the_default_branch(query: str, expected: list[str]) -> None:
    assert found(query, search_type="hybrid") == expected


def test_fact_search_reads_ancestors_unless_own_only() -> None:
    assert set(found("flap", branch="vents/night")) == {"f-flap", "f-rattle", "f-felt"}
    assert set(found("flap", branch="vents", own_only=True)) == {"f-rattle", "f-felt"}
    assert found("flap", branch="vents/night", own_only=True) == []


def test_fact_search_keyword_matches_the_exact_form_only() -> None:
    assert found("report", search_type="keyword") == ["f-sun"]
    assert found("reports", search_type="keyword") == []
    assert found("reports") == ["f-sun"]


def test_fact_search_filters_before_the_limit() -> None:
    others = [fact(f"f-{n:02}", "the same words here") for n in range(50)]
    near = fact("h", "same words, the same", category="xy")
    snapshot = memory([*others, fact("g", "words", category="x"), near])
    assert ids(ask(snapshot, "memory_search", query="same words", category="x", limit=1)["results"]) == ["g"]


def test_fact_search_lists_the_best_hits_first() -> None:
    texts = {"one": "the pump", "all": "the red pump stands idle", "two": "a red pump in the yard behind the shed"}
    snapshot = memory(fact(id, text, f"2026-01-0{at}") for at, (id, text) in enumerate(texts.items(), 1))
    for search_type in ("hybrid", "keyword"):
        rows = ask(snapshot, "memory_search", query="red pump idle", search_type=search_type)["results"]
        assert ids(rows) == ["all", "two", "one"]
        assert [row["score"] for row in rows] == sorted((row["score"] for row in rows), reverse=True)


def test_fact_search_breaks_ties_by_time_then_id() -> None:
    times = {"a": "2026-01-01", "b": "2026-01-03", "c": "2026-01-02", "d": "2026-01-03", "e": None}
    snapshot = memory(fact(id, "alike", at) for id, at in times.items())
    assert ids(ask(snapshot, "memory_search", query="alike")["results"]) == ["b", "d", "c", "a", "e"]


@each(
    "time_range, expected",
    [
        ({"after": "2026-04-01T09:30:00Z"}, {"f-flap", "f-old"}),  # f-flap has no more than its day
        ({"before": "2026-04-01T09:00:00Z"}, {"f-sun", "f-flap"}),
        ({"after": "2026-04-01", "before": "2026-04-01"}, {"f-sun", "f-flap", "f-old"}),
        ({"after": "2026-04-01T12:30:00+03:00", "before": "2026-04-01T13:00:00+03:00"}, {"f-flap", "f-old"}),
        ({"after": "2026-05"}, set()),
        ({}, {"f-sun", "f-flap", "f-old", "f-undated"}),
    ],
)
def test_fact_search_time_range_includes_possible_times(time_range: dict[str, str], expected: set[str]) -> None:
    assert set(found("", time_range=time_range)) == expected


def test_fact_search_empty_query_lists_the_newest() -> None:
    assert found("") == ["f-old", "f-sun", "f-flap", "f-undated"]


def test_fact_search_empty_answer_says_what_was_searched() -> None:
    answer = ask(greenhouse(), "memory_search", query="felt")
    assert answer["searched"] == {"facts": 4, "facts_in_memory": 7}
    assert "vents 1" in answer["hint"]
    near = ask(greenhouse(), "memory_search", query="felt", category="descision")
    assert near["did_you_mean"] == ["decision"]


def test_fact_search_by_vectors_says_what_to_use_instead() -> None:
    refused = error(greenhouse(), "memory_search", query="felt", search_type="vector")
    assert refused["code"] == "unavailable"
    assert "frieze[semantic]" in refused["error"]
    assert "search_type" in refused["hint"]


@each(
    "arguments",
    [
        {"branch": "vent"},
        {"time_range": {"after": "yesterday"}},
        {"time_range": {"since": "2026-04-01"}},
        {"time_range": {"after": 5}},
        {"time_range": {"after": "2026-02-30"}},
        {"search_type": "magic"},
    ],
)
def test_fact_search_reports_wrong_arguments(arguments: dict[str, object]) -> None:
    refused = error(greenhouse(), "memory_search", query="flap", **arguments)
    assert refused["code"] == ("not_found" if "branch" in arguments else "invalid_argument")
    assert refused.get("did_you_mean", ["vents"])[0] == "vents"


def test_fact_search_pages_list_every_hit_once() -> None:
    snapshot = memory([branch("main"), *(fact(f"f-{number}", f"leaf number {number}") for number in range(57))])
    rows = all_rows(snapshot, "memory_search", "results", query="leaf", limit=10)
    assert len(rows) == len(set(ids(rows))) == 57


@given(st.text(max_size=60))
def test_fact_search_accepts_any_query(query: str) -> None:
    for tool, more in (
        ("memory_search", {}),
        ("memory_search", {"search_type": "keyword"}),
        ("memory_search_messages", {}),
        ("memory_time_travel", {"timestamp": "2026-04-05"}),
        ("memory_search_task", {"task_id": "t-1"}),
    ):
        assert not is_error(ask(greenhouse(), tool, query=query, **more))


def test_fact_search_keeps_common_words_if_there_are_no_others() -> None:
    assert [term.text for term in parse_query("what is it?").words] == ["what", "is", "it?"]
    assert [term.text for term in parse_query("what is felt?").words] == ["felt?"]
