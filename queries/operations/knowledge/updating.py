"""Other values of an entity: its title, text, tags and properties."""

from typing import Any

from compiler.languages.knowledge.facts import Entity
from queries.errors.query_error import QueryError
from queries.operations.arguments import one_line
from queries.operations.draft import Draft
from queries.operations.knowledge.creating import APPLIES_TO, MAX_CONTENT, MAX_TITLE, PROPERTIES, check_properties
from queries.operations.knowledge.entities import ID, entity_of, same_entity
from queries.operations.knowledge.owners import Wanted, check_owner
from queries.operations.knowledge.update_steps import ContentStep, PropertyStep, Step, TagStep, TitleStep
from queries.operations.operation import Steps, operation
from queries.tools.parameters import Parameter


@operation(
    applies_to=APPLIES_TO,
    parameters=(
        ID,
        Parameter("title", "string", "Another title, one line.", max_length=MAX_TITLE),
        Parameter(
            "content",
            "string",
            "Another text, in place of all that stands below its title or its line; of a task of Backlog.md its "
            "description.",
            max_length=MAX_CONTENT,
        ),
        Parameter("add_tags", "strings", "Tags to add.", max_items=50, max_length=100),
        Parameter("remove_tags", "strings", "Tags to remove.", max_items=50, max_length=100),
        Parameter("tags", "strings", "All its tags, in place of those that it has.", max_items=50, max_length=100),
        Parameter(
            "properties",
            "object",
            "Of a decision: status, which may be rejected. Of a task: status, priority, due_date, assignee. Of a note: "
            "note_type.",
        ),
    ),
)
def entity_update(
    draft: Draft,
    *,
    id: str,
    title: str | None,
    content: str | None,
    add_tags: list[str] | None,
    remove_tags: list[str] | None,
    tags: list[str] | None,
    properties: dict[str, Any] | None,
) -> Steps:
    """Gives an entity another title, text, tags or properties. Links that name a note by its title follow, and so does
    the text of links to a decision. What superseded a decision is said by decision_supersede."""
    entity = entity_of(draft, id)
    stated = properties or {}
    listed = [*(tags or []), *(add_tags or []), *(remove_tags or [])]
    wanted = _wanted(title, content, stated, listed) or [Wanted("tag")] * (tags is not None)
    _check(entity, wanted, stated)
    steps: list[Step] = [PropertyStep(name, value) for name, value in stated.items()]
    steps += [TitleStep(one_line("title", title))] if title is not None else []
    steps += [TagStep(tags, add_tags or [], remove_tags or [])] if tags is not None or add_tags or remove_tags else []
    steps += [ContentStep(content)] if content is not None else []
    for one in steps:
        promise = one.write(draft, same_entity(draft, entity))
        after = yield
        promise.check(draft, after)
        draft = after


def _wanted(title: str | None, content: str | None, stated: dict[str, Any], tags: list[str]) -> list[Wanted]:
    """Return what is asked for, as commands of programs name it."""
    found = [Wanted(name.removesuffix("_date"), str(value)) for name, value in stated.items()]
    found += [Wanted("title", title)] if title is not None else []
    found += [Wanted("tag", one) for one in tags]
    return [*found, *([Wanted("content", content)] if content is not None else [])]


def _check(entity: Entity, wanted: list[Wanted], stated: dict[str, Any]) -> None:
    if not wanted:
        raise QueryError("invalid_argument", "Nothing is to be changed: give a title, a content, tags or properties")
    check_owner(entity, wanted[0])
    if entity.kind not in PROPERTIES:
        raise QueryError("wrong_kind", f"No operation edits a {entity.kind}: edit the text itself", ref=entity.ref)
    check_properties(entity.kind, stated)
