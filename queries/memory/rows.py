"""Records as rows of answers, under the field names that memory tools use, and the schemas of these rows.

Times are the records' own, in UTC. Fields without a value are left out. `source` is the `path:line` of the record; in
the row of a relation, whose `source` is an entity, `place` is.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from compiler.languages.memory.facts import Conversation, MemoryFact, MemoryRelation, Message, Observation, Record
from queries.tools.schemas import number, string, strings

TEXT_SHOWN = 2_000  # characters of a fact in a list
CONTENT_SHOWN = 500  # characters of a message or a document in a list

ORIGIN = {
    "branch": string("The branch it was written on."),
    "created_at": string("When, in UTC; left out if the source does not say."),
    "session_id": string("In which session."),
    "agent_id": string("By which agent."),
    "task_id": string("For which task."),
    "ref": string("Canonical reference: pass it to any tool."),
    "source": string("Where it stands: path:line."),
}
FACT = {
    "id": string("Its id."),
    "fact_text": string("The text of the fact."),
    "category": string("Its category."),
    "confidence": number("0 to 1."),
    "status": string("active, superseded, archived, or the source's own word."),
    "verification": string("verified, unverified or invalidated."),
    "subject": string("The entity it is about."),
    "tags": strings("Its tags."),
    "document": string("The file that the text describes, or its beginning."),
    **ORIGIN,
}
OBSERVATION = {
    "id": string("Its id."),
    "observation_type": string("tool_use, discovery, decision, error, insight, or the source's own word."),
    "summary": string("What was seen or done."),
    "tool_name": string("The tool that was used."),
    "outcome": string("success, failure or timeout."),
    **ORIGIN,
}
CONVERSATION = {
    "id": string("Its id."),
    "title": string("Its title."),
    "status": string("active, completed or forked."),
    "model": string("The model that answered."),
    "messages": {"type": "integer", "description": "How many messages it has, including shared ones."},
    "own_messages": {"type": "integer", "description": "How many of them are its own."},
    "parent_conversation_id": string("A fork: the conversation whose beginning it shares."),
    "fork_point_message_id": string("A fork: the last message that it shares."),
    "forks": strings("The ids of its own forks."),
    "tokens": {"type": "integer", "description": "How many tokens it took, if the source says so."},
    **ORIGIN,
}
MESSAGE = {
    "id": string("Its id."),
    "conversation_id": string("The conversation that was asked about, else the one it was written in."),
    "written_in": string("The conversation it was written in, if that is another one: forks share a beginning."),
    "sequence": {"type": "integer", "description": "Its number in the conversation."},
    "role": string("user, assistant, system, tool_call or tool_result."),
    "content": string("What was said, or its beginning."),
    "tools": strings("The names of the tools that were called."),
    "model": string("The model that answered."),
    **ORIGIN,
}
RELATION = {
    "id": string("Its id."),
    "source": string("The entity it runs from."),
    "relation": string("How they are related."),
    "target": string("The entity it runs to."),
    "properties": {"type": "object", "description": "Further properties."},
    "confidence": number("0 to 1."),
    "valid_from": string("From when it was true."),
    "valid_to": string("Until when it was true; left out if it still is."),
    "branch": string("The branch it was written on."),
    "ref": string("Canonical reference: pass it to any tool."),
    "place": string("Where it stands: path:line."),
}


def without_empty(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields of a row that are not None, not [] and not {}."""
    return {name: value for name, value in row.items() if value is not None and value != [] and value != {}}


def shortened(text: str, most: int) -> str:
    """Return a text, or its first `most` characters with the number of characters left out."""
    return text if len(text) <= most else f"{text[:most]}… [{len(text) - most} characters left out]"


def origin(record: Record) -> dict[str, Any]:
    """Return on which branch, when, by whom and in which line a record was written."""
    return {
        "branch": record.branch,
        "created_at": record.at,
        "session_id": record.session,
        "agent_id": record.agent,
        "task_id": record.task,
        "ref": record.ref,
        "source": place_of(record),
    }


def place_of(record: Record) -> str:
    """Return the `path:line` of a record."""
    return f"{record.span.file}:{record.span.start_line}"


def fact_row(fact: MemoryFact) -> dict[str, Any]:
    """Return the row of a fact in a list."""
    return without_empty(
        {
            "id": fact.record_id,
            "fact_text": shortened(fact.text, TEXT_SHOWN),
            "category": fact.category,
            "confidence": fact.confidence,
            "status": fact.status,
            "verification": fact.verification,
            "subject": fact.subject,
            "tags": list(fact.tags),
            "superseded_by": fact.superseded_by,
            "document": shortened(fact.document, CONTENT_SHOWN) or None,
            **origin(fact),
        }
    )


def observation_row(observation: Observation) -> dict[str, Any]:
    """Return the row of an observation in a list. `object_get` shows the raw input and output too."""
    return without_empty(
        {
            "id": observation.record_id,
            "observation_type": observation.observation_type,
            "summary": shortened(observation.summary, TEXT_SHOWN),
            "tool_name": observation.tool_name,
            "outcome": observation.outcome,
            **origin(observation),
        }
    )


def conversation_status(status: str, forks: Sequence[str]) -> str:
    """Return the status of a conversation for a reader who sees only these of its forks."""
    return "active" if status == "forked" and not forks else status


def conversation_row(conversation: Conversation, forks: Sequence[str] | None = None) -> dict[str, Any]:
    """Return the row of a conversation, without its messages. `forks` are those that are read, by default all."""
    forks = conversation.forks if forks is None else forks
    return without_empty(
        {
            "id": conversation.record_id,
            "title": conversation.name,
            "status": conversation_status(conversation.status, forks),
            "model": conversation.model,
            "messages": conversation.messages,
            "own_messages": conversation.own_messages,
            "tokens": conversation.tokens or None,
            "parent_conversation_id": conversation.parent,
            "fork_point_message_id": conversation.fork_point,
            "forks": list(forks),
            **origin(conversation),
        }
    )


def message_row(
    message: Message, conversation: Conversation | None = None, most: int = CONTENT_SHOWN
) -> dict[str, Any]:
    """Return the row of a message, in its own conversation or in a fork (`conversation`) that shares it."""
    is_shared = conversation is not None and conversation.record_id != message.conversation_id
    return without_empty(
        {
            "id": message.record_id,
            "conversation_id": conversation.record_id if conversation else message.conversation_id,
            "written_in": message.conversation_id if is_shared else None,
            "sequence": message.sequence,
            "role": message.role,
            "content": shortened(message.content, most),
            "tools": [name for call in message.tool_calls if isinstance(call, dict) and (name := call.get("name"))],
            "model": message.model,
            **origin(message),
        }
    )


def relation_row(relation: MemoryRelation) -> dict[str, Any]:
    """Return the row of a relation between two entities."""
    return without_empty(
        {
            "id": relation.record_id,
            "source": relation.source,
            "relation": relation.relation,
            "target": relation.target,
            "properties": relation.properties,
            "confidence": relation.confidence,
            "valid_from": relation.valid_from,
            "valid_to": relation.valid_to,
            "branch": relation.branch,
            "ref": relation.ref,
            "place": place_of(relation),
        }
    )
