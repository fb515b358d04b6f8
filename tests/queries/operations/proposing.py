"""Operations as an agent calls them, and the property that each has: what it promises holds once its patch is applied,
and undone it gives the old bytes."""

import subprocess
from base64 import b64decode
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from compiler.store.snapshot import Snapshot
from tests.closing import compile_source, open_workspace
from tests.queries.asking import asked


def propose(source: Path, op: str, arguments: dict[str, Any]) -> dict[str, Any]:
    """Return what `propose_change` answers to one operation."""
    return asked(open_workspace(source), "propose_change", {"operations": [{"op": op, **arguments}]})


def patch_of(told: dict[str, Any]) -> bytes:
    """Return the patch of an answer."""
    return b64decode(told["patch_base64"]) if "patch_base64" in told else told["patch"].encode()


def git_apply(root: Path, patch: bytes, *options: str) -> None:
    """Apply a patch as a user would."""
    subprocess.run(["git", "apply", *options, "-"], cwd=root, input=patch, check=True, capture_output=True)


def contents(root: Path) -> dict[str, bytes]:
    """Return the content of each file below a folder, by path."""
    return {str(path.relative_to(root)): path.read_bytes() for path in sorted(root.rglob("*")) if path.is_file()}


@contextmanager
def applied(source: Path, op: str, arguments: dict[str, Any]) -> Iterator[Snapshot]:
    """Apply the patch of one operation, and give the snapshot of the source after it, which must be the one promised.
    At the end the patch is undone, and every byte must be the old one. Line ends must stay what they were."""
    before = contents(source)
    told = propose(source, op, arguments)
    assert contents(source) == before, "it wrote to the source"
    assert "patch" in told or "patch_base64" in told, told
    git_apply(source, patch_of(told))
    with compile_source(source) as snapshot:
        assert snapshot.id == told["snapshot_id"]
        yield snapshot
    after = contents(source)
    both = [one for one in before if before[one] and after.get(one)]
    assert {one: _has_crlf(after[one]) for one in both} == {one: _has_crlf(before[one]) for one in both}
    git_apply(source, patch_of(told), "-R")
    assert contents(source) == before


def _has_crlf(content: bytes) -> bool:
    return content.count(b"\r\n") == content.count(b"\n")
