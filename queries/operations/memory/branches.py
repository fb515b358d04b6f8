"""The operations on branches: new ones, what is said of them, and named points in time."""

from typing import Any

from compiler.languages.memory.facts import Conversation, MemoryFact
from compiler.store.snapshot import Snapshot
from queries.memory.branch_states import Key, State
from queries.memory.selection import branch_named, branches_of, record_named
from queries.operations.arguments import invalid, optional, text_argument
from queries.operations.memory.arguments import ID, branch_of, new_branch, word, words
from queries.operations.memory.log_lines import Lines, appending
from queries.operations.memory.merging import copied, messages_of, restate_branch, state_of
from queries.operations.operation import Given
from queries.tools.parameters import Parameter

Json = Any

NEW_BRANCH = text_argument("branch_name", "The name of the new branch.", most=500)
PARENT = optional("parent_branch", "The branch that it is forked from; the default branch by default.")
DESCRIPTION = optional("description", "What it is for.", most=10_000)


@appending(NEW_BRANCH, PARENT, DESCRIPTION)
def memory_branch_create(lines: Lines, given: Given) -> None:
    """Declares a branch. It reads what its parent has, and what is written on it no other branch reads."""
    add_branch(lines, given.branch_name, given.parent_branch, description=given.description)


@appending(
    text_argument("branch_name", "The branch.", most=500),
    optional("purpose", "What it is for.", most=10_000),
    optional("owner", "Whose it is."),
    Parameter("ttl_days", "integer", "How many days it is to live; nothing deletes it.", minimum=1),
    Parameter("tags", "strings", "Words to find it by."),
)
def memory_branch_enrich(lines: Lines, given: Given) -> None:
    """Says more of a branch. What it does not name stays as it is."""
    branch = branch_named(lines.snapshot, given.branch_name, "branch_name")
    new = given.stated("purpose", "owner", "ttl_days", "tags")
    new |= {"tags": words(given.tags)} if "tags" in new else {}
    if not new or {**branch.metadata, **new} == dict(branch.metadata):
        raise invalid("Nothing new is said of the branch", branch_name=branch.record_id)
    taken_out: dict[str, Json] = dict.fromkeys(("purpose", "owner", "ttl_days", "tags"))
    restate_branch(lines, branch, **taken_out, metadata={**branch.metadata, **new})


@appending(
    NEW_BRANCH,
    PARENT,
    Parameter("conversation_ids", "strings", "Conversations to copy, with their messages.", max_items=1_000),
    Parameter("fact_ids", "strings", "Facts to copy.", max_items=1_000),
    DESCRIPTION,
)
def memory_branch_create_curated(lines: Lines, given: Given) -> None:
    """Declares a branch with copies of the named facts and conversations, so that they are its own. It still reads all
    that its parent has."""
    chosen = _curated(lines.snapshot, given.fact_ids or (), given.conversation_ids or ())
    if not chosen:
        raise invalid("Name 'fact_ids' or 'conversation_ids': without them use memory_branch_create")
    branch = add_branch(lines, given.branch_name, given.parent_branch, description=given.description)
    copied(lines, chosen.values(), branch)


@appending(optional("label", "Its name."), optional("branch", "The branch; the default branch by default."), ID)
def memory_snapshot(lines: Lines, given: Given) -> None:
    """Names a point in time of a branch, for memory_time_travel. Nothing is copied: the log has what was known then."""
    if lines.at is None:
        raise invalid("A snapshot needs a time: the memory states none, so give 'at'")
    lines.put("snapshot", branch_of(lines.snapshot, given.branch), {"label": word("label", given.label)}, id=given.id)


def add_branch(lines: Lines, name: str, parent: str | None, **fields: Json) -> str:
    """Add the line of a new branch, and return its name. Raises QueryError if it is there, or its parent is not."""
    snapshot = lines.snapshot
    name = new_branch(snapshot, name, "branch_name")
    parent = branch_of(snapshot, parent, "parent_branch")
    return lines.put("branch", name, {"parent": parent, "status": "active", **fields}, id=name)


def _curated(snapshot: Snapshot, fact_ids: Any, conversation_ids: Any) -> State:
    """Return the named facts, and the named conversations with their messages. Raises QueryError."""
    chosen: dict[Key, Any] = {}
    states: dict[str, State] = {name: state_of(snapshot, name) for name in branches_of(snapshot)}
    for name in fact_ids:
        fact = record_named(snapshot, MemoryFact, name, "fact_ids")
        key = ("fact", fact.record_id)
        if key not in states[fact.branch]:
            raise invalid("This fact is not active any more", fact_id=fact.record_id)
        chosen[key] = states[fact.branch][key]
    for name in conversation_ids:
        talk = record_named(snapshot, Conversation, name, "conversation_ids")
        held = states[talk.branch]
        chosen[("conversation", talk.record_id)] = held[("conversation", talk.record_id)]
        chosen |= {message.key: message for message in messages_of(held, talk.record_id)}
    return chosen
