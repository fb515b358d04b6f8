"""The facts and links of declarations, and the index of property uses."""

from compiler.languages.world import facts
from tests.compiler.languages.world.linking.checks import check_content, check_facts, check_links, lines
from tests.compiler.languages.world.sources import CAST, MAIN, facts_of, linked


def test_world_settings_come_from_the_entry_and_the_start_from_any_file() -> None:
    files = {
        MAIN: "---\nimport: ./a.urd.md\nworld:\n  name: The Mill!\n  version: 1.5\n  seed: 7\n---\n# Mill\n",
        "a.urd.md": "---\nworld:\n  name: Other\n  author: Nobody\n  start: Loft\n---\n# Loft\n-> x: Loft\n",
    }
    check_facts(
        linked(files),
        facts.World,
        "ref world name start_location start_written version author seed files",
        ("w:main", "main", "the-mill", "loft", "Loft", 1.5, None, 7, ("a.urd.md", MAIN)),
    )


def test_world_name_must_be_text() -> None:
    check_facts(linked("---\nworld:\n  name: 12\n  version: nan\n---\n"), facts.World, "name version", ("", None))


def test_property_ordinals_run_over_all_types() -> None:
    check_content(
        "",
        facts.Property,
        "ref value_type hidden default minimum maximum",
        ("w:main/property/Person.mood", "enum", False, "calm", None, None),
        ("w:main/property/Person.trust", "integer", False, 1, 0.0, 10.0),
        ("w:main/property/Person.height", "number", False, 1.5, None, None),
        ("w:main/property/Person.awake", "boolean", False, True, None, None),
        ("w:main/property/Person.nickname", "string", False, "x", None, None),
        ("w:main/property/Person.friend", "ref", False, None, None, None),
        ("w:main/property/Person.tags", "list", False, None, None, None),
        ("w:main/property/Person.secret", "string", True, "x", None, None),
        ("w:main/property/Thing.weight", "number", False, 1, 0.0, 5.0),
    )


def test_entity_container_is_the_first_location_that_lists_it() -> None:
    check_content(
        "# Mill\n[@ada]\n# Loft\n[@ada, @bo, @ada]\n",
        facts.Entity,
        "ref type container overrides",
        ("w:main/entity/@ada", "Person", "mill", {"trust": 3}),
        ("w:main/entity/@bo", "Person", "loft", {}),
        ("w:main/entity/@coin", "Thing", "", {}),
    )
    check_content("# Mill\n[@bo, @ada, @bo]\n", facts.Location, "slug contains", ("mill", ("bo", "ada")))


def test_reference_value_is_the_name_of_its_entity() -> None:
    front = "---\ntypes:\n  A:\n    a: ref(A) = @x\n    b: list(ref(A)) = [@x, x]\nentities:\n  @x: A { a: @x }\n---\n"
    check_facts(
        linked(front), facts.Property, "default element", ("x", None), (["x", "x"], {"type": "ref", "ref_type": "A"})
    )
    assert [one.overrides for one in facts_of(linked(front), facts.Entity)] == [{"a": "x"}]


def test_location_description_ends_at_the_first_other_construct() -> None:
    check_content(
        "# Mill\nFlour.\n\n@ada: Hi.\nDust.\n-> up: Mill\nNot this.\n",
        facts.Location,
        "description",
        ("Flour.\n\nDust.",),
    )
    check_content("# Mill\n== s\nNot this.\n", facts.Location, "description", ("",))
    check_content("# Mill\n* Go\n  Not this.\nNor this.\n", facts.Location, "description", ("",))


def test_exit_declared_twice_keeps_its_position_and_last_content() -> None:
    check_content(
        lines(
            "# Mill",
            "-> up: Mill",
            "  ! One.",
            "-> out: Nowhere",
            "-> up: Loft",
            "  ? @ada.awake == true",
            "  ? @ada in here",
            "  ! Two.",
            "  ! Three.",
            "# Loft",
        ),
        facts.Exit,
        "ref to_location destination is_conditional guard_count blocked_message",
        ("w:main/exit/mill/up", "loft", "Loft", True, 1, "Three."),
        ("w:main/exit/mill/out", "", "Nowhere", False, 0, None),
    )


def test_exit_below_a_heading_without_an_id_has_no_reads() -> None:
    content = "# Mill\n# ...\n-> up: Mill\n  ? @ada.awake == true\n"
    check_content(content, facts.Exit, "ref is_conditional guard_count", ("w:main/exit/mill/up", True, 0))
    check_content(content, facts.Read, "site")
    check_content(content, facts.Condition, "site text", ("w:main/exit/mill/up", "@ada.awake == true"))


def test_section_belongs_to_the_location_above() -> None:
    check_content(
        "== a\nHi.\n# Mill\nNot of a.\n== b\n@ada: Ho.\n@bo nods.\n+ Go\n  Not of b.\n",
        facts.Section,
        "ref name location text",
        ("w:main/section/main/a", "a", "", "Hi."),
        ("w:main/section/main/b", "b", "mill", "@ada: Ho.\n@bo nods."),
    )


def test_phase_belongs_to_the_sequence_above() -> None:
    content = "### Lost\n## The Trial\n### Night (auto)\n# Mill\n### Day\n### Day\n"
    check_content(content, facts.Sequence, "ref name", ("w:main/sequence/the-trial", "The Trial"))
    check_content(
        content,
        facts.Phase,
        "ref id auto",
        ("w:main/phase/the-trial/night", "the-trial/night", True),
        ("w:main/phase/the-trial/day", "the-trial/day", False),
        ("w:main/phase/the-trial/day~2", "the-trial/day", False),
    )


def test_property_uses_are_counted() -> None:
    check_content(
        "== s\n+ Go\n  ? @ada.trust > 1\n  ? @bo.trust > 1\n  > @ada.trust + 1\n  > @ada.mood = glad\n",
        facts.PropertyUse,
        "type property read_count write_count",
        ("Person", "trust", 2, 1),
        ("Person", "mood", 0, 1),
    )


def test_links_of_declarations() -> None:
    check_links("", "instance_of", "entity/@ada > type/Person", "entity/@bo > type/Person", "entity/@coin > type/Thing")
    check_links("# Mill\n", "starts_in", "w:main > location/mill")
    check_links("", "entry", "w:main > f:main.urd.md")
    check_links("", "refers_to", "property/Person.friend > type/Person")


def test_links_of_locations_sections_and_choices() -> None:
    content = "# Mill\n[@ada]\n-> up: Mill\n== s\n+ Go\n  + In\n"
    links = {(one.source, one.target, one.kind) for one in linked(CAST + content).links}
    assert ("w:main/location/mill", "w:main/entity/@ada", "contains") in links
    assert ("w:main/location/mill", "w:main/exit/mill/up", "contains") in links
    assert ("w:main/location/mill", "w:main/section/main/s", "contains") in links
    assert ("w:main/section/main/s", "w:main/choice/main/s/go", "contains") in links
    assert ("w:main/choice/main/s/in", "w:main/choice/main/s/go", "nested_in") in links
    assert ("w:main/location/mill", "w:main/location/mill", "exit") in links
