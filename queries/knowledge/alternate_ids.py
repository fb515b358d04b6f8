"""Names that are written otherwise than in the source: `T23` for `T023`, `back-05` for `task-5`, `0002-use-redis.md`.

Only formats that number their entities are read so: the digits of `bd-0088` are no number.
"""

import re
from collections.abc import Iterator, Mapping, Sequence

from compiler.store.snapshot import Snapshot

NUMBERING = ("backlog", "task-master", "task-list", "spec-kit", "kiro", "adr-tools", "madr")

_ZEROS = re.compile(r"(?<![0-9])0+(?=[0-9])")
_PREFIXED = re.compile(r"([a-z]+)-([0-9]+(?:\.[0-9]+)*)")
_SUFFIXES = (".md", ".markdown")


def spelled(snapshot: Snapshot, key: str) -> Sequence[str]:
    """The refs of the entities that a case-folded name may be another spelling of."""
    known = snapshot.memoize("queries.knowledge.spellings", _spellings)
    return next((known[one] for one in _readings(key) if one in known), ())


def _readings(key: str) -> Iterator[str]:
    """How a name may be meant: as it is, without its suffix, and without the folders that lead to it."""
    bare = next((key.removesuffix(suffix) for suffix in _SUFFIXES if key.endswith(suffix)), key)
    yield _loose(bare)
    parts = bare.split("/")
    for kept in (2, 1):
        if len(parts) > kept:
            yield _loose("/".join(parts[-kept:]))


def _loose(key: str) -> str:
    return _ZEROS.sub("", key)


def _spellings(snapshot: Snapshot) -> Mapping[str, Sequence[str]]:
    found: dict[str, dict[str, None]] = {}
    marks = ", ".join("?" * len(NUMBERING))
    for table in ("knowledge_task", "knowledge_decision", "knowledge_note", "knowledge_component"):
        sql = (
            f"SELECT DISTINCT knowledge_name.key, {table}.ref FROM {table} "
            f"JOIN knowledge_name ON knowledge_name.ref = {table}.ref "
            f"WHERE rank IN (0, 2) AND format IN ({marks}) ORDER BY position"
        )
        for key, ref in snapshot.rows(sql, NUMBERING):
            found.setdefault(_loose(key), {})[ref] = None
    for key, ref in _renamed(snapshot):
        found.setdefault(key, {})[ref] = None
    return {key: list(refs) for key, refs in found.items()}


def _renamed(snapshot: Snapshot) -> Iterator[tuple[str, str]]:
    """The tasks of Backlog.md and Task Master under every prefix that occurs: prefixes change, numbers stay."""
    sql = (
        "SELECT native_id, ref, collection FROM knowledge_task WHERE format IN ('backlog', 'task-master') "
        "ORDER BY position"
    )
    numbers: list[tuple[str, str, str]] = []
    prefixes: dict[str, dict[str, None]] = {}
    for name, ref, collection in snapshot.rows(sql):
        prefixed = _PREFIXED.fullmatch(_loose(name.casefold()))
        number = prefixed[2] if prefixed else _loose(name)
        prefixes.setdefault(collection, {"task": None})
        if prefixed:
            prefixes[collection][prefixed[1]] = None
        numbers.append((number, ref, collection))
    for number, ref, collection in numbers:
        if "." in number:  # a whole number is a name already
            yield number, ref
        yield from ((f"{prefix}-{number}", ref) for prefix in prefixes[collection])
