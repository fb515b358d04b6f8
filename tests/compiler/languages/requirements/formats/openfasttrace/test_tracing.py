"""Tracing: what becomes of each citation, and the verdict on each item."""

from typing import Any

from compiler.languages.requirements.facts import BrokenReference, Reference, Requirement, RequirementCoverage
from compiler.model.language import Linked
from tests.compiler.languages.requirements.sources import facts_of, fields, linked, links
from tests.compiler.tables import table


def item(native_id: str, *covers: str, needs: str = "", status: str = "") -> str:
    lines = [f"`{native_id}`", *([f"Status: {status}"] if status else []), "", "It is so.", ""]
    lines += ["Covers:", *(f"* {one}" for one in covers), ""] if covers else []
    return "\n".join([*lines, *([f"Needs: {needs}", ""] if needs else [])]) + "\n"


def traced(*items: str, code: str = "") -> Linked:
    return linked({"spec/a.md": "".join(items), **({"src/a.c": code} if code else {})})


def verdicts(result: Linked, name: str) -> dict[str, Any]:
    return {one.requirement: one.statements.get(name, []) for one in facts_of(result, Requirement)}


def codes(result: Linked) -> list[str]:
    return [one.code for one in result.diagnostics]


def test_coverage_of_the_right_kind_and_revision_meets_a_need() -> None:
    result = traced(item("req~a~1", needs="dsn, utest"), item("dsn~a~1", "req~a~1"))
    assert fields(result, RequirementCoverage, "requirement total tested untested implemented") == [
        ("req~a~1", 2, ("dsn",), ("utest",), ("dsn",)),
        ("dsn~a~1", 0, (), (), ()),
    ]
    assert links(result, "implements") == ["dsn~a~1 implements req~a~1/dsn"]
    assert codes(result) == ["REQ605"]


@table(("cited", "reason"), [(1, "outdated"), (3, "predated")])
def test_citation_of_another_revision_covers_nothing(cited: int, reason: str) -> None:
    result = traced(item("req~a~2"), item("dsn~a~1", f"req~a~{cited}"))
    assert fields(result, BrokenReference, "source target reason nearest") == [
        ("dsn~a~1", f"req~a~{cited}", reason, "req~a~2")
    ]
    assert codes(result) == ["REQ602"]
    assert verdicts(result, "is_defect") == {"req~a~2": True, "dsn~a~1": True}


def test_citation_of_nothing_names_the_nearest_id() -> None:
    result = traced(item("req~boiling~1"), item("dsn~a~1", "req~boilling~1"))
    assert fields(result, BrokenReference, "reason nearest") == [("unknown_requirement", "req~boiling~1")]
    assert codes(result) == ["REQ301"]


def test_coverage_that_is_not_needed_is_kept_and_covers_nothing() -> None:
    result = traced(item("req~a~1", needs="utest"), item("dsn~a~1", "req~a~1"))
    assert fields(result, Reference, "source requirement label") == [("dsn~a~1", "req~a~1", "")]
    assert verdicts(result, "unwanted_coverage")["req~a~1"] == ["dsn"]
    assert sorted(codes(result)) == ["REQ603", "REQ605"]


def test_item_that_is_stated_twice_is_covered_by_nothing() -> None:
    result = traced(item("req~a~1", needs="dsn"), item("req~a~1", needs="dsn"), item("dsn~a~1", "req~a~1"))
    assert [one.requirement for one in facts_of(result, Requirement)] == ["req~a~1", "req~a~1#a", "dsn~a~1"]
    assert verdicts(result, "is_defect") == {"req~a~1": True, "req~a~1#a": True, "dsn~a~1": True}
    assert sorted(codes(result)) == ["REQ207", "REQ604", "REQ605", "REQ605"]


def test_deep_coverage_asks_for_that_of_all_that_cite() -> None:
    chain = [item("feat~a~1", needs="req"), item("req~a~1", "feat~a~1", needs="dsn"), item("dsn~a~1", "req~a~1")]
    assert set(verdicts(traced(*chain), "deep_coverage").values()) == {"covered"}
    result = traced(*chain, item("req~b~1", "feat~a~1", needs="dsn"))
    assert verdicts(result, "shallow_coverage")["feat~a~1"] == "covered"
    assert verdicts(result, "deep_coverage")["feat~a~1"] == "uncovered"


def test_circle_is_no_deep_coverage() -> None:
    result = traced(item("req~a~1", "req~b~1", needs="req"), item("req~b~1", "req~a~1", needs="req"))
    assert set(verdicts(result, "deep_coverage").values()) == {"cycle"}
    assert [one.cycle for one in facts_of(result, Requirement)] == [1, 1]


def test_rejected_item_needs_nothing() -> None:
    result = traced(item("req~a~1", needs="dsn", status="rejected"))
    assert verdicts(result, "is_defect") == {"req~a~1": False}
    assert fields(result, RequirementCoverage, "total untested") == [(0, ())]
    assert codes(result) == []


def test_tag_of_a_named_tag_is_not_needed() -> None:
    code = "// [impl~own~1->req~a~1]\n// [utest->impl~own~1]\n"
    result = traced(item("req~a~1", needs="impl"), code=code)
    assert fields(result, BrokenReference, "source target reason") == [("src/a.c:2", "impl~own~1", "unwanted")]


def test_item_depends_on_another() -> None:
    depends = "`req~b~1`\n\nDepends:\n* req~a~1\n* req~c~1\n"
    result = traced(item("req~a~1"), depends)
    assert links(result, "depends_on") == ["req~b~1 depends_on req~a~1", "req~b~1 depends_on req~c~1"]
    assert codes(result) == ["REQ301"]


def test_asciidoc_states_items_and_a_scenario_without_a_name_or_each_test_of_a_class_covers_them() -> None:
    page = (
        '[.specitem,oft-sid="req~glow~1",oft-needs="impl,utest",oft-tags="lamp"]\n.Glow\n--\nThe lamp glows.\n\n'
        "----\nglow()\n----\n--\n\n"
        '[.specitem,oft-covers="req~glow~1",oft-sid="utest~wick~2",oft-title="Wick"]\nThe wick\nburns.\n\nProse.\n\n'
        '[.specitem,oft-sid="glow"]\n--\nNo id.\n--\n'
    )
    feature = "Feature: Lamp\n\n  Scenario Outline:\n    It burns.\n\n   [utest->req~glow~1]\n\n    Given a wick\n"
    java = (
        "// [utest->req~glow~1]\n@Extended\nclass LampTest\n{\n    @Test\n    void one()\n    {\n    }\n\n"
        "    @Test\n    void two()\n    {\n    }\n}\n"
    )
    result = linked({"doc/lamp.adoc": page, "spec/lamp.feature": feature, "src/test/java/LampTest.java": java})
    assert fields(result, Requirement, "requirement name text level") == [
        ("req~glow~1", "Glow", "The lamp glows.\n\n----\nglow()\n----", "req"),
        ("utest~wick~2", "Wick", "The wick\nburns.", "utest"),
    ]
    assert links(result, "verifies") == [
        "test/spec/lamp.feature::Scenario Outline verifies req~glow~1/utest",
        "test/src/test/java/LampTest.java::LampTest::one verifies req~glow~1/utest",
        "test/src/test/java/LampTest.java::LampTest::two verifies req~glow~1/utest",
    ]
    assert links(result, "implements") == ["utest~wick~2 implements req~glow~1/utest"]


@table(("count", "found"), [(9, ["REQ301"] * 10), (10, ["REQ301", "REQ601"])])
def test_citations_of_a_specification_elsewhere_are_one_remark(count: int, found: list[str]) -> None:
    code = "".join(f"// [impl->dsn~a{number}~1]\n" for number in range(count)) + "// [impl->req~gone~1]\n"
    result = traced(item("req~here~1"), code=code)
    assert sorted(codes(result)) == found
    assert "10 citations" in "".join(one.message for one in result.diagnostics) or count < 10
