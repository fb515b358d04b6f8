"""The form of refs to objects of diagrams: `d:checkout/flow/node/n:pay`. One mistake has one code in every tool.

A malformed ref is an `invalid_argument`; a category that the diagram's kind does not have is a `wrong_kind`; a
well-formed ref of no object is `not_found`, or an empty answer where cross-references may name what does not exist.
"""

import re
from typing import Any

from compiler.languages.diagrams.facts import FAMILIES
from compiler.store.snapshot import Snapshot
from queries.errors.query_error import QueryError
from queries.tools.parameters import echoed

FORM = re.compile(r"d:[^/]+(?:(?:/[^/]+)+/[^/]+)?")
HINT = "A ref is d:<diagram>/<category>/<id>, such as d:checkout/flow/node/n:pay."
SEQUENCE = ("block", "message", "participant", "section")
GRAPH = ("edge", "node", "subgraph")


def is_diagram_ref(name: str) -> bool:
    """Whether a name has the form of a ref to a diagram or an object of one."""
    return FORM.fullmatch(name) is not None


def check_diagram_ref(snapshot: Snapshot, name: str, argument: str, **about: Any) -> None:
    """Raise QueryError if a name that fits no object is a malformed ref of a diagram (`invalid_argument`), or if its
    category is none of the diagram's kind (`wrong_kind`)."""
    if not name.startswith("d:"):
        return
    if not is_diagram_ref(name):
        raise QueryError("invalid_argument", "The ref is malformed", **{argument: echoed(name)}, hint=HINT)
    diagram, _, rest = name[2:].partition("/")
    category = rest.rpartition("/")[0]
    kind = _kind(snapshot, diagram)
    categories = categories_of(kind)
    if category and kind and category not in categories:
        listed = f"Its categories are {', '.join(categories)}."
        raise QueryError(
            "wrong_kind",
            f"A diagram of kind {kind} has no objects of this category",
            **{argument: echoed(name)},
            **about,
            kind=kind,
            hint=listed if categories else "It is known by its text only: diagram_get_snapshot shows it.",
        )


def categories_of(kind: str) -> list[str]:
    """Return the categories of the objects of a diagram: `flow/edge`, `flow/node`, `flow/subgraph`."""
    if kind in ("", "other", "unknown"):
        return []
    return [f"{FAMILIES[kind]}/{category}" for category in (SEQUENCE if kind == "sequence" else GRAPH)]


def _kind(snapshot: Snapshot, diagram: str) -> str:
    if "diagram" not in snapshot.fact_classes:
        return ""
    found = snapshot.rows("SELECT type FROM fact_diagram WHERE diagram = ?", (diagram,))
    return str(found[0][0]) if found else ""
