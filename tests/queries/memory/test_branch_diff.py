"""`memory_branch_diff`: every record of two branches falls into one class."""

from typing import Any

import pytest

from tests.queries.asking import ask, error
from tests.queries.memory.memories import branch, fact, greenhouse, ids, memory, relation

FORK = "2026-04-10T00:00:00Z"
BEFORE, AFTER = "2026-04-09T00:00:00Z", "2026-04-11T00:00:00Z"


def difference(*records: dict[str, Any], **arguments: Any) -> dict[str, Any]:
    branches = (branch("main", at="2026-04-01T00:00:00Z"), branch("work", "main", FORK))
    asked = {"source_branch": "work", "target_branch": "main", **arguments}
    return ask(memory([*branches, *records]), "memory_branch_diff", **asked)


def later(id: str, text: str, on: str, **more: Any) -> dict[str, Any]:
    return fact(id, text, BEFORE, on, updated_at=AFTER, **more)


OLD = fact("f", "old", BEFORE)


@pytest.mark.parametrize(
    ("records", "expected"),
    [
        ([fact("f", "new", AFTER, "work")], "new"),
        ([fact("f", "new", AFTER)], "same"),  # the branch reads what comes to its parent
        ([OLD], "same"),
        ([OLD, later("f", "newer", "work")], "changed"),
        ([OLD, later("f", "newer", "main")], "same"),
        ([OLD, later("f", "newer", "work"), later("f", "other", "main")], "conflicts"),
        ([OLD, later("f", "newer", "work"), later("f", "newer", "main")], "same"),
        ([OLD, later("f", "old", "work", status="superseded")], "removed"),
        ([OLD, later("f", "newer", "work"), later("f", "old", "main", status="archived")], "removed_in_target"),
        ([OLD, later("f", "old", "work"), later("f", "other", "main")], "changed_in_target"),
    ],
)
def test_a_record_has_the_class_that_the_three_versions_say(records: list[dict[str, Any]], expected: str) -> None:
    counts = difference(*records)["counts"]["facts"]
    classes = {name: count for name, count in counts.items() if count and name not in ("source", "target")}
    assert classes == {expected: 1}
    balanced(counts)


def balanced(counts: dict[str, int]) -> None:
    shared = counts["same"] + counts["changed"] + counts["changed_in_target"] + counts["conflicts"]
    assert counts["source"] == counts["new"] + shared + counts["removed_in_target"]
    assert counts["target"] == counts["only_in_target"] + shared + counts["removed"]


def test_a_conflict_shows_both_sides_and_the_base() -> None:
    (one,) = difference(OLD, later("f", "mine", "work"), later("f", "theirs", "main"))["conflicts"]
    assert [one[name].partition(" (")[0] for name in ("source", "target", "base")] == ["mine", "theirs", "old"]
    assert (one["source_place"], one["target_place"]) == ("memory.jsonl:4", "memory.jsonl:5")


def test_relations_are_compared_too_and_ended_ones_are_removed() -> None:
    answer = difference(
        relation("r-1", "A", "uses", "B", "work"),
        relation("r-2", "A", "uses", "C"),
        relation("r-2", "A", "uses", "C", "work", valid_to=AFTER, updated_at=AFTER),
    )
    assert ids(answer["new_relations"]) == ["r-1"]
    assert ids(answer["removed"]) == ["r-2"]
    balanced(answer["counts"]["relations"])


def test_a_category_filters_facts_and_not_relations() -> None:
    records = (fact("a", "one", AFTER, "work", category="x"), fact("b", "two", AFTER, "work"))
    answer = difference(*records, relation("r", "A", "uses", "B", "work"), category="x")
    assert (ids(answer["new_facts"]), ids(answer["new_relations"])) == (["a"], ["r"])


def test_nearly_the_same_facts_are_told_apart_from_the_classes() -> None:
    text = "The quick pump empties the whole basin in a single night of rain"
    answer = difference(fact("a", text), fact("b", text + "!", AFTER, "work"), fact("c", "Rain", AFTER, "work"))
    assert ids(answer["new_facts"]) == ["b", "c"]
    assert [(one["id"], one["target_id"], one["similarity"]) for one in answer["possible_duplicates"]] == [
        ("b", "a", 1)
    ]


def test_a_branch_and_itself_are_the_same() -> None:
    answer = ask(greenhouse(), "memory_branch_diff", source_branch="vents", target_branch="vents")
    assert answer["total"] == 0
    assert "has all that" in answer["hint"]


def test_what_a_merge_has_copied_is_said_so() -> None:
    answer = ask(greenhouse(), "memory_branch_diff", source_branch="vents/night", target_branch="vents")
    assert [(one["id"], one.get("already_merged")) for one in answer["new_facts"]] == [("f-motor", True)]
    assert answer["fork_point"] == {"branch": "vents", "at": "2026-04-03T08:00:00Z"}


def test_an_unknown_branch_is_told_by_its_argument() -> None:
    refused = error(greenhouse(), "memory_branch_diff", source_branch="vents", target_branch="mian")
    assert (refused["code"], refused["target_branch"], refused["did_you_mean"]) == ("not_found", "mian", ["main"])
