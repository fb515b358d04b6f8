"""Extract: the facts and links of the content of a world."""

from compiler.languages.world import facts
from tests.compiler.languages.world.linking.checks import check_content, check_links, lines


def test_choice_comes_after_its_nested_choices() -> None:
    check_content(
        "== s\n* Go -> bo\n  Slowly.\n  + Run\n    Quickly.\n+ Stay -> any Thing\n",
        facts.Choice,
        "choice sticky parent target target_type text",
        ("main/s/run", True, "main/s/go", None, None, "Quickly."),
        ("main/s/go", False, "", "bo", None, "Slowly."),
        ("main/s/stay", True, "", None, "Thing", ""),
    )


def test_choice_counts_reads_and_writes_of_its_own_body() -> None:
    body = lines(
        "  ? @ada.awake == true",
        "  ? @ada in here",
        "  > @ada.trust + 1",
        "  > destroy @coin",
        "  + In",
        "    > @ada.trust + 1",
    )
    check_content("== s\n+ Go\n" + body, facts.Choice, "label condition_count effect_count", ("In", 0, 1), ("Go", 1, 1))


def test_choice_counts_conditions_and_effects_of_every_kind() -> None:
    body = lines(
        "  ? any:",
        "    @ada.awake == true",
        "    @coin in player",
        "  ? s.exhausted",
        "  > move @coin -> player",
        "  > reveal @ada.secret",
        "  > destroy @coin",
        "  > @ada.trust + 1",
    )
    fields = "condition_count all_condition_count effect_count all_effect_count"
    check_content("== s\n+ Go\n" + body, facts.Choice, fields, (1, 3, 1, 4))


def test_rule_counts_conditions_and_effects_of_every_kind() -> None:
    rule = lines(
        "rule r:",
        "  where @coin in player",
        "  selects x from [@ada]",
        "    where @ada.awake == true",
        "  > destroy @coin",
    )
    fields = "condition_count all_condition_count effect_count all_effect_count"
    check_content(rule, facts.Rule, fields, (1, 2, 0, 1))


def test_choice_with_repeated_label_below_a_heading_is_a_second_fact() -> None:
    content = "== s\n* Go\n# Mill\n* Go\n* Other\n"
    check_content(
        content,
        facts.Choice,
        "ref choice",
        ("w:main/choice/main/s/go", "main/s/go"),
        ("w:main/choice/main/s/go~2", "main/s/go"),
    )


def test_choice_outside_a_section_has_no_facts() -> None:
    content = "# Mill\n* Go\n  > @ada.trust = 1\n  Slowly.\n"
    check_content(content, facts.Choice, "choice")
    check_content(content, facts.Effect, "text")
    check_content(content, facts.Line, "site text", ("w:main/location/mill", "Slowly."))


def test_jump_targets_are_sections_exits_and_the_end() -> None:
    check_content(
        "# Mill\n-> up: Mill\n-> s\n== s\n-> s\n+ Go\n  -> up\n  -> end\n  -> nowhere\n",
        facts.Jump,
        "from_section target_kind target site",
        ("main/s", "section", "main/s", "w:main/section/main/s"),
        ("main/s", "exit", "mill/up", "w:main/choice/main/s/go"),
        ("main/s", "end", "end", "w:main/choice/main/s/go"),
    )


def test_rule_reads_its_own_conditions_before_those_of_its_select() -> None:
    rule = lines(
        "rule barter:",
        "  actor: @ada trades fairly",
        "  selects it from [@coin, bo]",
        "  where @ada.trust > 1",
        "  > @ada.trust = 2",
        "  where @bo.trust > 2",
    )
    check_content(
        rule,
        facts.Rule,
        "ref actor trigger select condition_count effect_count",
        ("w:main/rule/barter", "ada", "trades fairly", {"as": "it", "from": ["coin", "bo"]}, 2, 1),
    )
    check_content(rule, facts.Read, "site_kind site_id entity", ("rule", "barter", "bo"), ("rule", "barter", "ada"))


def test_rules_with_one_name_are_two_facts() -> None:
    check_content("rule r:\n\nrule r:\n", facts.Rule, "ref name", ("w:main/rule/r", "r"), ("w:main/rule/r~2", "r"))


# --- conditions, effects, lines --------------------------------------------------------------------------


def test_reads_and_writes_exist_for_resolved_properties_only() -> None:
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
    check_content(
        content,
        facts.Read,
        "entity_type property operator value value_kind",
        ("Person", "mood", "==", "glad", "ident"),
        ("Thing", "container", "==", "mill", "str"),
    )
    check_content(
        content,
        facts.Write,
        "entity property operator value value_kind",
        ("ada", "trust", "+", "1", "int"),
        ("ada", "trust", "+", "x", None),
        ("coin", "container", "=", "mill", None),
    )


def test_condition_facts_of_every_kind() -> None:
    check_content(
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


def test_effect_facts_of_every_kind() -> None:
    check_content(
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
        ("move", "coin", "", "", "bo", "move @coin -> @bo"),
        ("move", "coin", "", "", "mill", "move @coin -> Mill"),
        ("reveal", "ada", "secret", "", "", "reveal @ada.secret"),
        ("destroy", "coin", "", "", "", "destroy @coin"),
        ("set", "", "", "+", "1", "it.x + 1"),
    )


def test_line_facts_name_their_site() -> None:
    check_content(
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


# --- links -----------------------------------------------------------------------------------------------


def test_links_to_missing_objects_are_kept() -> None:
    check_links("# Mill\n-> up: The Loft\n", "leads_to", "exit/mill/up > location/the-loft")
    check_links("== s\n-> t\n", "jump", "section/main/s > section/main/t")
    check_links("== s\n? @nn in attic\n", "tests", "section/main/s > entity/@nn", "section/main/s > entity/@attic")


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


def test_speaks_link_exists_once_per_entity_and_place() -> None:
    content = "# Mill\n@ada: One.\n@ada: Two.\n== s\n@bo nods.\n+ Go\n  @bo: Three.\n"
    check_links(content, "speaks", "entity/@ada > location/mill", "entity/@bo > section/main/s")
