"""The operations on what requirements cite in their metadata, under the names of the requirements' own server."""

from queries.errors import QueryError
from queries.operations.arguments import text_argument
from queries.operations.draft import Draft
from queries.operations.operation import Steps, operation
from queries.operations.requirements.arguments import APPLIES_TO
from queries.operations.requirements.texts import (
    check_target,
    citing_field,
    field_place,
    joined,
    listed_ids,
    requirement_of,
    set_field,
    set_listed,
)
from queries.parameters import Parameter

KINDS = ("implements", "refines", "satisfies")
EDGE = (
    Parameter("source_id", "string", "The requirement that cites.", required=True, max_length=500),
    Parameter("target_id", "string", "The requirement or assertion that it cites.", required=True, max_length=500),
)
EDGE_KIND = Parameter("edge_kind", "string", "How it cites.", required=True, choices=KINDS)


@operation(applies_to=APPLIES_TO, parameters=(*EDGE, EDGE_KIND))
def mutate_add_edge(draft: Draft, *, source_id: str, target_id: str, edge_kind: str) -> None:
    """Lets a requirement implement, refine or satisfy another one, or an assertion."""
    requirement = requirement_of(draft, source_id)
    check_target(draft, target_id)
    field = field_place(draft, requirement, edge_kind.capitalize())
    if field is None:
        set_field(draft, requirement, edge_kind.capitalize(), target_id)
        return
    listed = listed_ids(field[1]["value"])
    if target_id in listed:
        raise QueryError("invalid_argument", "It cites this already", source_id=source_id, target_id=target_id)
    set_field(draft, requirement, edge_kind.capitalize(), joined([*listed, target_id]))


@operation(applies_to=APPLIES_TO, parameters=EDGE)
def mutate_delete_edge(draft: Draft, *, source_id: str, target_id: str) -> None:
    """Takes a citation out of the metadata of a requirement."""
    requirement = requirement_of(draft, source_id)
    kind, listed = citing_field(draft, requirement, target_id)
    set_listed(draft, requirement, kind, [one for one in listed if one != target_id])


@operation(
    applies_to=APPLIES_TO,
    parameters=(*EDGE, Parameter("new_kind", "string", "How it shall cite.", required=True, choices=KINDS)),
)
def mutate_change_edge_kind(draft: Draft, *, source_id: str, target_id: str, new_kind: str) -> Steps:
    """Lets a requirement cite in another way: refine in place of implement, for example."""
    return _change_kind(draft, source_id, target_id, new_kind)


@operation(
    applies_to=APPLIES_TO,
    parameters=(
        text_argument("req_id", "The requirement that cites.", most=500),
        EDGE[1],
        Parameter("new_type", "string", "How it shall cite.", required=True, choices=KINDS),
    ),
)
def change_reference_type(draft: Draft, *, req_id: str, target_id: str, new_type: str) -> Steps:
    """Does what `mutate_change_edge_kind` does, by the name of the tool on files."""
    return _change_kind(draft, req_id, target_id, new_type)


@operation(
    applies_to=APPLIES_TO,
    parameters=(
        EDGE[0],
        text_argument("old_target_id", "The id that is written and that nothing has.", most=500),
        text_argument("new_target_id", "The id that is meant.", most=500),
    ),
)
def mutate_fix_broken_reference(draft: Draft, *, source_id: str, old_target_id: str, new_target_id: str) -> None:
    """Puts an id that exists in place of a broken one in the metadata of a requirement."""
    requirement = requirement_of(draft, source_id)
    check_target(draft, new_target_id)
    kind, listed = citing_field(draft, requirement, old_target_id)
    set_field(draft, requirement, kind, joined(new_target_id if one == old_target_id else one for one in listed))


def _change_kind(draft: Draft, source_id: str, target_id: str, new_kind: str) -> Steps:
    requirement = requirement_of(draft, source_id)
    kind, listed = citing_field(draft, requirement, target_id)
    if kind.casefold() == new_kind:
        raise QueryError("invalid_argument", f"It {new_kind} this already", source_id=source_id, target_id=target_id)
    set_listed(draft, requirement, kind, [one for one in listed if one != target_id])
    after = yield
    changed = requirement_of(after, source_id)
    field = field_place(after, changed, new_kind.capitalize())
    listed = listed_ids(field[1]["value"]) if field else []
    set_field(after, changed, new_kind.capitalize(), joined([*listed, target_id]))
