"""Analyze: properties whose reads and writes do not fit together."""

from compiler.model.diagnostics import Phase
from tests.compiler.languages.world.sources import CAST, content_findings, linked


def check(content: str, *expected: str) -> None:
    """Check the findings of the analysis in content below CAST and a section."""
    assert content_findings(content, Phase.ANALYZE, above="== s\n") == sorted(expected)


def test_never_written_property_is_reported_at_its_first_read() -> None:
    check("+ a\n  ? @ada.awake == true\n  ? @bo.awake == true\n", "URD601 2")


def test_never_read_property_is_reported_at_its_first_write() -> None:
    check("+ a\n  > @ada.awake = true\n  > @bo.awake = true\n", "URD602 2")


def test_never_read_property_is_related_to_its_other_writes() -> None:
    (finding,) = linked(CAST + "== s\n+ a\n  > @ada.awake = true\n  > @bo.awake = true\n# Mill\n").diagnostics
    assert [(one.message, one.span.start_line - CAST.count("\n")) for one in finding.related] == [
        ("also written here", 4)
    ]


def test_uses_are_grouped_by_type() -> None:
    check("+ a\n  ? @ada.awake == true\n+ b\n  > @bo.awake = true\n")


def test_reads_include_conditions_of_exits_and_rules() -> None:
    check("rule r:\n  where @ada.awake == true\n  > @ada.awake = false\n\n+ a\n  > @ada.awake = true\n")
    check("# Mill\n-> up: Mill\n  ? @ada.awake == true\n", "URD601 3")


def test_reads_exclude_conditions_outside_of_choices_exits_and_rules() -> None:
    check("? @ada.awake == true\n> @ada.awake = true\n")


def test_untested_variant_is_reported_at_each_write() -> None:
    check("+ a\n  ? @ada.mood == glad\n+ b\n  > @ada.mood = angry\n  > @ada.mood = glad\n", "URD603 4")
    check("+ a\n  ? @ada.mood != angry\n+ b\n  > @ada.mood = angry\n", "URD603 4")


def test_unreachable_threshold_is_reported() -> None:
    check("+ a\n  ? @ada.trust >= 5\n+ b\n  > @ada.trust = 4\n", "URD604 2")
    check("+ a\n  ? @ada.trust >= 5\n+ b\n  > @ada.trust = 5\n")
    check("+ a\n  ? @ada.trust < 5\n+ b\n  > @ada.trust = 9\n  > @ada.trust = 3\n")
    check("+ a\n  ? @ada.trust >= 5\n+ b\n  > @ada.trust + 1\n")
    check("+ a\n  ? @ada.trust > 5\n", "URD601 2", "URD604 2")
    check("+ a\n  ? @ada.height > 2.5\n+ b\n  > @ada.height = 1\n")


def test_circular_dependency_is_reported() -> None:
    check("+ a\n  ? @ada.awake == true\n  > @ada.awake = false\n", "URD605 3")
    check("+ a\n  ? any:\n    @bo.awake == true\n  > @ada.awake = false\n", "URD605 4")
    check("rule r:\n  where @ada.awake == true\n  > @ada.awake = false\n", "URD605 3")


def test_circular_dependency_needs_every_write_to_be_guarded() -> None:
    check("+ a\n  ? @ada.awake == true\n  > @ada.awake = false\n+ b\n  > @ada.awake = true\n")


def test_circular_dependency_ignores_conditions_of_outer_choices() -> None:
    check("+ a\n  ? @ada.awake == true\n  + b\n    > @ada.awake = false\n")
