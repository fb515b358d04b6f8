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
    KnowledgeTag,
    LinkEntry,
    Note,
    Prompt,
    Relation,
    Task,
)
from compiler.languages.knowledge.linking.items import Group, Item
from compiler.languages.knowledge.linking.names import ranked_names
from compiler.languages.knowledge.linking.references import ResolvedReferences
from compiler.languages.knowledge.linking.supersession import Chain
from compiler.model.facts import Link
from compiler.model.spans import Span
from compiler.text.timestamps import format_utc

_CLASSES: dict[str, type[Entity]] = {"prompt": Prompt, "component": Component, "link": LinkEntry}


def entity_facts(items: Iterable[Item], chains: dict[str, Chain], resolved: ResolvedReferences) -> Iterator[Entity]:
    """The entities as facts, in order. `chains` are keyed by ref."""
    parents = {
        edge.source.ref: edge.target.id
        for edge in reversed(resolved.of("belongs_to"))
        if edge.target.type == "task" and edge.target is not edge.source
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
            yield Note(**shared, aliases=item.record.aliases)
        else:
            yield _CLASSES[item.type](**shared)


def _shared(item: Item) -> dict[str, Any]:
    record = item.record
    return {
        "span": item.span,
        "ref": item.ref,
        "entity": item.id,
        "native_id": record.native_id or item.id,
        "sequence_number": record.number,
        "name": record.name,
        "format": item.format,
        "collection": item.group.name,
        "position": item.position,
        "status": item.status,
        "content": record.content,
        "content_line": record.content_line,
        "tags": record.tags,
        "created_at": record.times.created_at,
        "updated_at": record.times.updated_at,
        "created_by": record.created_by,
        "date_precision": record.times.precision,
        "properties": item.properties,
        "native": item.native,
    }


def name_facts(items: Iterable[Item]) -> Iterator[EntityName]:
    """Every name of every entity once, with the lowest of its ranks."""
    for item in items:
        seen = set()
        for rank, name in ranked_names(item):
            key = name.strip().casefold()
            if key and key not in seen:
                seen.add(key)
                yield EntityName(span=item.span, key=key, rank=rank, ref=item.ref, entity=item.id, type=item.type)


def tag_facts(items: Iterable[Item]) -> Iterator[KnowledgeTag]:
    """Every tag of every entity once."""
    for item in items:
        for tag in dict.fromkeys(item.record.tags):
            yield KnowledgeTag(span=item.span, ref=item.ref, tag=tag)


def collection_facts(groups: Iterable[Group], items: Iterable[Item]) -> Iterator[Collection]:
    """The collections as facts, empty ones included."""
    by_group: dict[int, list[Item]] = {}
    for item in items:
        by_group.setdefault(item.group.order, []).append(item)
    for group in groups:
        members = by_group.get(group.order, [])
        latest = max((member.record.times.latest for member in members), default=0)
        yield Collection(
            span=Span(members[0].path if members else group.path, 1, 1, 1, 1),
            name=group.name,
            format=group.format,
            profile=group.profile,
            counts={kind: count for kind in TYPES if (count := sum(member.type == kind for member in members))},
            latest=format_utc(latest) if latest else None,
            is_export=group.format in ("beads", "medulla") and not group.is_store,
        )


def relation_links(relations: Iterable[Relation]) -> Iterator[Link]:
    """A link for each relation whose source exists."""
    for relation in relations:
        if relation.source_type != "unknown":
            yield Link(relation.source, relation.target, relation.relation_type, relation.span)
