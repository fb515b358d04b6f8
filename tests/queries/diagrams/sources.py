"""Sources for the tests of the diagram packs, and short ways to read answers."""

from collections.abc import Iterable
from typing import Any

from compiler.store.snapshot import Snapshot
from tests.closing import shared
from tests.compiler.languages.diagrams.compiling import META, compiled, session
from tests.compiler.samples import sample
from tests.paths import ROOT
from tests.queries.asking import ask

WORLDS = ROOT / "worlds"


def bookshop() -> Snapshot:
    """The sample session, compiled."""
    return sample("checkout-session")


@shared
def flow(*lines: str, head: str = "flowchart TD") -> Snapshot:
    """One graph of these lines, as the diagram `d`."""
    return compiled("\n".join([head, *lines]) + "\n")


@shared
def sequence(*lines: str) -> Snapshot:
    """One sequence of these lines, as the diagram `d`."""
    return compiled("\n".join(["sequenceDiagram", *lines]) + "\n")


def folder(files: dict[str, Any], *stems: str, **meta: Any) -> Snapshot:
    """A session folder `s` that lists these diagrams."""
    return compiled({META: session(*stems, **meta), **files})


def xref(id: str, from_ref: str, to_ref: str, kind: str = "nav", **more: Any) -> dict[str, Any]:
    """A cross-reference as a session holds it."""
    return {"xref_id": id, "from": from_ref, "to": to_ref, "kind": kind, "status": "ok", **more}


def short(refs: Iterable[str]) -> str:
    """`a b` for the refs of the objects `n:a` and `n:b`, of whatever category."""
    return " ".join(ref.rpartition("/")[2].removeprefix("n:") for ref in refs)


# What stands in ASCII for a sign of a drawing.
IN_ASCII = str.maketrans(
    "┌┐└┘├┤┬┴┼┰┠┦┨╭╮╰╯─│┆┃┄▼▲◀▶╱╲○✕●◉◆△█╳",
    "+++++++++++++..''-|:#.v^<>/\\ox*@#AHx",
)


def drawn_in_both(snapshot: Snapshot, tool: str, **arguments: Any) -> dict[str, Any]:
    """The answer with a drawing in Unicode. In ASCII the drawing must be the same, sign by sign."""
    found, in_ascii = (ask(snapshot, tool, charset=charset, **arguments) for charset in ("unicode", "ascii"))
    assert in_ascii == found | {"charset": "ascii", "ascii": found["ascii"].translate(IN_ASCII)}
    return found
