"""Entity lookup by name: native ids, sequence numbers, other spellings, prefixes of UUIDs, titles, refs.

The facts list the names of every entity, each with a rank. The lowest rank with a hit decides; several entities of that
rank are ambiguous. A name without a hit may still be the beginning of one id.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from compiler.store.snapshot import Snapshot
from queries.errors.near import Candidate, candidates, nearest_of
from queries.errors.query_error import QueryError
from queries.knowledge.alternate_ids import refs_by_alternate_id
from queries.knowledge.entities import Head, heads_of, summary
from queries.tools.parameters import Parameter, echoed
from queries.tools.render import unescaped

MIN_PREFIX = 4  # characters of the beginning of an id
MIN_STORED_DIGITS = 7  # a Medulla snapshot keeps 7 digits of the UUIDs of tasks
MAX_CANDIDATES = 20  # in the error `ambiguous`

ID = Parameter(
    "id",
    "string",
    "The entity: its id (bd-12, BACK-7, T023), its sequence number, 4 or more digits of its UUID, or its ref.",
    required=True,
    max_length=500,
    brief="Such as BACK-7, or a ref.",
    aliases=("ref", "entity_id"),
)

ByLength = Mapping[int, list[Candidate]]  # names by their length

_HEXADECIMAL = re.compile(r"[0-9a-f]+(?:-[0-9a-f]+)*")
UUID_RANK = 3


def named_entity(snapshot: Snapshot, name: str, argument: str = "id") -> Head:
    """The entity of a name. Raises QueryError `not_found`, `ambiguous` with the candidates, or `invalid_argument` for a
    prefix of a UUID that is too short."""
    heads = heads_of(snapshot)
    refs = entities_named(snapshot, name)
    if len(refs) == 1:
        return heads[refs[0]]
    if refs:
        raise _ambiguous(name, [heads[ref] for ref in refs], argument)
    raise _unknown(snapshot, name, argument)


def entities_named(snapshot: Snapshot, name: str) -> list[str]:
    """The refs of the entities that a name may mean: one, several of the same rank, or none."""
    heads = heads_of(snapshot)
    for spelling in dict.fromkeys((name.strip(), unescaped(name.strip()))):
        refs = [spelling] if spelling in heads else _refs(snapshot, spelling.casefold())
        if refs:
            return [ref for ref in refs if heads[ref].id == spelling] or refs
    return []


def _refs(snapshot: Snapshot, key: str) -> list[str]:
    """The refs for a case-folded name, in the order of the entities."""
    return (
        _by_name(snapshot, key)
        or (_by_name(snapshot, key.lstrip("0")) if key.isdecimal() else [])
        or _by_digits(snapshot, key)
        or list(refs_by_alternate_id(snapshot, key))
        or (_by_name(snapshot, key.removesuffix(".md")) if key.endswith(".md") else [])
        or _by_id_prefix(snapshot, key)
    )


def _by_name(snapshot: Snapshot, key: str) -> list[str]:
    """The entities with this name, of the lowest rank."""
    sql = "SELECT rank, ref FROM fact_knowledge_name WHERE key = ? ORDER BY rank, rowid"
    found = snapshot.rows(sql, (key,)) if key else []
    return list(dict.fromkeys(ref for rank, ref in found if rank == found[0][0]))


def _by_digits(snapshot: Snapshot, key: str) -> list[str]:
    """The entities whose UUID begins with these digits, else those of which the source keeps only a prefix of this
    UUID."""
    digits = key.replace("-", "")
    if len(digits) < MIN_PREFIX or not _HEXADECIMAL.fullmatch(key):
        return []
    known = "SELECT ref FROM fact_knowledge_name WHERE rank"
    found = snapshot.rows(f"{known} = {UUID_RANK} AND key >= ? AND key < ? ORDER BY rowid", (digits, f"{digits}g"))
    if not found and len(digits) > MIN_STORED_DIGITS:
        shorter = [digits[:length] for length in range(MIN_STORED_DIGITS, min(len(digits), 32))]
        marks = ", ".join("?" * len(shorter))
        found = snapshot.rows(f"{known} IN (0, {UUID_RANK}) AND key IN ({marks}) ORDER BY rowid", shorter)
    return list(dict.fromkeys(ref for (ref,) in found))


def _by_id_prefix(snapshot: Snapshot, key: str) -> list[str]:
    """The entities whose id begins with `key`. A number is no prefix of a longer one: `back-3` does not mean
    `back-31`."""
    if len(key) < MIN_PREFIX:
        return []
    sql = "SELECT ref, key FROM fact_knowledge_name WHERE rank = 0 AND key > ? AND key < ? ORDER BY rowid"
    found = snapshot.rows(sql, (key, f"{key}\U0010ffff"))
    longer_numbers = key[-1].isdecimal()
    return list(dict.fromkeys(ref for ref, whole in found if not (longer_numbers and whole[len(key)].isdecimal())))


def _ambiguous(name: str, found: Sequence[Head], argument: str) -> QueryError:
    return QueryError(
        "ambiguous",
        f"{len(found)} entities have this id",
        **{argument: echoed(name)},
        candidates=[summary(head) for head in found[:MAX_CANDIDATES]],
        hint="Ask again with one of the refs.",
    )


def _unknown(snapshot: Snapshot, name: str, argument: str) -> QueryError:
    has_uuids = snapshot.rows(f"SELECT 1 FROM fact_knowledge_name WHERE rank = {UUID_RANK} LIMIT 1")
    if has_uuids and len(name) < MIN_PREFIX and _HEXADECIMAL.fullmatch(name.lower()) and not name.isdecimal():
        message = f"'{argument}' is too short: the beginning of a UUID needs at least {MIN_PREFIX} digits"
        problem = {"argument": argument, "problem": f"needs at least {MIN_PREFIX} digits of a UUID", "value": name}
        return QueryError("invalid_argument", message, field=argument, problems=[problem])
    near = near_names(snapshot, name)
    return QueryError(
        "not_found",
        "Entity not found",
        **{argument: echoed(name)},
        did_you_mean=near,
        hint="search_fulltext finds entities by words, entity_list lists them.",
    )


def near_names(snapshot: Snapshot, name: str, kind: str | None = None) -> list[str]:
    """The ids and titles of entities (of a type) that are similar to a name. Only names of similar length are
    compared."""
    key = f"queries.knowledge.near_names {kind or ''}"
    ids, titles = snapshot.memoize(key, lambda snapshot: _read_near_names(snapshot, kind))
    most = 3 + len(name) // 4
    return nearest_of(name, [*_of_similar_length(ids, len(name), 2), *_of_similar_length(titles, len(name), most)])


def _of_similar_length(names: ByLength, length: int, most: int) -> Iterator[Candidate]:
    return (candidate for other in range(length - most, length + most + 1) for candidate in names.get(other, ()))


def _read_near_names(snapshot: Snapshot, kind: str | None) -> tuple[ByLength, ByLength]:
    """The ids that are no titles, and the titles."""
    chosen = [head for head in heads_of(snapshot).values() if kind in (None, head.type)]
    titles = {head.title for head in chosen}
    return _by_length(head.id for head in chosen if head.id not in titles), _by_length(titles)


def _by_length(names: Iterable[str]) -> ByLength:
    found: dict[int, list[Candidate]] = {}
    for candidate in candidates(names):
        found.setdefault(len(candidate.name), []).append(candidate)
    return found
