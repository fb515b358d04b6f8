"""The relation `unread`: doubts that no fact accounts for. That is asked here, by place, so it is never out of date."""

from compiler.model.relations import PLACE, Relation, columns, is_example

_HERE = "o.file = f.file AND o.start_line <= f.start_line AND max(o.end_line, o.start_line) >= f.start_line"
# By kind: when a fact accounts for a doubt. A status or date is one of a decision, which covers its line.
_ACCOUNTED = {
    "decision": "f.file IN (SELECT file FROM fact_knowledge_decision_plain)",
    "status": f"""NOT EXISTS (SELECT 1 FROM fact_knowledge_decision_plain AS o WHERE {_HERE}
      AND json_extract(o.native, '$.has_status') IS 0 AND o.status <> 'superseded')""",
    "date": f"""NOT EXISTS (SELECT 1 FROM fact_knowledge_decision_plain AS o WHERE {_HERE} AND o.created_at IS NULL)""",
    "task": """f.file NOT IN (SELECT file FROM fact_knowledge_task_plain) OR EXISTS (
      SELECT 1 FROM fact_knowledge_task_plain AS o WHERE o.file = f.file AND o.start_line = f.start_line)""",
    "dependency": """f.file NOT IN (SELECT file FROM fact_knowledge_task_plain) OR EXISTS (
      SELECT 1 FROM fact_knowledge_relation AS o WHERE o.file = f.file AND o.start_line = f.start_line)""",
}
_CASES = " ".join(f"WHEN '{kind}' THEN ({accounted})" for kind, accounted in _ACCOUNTED.items())

RELATIONS = (
    Relation(
        "unread",
        "A place that a person would take for a thing and that no parser accounted for. It states no fact.",
        "What no row of another relation accounts for, by place; of one cause in a file the first three, with a count.",
        columns(
            ("looks_like", "decision, status, date, task or dependency"),
            *PLACE,
            ("end_line", "its last line there"),
            ("text", "what stands there, up to 200 characters"),
            ("reason", "why it looks so, in plain words"),
            ("setting", "line of frieze.toml that would teach it; NULL when none does"),
        ),
        f"""
        SELECT f.looks_like, f.file, f.start_line, f.end_line, f.text, f.reason, f.setting FROM fact_doubt AS f
        WHERE NOT {is_example("task")} AND NOT CASE f.looks_like {_CASES} ELSE 0 END
        """,
    ),
)
