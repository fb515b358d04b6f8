"""The last phase of linking: entities, names and collections as facts, and relations as links."""

from collections.abc import Iterable, Iterator
from typing import Any

from compiler.languages.knowledge.facts import (
    TYPES,
    Collection,
    Component,
    Decision,
    Entity,
    EntityName,
    LinkEntry,
    Note,
    Prompt,
    Relation,
    Task,
)
from compiler.languages.knowledge.linking.names import spellings
from compiler.languages.knowledge.linking.relate import Related
from compiler.languages.knowledge.linking.stated import Group, Item
from compiler.languages.knowledge.linking.supersession import Chain
from compiler.model.facts import Fact, Link
from compiler.model.spans import Span
from compiler.text.timestamps import format_utc

_ALONE: dict[str, type[Entity]] = {"prompt": Prompt, "component": Component, "link": LinkEntry}


def entity_facts(items: Iterable[Item], chains: dict[str, Chain], related: Related) -> Iterator[Entity]:
    """The entities, in their order."""
    parents = {
        one.source.ref: one.target.id
        for one in reversed(related.of("belongs_to"))
        if one.target.type == "task" and one.target is not one.source
    }
    for item in items:
        shared = _shared(item)
        if item.type == "decision":
            chain = chains.get(item.ref, Chain(current=(item.id,)))
            yield Decision(
                **shared,
                superseded_by=chain.superseded_by,
                supersedes=chain.supersedes,
                current=chain.current,
                in_cycle=chain.in_cycle,
            )
        elif item.type == "task":
            yield Task(**shared, parent=parents.get(item.ref), due_at=item.properties.get("due_date"))
        elif item.type == "note":
            yield Note(**shared, aliases=item.entry.aliases)
        else:
            yield _ALONE[item.type](**shared)


def _shared(item: Item) -> dict[str, Any]:
    entry = item.entry
    return {
        "span": item.span,
        "ref": item.ref,
        "entity": item.id,
        "native_id": entry.native_id or item.id,
        "sequence_number": entry.number,
        "name": entry.name,
        "format": item.format,
        "collection": item.group.name,
        "position": item.position,
        "status": item.status,
        "content": entry.content,
        "content_line": entry.content_line,
        "tags": entry.tags,
        "created_at": entry.created_at,
        "updated_at": entry.updated_at,
        "created_by": entry.created_by,
        "date_precision": entry.precision,
        "properties": item.properties,
        "native": item.native,
    }


def name_facts(items: Iterable[Item]) -> Iterator[EntityName]:
    """Every name of every entity once, with the lowest of its ranks."""
    for item in items:
        seen = set()
        for rank, name in spellings(item):
            key = name.strip().casefold()
            if key and key not in seen:
                seen.add(key)
                yield EntityName(span=item.span, key=key, rank=rank, ref=item.ref, entity=item.id, type=item.type)


def collection_facts(groups: Iterable[Group], items: Iterable[Item]) -> Iterator[Collection]:
    """The collections, those without any entities too."""
    held: dict[int, list[Item]] = {}
    for item in items:
        held.setdefault(item.group.order, []).append(item)
    for group in groups:
        members = held.get(group.order, [])
        latest = max((one.entry.latest for one in members), default=0)
        yield Collection(
            span=Span(members[0].path if members else group.path, 1, 1, 1, 1),
            name=group.name,
            format=group.format,
            profile=group.profile,
            counts={kind: count for kind in TYPES if (count := sum(one.type == kind for one in members))},
            latest=format_utc(latest) if latest else None,
            is_export=group.format in ("beads", "medulla") and not group.is_store,
        )


def relation_links(relations: Iterable[Relation]) -> Iterator[Link]:
    """A link for each relation whose source is there."""
    for one in relations:
        if one.source_type != "unknown":
            yield Link(one.source, one.target, one.relation_type, one.span)


def facts_of(*parts: Iterable[Fact]) -> list[Fact]:
    """All facts, one part after the other."""
    return [fact for part in parts for fact in part]
