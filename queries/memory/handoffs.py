"""Handoffs, branch templates and knowledge bundles: `memory_handoff_get`, `memory_template_list`,
`knowledge_bundle_list`."""

from collections.abc import Sequence
from typing import Any, TypeVar

from compiler.languages.memory.facts import Bundle, Conversation, Handoff, MemoryFact, Message, Template, record_ref
from compiler.store.snapshot import Snapshot
from queries.errors.near import nearest
from queries.memory.branch_scope import branch_scope, scope_of
from queries.memory.conversations import messages_of
from queries.memory.rows import (
    CONVERSATION,
    FACT,
    MESSAGE,
    conversation_row,
    fact_row,
    message_row,
    place_of,
    without_empty,
)
from queries.memory.selection import branches_of, record_named
from queries.tools.paging import CURSOR, Cursor, limit_of, page
from queries.tools.parameters import Parameter
from queries.tools.schemas import DID_YOU_MEAN, boolean, integer, objects, string, strings
from queries.tools.tool import tool

STATUS = Parameter(
    "status",
    "string",
    "Only this status; all means any status.",
    default="active",
    choices=("active", "deprecated", "archived", "all"),
)
T = TypeVar("T", Template, Bundle)
R = TypeVar("R", MemoryFact, Conversation)


@tool(
    title="Knowledge bundles",
    pack="memory",
    parameters=(STATUS, limit_of(20), CURSOR),
    result={
        "bundles": objects(
            "The newest first, then by id.",
            id=string("Its id."),
            name=string("Its name."),
            version=integer("Its version."),
            description=string("What it holds."),
            source_branch=string("The branch that it was made from."),
            tags=strings("Its tags."),
            status=string("active or deprecated."),
            only_verified=boolean("Whether only verified facts were packed."),
            fact_count=integer("Facts in it."),
            conversation_count=integer("Conversations in it."),
            relation_count=integer("Relations in it."),
            created_at=string("When it was made."),
            ref=string("Pass it to object_get to read what is in it."),
            source=string("Where it stands: path:line."),
        )
    },
)
def knowledge_bundle_list(snapshot: Snapshot, *, status: str, limit: int, cursor: Cursor) -> dict[str, Any]:
    """Bundles of facts and conversations packed for use elsewhere.

    Contents are left out. Only active bundles unless status is given. 20 a page.
    """
    known = snapshot.facts(Bundle)
    answer: dict[str, Any] = {"bundles": _with_status(known, status)}
    if not answer["bundles"]:
        answer["hint"] = f"None of {len(known)} bundles is {status}." if known else "The memory has no bundles."
    return page(answer, "bundles", limit=limit, cursor=cursor, rows={"bundles": _bundle_row})


def _handed_over(snapshot: Snapshot, handoff: Handoff, id: str) -> MemoryFact | None:
    """Return the fact that the source branch means by an id, None if it is gone."""
    return None if id in handoff.missing_facts else _as_handed_over(snapshot, handoff, MemoryFact, id)


def _as_handed_over(snapshot: Snapshot, handoff: Handoff, record_class: type[R], id: str) -> R | None:
    """Return the record that the source branch means by an id: what it sees, else that of its home."""
    scope = branch_scope(snapshot, None)
    if (branch := branches_of(snapshot).get(handoff.source_branch)) is not None:
        scope = scope_of(snapshot, branch.record_id, branch.lineage)
    kind = record_class.kind.removeprefix("memory_")
    found = snapshot.facts(record_class, record_id=id)
    home = record_ref(kind, id)
    found.sort(
        key=lambda conversation: (
            not scope.sees(kind, id, conversation.branch),
            conversation.ref != home,
            conversation.position,
        )
    )
    return found[0] if found else None


def _fact_row(snapshot: Snapshot, fact: MemoryFact, handoff: Handoff) -> dict[str, Any]:
    sql = "SELECT 1 FROM fact_memory_version WHERE ref = ? AND is_current AND starts > ?"
    changed = handoff.at_last_us is not None and bool(snapshot.rows(sql, (fact.ref, handoff.at_last_us)))
    inactive = {} if fact.is_active else {"is_active": False}
    return fact_row(fact) | ({"changed_since": True} if changed else {}) | inactive


def _conversation_with_messages(snapshot: Snapshot, conversation: Conversation, most: int) -> dict[str, Any]:
    rows = messages_of(snapshot, conversation)[-most:] if most else []
    last = [message_row(snapshot.facts(Message, rowid=row)[0], conversation) for row in rows]
    return conversation_row(conversation) | ({"last_messages": last} if last else {})


@tool(
    title="Handoff",
    pack="memory",
    parameters=(
        Parameter(
            "handoff_id", "string", "The handoff: its id or ref.", required=True, aliases=("handoff", "id", "ref")
        ),
        Parameter(
            "message_limit", "integer", "The most messages of each conversation.", default=10, minimum=0, maximum=100
        ),
        limit_of(50),
        CURSOR,
    ),
    result={
        "handoff_id": string("Its id."),
        "handoff_type": string("task_continuation, agent_switch, session_handoff or escalation."),
        "source_branch": string("The branch of the work."),
        "target_branch": string("The branch where the work continues."),
        "source_agent_id": string("Who hands over."),
        "target_agent_id": string("Who takes over."),
        "source_task_id": string("The task that it comes from."),
        "target_task_id": string("The task that it goes to."),
        "verification_status": string("What the record says: verified, partial or pending."),
        "created_at": string("When it was handed over."),
        "context_summary": string("The summary for the successor."),
        "facts": objects(
            "The facts, in the order of the packet, as the source branch has them now.",
            changed_since=boolean("True if the fact has changed since the handoff."),
            is_active=boolean("False if it was superseded or archived since."),
            **FACT,
        ),
        "conversations": objects(
            "The conversations, in the order of the packet.",
            last_messages=objects("Its last messages, oldest first.", **MESSAGE),
            **CONVERSATION,
        ),
        "missing_fact_ids": strings("Facts that the packet names and that no longer exist."),
        "missing_conversation_ids": strings("Conversations that the packet names and that do not exist."),
        "ref": string("Canonical reference: pass it to any tool."),
        "source": string("Where it stands: path:line."),
    },
)
def memory_handoff_get(
    snapshot: Snapshot, *, handoff_id: str, message_limit: int, limit: int, cursor: Cursor
) -> dict[str, Any]:
    """What one agent or branch left for another: summary, facts, conversations. Use it to take over.

    A packet holds ids only. Its records are shown as they are now; ids that no record has any more are listed as
    missing. 50 facts and conversations a page.
    """
    one = record_named(
        snapshot,
        Handoff,
        handoff_id,
        "handoff_id",
        "memory_timeline with types ['handoff'] and branch 'all' lists them.",
    )
    head = {
        "handoff_id": one.record_id,
        "handoff_type": one.handoff_type,
        "source_branch": one.source_branch,
        "target_branch": one.target_branch,
        "source_agent_id": one.source_agent,
        "target_agent_id": one.target_agent,
        "source_task_id": one.source_task,
        "target_task_id": one.target_task,
        "verification_status": one.verification_status,
        "created_at": one.at,
    }
    answer: dict[str, Any] = {**without_empty(head), "context_summary": one.context_summary}
    answer["facts"] = [fact for id in dict.fromkeys(one.facts) if (fact := _handed_over(snapshot, one, id))]
    talks = (_as_handed_over(snapshot, one, Conversation, id) for id in dict.fromkeys(one.conversations))
    answer["conversations"] = [talk for talk in talks if talk and talk.record_id not in one.missing_conversations]
    answer["missing_fact_ids"] = list(one.missing_facts)
    answer["missing_conversation_ids"] = list(one.missing_conversations)
    answer |= {"ref": one.ref, "source": place_of(one)}
    if one.missing_facts or one.missing_conversations:
        answer["hint"] = "Something that was handed over is gone: memory_time_travel finds what facts were then."
    rows = {
        "facts": lambda fact: _fact_row(snapshot, fact, one),
        "conversations": lambda talk: _conversation_with_messages(snapshot, talk, message_limit),
    }
    return page(answer, "facts", "conversations", limit=limit, cursor=cursor, rows=rows)


def _with_status(found: Sequence[T], status: str) -> list[T]:
    """Return those with a status, the newest first."""
    chosen = [handoff for handoff in found if status in ("all", handoff.status)]
    return sorted(chosen, key=lambda handoff: (handoff.at_us is None, -(handoff.at_us or 0), handoff.record_id))


def _template_row(template: Template) -> dict[str, Any]:
    row = {
        "id": template.record_id,
        "name": template.name,
        "version": template.version,
        "description": template.description,
        "branch_name": template.branch,
        "source_branch": template.source_branch,
        "applicable_task_types": list(template.task_types),
        "tags": list(template.tags),
        "status": template.status,
        "fact_count": template.fact_count,
        "conversation_count": template.conversation_count,
        "created_at": template.at,
        "updated_at": template.updated_at,
        "ref": template.ref,
        "source": place_of(template),
    }
    return without_empty(row)


@tool(
    title="Branch templates",
    pack="memory",
    parameters=(
        Parameter("task_type", "string", "Only templates for tasks of this type."),
        STATUS,
        limit_of(20),
        CURSOR,
    ),
    result={
        "templates": objects(
            "The newest first, then by id.",
            id=string("Its id."),
            name=string("Its name."),
            version=integer("Its version."),
            description=string("What it is for."),
            branch_name=string("The branch of the template."),
            source_branch=string("The branch that it was made from."),
            applicable_task_types=strings("The types of task that it is for."),
            tags=strings("Its tags."),
            status=string("active or deprecated."),
            fact_count=integer("Facts that the source branch holds itself."),
            conversation_count=integer("Conversations that the source branch holds itself."),
            created_at=string("When it was made."),
            ref=string("Canonical reference: pass it to any tool."),
            source=string("Where it stands: path:line."),
        ),
        "did_you_mean": DID_YOU_MEAN,
    },
)
def memory_template_list(
    snapshot: Snapshot, *, task_type: str | None, status: str, limit: int, cursor: Cursor
) -> dict[str, Any]:
    """Branches kept as templates for types of tasks.

    All, or those for one type of task. Use it before you begin a task. Only active templates unless status is given. 20
    a page.
    """
    known = snapshot.facts(Template)
    of_type = [template for template in known if task_type is None or task_type in template.task_types]
    found = _with_status(of_type, status)
    answer: dict[str, Any] = {"templates": found}
    if not found:
        answer["hint"] = f"None of {len(known)} templates fits; {len(of_type)} are for this type of task."
        types = {name for template in known for name in template.task_types} - {task_type}
        answer |= {"did_you_mean": near} if task_type and (near := nearest(task_type, types)) else {}
    return page(answer, "templates", limit=limit, cursor=cursor, rows={"templates": _template_row})


def _bundle_row(bundle: Bundle) -> dict[str, Any]:
    row = {
        "id": bundle.record_id,
        "name": bundle.name,
        "version": bundle.version,
        "description": bundle.description,
        "source_branch": bundle.source_branch,
        "tags": list(bundle.tags),
        "status": bundle.status,
        "only_verified": bundle.only_verified,
        "fact_count": bundle.fact_count,
        "conversation_count": bundle.conversation_count,
        "relation_count": bundle.relation_count,
        "created_at": bundle.at,
        "ref": bundle.ref,
        "source": place_of(bundle),
    }
    return without_empty(row)
