"""Whether an answer still holds: its question is asked again, and the two answers are compared row by row."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import orjson

import queries
from compiler.store.snapshot import Snapshot
from compiler.workspace.interface import Workspace
from queries.errors.query_error import QueryError, UnknownTool
from queries.tools.parameters import echoed
from queries.tools.proof import PROOF, hashes

ABSENT = object()  # the side of a difference that has no such row or field
_NAMES = ("ref", "id", "name", "code", "source", "file", "path")  # of which the first names a row
_PASSING = (PROOF, "next_cursor", "schema_version")  # fields that state nothing of the source


class Difference(NamedTuple):
    """Where two answers differ: `verdicts[r:REQ-1].why`, and the values there; ABSENT where there is none."""

    at: str
    was: Any
    now: Any


class Verified(NamedTuple):
    """What the comparison found.

    `held` are the rows that both answers have. `files` has, for each file of the proof that is not as it was, `changed`
    or `gone`. `remarks` are sentences on what else the answers depend on, and is not the same.
    """

    held: int
    differences: tuple[Difference, ...]
    files: Mapping[str, str]
    remarks: tuple[str, ...]


def verified(workspace: Workspace, answer: Mapping[str, Any]) -> Verified:
    """Ask the question of an answer again and compare. Raises QueryError for an answer without a proof, and if its
    question cannot be asked of this source."""
    proof = _proof(answer)
    try:
        now = queries.answer(workspace, proof["tool"], proof["arguments"])
    except UnknownTool:
        raise QueryError("invalid_argument", f"No tool has the name {echoed(proof['tool'])!r} of the proof") from None
    if queries.is_error(now):
        raise QueryError("unavailable", f"The question cannot be asked of this source: {now['error']}")
    stated, found = _stated(answer), _stated(now)
    held = sum(sum((_counted(stated[name]) & _counted(found[name])).values()) for name in _lists(stated, found))
    differences = tuple(_differences("", stated, found))
    return Verified(held, differences, _changed(workspace.snapshot, proof["files"]), _remarks(workspace, proof))


def _proof(answer: Mapping[str, Any]) -> Mapping[str, Any]:
    proof = answer.get(PROOF)
    kinds = {"tool": str, "arguments": dict, "files": dict}
    if not isinstance(proof, dict) or any(not isinstance(proof.get(name), kind) for name, kind in kinds.items()):
        raise QueryError(
            "invalid_argument",
            "The answer carries no proof, so that its question is not known",
            hint='Ask it with "proof": true, or by `frieze query … --proof`.',
        )
    return proof


def _stated(answer: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields of an answer that state something, as they are in JSON."""
    try:
        fields: dict[str, Any] = orjson.loads(orjson.dumps(answer))
    except orjson.JSONEncodeError:
        raise QueryError("invalid_argument", "The answer is nested too deeply to be one of Frieze") from None
    return {name: value for name, value in fields.items() if name not in _PASSING}


def _lists(stated: Mapping[str, Any], found: Mapping[str, Any]) -> list[str]:
    return [name for name, value in stated.items() if isinstance(value, list) and isinstance(found.get(name), list)]


def _changed(snapshot: Snapshot, files: Mapping[str, str]) -> dict[str, str]:
    now = hashes(snapshot, set(files))
    return {
        path: "changed" if path in now else "gone" for path, sha256 in sorted(files.items()) if now.get(path) != sha256
    }


def _remarks(workspace: Workspace, proof: Mapping[str, Any]) -> tuple[str, ...]:
    meta = workspace.snapshot.meta
    words = {"compiler_version": "Frieze", "as_of": "The reference time"}
    changed = [name for name in words if name in proof and proof[name] != meta.get(name)]
    return tuple(f"{words[name]} was {proof[name]} and is {meta.get(name)}." for name in changed)


def _differences(at: str, was: Any, now: Any) -> Iterator[Difference]:
    if isinstance(was, dict) and isinstance(now, dict):
        for name in {**was, **now}:
            field = f"{at}.{name}" if at else name
            yield from _differences(field, was.get(name, ABSENT), now.get(name, ABSENT))
    elif isinstance(was, list) and isinstance(now, list):
        yield from _of_rows(at, was, now)
    elif was != now:
        yield Difference(at, was, now)


def _of_rows(at: str, was: Sequence[Any], now: Sequence[Any]) -> Iterator[Difference]:
    """Give the differences of two lists: rows of the same name are compared, all others came or went."""
    common = _counted(was) & _counted(now)
    before, after = _without(was, common), _without(now, common)
    if not before and not after and was != now:
        yield Difference(f"{at} (order)", was, now)
    came: defaultdict[str, list[Any]] = defaultdict(list)
    for row in after:
        came[_name(row)].append(row)
    for row in before:
        name = _name(row)
        yield from _differences(f"{at}[{name}]", row, came[name].pop(0) if came[name] else ABSENT)
    yield from (Difference(f"{at}[{name}]", ABSENT, row) for name, rows in came.items() for row in rows)


def _counted(rows: Any) -> Counter[bytes]:
    return Counter(map(_canonical, rows))


def _without(rows: Sequence[Any], common: Counter[bytes]) -> list[Any]:
    """Return the rows but for the first of those that are common."""
    left = common.copy()
    kept = []
    for row in rows:
        key = _canonical(row)
        if left[key] > 0:
            left[key] -= 1
        else:
            kept.append(row)
    return kept


def _name(row: Any) -> str:
    names = [row[name] for name in _NAMES if isinstance(row.get(name), str)] if isinstance(row, dict) else []
    return names[0] if names else _canonical(row).decode()


def _canonical(value: Any) -> bytes:
    return orjson.dumps(value, option=orjson.OPT_SORT_KEYS)
