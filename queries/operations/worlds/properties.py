"""The operations on the properties of types."""

import re

from compiler.languages.world.facts import Entity, Property
from queries.errors.query_error import QueryError
from queries.operations.arguments import CONFIRM, check_confirmed, one_line, text_argument
from queries.operations.draft import Draft
from queries.operations.operation import Steps, operation
from queries.operations.worlds.arguments import APPLIES_TO, PROPERTY, TYPE, WORLD, plain_name
from queries.operations.worlds.entity_lines import without_value, written
from queries.operations.worlds.lines import STEP, margin_of
from queries.operations.worlds.objects import property_of, type_of, world_of, worlds_with
from queries.operations.worlds.promises import check_change, check_findings, check_removal, refs_in, unread
from queries.operations.worlds.statements import LINK, Key
from queries.tools.parameters import Parameter, echoed

KINDS = "bool, int, int(0, 5), num, str, enum(a, b), ref(Type), list or list(…)"
_KIND = re.compile(r"(?:bool|boolean|(?:int|integer|num|number)(?:\(.*\))?|str|string|(?:enum|ref|list)(?:\(.*\))?)")
_NO_TEXT = re.compile(r"bool|int|num|list")


@operation(
    applies_to=APPLIES_TO,
    parameters=(
        TYPE,
        text_argument("name", "The name of the property, which the type has not.", most=200),
        text_argument("kind", f"Its kind: {KINDS}.", most=1_000),
        Parameter("default", "string", "Its default, as the file writes it.", max_length=1_000),
        Parameter("hidden", "boolean", "Whether it is hidden until an effect reveals it.", default=False),
        WORLD,
    ),
)
def world_add_property(
    draft: Draft,
    *,
    type: str,
    name: str,
    kind: str,
    default: str | None,
    hidden: bool,
    world: str | None,
) -> Steps:
    """Declares a property behind the others of a type."""
    chosen = world_of(draft, world)
    owner = type_of(draft, chosen, type)
    new = plain_name("name", name)
    if draft.snapshot.count(Property, world=chosen.world, type=owner.name, name=new) or new == "container":
        raise QueryError("invalid_argument", "The type has this property already", name=echoed(name))
    if not _KIND.fullmatch(written_kind := one_line("kind", kind)):
        raise QueryError("invalid_argument", f"A kind is one of {KINDS}", kind=echoed(kind))
    value = f" = {written(default, as_text=not _NO_TEXT.match(written_kind))}" if default is not None else ""
    file = owner.span.file
    others = draft.snapshot.facts(Property, world=chosen.world, type=owner.name)
    number = max((one.span.start_line for one in others), default=owner.span.start_line)
    line = draft.line(file, number)
    margin = margin_of(line) + ("" if others else STEP)
    draft.insert(file, number + 1, [f"{margin}{'~' if hidden else ''}{new}: {written_kind}{value}"])
    after = yield
    worlds = worlds_with(draft, file)
    check_findings(draft, after, worlds)
    found = after.snapshot.facts(Property, world=chosen.world, type=owner.name, name=new)
    if len(found) != 1 or found[0].hidden != hidden or found[0].has_default != (default is not None):
        raise unread(name=new)
    refs = refs_in(worlds, "property", f"{owner.name}.{new}")
    check_change(draft, after, worlds, added={"property": 1}, about=refs)


@operation(applies_to=APPLIES_TO, parameters=(TYPE, PROPERTY, CONFIRM, WORLD))
def world_remove_property(draft: Draft, *, type: str, property: str, confirm: bool, world: str | None) -> Steps:
    """Deletes a property of a type, and the values that entities have for it. `new_diagnostics` tells of conditions and
    effects that name it."""
    check_confirmed(confirm)
    chosen = world_of(draft, world)
    declared = property_of(draft, chosen, type_of(draft, chosen, type).name, property)
    file = declared.span.file
    draft.replace(file, declared.span.start_line, declared.span.start_line, ())
    worlds = worlds_with(draft, file)
    for entity in {one.span: one for each in worlds for one in _entities(draft, each.world, declared)}.values():
        line = draft.line(entity.span.file, entity.span.start_line)
        draft.set_line(entity.span.file, entity.span.start_line, without_value(line, declared.name))
    after = yield
    refs = refs_in(worlds, "property", declared.id)
    if any(after.snapshot.object(ref) for ref in refs):
        raise unread(property=declared.id)
    holders = {entity.ref for each in worlds for entity in _entities(draft, each.world, declared)}
    key = Key(None, declared.name)
    check_removal(
        draft,
        after,
        worlds,
        refs.__contains__,
        is_left_out=lambda one: one.about in holders and (key in one.values or one.kind == f"{LINK}refers_to"),
    )


def _entities(draft: Draft, world: str, declared: Property) -> list[Entity]:
    """Return the entities that have a value of their own for a property."""
    found = draft.snapshot.facts(Entity, world=world, type=declared.type)
    return [one for one in found if declared.name in one.overrides]
