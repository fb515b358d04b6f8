"""Relations between entities, where their formats state them."""

from compiler.languages.knowledge.facts import RELATION_TYPES, Decision, Entity, Note, Task
from queries.operations.arguments import invalid, not_found, text_argument, unavailable, wrong_kind
from queries.operations.draft import Draft
from queries.operations.knowledge import front_matter
from queries.operations.knowledge.dependencies import add_dependency, remove_dependency
from queries.operations.knowledge.entities import entity_of
from queries.operations.knowledge.moving import page_link
from queries.operations.knowledge.owners import OWNED, Wanted, check_owner
from queries.operations.knowledge.superseding import add_sentence, decision_supersede
from queries.operations.operation import Given, operation
from queries.tools.parameters import Parameter

APPLIES_TO = "Dependencies of tasks, parents and milestones of Backlog.md, decisions, links of notes."
_ENDS = (
    text_argument("source_id", "The first: the blocker, the newer, the part, the citing one.", most=500),
    text_argument("target_id", "The second: what waits, the older, the whole, the cited one.", most=500),
    Parameter("relation_type", "string", "What the first is to the second.", required=True, choices=RELATION_TYPES),
)


@operation(APPLIES_TO, *_ENDS)
def relation_create(draft: Draft, given: Given) -> None:
    """Relates two entities: a blocker to what waits for it, a newer decision to the older one, a part to the whole, a
    page to what it cites. The file that states it is the one that the format has it in: a task names what it waits
    for."""
    source, target = _ends(draft, given.source_id, given.target_id)
    _check_owners(source, target, given.relation_type, "relate")
    if given.relation_type == "supersedes":
        decision_supersede.draft(draft, Given(old_id=target.ref, new_id=source.ref))
        return
    if draft.snapshot.links(source=source.ref, target=target.ref, kind=given.relation_type):
        raise invalid("This relation is there already", source_id=source.entity, target_id=target.entity)
    if given.relation_type == "blocks":
        source_task, target_task = _tasks(source, target)
        add_dependency(draft, target_task, source_task)
    elif given.relation_type == "belongs_to":
        _set_whole(draft, source, target)
    elif given.relation_type == "references":
        _add_link(draft, source, target)
    else:
        problem = f"No format that is edited as text states '{given.relation_type}': only the store of Medulla does"
        raise unavailable(problem, relation_type=given.relation_type)


@operation(APPLIES_TO, *_ENDS)
def relation_delete(draft: Draft, given: Given) -> None:
    """Takes a relation out: a dependency of a task, a parent or a milestone of a task of Backlog.md. Other relations
    are parts of sentences, which only a text edit takes out."""
    source, target = _ends(draft, given.source_id, given.target_id)
    if not draft.snapshot.links(source=source.ref, target=target.ref, kind=given.relation_type):
        raise not_found("There is no such relation", source_id=source.entity, target_id=target.entity)
    _check_owners(source, target, given.relation_type, "unrelate")
    if given.relation_type == "blocks":
        source_task, target_task = _tasks(source, target)
        remove_dependency(draft, target_task, source_task)
    elif given.relation_type == "belongs_to" and source.format == "backlog":
        key = "parent_task_id" if target.kind == "task" else "milestone"
        front_matter.remove_key(draft, source.span.file, key)
    else:
        problem = "The text states this relation: edit the text itself"
        raise unavailable(problem, relation_type=given.relation_type, file=source.span.file)


def _ends(draft: Draft, source_id: str, target_id: str) -> tuple[Entity, Entity]:
    source, target = (
        entity_of(draft, source_id, Entity, "source_id"),
        entity_of(draft, target_id, Entity, "target_id"),
    )
    if source.ref == target.ref:
        raise invalid("An entity is not related to itself", source_id=source.entity)
    return source, target


def _check_owners(source: Entity, target: Entity, relation: str, verb: str) -> None:
    """Raise QueryError if a program owns the file that would state the relation."""
    for entity in (source, target):
        if entity.format not in OWNED:
            check_owner(entity, Wanted(verb, relation))
    owned = [entity for entity in (source, target) if entity.format in OWNED]
    if not owned:
        return
    if source.format != target.format:
        problem = "A program owns the file of one of them, and knows nothing of the other"
        raise unavailable(problem, file=owned[0].span.file)
    check_owner(source, Wanted(verb, relation, f"{source.native_id} {target.native_id}"))


def _tasks(source: Entity, target: Entity) -> tuple[Task, Task]:
    if isinstance(source, Task) and isinstance(target, Task):
        return source, target
    other = target if isinstance(source, Task) else source
    raise wrong_kind(f"Tasks block tasks, and this is a {other.kind}", ref=other.ref)


def _set_whole(draft: Draft, part: Entity, whole: Entity) -> None:
    if part.format != "backlog" or whole.format != "backlog" or not isinstance(part, Task):
        raise unavailable("In a list the place of a task says what it is a part of: edit the text itself", ref=part.ref)
    if whole.kind not in ("task", "component"):
        raise wrong_kind(f"A task belongs to a task or a milestone, and this is a {whole.kind}", ref=whole.ref)
    key = "parent_task_id" if whole.kind == "task" else "milestone"
    if front_matter.has_key(draft, part.span.file, key):
        raise unavailable("This task is a part of another one already", ref=part.ref, key=key)
    front_matter.set_key(draft, part.span.file, key, whole.native_id, behind=("dependencies",))


def _add_link(draft: Draft, source: Entity, target: Entity) -> None:
    """Add a link to a page: among its links, else as its last sentence."""
    if isinstance(source, Decision) and source.format != "backlog":
        add_sentence(draft, source, f"Related to {page_link(source, target)}")
    elif isinstance(source, Note) and source.format != "backlog":
        draft.append(source.span.file, [f"See {page_link(source, target)}."])
    else:
        raise unavailable("Only pages of notes and decisions get links by an operation", ref=source.ref)
