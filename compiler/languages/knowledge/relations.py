"""The relations of project knowledge: see `/docs/sql.md`."""

from compiler.model.relations import IS_EXAMPLE, PLACE, REF, Relation, columns, is_example, with_object

_ID = ("id", "id, unique among objects of this kind: BACK-7, bd-12, ADR-0003, 001-login/T001")
_TITLE = ("title", "title")
_ORIGIN = (
    (
        "format",
        "format of its file: backlog, beads, task-master, spec-kit, kiro, openspec, madr, adr-tools, obsidian, …",
    ),
    ("collection", "place that it comes from: backlog, .beads/issues.jsonl, doc/adr, tasks.json#tag"),
    *PLACE,
)
_CREATED = ("created_at", "time at which it was made, UTC; NULL when the source does not say")
# The reference time, stored as JSON. DuckDB, which runs the views itself, makes no text of `json_extract`.
_AS_OF = """(SELECT CASE value WHEN 'null' THEN NULL ELSE trim(value, '"') END FROM meta WHERE key = 'as_of')"""

_IS_READY = (
    f"(ifnull(w.is_ready AND (w.hidden_until IS NULL OR w.hidden_until <= {_AS_OF}), 0) AND NOT {is_example('task')})"
)

# A status that nothing states is absent. `has_status` is written where it is false, JSON's false is 0.
_IS_STATED = """(f.status = 'superseded' OR (ifnull(json_extract(f.native, '$.has_status'), 1)
  AND ifnull(json_extract(f.native, '$.status_known'), '') <> 'no'))"""


def _plain(name: str, table: str, meaning: str, status: str) -> Relation:
    """Return the relation of a kind that has no fields of its own."""
    return Relation(
        name,
        meaning,
        "Every one that some format states, in the order of its collection.",
        columns(_ID, REF, _TITLE, ("status", status), _CREATED, *_ORIGIN, IS_EXAMPLE),
        f"""
        SELECT f.entity, o.ref, f.name, nullif(f.status, ''), f.created_at, f.format, f.collection, f.file,
          f.start_line, {is_example()}
        {with_object(table, is_packed=True)}
        """,
    )


RELATIONS = (
    Relation(
        "task",
        "A task of any format.",
        "Status, priority and readiness mean the same in every format; native_status is the word of the source.",
        columns(
            _ID,
            REF,
            _TITLE,
            ("status", "todo, in_progress, done, blocked or archived"),
            ("native_status", "status as written; NULL when the format has none"),
            ("priority", "low, normal, high or urgent; normal when the source says nothing"),
            (
                "is_ready",
                "1 when it can be worked on, by the rules of its format, at the newest time that the source states",
            ),
            ("is_begun", "1 when work on it has begun, by its status"),
            (
                "ready_order",
                "place among the ready tasks: priority, due date (none last), order of its format; NULL when not ready",
            ),
            ("is_blocked", "1 when something unfinished holds it up"),
            ("is_done", "1 when it is done"),
            ("why", "why it is ready, blocked or neither, in a sentence"),
            (
                "undecided",
                "what of its status or dependencies is not understood, so that it is not ready; NULL when all is",
            ),
            ("parent", "id of the task that it is a part of"),
            ("due_at", "due date, YYYY-MM-DD"),
            _CREATED,
            ("updated_at", "time of its last change, UTC"),
            *_ORIGIN,
            IS_EXAMPLE,
        ),
        f"""
        SELECT f.entity, o.ref, f.name, f.status, json_extract(f.native, '$.status'), w.priority,
          {_IS_READY}, ifnull(w.is_begun, 0), CASE WHEN {_IS_READY} THEN w.ready_rank END,
          ifnull(w.is_blocked, 0) AND NOT {is_example("task")},
          ifnull(w.is_done, f.status = 'done'), w.why, nullif(w.undecided, ''), f.parent, f.due_at,
          f.created_at, f.updated_at, f.format, f.collection,
          f.file, f.start_line, {is_example("task")}
        {with_object("knowledge_task", is_packed=True)} LEFT JOIN fact_knowledge_work_row AS w
          ON w.ref = (SELECT id FROM link_string WHERE string = o.ref)
        """,
    ),
    Relation(
        "task_dependency",
        "A task waits for something.",
        "Every stated dependency once, also of tasks that are done; is_open = 1 is what holds a task up now.",
        columns(
            ("task", "id of the task that waits"),
            ("depends_on", "id of what it waits for; as written when nothing has that id"),
            ("is_missing", "1 when nothing has that id; it holds the task up in Backlog.md and Task Master alone"),
            ("is_open", "1 when it holds the task up now"),
            ("kind", "word of the source: blocks, depends on, waits-for; parent-child when a blocked parent blocks it"),
            *PLACE,
        ),
        """
        SELECT f.target_id, f.source_id, f.is_dangling,
          EXISTS (SELECT 1 FROM fact_knowledge_blocker AS b JOIN fact_knowledge_work AS w ON w.ref = b.ref
            WHERE b.ref = f.target AND b.blocker = f.source AND w.is_blocked),
          f.native_type, f.file, f.start_line
        FROM fact_knowledge_relation AS f WHERE f.relation_type = 'blocks' AND f.target_type = 'task'
        UNION ALL SELECT entity, blocker_id, 0, 1, native_type, file, start_line FROM fact_knowledge_blocker
        WHERE native_type = 'parent-child' AND ref GLOB 'k:task/*'
        """,
    ),
    Relation(
        "decision",
        "A decision: an ADR of any template, or a record that its format types as one.",
        "Every decision, also a template (is_example); is_superseded counts what either of the two files states.",
        columns(
            _ID,
            REF,
            _TITLE,
            ("status", "proposed, accepted, deprecated (also rejected) or superseded; NULL when nothing states one"),
            ("native_status", "status as written, which tells rejected from deprecated; NULL when it states none"),
            ("is_stated", "1 when the record states a status that is understood, or another record supersedes it"),
            ("status_line", "line that states the status; NULL when none does"),
            ("date", "day on which it was made, YYYY-MM-DD; NULL when the source does not say"),
            ("is_superseded", "1 when another decision replaces it, or its status says so"),
            *_ORIGIN,
            IS_EXAMPLE,
        ),
        f"""
        SELECT f.entity, o.ref, f.name, CASE WHEN {_IS_STATED} THEN nullif(f.status, '') END,
          json_extract(f.native, '$.status'), {_IS_STATED}, json_extract(f.native, '$.status_line'),
          substr(f.created_at, 1, 10), f.superseded_by <> '[]' OR f.status = 'superseded', f.format, f.collection,
          f.file, f.start_line, {is_example()}
        {with_object("knowledge_decision", is_packed=True)}
        """,
    ),
    Relation(
        "supersession",
        "A decision replaces another.",
        "Every pair once, whichever of the two files states it.",
        columns(
            ("newer", "id of the decision that replaces; as written when nothing has that id"),
            ("older", "id of the decision that is replaced; as written when nothing has that id"),
            *PLACE,
        ),
        """
        SELECT source_id, target_id, file, start_line FROM fact_knowledge_relation WHERE relation_type = 'supersedes'
        """,
    ),
    _plain("note", "knowledge_note", "A note, page or document.", "NULL: notes have none"),
    _plain("component", "knowledge_component", "A component.", "active, deprecated, planned or archived"),
    Relation(
        "relation",
        "Any stated relation between two entities of knowledge.",
        "Every relation of any format under one of six kinds; each runs as its name reads, whichever end states it.",
        columns(
            ("source", "id of the first: the blocker, the newer, the part, the citing one"),
            ("kind", "implements, blocks, supersedes, references, belongs_to or documents"),
            ("target", "id of the second; an end that does not exist has its id as written"),
            *PLACE,
        ),
        "SELECT source_id, relation_type, target_id, file, start_line FROM fact_knowledge_relation",
    ),
)
