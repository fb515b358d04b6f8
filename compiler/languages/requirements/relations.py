"""The relations of requirements: see `/docs/sql.md`."""

from compiler.model.relations import IS_EXAMPLE, PLACE, REF, Relation, columns, is_example, with_object

_LABEL = "label of one assertion, such as A; NULL: the whole requirement"


# A second assertion of one label has a longer id, `REQ-p00060-A#2`, and counts in no list.
_IS_FIRST = "length(f.assertion) = length(f.requirement) + 1 + length(f.label)"
_IS_COUNTED = f"f.is_retired = 0 AND {_IS_FIRST}"


def _covered(labels: str) -> str:
    """Return SQL for whether the label of the assertion `f` is in a list of its coverage `c`."""
    return f"""ifnull(instr(c.{labels}, '"' || f.label || '"') > 0 AND {_IS_FIRST}, 0)"""


RELATIONS = (
    Relation(
        "requirement",
        "A requirement.",
        "Ids are in canonical spelling and unique: of several requirements with one id the first keeps it, "
        "a later one is ID#FILE.",
        columns(
            ("id", "id in canonical spelling, REQ-p00060"),
            REF,
            ("title", "title"),
            ("level", "key of its level, such as prd, ops, dev; else as written"),
            ("status", "status as written, such as Active, Draft, Deprecated; Unknown when absent"),
            ("is_active", "1 when the status is active or provisional, by the settings of the project"),
            (
                "expects_implementation",
                "1 when the status asks for code and tests, by the settings: it counts in coverage by level",
            ),
            ("text", "text: preamble, assertions and sections"),
            ("hash", "hash as written; NULL when absent"),
            ("hash_state", "right, stale, missing or none (nothing to hash)"),
            ("format", "format that states it: elspais, or one of /docs/formats.md"),
            ("statements", "what only that format says of it, as JSON: further fields, and its own verdicts"),
            *PLACE,
            IS_EXAMPLE,
        ),
        f"""
        SELECT f.requirement, o.ref, f.name, f.level, f.status, f.is_active,
          f.expects_implementation, f.text, f.hash, f.hash_state, f.format, f.statements, f.file,
          f.start_line, {is_example("requirement")} {with_object("requirement")}
        """,
    ),
    Relation(
        "derives",
        "A requirement states that it derives from another: child below parent.",
        "One row a pair of child and parent, kind and assertion cited; only existing parents, never the child itself.",
        columns(
            ("child", "id of the requirement that states it"),
            ("parent", "id of the requirement above"),
            ("assertion", _LABEL),
            ("kind", "implements, refines, satisfies or integrates"),
            *PLACE,
        ),
        """
        SELECT source, requirement, nullif(label, ''), edge_kind, file, start_line FROM fact_requirement_reference
        WHERE source_kind = 'requirement' AND source <> requirement
        """,
    ),
    Relation(
        "assertion",
        "One testable statement of a requirement.",
        "Every labelled assertion, retired ones included (is_retired, counted in no coverage).",
        columns(
            ("id", "id, REQ-p00060-A; a second assertion with the same label has the id REQ-p00060-A#2"),
            REF,
            ("requirement", "id of its requirement"),
            ("label", "label, such as A"),
            ("text", "text"),
            ("is_retired", "1 when it is retired"),
            ("is_counted", "1 when it counts in coverage: it is not retired, and the first with its label"),
            ("is_tested", "1 when a test, or code that verifies, names it or its whole requirement"),
            ("is_tested_by_name", "1 when a test, or code that verifies, names it"),
            ("is_implemented", "1 when code or a requirement implements it or its whole requirement"),
            ("is_implemented_by_name", "1 when code or a requirement that implements names it"),
            ("is_passing", "1 when a test that covers it passed"),
            ("is_planned", "1 when a task names it or its whole requirement; no task covers anything"),
            *PLACE,
            IS_EXAMPLE,
        ),
        f"""
        SELECT f.assertion, o.ref, f.requirement, f.label, f.text, f.is_retired, {_IS_COUNTED}, {_covered("tested")},
          {_covered("tested_by_name")}, {_covered("implemented")}, {_covered("implemented_by_name")},
          {_covered("passing")}, EXISTS (
            SELECT 1 FROM fact_requirement_reference AS task
            WHERE task.requirement = f.requirement AND task.source_kind = 'task' AND task.label IN ('', f.label)
          ), f.file, f.start_line, {is_example("assertion")}
        {with_object("assertion")} LEFT JOIN fact_requirement_coverage_row AS c ON c.requirement = f.requirement
        """,
    ),
    Relation(
        "code_reference",
        "A comment in code cites a requirement or one of its assertions.",
        "One row an id cited, lists taken apart; what names nothing is in `link` (dangling) and `diagnostic`.",
        columns(
            *PLACE,
            ("function", "function that the comment stands in or above; NULL outside of any"),
            ("requirement", "id of the requirement"),
            ("assertion", _LABEL),
            ("keyword", "keyword of the comment: implements, verifies or validates"),
        ),
        """
        SELECT f.file, f.start_line, nullif(c.function, ''), f.requirement, nullif(f.label, ''), c.keyword
        FROM fact_requirement_reference AS f JOIN fact_code_reference AS c ON c.code = f.source
        WHERE f.source_kind = 'code'
        """,
    ),
    Relation(
        "test_reference",
        "A test cites a requirement or one of its assertions.",
        "One row a test and id cited, lists taken apart; a test that cites nothing is in `object` only.",
        columns(
            *PLACE,
            ("test", "id of the test: tests/test_kettle.py::TestLid::test_closes"),
            ("requirement", "id of the requirement"),
            ("assertion", _LABEL),
            ("outcome", "worst of its results: failed, error, skipped or passed; NULL without results"),
        ),
        """
        SELECT f.file, f.start_line, f.source, f.requirement, nullif(f.label, ''), nullif(t.outcome, '')
        FROM fact_requirement_reference AS f LEFT JOIN fact_test_row AS t
          ON t.test = (SELECT id FROM link_string WHERE string = f.source)
        WHERE f.source_kind = 'test'
        """,
    ),
)
