"""Facts and links: what a linked world states."""

from typing import Any

from compiler.languages.world import facts
from compiler.model.facts import Fact
from compiler.model.language import Linked
from tests.compiler.languages.world.sources import CAST, MAIN, facts_of, linked

FIRST = CAST.count("\n")  # lines above the content


def lines(*texts: str) -> str:
    return "".join(f"{text}\n" for text in texts)


def check(content: str, kind: type[Fact], fields: str, *expected: tuple[Any, ...]) -> None:
    """The named fields of all facts of one class in content below CAST."""
    check_facts(linked(CAST + content), kind, fields, *expected)


def check_facts(result: Linked, kind: type[Fact], fields: str, *expected: tuple[Any, ...]) -> None:
    found = facts_of(result, kind)
    assert [tuple(getattr(one, name) for name in fields.split()) for one in found] == list(expected)
    numbers = [getattr(one, "ordinal", number) for number, one in enumerate(found)]
    assert numbers == list(range(len(found)))


def check_links(content: str, kind: str, *expected: str) -> None:
    """The links of one kind in content below CAST, as `source > target` without the world's prefix."""
    links = [one for one in linked(CAST + content).links if one.kind == kind]
    assert [f"{one.source} > {one.target}".replace("w:main/", "") for one in links] == list(expected)


# --- declarations -------------------------------------------------------------------------------------------


def test_the_world_takes_its_settings_from_the_entry_and_its_start_from_anywhere() -> None:
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


def test_a_name_that_is_no_text_is_none() -> None:
    check_facts(linked("---\nworld:\n  name: 12\n  version: nan\n---\n"), facts.World, "name version", ("", None))


def test_properties_are_numbered_over_all_types() -> None:
    check(
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


def test_an_entity_stands_in_the_first_location_that_lists_it() -> None:
    check(
        "# Mill\n[@ada]\n# Loft\n[@ada, @bo, @ada]\n",
        facts.Entity,
        "ref type container overrides",
        ("w:main/entity/@ada", "Person", "mill", {"trust": 3}),
        ("w:main/entity/@bo", "Person", "loft", {}),
        ("w:main/entity/@coin", "Thing", "", {}),
    )
    check("# Mill\n[@bo, @ada, @bo]\n", facts.Location, "slug contains", ("mill", ("bo", "ada")))


def test_a_reference_is_the_name_of_its_entity() -> None:
    front = "---\ntypes:\n  A:\n    a: ref(A) = @x\n    b: list(ref(A)) = [@x, x]\nentities:\n  @x: A { a: @x }\n---\n"
    check_facts(
        linked(front), facts.Property, "default element", ("x", None), (["x", "x"], {"type": "ref", "ref_type": "A"})
    )
    assert [one.overrides for one in facts_of(linked(front), facts.Entity)] == [{"a": "x"}]


def test_a_location_is_described_until_something_else_begins() -> None:
    check(
        "# Mill\nFlour.\n\n@ada: Hi.\nDust.\n-> up: Mill\nNot this.\n",
        facts.Location,
        "description",
        ("Flour.\n\nDust.",),
    )
    check("# Mill\n== s\nNot this.\n", facts.Location, "description", ("",))
    check("# Mill\n* Go\n  Not this.\nNor this.\n", facts.Location, "description", ("",))


def test_exits_keep_their_place_and_their_last_declaration() -> None:
    check(
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


def test_below_a_heading_without_an_id_what_guards_an_exit_is_no_read() -> None:
    content = "# Mill\n# ...\n-> up: Mill\n  ? @ada.awake == true\n"
    check(content, facts.Exit, "ref is_conditional guard_count", ("w:main/exit/mill/up", True, 0))
    check(content, facts.Read, "site")
    check(content, facts.Condition, "site text", ("w:main/exit/mill/up", "@ada.awake == true"))


def test_sections_belong_to_the_location_above_them() -> None:
    check(
        "== a\nHi.\n# Mill\nNot of a.\n== b\n@ada: Ho.\n@bo nods.\n+ Go\n  Not of b.\n",
        facts.Section,
        "ref name location text",
        ("w:main/section/main/a", "a", "", "Hi."),
        ("w:main/section/main/b", "b", "mill", "@ada: Ho.\n@bo nods."),
    )


def test_phases_belong_to_the_sequence_above_them() -> None:
    content = "### Lost\n## The Trial\n### Night (auto)\n# Mill\n### Day\n### Day\n"
    check(content, facts.Sequence, "ref name", ("w:main/sequence/the-trial", "The Trial"))
    check(
        content,
        facts.Phase,
        "ref id auto",
        ("w:main/phase/the-trial/night", "the-trial/night", True),
        ("w:main/phase/the-trial/day", "the-trial/day", False),
        ("w:main/phase/the-trial/day~2", "the-trial/day", False),
    )


# --- choices, jumps, rules -----------------------------------------------------------------------------------


def test_choices_come_after_those_nested_in_them() -> None:
    check(
        "== s\n* Go -> bo\n  Slowly.\n  + Run\n    Quickly.\n+ Stay -> any Thing\n",
        facts.Choice,
        "choice sticky parent target target_type text",
        ("main/s/run", True, "main/s/go", None, None, "Quickly."),
        ("main/s/go", False, "", "bo", None, "Slowly."),
        ("main/s/stay", True, "", None, "Thing", ""),
    )


def test_a_choice_counts_its_own_reads_and_writes() -> None:
    body = lines(
        "  ? @ada.awake == true",
        "  ? @ada in here",
        "  > @ada.trust + 1",
        "  > destroy @coin",
        "  + In",
        "    > @ada.trust + 1",
    )
    check("== s\n+ Go\n" + body, facts.Choice, "label condition_count effect_count", ("In", 0, 1), ("Go", 1, 1))


def test_a_choice_of_the_same_label_below_the_next_heading_is_found_again() -> None:
    content = "== s\n* Go\n# Mill\n* Go\n* Other\n"
    check(
        content,
        facts.Choice,
        "ref choice",
        ("w:main/choice/main/s/go", "main/s/go"),
        ("w:main/choice/main/s/go~2", "main/s/go"),
    )


def test_a_choice_outside_of_a_section_gives_no_facts() -> None:
    content = "# Mill\n* Go\n  > @ada.trust = 1\n  Slowly.\n"
    check(content, facts.Choice, "choice")
    check(content, facts.Effect, "text")
    check(content, facts.Line, "site text", ("w:main/location/mill", "Slowly."))


def test_jumps_lead_to_sections_exits_and_the_end() -> None:
    check(
        "# Mill\n-> up: Mill\n-> s\n== s\n-> s\n+ Go\n  -> up\n  -> end\n  -> nowhere\n",
        facts.Jump,
        "from_section target_kind target site",
        ("main/s", "section", "main/s", "w:main/section/main/s"),
        ("main/s", "exit", "mill/up", "w:main/choice/main/s/go"),
        ("main/s", "end", "end", "w:main/choice/main/s/go"),
    )


def test_a_rule_has_its_conditions_before_those_of_its_selection() -> None:
    rule = lines(
        "rule barter:",
        "  actor: @ada trades fairly",
        "  selects it from [@coin, bo]",
        "  where @ada.trust > 1",
        "  > @ada.trust = 2",
        "  where @bo.trust > 2",
    )
    check(
        rule,
        facts.Rule,
        "ref actor trigger select condition_count effect_count",
        ("w:main/rule/barter", "ada", "trades fairly", {"as": "it", "from": ["coin", "bo"]}, 2, 1),
    )
    check(rule, facts.Read, "site_kind site_id entity", ("rule", "barter", "bo"), ("rule", "barter", "ada"))


def test_two_rules_of_one_name_are_two_facts() -> None:
    check("rule r:\n\nrule r:\n", facts.Rule, "ref name", ("w:main/rule/r", "r"), ("w:main/rule/r~2", "r"))


# --- conditions, effects, lines ------------------------------------------------------------------------------


def test_reads_and_writes_are_of_resolved_properties() -> None:
    content = lines(
        "== s",
        "+ Go",
        "  ? @ada.mood == glad",
        "  ? @ada.gold > 1",
        "  ? target.x == 1",
        "  ? @coin.container == mill",
        "  > @ada.trust + 1",
        "  > @ada.trust + x",
        "  > @coin.container = mill",
        "  > it.x = 1",
    )
    check(
        content,
        facts.Read,
        "entity_type property operator value value_kind",
        ("Person", "mood", "==", "glad", "ident"),
        ("Thing", "container", "==", "mill", "str"),
    )
    check(
        content,
        facts.Write,
        "entity property operator value value_kind",
        ("ada", "trust", "+", "1", "int"),
        ("ada", "trust", "+", "x", None),
        ("coin", "container", "=", "mill", None),
    )


def test_conditions_of_every_kind_are_facts() -> None:
    check(
        lines(
            "# Mill",
            "== s",
            "? @ada.trust >= 3",
            "+ Go",
            "  ? target.x == 1",
            "  ? @coin not in Mill",
            "  ? any:",
            "    s.exhausted",
            "    @coin in player",
            "  ? any:",
            "    @coin in bo",
        ),
        facts.Condition,
        "site condition_kind any_group subject property operator value text",
        ("w:main/section/main/s", "comparison", 0, "ada", "trust", ">=", "3", "@ada.trust >= 3"),
        ("w:main/choice/main/s/go", "comparison", 0, "target", "x", "==", "1", "target.x == 1"),
        ("w:main/choice/main/s/go", "containment", 0, "coin", "", "not in", "mill", "@coin not in Mill"),
        ("w:main/choice/main/s/go", "exhaustion", 1, "main/s", "", "", "", "s.exhausted"),
        ("w:main/choice/main/s/go", "containment", 1, "coin", "", "in", "player", "@coin in player"),
        ("w:main/choice/main/s/go", "containment", 2, "coin", "", "in", "bo", "@coin in bo"),
    )


def test_effects_of_every_kind_are_facts() -> None:
    check(
        lines(
            "# Mill",
            "== s",
            "> @ada.trust = 1",
            "+ Go",
            "  > move @coin -> @bo",
            "  > move @coin -> Mill",
            "  > reveal @ada.secret",
            "  > destroy coin",
            "  > it.x + 1",
        ),
        facts.Effect,
        "effect_kind entity property operator value text",
        ("set", "ada", "trust", "=", "1", "@ada.trust = 1"),
        ("move", "coin", "", "", "bo", "move @coin -> bo"),
        ("move", "coin", "", "", "mill", "move @coin -> Mill"),
        ("reveal", "ada", "secret", "", "", "reveal @ada.secret"),
        ("destroy", "coin", "", "", "", "destroy @coin"),
        ("set", "", "", "+", "1", "it.x + 1"),
    )


def test_lines_stand_where_they_are_said() -> None:
    check(
        lines(
            "Before.",
            "# Mill",
            "Flour.",
            "-> up: Mill",
            "  ! Shut.",
            "== s",
            "@ada: Hi.",
            "+ Go",
            "  @bo nods.",
            "# Loft",
            "Hay.",
            "! Nothing.",
        ),
        facts.Line,
        "site line_kind speaker text",
        ("f:main.urd.md", "prose", "", "Before."),
        ("w:main/location/mill", "prose", "", "Flour."),
        ("w:main/exit/mill/up", "blocked", "", "Shut."),
        ("w:main/section/main/s", "speech", "ada", "Hi."),
        ("w:main/choice/main/s/go", "stage", "bo", "nods."),
        ("w:main/location/loft", "prose", "", "Hay."),
    )


def test_each_property_in_use_is_counted() -> None:
    check(
        "== s\n+ Go\n  ? @ada.trust > 1\n  ? @bo.trust > 1\n  > @ada.trust + 1\n  > @ada.mood = glad\n",
        facts.PropertyUse,
        "type property read_count write_count",
        ("Person", "trust", 2, 1),
        ("Person", "mood", 0, 1),
    )


# --- links -----------------------------------------------------------------------------------------------------


def test_links_of_declarations() -> None:
    check_links("", "instance_of", "entity/@ada > type/Person", "entity/@bo > type/Person", "entity/@coin > type/Thing")
    check_links("# Mill\n", "starts_in", "w:main > location/mill")
    check_links("", "entry", "w:main > f:main.urd.md")
    check_links("", "refers_to", "property/Person.friend > type/Person")


def test_what_does_not_exist_is_linked_to_all_the_same() -> None:
    check_links("# Mill\n-> up: The Loft\n", "leads_to", "exit/mill/up > location/the-loft")
    check_links("== s\n-> t\n", "jump", "section/main/s > section/main/t")
    check_links("== s\n? @nn in attic\n", "tests", "section/main/s > entity/@nn", "section/main/s > entity/@attic")


def test_links_of_places() -> None:
    content = "# Mill\n[@ada]\n-> up: Mill\n== s\n+ Go\n  + In\n"
    links = {(one.source, one.target, one.kind) for one in linked(CAST + content).links}
    assert ("w:main/location/mill", "w:main/entity/@ada", "contains") in links
    assert ("w:main/location/mill", "w:main/exit/mill/up", "contains") in links
    assert ("w:main/location/mill", "w:main/section/main/s", "contains") in links
    assert ("w:main/section/main/s", "w:main/choice/main/s/go", "contains") in links
    assert ("w:main/choice/main/s/in", "w:main/choice/main/s/go", "nested_in") in links
    assert ("w:main/location/mill", "w:main/location/mill", "exit") in links


def test_links_of_conditions_and_effects() -> None:
    content = (
        "# Mill\n== s\n+ Go -> bo\n  ? @ada.trust > 1\n  ? s.exhausted\n  > @ada.mood = glad\n  > move @coin -> Mill\n"
    )
    site = "choice/main/s/go"
    check_links(content, "reads", f"{site} > property/Person.trust")
    check_links(content, "tests", f"{site} > entity/@ada", f"{site} > section/main/s")
    check_links(content, "writes", f"{site} > property/Person.mood")
    check_links(content, "affects", f"{site} > entity/@ada", f"{site} > entity/@coin")
    check_links(content, "moves_to", f"{site} > location/mill")
    check_links(content, "addresses", f"{site} > entity/@bo")


def test_links_of_rules() -> None:
    rule = "rule r:\n  actor: @ada opens\n  selects it from [@coin, @bo]\n"
    check_links(rule, "selects", "rule/r > entity/@coin", "rule/r > entity/@bo")
    check_links(rule, "actor", "rule/r > entity/@ada")


def test_who_speaks_somewhere_is_linked_once() -> None:
    content = "# Mill\n@ada: One.\n@ada: Two.\n== s\n@bo nods.\n+ Go\n  @bo: Three.\n"
    check_links(content, "speaks", "entity/@ada > location/mill", "entity/@bo > section/main/s")
