"""Ids that are spelled differently than in the source: `T23` for `T023`, `back-05` for `task-5`, `0002-use-redis.md`.

Only formats that number their entities are read this way: the digits of `bd-0088` are no number.
"""

import re
from collections.abc import Iterator, Mapping, Sequence

from compiler.store.snapshot import Snapshot

NUMBERED_FORMATS = (
    "backlog",
    "task-master",
    "task-list",
    "spec-kit",
    "kiro",
    "openspec",
    "agent-os",
    "adr-tools",
    "madr",
)

_ZEROS = re.compile(r"(?<![0-9])0+(?=[0-9])")
_PREFIXED = re.compile(r"([a-z]+)-([0-9]+(?:\.[0-9]+)*)")
_DRAFT = "draft-"  # Backlog.md numbers drafts apart from tasks
_SUFFIXES = (".md", ".markdown", ".mdx", ".qmd")


def refs_by_alternate_id(snapshot: Snapshot, key: str) -> Sequence[str]:
    """The refs of the entities for which a case-folded name may be another spelling."""
    known = snapshot.memoize("queries.knowledge.alternate_ids", _read_alternate_ids)
    return next((known[variant] for variant in _variants(key) if variant in known), ())


def _variants(key: str) -> Iterator[str]:
    """The name as it is, without its suffix, and without the folders before it."""
    bare = next((key.removesuffix(suffix) for suffix in _SUFFIXES if key.endswith(suffix)), key)
    yield _without_zeros(bare)
    parts = bare.split("/")
    for kept in (2, 1):
        if len(parts) > kept:
            yield _without_zeros("/".join(parts[-kept:]))


def _without_zeros(key: str) -> str:
    """The key without the leading zeros of its numbers."""
    return _ZEROS.sub("", key)


def _read_alternate_ids(snapshot: Snapshot) -> Mapping[str, Sequence[str]]:
    found: dict[str, dict[str, None]] = {}
    marks = ", ".join("?" * len(NUMBERED_FORMATS))
    for table in ("fact_knowledge_task", "fact_knowledge_decision", "fact_knowledge_note", "fact_knowledge_component"):
        sql = (
            f"SELECT DISTINCT fact_knowledge_name.key, {table}.ref FROM {table} "
            f"JOIN fact_knowledge_name ON fact_knowledge_name.ref = {table}.ref "
            f"WHERE rank IN (0, 2) AND format IN ({marks}) ORDER BY position"
        )
        for key, ref in snapshot.rows(sql, NUMBERED_FORMATS):
            found.setdefault(_without_zeros(key), {})[ref] = None
    for key, ref in _under_all_prefixes(snapshot):
        found.setdefault(key, {})[ref] = None
    return {key: list(refs) for key, refs in found.items()}


def _under_all_prefixes(snapshot: Snapshot) -> Iterator[tuple[str, str]]:
    """The tasks of Backlog.md and Task Master under every prefix of their collection: prefixes change, numbers stay."""
    sql = (
        "SELECT native_id, ref, collection FROM fact_knowledge_task WHERE format IN ('backlog', 'task-master') "
        "ORDER BY position"
    )
    numbers: list[tuple[str, str, str]] = []
    prefixes: dict[str, dict[str, None]] = {}
    for name, ref, collection in snapshot.rows(sql):
        if name.casefold().startswith(_DRAFT):
            continue
        prefixed = _PREFIXED.fullmatch(_without_zeros(name.casefold()))
        number = prefixed[2] if prefixed else _without_zeros(name)
        prefixes.setdefault(collection, {"task": None})
        if prefixed:
            prefixes[collection][prefixed[1]] = None
        numbers.append((number, ref, collection))
    for number, ref, collection in numbers:
        if "." in number:  # a whole number is a name already
            yield number, ref
        yield from ((f"{prefix}-{number}", ref) for prefix in prefixes[collection])
