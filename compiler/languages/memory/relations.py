"""The relations of agent memory: see `/docs/sql.md`."""

from compiler.model.relations import IS_EXAMPLE, PLACE, REF, Relation, columns, is_example, with_object

_AT = ("at", "time of it, UTC; NULL when the source gives none")
_ID = ("id", "id; unique in a branch")
_BRANCH = ("branch", "id of the branch on which it was written")

RELATIONS = (
    Relation(
        "memory_branch",
        "A branch of memory.",
        "Every branch, also those that records only name; a branch reads the records of its parents too.",
        columns(
            ("id", "name, unique"),
            REF,
            ("parent", "id of the branch that it was forked from; NULL for a root"),
            ("status", "active, merged, archived, or the source's own word"),
            ("at", "time at which it was forked, UTC; NULL when the source gives none"),
            *PLACE,
        ),
        f"""
        SELECT f.record_id, o.ref, f.parent, nullif(f.status, ''), f.at, f.file, f.start_line
        {with_object("memory_branch")}
        """,
    ),
    Relation(
        "memory_session",
        "A session of an agent.",
        "One row a session and branch that has its own version, also for sessions that records only name.",
        columns(
            _ID,
            REF,
            _BRANCH,
            ("parent", "id of the session that it continues"),
            ("status", "active or completed; NULL when the source does not say"),
            ("at", "time of its start, UTC; NULL when the source gives none"),
            *PLACE,
        ),
        f"""
        SELECT f.record_id, o.ref, f.branch, f.parent, nullif(f.status, ''), f.at, f.file, f.start_line
        {with_object("memory_session")}
        """,
    ),
    Relation(
        "memory_fact",
        "A fact that was learned, as one branch has it.",
        "One row a fact and branch that has its own version, the last one there; retracted facts are left out.",
        columns(
            ("id", "id; unique in a branch"),
            ("ref", "canonical reference, unique: m:fact/f-1, of another branch's own version m:fact/f-1@dev"),
            _BRANCH,
            ("text", "what was learned, usually a sentence"),
            ("category", "category, as written"),
            ("status", "active, superseded, archived, or the source's own word"),
            ("is_active", "1 when the status is active"),
            ("verification", "verified, unverified or invalidated"),
            ("superseded_by", "id of the fact that supersedes it"),
            _AT,
            *PLACE,
            IS_EXAMPLE,
        ),
        f"""
        SELECT record_id, ref, branch, text, category, status, is_active, verification, superseded_by, "at", file,
          start_line, {is_example("", "f.file")} FROM fact_memory_fact AS f
        """,
    ),
    Relation(
        "memory_conversation",
        "A conversation.",
        "One row a conversation and branch that wrote in it; a fork names its parent and the last message both share.",
        columns(
            _ID,
            REF,
            _BRANCH,
            ("title", "name; its id without one"),
            ("parent", "id of the conversation that it was forked from"),
            ("fork_point", "id of the last message that both share; NULL when they share all"),
            ("status", "active, completed or forked"),
            _AT,
            *PLACE,
        ),
        f"""
        SELECT f.record_id, o.ref, f.branch, ifnull(f.name, f.record_id), f.parent, f.fork_point, nullif(f.status, ''),
          f.at, f.file, f.start_line {with_object("memory_conversation")}
        """,
    ),
    Relation(
        "memory_message",
        "A message of a conversation.",
        "One row a message and branch that has its own version, where it was written, however many forks share it.",
        columns(
            ("conversation", "id of the conversation in which it was written"),
            ("number", "place in the conversation, shared messages counted; as the source numbers them"),
            _ID,
            REF,
            _BRANCH,
            ("role", "user, assistant, system, tool_call or tool_result"),
            ("text", "text"),
            _AT,
            *PLACE,
        ),
        f"""
        SELECT f.conversation_id, f.sequence, f.record_id, o.ref, f.branch, f.role, f.content, f.at, f.file,
          f.start_line {with_object("memory_message", is_packed=True)}
        """,
    ),
    Relation(
        "memory_relation",
        "A relation between two things of the knowledge graph, on a branch.",
        "Every current relation, ended ones included (valid_to); one of a retracted record is left out.",
        columns(
            _BRANCH,
            ("source", "name of the first"),
            ("relation", "what relates them: stores_tokens_in"),
            ("target", "name of the second"),
            ("valid_from", "time from which it was true, UTC; NULL when unknown"),
            ("valid_to", "time until which it was true, UTC; NULL while it is"),
            *PLACE,
        ),
        """
        SELECT branch, source, relation, target, valid_from, valid_to, file, start_line FROM fact_memory_relation
        """,
    ),
    Relation(
        "memory_task",
        "A task that agents work on, of memory (tasks of plans are in `task`).",
        "One row a task and branch that has its own version, the last one there.",
        columns(
            _ID,
            REF,
            _BRANCH,
            ("title", "name"),
            ("status", "active, completed, paused, failed, or the source's own word"),
            ("type", "type, as written"),
            _AT,
            *PLACE,
            IS_EXAMPLE,
        ),
        f"""
        SELECT f.record_id, o.ref, f.branch, f.name, nullif(f.status, ''), f.task_type, f.at, f.file, f.start_line,
          {is_example()} {with_object("memory_task")}
        """,
    ),
)
