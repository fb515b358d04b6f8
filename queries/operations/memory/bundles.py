"""The operations on bundles of knowledge: what a branch wrote, in one record, and its import on another."""

from collections.abc import Sequence
from typing import Any

from compiler.languages.memory.facts import Bundle, Conversation, MemoryFact, MemoryRelation, Message
from compiler.store.snapshot import Snapshot
from queries.memory.gate import verdict_of
from queries.memory.selection import branch_named, record_named
from queries.operations.arguments import text_argument
from queries.operations.memory.arguments import ID, branch_of, seen_on, stated, word, words
from queries.operations.memory.branches import DESCRIPTION
from queries.operations.memory.handoffs import SOURCE, TAGS, own_conversations
from queries.operations.memory.learned import live_relation
from queries.operations.memory.log_lines import Lines, appending
from queries.operations.memory.verdicts import own_facts
from queries.operations.operation import Given
from queries.operations.refusals import invalid, unavailable
from queries.tools.parameters import Parameter

Json = Any

_ENDS = (("source_entity", "source"), ("relation_type", "relation"), ("target_entity", "target"))


@appending(
    text_argument("name", "Its name.", most=500),
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
        "facts": [_bundled_fact(one) for one in own_facts(snapshot, source) if verdict_of(one) in taken],
        "conversations": [_bundled_conversation(snapshot, one) for one in own_conversations(snapshot, source)],
        "relations": [_bundled_relation(one) for one in snapshot.facts(MemoryRelation, branch=source, is_live=1)],
    }
    if not any(data.values()):
        raise invalid("The branch has nothing of its own to bundle", source_branch=source)
    body = {
        "name": word("name", given.name),
        "version": max((one.version for one in snapshot.facts(Bundle, name=given.name.strip())), default=0) + 1,
        "source_branch": source,
        "description": given.description,
        "tags": words(given.tags) or None,
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


def _bundled_fact(one: MemoryFact) -> dict[str, Json]:
    said = {"fact_text": one.text, "category": one.category, "confidence": one.confidence}
    return stated({**said, "source_type": one.source_type})


def _bundled_relation(one: MemoryRelation) -> dict[str, Json]:
    said = {"source_entity": one.source, "target_entity": one.target, "relation_type": one.relation}
    return said | ({"properties": one.properties} if one.properties else {}) | {"confidence": one.confidence}


def _bundled_conversation(snapshot: Snapshot, one: Conversation) -> dict[str, Json]:
    messages = sorted(snapshot.facts(Message, conversation=one.ref), key=lambda each: each.place)
    said = {"title": one.name, "status": one.status, "model": one.model}
    return stated({**said, "messages": [_bundled_message(each) for each in messages]})


def _bundled_message(one: Message) -> dict[str, Json]:
    said = {"role": one.role, "content": one.content, "thinking": one.thinking}
    return stated({**said, "sequence_num": one.sequence})


def _import_facts(lines: Lines, bundle: Bundle, target: str) -> None:
    known = {fact.text for fact in seen_on(lines.snapshot, target, MemoryFact, is_active=1)}
    for number, one in enumerate(_maps(bundle, "facts"), 1):
        text = one.get("fact_text", one.get("text"))
        if not isinstance(text, str) or not text.strip():
            raise unavailable("A fact of the bundle has no text", bundle_id=bundle.record_id, fact=number)
        if text not in known:
            known.add(text)
            said = {"text": text, "category": one.get("category"), "confidence": one.get("confidence")}
            origin = {"source_type": "bundle_import", "metadata": {"bundle": bundle.record_id}}
            lines.put("fact", target, {**said, **origin})


def _import_relations(lines: Lines, bundle: Bundle, target: str) -> None:
    seen: set[tuple[str, ...]] = set()
    for number, one in enumerate(_maps(bundle, "relations"), 1):
        ends = tuple(end for name, other in _ENDS if isinstance(end := one.get(name, one.get(other)), str))
        if len(ends) < len(_ENDS) or not all(end.strip() for end in ends):
            problem = "A relation of the bundle does not name its ends"
            raise unavailable(problem, bundle_id=bundle.record_id, relation=number)
        source, relation, other_end = ends
        if ends in seen or live_relation(lines.snapshot, target, source, relation, other_end):
            continue
        seen.add(ends)
        body = {"source": source, "relation": relation, "target": other_end}
        more = {name: one[name] for name in ("properties", "confidence") if one.get(name)}
        lines.put("relation", target, {**body, **more, "metadata": {"bundle": bundle.record_id}})


def _import_conversations(lines: Lines, bundle: Bundle, target: str) -> None:
    seen = seen_on(lines.snapshot, target, Conversation)
    imported = {(talk.extra.get("metadata") or {}).get("bundle_conversation") for talk in seen}
    for number, one in enumerate(_maps(bundle, "conversations"), 1):
        origin = f"{bundle.record_id}/{number}"
        if origin in imported:
            continue
        said = {"title": one.get("title"), "model": one.get("model")}
        made = lines.put("conversation", target, {**said, "metadata": {"bundle_conversation": origin}})
        messages = one.get("messages")
        for at, message in enumerate(messages if isinstance(messages, list) else (), 1):
            of = message if isinstance(message, dict) else {}
            said = {name: of.get(name) for name in ("role", "content", "thinking")}
            lines.put("message", target, {"conversation_id": made, "seq": at, **said})


def _maps(bundle: Bundle, name: str) -> Sequence[dict[str, Json]]:
    return [one for one in bundle.contents.get(name, ()) if isinstance(one, dict)]
