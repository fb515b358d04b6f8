"""The conversations of a world: sections and the choices that lead from one to another, and one section in full."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from server.explorer.page import Ask, Page
from server.explorer.pages.drawn_graph import Edge, Graph, Node
from server.explorer.pages.joined_pages import joined
from server.explorer.pages.relation_rows import Json, grouped, select_all

MAX_SECTIONS = 500
MAX_CHOICES = 5_000
MAX_IN_SECTION = 200
END = "end"

SECTIONS = """
SELECT section.id, section.ref, section.title, section.file, section.line,
  (SELECT count(*) FROM choice WHERE choice.world = section.world AND choice.section = section.id) AS choices
FROM section WHERE world = :world ORDER BY file, line, id
"""
JUMPS = """
SELECT choice.id AS choice, choice.ref, choice.section, choice.label, object.kind, object.id AS target,
  object.ref AS target_ref, object.title, link.file, link.line
FROM choice JOIN link ON link.source = choice.ref AND link.kind = 'jump' LEFT JOIN object ON object.ref = link.target
WHERE choice.world = :world AND (:section = '' OR choice.section = :section)
ORDER BY link.file, link.line, choice.id
"""
JUMPS_TO = """
SELECT choice.ref, choice.section, choice.label, link.file, link.line
FROM section CROSS JOIN link ON link.target = CAST(section.ref AS TEXT) AND link.kind = 'jump'
CROSS JOIN choice ON choice.ref = link.source
WHERE section.world = :world AND section.id = :section AND choice.section <> :section
ORDER BY link.file, link.line, choice.id
"""
CHOICES = """
SELECT id, ref, label, is_sticky, parent, file, line FROM choice
WHERE world = :world AND section = :section ORDER BY file, line, id
"""


def view(ask: Ask, parameters: Mapping[str, str]) -> Mapping[str, Any]:
    """Return the values of the graph of a world's sections."""
    world = ask("get_world_metadata", world=parameters.get("world") or None)["world"]
    sections = select_all(ask, SECTIONS, MAX_SECTIONS, world=world)
    jumps = select_all(ask, JUMPS, MAX_CHOICES, world=world, section="")
    ends = [jump for jump in joined(ask, "get_dialogue_graph", "jumps", world=world) if jump["type"] == END]
    return {
        "world": world,
        "sections": sections,
        "leads_to": _targets(jumps.rows),
        "ends": grouped(ends, "from_section"),
        "left_out": jumps.left_out,
        "graph": _graph(world, sections.rows, jumps.rows, ends),
    }


def section_view(ask: Ask, parameters: Mapping[str, str]) -> Mapping[str, Any]:
    """Return the values of one section: its choices, what each needs, does, and leads to."""
    world = ask("get_world_metadata", world=parameters.get("world") or None)["world"]
    section = parameters.get("section", "")
    choices = joined(ask, "get_choice_conditions", "choices", section=section, world=world)
    stated = {choice["choice_id"]: choice for choice in choices}
    found = select_all(ask, CHOICES, MAX_IN_SECTION, world=world, section=section)
    jumps = select_all(ask, JUMPS, MAX_IN_SECTION, world=world, section=section)
    leading = select_all(ask, JUMPS_TO, MAX_IN_SECTION, world=world, section=section)
    return {
        "world": world,
        "section": section,
        "labels": {row["id"]: row["label"] for row in found.rows},
        "found": found,
        "choices": [
            {
                **row,
                "needs": stated.get(row["id"], {}).get("all_conditions", []),
                "does": stated.get(row["id"], {}).get("all_effects", []),
            }
            for row in found.rows
        ],
        "jumps": grouped(jumps.rows, "choice"),
        "leading": leading,
    }


def _targets(jumps: Sequence[Json]) -> dict[str, list[str]]:
    """Where the choices of each section lead, by the section, itself left out."""
    targets: dict[str, dict[str, None]] = {}
    for jump in jumps:
        if jump["kind"] == "section" and not _stays(jump):
            targets.setdefault(jump["section"], {})[jump["target"]] = None
    return {section: list(found) for section, found in targets.items()}


def _graph(world: str, sections: Sequence[Json], jumps: Sequence[Json], ends: Sequence[Json]) -> Graph:
    """Sections, and the choices that lead from one to another; choices that stay where they are are counted."""
    refs = {section["id"]: section["ref"] for section in sections}
    staying = Counter(jump["section"] for jump in jumps if _stays(jump))
    labels: dict[tuple[str, str], list[str]] = {}
    for jump in jumps:
        if jump["target_ref"] and not _stays(jump):
            labels.setdefault((refs.get(jump["section"], ""), jump["target_ref"]), []).append(jump["label"])
    for end in ends:
        labels.setdefault((refs.get(end["from_section"], ""), END), [])
    nodes = [_section_node(world, section, staying[section["id"]]) for section in sections]
    exits = {jump["target_ref"]: jump["target"] for jump in jumps if jump["kind"] == "exit"}
    nodes += [Node(ref, f"exit {name}", "object", {"id": ref}, shape="hexagon") for ref, name in exits.items()]
    nodes += [Node(END, "end", "world", {"world": world}, shape="stadium")] if ends else []
    edges = [
        Edge(source, target, words[0] if len(words) == 1 else f"{len(words)} choices" if words else "")
        for (source, target), words in labels.items()
    ]
    return Graph(nodes, edges)


def _stays(jump: Json) -> bool:
    return bool(jump["kind"] == "section" and jump["target"] == jump["section"])


def _section_node(world: str, section: Json, staying: int) -> Node:
    note = (
        f"{staying} choice{'' if staying == 1 else 's'} lead{'s' if staying == 1 else ''} back here" if staying else ""
    )
    return Node(
        section["ref"], section["title"] or section["id"], "section", {"world": world, "section": section["id"]}, note
    )


CONVERSATIONS = Page("conversations", "/world/conversations", "", view)
SECTION = Page("section", "/world/section", "", section_view)
