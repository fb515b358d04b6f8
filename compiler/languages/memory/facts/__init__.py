"""The fact classes of agent memory: what was learned, said, worked on and handed over, on which branch, and when.

Every record has the ref `m:<type>/<id>`: `m:fact/f-1`, `m:branch/task/fix-oauth`, `m:entity/AuthService`. Fields that
name another record (`parent`, `session`) hold its id as the source writes it, unless the class says that they hold a
ref.

Facts, observations and relations are an object for each branch that has its own version. The ref above is that of the
record's home: the default branch if it wrote the record, else the first branch that did. On any other branch the ref is
`m:fact/f-1@dev`. `OwnVersion` facts tell which branches have their own versions of one record.

Objects are the current state. A retracted record is no object. Superseded and archived facts are objects that are not
active (`MemoryFact.is_active`). Earlier states of all records are `Version` facts.

A link runs as its name reads: `m:fact/f-5 -replaces-> m:fact/f-3`, `m:conversation/c-2 -forked_from->
m:conversation/c-1`. `m:entity/AuthService -related_to-> m:entity/Redis` stands for every relation, whatever its name;
the `MemoryRelation` fact holds the name.
"""

from compiler.languages.memory.facts.branches import BranchAncestor, MemoryBranch, MemorySnapshot, Merge
from compiler.languages.memory.facts.conversations import Conversation, ConversationPart, MemorySession, Message
from compiler.languages.memory.facts.graph import MemoryEntity, MemoryRelation
from compiler.languages.memory.facts.handoffs import Bundle, Handoff, Template
from compiler.languages.memory.facts.learned import Consolidation, MemoryFact, Observation, Verification
from compiler.languages.memory.facts.record import Record, record_ref
from compiler.languages.memory.facts.tasks import MemoryTask, TaskAgent
from compiler.languages.memory.facts.versions import MemorySource, MemoryTag, OwnVersion, Version
from compiler.model.facts import Fact, LinkKind

__all__ = [
    "FACT_CLASSES",
    "LINK_KINDS",
    "RECORD_CLASSES",
    "BranchAncestor",
    "Bundle",
    "Consolidation",
    "Conversation",
    "ConversationPart",
    "Handoff",
    "MemoryBranch",
    "MemoryEntity",
    "MemoryFact",
    "MemoryRelation",
    "MemorySession",
    "MemorySnapshot",
    "MemorySource",
    "MemoryTag",
    "MemoryTask",
    "Merge",
    "Message",
    "Observation",
    "OwnVersion",
    "Record",
    "TaskAgent",
    "Template",
    "Verification",
    "Version",
    "record_ref",
]

# By the name of the type in sources and refs.
RECORD_CLASSES: dict[str, type[Record]] = {
    "branch": MemoryBranch,
    "session": MemorySession,
    "entity": MemoryEntity,
    "fact": MemoryFact,
    "observation": Observation,
    "relation": MemoryRelation,
    "conversation": Conversation,
    "message": Message,
    "task": MemoryTask,
    "task_agent": TaskAgent,
    "verification": Verification,
    "merge": Merge,
    "snapshot": MemorySnapshot,
    "handoff": Handoff,
    "template": Template,
    "bundle": Bundle,
    "consolidation": Consolidation,
}

LINK_KINDS = (
    LinkKind("replaces", "the newer fact supersedes the older", dependent="none"),
    LinkKind("drawn_from", "the fact was drawn from the observation, conversation or record", dependent="source"),
    LinkKind("about", "the fact is about the entity", dependent="source"),
    LinkKind("related_to", "a relation of the memory runs from the source to the target", dependent="source"),
    LinkKind("relates", "the relation has the entity at one of its ends", dependent="source", structural=True),
    LinkKind("on_branch", "the record was written on the branch", dependent="none", structural=True),
    LinkKind("in_session", "the record was written in the session", dependent="none", structural=True),
    LinkKind("in_conversation", "the message was written in the conversation", dependent="none", structural=True),
    LinkKind("of_task", "the record was written for the task", dependent="none", structural=True),
    LinkKind("forked_from", "the conversation shares the beginning of the other", dependent="source"),
    LinkKind("branched_from", "the branch reads what the other holds", dependent="source"),
    LinkKind("called_in", "the use of the tool was called for in the message", dependent="source"),
    LinkKind("judges", "the verification judges the record", dependent="source"),
    LinkKind("merged", "the merge copied the record", dependent="source"),
    LinkKind("rejected", "the merge left the record out", dependent="source"),
    LinkKind("hands_over", "the handoff passes the record on", dependent="source"),
    LinkKind("made_from", "the template or bundle was made from the branch", dependent="source"),
    LinkKind("joined", "the agent's part belongs to the task", dependent="none", structural=True),
)

FACT_CLASSES: tuple[type[Fact], ...] = (
    *RECORD_CLASSES.values(),
    ConversationPart,
    BranchAncestor,
    Version,
    OwnVersion,
    MemoryTag,
    MemorySource,
)
