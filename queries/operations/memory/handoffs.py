"""The operations on what is handed on: templates of branches, handoffs, and bundles of knowledge."""

from collections.abc import Sequence
from typing import Any

from compiler.languages.memory.facts import (
    Bundle,
    Conversation,
    MemoryFact,
    MemoryRelation,
    MemoryTask,
    Message,
    Template,
)
from compiler.store.snapshot import Snapshot
from queries.errors import QueryError
from queries.memory.branch_scope import branch_scope
from queries.memory.gate import verdict_of
from queries.memory.selection import branches_of, record_named
from queries.operations.arguments import text_argument
from queries.operations.draft import Draft
from queries.operations.memory.arguments import (
    APPLIES_TO,
    AT,
    FILE,
    WRITTEN,
    branch_of,
    known_branch,
    optional,
    slug,
    word,
    words,
)
from queries.operations.memory.branches import DESCRIPTION, add_branch
from queries.operations.memory.learned import live_relation
from queries.operations.memory.log_lines import Lines
from queries.operations.memory.verdicts import own_facts
from queries.operations.operation import Steps, operation
from queries.parameters import Parameter, echoed

Json = Any

HANDOFF_TYPES = ("task_continuation", "agent_switch", "session_handoff", "escalation")
HANDED_CONVERSATIONS = 5  # of the newest
SOURCE = text_argument("source_branch", "The branch that it is made from.", most=500)
TAGS = Parameter("tags", "strings", "Words to find it by.")


@operation(
    applies_to=APPLIES_TO,
    parameters=(
        text_argument("name", "Its name, which no other active template has.", most=500),
        SOURCE,
        DESCRIPTION,
        Parameter("applicable_task_types", "strings", "The types of tasks that it is for."),
        TAGS,
        *WRITTEN,
    ),
)
def memory_template_create(
    draft: Draft,
    *,
    name: str,
    source_branch: str,
    description: str | None,
    applicable_task_types: list[str] | None,
    tags: list[str] | None,
    id: str | None,
    at: str | None,
    file: str | None,
) -> Steps:
    """Makes a template of a branch: declares the template's own branch below it, which reads what the branch has."""
    snapshot, name = draft.snapshot, word("name", name) or ""
    source = known_branch(snapshot, source_branch, "source_branch")
    others = snapshot.facts(Template, name=name)
    if any(one.status != "deprecated" for one in others):
        raise QueryError("invalid_argument", "A template has this name already", name=echoed(name))
    version = max((one.version for one in others), default=0) + 1
    lines = Lines(draft, at=at, file=file)
    branch = add_branch(lines, f"template/{slug(name)}/v{version}", source.record_id)
    body = {
        "name": name,
        "version": version,
        "branch": branch,
        "source_branch": source.record_id,
        "description": description,
        "applicable_task_types": words(applicable_task_types) or None,
        "tags": words(tags) or None,
        "status": "active",
    }
    lines.put("template", branch, body, id=id)
    yield from lines.written()


@operation(
    applies_to=APPLIES_TO,
    parameters=(
        text_argument("template_name", "The template.", most=500),
        text_argument("target_branch_name", "The name of the new branch.", most=500),
        optional("task_id", "The task that it is for."),
        AT,
        FILE,
    ),
)
def memory_template_instantiate(
    draft: Draft, *, template_name: str, target_branch_name: str, task_id: str | None, at: str | None, file: str | None
) -> Steps:
    """Declares a branch below that of a template, so that it reads what the template has."""
    snapshot = draft.snapshot
    template = _template(snapshot, template_name)
    known = branches_of(snapshot)
    parent = next((one for one in (template.branch, template.source_branch) if one in known), None)
    if parent is None:
        problem = "Neither the template's branch nor the one that it was made from is there"
        raise QueryError("not_found", problem, template_name=echoed(template_name), branch=template.branch)
    task = record_named(snapshot, MemoryTask, task_id, "task_id").record_id if task_id else None
    lines = Lines(draft, at=at, file=file)
    made_from = {"template": template.name, "template_version": template.version}
    add_branch(lines, target_branch_name, parent, task_id=task, metadata=made_from)
    yield from lines.written()


@operation(
    applies_to=APPLIES_TO,
    parameters=(
        SOURCE,
        text_argument("target_branch", "The branch that it is for.", most=500),
        Parameter("handoff_type", "string", "What it is.", default=HANDOFF_TYPES[0], choices=HANDOFF_TYPES),
        Parameter("include_unverified", "boolean", "Hand over facts without a verdict too.", default=False),
        optional("context_summary", "What the receiver has to know.", most=10_000),
        optional("source_agent_id", "The agent that hands over."),
        optional("target_agent_id", "The agent that receives."),
        *WRITTEN,
    ),
)
def memory_handoff_create(
    draft: Draft,
    *,
    source_branch: str,
    target_branch: str,
    handoff_type: str,
    include_unverified: bool,
    context_summary: str | None,
    source_agent_id: str | None,
    target_agent_id: str | None,
    id: str | None,
    at: str | None,
    file: str | None,
) -> Steps:
    """Hands over the verified facts that a branch wrote itself, and its five newest conversations without forks.

    An invalidated fact is never handed over.
    """
    snapshot = draft.snapshot
    source = known_branch(snapshot, source_branch, "source_branch").record_id
    target = known_branch(snapshot, target_branch, "target_branch").record_id
    taken = ("verified", "unverified") if include_unverified else ("verified",)
    facts = [one for one in own_facts(snapshot, source) if verdict_of(one) in taken]
    talks = [one for one in _own_conversations(snapshot, source) if one.status in ("active", "completed")]
    talks = talks[-HANDED_CONVERSATIONS:]
    if not facts and not talks and not context_summary:
        problem = "The branch has nothing to hand over: no such fact, no conversation, and no 'context_summary'"
        raise QueryError("invalid_argument", problem, source_branch=source)
    is_verified = bool(facts) and all(verdict_of(one) == "verified" for one in facts)
    body = {
        "source_branch": source,
        "target_branch": target,
        "handoff_type": handoff_type,
        "source_agent_id": word("source_agent_id", source_agent_id),
        "target_agent_id": word("target_agent_id", target_agent_id),
        "fact_ids": [one.record_id for one in facts],
        "conversation_ids": [one.record_id for one in talks],
        "context_summary": context_summary,
        "verification_status": "verified" if is_verified else "partial",
    }
    lines = Lines(draft, at=at, file=file)
    lines.put("handoff", source, body, id=id)
    yield from lines.written()


@operation(
    applies_to=APPLIES_TO,
    parameters=(
        text_argument("name", "Its name.", most=500),
        SOURCE,
        DESCRIPTION,
        TAGS,
        Parameter("only_verified", "boolean", "Only verified facts.", default=True),
        *WRITTEN,
    ),
)
def knowledge_bundle_create(
    draft: Draft,
    *,
    name: str,
    source_branch: str,
    description: str | None,
    tags: list[str] | None,
    only_verified: bool,
    id: str | None,
    at: str | None,
    file: str | None,
) -> Steps:
    """Bundles the facts, live relations and conversations that a branch wrote itself. Invalidated facts stay out."""
    snapshot = draft.snapshot
    source = known_branch(snapshot, source_branch, "source_branch").record_id
    taken = ("verified",) if only_verified else ("verified", "unverified")
    data = {
        "facts": [_bundled_fact(one) for one in own_facts(snapshot, source) if verdict_of(one) in taken],
        "conversations": [_bundled_conversation(snapshot, one) for one in _own_conversations(snapshot, source)],
        "relations": [_bundled_relation(one) for one in snapshot.facts(MemoryRelation, branch=source, is_live=1)],
    }
    if not any(data.values()):
        raise QueryError("invalid_argument", "The branch has nothing of its own to bundle", source_branch=source)
    body = {
        "name": word("name", name),
        "version": max((one.version for one in snapshot.facts(Bundle, name=name.strip())), default=0) + 1,
        "source_branch": source,
        "description": description,
        "tags": words(tags) or None,
        "status": "active",
        "only_verified": only_verified,
        "data": data,
    }
    lines = Lines(draft, at=at, file=file)
    lines.put("bundle", source, body, id=id)
    yield from lines.written()


@operation(
    applies_to=APPLIES_TO,
    parameters=(
        text_argument("bundle_id", "The bundle.", most=1_000),
        text_argument("target_branch", "The branch that gets what is in it.", most=500),
        AT,
        FILE,
    ),
)
def knowledge_bundle_import(
    draft: Draft, *, bundle_id: str, target_branch: str, at: str | None, file: str | None
) -> Steps:
    """Writes what is in a bundle on a branch, without what the branch has already. An imported fact has no verdict:
    none was given here."""
    snapshot = draft.snapshot
    bundle = record_named(snapshot, Bundle, bundle_id, "bundle_id")
    target = branch_of(snapshot, target_branch, "target_branch")
    lines = Lines(draft, at=at, file=file)
    _import_facts(lines, bundle, target)
    _import_relations(lines, bundle, target)
    _import_conversations(lines, bundle, target)
    if not lines:
        raise QueryError("invalid_argument", "The branch has all that is in the bundle", bundle_id=bundle.record_id)
    yield from lines.written()


def _template(snapshot: Snapshot, name: str) -> Template:
    """Return the newest active template of a name. Raises QueryError."""
    found = [one for one in snapshot.facts(Template, name=name.strip()) if one.status != "deprecated"]
    return max(found, key=lambda one: one.version) if found else record_named(snapshot, Template, name, "template_name")


def _own_conversations(snapshot: Snapshot, branch: str) -> list[Conversation]:
    """Return the conversations that a branch has for itself, by time and id."""
    found = snapshot.facts(Conversation, branch=branch)
    return sorted(found, key=lambda one: (one.at_us is None, one.at_us or 0, one.record_id))


def _bundled_fact(one: MemoryFact) -> dict[str, Json]:
    said = {
        "fact_text": one.text,
        "category": one.category,
        "confidence": one.confidence,
        "source_type": one.source_type,
    }
    return {name: value for name, value in said.items() if value is not None}


def _bundled_relation(one: MemoryRelation) -> dict[str, Json]:
    said = {"source_entity": one.source, "target_entity": one.target, "relation_type": one.relation}
    return said | ({"properties": one.properties} if one.properties else {}) | {"confidence": one.confidence}


def _bundled_conversation(snapshot: Snapshot, one: Conversation) -> dict[str, Json]:
    messages = sorted(snapshot.facts(Message, conversation=one.ref), key=lambda each: each.place)
    said = {"title": one.name, "status": one.status, "model": one.model}
    return {name: value for name, value in said.items() if value is not None} | {
        "messages": [_bundled_message(each) for each in messages]
    }


def _bundled_message(one: Message) -> dict[str, Json]:
    said = {"role": one.role, "content": one.content, "thinking": one.thinking, "sequence_num": one.sequence}
    return {name: value for name, value in said.items() if value is not None}


def _import_facts(lines: Lines, bundle: Bundle, target: str) -> None:
    snapshot = lines.draft.snapshot
    scope = branch_scope(snapshot, target)
    known = {
        one.text for one in snapshot.facts(MemoryFact, is_active=1) if scope.sees("fact", one.record_id, one.branch)
    }
    for number, one in enumerate(_maps(bundle, "facts"), 1):
        text = one.get("fact_text", one.get("text"))
        if not isinstance(text, str) or not text.strip():
            raise QueryError("unavailable", "A fact of the bundle has no text", bundle_id=bundle.record_id, fact=number)
        if text not in known:
            known.add(text)
            body = {name: one[name] for name in ("category", "confidence") if one.get(name) is not None}
            origin = {"source_type": "bundle_import", "metadata": {"bundle": bundle.record_id}}
            lines.put("fact", target, {"text": text, **body, **origin})


def _import_relations(lines: Lines, bundle: Bundle, target: str) -> None:
    seen: set[tuple[str, ...]] = set()
    for number, one in enumerate(_maps(bundle, "relations"), 1):
        ends = tuple(end for name, other in _ENDS if isinstance(end := one.get(name, one.get(other)), str))
        if len(ends) < len(_ENDS) or not all(end.strip() for end in ends):
            problem = "A relation of the bundle does not name its ends"
            raise QueryError("unavailable", problem, bundle_id=bundle.record_id, relation=number)
        source, relation, other_end = ends
        if ends in seen or live_relation(lines.draft.snapshot, target, source, relation, other_end):
            continue
        seen.add(ends)
        body = {"source": source, "relation": relation, "target": other_end}
        more = {name: one[name] for name in ("properties", "confidence") if one.get(name)}
        lines.put("relation", target, {**body, **more, "metadata": {"bundle": bundle.record_id}})


def _import_conversations(lines: Lines, bundle: Bundle, target: str) -> None:
    snapshot = lines.draft.snapshot
    scope = branch_scope(snapshot, target)
    imported = {
        (one.extra.get("metadata") or {}).get("bundle_conversation")
        for one in snapshot.facts(Conversation)
        if scope.sees("conversation", one.record_id, one.branch)
    }
    for number, one in enumerate(_maps(bundle, "conversations"), 1):
        origin = f"{bundle.record_id}/{number}"
        if origin in imported:
            continue
        body = {name: one[name] for name in ("title", "model") if one.get(name) is not None}
        made = lines.put("conversation", target, {**body, "metadata": {"bundle_conversation": origin}})
        messages = one.get("messages")
        for at, message in enumerate(messages if isinstance(messages, list) else (), 1):
            lines.put("message", target, {"conversation_id": made, "seq": at, **_imported_message(message)})


def _imported_message(given: Json) -> dict[str, Json]:
    one = given if isinstance(given, dict) else {}
    return {name: one[name] for name in ("role", "content", "thinking") if one.get(name) is not None}


def _maps(bundle: Bundle, name: str) -> Sequence[dict[str, Json]]:
    return [one for one in bundle.contents.get(name, ()) if isinstance(one, dict)]


_ENDS = (("source_entity", "source"), ("relation_type", "relation"), ("target_entity", "target"))
