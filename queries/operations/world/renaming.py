"""Another id of an entity of a world, which everything in the world and every citation follows."""

import re
from functools import partial

from compiler.languages.world.facts import Entity
from compiler.model.facts import Mention
from compiler.store.snapshot import Snapshot
from queries.operations.arguments import invalid, line_argument, not_found, text_argument, unavailable
from queries.operations.draft import Draft
from queries.operations.operation import Given, Steps, operation

_NAME = re.compile(r"[a-z0-9_][A-Za-z0-9_]*")


@operation(
    "Entities of worlds.",
    text_argument("entity_id", "The id of an entity, @warden, or its ref.", most=500),
    line_argument("new_id", "Its new id, which no entity of the world has.", most=200),
)
def world_rename_entity(draft: Draft, given: Given) -> Steps:
    """Gives an entity another id, wherever the files of its world name it and other texts cite it."""
    entity = _entity(draft.snapshot, given.entity_id)
    new = given.new_id.removeprefix("@")
    if not _NAME.fullmatch(new):
        raise invalid("An id of an entity is @ and small letters, digits and _", new_id=given.new_id)
    if any(other.name == new for other in draft.snapshot.facts(Entity, world=entity.world)):
        raise invalid("An entity of this world has this id already", new_id=f"@{new}")
    name = re.compile(rf"(?<![\w@])@{re.escape(entity.name)}(?!\w)")
    links = [*draft.snapshot.links(target=entity.ref), *draft.snapshot.links(source=entity.ref)]
    links = [link for link in links if link.kind != "mentions"]
    for file in sorted({entity.span.file, *(link.span.file for link in links)}):
        for number in range(1, len(draft.lines(file)) + 1):
            draft.rewrite(file, number, partial(name.sub, f"@{new}"))
    for cite in draft.snapshot.facts(Mention, target=entity.ref):
        draft.rewrite(cite.span.file, cite.span.start_line, partial(name.sub, f"@{new}"))
    after = yield
    ref = f"{entity.ref.removesuffix(entity.id)}@{new}"
    if after.snapshot.object(ref) is None or len(after.snapshot.links(target=ref)) < len(
        draft.snapshot.links(target=entity.ref)
    ):
        raise unavailable("Not everything that names this entity would follow: a text edit changes it", ref=entity.ref)


def _entity(snapshot: Snapshot, name: str) -> Entity:
    """Return the entity of an id or a ref. Raises QueryError if there is none, or several worlds have one."""
    found = snapshot.fact_of(name) if name.startswith("w:") else None
    named = [found] if isinstance(found, Entity) else snapshot.facts(Entity, name=name.removeprefix("@"))
    if len(named) > 1:
        refs = [entity.ref for entity in named]
        raise invalid("Entities of several worlds have this id: name one by its ref", entity_id=name, refs=refs)
    if not named:
        raise not_found("Entity not found", entity_id=name)
    return named[0]
