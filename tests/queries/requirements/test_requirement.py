"""One requirement with everything about it, and its place in the hierarchy."""

from tests.queries.asking import Json, all_rows, ask, error
from tests.queries.cases import each
from tests.queries.requirements.tea import compiled, requirement, tea


def about(name: str) -> Json:
    return ask(tea(), "get_requirement", req_id=name)


def ids(rows: list[Json]) -> list[str]:
    return [one["id"] for one in rows]


def test_requirement_has_its_fields() -> None:
    said = about("REQ-d00001")
    assert (said["id"], said["title"], said["level"], said["status"]) == ("REQ-d00001", "Thermostat", "dev", "Active")
    assert (said["ref"], said["source"]) == ("r:REQ-d00001", "spec/3-development.md:1")
    assert said["body"].startswith("A bimetal does it.\nA. The thermostat SHALL read the temperature.")
    assert "Level" not in said["body"]


def test_requirement_may_be_named_by_ref() -> None:
    assert about("r:REQ-d00001") == about("REQ-d00001")


def test_requirement_without_hash_has_the_right_one() -> None:
    said = about("REQ-p00001")
    assert (said["hash"], said["hash_state"], said["right_hash"]) == (None, "missing", "e29c3f7d")


def test_requirement_with_stale_hash_has_the_right_one() -> None:
    said = about("REQ-p00002")
    assert (said["hash"], said["hash_state"], said["right_hash"]) == ("00000abc", "stale", "690c1e52")


def test_requirement_with_right_hash_has_its_algorithm() -> None:
    made = compiled({"a.md": requirement("REQ-p00002", "Safety", "", "A. It SHALL boil.\nB. It SHALL pour.", hash="x")})
    right = ask(made, "get_requirement", req_id="REQ-p00002")["right_hash"]
    text = requirement("REQ-p00002", "Safety", "", "A. It SHALL boil.\nB. It SHALL pour.", hash=right)
    said = ask(compiled({"a.md": text}), "get_requirement", req_id="REQ-p00002")
    assert (said["hash_state"], said["hash_algorithm"]) == ("right", "sorted")
    assert "right_hash" not in said


def test_requirement_assertions_are_covered_or_retired() -> None:
    states = [(one["label"], one.get("covered"), one.get("retired")) for one in about("REQ-o00001")["assertions"]]
    assert states == [("A", True, None), ("B", True, None), ("C", None, True)]


def test_requirement_parents_are_one_entry_per_kind() -> None:
    made = compiled(
        {
            "a.md": requirement("REQ-p00001", "Kettle", "", "A. It SHALL boil.\nB. It SHALL pour.")
            + requirement("REQ-o00001", "Heat", "**Refines**: REQ-p00001\n**Implements**: REQ-p00001-A, REQ-p00001-B")
        }
    )
    parents = ask(made, "get_requirement", req_id="REQ-o00001")["parents"]
    assert [(one["id"], one["edge_kind"], one["assertion_targets"]) for one in parents] == [
        ("REQ-p00001", "implements", ["A", "B"]),
        ("REQ-p00001", "refines", []),
    ]
    (child,) = ask(made, "get_requirement", req_id="REQ-p00001")["children"]
    assert (child["edge_kinds"], child["assertion_targets"]) == (["implements", "refines"], ["A", "B"])


def test_requirement_cited_by_code_tests_and_journeys() -> None:
    cited = about("REQ-d00001")["cited_by"]
    assert [(one["id"], one["kind"], one["edge_kind"], one["assertion_targets"]) for one in cited] == [
        ("src/kettle.py:1", "code", "implements", ["B"]),
        ("tests/test_kettle.py::test_reads", "test", "verifies", ["A"]),
    ]
    assert about("REQ-p00001")["cited_by"][0]["kind"] == "journey"


def test_requirement_cited_by_what_names_it_in_a_text() -> None:
    pages = {
        "docs/adr/0001-bimetal.md": "# 1. Bimetal\n\n## Status\n\nAccepted\n\n## Context\n\nREQ-d00001 asks for it.\n\n"
        "## Decision\n\nA bimetal, as REQ-d00001-A says.\n",
        "notes/day.md": "# Day\n\nREQ-d00002 is next.\n",
    }
    assertions = "A. The thermostat SHALL read."
    first = requirement("REQ-d00001", "Thermostat", assertions=assertions) + requirement("REQ-d00002", "Lid")
    made = compiled({"spec/a.md": first, **pages})
    cited = ask(made, "get_requirement", req_id="REQ-d00001")["cited_by"]
    assert [(one["id"], one["kind"], one["edge_kind"], one["assertion_targets"]) for one in cited] == [
        ("ADR-0001", "decision", "mentions", ["A"])
    ]
    assert cited[0]["source"].startswith("docs/adr/0001-bimetal.md:")


def test_requirement_has_its_broken_references() -> None:
    (broken,) = about("REQ-o00001")["broken_references"]
    assert (broken["target_id"], broken["reason"]) == ("REQ-p99999", "unknown_requirement")


def test_requirement_metrics_match_its_coverage() -> None:
    assert about("REQ-o00001")["metrics"] == {
        "total_assertions": 2,
        "covered_count": 2,
        "coverage_pct": 100.0,
        "by_name_count": 0,
        "implemented_count": 2,
        "passing_count": 0,
        "failing_count": 2,
    }


def test_requirement_in_a_cycle_says_so() -> None:
    assert about("REQ-d00002")["in_cycle"]
    assert "in_cycle" not in about("REQ-d00004")


def test_requirement_pages_a_thousand_assertions() -> None:
    listed = "\n".join(f"{number}. It SHALL do {number}, {'and do it well ' * 9}." for number in range(1, 1_000))
    rules = '[id-patterns.assertions]\nlabel_style = "numeric_1based"\nmax_count = 999\n'
    made = compiled({"spec/a.md": requirement("REQ-p00001", "Kettle", "", listed), ".elspais.toml": rules})
    found = all_rows(made, "get_requirement", "assertions", req_id="REQ-p00001", limit=5_000)
    assert [one["label"] for one in found] == [str(number) for number in range(1, 1_000)]
    assert len(all_rows(made, "get_test_coverage", "uncovered_assertions", req_id="REQ-p00001", limit=5_000)) == 999
    assert ask(made, "get_uncovered_assertions", req_id="REQ-p00001")["total"] == 999
    assert ask(made, "get_subtree", root_id="REQ-p00001")["stats"]["assertions"] == 999


def test_hierarchy_ancestors_are_depth_first_and_unique() -> None:
    assert ids(ask(tea(), "get_hierarchy", req_id="REQ-d00001")["ancestors"]) == [
        "REQ-o00001",
        "REQ-p00001",
        "REQ-p00002",
        "REQ-o00002",
    ]


def test_hierarchy_children_cite_it_or_an_assertion() -> None:
    said = ask(tea(), "get_hierarchy", req_id="REQ-p00001")
    assert (ids(said["children"]), said["ancestors"], said["siblings"]) == (["REQ-o00001", "REQ-o00002"], [], [])


def test_hierarchy_siblings_are_other_children_of_the_parents() -> None:
    assert ids(ask(tea(), "get_hierarchy", req_id="REQ-o00001")["siblings"]) == ["REQ-o00002"]


def test_hierarchy_cycle_member_is_not_its_own_ancestor() -> None:
    said = ask(tea(), "get_hierarchy", req_id="REQ-d00002")
    assert (ids(said["ancestors"]), ids(said["children"])) == (["REQ-d00003"], ["REQ-d00003"])
    assert ids(ask(tea(), "get_hierarchy", req_id="REQ-d00004")["ancestors"]) == ["REQ-d00003", "REQ-d00002"]


def test_requirement_satisfied_by_is_not_children() -> None:
    made = compiled(
        {
            "a.md": requirement("REQ-p00001", "Audit", "**Template**", "A. It SHALL log.\nB. It SHALL sign.")
            + requirement("REQ-d00001", "Kettle", "**Satisfies**: REQ-p00001-A+B | **Integrates**: REQ-p00001")
        }
    )
    template = ask(made, "get_requirement", req_id="REQ-p00001")
    satisfying = ask(made, "get_requirement", req_id="REQ-d00001")
    assert template["is_template"] is True and "is_template" not in satisfying
    assert "satisfies" not in template and "satisfied_by" not in satisfying
    assert (template["children"], satisfying["parents"]) == ([], [])
    for other, rows in (("REQ-d00001", template["satisfied_by"]), ("REQ-p00001", satisfying["satisfies"])):
        told = [(one["id"], one["edge_kind"], one["assertion_targets"]) for one in rows]
        assert told == [(other, "satisfies", ["A", "B"]), (other, "integrates", [])]


@each(
    "node, kind, ancestors, children, siblings",
    [
        (
            "REQ-d00001-A",
            "assertion",
            ["REQ-d00001", "REQ-o00001"],
            ["tests/test_kettle.py::test_reads"],
            "REQ-d00001-B",
        ),
        ("JNY-Tea-01", "journey", ["REQ-p00001"], ["JNY-Tea-01/1", "JNY-Tea-01/2"], ""),
        ("JNY-Tea-01/1", "step", ["JNY-Tea-01", "REQ-p00001"], [], "JNY-Tea-01/2"),
        ("src/kettle.py:1", "code", ["REQ-d00001", "REQ-o00001"], [], ""),
        (
            "tests/test_kettle.py::test_boils",
            "test",
            ["REQ-p00001"],
            ["results/junit.xml#3", "results/junit.xml#4"],
            "",
        ),
        (
            "results/junit.xml#3",
            "result",
            ["tests/test_kettle.py::test_boils", "REQ-p00001"],
            [],
            "results/junit.xml#4",
        ),
        ("REQ-d00001:section:1", "remainder", ["REQ-d00001", "REQ-o00001"], [], "REQ-d00001:section:2"),
    ],
)
def test_hierarchy_of_any_node(node: str, kind: str, ancestors: list[str], children: list[str], siblings: str) -> None:
    said = ask(tea(), "get_hierarchy", id=node)
    assert (said["id"], said["kind"]) == (node, kind)
    assert ids(said["ancestors"])[: len(ancestors)] == ancestors
    assert ids(said["children"]) == children
    assert ids(said["siblings"]) == ([siblings] if siblings else [])


def test_hierarchy_of_an_unknown_node_is_not_found() -> None:
    assert error(tea(), "get_hierarchy", id="REQ-p00001-Z")["code"] == "not_found"
