"""The nodes of conditions, effects and rules."""

from typing import Any

from compiler.languages.world.syntax.parse import parse
from tests.compiler.languages.world.syntax.units import bare, nodes_of, place
from tests.compiler.tables import table


def check(text: str, *expected: Any) -> None:
    assert bare(nodes_of(text)) == expected


@table(
    ("written", "entity", "name", "operator", "value"),
    [
        ("@warden.trust >= 3", "warden", "trust", ">=", "3"),
        ("@warden.trust>=3", "warden", "trust", ">=", "3"),
        ("  @warden.trust  <  -3 ", "warden", "trust", "<", "-3"),
        ('@warden.name != "Sir = Hugh"', "warden", "name", "!=", '"Sir = Hugh"'),
        ("@warden.mood ==", "warden", "mood", "==", ""),
        ("@warden.a.b == 1", "warden", "a.b", "==", "1"),
        ("@warden.a < b == c", "warden", "a < b", "==", "c"),
        ("@warden.a > b >= c", "warden", "a > b", ">=", "c"),
        ("@warden.trust == 3 // c", "warden", "trust", "==", "3 // c"),
    ],
)
def test_comparison_is_split_at_its_operator(written: str, entity: str, name: str, operator: str, value: str) -> None:
    check(f"? {written}", ("Comparison", entity, False, name, operator, value))


def test_comparison_with_target_or_player_needs_no_at_sign() -> None:
    check("? target.open == true", ("Comparison", "target", True, "open", "==", "true"))
    check("? player.gold > 5", ("Comparison", "player", True, "gold", ">", "5"))


def test_containment_keeps_its_container_as_written() -> None:
    check("? @key in player", ("Containment", "key", False, "player"))
    check("? @key not in  old chest ", ("Containment", "key", True, "old chest"))
    check("? @key in @chest", ("Containment", "key", False, "@chest"))


def test_exhaustion_keeps_its_section_as_written() -> None:
    check("? greet.exhausted", ("Exhaustion", "greet"))
    check("? @warden.exhausted ", ("Exhaustion", "@warden"))
    check("? not greet.exhausted", ("Exhaustion", "not greet"))


@table(
    "written",
    [
        "? warden.trust == 1",
        "? @warden",
        "? @warden.trust",
        "? @warden.trust = 5",
        "? @warden.== 5",
        "? player in hall",
        "? @key not  in hall",
        "? @key is in hall",
        "? @warden . trust == 3",
        "? ",
        "?@a.b == 1",
        "? greet.exhausted == 1",
    ],
)
def test_condition_that_cannot_be_read_is_a_bad_line(written: str) -> None:
    unit, findings = parse("w.urd.md", written)
    assert ([one.code for one in findings], unit.content) == (["URD112"], ())


def test_any_block_contains_the_deeper_lines() -> None:
    first, second = ("Comparison", "a", False, "x", "==", "1"), ("Exhaustion", "greet")
    check("? any:\n  @a.x == 1\n  greet.exhausted", ("AnyOf", (first, second)))
    check("? any: words\n      @a.x == 1\n  nonsense\n  greet.exhausted", ("AnyOf", (first, second)))
    check("? any:\n\nProse.", ("AnyOf", ()), ("Prose", "Prose."))
    check("* A\n  ? any:\n    @a.x == 1\n  -> end", ("ChoiceDecl", 0, False, "A", None, None, _body(first)))


def _body(test: Any) -> Any:
    return ("AnyOf", (test,)), ("Jump", "end", False)


def test_any_block_ends_at_a_blank_line() -> None:
    unit, findings = parse("w.urd.md", "? any:\n  @a.x == 1\n\n  @b.x == 1\n")
    assert bare(unit.content) == (("AnyOf", (("Comparison", "a", False, "x", "==", "1"),)),)
    assert [one.code for one in findings] == ["URD112"]


@table(
    ("written", "expected"),
    [
        ("@warden.mood = calm", ("SetEffect", "@warden.mood", "=", "calm")),
        ("@warden.trust + 1", ("SetEffect", "@warden.trust", "+", "1")),
        ("@warden.trust - 1", ("SetEffect", "@warden.trust", "-", "1")),
        ("@warden.a - b = c + d", ("SetEffect", "@warden.a - b", "=", "c + d")),
        ("@warden.trust += 5", ("SetEffect", "@warden.trust += 5", "=", "")),
        ("@warden.trust=5", ("SetEffect", "@warden.trust=5", "=", "")),
        ("@warden.trust = ", ("SetEffect", "@warden.trust =", "=", "")),
        ("nonsense", ("SetEffect", "nonsense", "=", "")),
        ("", ("SetEffect", "", "=", "")),
        ("move @key -> player", ("MoveEffect", "key", "player")),
        ("move @key -> @chest", ("MoveEffect", "key", "chest")),
        ("move key -> chest", ("SetEffect", "move key -> chest", "=", "")),
        ("move @key chest", ("SetEffect", "move @key chest", "=", "")),
        ("reveal @warden.role", ("RevealEffect", "@warden.role")),
        ("reveal", ("SetEffect", "reveal", "=", "")),
        ("destroy @key", ("DestroyEffect", "key")),
        ("destroy key", ("DestroyEffect", "key")),
    ],
)
def test_effect_line_of_any_form_is_an_effect(written: str, expected: Any) -> None:
    check(f"> {written}", expected)


RULE = """\
rule host opens:
  actor: @host opens a door
  selects door from [@left, right]
    where door.open == false
    where @left.open == false
  > @host.mood = pleased
  where @host.awake == true
"""


def test_rule_assigns_its_clauses() -> None:
    (rule,) = nodes_of(RULE)
    left = ("Comparison", "left", False, "open", "==", "false")
    awake = ("Comparison", "host", False, "awake", "==", "true")
    mood = ("SetEffect", "@host.mood", "=", "pleased")
    select = ("Select", "door", ("left", "right"), (left,))
    assert bare(rule) == ("RuleDecl", "host opens", "host", "opens a door", select, (awake,), (mood,))
    assert place(rule.span) == "1:1-7:28"
    assert [place(one.span) for one in (*rule.where, *rule.effects)] == ["7:1-7:28", "6:1-6:25"]


def test_rule_ignores_other_lines() -> None:
    empty = ("RuleDecl", "r", None, "", None, (), ())
    check("rule r:\n  actor: host opens\n  @host selects a from [@b]\n  ? @a.x == 1\n  selects a", empty)
    check("rule r:", empty)
    check("rule :", ("RuleDecl", "", None, "", None, (), ()))


def test_rule_ends_at_a_blank_or_shallower_line() -> None:
    rule = ("RuleDecl", "r", None, "", None, (), ())
    check("rule r:\n  x\n\n  Prose.", rule, ("Prose", "Prose."))
    check("  rule r:\n    x\n  Prose.", rule, ("Prose", "Prose."))
    check("rule r: ", ("Prose", "rule r:"))
