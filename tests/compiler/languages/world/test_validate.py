"""Validate: types, ranges and structure."""

import pytest

from compiler.languages.world.linking.misfits import integer, number, shown, shown_number
from compiler.languages.world.records import EntityRef, Scalar
from compiler.model.diagnostics import Phase
from tests.compiler.languages.world.sources import CAST, MAIN, findings, linked

FIRST = CAST.count("\n")  # lines above the content


def check(content: str, *expected: str) -> None:
    """The findings of validation in content below CAST and the location that it starts in."""
    found = [one.rsplit(" ", 1) for one in findings(linked(CAST + "# Mill\n" + content), Phase.VALIDATE)]
    assert sorted(f"{code} {int(line) - FIRST - 1}" for code, line in found) == sorted(expected)


def check_front(front: str, *expected: str) -> None:
    """The findings of validation in a frontmatter, with their messages."""
    result = linked(f"---\n{front}---\n# Mill\n")
    found = [f"{one.code} {one.message}" for one in result.diagnostics if one.phase is Phase.VALIDATE]
    assert len(found) == len(expected), found
    for one, part in zip(found, expected, strict=True):
        code, _, message = part.partition(" ")
        assert one.startswith(code)
        assert message in one


def check_property(declared: str, *expected: str) -> None:
    check_front(f"types:\n  Thing:\n    {declared}\n", *expected)


def check_override(declared: str, value: str, *expected: str) -> None:
    check_front(f"types:\n  T:\n    p: {declared}\n  U:\nentities:\n  @e: T {{ p: {value} }}\n  @u: U\n", *expected)


# --- the world block --------------------------------------------------------------------------------------


def test_the_start_is_a_location_of_the_world() -> None:
    check_front("world:\n  start: The Attic\n", "URD404 'The Attic'")
    check_front("world:\n  start: Mill\n")
    check_front("world:\n  start: 12\n")


def test_the_first_sequence_is_named_by_its_id() -> None:
    check_front("world:\n  entry: nowhere\n", "URD405 'nowhere'")
    result = linked("---\nworld:\n  entry: The Trial\n---\n## The Trial\n### Night\n")
    assert [(one.code, one.suggestion) for one in result.diagnostics] == [("URD405", "Did you mean 'the-trial'?")]


def test_the_version_of_the_language_is_not_the_authors() -> None:
    check_front("world:\n  urd: 2\n", "URD411")


def test_a_finding_about_the_start_stands_at_the_last_world_block() -> None:
    files = {
        MAIN: "---\nimport: ./a.urd.md\nworld:\n  name: x\n---\n",
        "a.urd.md": "---\nworld:\n  start: attic\n---\n",
    }
    assert findings(linked(files)) == ["URD404 3"]


def test_the_player_moves_and_holds_things() -> None:
    check_front("types:\n  P:\nentities:\n  @player: P\n", "URD412 'mobile'", "URD412 'container'")
    check_front("types:\n  P [container]:\nentities:\n  @player: P\n", "URD412 'mobile'")
    check_front("types:\n  P [container, mobile]:\nentities:\n  @player: P\n")


def test_what_the_player_lacks_comes_before_what_its_overrides_do_wrong() -> None:
    front = "types:\n  P [mobile]:\n    n: int\nentities:\n  @player: P { n: x }\n"
    check_front(front, "URD412 'container'", "URD401 'n'")


# --- declarations ------------------------------------------------------------------------------------------


def test_a_default_fits_its_type() -> None:
    check_property("a: int = 1")
    check_property("a: int = 1.5", "URD413 '1.5'")
    check_property("a: num = 1")
    check_property("a: bool = yes", "URD413 'yes'")
    check_property("a: str = 5", "URD413 '5'")
    check_property("a: enum(x, y) = z", "URD413 'enum'")
    check_property("a: list = 5", "URD413 'list'")
    check_property("a: list(int) = [1, x, y]", "URD413 'x'", "URD413 'y'")
    check_property("a: list(enum(x, y)) = [x, z]", "URD413 'z'")
    check_property("a: ref(Thing) = 5", "URD413 'ref'")
    check_property("a: ref(Thing) = @nobody")


def test_a_default_lies_in_its_range() -> None:
    check_property("a: int(0, 5) = 6", "URD418 outside the declared range [0, 5]")
    check_property("a: num(0.5, x) = 0", "URD418 [0.5, ∞]")
    check_property("a: num(x, 1) = 2", "URD418 [-∞, 1]")


def test_a_range_is_not_empty() -> None:
    check_property("a: int(5, 1)", "URD416 min (5) greater than max (1)")


def test_a_property_has_a_known_type() -> None:
    check_property("a: integr", "URD429 'integr'")
    check_property("a: ref(Nothing)", "URD415 'Nothing'")
    check_property("a: ref(Thing)")


def test_an_override_fits_its_type() -> None:
    check_override("int", "x", "URD401 expects integer but got 'x'")
    check_override("bool", "1", "URD401 expects boolean but got '1'")
    check_override("str", "[a, 1]", "URD401 expects string but got '[a, 1]'")
    check_override("enum(x, y)", "z", "URD402 Valid values: x, y.")
    check_override("enum(x, y)", "1", "URD401 expects enum but got '1'")
    check_override("int(0, 5)", "-1", "URD418 Value -1")
    check_override("ref(T)", "@u", "URD419 '@u' has type 'U'")
    check_override("ref(T)", "u", "URD419 '@u' has type 'U'")
    check_override("ref(T)", "@nobody")
    check_override("list(ref(T))", "[@e, @u]", "URD419 '@u'")


# --- conditions and effects ---------------------------------------------------------------------------------


def test_only_numbers_are_ordered() -> None:
    check("? @ada.trust > 1\n? @ada.height <= 1\n")
    check("? @ada.awake > true\n? @ada.tags <= x\n? @ada.friend >= bo\n", "URD420 1", "URD420 2", "URD420 3")
    check("? @ada.mood > sad\n", "URD401 1", "URD420 1")


def test_a_comparison_is_with_a_value_of_the_type() -> None:
    check("? @ada.trust == +5\n? @ada.height == 1e2\n? @ada.mood == glad\n? @ada.nickname == 5\n? @ada.friend == x\n")
    check("? @ada.trust == 5.0\n? @ada.height == tall\n? @ada.awake == yes\n", "URD401 1", "URD401 2", "URD401 3")
    check('? @ada.mood == "glad"\n', "URD401 1")


def test_conditions_are_checked_wherever_they_stand() -> None:
    check("-> up: Mill\n  ? @ada.trust == x\n", "URD401 2")
    check("? any:\n  @ada.trust == x\n", "URD401 2")
    check(
        "rule r:\n  where @ada.trust == x\n  selects i from [@coin]\n  where @ada.trust == y\n", "URD401 2", "URD401 4"
    )


def test_an_effect_sets_a_value_of_the_type() -> None:
    check("> @ada.trust = 5\n> @ada.mood = glad\n> @ada.friend = bo\n> @ada.tags + 1\n", "URD424 4")
    check("> @ada.trust = x\n> @ada.mood = sad\n> @ada.tags = x\n", "URD401 1", "URD401 2", "URD401 3")
    check("> @ada.trust = 50\n> @ada.friend = coin\n", "URD418 1", "URD419 2")


def test_sums_are_of_numbers() -> None:
    check("> @ada.trust + 1\n> @ada.height - 0.5\n> @ada.trust + 100\n")
    check("> @ada.mood + 1\n> @ada.trust + x\n", "URD401 2", "URD424 1")


def test_a_container_has_the_trait() -> None:
    check("? @ada in coin\n> move @coin -> coin\n", "URD422 1", "URD422 2")
    check("? @coin in ada\n> move @coin -> ada\n")


def test_what_moves_is_portable() -> None:
    check("> move @ada -> here\n", "URD425 1")


def test_what_is_revealed_was_hidden() -> None:
    check("> reveal @ada.mood\n", "URD426 1")
    check("> reveal @ada.secret\n")


# --- structure ----------------------------------------------------------------------------------------------


def test_a_sequence_has_phases() -> None:
    check("## The Trial\n", "URD428 1")
    check("## The Trial\n### Night\n")


def test_deep_choices_are_reported_by_their_indentation() -> None:
    check("== s\n+ a\n  + b\n    + c\n      + d\n        + e\n", "URD410 5", "URD410 6")
    result = linked("== s\n      + a\n        + b\n")
    assert [(one.severity, one.message) for one in result.diagnostics] == [
        ("warning", "Nesting depth 3 at line 2."),
        ("error", "Nesting depth 4 at line 3."),
    ]


def test_a_location_that_no_exit_leads_to_is_reported() -> None:
    check("-> up: Loft\n  ? @ada.trust > 99\n# Loft\n# Attic\n-> down: Mill\n", "URD430 4")
    assert findings(linked("# A\n# B\n")) == []


def test_a_choice_that_asks_for_an_undeclared_value_is_impossible() -> None:
    check("== s\n+ Go\n  ? @ada.mood == sad\n", "URD401 3", "URD432 2")
    check("== s\n+ Go\n  ? any:\n    @ada.mood == sad\n    @ada.mood == calm\n", "URD401 4", "URD432 2")
    check("== s\n+ Go\n  ? @ada.mood != sad\n", "URD401 3")


def test_a_section_whose_choices_run_out_is_reported() -> None:
    check("== s\n* Go\n", "URD433 1")
    check("== s\n* Go\n  -> s\n", "URD433 1")
    check("== s\nSaid before.\n* Go\n> @ada.trust = 1\n", "URD433 1")


@pytest.mark.parametrize("after", ["+ Stay", "  + Stay", "-> s", "And then.", "@ada: So.", "@ada nods."])
def test_a_section_with_a_way_on_does_not_run_out(after: str) -> None:
    check(f"== s\n* Go\n{after}\n")


def test_a_heading_does_not_end_a_section_that_runs_out() -> None:
    check("== s\n* Go\n-> up: Loft\n# Loft\nHay.\n== t\nHi.\n")


def test_a_section_named_like_an_exit_is_reported() -> None:
    check("== up\nHi.\n-> up: Mill\n", "URD434 1")
    check("== up\nHi.\n# Loft\n-> up: Mill\n", "URD430 3")


# --- values -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("5", 5),
        ("+5", 5),
        ("-007", -7),
        ("5.0", None),
        ("1_0", None),
        (" 5", None),
        ("٣", None),
        ("", None),
        ("9223372036854775807", 2**63 - 1),
        ("9223372036854775808", None),
        ("9" * 5000, None),
    ],
)
def test_integer(text: str, value: int | None) -> None:
    assert integer(text) == value


@pytest.mark.parametrize(
    ("text", "value"),
    [("1", 1.0), ("1.", 1.0), (".5", 0.5), ("1e3", 1000.0), ("-INF", float("-inf")), (".", None), ("1 ", None)],
)
def test_number(text: str, value: float | None) -> None:
    assert number(text) == value


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (10.0, "10"),
        (0.5, "0.5"),
        (-0.25, "-0.25"),
        (1e-7, "0.0000001"),
        (1e21, "1000000000000000000000"),
        (2.0**63, "9223372036854776000"),
        (float("inf"), "inf"),
        (float("-inf"), "-inf"),
        (float("nan"), "NaN"),
    ],
)
def test_numbers_are_shown_without_exponent(value: float, text: str) -> None:
    assert shown_number(value) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [(True, "true"), (5, "5"), ("x y", "x y"), (EntityRef("ada"), "@ada"), ((1, "a", ()), "[1, a, []]")],
)
def test_values_are_shown_as_written(value: Scalar, text: str) -> None:
    assert shown(value) == text
