"""An entity goes: its file, or its lines in a list."""

from compiler.languages.knowledge.facts import Task
from queries.knowledge.entity_lookup import ID
from queries.operations.draft import Draft
from queries.operations.knowledge.boxes import take_out
from queries.operations.knowledge.creating import APPLIES_TO
from queries.operations.knowledge.entities import LISTS, entity_of
from queries.operations.knowledge.owners import Wanted, check_owner
from queries.operations.operation import Given, operation
from queries.operations.refusals import unavailable


@operation(APPLIES_TO, ID)
def entity_delete(draft: Draft, given: Given) -> None:
    """Deletes an entity: its file with the tasks in it, or its lines in a list. What names it stays as it is, and
    stands in `now_dangling`."""
    entity = entity_of(draft, given.id)
    check_owner(entity, Wanted("delete"))
    if isinstance(entity, Task) and entity.format in LISTS:
        parts = [one.entity for one in draft.snapshot.facts(Task, parent=entity.entity, file=entity.span.file)]
        if parts:
            raise unavailable("This task has parts: delete them first", id=entity.entity, parts=parts)
        take_out(draft, entity)
    else:
        draft.delete(entity.span.file)
