"""The operations on the sections of requirements, under the names of the requirements' own server."""

from compiler.languages.requirements.facts import Remainder
from queries.errors.query_error import QueryError
from queries.operations.arguments import CONFIRM, check_confirmed, optional, text_argument
from queries.operations.draft import Draft
from queries.operations.operation import Given, Steps, operation
from queries.operations.requirements.arguments import APPLIES_TO, NODE
from queries.operations.requirements.section_texts import (
    add_section,
    delete_section,
    section_of,
    write_section,
)
from queries.operations.requirements.texts import requirement_of, set_right_hash

SECTION = text_argument("node_id", "The id of a section, such as REQ-p00001:section:2.", most=500)


@operation(
    applies_to=APPLIES_TO,
    parameters=(
        NODE,
        text_argument("heading", "Its heading, such as Rationale.", most=500),
        text_argument("text", "Its paragraphs."),
    ),
)
def mutate_add_remainder(draft: Draft, given: Given) -> Steps:
    """Adds a section behind the others of a requirement, before its changelog and its End marker."""
    requirement = requirement_of(draft, given.node_id)
    if any(
        one.heading == given.heading.strip() for one in draft.snapshot.facts(Remainder, owner=requirement.requirement)
    ):
        raise QueryError(
            "invalid_argument", "The requirement has a section of this heading", heading=given.heading.strip()
        )
    add_section(draft, requirement, given.heading, given.text)
    set_right_hash((yield), requirement)


@operation(
    applies_to=APPLIES_TO,
    parameters=(
        SECTION,
        optional("heading", "Another heading."),
        optional("text", "Another text.", most=10_000),
    ),
)
def mutate_update_remainder(draft: Draft, given: Given) -> Steps:
    """Gives a section another heading, another text, or both."""
    section = section_of(draft, given.node_id)
    if given.heading is None and given.text is None:
        raise QueryError("invalid_argument", "Give a 'heading', a 'text' or both")
    write_section(draft, section, heading=given.heading, text=given.text)
    yield from _put_hash_right(draft, section.owner)


@operation(applies_to=APPLIES_TO, parameters=(SECTION, CONFIRM))
def mutate_delete_remainder(draft: Draft, given: Given) -> Steps:
    """Deletes a section. Its requirement, and the others of it, stay."""
    check_confirmed(given.confirm)
    section = section_of(draft, given.node_id)
    delete_section(draft, section)
    yield from _put_hash_right(draft, section.owner)


def _put_hash_right(draft: Draft, owner: str) -> Steps:
    """Write the right hash of the requirement of a section, if it had it. A journey has no hash."""
    if not owner.startswith("JNY-"):
        requirement = requirement_of(draft, owner)
        set_right_hash((yield), requirement)
