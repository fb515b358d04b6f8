"""Validate the types and ranges of values."""

from compiler.model.diagnostics import Phase
from tests.compiler.languages.world.sources import check_frontmatter, content_findings, linked


def check(content: str, *expected: str) -> None:
    """Check the findings of validation in content below CAST and the start location."""
    assert content_findings(content, Phase.VALIDATE, above="# Mill\n") == sorted(expected)


def check_property(declared: str, *expected: str) -> None:
    check_frontmatter(f"types:\n  Thing:\n    {declared}\n", *expected)


def check_override(declared: str, value: str, *expected: str) -> None:
    check_frontmatter(
        f"types:\n  T:\n    p: {declared}\n  U:\nentities:\n  @e: T {{ p: {value} }}\n  @u: U\n", *expected
    )


# --- declarations -------------------------------------------------------------------------------------------


def test_default_must_match_its_type() -> None:
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


def test_default_must_be_in_range() -> None:
    check_property("a: int(0, 5) = 6", "URD418 outside the declared range [0, 5]")
    check_property("a: num(0.5, x) = 0", "URD418 [0.5, ∞]")
    check_property("a: num(x, 1) = 2", "URD418 [-∞, 1]")


def test_range_must_not_be_empty() -> None:
    check_property("a: int(5, 1)", "URD416 min (5) greater than max (1)")


def test_property_type_must_be_known() -> None:
    check_property("a: integr", "URD429 'integr'")
    check_property("a: ref(Nothing)", "URD415 'Nothing'")
    check_property("a: ref(Thing)")


def test_override_must_match_its_type() -> None:
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


# --- conditions, effects, choices ---------------------------------------------------------------------------


def test_ordering_operators_need_numbers() -> None:
    check("? @ada.trust > 1\n? @ada.height <= 1\n")
    check("? @ada.awake > true\n? @ada.tags <= x\n? @ada.friend >= bo\n", "URD420 1", "URD420 2", "URD420 3")
    check("? @ada.mood > sad\n", "URD401 1", "URD420 1")


def test_comparison_value_must_match_the_type() -> None:
    check("? @ada.trust == +5\n? @ada.height == 1e2\n? @ada.mood == glad\n? @ada.nickname == 5\n? @ada.friend == x\n")
    check("? @ada.trust == 5.0\n? @ada.height == tall\n? @ada.awake == yes\n", "URD401 1", "URD401 2", "URD401 3")
    check('? @ada.mood == "glad"\n', "URD401 1")


def test_conditions_are_checked_in_exits_any_blocks_and_rules() -> None:
    check("-> up: Mill\n  ? @ada.trust == x\n", "URD401 2")
    check("? any:\n  @ada.trust == x\n", "URD401 2")
    check(
        "rule r:\n  where @ada.trust == x\n  selects i from [@coin]\n  where @ada.trust == y\n", "URD401 2", "URD401 4"
    )


def test_effect_value_must_match_the_type() -> None:
    check("> @ada.trust = 5\n> @ada.mood = glad\n> @ada.friend = bo\n> @ada.tags + 1\n", "URD424 4")
    check("> @ada.trust = x\n> @ada.mood = sad\n> @ada.tags = x\n", "URD401 1", "URD401 2", "URD401 3")
    check("> @ada.trust = 50\n> @ada.friend = coin\n", "URD418 1", "URD419 2")


def test_sums_need_numbers() -> None:
    check("> @ada.trust + 1\n> @ada.height - 0.5\n> @ada.trust + 100\n")
    check("> @ada.mood + 1\n> @ada.trust + x\n", "URD401 2", "URD424 1")


def test_container_must_have_the_trait() -> None:
    check("? @ada in coin\n> move @coin -> coin\n", "URD422 1", "URD422 2")
    check("? @coin in ada\n> move @coin -> ada\n")


def test_moved_entity_must_be_portable() -> None:
    check("> move @ada -> here\n", "URD425 1")


def test_revealed_property_must_be_hidden() -> None:
    check("> reveal @ada.mood\n", "URD426 1")
    check("> reveal @ada.secret\n")


def test_deep_choice_is_reported_by_its_indentation() -> None:
    check("== s\n+ a\n  + b\n    + c\n      + d\n        + e\n", "URD410 5", "URD410 6")
    result = linked("== s\n      + a\n        + b\n")
    assert [(one.severity, one.message) for one in result.diagnostics] == [
        ("warning", "Nesting depth 3 at line 2."),
        ("error", "Nesting depth 4 at line 3."),
    ]
