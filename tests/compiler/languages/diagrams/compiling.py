"""Compiles files given as text, for the tests of this folder."""

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import orjson

from compiler.languages.diagrams.flowchart.parse import parse
from compiler.languages.diagrams.prepare import Place, prepare
from compiler.model.diagnostics import Diagnostic
from compiler.store.snapshot import Snapshot
from tests.closing import compile_source

Files = dict[str, Any]  # path -> text, or a value to be written as JSON
META = "nereid-session.meta.json"


def compiled(files: Files | str, entry: str = "") -> Snapshot:
    """The snapshot of a folder with these files, or of one of them; a text alone is `d.mmd`."""
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
    """What the diagnostics of one code say."""
    return [one.message for one in snapshot.diagnostics(code=code)]


def links(snapshot: Snapshot, kind: str) -> list[str]:
    """The links of one kind as `source > target`, without what all refs of the tests begin with; `?` when dangling."""
    return [
        f"{short(one.source)} > {short(one.target)}{'?' if one.dangling else ''}" for one in snapshot.links(kind=kind)
    ]


def short(ref: str) -> str:
    """`n:a` of `d:d/flow/node/n:a`; a ref of another diagram keeps it."""
    diagram, _, rest = ref.partition("/")
    return rest.rpartition("/")[2] if diagram == "d:d" and rest else ref


def session(*stems: str, **more: Any) -> dict[str, Any]:
    """A session's meta that lists `diagrams/<stem>.mmd` for each stem, by `flowchart`, or `stem=kind`."""
    named = (stem.partition("=")[::2] for stem in stems)
    listed = [
        {"diagram_id": stem, "name": stem.title(), "kind": kind or "flowchart", "mmd_path": f"diagrams/{stem}.mmd"}
        for stem, kind in named
    ]
    return {"session_id": "s", "diagrams": listed, **more}


def read(body: str, header: str = "flowchart TD") -> tuple[dict[str, Any], list[Diagnostic]]:
    prepared, found = prepare(Place("a.mmd"), f"{header}\n{body}")
    tree, more = parse(prepared)
    return tree, found + more
