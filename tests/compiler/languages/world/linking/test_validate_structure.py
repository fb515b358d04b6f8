"""Validate the structure of a world."""

from compiler.model.diagnostics import Phase
from tests.compiler.languages.world.sources import MAIN, check_frontmatter, content_findings, findings, linked
from tests.compiler.tables import table


def check(content: str, *expected: str) -> None:
    """Check the findings of validation in content below CAST and the start location."""
    assert content_findings(content, Phase.VALIDATE, above="# Mill\n") == sorted(expected)


def test_world_start_must_be_a_location() -> None:
    check_frontmatter("world:\n  start: The Attic\n", "URD404 'The Attic'")
    check_frontmatter("world:\n  start: Mill\n")
    check_frontmatter("world:\n  start: 12\n")


def test_world_entry_must_be_the_id_of_a_sequence() -> None:
    check_frontmatter("world:\n  entry: nowhere\n", "URD405 'nowhere'")
    result = linked("---\nworld:\n  entry: The Trial\n---\n## The Trial\n### Night\n")
    assert [(one.code, one.suggestion) for one in result.diagnostics] == [("URD405", "Did you mean 'the-trial'?")]


def test_world_urd_field_is_reported() -> None:
    check_frontmatter("world:\n  urd: 2\n", "URD411")


def test_world_start_finding_is_at_the_last_world_block() -> None:
    files = {
        MAIN: "---\nimport: ./a.urd.md\nworld:\n  name: x\n---\n",
        "a.urd.md": "---\nworld:\n  start: attic\n---\n",
    }
    assert findings(linked(files)) == ["URD404 3"]


def test_player_type_must_be_mobile_and_container() -> None:
    check_frontmatter("types:\n  P:\nentities:\n  @player: P\n", "URD412 'mobile'", "URD412 'container'")
    check_frontmatter("types:\n  P [container]:\nentities:\n  @player: P\n", "URD412 'mobile'")
    check_frontmatter("types:\n  P [container, mobile]:\nentities:\n  @player: P\n")


def test_player_findings_come_before_findings_of_overrides() -> None:
    front = "types:\n  P [mobile]:\n    n: int\nentities:\n  @player: P { n: x }\n"
    check_frontmatter(front, "URD412 'container'", "URD401 'n'")


def test_sequence_without_phases_is_reported() -> None:
    check("## The Trial\n", "URD428 1")
    check("## The Trial\n### Night\n")


def test_unreachable_location_is_reported() -> None:
    check("-> up: Loft\n  ? @ada.trust > 99\n# Loft\n# Attic\n-> down: Mill\n", "URD430 4")
    assert findings(linked("# A\n# B\n")) == []


def test_choice_on_an_unlisted_enum_value_is_reported() -> None:
    check("== s\n+ Go\n  ? @ada.mood == sad\n", "URD401 3", "URD432 2")
    check("== s\n+ Go\n  ? any:\n    @ada.mood == sad\n    @ada.mood == calm\n", "URD401 4", "URD432 2")
    check("== s\n+ Go\n  ? @ada.mood != sad\n", "URD401 3")


def test_exhaustible_section_is_reported() -> None:
    check("== s\n* Go\n", "URD433 1")
    check("== s\n* Go\n  -> s\n", "URD433 1")
    check("== s\nSaid before.\n* Go\n> @ada.trust = 1\n", "URD433 1")


@table("after", ["+ Stay", "  + Stay", "-> s", "And then.", "@ada: So.", "@ada nods."])
def test_section_with_sticky_choice_jump_or_text_is_not_exhaustible(after: str) -> None:
    check(f"== s\n* Go\n{after}\n")


def test_exhaustible_section_continues_below_a_heading() -> None:
    check("== s\n* Go\n-> up: Loft\n# Loft\nHay.\n== t\nHi.\n")


def test_section_named_like_an_exit_is_reported() -> None:
    check("== up\nHi.\n-> up: Mill\n", "URD434 1")
    check("== up\nHi.\n# Loft\n-> up: Mill\n", "URD430 3")
