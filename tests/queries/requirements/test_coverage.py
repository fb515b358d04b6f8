"""Test coverage, uncovered assertions, and assertions by keyword."""

from typing import Any

from tests.queries.asking import Json, ask, error
from tests.queries.cases import each
from tests.queries.requirements.tea import compiled, requirement, tea


def coverage(name: str) -> Json:
    return ask(tea(), "get_test_coverage", req_id=name)


def test_coverage_by_name() -> None:
    said = coverage("REQ-d00001")
    assert (said["covered_assertions"], said["uncovered_assertions"]) == (["REQ-d00001-A"], ["REQ-d00001-B"])
    assert (said["by_name"], said["whole_requirement"]) == (["REQ-d00001-A"], [])
    assert (said["total_assertions"], said["covered_count"], said["coverage_pct"]) == (2, 1, 50.0)


def test_coverage_by_whole_requirement_leaves_out_retired_assertions() -> None:
    said = coverage("REQ-o00001")
    assert said["whole_requirement"] == ["REQ-o00001-A", "REQ-o00001-B"]
    assert (said["by_name"], said["uncovered_assertions"], said["total_assertions"]) == ([], [], 2)


def test_coverage_tests_have_results() -> None:
    (test,) = coverage("REQ-p00001")["test_nodes"]
    assert (test["id"], test["file"], test["line"]) == ("tests/test_kettle.py::test_boils", "tests/test_kettle.py", 17)
    assert [one["status"] for one in test["results"]] == ["passed", "skipped"]
    assert test["assertion_targets"] == ["A"]


def test_coverage_results_have_status_and_message() -> None:
    (result,) = coverage("REQ-o00001")["result_nodes"]
    assert result == {
        "id": "results/junit.xml#2",
        "status": "failed",
        "test_id": "tests/test_kettle.py::TestHeating::test_stops",
        "name": "test_stops",
        "duration": 0.0,
        "message": "too hot",
        "source": "results/junit.xml:4",
    }


def test_coverage_without_tests_has_a_hint() -> None:
    said = coverage("REQ-d00004")
    assert (said["test_nodes"], said["covered_count"], "suggest_links" in said["hint"]) == ([], 0, True)


def test_coverage_without_assertions_is_0_of_0() -> None:
    said = coverage("REQ-d00005")
    assert (said["total_assertions"], said["coverage_pct"]) == (0, 0.0)


def uncovered(**arguments: Any) -> list[str]:
    return [one["id"] for one in ask(tea(), "get_uncovered_assertions", **arguments)["assertions"]]


def test_uncovered_leaves_out_retired_assertions() -> None:
    assert uncovered() == [
        "REQ-d00001-B",
        "REQ-d00002-A",
        "REQ-d00003-A",
        "REQ-d00004-A",
        "REQ-o00002-A",
        "REQ-p00001-B",
        "REQ-p00002-A",
    ]


def test_uncovered_of_one_requirement() -> None:
    assert (uncovered(req_id="REQ-d00001"), uncovered(req_id="r:REQ-o00001")) == (["REQ-d00001-B"], [])


def test_uncovered_has_requirement_and_implementation() -> None:
    (row,) = ask(tea(), "get_uncovered_assertions", req_id="REQ-d00001")["assertions"]
    assert row == {
        "id": "REQ-d00001-B",
        "label": "B",
        "text": "The thermostat SHALL break the circuit.",
        "parent_id": "REQ-d00001",
        "parent_title": "Thermostat",
        "source": "spec/3-development.md:10",
        "implemented": True,
    }


def test_uncovered_counts_coverage_by_whole_requirement() -> None:
    said = ask(tea(), "get_uncovered_assertions")
    assert said["covered"] == {"by_name": 2, "whole_requirement_only": 2}
    said = ask(tea(), "get_uncovered_assertions", req_id="REQ-o00001")
    assert (said["covered"], "hint" in said) == ({"by_name": 0, "whole_requirement_only": 2}, True)


def test_coverage_of_a_repeated_label_is_that_of_the_first() -> None:
    made = compiled({"a.md": requirement("REQ-p00001", "Kettle", "", "A. It SHALL boil.\nA. It SHALL pour.")})
    rows = ask(made, "get_uncovered_assertions")["assertions"]
    assert rows[0]["text"] == "It SHALL boil."


@each(
    "keywords, match_all, expected",
    [
        (["water"], True, ["REQ-p00001-A", "REQ-o00001-A", "REQ-o00001-B"]),
        (["WATER", "stop"], True, ["REQ-o00001-B"]),
        (["water", "drip"], False, ["REQ-p00001-A", "REQ-o00001-A", "REQ-o00001-B", "REQ-o00002-A"]),
        (["wat"], True, []),
        (["100 degrees."], True, ["REQ-o00001-A"]),
        (["SHALL NOT"], True, ["REQ-p00002-A", "REQ-o00002-A"]),
    ],
)
def test_keywords_match_whole_words_or_phrases(keywords: list[str], match_all: bool, expected: list[str]) -> None:
    said = ask(tea(), "find_assertions_by_keywords", keywords=keywords, match_all=match_all)
    assert [one["id"] for one in said["assertions"]] == expected


def test_keywords_matched_are_listed() -> None:
    said = ask(tea(), "find_assertions_by_keywords", keywords=["drip", "spout", "tea"], match_all=False)
    (row,) = said["assertions"]
    assert (row["parent_title"], row["matched"]) == ("Pouring", ["drip", "spout"])


def test_keywords_without_match_say_what_was_searched() -> None:
    said = ask(tea(), "find_assertions_by_keywords", keywords=["zebra"])
    assert said["searched"]["objects"] == {"assertion": 12}
    assert said["hint"]


@each("keywords", [[], [""], ["!", " "]])
def test_keywords_without_a_word_are_an_error(keywords: list[str]) -> None:
    assert error(tea(), "find_assertions_by_keywords", keywords=keywords)["code"] == "invalid_argument"


def test_keywords_find_retired_assertions_marked() -> None:
    [hit] = ask(tea(), "find_assertions_by_keywords", keywords=["whistle"])["assertions"]
    assert (hit["id"], hit["retired"]) == ("REQ-o00001-C", True)
    [other] = ask(tea(), "find_assertions_by_keywords", keywords=["drip"])["assertions"]
    assert "retired" not in other


def test_requirements_by_keywords_in_their_titles() -> None:
    said = ask(tea(), "find_by_keywords", keywords=["LID", "whistle"], match_all=False)
    assert [(one["id"], one["matched"]) for one in said["results"]] == [
        ("REQ-d00002", ["lid"]),
        ("REQ-d00003", ["lid"]),
        ("REQ-d00004", ["lid"]),
        ("REQ-d00005", ["whistle"]),
    ]
    assert set(said["results"][0]) == {"id", "title", "level", "status", "source", "matched"}
    both = ask(tea(), "find_by_keywords", keywords=["lid", "hinge"])
    assert [one["id"] for one in both["results"]] == ["REQ-d00003"]


def test_requirements_by_keywords_say_what_was_searched_when_none_fits() -> None:
    said = ask(tea(), "find_by_keywords", keywords=["sees"])  # in an assertion, and no title
    assert (said["results"], said["searched"]["objects"]) == ([], {"requirement": 9})
    assert error(tea(), "find_by_keywords", keywords=["-"])["code"] == "invalid_argument"
