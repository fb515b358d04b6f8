"""The operations on what is handed on: templates of branches, and handoffs."""

from typing import Any

from compiler.languages.memory.facts import Conversation, MemoryTask, Template
from compiler.store.snapshot import Snapshot
from queries.memory.gate import verdict_of
from queries.memory.selection import branch_named, branches_of, record_named
from queries.operations.arguments import optional, text_argument
from queries.operations.memory.arguments import ID, slug, word, words
from queries.operations.memory.branches import DESCRIPTION, add_branch
from queries.operations.memory.log_lines import Lines, appending
from queries.operations.memory.verdicts import own_facts
from queries.operations.operation import Given
from queries.operations.refusals import invalid, not_found
from queries.tools.parameters import Parameter

Json = Any

HANDOFF_TYPES = ("task_continuation", "agent_switch", "session_handoff", "escalation")
HANDED_CONVERSATIONS = 5  # of the newest
SOURCE = text_argument("source_branch", "The branch that it is made from.", most=500)
TAGS = Parameter("tags", "strings", "Words to find it by.")


@appending(
    text_argument("name", "Its name, which no other active template has.", most=500),
    SOURCE,
    DESCRIPTION,
    Parameter("applicable_task_types", "strings", "The types of tasks that it is for."),
    TAGS,
    ID,
)
def memory_template_create(lines: Lines, given: Given) -> None:
    """Makes a template of a branch: declares the template's own branch below it, which reads what the branch has."""
    snapshot, name = lines.snapshot, word("name", given.name) or ""
    source = branch_named(snapshot, given.source_branch, "source_branch")
    others = snapshot.facts(Template, name=name)
    if any(one.status != "deprecated" for one in others):
        raise invalid("A template has this name already", name=name)
    version = max((one.version for one in others), default=0) + 1
    branch = add_branch(lines, f"template/{slug(name)}/v{version}", source.record_id)
    body = {
        "name": name,
        "version": version,
        "branch": branch,
        "source_branch": source.record_id,
        "description": given.description,
        "applicable_task_types": words(given.applicable_task_types) or None,
        "tags": words(given.tags) or None,
        "status": "active",
    }
    lines.put("template", branch, body, id=given.id)


@appending(
    text_argument("template_name", "The template.", most=500),
    text_argument("target_branch_name", "The name of the new branch.", most=500),
    optional("task_id", "The task that it is for."),
)
def memory_template_instantiate(lines: Lines, given: Given) -> None:
    """Declares a branch below that of a template, so that it reads what the template has."""
    snapshot = lines.snapshot
    template = _template(snapshot, given.template_name)
    known = branches_of(snapshot)
    parent = next((one for one in (template.branch, template.source_branch) if one in known), None)
    if parent is None:
        problem = "Neither the template's branch nor the one that it was made from is there"
        raise not_found(problem, template_name=given.template_name, branch=template.branch)
    task = record_named(snapshot, MemoryTask, given.task_id, "task_id").record_id if given.task_id else None
    made_from = {"template": template.name, "template_version": template.version}
    add_branch(lines, given.target_branch_name, parent, task_id=task, metadata=made_from)


@appending(
    SOURCE,
    text_argument("target_branch", "The branch that it is for.", most=500),
    Parameter("handoff_type", "string", "What it is.", default=HANDOFF_TYPES[0], choices=HANDOFF_TYPES),
    Parameter("include_unverified", "boolean", "Hand over facts without a verdict too.", default=False),
    optional("context_summary", "What the receiver has to know.", most=10_000),
    optional("source_agent_id", "The agent that hands over."),
    optional("target_agent_id", "The agent that receives."),
    ID,
)
def memory_handoff_create(lines: Lines, given: Given) -> None:
    """Hands over the verified facts that a branch wrote itself, and its five newest conversations without forks.

    An invalidated fact is never handed over.
    """
    snapshot = lines.snapshot
    source = branch_named(snapshot, given.source_branch, "source_branch").record_id
    target = branch_named(snapshot, given.target_branch, "target_branch").record_id
    taken = ("verified", "unverified") if given.include_unverified else ("verified",)
    facts = [one for one in own_facts(snapshot, source) if verdict_of(one) in taken]
    talks = [one for one in own_conversations(snapshot, source) if one.status in ("active", "completed")]
    talks = talks[-HANDED_CONVERSATIONS:]
    if not facts and not talks and not given.context_summary:
        problem = "The branch has nothing to hand over: no such fact, no conversation, and no 'context_summary'"
        raise invalid(problem, source_branch=source)
    is_verified = bool(facts) and all(verdict_of(one) == "verified" for one in facts)
    body = {
        "source_branch": source,
        "target_branch": target,
        "handoff_type": given.handoff_type,
        "source_agent_id": word("source_agent_id", given.source_agent_id),
        "target_agent_id": word("target_agent_id", given.target_agent_id),
        "fact_ids": [one.record_id for one in facts],
        "conversation_ids": [one.record_id for one in talks],
        "context_summary": given.context_summary,
        "verification_status": "verified" if is_verified else "partial",
    }
    lines.put("handoff", source, body, id=given.id)


def _template(snapshot: Snapshot, name: str) -> Template:
    """Return the newest active template of a name. Raises QueryError."""
    found = [one for one in snapshot.facts(Template, name=name.strip()) if one.status != "deprecated"]
    return max(found, key=lambda one: one.version) if found else record_named(snapshot, Template, name, "template_name")


def own_conversations(snapshot: Snapshot, branch: str) -> list[Conversation]:
    """Return the conversations that a branch has for itself, by time and id."""
    found = snapshot.facts(Conversation, branch=branch)
    return sorted(found, key=lambda one: (one.at_us is None, one.at_us or 0, one.record_id))
