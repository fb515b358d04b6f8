"""What depends on an object: `get_impact`."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from compiler.store.link_walk import Walk, dependency_steps, kinds_of, walk
from compiler.store.snapshot import ObjectRow, Snapshot
from queries.links.routes import KINDS, LINK, REF, TOGETHER, TRUNCATED, link_fields
from queries.links.together import named_with_parts
from queries.lookup.by_name import check_kinds, object_row, objects_by_ref
from queries.objects.kind_filters import LANGUAGE, OBJECT_KINDS, ObjectFilter, object_filter
from queries.tools.argument_names import DEPENDENCIES
from queries.tools.paging import CURSOR, Cursor, Rows, limit_of, page
from queries.tools.parameters import Parameter
from queries.tools.schemas import OBJECT, integer, mapping, objects, string
from queries.tools.tool import tool


@tool(
    title="Impact of a change",
    pack="core",
    parameters=(
        REF,
        Parameter(
            "direction",
            "string",
            "dependents: what must be looked at when it changes; dependencies: what it depends on itself.",
            default="dependents",
            brief="What needs it, or what it needs.",
            choices=("dependents", "dependencies"),
            synonyms=DEPENDENCIES,
        ),
        KINDS,
        OBJECT_KINDS,
        LANGUAGE,
        Parameter(
            "max_depth",
            "integer",
            "How far to follow.",
            brief="How many links away.",
            default=10,
            minimum=1,
            maximum=50,
            aliases=("depth", "max_hops"),
        ),
        limit_of(100),
        CURSOR,
    ),
    result={
        "ref": string("The object."),
        "together": TOGETHER,
        "direction": string("dependents or dependencies."),
        "by_distance": mapping("How many objects at each distance."),
        "by_kind": mapping("How many objects of each kind."),
        "impact": objects(
            "Nearest first; at the same distance by ref.",
            **OBJECT,
            distance=integer("How many links away."),
            via=mapping("The link that carries it here.", **LINK),
        ),
        "truncated": TRUNCATED,
    },
)
def get_impact(
    snapshot: Snapshot,
    *,
    ref: str,
    direction: str,
    kinds: list[str] | None,
    object_kinds: list[str] | None,
    language: str | None,
    max_depth: int,
    limit: int,
    cursor: Cursor,
) -> dict[str, Any]:
    """What a change of an object affects: all that depends on it, by distance, with the link that carries it. Use it
    before a change.

    It says what must be looked at. With direction dependencies: what the object depends on. Which end of a link depends
    on the other is a matter of its kind: a choice that reads a property depends on it, a property that a choice writes
    depends on the choice; containment carries nothing. kinds chooses the links that are followed; object_kinds and
    language choose among what is reached, also through others. 100 a page, at most 20,000 objects.
    """
    check_kinds(kinds, snapshot.link_kinds, "link")
    chosen = object_filter(snapshot, object_kinds, language)
    start, together = named_with_parts(snapshot, ref, "ref")
    found = walk(start.ref, dependency_steps(snapshot, direction == "dependents", kinds), max_depth, together=together)
    kind_of = kinds_of(snapshot, list(found.distance))
    reached = [ref for ref, distance in found.distance.items() if distance and ref in kind_of]
    fitting = chosen.kept(snapshot, reached)
    rows = [ref for ref in reached if ref in fitting]
    answer: dict[str, Any] = {
        "ref": start.ref,
        **({"together": len(together)} if together else {}),
        "direction": direction,
        "by_distance": dict(Counter(str(found.distance[ref]) for ref in rows)),
        "by_kind": dict(sorted(Counter(kind_of[ref] for ref in rows).items())),
        "impact": Rows(len(rows), lambda start, count: _impact_rows(snapshot, found, rows[start : start + count])),
    }
    if found.truncated:
        answer["truncated"] = found.truncated
    if not rows:
        kinds_reached = Counter(kind_of[ref] for ref in reached)
        answer["hint"] = (
            _none_chosen(kinds_reached, chosen) if reached else _no_impact(snapshot, start, direction, kinds)
        )
    return page(answer, "impact", limit=limit, cursor=cursor)


def _impact_rows(snapshot: Snapshot, found: Walk, refs: Sequence[str]) -> list[dict[str, Any]]:
    """Return the rows of objects that are there."""
    by_ref = objects_by_ref(snapshot, refs)
    return [
        {**object_row(snapshot, by_ref[ref]), "distance": found.distance[ref], "via": link_fields(found.via[ref])}
        for ref in refs
    ]


def _none_chosen(reached: Mapping[str, int], chosen: ObjectFilter) -> str:
    listed = ", ".join(f"{count} {kind}" for kind, count in sorted(reached.items()))
    return f"None of the {sum(reached.values())} objects reached is{chosen}. By kind: {listed}."


def _no_impact(snapshot: Snapshot, start: ObjectRow, direction: str, kinds: Sequence[str] | None) -> str:
    total = len(snapshot.links(source=start.ref)) + len(snapshot.links(target=start.ref))
    word = "depends on it" if direction == "dependents" else "is what it depends on"
    over = f" over links of kind {', '.join(kinds)}" if kinds else ""
    idle = [kind for kind in kinds or () if snapshot.link_kinds[kind].dependent == "none"]
    carried = f" No dependency follows from a link of kind {', '.join(idle)}." if idle else ""
    return f"Nothing {word}{over}.{carried} It has {total} links in all; get_links shows them."
