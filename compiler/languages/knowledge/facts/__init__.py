"""The facts of project knowledge: decisions, tasks, notes, prompts, components, links, and their relations.

An entity keeps the id of its format, with a prefix where that is not unique: `bd-12`, `BACK-7`, `ADR-0003`,
`001-login/T001`, `login/1.1`, `master/2.1`, `Notes/Kickoff`. The ref is the id behind the type: `k:task/bd-12`,
`k:decision/ADR-0003`. Facts name one another by `ref`, and repeat the id where answers show it.

A relation runs as its name reads. `k:task/T010 -blocks-> k:task/T011`: the source is the blocker, whichever way the
format writes it. `supersedes` runs from the newer decision to the older, `belongs_to` from the part to the whole,
`references` from the citing entity to the cited one. Each relation is a `Relation` fact and a `Link`, in the same
order.
"""

from compiler.languages.knowledge.facts.entities import (
    ENTITY_CLASSES,
    Component,
    Decision,
    Entity,
    LinkEntry,
    Note,
    Prompt,
    Task,
)
from compiler.languages.knowledge.facts.names import Collection, EntityName, KnowledgeTag
from compiler.languages.knowledge.facts.relations import Relation, UnresolvedReference
from compiler.languages.knowledge.facts.work_states import Blocker, WorkState
from compiler.model.facts import Fact, LinkKind

__all__ = [
    "ENTITY_CLASSES",
    "FACT_CLASSES",
    "LINK_KINDS",
    "RELATION_TYPES",
    "TYPES",
    "Blocker",
    "Collection",
    "Component",
    "Decision",
    "Entity",
    "EntityName",
    "KnowledgeTag",
    "LinkEntry",
    "Note",
    "Prompt",
    "Relation",
    "Task",
    "UnresolvedReference",
    "WorkState",
    "entity_ref",
]

# The order of types in every list of entities.
TYPES = tuple(entity_class.kind for entity_class in ENTITY_CLASSES)
RELATION_TYPES = ("implements", "blocks", "supersedes", "references", "belongs_to", "documents")

# `implements` is declared by requirements, whose links mean the same: what realises depends on what is realised.
LINK_KINDS = (
    LinkKind("blocks", "the target cannot be worked on before the source is done", dependent="target"),
    LinkKind("supersedes", "the newer decision replaces the older", dependent="none"),
    LinkKind("references", "the source cites the target", dependent="source"),
    LinkKind("belongs_to", "the source is a part of the target", dependent="none", structural=True),
    LinkKind("documents", "the note documents the component", dependent="source"),
    LinkKind("mentions", "the text of the source names the target", dependent="source"),
)

FACT_CLASSES: tuple[type[Fact], ...] = (
    *ENTITY_CLASSES,
    EntityName,
    KnowledgeTag,
    Collection,
    Relation,
    UnresolvedReference,
    WorkState,
    Blocker,
)


def entity_ref(entity_type: str, entity_id: str) -> str:
    """The ref of an entity: `k:task/001-login/T001`."""
    return f"k:{entity_type}/{entity_id}"
