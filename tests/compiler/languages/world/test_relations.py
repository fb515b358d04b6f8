"""The relations of worlds over a small one."""

from tests.compiler.languages.querying import ask

FILES = {
    "inn.urd.md": """---
world:
  name: inn
  start: hall

types:
  Person [mobile]:
    trust: int(0, 5) = 2
    kind: bool = true
    friend: ref(Person)

entities:
  @ann: Person { trust: 4 }
  @ben: Person { friend: @ann }
---

# Hall

Quiet.

[@ann, @ben]

-> cellar: Cellar
-> attic: Attic
  ? @ann.trust >= 3

== talk

+ Greet
  ? @ann.trust < 5
  > @ann.trust + 1

  + Again

* Leave
  ? @ben in here
  > move @ben -> player

# Cellar

-> up: Hall

# Attic
"""
}


def test_location_relation_marks_the_start() -> None:
    sql = "SELECT world, id, title, is_start FROM location ORDER BY id"
    assert ask(FILES, sql) == [
        ("inn", "attic", "Attic", 0),
        ("inn", "cellar", "Cellar", 0),
        ("inn", "hall", "Hall", 1),
    ]


def test_exit_relation_tells_one_way_exits() -> None:
    sql = "SELECT id, location, direction, target, is_one_way FROM exit ORDER BY id"
    assert ask(FILES, sql) == [
        ("cellar/up", "cellar", "up", "hall", 0),
        ("hall/attic", "hall", "attic", "attic", 1),
        ("hall/cellar", "hall", "cellar", "cellar", 0),
    ]


def test_property_relation_has_overrides_defaults_and_empty_values() -> None:
    sql = "SELECT entity, name, value, type, line FROM property ORDER BY entity, name"
    assert ask(FILES, sql) == [
        ("@ann", "friend", None, "ref", 10),
        ("@ann", "kind", 1, "boolean", 9),
        ("@ann", "trust", 4, "integer", 13),
        ("@ben", "friend", "@ann", "ref", 14),
        ("@ben", "kind", 1, "boolean", 9),
        ("@ben", "trust", 2, "integer", 8),
    ]
    assert ask(FILES, "SELECT e.type FROM property p JOIN entity e ON e.world = p.world AND e.id = p.value") == [
        ("Person",)
    ]


def test_entity_relation_has_the_location_around() -> None:
    assert ask(FILES, "SELECT id, ref, type, container FROM entity ORDER BY id") == [
        ("@ann", "w:inn/entity/@ann", "Person", "hall"),
        ("@ben", "w:inn/entity/@ben", "Person", "hall"),
    ]


def test_choice_relation_has_section_and_parent() -> None:
    assert ask(FILES, "SELECT section, label, is_sticky, parent FROM choice ORDER BY label") == [
        ("inn/talk", "Again", 1, "inn/talk/greet"),
        ("inn/talk", "Greet", 1, None),
        ("inn/talk", "Leave", 0, None),
    ]


def test_condition_and_effect_relations_name_entity_and_comparison() -> None:
    sql = "SELECT site_kind, entity, property, comparison FROM condition ORDER BY line"
    assert ask(FILES, sql) == [
        ("exit", "@ann", "trust", ">= 3"),
        ("choice", "@ann", "trust", "< 5"),
        ("choice", "@ben", None, "in here"),
    ]
    sql = """SELECT o.title, e.entity, e.property, e.operation
             FROM effect e JOIN object o ON o.ref = e.site ORDER BY e.line"""
    assert ask(FILES, sql) == [("Greet", "@ann", "trust", "+ 1"), ("Leave", "@ben", None, "move player")]


def test_property_relation_takes_names_that_no_path_of_json_can_hold() -> None:
    lines = ["---", "types:", "  Lamp:", '    q"x: int = 1', "    b\\y: int = 2", "    l\0it: int = 3"]
    text = "\n".join([*lines, "entities:", '  @lamp: Lamp { q"x: 4 }', "---", ""])
    assert ask({"lamp.urd.md": text}, "SELECT name, value FROM property ORDER BY name") == [
        ("b\\y", 2),
        ("l\0it", 3),
        ('q"x', 4),
    ]
