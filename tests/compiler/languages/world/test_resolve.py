"""Collect and resolve: what is declared twice, what names refer to, and what a file sees."""

from compiler.model.diagnostics import Phase
from tests.compiler.languages.world.sources import CAST, MAIN, findings, linked

PHASES = (Phase.COLLECT, Phase.RESOLVE)
FIRST = CAST.count("\n")  # lines above the content


def check(content: str, *expected: str) -> None:
    """The findings of collect and resolve in content below CAST; lines count from the content's first."""
    found = [one.rsplit(" ", 1) for one in findings(linked(CAST + content), *PHASES)]
    assert sorted(f"{code} {int(line) - FIRST}" for code, line in found) == sorted(expected)


def check_suggestion(content: str, expected: str | None) -> None:
    (finding,) = [one for one in linked(CAST + content).diagnostics if one.phase in PHASES]
    assert finding.suggestion == expected


def check_files(main: str, other: str, *expected: str) -> None:
    """A main file that imports `a`, which imports `b` with what is given for it."""
    files = {
        MAIN: f"---\nimport: ./a.urd.md\n---\n{main}",
        "a.urd.md": "---\nimport: ./b.urd.md\n---\n",
        "b.urd.md": other,
    }
    assert findings(linked(files), *PHASES) == sorted(expected)


# --- declared twice ---------------------------------------------------------------------------------------


def test_declarations_of_one_name_are_reported_at_the_second() -> None:
    front = "---\ntypes:\n  A:\n    x: int\n  A:\n    y: int\nentities:\n  @a: A\n  @a: A\n---\n"
    assert findings(linked(front), *PHASES) == ["URD302 9", "URD303 5"]
    check("rule r:\n  > @ada.trust = 1\n\nrule r:\n  > @ada.trust = 2\n", "URD302 4")
    check("# The Mill\n# The-Mill\n", "URD304 2")
    check("== talk\n# Mill\n== talk\n", "URD305 3")
    check("## Night\n### One\n## night!\n", "URD313 3")


def test_two_declarations_point_to_the_first() -> None:
    (finding,) = [one for one in linked(CAST + "# Mill\n# Mill\n").diagnostics if one.code == "URD304"]
    assert [one.span.start_line - FIRST for one in finding.related] == [1]


def test_choices_of_one_section_need_ids_of_their_own() -> None:
    check("== talk\n* Go!\n* go\n", "URD306 3")
    check("== talk\n* Go\n  * Back\n* Run\n  * Back\n", "URD306 5")
    check("== talk\n* Go\n== more\n* Go\n")


def test_what_is_nested_in_a_second_choice_is_not_declared() -> None:
    check("== talk\n* Go\n* Go!\n  * Go?\n", "URD306 3")


def test_a_name_without_letters_or_digits_has_no_id() -> None:
    check("# ???\n## !\n### é\n== talk\n* …\n", "URD313 1", "URD313 2", "URD313 3", "URD313 5")


def test_exits_and_presence_need_a_location() -> None:
    check("-> up: Mill\n[@ada]\n# Mill\n", "URD314 1", "URD314 2")


def test_what_stands_in_a_choice_is_not_declared() -> None:
    check("# Mill\n== talk\n* Go\n  == inner\n  -> inner\n", "URD309 5")


# --- names ------------------------------------------------------------------------------------------------


def test_every_use_of_an_unknown_entity_is_reported() -> None:
    uses = ["@nn: Hi", "@nn waves", "[@nn]", "? @nn.x == 1", "? @nn in here", "> @nn.x = 1", "> move @nn -> here"]
    check(
        "# Mill\n" + "\n".join([*uses, "> reveal @nn.x", "> destroy @nn"]), *(f"URD301 {line}" for line in range(2, 11))
    )


def test_an_unknown_entity_in_a_rule_is_reported_at_the_line_or_the_rule() -> None:
    check(
        "rule r:\n  actor: @nn opens\n  selects it from [@nn]\n  where @nn in here\n  > destroy @nn\n",
        "URD301 1",
        "URD301 4",
        "URD301 5",
    )


def test_a_choice_is_addressed_to_an_entity() -> None:
    check("== talk\n+ Poke -> @bo\n+ Prod -> bo\n+ Any -> any Nobody\n")
    check("== talk\n+ Leave -> end\n+ Again -> talk\n", "URD301 2", "URD301 3")
    check_suggestion(
        "== talk\n+ Leave -> end\n", "A choice is addressed to an entity. To jump, write '-> end' on a line inside it."
    )


def test_an_unknown_type_is_reported_at_the_entity() -> None:
    assert findings(linked("---\nentities:\n  @a: Nobody\n---\n"), *PHASES) == ["URD307 3"]


def test_a_property_must_be_declared_by_the_type() -> None:
    check("? @ada.trsut > 1\n> @ada.wealth = 1\n> reveal @ada.wealth\n", "URD308 1", "URD308 2", "URD308 3")
    check_suggestion("? @ada.trsut > 1\n", "Did you mean 'trust'?")
    assert findings(linked(CAST.replace("{ trust: 3 }", "{ gold: 3 }")), *PHASES) == ["URD308 18"]


def test_the_container_of_an_entity_needs_no_declaration() -> None:
    check("? @coin.container == mill\n> @coin.container = mill\n")


def test_reserved_subjects_are_not_looked_up() -> None:
    check("? target.x == 1\n? player.y == 2\n? @player.z == 3\n> target.x = 1\n> reveal target.x\n")


def test_a_container_is_the_player_here_an_entity_or_a_location() -> None:
    check("# Mill\n? @coin in player\n? @coin not in here\n? @coin in ada\n? @coin in Mill\n> move @coin -> @bo\n")
    check("? @coin in attic\n> move @coin -> attic\n", "URD301 1", "URD301 2")
    check_suggestion("? @coin in @ada\n", "Did you mean 'ada'?")


def test_an_exhausted_section_is_one_of_the_file() -> None:
    check("== talk\n? talk.exhausted\n? tlak.exhausted\n", "URD309 3")
    check_suggestion("== talk\n? tlak.exhausted\n", "Did you mean 'talk'?")


# --- exits and jumps --------------------------------------------------------------------------------------


def test_an_exit_leads_to_a_known_location() -> None:
    check("# Mill\n-> up: The Loft\n-> out: Yard\n# The Loft\n", "URD312 3")
    check_suggestion("# Mill\n-> up: Milk\n", "Did you mean 'mill'?")


def test_a_destination_without_id_leads_nowhere_silently() -> None:
    check("# Mill\n-> up: !!!\n")


def test_a_jump_leads_to_a_section_or_an_exit() -> None:
    check("# Mill\n== talk\n-> talk\n-> up\n-> end\n-> exit:up\n-> exit:end\n-> up: Mill\n")
    check("# Mill\n== talk\n-> tlak\n-> exit:up\n", "URD309 3", "URD311 4")
    check("== talk\n-> exit:up\n", "URD314 2")


def test_an_exit_of_another_location_is_no_target() -> None:
    check("# Mill\n-> up: Loft\n# Loft\n== talk\n-> up\n", "URD309 5")


def test_a_section_hides_an_exit_of_its_name() -> None:
    check("# Mill\n-> up: Mill\n== up\n-> up\n", "URD310 4")


def test_a_section_cannot_hide_the_end() -> None:
    check("== end\n-> end\n", "URD431 2")


def test_a_heading_inside_a_choice_takes_the_location_away() -> None:
    check("# Mill\n== talk\n+ Go\n  # Inner\n-> up: Mill\n-> out: Nowhere\n+ Climb\n  -> up\n", "URD309 8", "URD312 6")


# --- several files ----------------------------------------------------------------------------------------


def test_a_file_sees_what_it_imports_and_no_further() -> None:
    check_files(
        "# Mill\n-> up: Loft\n@bo: Hi\n",
        "---\ntypes:\n  A:\nentities:\n  @bo: A\n---\n# Loft\n",
        "URD301 6",
        "URD312 5",
    )


def test_a_declaration_out_of_sight_is_named() -> None:
    result = linked(
        {
            MAIN: "---\nimport: ./a.urd.md\n---\n# Mill\n-> up: Loft\n",
            "a.urd.md": "---\nimport: ./b.urd.md\n---\n",
            "b.urd.md": "# Loft\n",
        }
    )
    (finding,) = [one for one in result.diagnostics if one.phase in PHASES]
    assert finding.suggestion == "'loft' is declared in b.urd.md but b.urd.md is not imported by main.urd.md."


def test_a_type_out_of_sight_is_unresolved() -> None:
    files = {
        MAIN: "---\nimport: ./a.urd.md\nentities:\n  @x: A\n---\n",
        "a.urd.md": "---\nimport: ./b.urd.md\n---\n",
        "b.urd.md": "---\ntypes:\n  A:\n---\n",
    }
    assert [one.message for one in linked(files).diagnostics] == ["Unresolved type reference 'A'."]


def test_sections_are_those_of_the_file() -> None:
    files = {MAIN: "---\nimport: ./a.urd.md\n---\n== talk\n-> more\n", "a.urd.md": "== more\n"}
    assert findings(linked(files), *PHASES) == ["URD309 5"]
