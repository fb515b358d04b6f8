"""The relations of a Medulla store. They outlive the deletion of entities, so either end may be missing."""

from collections.abc import Collection, Iterable, Iterator
from operator import attrgetter
from typing import Any, NamedTuple

from compiler.languages.knowledge.facts import RELATION_TYPES
from compiler.languages.knowledge.records import Reference
from compiler.languages.knowledge.syntax.medulla.store_values import text
from compiler.text.timestamps import parse_timestamp

Json = Any


class StoredRelation(NamedTuple):
    """A relation of the store: `word` is its own type, `relation` that of the model."""

    source: str
    word: str
    relation: str
    target: str
    created_at: str | None
    instant: int  # in microseconds: agents make many relations in one second


def relations_of(entries: Iterable[tuple[str, Json]]) -> Iterator[StoredRelation]:
    """The relations in the entries of their map, by time. A key reads `source:type:target`; the fields repeat it."""
    found = (_relation(key, value if isinstance(value, dict) else {}) for key, value in entries)
    yield from sorted(
        (relation for relation in found if relation.source and relation.target),
        key=attrgetter("instant", "source", "word", "target"),
    )


def _relation(key: str, fields: dict[str, Json]) -> StoredRelation:
    source, _, rest = key.partition(":")
    word, _, target = rest.partition(":")
    word = text(fields, "relation_type") or word
    created = parse_timestamp(text(fields, "created_at"))
    folded = "belongs_to" if word.casefold() == "belongsto" else word.casefold()
    return StoredRelation(
        (text(fields, "source_id") or source).strip(),
        word,
        folded if folded in RELATION_TYPES else "references",
        (text(fields, "target_id") or target).strip(),
        created.text if created else None,
        created.instant if created else 0,
    )


def dangling_relations(
    relations: Iterable[StoredRelation], ids: Collection[str]
) -> Iterator[tuple[StoredRelation, str]]:
    """The relations that lack an end, each with the ids that do not exist."""
    for relation in relations:
        gone = [end for end in dict.fromkeys((relation.source, relation.target)) if end not in ids]
        if gone:
            yield relation, " and no ".join(gone)


def references_by_entity(relations: Iterable[StoredRelation], ids: Collection[str]) -> dict[str, list[Reference]]:
    """The references of each entity, by its id. The source of a relation states it; the target does when only it
    exists."""
    found: dict[str, list[Reference]] = {}
    for relation in relations:
        is_reversed = relation.source not in ids
        own, other = (relation.target, relation.source) if is_reversed else (relation.source, relation.target)
        if own in ids:
            found.setdefault(own, []).append(
                Reference(
                    relation.relation,
                    is_reversed,
                    relation.word,
                    other,
                    1,
                    is_quiet=other not in ids,
                    created_at=relation.created_at,
                    instant=relation.instant,
                )
            )
    return found
