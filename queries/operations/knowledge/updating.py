"""Other values of an entity: its title, text, tags and properties."""

from typing import Any

from compiler.languages.knowledge.facts import Entity
from queries.knowledge.entity_lookup import ID
from queries.operations.arguments import one_line, optional
from queries.operations.draft import Draft
from queries.operations.knowledge.creating import APPLIES_TO, MAX_CONTENT, MAX_TITLE, PROPERTIES, check_properties
from queries.operations.knowledge.entities import entity_of, same_entity
from queries.operations.knowledge.owners import Wanted, check_owner
from queries.operations.knowledge.titles import set_title
from queries.operations.knowledge.update_steps import set_content, set_property, set_tags
from queries.operations.operation import Given, Steps, operation
from queries.operations.refusals import invalid, wrong_kind
from queries.tools.parameters import Parameter


@operation(
    APPLIES_TO,
    ID,
    optional("title", "Another title, one line.", most=MAX_TITLE),
    optional(
        "content",
        "Another text, in place of all that stands below its title or its line; of a task of Backlog.md its "
        "description.",
        most=MAX_CONTENT,
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
)
def entity_update(draft: Draft, given: Given) -> Steps:
    """Gives an entity another title, text, tags or properties. Links that name a note by its title follow, and so does
    the text of links to a decision. What superseded a decision is said by decision_supersede."""
    entity = entity_of(draft, given.id)
    stated = given.properties or {}
    listed = [*(given.tags or []), *(given.add_tags or []), *(given.remove_tags or [])]
    wanted = _wanted(given.title, given.content, stated, listed) or [Wanted("tag")] * (given.tags is not None)
    _check(entity, wanted, stated)
    for name, value in stated.items():
        set_property(draft, same_entity(draft, entity), name, value)
        draft = yield
    if given.title is not None:
        if given.title.strip() == entity.name:
            raise invalid("This is its title already", title=given.title.strip())
        set_title(draft, same_entity(draft, entity), one_line("title", given.title))
        draft = yield
    if listed or given.tags is not None:
        now = same_entity(draft, entity)
        removed = {tag.casefold() for tag in given.remove_tags or ()}
        kept = [tag for tag in now.tags if tag.casefold() not in removed] if given.tags is None else given.tags
        set_tags(draft, now, [*dict.fromkeys([*kept, *(given.add_tags or ())])])
        draft = yield
    if given.content is not None:
        set_content(draft, same_entity(draft, entity), given.content)


def _wanted(title: str | None, content: str | None, stated: dict[str, Any], tags: list[str]) -> list[Wanted]:
    """Return what is asked for, as commands of programs name it."""
    found = [Wanted(name.removesuffix("_date"), str(value)) for name, value in stated.items()]
    found += [Wanted("title", title)] if title is not None else []
    found += [Wanted("tag", one) for one in tags]
    return [*found, *([Wanted("content", content)] if content is not None else [])]


def _check(entity: Entity, wanted: list[Wanted], stated: dict[str, Any]) -> None:
    if not wanted:
        raise invalid("Nothing is to be changed: give a title, a content, tags or properties")
    check_owner(entity, wanted[0])
    if entity.kind not in PROPERTIES:
        raise wrong_kind(f"No operation edits a {entity.kind}: edit the text itself", ref=entity.ref)
    check_properties(entity.kind, stated)
