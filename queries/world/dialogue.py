"""The tools of dialogue: sections, jumps, choices, and the conditions and effects of choices."""

from typing import Any

from compiler.languages.world.facts import Choice, Effect, Jump, Read, Section, Write
from compiler.store.snapshot import Snapshot
from queries.errors.near import nearest
from queries.errors.query_error import QueryError
from queries.tools.paging import CURSOR, Cursor, page
from queries.tools.parameters import Parameter
from queries.tools.schemas import integer, objects, string, strings
from queries.tools.tool import tool
from queries.world.selection import (
    GRAPH_LIMIT,
    LIMIT,
    WORLD,
    assignment,
    chosen_world,
    condition_texts,
    graph_page,
    in_order,
    native_id,
    source_of,
)


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
            brief="Such as locked-garden/greet.",
            aliases=("section_id", "id", "ref"),
        ),
        WORLD,
        LIMIT,
        CURSOR,
    ),
    result={
        "section": string("The section's id."),
        "choices": objects(
            "choice_id, label, sticky, parent, conditions, effects, all_conditions, all_effects, source."
        ),
    },
)
def get_choice_conditions(
    snapshot: Snapshot, *, section: str, world: str | None = None, limit: int, cursor: Cursor
) -> dict[str, Any]:
    """Choices of a dialogue section with all conditions and effects.

    conditions and effects list the property comparisons and assignments only. all_conditions and all_effects list every
    condition and effect as written, also those on possession, place and exhaustion, and moves, reveals and
    destructions. A choice is unconditional only when all_conditions is absent.
    """
    chosen = chosen_world(snapshot, world)
    section_id = native_id(section, "section")
    choices = sorted(snapshot.facts(Choice, world=chosen.world, section=section_id), key=lambda choice: choice.ordinal)
    if not choices and not snapshot.count(Section, world=chosen.world, section=section_id):
        near = nearest(section_id, (other.section for other in snapshot.facts(Section, world=chosen.world)))
        raise QueryError("not_found", "Section not found", section=section, did_you_mean=near)
    answer = {"section": section_id, "choices": choices}
    return page(
        answer,
        "choices",
        limit=limit,
        cursor=cursor,
        rows={"choices": lambda choice: _choice_details(snapshot, choice)},
    )


def _jump(jump: Jump) -> dict[str, Any]:
    return {
        "from_section": jump.from_section,
        "to_section": jump.target,
        "type": jump.target_kind,
        "source": source_of(jump),
    }


def _choice(choice: Choice) -> dict[str, Any]:
    return {
        "section": choice.section,
        **_identity(choice),
        "condition_count": choice.condition_count,
        "effect_count": choice.effect_count,
        "all_condition_count": choice.all_condition_count,
        "all_effect_count": choice.all_effect_count,
        "source": source_of(choice),
    }


def _identity(choice: Choice) -> dict[str, Any]:
    """What names a choice. `parent` is there only if it is nested in another choice."""
    row: dict[str, Any] = {"choice_id": choice.choice, "label": choice.label, "sticky": choice.sticky}
    return {**row, "parent": choice.parent} if choice.parent else row


@tool(
    title="Dialogue graph",
    pack="world",
    parameters=(WORLD, GRAPH_LIMIT, CURSOR),
    result={
        "section_count": integer("The number of sections."),
        "jump_count": integer("The number of jumps."),
        "choice_count": integer("The number of choices."),
        "sections": strings("Section ids, sorted."),
        "jumps": objects("from_section, to_section and type: section, exit or end."),
        "choices": objects(
            "section, choice_id, label, sticky, parent, condition_count, effect_count, all_condition_count, "
            "all_effect_count."
        ),
    },
)
def get_dialogue_graph(snapshot: Snapshot, *, world: str | None = None, limit: int, cursor: Cursor) -> dict[str, Any]:
    """Dialogue of a world as a graph: sections, jumps, choices. get_choice_conditions has the conditions of a section.

    Every section, every jump from a section (to another, to an exit, or to the end), and every choice with its label,
    whether it can be taken again (sticky), the choice that it is nested in (parent), and the number of its conditions
    and effects: condition_count and effect_count count property comparisons and assignments only, all_condition_count
    and all_effect_count every kind. Each condition of an any block counts.
    """
    chosen = chosen_world(snapshot, world)
    sections = sorted({section.section for section in snapshot.facts(Section, world=chosen.world)}, key=str.encode)
    jumps, choices = in_order(snapshot, Jump, chosen), in_order(snapshot, Choice, chosen)
    counts = {"section_count": len(sections), "jump_count": len(jumps), "choice_count": len(choices)}
    answer = {**counts, "sections": sections, "jumps": jumps, "choices": choices}
    return graph_page(
        answer,
        "sections",
        "jumps",
        "choices",
        limit=limit,
        cursor=cursor,
        rows={"jumps": _jump, "choices": _choice},
        smaller="format table and the fields section, choice_id, from_section, to_section",
    )


def _choice_details(snapshot: Snapshot, choice: Choice) -> dict[str, Any]:
    row: dict[str, Any] = {
        **_identity(choice),
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
    return {**row, **_all_statements(snapshot, choice.ref), "source": source_of(choice)}


def _all_statements(snapshot: Snapshot, site: str) -> dict[str, Any]:
    """Every condition and effect of a site as written. An empty list is left out."""
    effects = [effect.text for effect in snapshot.facts(Effect, site=site)]
    statements = {"all_conditions": condition_texts(snapshot, site), "all_effects": effects}
    return {name: texts for name, texts in statements.items() if texts}
