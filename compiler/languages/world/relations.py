"""The relations of worlds: see `/docs/sql.md`."""

from compiler.model.relations import PLACE, REF, Relation, columns, with_object

_WORLD = ("world", "id of the world")
_SITE = (
    _WORLD,
    ("site", "ref of the choice, exit, rule or section that it belongs to"),
    ("site_kind", "kind of the site: choice, exit, rule, …"),
)
# An entity `f` has a value of its own of the property `p`. Values are JSON. No path of JSON can name a property whose
# name has a quotation mark or a NUL, so the keys are compared.
_OWN = "EXISTS (SELECT 1 FROM json_each(f.overrides) AS own WHERE own.key = p.name)"
_VALUE = f"""CASE WHEN {_OWN} THEN (SELECT own.value FROM json_each(f.overrides) AS own WHERE own.key = p.name)
    ELSE json_extract(p."default", '$') END"""


def _entity(name: str) -> str:
    """Return SQL for the id of the entity that a column names: `@warden`. Reserved words stay as they are."""
    return f"CASE WHEN {name} IN ('', 'target', 'player', 'here') THEN nullif({name}, '') ELSE '@' || {name} END"


def _site(columns_: str, table: str, condition: str = "true") -> str:
    """Return the SELECT of facts that belong to a site."""
    return f"""
        SELECT f.world, f.site, ifnull(o.kind, 'section'), {columns_}, f.text, f.file, f.start_line
        FROM fact_{table} AS f LEFT JOIN object_row AS o ON o.ref = f.site WHERE {condition}
        """


RELATIONS = (
    Relation(
        "world",
        "A compiled world: its entry file, with all files that it imports.",
        "Every world; all other relations of worlds name its id in `world`.",
        columns(_WORLD, ("id", "the same id"), REF, ("title", "name of the world"), *PLACE),
        f"""
        SELECT f.world, f.world, o.ref, CASE f.name WHEN '' THEN f.world ELSE f.name END, f.file, f.start_line
        {with_object("world")}
        """,
    ),
    Relation(
        "location",
        "A place of a world.",
        "Every location; `exit` says how to leave it.",
        columns(
            _WORLD,
            ("id", "id, unique in the world"),
            REF,
            ("title", "name"),
            ("is_start", "1 when the world starts here"),
            *PLACE,
        ),
        f"""
        SELECT f.world, f.slug, o.ref, f.name, ifnull(w.start_location = f.slug, 0), f.file, f.start_line
        {with_object("world_location")} LEFT JOIN fact_world_row AS w ON w.world = f.world
        """,
    ),
    Relation(
        "section",
        "A section of dialogue.",
        "Every section; its choices are in `choice`.",
        columns(_WORLD, ("id", "id, unique in the world: gatehouse/greet"), REF, ("title", "name"), *PLACE),
        f"SELECT f.world, f.section, o.ref, f.name, f.file, f.start_line {with_object('world_section')}",
    ),
    Relation(
        "exit",
        "A way out of a location.",
        "Every exit, also one whose destination does not exist (target is NULL).",
        columns(
            _WORLD,
            ("id", "id, unique in the world: gatehouse/garden"),
            REF,
            ("location", "id of the location that it leaves"),
            ("direction", "its name: garden, north"),
            ("target", "id of the location that it leads to; NULL when there is no such location"),
            ("is_one_way", "1 when no exit leads back from the target to the location; NULL without a target"),
            *PLACE,
        ),
        f"""
        SELECT f.world, f.from_location || '/' || f.name, o.ref, f.from_location, f.name, nullif(f.to_location, ''),
          CASE f.to_location WHEN '' THEN NULL ELSE NOT EXISTS (SELECT 1 FROM fact_world_exit AS back
            WHERE back.from_location = f.to_location AND back.world = f.world AND back.to_location = f.from_location)
          END, f.file, f.start_line {with_object("world_exit")}
        """,
    ),
    Relation(
        "entity",
        "An entity of a world: a person, a thing.",
        "Every entity; what it is like is in `property`.",
        columns(
            _WORLD,
            ("id", "id, unique in the world: @warden"),
            REF,
            ("type", "name of its type"),
            ("container", "id of the location that it is in; NULL when none lists it"),
            *PLACE,
        ),
        f"""
        SELECT f.world, o.id, o.ref, f.type, nullif(f.container, ''), f.file, f.start_line
        {with_object("world_entity")}
        """,
    ),
    Relation(
        "property",
        "An entity has a value of a property: its own, else the default of its type.",
        "One row an entity and property of its type; without value and default the value is NULL.",
        columns(
            _WORLD,
            ("entity", "id of the entity: @warden"),
            ("name", "name of the property"),
            ("value", "text or number; boolean as 0 or 1; a ref as the id of an entity; a list as JSON"),
            ("type", "boolean, integer, number, string, enum, ref or list"),
            ("file", "path of the file in which the value is written: with the entity or, a default, with the type"),
            ("line", "its line there, from 1"),
        ),
        f"""
        SELECT f.world, o.id, p.name, CASE WHEN p.value_type = 'ref' THEN '@' || {_VALUE} ELSE {_VALUE} END,
          p.value_type, CASE WHEN {_OWN} THEN f.file ELSE p.file END,
          CASE WHEN {_OWN} THEN f.start_line ELSE p.start_line END
        {with_object("world_entity")} JOIN fact_world_property AS p ON p.type = f.type AND p.world = f.world
        """,
    ),
    Relation(
        "choice",
        "A choice that a section offers.",
        "Every choice, nested ones included (parent).",
        columns(
            _WORLD,
            ("id", "id, unique in the world: gatehouse/greet/ask-about-the-garden"),
            REF,
            ("section", "id of its section"),
            ("label", "text of the choice"),
            ("is_sticky", "1 when it can be taken again"),
            ("parent", "id of the choice in which it is nested"),
            *PLACE,
        ),
        f"""
        SELECT f.world, f.choice, o.ref, f.section, f.label, f.sticky, nullif(f.parent, ''), f.file, f.start_line
        {with_object("world_choice")}
        """,
    ),
    Relation(
        "condition",
        "A choice, exit or rule asks for something.",
        "Every condition of any kind, as written in `text`.",
        columns(
            *_SITE,
            ("entity", "id of the entity that it asks about; target and player as such; NULL for a section"),
            ("property", "property that is compared; NULL for other conditions"),
            ("comparison", "comparison with its value, as `>= 3`, `in player`; NULL for an exhausted section"),
            ("text", "the condition as written"),
            *PLACE,
        ),
        _site(
            f"CASE f.condition_kind WHEN 'exhaustion' THEN NULL ELSE {_entity('f.subject')} END, "
            "nullif(f.property, ''), nullif(trim(f.operator || ' ' || f.value), '')",
            "world_condition",
        ),
    ),
    Relation(
        "effect",
        "A choice or rule changes something.",
        "Every effect of any kind, as written in `text`.",
        columns(
            *_SITE,
            ("entity", "id of the entity that it changes; NULL for variables of rules"),
            ("property", "property that is set or revealed; NULL for other effects"),
            ("operation", "operation with its value, as `+ 1`, `= false`, `move player`, `reveal`, `destroy`"),
            ("text", "the effect as written"),
            *PLACE,
        ),
        _site(
            f"{_entity('f.entity')}, nullif(f.property, ''), "
            "trim(CASE f.effect_kind WHEN 'set' THEN f.operator ELSE f.effect_kind END || ' ' || f.value)",
            "world_effect",
        ),
    ),
)
