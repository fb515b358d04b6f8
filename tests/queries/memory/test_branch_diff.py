"""`memory_branch_diff`: every record of two branches falls into one class."""

from typing import Any

from tests.queries.asking import ask, error
from tests.queries.cases import each
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


@each(
    "records, expected",
    [
        ([fact("f", "new", AFTER, "work")], "new"),
        ([fact("f", "new", AFTER)], "same"),  # the branch reads what comes to its parent
        ([OLD], "same"),
        ([OLD, later("f", "newer", "work")], "changed"),
        ([OLD, later("f", "newer", "main")], "same"),
        ([OLD, later("f", "newer", "work"), later("f", "other", "main")], "conflicts"),
        ([OLD, later("f", "newer", "work"), later("f", "newer", "main")], "same"),
        ([OLD, later("f", "old", "work", status="superseded")], "removed"),
        ([fact("f", "since", AFTER), fact("f", "since", AFTER, "work", status="archived")], "removed"),
        ([fact("f", "mine", AFTER, "work"), fact("f", "since", AFTER, status="archived")], "removed_in_target"),
        ([fact("f", "old", BEFORE, status="archived"), fact("f", "again", AFTER, "work")], "new"),
        ([OLD, later("f", "newer", "work"), later("f", "old", "main", status="archived")], "removed_in_target"),
        ([OLD, later("f", "old", "work"), later("f", "other", "main")], "changed_in_target"),
    ],
)
def test_branch_diff_class_follows_from_three_versions(records: list[dict[str, Any]], expected: str) -> None:
    counts = difference(*records)["counts"]["facts"]
    classes = {name: count for name, count in counts.items() if count and name not in ("source", "target")}
    assert classes == {expected: 1}
    balanced(counts)


def balanced(counts: dict[str, int]) -> None:
    shared = counts["same"] + counts["changed"] + counts["changed_in_target"] + counts["conflicts"]
    assert counts["source"] == counts["new"] + shared + counts["removed_in_target"]
    assert counts["target"] == counts["only_in_target"] + shared + counts["removed"]


def test_branch_diff_conflict_shows_both_sides_and_the_base() -> None:
    (one,) = difference(OLD, later("f", "mine", "work"), later("f", "theirs", "main"))["conflicts"]
    assert [one[name].partition(" (")[0] for name in ("id", "source", "target", "base")] == [
        "f",
        "mine",
        "theirs",
        "old",
    ]
    assert (one["source_place"], one["target_place"]) == ("memory.jsonl:4", "memory.jsonl:5")


def test_branch_diff_compares_relations() -> None:
    answer = difference(
        relation("r-1", "A", "uses", "B", "work"),
        relation("r-2", "A", "uses", "C"),
        relation("r-2", "A", "uses", "C", "work", valid_to=AFTER, updated_at=AFTER),
    )
    assert ids(answer["new_relations"]) == ["r-1"]
    assert ids(answer["removed"]) == ["r-2"]
    balanced(answer["counts"]["relations"])


def test_branch_diff_category_filters_facts_only() -> None:
    records = (fact("a", "one", AFTER, "work", category="x"), fact("b", "two", AFTER, "work"))
    answer = difference(*records, relation("r", "A", "uses", "B", "work"), category="x")
    assert (ids(answer["new_facts"]), ids(answer["new_relations"])) == (["a"], ["r"])


def test_branch_diff_of_a_category_that_no_fact_has_lists_those_there_are() -> None:
    records = (fact("a", "one", AFTER, "work", category="decision"), fact("b", "two", BEFORE, category="insight"))
    answer = difference(*records, category="decison")
    assert (answer["total"], answer["did_you_mean"]) == (0, ["decision"])
    assert answer["hint"] == "Neither branch has a fact of this category; there are decision, insight."
    assert "has all that" in difference(*records, category="insight")["hint"]


def test_branch_diff_lists_near_duplicates_beside_the_classes() -> None:
    text = "The quick pump empties the whole basin in a single night of rain"
    answer = difference(fact("a", text), fact("b", text + "!", AFTER, "work"), fact("c", "Rain", AFTER, "work"))
    assert ids(answer["new_facts"]) == ["b", "c"]
    assert [(one["id"], one["target_id"], one["similarity"]) for one in answer["possible_duplicates"]] == [
        ("b", "a", 1)
    ]


def test_branch_diff_with_itself_is_empty() -> None:
    answer = ask(greenhouse(), "memory_branch_diff", source_branch="vents", target_branch="vents")
    assert answer["total"] == 0
    assert "has all that" in answer["hint"]


def test_branch_diff_marks_merged_facts() -> None:
    answer = ask(greenhouse(), "memory_branch_diff", source_branch="vents/night", target_branch="vents")
    assert [(one["id"], one.get("already_merged")) for one in answer["new_facts"]] == [("f-motor", True)]
    assert answer["fork_point"] == {"branch": "vents", "at": "2026-04-03T08:00:00Z"}


def test_branch_diff_error_names_the_argument() -> None:
    refused = error(greenhouse(), "memory_branch_diff", source_branch="vents", target_branch="mian")
    assert (refused["code"], refused["target_branch"], refused["did_you_mean"]) == ("not_found", "mian", ["main"])
