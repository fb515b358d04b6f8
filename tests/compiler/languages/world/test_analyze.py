"""Analyze: properties whose reads and writes cannot meet."""

from compiler.model.diagnostics import Phase
from tests.compiler.languages.world.sources import CAST, findings, linked

FIRST = CAST.count("\n")  # lines above the content


def check(content: str, *expected: str) -> None:
    """The findings of the analysis in content below CAST and a section."""
    found = [one.rsplit(" ", 1) for one in findings(linked(CAST + "== s\n" + content), Phase.ANALYZE)]
    assert sorted(f"{code} {int(line) - FIRST - 1}" for code, line in found) == sorted(expected)


def test_a_property_that_is_read_and_never_written_is_reported_at_its_first_read() -> None:
    check("+ a\n  ? @ada.awake == true\n  ? @bo.awake == true\n", "URD601 2")


def test_a_property_that_is_written_and_never_read_is_reported_at_its_first_write() -> None:
    check("+ a\n  > @ada.awake = true\n  > @bo.awake = true\n", "URD602 2")


def test_the_other_places_are_related() -> None:
    (finding,) = linked(CAST + "== s\n+ a\n  > @ada.awake = true\n  > @bo.awake = true\n# Mill\n").diagnostics
    assert [(one.message, one.span.start_line - FIRST) for one in finding.related] == [("also written here", 4)]


def test_entities_of_one_type_count_as_one() -> None:
    check("+ a\n  ? @ada.awake == true\n+ b\n  > @bo.awake = true\n")


def test_conditions_of_exits_and_rules_are_reads() -> None:
    check("rule r:\n  where @ada.awake == true\n  > @ada.awake = false\n\n+ a\n  > @ada.awake = true\n")
    check("# Mill\n-> up: Mill\n  ? @ada.awake == true\n", "URD601 3")


def test_conditions_outside_of_a_site_are_no_reads() -> None:
    check("? @ada.awake == true\n> @ada.awake = true\n")


def test_a_variant_that_nothing_tests_is_reported_at_each_write() -> None:
    check("+ a\n  ? @ada.mood == glad\n+ b\n  > @ada.mood = angry\n  > @ada.mood = glad\n", "URD603 4")
    check("+ a\n  ? @ada.mood != angry\n+ b\n  > @ada.mood = angry\n", "URD603 4")


def test_a_threshold_that_no_write_reaches_is_reported() -> None:
    check("+ a\n  ? @ada.trust >= 5\n+ b\n  > @ada.trust = 4\n", "URD604 2")
    check("+ a\n  ? @ada.trust >= 5\n+ b\n  > @ada.trust = 5\n")
    check("+ a\n  ? @ada.trust < 5\n+ b\n  > @ada.trust = 9\n  > @ada.trust = 3\n")
    check("+ a\n  ? @ada.trust >= 5\n+ b\n  > @ada.trust + 1\n")
    check("+ a\n  ? @ada.trust > 5\n", "URD601 2", "URD604 2")
    check("+ a\n  ? @ada.height > 2.5\n+ b\n  > @ada.height = 1\n")


def test_a_property_that_is_written_only_where_it_is_read_is_reported() -> None:
    check("+ a\n  ? @ada.awake == true\n  > @ada.awake = false\n", "URD605 3")
    check("+ a\n  ? any:\n    @bo.awake == true\n  > @ada.awake = false\n", "URD605 4")
    check("rule r:\n  where @ada.awake == true\n  > @ada.awake = false\n", "URD605 3")


def test_one_write_without_a_condition_opens_the_circle() -> None:
    check("+ a\n  ? @ada.awake == true\n  > @ada.awake = false\n+ b\n  > @ada.awake = true\n")


def test_the_condition_of_the_choice_around_it_does_not_guard_a_choice() -> None:
    check("+ a\n  ? @ada.awake == true\n  + b\n    > @ada.awake = false\n")
