"""The records of the frontmatter: imports, the world, types, entities."""

from typing import Any

from compiler.languages.world.records import EntityRef, Unit
from compiler.languages.world.syntax.parse import parse
from tests.compiler.languages.world.syntax.units import bare, unit_of
from tests.compiler.tables import table


def front(lines: str) -> Unit:
    return unit_of(f"---\n{lines}\n---\nProse.")


def check_world(lines: str, *fields: tuple[str, Any]) -> None:
    worlds = front("world:\n" + lines).worlds
    assert [one.fields for one in worlds] == [fields]


def check_types(lines: str, *expected: Any) -> None:
    assert bare(front("types:\n" + lines).types) == expected


def check_entities(lines: str, *expected: Any) -> None:
    assert bare(front("entities:\n" + lines).entities) == tuple(("EntityDecl", *one) for one in expected)


def prop(name: str, value_type: str, default: Any = None, *, hidden: bool = False) -> Any:
    return ("PropertyDecl", name, hidden, value_type, None, default, None, None, None, None, None)


def test_frontmatter_starts_on_the_first_line() -> None:
    assert bare(unit_of("---  \nimport: a\n---\t\nText").imports) == (("Import", "a"),)
    assert unit_of("\n---\nimport: a\n---").imports == ()
    assert bare(unit_of("---\n---\n---\nText").content) == (("Prose", "---"), ("Prose", "Text"))


def test_unclosed_frontmatter_leaves_an_empty_unit() -> None:
    unit, findings = parse("w.urd.md", "---\nworld:\n# Hall\n")
    assert [(one.code, one.span[1:]) for one in findings] == [("URD101", (1, 1, 1, 4))]
    assert unit == Unit("w.urd.md", (), (), (), (), (), False, False)


def test_import_path_loses_only_its_quotes() -> None:
    unit = front('import: ./a.urd.md\nimport :  "b.urd.md"\nimport: c # d\nnotes:\n  import: nested')
    assert [one.path for one in unit.imports] == ["./a.urd.md", "b.urd.md", "c # d"]


def test_world_block_keeps_known_fields() -> None:
    check_world(
        "  name: Locked garden\n  start: gate # here\n  mood: dark", ("name", "Locked garden"), ("start", "gate")
    )
    check_world("    seed: 7\n    version: 1.5\n    seed: 8", ("seed", 8), ("version", 1.5))
    check_world("  start: 12\n  entry: true\n  description: [a, 1]", ("description", ("a", 1)))
    check_world('  start: "12"\n  # name: no\n  author', ("start", "12"))
    check_world("")


def test_block_key_drops_text_on_its_line() -> None:
    unit = front("world: my-world\n  name: W\nworld: {}\ntypes: x\n  A:\nentities: y\n  @a: A")
    assert [one.fields for one in unit.worlds] == [(("name", "W"),), ()]
    assert [one.name for one in unit.types] == ["A"]
    assert [one.id for one in unit.entities] == ["a"]


def test_unknown_key_may_contain_types_and_entities() -> None:
    unit = front(
        "title: x\na: {b: c}\nnotes:\n  deep:\n    types:\n      A:\n        n: int\n  - item\n  entities:\n    @a: A"
    )
    assert [one.name for one in unit.types] == ["A"]
    assert [one.id for one in unit.entities] == ["a"]


def test_type_has_traits_and_properties() -> None:
    check_types(
        "  Guard [mobile, , heavy]: # c\n    name: str\n      ~role: string = spy\n    x\n    ~~vow: bool\n  Ärzte:",
        (
            "TypeDecl",
            "Guard",
            ("mobile", "heavy"),
            (prop("name", "string"), _ROLE, prop("~vow", "boolean", hidden=True)),
        ),
        ("TypeDecl", "Ärzte", (), ()),
    )


_ROLE = prop("role", "string", "spy", hidden=True)


def test_repeated_property_keeps_first_position_and_last_content() -> None:
    check_types(
        "  A:\n    n: int\n    m: bool\n    n: str",
        ("TypeDecl", "A", (), (prop("n", "string"), prop("m", "boolean"))),
    )


def test_default_follows_a_spaced_equals_sign() -> None:
    check_types('  A:\n    n: str = "x = y" # z', ("TypeDecl", "A", (), (prop("n", "string", "x = y"),)))
    check_types("  A:\n    n: list = [@a, 1]", ("TypeDecl", "A", (), (prop("n", "list", (EntityRef("a"), 1)),)))


@table(("written", "raw"), [("int=5", "int=5"), ("str =", "str ="), ("= 5", "= 5"), ("", ""), ("Int", "Int")])
def test_unknown_property_type_is_kept_as_written(written: str, raw: str) -> None:
    (kind,) = front(f"types:\n  A:\n    n: {written}").types
    assert (kind.properties[0].value_type, kind.properties[0].raw_type, kind.properties[0].default) == (
        "string",
        raw,
        None,
    )


def test_type_ends_at_a_shallower_line() -> None:
    check_types("  A:\n   n: int\n    m: int", ("TypeDecl", "A", (), ()))
    check_types(
        "  A:\n    n: int\n# c\n    m: int\n  B:",
        ("TypeDecl", "A", (), (prop("n", "integer"),)),
        ("TypeDecl", "B", (), ()),
    )


def test_comment_with_a_colon_among_properties_is_a_property() -> None:
    (kind,) = front("types:\n  A:\n    # note: x\n    # none").types
    assert [one.name for one in kind.properties] == ["# note"]


def test_entity_has_a_type_and_overrides() -> None:
    check_entities("  @a: A", ("a", "A", ()))
    check_entities("  # c\n  @a : A { } # c\n# d\n  @b:B{n: 1}", ("a", "A", ()), ("b", "B", (("n", 1),)))
    check_entities("  @a: A { n: 1, m: x, n: 2 } rest", ("a", "A", (("n", 2), ("m", "x"))))
    check_entities(
        '  @a: A { s: "brace } and # in", t: [1, b], }', ("a", "A", (("s", "brace } and # in"), ("t", (1, "b"))))
    )
    check_entities("  @a:\n  @: { n: 1 }", ("a", "", ()), ("", "", (("n", 1),)))
    check_entities("  a: A\n  words")


def test_entity_outside_an_entities_block_is_ignored() -> None:
    assert front("@a: A").entities == ()
