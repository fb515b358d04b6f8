"""What an answer rests on: its question, the snapshot that was asked, and the hashes of the files that it names."""

from collections.abc import Iterator, Mapping
from typing import Any

import orjson

from compiler.store.snapshot import Snapshot
from queries.tools.render import unescaped

PROOF = "proof"  # the argument of every tool that asks for it, and the field of the answer

Arguments = Mapping[str, Any] | None


def without_proof(arguments: Arguments) -> tuple[Arguments, bool]:
    """Return arguments without `proof`, and whether it is asked for: true, or the text of it that some clients send."""
    if not isinstance(arguments, Mapping) or arguments.get(PROOF) not in (True, False, "true", "false"):
        return arguments, False
    return {name: value for name, value in arguments.items() if name != PROOF}, arguments[PROOF] in (True, "true")


def proof_of(snapshot: Snapshot, tool: str, arguments: Arguments, answer: Mapping[str, Any]) -> dict[str, Any]:
    """Return the question of an answer, what it was asked of, and the SHA-256 of each file that the answer names."""
    return {
        "tool": tool,
        "arguments": dict(arguments or {}),
        "compiler_version": snapshot.meta.get("compiler_version"),
        "snapshot_id": snapshot.id,
        "as_of": snapshot.meta.get("as_of"),
        "files": hashes(snapshot, {path for text in _texts(answer) for path in _paths(text)}),
    }


def hashes(snapshot: Snapshot, paths: set[str]) -> dict[str, str]:
    """Return the SHA-256 of those of the paths that are files of a snapshot, in order."""
    sql = "SELECT path, sha256 FROM fact_file_read WHERE path IN (SELECT value FROM json_each(?)) ORDER BY path"
    return dict(snapshot.rows(sql, (orjson.dumps(sorted(paths)).decode(),)))


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping | list | tuple):
        for inner in value.values() if isinstance(value, Mapping) else value:
            yield from _texts(inner)


def _paths(text: str) -> Iterator[str]:
    """Give what may be a path in `docs/a.md`, `docs/a.md:3` or `docs/a.md:3-5`."""
    path, _, lines = text.rpartition(":")
    yield unescaped(path if lines.replace("-", "").isdecimal() else text)
