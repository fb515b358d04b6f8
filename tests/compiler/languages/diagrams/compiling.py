"""Helpers that compile files given as text."""

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import orjson

from compiler.languages.diagrams.facts import Diagram
from compiler.store.snapshot import Snapshot
from tests.closing import compile_source

Files = dict[str, Any]  # path -> text, or a value that is written as JSON
META = "nereid-session.meta.json"


def compiled(files: Files | str, entry: str = "") -> Snapshot:
    """The snapshot of a folder with these files, or of its file `entry`. A text alone is the file `d.mmd`."""
    with TemporaryDirectory() as folder:
        for path, content in ({"d.mmd": files} if isinstance(files, str) else files).items():
            target = Path(folder, path)
            target.parent.mkdir(parents=True, exist_ok=True)
            written = content.encode() if isinstance(content, str) else orjson.dumps(content)
            target.write_bytes(written)
        return compile_source(Path(folder, entry))


def codes(snapshot: Snapshot) -> list[str]:
    """Code, file and line of each diagnostic."""
    return [f"{one.code} {one.span}" for one in snapshot.diagnostics()]


def messages(snapshot: Snapshot, code: str) -> list[str]:
    """The messages of the diagnostics of one code."""
    return [one.message for one in snapshot.diagnostics(code=code)]


def links(snapshot: Snapshot, kind: str) -> list[str]:
    """The links of one kind as `source > target`, with `?` when dangling. Refs are shortened by `short`."""
    return [
        f"{short(one.source)} > {short(one.target)}{'?' if one.dangling else ''}" for one in snapshot.links(kind=kind)
    ]


def short(ref: str) -> str:
    """`n:a` for `d:d/flow/node/n:a`. Refs of other diagrams stay."""
    diagram, _, rest = ref.partition("/")
    return rest.rpartition("/")[2] if diagram == "d:d" and rest else ref


def session(*stems: str, **more: Any) -> dict[str, Any]:
    """A session's meta that lists `diagrams/<stem>.mmd` for each `stem` (a flowchart) or `stem=kind`."""
    named = (stem.partition("=")[::2] for stem in stems)
    listed = [
        {"diagram_id": stem, "name": stem.title(), "kind": kind or "flowchart", "mmd_path": f"diagrams/{stem}.mmd"}
        for stem, kind in named
    ]
    return {"session_id": "s", "diagrams": listed, **more}


def check_meta(meta: dict[str, Any], *expected: str) -> None:
    """Assert the diagnostics (code and message) of a session's meta file beside one diagram, `diagrams/a.mmd`."""
    snapshot = compiled({META: meta, "diagrams/a.mmd": "flowchart TD\n  a --> b\n"})
    assert [f"{one.code} {one.message}" for one in snapshot.diagnostics()] == list(expected)
    assert snapshot.count(Diagram) >= 1
