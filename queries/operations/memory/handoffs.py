"""The operations on what is handed on: templates of branches, handoffs, and bundles of what a branch wrote."""

from collections.abc import Sequence
from typing import Any

from compiler.languages.memory.facts import (
    Bundle,
    Conversation,
    MemoryFact,
    MemoryRelation,
    MemoryTask,
    Message,
    Record,
    Template,
)
from compiler.store.snapshot import Snapshot
from queries.memory.gate import verdict_of
from queries.memory.selection import branch_named, branches_of, record_named
from queries.operations.arguments import (
    Words,
    invalid,
    line_argument,
    not_found,
    optional,
    optional_line,
    text_argument,
    unavailable,
)
from queries.operations.memory.arguments import ID, TAGS, branch_of, own_records, seen_on, slug, stated
from queries.operations.memory.branches import DESCRIPTION, add_branch
from queries.operations.memory.learned import live_relation
from queries.operations.memory.log_lines import Lines, appending
from queries.operations.operation import Given
from queries.tools.parameters import Parameter

Json = Any

HANDOFF_TYPES = ("task_continuation", "agent_switch", "session_handoff", "escalation")
HANDED_CONVERSATIONS = 5  # of the newest
SOURCE = text_argument("source_branch", "The branch that it is made from.", most=500)
_ENDS = (("source_entity", "source"), ("relation_type", "relation"), ("target_entity", "target"))


@appending(
    line_argument("name", "Its name, which no other active template has."),
    SOURCE,
    DESCRIPTION,
    Words("applicable_task_types", "strings", "The types of tasks that it is for."),
    TAGS,
    ID,
)
def memory_template_create(lines: Lines, given: Given) -> None:
    """Makes a template of a branch: declares the template's own branch below it, which reads what the branch has."""
    snapshot, name = lines.snapshot, given.name
    source = branch_named(snapshot, given.source_branch, "source_branch")
    others = snapshot.facts(Template, name=name)
    if any(other.status != "deprecated" for other in others):
        raise invalid("A template has this name already", name=name)
    version = max((template.version for template in others), default=0) + 1
    branch = add_branch(lines, f"template/{slug(name)}/v{version}", source.record_id)
    body = {
        "name": name,
        "version": version,
        "branch": branch,
        "source_branch": source.record_id,
        "description": given.description,
        "applicable_task_types": given.applicable_task_types or None,
        "tags": given.tags or None,
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
    parent = next((branch for branch in (template.branch, template.source_branch) if branch in known), None)
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
    optional_line("source_agent_id", "The agent that hands over."),
    optional_line("target_agent_id", "The agent that receives."),
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
    facts = [fact for fact in own_records(snapshot, source, MemoryFact, is_active=1) if verdict_of(fact) in taken]
    talks = [
        conversation
        for conversation in own_records(snapshot, source, Conversation)
        if conversation.status in ("active", "completed")
    ]
    talks = talks[-HANDED_CONVERSATIONS:]
    if not facts and not talks and not given.context_summary:
        problem = "The branch has nothing to hand over: no such fact, no conversation, and no 'context_summary'"
        raise invalid(problem, source_branch=source)
    is_verified = bool(facts) and all(verdict_of(fact) == "verified" for fact in facts)
    body = {
        "source_branch": source,
        "target_branch": target,
        "handoff_type": given.handoff_type,
        "source_agent_id": given.source_agent_id,
        "target_agent_id": given.target_agent_id,
        "fact_ids": [fact.record_id for fact in facts],
        "conversation_ids": [talk.record_id for talk in talks],
        "context_summary": given.context_summary,
        "verification_status": "verified" if is_verified else "partial",
    }
    lines.put("handoff", source, body, id=given.id)


def _template(snapshot: Snapshot, name: str) -> Template:
    """Return the newest active template of a name. Raises QueryError."""
    found = [template for template in snapshot.facts(Template, name=name.strip()) if template.status != "deprecated"]
    return (
        max(found, key=lambda template: template.version)
        if found
        else record_named(snapshot, Template, name, "template_name")
    )


@appending(
    line_argument("name", "Its name."),
    SOURCE,
    DESCRIPTION,
    TAGS,
    Parameter("only_verified", "boolean", "Only verified facts.", default=True),
    ID,
)
def knowledge_bundle_create(lines: Lines, given: Given) -> None:
    """Bundles the facts, live relations and conversations that a branch wrote itself. Invalidated facts stay out."""
    snapshot = lines.snapshot
    source = branch_named(snapshot, given.source_branch, "source_branch").record_id
    taken = ("verified",) if given.only_verified else ("verified", "unverified")
    data = {
        "facts": [
            _said(fact, fact_text="text", category="category", confidence="confidence", source_type="source_type")
            for fact in own_records(snapshot, source, MemoryFact, is_active=1)
            if verdict_of(fact) in taken
        ],
        "conversations": [
            _bundled_conversation(snapshot, conversation)
            for conversation in own_records(snapshot, source, Conversation)
        ],
        "relations": [
            _said(relation, source_entity="source", target_entity="target", relation_type="relation")
            | ({"properties": relation.properties} if relation.properties else {})
            | {"confidence": relation.confidence}
            for relation in snapshot.facts(MemoryRelation, branch=source, is_live=1)
        ],
    }
    if not any(data.values()):
        raise invalid("The branch has nothing of its own to bundle", source_branch=source)
    body = {
        "name": given.name,
        "version": max((bundle.version for bundle in snapshot.facts(Bundle, name=given.name)), default=0) + 1,
        "source_branch": source,
        "description": given.description,
        "tags": given.tags or None,
        "status": "active",
        "only_verified": given.only_verified,
        "data": data,
    }
    lines.put("bundle", source, body, id=given.id)


@appending(
    text_argument("bundle_id", "The bundle.", most=1_000),
    text_argument("target_branch", "The branch that gets what is in it.", most=500),
)
def knowledge_bundle_import(lines: Lines, given: Given) -> None:
    """Writes what is in a bundle on a branch, without what the branch has already. An imported fact has no verdict:
    none was given here."""
    snapshot = lines.snapshot
    bundle = record_named(snapshot, Bundle, given.bundle_id, "bundle_id")
    target = branch_of(snapshot, given.target_branch, "target_branch")
    _import_facts(lines, bundle, target)
    _import_relations(lines, bundle, target)
    _import_conversations(lines, bundle, target)
    if not lines:
        raise invalid("The branch has all that is in the bundle", bundle_id=bundle.record_id)


def _bundled_conversation(snapshot: Snapshot, talk: Conversation) -> dict[str, Json]:
    messages = sorted(snapshot.facts(Message, conversation=talk.ref), key=lambda message: message.place)
    said = [
        _said(message, role="role", content="content", thinking="thinking", sequence_num="sequence")
        for message in messages
    ]
    return _said(talk, title="name", status="status", model="model") | {"messages": said}


def _said(record: Record, **names: str) -> dict[str, Json]:
    """Return fields of a record under the names of a bundle, without those that say nothing."""
    return stated({name: getattr(record, field) for name, field in names.items()})


def _import_facts(lines: Lines, bundle: Bundle, target: str) -> None:
    known = {fact.text for fact in seen_on(lines.snapshot, target, MemoryFact, is_active=1)}
    for number, fact in enumerate(_maps(bundle, "facts"), 1):
        text = fact.get("fact_text", fact.get("text"))
        if not isinstance(text, str) or not text.strip():
            raise unavailable("A fact of the bundle has no text", bundle_id=bundle.record_id, fact=number)
        if text not in known:
            known.add(text)
            said = {"text": text, "category": fact.get("category"), "confidence": fact.get("confidence")}
            origin = {"source_type": "bundle_import", "metadata": {"bundle": bundle.record_id}}
            lines.put("fact", target, {**said, **origin})


def _import_relations(lines: Lines, bundle: Bundle, target: str) -> None:
    seen: set[tuple[str, ...]] = set()
    for number, relation in enumerate(_maps(bundle, "relations"), 1):
        ends = tuple(end for name, other in _ENDS if isinstance(end := relation.get(name, relation.get(other)), str))
        if len(ends) < len(_ENDS) or not all(end.strip() for end in ends):
            problem = "A relation of the bundle does not name its ends"
            raise unavailable(problem, bundle_id=bundle.record_id, relation=number)
        source, kind, other_end = ends
        if ends in seen or live_relation(lines.snapshot, target, source, kind, other_end):
            continue
        seen.add(ends)
        body = {"source": source, "relation": kind, "target": other_end}
        more = {name: relation[name] for name in ("properties", "confidence") if relation.get(name)}
        lines.put("relation", target, {**body, **more, "metadata": {"bundle": bundle.record_id}})


def _import_conversations(lines: Lines, bundle: Bundle, target: str) -> None:
    seen = seen_on(lines.snapshot, target, Conversation)
    imported = {(conversation.extra.get("metadata") or {}).get("bundle_conversation") for conversation in seen}
    for number, talk in enumerate(_maps(bundle, "conversations"), 1):
        origin = f"{bundle.record_id}/{number}"
        if origin in imported:
            continue
        said = {"title": talk.get("title"), "model": talk.get("model")}
        made = lines.put("conversation", target, {**said, "metadata": {"bundle_conversation": origin}})
        messages = talk.get("messages")
        for at, message in enumerate(messages if isinstance(messages, list) else (), 1):
            of = message if isinstance(message, dict) else {}
            said = {name: of.get(name) for name in ("role", "content", "thinking")}
            lines.put("message", target, {"conversation_id": made, "seq": at, **said})


def _maps(bundle: Bundle, name: str) -> Sequence[dict[str, Json]]:
    return [record for record in bundle.contents.get(name, ()) if isinstance(record, dict)]
