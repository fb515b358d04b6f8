"""The dialogue of a world: sections, jumps, choices, and what gates them."""

from typing import Any

from compiler.languages.world.facts import Choice, Effect, Jump, Read, Section, Write
from compiler.store.snapshot import Snapshot
from queries.errors import QueryError
from queries.near import nearest
from queries.paging import CURSOR, Cursor, page
from queries.parameters import Parameter
from queries.schemas import integer, objects, string, strings
from queries.tool import tool
from queries.world.selection import LIMIT, WORLD, assignment, chosen_world, condition_texts, in_order, native, place


@tool(
    title="Dialogue graph",
    pack="world",
    parameters=(WORLD, LIMIT, CURSOR),
    result={
        "section_count": integer("How many sections there are."),
        "jump_count": integer("How many jumps there are."),
        "choice_count": integer("How many choices there are."),
        "sections": strings("Section ids, sorted."),
        "jumps": objects("from_section, to_section and type: section, exit or end."),
        "choices": objects("section, choice_id, label, sticky, condition_count, effect_count."),
    },
)
def get_dialogue_graph(snapshot: Snapshot, *, world: str | None = None, limit: int, cursor: Cursor) -> dict[str, Any]:
    """The dialogue of a world as a graph: every section, the jumps between sections (or to an exit, or to the end), and
    every choice with its label, whether it stays (sticky), and how many conditions and effects it has. For what they
    are, ask get_choice_conditions about one section."""
    one = chosen_world(snapshot, world)
    sections = sorted({section.section for section in snapshot.facts(Section, world=one.world)}, key=str.encode)
    jumps, choices = in_order(snapshot, Jump, one), in_order(snapshot, Choice, one)
    counts = {"section_count": len(sections), "jump_count": len(jumps), "choice_count": len(choices)}
    answer = {**counts, "sections": sections, "jumps": jumps, "choices": choices}
    return page(
        answer, "sections", "jumps", "choices", limit=limit, cursor=cursor, rows={"jumps": _jump, "choices": _choice}
    )


def _jump(jump: Jump) -> dict[str, Any]:
    return {
        "from_section": jump.from_section,
        "to_section": jump.target,
        "type": jump.target_kind,
        "source": place(jump),
    }


def _choice(choice: Choice) -> dict[str, Any]:
    return {
        "section": choice.section,
        "choice_id": choice.choice,
        "label": choice.label,
        "sticky": choice.sticky,
        "condition_count": choice.condition_count,
        "effect_count": choice.effect_count,
        "source": place(choice),
    }


@tool(
    title="Choices of a section",
    pack="world",
    parameters=(
        Parameter(
            "section",
            "string",
            "The id of a dialogue section, such as locked-garden/greet.",
            required=True,
            max_length=500,
        ),
        WORLD,
        LIMIT,
        CURSOR,
    ),
    result={
        "section": string("The section's id."),
        "choices": objects("choice_id, label, sticky, conditions, effects, all_conditions, all_effects, source."),
    },
)
def get_choice_conditions(
    snapshot: Snapshot, *, section: str, world: str | None = None, limit: int, cursor: Cursor
) -> dict[str, Any]:
    """All choices of a dialogue section with what gates them and what they do. conditions and effects list the property
    comparisons and assignments; all_conditions and all_effects list every condition and effect as written, also those
    on possession, place and exhaustion, and moves, reveals and destructions: a choice is unconditional only when
    all_conditions is absent."""
    one = chosen_world(snapshot, world)
    wanted = native(section, "section")
    choices = sorted(snapshot.facts(Choice, world=one.world, section=wanted), key=lambda choice: choice.ordinal)
    if not choices and not snapshot.count(Section, world=one.world, section=wanted):
        near = nearest(wanted, (known.section for known in snapshot.facts(Section, world=one.world)))
        raise QueryError("not_found", "Section not found", section=section, did_you_mean=near)
    answer = {"section": wanted, "choices": choices}
    return page(
        answer, "choices", limit=limit, cursor=cursor, rows={"choices": lambda choice: _gates(snapshot, choice)}
    )


def _gates(snapshot: Snapshot, choice: Choice) -> dict[str, Any]:
    row: dict[str, Any] = {
        "choice_id": choice.choice,
        "label": choice.label,
        "sticky": choice.sticky,
        "conditions": [
            {"property": f"{read.entity_type}.{read.property}", "comparison": f"{read.operator} {read.value}"}
            for read in snapshot.facts(Read, site=choice.ref)
        ],
        "effects": [
            {
                "property": f"{write.entity_type}.{write.property}",
                "operation": f"{assignment(write.operator)} {write.value}",
            }
            for write in snapshot.facts(Write, site=choice.ref)
        ],
    }
    return {**row, **_everything_written(snapshot, choice.ref), "source": place(choice)}


def _everything_written(snapshot: Snapshot, site: str) -> dict[str, Any]:
    """Every condition and effect at a site as written; what there is none of is left out."""
    effects = [effect.text for effect in snapshot.facts(Effect, site=site)]
    everything = {"all_conditions": condition_texts(snapshot, site), "all_effects": effects}
    return {name: texts for name, texts in everything.items() if texts}
