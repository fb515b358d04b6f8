"""The relations of a store of Medulla. They stay when an entity is deleted, so that either end may be gone."""

from collections.abc import Collection, Iterable, Iterator
from typing import Any, NamedTuple

from compiler.languages.knowledge.facts import RELATION_TYPES
from compiler.languages.knowledge.records import Reference
from compiler.languages.knowledge.syntax.medulla_values import text
from compiler.text.timestamps import parse_timestamp

Json = Any


class Relation(NamedTuple):
    """A relation as it is stored: `word` its own type, `relation` that of the model."""

    source: str
    word: str
    relation: str
    target: str
    created_at: str | None
    instant: int  # in microseconds: agents make many relations in one second


def relations_of(entries: Iterable[tuple[str, Json]]) -> Iterator[Relation]:
    """The relations of the entries of their map, by the time of their making. A key says `source:type:target`, and a
    record the same."""
    found = (_relation(key, value if isinstance(value, dict) else {}) for key, value in entries)
    yield from sorted((one for one in found if one.source and one.target), key=_order)


def _relation(key: str, record: dict[str, Json]) -> Relation:
    source, _, rest = key.partition(":")
    word, _, target = rest.partition(":")
    word = text(record, "relation_type") or word
    made = parse_timestamp(text(record, "created_at"))
    folded = "belongs_to" if word.casefold() == "belongsto" else word.casefold()
    return Relation(
        (text(record, "source_id") or source).strip(),
        word,
        folded if folded in RELATION_TYPES else "references",
        (text(record, "target_id") or target).strip(),
        made.text if made else None,
        made.instant if made else 0,
    )


def _order(one: Relation) -> tuple[int, str, str, str]:
    return one.instant, one.source, one.word, one.target


def dangling(relations: Iterable[Relation], ids: Collection[str]) -> Iterator[tuple[Relation, str]]:
    """The relations that have no source or no target, each with what is not there."""
    for one in relations:
        gone = [end for end in dict.fromkeys((one.source, one.target)) if end not in ids]
        if gone:
            yield one, " and no ".join(gone)


def stated_by(relations: Iterable[Relation], ids: Collection[str]) -> dict[str, list[Reference]]:
    """The references that the entities make, by their ids: each relation is made by its source; by its target, when
    only that is there."""
    found: dict[str, list[Reference]] = {}
    for one in relations:
        is_reversed = one.source not in ids
        own, other = (one.target, one.source) if is_reversed else (one.source, one.target)
        if own in ids:
            found.setdefault(own, []).append(
                Reference(
                    one.relation,
                    is_reversed,
                    one.word,
                    other,
                    1,
                    is_quiet=other not in ids,
                    created_at=one.created_at,
                    instant=one.instant,
                )
            )
    return found
