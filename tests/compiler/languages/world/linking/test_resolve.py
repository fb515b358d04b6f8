"""Resolve: what names refer to, and which declarations a file sees."""

from compiler.model.diagnostics import Phase
from tests.compiler.languages.world.sources import CAST, MAIN, content_findings, findings, linked

PHASES = (Phase.COLLECT, Phase.RESOLVE)


def check(content: str, *expected: str) -> None:
    """Check the findings of collect and resolve in content below CAST."""
    assert content_findings(content, *PHASES) == sorted(expected)


def check_suggestion(content: str, expected: str | None) -> None:
    (finding,) = [one for one in linked(CAST + content).diagnostics if one.phase in PHASES]
    assert finding.suggestion == expected


def check_files(main: str, other: str, *expected: str) -> None:
    """Check the findings of a main file that imports `a`, which imports `b`. `other` is the text of `b`."""
    files = {
        MAIN: f"---\nimport: ./a.urd.md\n---\n{main}",
        "a.urd.md": "---\nimport: ./b.urd.md\n---\n",
        "b.urd.md": other,
    }
    assert findings(linked(files), *PHASES) == sorted(expected)


# --- names -----------------------------------------------------------------------------------------------


def test_unknown_entity_is_reported_at_every_use() -> None:
    uses = ["@nn: Hi", "@nn waves", "[@nn]", "? @nn.x == 1", "? @nn in here", "> @nn.x = 1", "> move @nn -> here"]
    check(
        "# Mill\n" + "\n".join([*uses, "> reveal @nn.x", "> destroy @nn"]), *(f"URD301 {line}" for line in range(2, 11))
    )


def test_unknown_entity_in_a_rule_is_reported_at_the_line_or_the_rule() -> None:
    check(
        "rule r:\n  actor: @nn opens\n  selects it from [@nn]\n  where @nn in here\n  > destroy @nn\n",
        "URD301 1",
        "URD301 4",
        "URD301 5",
    )


def test_choice_target_must_be_an_entity() -> None:
    check("== talk\n+ Poke -> @bo\n+ Prod -> bo\n+ Any -> any Nobody\n")
    check("== talk\n+ Leave -> end\n+ Again -> talk\n", "URD301 2", "URD301 3")
    check_suggestion(
        "== talk\n+ Leave -> end\n", "A choice is addressed to an entity. To jump, write '-> end' on a line inside it."
    )


def test_unknown_type_is_reported_at_the_entity() -> None:
    assert findings(linked("---\nentities:\n  @a: Nobody\n---\n"), *PHASES) == ["URD307 3"]


def test_property_must_be_declared_by_the_type() -> None:
    check("? @ada.trsut > 1\n> @ada.wealth = 1\n> reveal @ada.wealth\n", "URD308 1", "URD308 2", "URD308 3")
    check_suggestion("? @ada.trsut > 1\n", "Did you mean 'trust'?")
    assert findings(linked(CAST.replace("{ trust: 3 }", "{ gold: 3 }")), *PHASES) == ["URD308 18"]


def test_container_property_needs_no_declaration() -> None:
    check("? @coin.container == mill\n> @coin.container = mill\n")


def test_reserved_subjects_are_not_resolved() -> None:
    check("? target.x == 1\n? player.y == 2\n? @player.z == 3\n> target.x = 1\n> reveal target.x\n")


def test_container_is_the_player_here_an_entity_or_a_location() -> None:
    check("# Mill\n? @coin in player\n? @coin not in here\n? @coin in ada\n? @coin in Mill\n> move @coin -> @bo\n")
    check("? @coin in attic\n> move @coin -> attic\n", "URD301 1", "URD301 2")
    check_suggestion("? @coin in @ada\n", "Did you mean 'ada'?")


def test_exhausted_section_must_be_in_the_file() -> None:
    check("== talk\n? talk.exhausted\n? tlak.exhausted\n", "URD309 3")
    check_suggestion("== talk\n? tlak.exhausted\n", "Did you mean 'talk'?")


# --- exits and jumps -------------------------------------------------------------------------------------


def test_exit_destination_must_be_a_location() -> None:
    check("# Mill\n-> up: The Loft\n-> out: Yard\n# The Loft\n", "URD312 3")
    check_suggestion("# Mill\n-> up: Milk\n", "Did you mean 'mill'?")


def test_exit_destination_without_id_is_not_reported() -> None:
    check("# Mill\n-> up: !!!\n")


def test_jump_target_must_be_a_section_or_an_exit() -> None:
    check("# Mill\n== talk\n-> talk\n-> up\n-> end\n-> exit:up\n-> exit:end\n-> up: Mill\n")
    check("# Mill\n== talk\n-> tlak\n-> exit:up\n", "URD309 3", "URD311 4")
    check("== talk\n-> exit:up\n", "URD314 2")


def test_jump_does_not_see_exits_of_other_locations() -> None:
    check("# Mill\n-> up: Loft\n# Loft\n== talk\n-> up\n", "URD309 5")


def test_jump_prefers_a_section_to_an_exit() -> None:
    check("# Mill\n-> up: Mill\n== up\n-> up\n", "URD310 4")


def test_jump_to_end_ignores_a_section_named_end() -> None:
    check("== end\n-> end\n", "URD431 2")


def test_heading_inside_a_choice_resets_the_location() -> None:
    check("# Mill\n== talk\n+ Go\n  # Inner\n-> up: Mill\n-> out: Nowhere\n+ Climb\n  -> up\n", "URD309 8", "URD312 6")


def test_section_inside_a_choice_is_not_declared() -> None:
    check("# Mill\n== talk\n* Go\n  == inner\n  -> inner\n", "URD309 5")


# --- several files ---------------------------------------------------------------------------------------


def test_file_sees_direct_imports_only() -> None:
    check_files(
        "# Mill\n-> up: Loft\n@bo: Hi\n",
        "---\ntypes:\n  A:\nentities:\n  @bo: A\n---\n# Loft\n",
        "URD301 6",
        "URD312 5",
    )


def test_suggestion_names_the_file_that_is_not_imported() -> None:
    result = linked(
        {
            MAIN: "---\nimport: ./a.urd.md\n---\n# Mill\n-> up: Loft\n",
            "a.urd.md": "---\nimport: ./b.urd.md\n---\n",
            "b.urd.md": "# Loft\n",
        }
    )
    (finding,) = [one for one in result.diagnostics if one.phase in PHASES]
    assert finding.suggestion == "'loft' is declared in b.urd.md but b.urd.md is not imported by main.urd.md."


def test_type_of_an_indirect_import_is_unresolved() -> None:
    files = {
        MAIN: "---\nimport: ./a.urd.md\nentities:\n  @x: A\n---\n",
        "a.urd.md": "---\nimport: ./b.urd.md\n---\n",
        "b.urd.md": "---\ntypes:\n  A:\n---\n",
    }
    assert [one.message for one in linked(files).diagnostics] == ["Unresolved type reference 'A'."]


def test_section_of_another_file_is_unresolved() -> None:
    files = {MAIN: "---\nimport: ./a.urd.md\n---\n== talk\n-> more\n", "a.urd.md": "== more\n"}
    assert findings(linked(files), *PHASES) == ["URD309 5"]
