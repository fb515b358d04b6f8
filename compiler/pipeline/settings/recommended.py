"""The rules that come with Frieze. They are off until `extend` names them, by a set (`recommended`, `verdicts`) or by
code.

Each is a `Code`, whose template is the message, and a SELECT over the relations.
"""

from collections.abc import Iterator

from compiler.model.diagnostics import Code, Phase, Severity
from compiler.pipeline.settings.codes import UNKNOWN_SETTING, WRONG_VALUE
from compiler.pipeline.settings.rule import Rule
from compiler.pipeline.settings.settings_text import SettingsText
from compiler.text.near_names import NearNames, did_you_mean

RECOMMENDED, VERDICTS = "recommended", "verdicts"

SUPERSEDED_DECISION_CITED = Code(
    "FRZ401",
    "warning",
    Phase.RULE,
    "The open task {task} cites the decision {decision}, which {reason}.",
    cause=("decision",),
)
DEPRECATED_REQUIREMENT_IMPLEMENTED = Code(
    "FRZ402",
    "warning",
    Phase.RULE,
    "Code implements {requirement}, which is deprecated: {title}",
    cause=("requirement",),
)
REQUIREMENT_UNTESTED = Code(
    "FRZ403", "warning", Phase.RULE, "The active requirement {requirement} has no test: {title}"
)
NODE_CITES_NOTHING = Code(
    "FRZ404",
    "warning",
    Phase.RULE,
    "The node {node} of the diagram {diagram} cites {cited}, which does not exist.",
    cause=("cited",),
)
DECISION_UNUSED = Code(
    "FRZ405", "info", Phase.RULE, "Nothing implements or cites the decision {decision}, which is in force: {title}"
)

SQL = {
    SUPERSEDED_DECISION_CITED: """
SELECT t.id AS task, d.id AS decision, m.file, m.line,
       coalesce('is superseded by ' || n.id, 'is superseded') AS reason,
       json_array(t.ref, d.ref, n.ref) AS path
FROM task t
JOIN mention m ON m.source = t.ref
JOIN decision d ON d.ref = m.target AND d.is_superseded
LEFT JOIN supersession s ON s.older = d.id
LEFT JOIN decision n ON n.id = s.newer
WHERE NOT t.is_done AND t.status <> 'archived' AND NOT t.is_example""",
    DEPRECATED_REQUIREMENT_IMPLEMENTED: """
SELECT r.id AS requirement, r.title, c.file, c.line, json_array(r.ref) AS path
FROM requirement r
JOIN code_reference c ON c.requirement = r.id
WHERE lower(r.status) = 'deprecated' AND NOT r.is_example""",
    REQUIREMENT_UNTESTED: """
SELECT r.id AS requirement, r.title, r.file, r.line
FROM requirement r
WHERE r.is_active AND NOT r.is_example
  AND NOT EXISTS (SELECT 1 FROM test_reference t WHERE t.requirement = r.id)""",
    NODE_CITES_NOTHING: """
SELECT n.id AS node, n.diagram, m.text AS cited, m.file, m.line
FROM mention m
JOIN node n ON n.ref = m.source
JOIN object o ON o.ref = n.ref AND NOT o.is_example
WHERE m.target IS NULL""",
    DECISION_UNUSED: """
SELECT d.id AS decision, d.title, d.file, d.line
FROM decision d
WHERE d.status = 'accepted' AND NOT d.is_superseded AND NOT d.is_example
  AND NOT EXISTS (SELECT 1 FROM mention m WHERE m.target = d.ref AND m.source <> d.ref)
  AND NOT EXISTS (SELECT 1 FROM link l WHERE l.target = d.ref AND l.source <> d.ref
                  AND l.kind NOT IN ('belongs_to', 'supersedes'))""",
}


def _verdict(number: int, severity: Severity, said: str) -> Code:
    return Code(f"FRZ{number}", severity, Phase.RULE, f"The {{kind}} {{id}} {said}: {{why}}.")


CONTESTED = _verdict(411, "warning", "is contested")
GROUND_BROKEN = _verdict(412, "warning", "stands on what is gone")
UNFOUNDED = _verdict(413, "warning", "cites only what does not exist")
DONE_UNTESTED = _verdict(414, "warning", "is done, and nothing shows it")
BUILT = _verdict(415, "warning", "is built, and does not say so")
UNBUILT = _verdict(416, "info", "is in force, and not built")

_OF_VERDICT = """
SELECT replace(o.kind, '_', ' ') AS kind, o.id, e.what AS why, o.file, o.line, json_array(e.evidence) AS path
FROM verdict_evidence e
JOIN object o ON o.ref = e.ref
WHERE e.number = 1 AND e.verdict = '{}'"""
VERDICT_SQL = {
    code: _OF_VERDICT.format(verdict)
    for code, verdict in {
        CONTESTED: "contested",
        GROUND_BROKEN: "broken_ground",
        UNFOUNDED: "unfounded",
        DONE_UNTESTED: "stale_done",
        BUILT: "built",
        UNBUILT: "unbuilt",
    }.items()
}

SETS = {RECOMMENDED: SQL, VERDICTS: VERDICT_SQL}
_SQL = SQL | VERDICT_SQL
CODES = tuple(_SQL)


def recommended_rules(text: SettingsText) -> Iterator[Rule]:
    """Give the rules that `extend` names, in the order of their codes. A name of none is reported."""
    extend = text.values.get("extend", [])
    if not isinstance(extend, list) or not all(isinstance(item, str) for item in extend):
        expected = f'a list of names, such as ["{RECOMMENDED}"] or ["{CODES[0].code}"]'
        text.report(WRONG_VALUE, ("extend",), key="extend", expected=expected)
        return
    known = [*SETS, *(code.code for code in CODES)]
    for name in dict.fromkeys(extend):
        if name not in known:
            near = did_you_mean(NearNames(known).nearest(name))
            text.report(UNKNOWN_SETTING, ("extend",), suggestion=near, what="set of rules", name=name, where="'extend'")
    place = text.span("extend")
    chosen = {*extend, *(code.code for name in extend for code in SETS.get(name, ()))}
    for code, sql in _SQL.items():
        if code.code in chosen:
            yield Rule(code.code, code.severity, code.template, sql, place, place, place, is_recommended=True)
