"""The relations of verdicts: whether what a source states is still so. See `/docs/verdicts.md`.

Each verdict is a rule over facts that are there already, as a part of the SELECT of `verdict_evidence`: it costs a
build nothing, and is computed when it is asked for. A rule joins by refs, or by a native id and the file, so that it
holds in a merged snapshot too. Where the status of an object is a default or is not understood, there is no verdict.
"""

import re
from string import ascii_lowercase, digits

from compiler.languages.relations import owner
from compiler.model.relations import PLACE, REF, Relation, columns, is_example, with_object
from compiler.model.verdicts import LINES_OVER, NAMES
from compiler.text.comment_styles import code_suffixes

_IN_FORCE_WORDS = "'active', 'accepted', 'approved', 'effective', 'in force'"
_REPLACED_WORDS = "'superseded', 'replaced', 'obsoleted'"
# Formats that give a requirement without a status the status of those in force.
_DEFAULTING = "'openfasttrace', 'kiro'"
# Unknown status, another one by the folder or the index, a merge conflict: what the status is, nobody can tell.
_DOUBTED = "'KNO104', 'KNO201', 'KNO207', 'KNO208'"
# Words of a decision that was never in force.
_REJECTED = " OR ".join(f"newer.word LIKE '%{word}%'" for word in ("reject", "declin", "withdr", "abandon"))
_MAX_CHAIN = 50  # decisions
_CODE = ", ".join(f"'{suffix}'" for suffix in code_suffixes())
_GONE = ("unknown_requirement", "unknown_assertion", "retired_assertion", "unknown_step")
_MEMORY_LINKS = "'about', 'drawn_from', 'judges', 'related_to', 'replaces'"


def _in_code(file: str) -> str:
    """Return SQL for whether a path has the suffix of a programming language."""
    return f"lower(replace({file}, rtrim({file}, replace({file}, '.', '')), '')) IN ({_CODE})"


def _neighbour(ref: str, own_id: str, other_id: str) -> str:
    """Return SQL for the ref of another object of the same kind, by the ref and the id of one and the other's id."""
    return f"substr({ref}, 1, length({ref}) - length({own_id})) || {other_id}"


def _before_number(own_id: str) -> str:
    """Return SQL for an id as it is written: without the number that the second object of this id has behind it."""
    return f"iif({own_id} GLOB '*#[0-9]*', rtrim(rtrim({own_id}, '0123456789'), '#'), {own_id})"


def _letters(written: str) -> str:
    """Return SQL for the letters with which an id begins: `req` of `req~oil~1`, `REQ` of `REQ-d00001`."""
    return f"substr({written}, 1, length({written}) - length(ltrim(lower({written}), '{ascii_lowercase}')))"


def _is_version(file: str, other: str) -> str:
    """Return SQL for whether two files are versions of one page: `spec/v3/press.md` and `spec/v4/press.md`."""
    folders = [f"rtrim({column}, replace({column}, '/', ''))" for column in (file, other)]
    plain = list(folders)
    for digit in digits:
        plain = [f"replace({column}, '{digit}', '')" for column in plain]
    names = (f"substr({column}, length({folder}) + 1)" for column, folder in zip((file, other), folders, strict=True))
    return f"({file} <> {other} AND {' = '.join(plain)} AND {' = '.join(names)})"


def _is_over(row: str) -> str:
    """Return SQL for whether a line of a page belongs to a task that is done or archived."""
    return f"EXISTS (SELECT 1 FROM over AS t WHERE t.file = {row}.file AND {row}.line BETWEEN t.line AND t.end_line)"


# Decisions that are no examples; in pages of tests they are, as work is. `is_told`: the record states its status,
# and nothing doubts it. `is_work`: a tracker keeps it as work, whose status says how far the work is.
_DECISIONS = f"""
decided (ref, id, name, status, word, is_told, is_work, day, in_cycle, number, collection, file, line, end_line,
  status_line) AS (
  SELECT o.ref, f.entity, f.name, f.status, ifnull(json_extract(f.native, '$.status'), f.status),
    ifnull(json_extract(f.native, '$.has_status'), 1) AND NOT EXISTS (
      SELECT 1 FROM diagnostic_row AS d
      WHERE d.code IN ({_DOUBTED}) AND d.file = f.file AND d.start_line BETWEEN f.start_line AND f.end_line),
    EXISTS (SELECT 1 FROM fact_knowledge_work AS w WHERE w.ref = o.ref), substr(f.created_at, 1, 10), f.in_cycle,
    {_before_number("f.entity")}, f.collection, f.file, f.start_line, f.end_line,
    ifnull(json_extract(f.native, '$.status_line'), f.start_line)
  {with_object("knowledge_decision", is_packed=True)} WHERE NOT {is_example("task")}
),
replacing (older, newer, file, line) AS (
  SELECT r.target, r.source, r.file, r.start_line FROM fact_knowledge_relation AS r
  JOIN decided AS newer ON newer.ref = r.source JOIN decided AS older ON older.ref = r.target
  WHERE r.relation_type = 'supersedes' AND r.source <> r.target
    AND NOT (newer.is_told AND (newer.status = 'proposed' OR (newer.status = 'deprecated' AND ({_REJECTED}))))
),
following (older, newer, steps) AS (
  SELECT older, newer, 1 FROM replacing
  UNION SELECT f.older, r.newer, f.steps + 1 FROM following AS f JOIN replacing AS r ON r.older = f.newer
  WHERE f.steps < {_MAX_CHAIN}
),
ending (older, newer) AS (
  SELECT DISTINCT older, newer FROM following WHERE newer NOT IN (SELECT older FROM replacing)
),
held (ref) AS (
  SELECT ref FROM decided
  WHERE status = 'accepted' AND is_told AND NOT is_work AND NOT in_cycle AND word NOT LIKE '%supersed%'
    AND ref NOT IN (SELECT older FROM replacing)
)"""

# Requirements that are no examples. `is_held`: a status that is written puts it in force.
_REQUIREMENTS = f"""
required (ref, id, name, text, status, role, is_held, is_expected, duplicate_of, level, format, statements, file, line)
AS (
  SELECT o.ref, f.requirement, f.name, f.text, f.status, f.role,
    f.role = 'active' AND lower(f.status) IN ({_IN_FORCE_WORDS}) AND f.format NOT IN ({_DEFAULTING}),
    f.expects_implementation, f.duplicate_of, f.level, f.format, f.statements, f.file, f.start_line
  {with_object("requirement")} WHERE NOT {is_example("requirement")}
),
part (piece, whole) AS (
  SELECT ref, ref FROM required
  UNION ALL SELECT has.target, has.source FROM link_full AS has
  WHERE has.kind IN ('has_assertion', 'has_section') AND has.source IN (SELECT ref FROM required)
),
citing (ref, source, source_kind, file, line) AS (
  SELECT p.whole, l.source, s.kind, l.file, l.start_line FROM part AS p JOIN link_full AS l ON l.target = p.piece
  LEFT JOIN object_row AS s ON s.ref = l.source WHERE l.kind NOT IN ('has_assertion', 'has_section')
  UNION SELECT p.whole, m.source, s.kind, m.file, m.start_line
  FROM part AS p JOIN fact_mention_found AS m ON m.target = p.piece
  LEFT JOIN object_row AS s ON s.ref = m.source WHERE m.source NOT IN (SELECT piece FROM part)
),
cited_by_code (ref, source, file, line) AS (
  SELECT ref, source, file, line FROM citing WHERE source_kind IN ('code', 'test') OR {_in_code("file")}
),
practised (format, level) AS (
  SELECT format, level FROM required WHERE is_held
  GROUP BY 1, 2 HAVING 2 * sum(ref IN (SELECT ref FROM cited_by_code)) >= count(*)
),
covered (ref, id, format, level, is_tested) AS (
  SELECT r.ref, r.id, r.format, r.level, c.tested_count > 0 FROM required AS r
  JOIN fact_requirement_coverage AS c ON c.requirement = r.id AND c.file = r.file
  WHERE c.total > 0 AND r.is_expected AND r.role = 'active'
),
added (ref, id, change, name, text, file, line) AS (
  SELECT ref, id, json_extract(statements, '$.change'),
    substr(id, length(json_extract(statements, '$.change')) + 1), text, file, line
  FROM required WHERE format = 'openspec' AND level = 'added' AND status <> 'archived'
),
tested (format, level) AS (
  SELECT format, level FROM covered GROUP BY 1, 2 HAVING 2 * sum(is_tested) >= count(*)
)"""

# Tasks that are no examples and whose status is understood; where tasks stand that are done or archived.
_TASKS = f"""
worked (ref, id, status, is_done, file, line) AS (
  SELECT o.ref, f.entity, f.status, w.is_done, f.file, f.start_line {with_object("knowledge_task", is_packed=True)}
  JOIN fact_knowledge_work AS w ON w.ref = o.ref
  WHERE w.undecided = '' AND f.status <> 'archived' AND NOT {is_example("task")}
),
over (file, line, end_line) AS (
  {LINES_OVER}
),
work_of (whole, task, is_done, file, line) AS (
  SELECT ifnull(p.whole, l.target), t.ref, t.is_done, l.file, l.start_line
  FROM worked AS t JOIN link_full AS l ON l.source = t.ref LEFT JOIN part AS p ON p.piece = l.target
  WHERE l.kind IN ('belongs_to', 'implements')
  UNION SELECT r.ref, o.ref, w.is_done, f.file, f.start_line FROM required AS r
  JOIN fact_knowledge_task_plain AS f ON f.collection = replace(r.file, 'spec.md', 'tasks.md')
  JOIN object_row AS o ON o.file = f.file AND o.kind = 'task' AND o.id = f.entity
  JOIN fact_knowledge_work AS w ON w.ref = o.ref WHERE r.format = 'spec-kit' AND r.level = 'feature'
),
finished (whole, count) AS (
  SELECT whole, count(DISTINCT task) FROM work_of GROUP BY whole HAVING min(is_done)
)"""

# What links and names lead to nothing. Ids that no requirement here begins like may be stated elsewhere, or in a form
# that is not read. A link without a diagnostic may lead to what another program makes, anchors
# are no paths, and a name in prose may well speak of what is gone.
_BROKEN = f"""
standing (ref) AS (
  SELECT ref FROM decided WHERE status NOT IN ('superseded', 'deprecated')
    AND ref NOT IN (SELECT older FROM replacing)
  UNION ALL SELECT ref FROM required WHERE role <> 'retired'
  UNION ALL SELECT ref FROM worked WHERE NOT is_done
),
broken (source, what, file, line) AS (
  SELECT l.source, 'its link (' || l.kind || ') leads to ' || l.target, l.file, l.start_line FROM link_full AS l
  WHERE l.dangling AND l.target NOT LIKE '%#%' AND (l.kind <> 'links_to' OR (l.file, l.start_line) IN (
    SELECT d.file, d.start_line FROM diagnostic_row AS d
    WHERE d.code = 'DOC201' AND ifnull(d.suggestion, '') NOT LIKE '%''mailto:%'
      AND ifnull(d.suggestion, '') NOT LIKE '%''https:%'))
    AND l.kind NOT IN ('mentions', 'implements', 'refines', 'depends_on',
    'modifies', 'removes', 'renames', 'satisfies', 'integrates', 'verifies', 'validates', 'addresses_requirement',
    'blocks', 'supersedes', 'references', 'belongs_to', 'documents', 'on_branch', 'in_session', 'in_conversation')
  UNION ALL SELECT o.ref, 'its link (' || b.edge_kind || ') leads to ' || b.target, b.file, b.start_line
  FROM fact_broken_reference AS b
  JOIN object_row AS o ON o.id = b.source AND o.kind = b.source_kind AND o.file = b.file
  WHERE b.reason IN ({", ".join(f"'{reason}'" for reason in _GONE)}) AND {_letters("b.target")} IN (
    SELECT {_letters("id")} FROM required)
  UNION ALL SELECT u.ref, 'its link (' || u.relation_type || ') leads to ' || u.text, u.file, u.start_line
  FROM fact_knowledge_unresolved AS u WHERE u.relation_type NOT IN ('references', 'supersedes')
),
belonging (ref, kind, what, file, line) AS (
  SELECT {owner("b.source", "o.kind")}, o.kind, b.what, b.file, b.line
  FROM broken AS b JOIN object_row AS o ON o.ref = b.source
),
owned (ref, what, file, line) AS (
  SELECT ifnull(d.ref, b.ref), b.what, b.file, b.line FROM belonging AS b
  LEFT JOIN decided AS d ON b.kind IN ('document', 'document_section') AND d.file = b.file
    AND b.line BETWEEN d.line AND d.end_line
  WHERE b.kind NOT IN ('document', 'document_section') OR NOT {_is_over("b")}
)"""

# What a page or a fact of memory cites, and how much of it exists. An id in a page may be stated in a form that is not
# read, so that links alone make it unfounded. A page with an address of the web, or with links
# that only another program can follow, cites what nobody here can look up.
_CITED = f"""
cited (ref, source, target, is_gone, is_link, file, line) AS (
  SELECT {owner("l.source", "s.kind")}, l.source, l.target, l.dangling, 1, l.file, l.start_line
  FROM link_full AS l JOIN object_row AS s ON s.ref = l.source
  WHERE (s.kind IN ('document', 'document_section') AND l.kind <> 'mentions')
    OR (s.kind = 'memory_fact' AND l.kind IN ({_MEMORY_LINKS}))
  UNION ALL SELECT {owner("m.source", "s.kind")}, m.source, ifnull(m.target, m.text), m.target IS NULL, 0, m.file,
    m.start_line
  FROM fact_mention_found AS m JOIN object_row AS s ON s.ref = m.source
  WHERE s.kind IN ('document', 'document_section', 'memory_fact')
),
baseless (ref, kind) AS (
  SELECT c.ref, o.kind FROM cited AS c JOIN object_row AS o ON o.ref = c.ref
  GROUP BY c.ref HAVING min(c.is_gone)
    AND (o.kind = 'memory_fact' OR count(DISTINCT iif(c.is_link, c.target, NULL)) > 1)
)"""

# A part for each way to a verdict: ref, verdict, since, what, evidence, file, line, rank. Of the smallest rank is what
# `why` says.
_RULES = f"""
SELECT d.ref, 'in_force', d.day, 'its status is "' || d.word || '"', NULL, d.file, d.status_line, 0
FROM decided AS d WHERE d.ref IN (SELECT ref FROM held)
UNION ALL SELECT ref, 'in_force', NULL, 'its status is "' || status || '"', NULL, file, line, 0
FROM required WHERE is_held AND duplicate_of IS NULL AND (format <> 'openspec' OR level = 'requirement')

UNION ALL SELECT r.older, 'replaced', n.day, n.id || ' replaces it'
  || iif(r.newer IN (SELECT ref FROM held), ' and holds now', ''), r.newer, r.file, r.line,
  r.newer NOT IN (SELECT ref FROM held)
FROM replacing AS r JOIN decided AS n ON n.ref = r.newer JOIN decided AS o ON o.ref = r.older AND NOT o.in_cycle
UNION ALL SELECT e.older, 'replaced', NULL, n.id || ' holds now, at the end of the chain', e.newer, n.file,
  n.status_line, 0
FROM ending AS e JOIN decided AS n ON n.ref = e.newer JOIN decided AS o ON o.ref = e.older AND NOT o.in_cycle
WHERE e.newer IN (SELECT ref FROM held)
  AND NOT EXISTS (SELECT 1 FROM replacing AS r WHERE r.older = e.older AND r.newer = e.newer)
UNION ALL SELECT d.ref, 'replaced', NULL,
  'its status is "' || d.word || '", and no accepted decision is found that replaces it', NULL, d.file, d.status_line, 0
FROM decided AS d
WHERE d.status = 'superseded' AND d.is_told AND NOT d.in_cycle AND d.ref NOT IN (SELECT older FROM replacing)
UNION ALL SELECT ref, 'replaced', NULL, 'its status is "' || status || '"', NULL, file, line, 0
FROM required WHERE lower(status) IN ({_REPLACED_WORDS})

UNION ALL SELECT d.ref, 'built', NULL, 'its status is "' || d.word || '", and code cites it', m.source, m.file,
  m.start_line, 0
FROM decided AS d JOIN fact_mention_found AS m ON m.target = d.ref
WHERE d.status = 'proposed' AND d.is_told AND NOT d.is_work AND d.ref NOT IN (SELECT older FROM replacing)
  AND {_in_code("m.file")}
UNION ALL SELECT d.ref, 'built', NULL, 'its status is "' || d.word || '", and all its tasks are done',
  w.task, w.file, w.line, 1
FROM decided AS d JOIN finished AS f ON f.whole = d.ref JOIN work_of AS w ON w.whole = d.ref
WHERE d.status = 'proposed' AND d.is_told AND NOT d.is_work AND d.ref NOT IN (SELECT older FROM replacing)
UNION ALL SELECT r.ref, 'built', NULL, 'its status is "' || r.status || '", and code or a test cites it', c.source,
  c.file, c.line, 0
FROM required AS r JOIN cited_by_code AS c ON c.ref = r.ref
WHERE r.role = 'provisional' AND r.format NOT IN ('openspec', 'spec-kit') AND r.duplicate_of IS NULL
UNION ALL SELECT r.ref, 'built', NULL, 'its status is "' || r.status || '", and all its tasks are done',
  w.task, w.file, w.line, 0
FROM required AS r JOIN finished AS f ON f.whole = r.ref JOIN work_of AS w ON w.whole = r.ref
WHERE r.role = 'provisional' AND (r.level = 'change' OR json_extract(r.statements, '$.status') IS NOT NULL)
UNION ALL SELECT t.ref, 'built', NULL, 'its status is "' || t.status || '", and all its tasks are done',
  w.task, w.file, w.line, 0
FROM worked AS t JOIN finished AS f ON f.whole = t.ref JOIN work_of AS w ON w.whole = t.ref
WHERE NOT t.is_done AND f.count > 1

UNION ALL SELECT r.ref, 'unbuilt', NULL, 'nothing cites it', NULL, r.file, r.line, 0
FROM required AS r JOIN practised AS p ON p.format = r.format AND p.level = r.level
WHERE r.is_held AND r.is_expected AND r.duplicate_of IS NULL AND r.ref NOT IN (SELECT ref FROM citing)

UNION ALL SELECT o.ref, 'broken_ground', NULL, b.what || ', which does not exist', NULL, b.file, b.line, 0
FROM owned AS b JOIN object_row AS o ON o.ref = b.ref
WHERE NOT {is_example("", "b.file")}
  AND (o.kind NOT IN ('decision', 'requirement', 'task') OR o.ref IN (SELECT ref FROM standing))

UNION ALL SELECT b.ref, 'contested', NULL, n.id || ' and it supersede each other, in turn', n.ref, r.file,
  r.start_line, 0
FROM decided AS b JOIN fact_knowledge_relation AS r ON r.target = b.ref AND r.relation_type = 'supersedes'
JOIN decided AS n ON n.ref = r.source AND n.in_cycle WHERE b.in_cycle
UNION ALL SELECT a.newer, 'contested', NULL, n.id || ' supersedes ' || o.id || ' too', b.newer, b.file, b.line, 0
FROM replacing AS a JOIN replacing AS b ON b.older = a.older AND b.newer <> a.newer
JOIN decided AS n ON n.ref = b.newer JOIN decided AS o ON o.ref = a.older
WHERE a.newer IN (SELECT ref FROM held) AND b.newer IN (SELECT ref FROM held) AND (a.file <> o.file OR b.file <> o.file)
UNION ALL SELECT a.ref, 'contested', NULL, b.id || ' states another decision of this id', b.ref, b.file, b.line, 0
FROM decided AS a JOIN decided AS b ON b.collection = a.collection AND b.number = a.number AND b.ref <> a.ref
WHERE lower(a.name) <> lower(b.name) AND a.is_told AND b.is_told AND NOT a.is_work AND NOT b.is_work
  AND a.status IN ('accepted', 'proposed') AND b.status IN ('accepted', 'proposed')
  AND a.ref NOT IN (SELECT older FROM replacing) AND b.ref NOT IN (SELECT older FROM replacing)
UNION ALL SELECT iif(side.value, a.ref, b.ref), 'contested', NULL,
  iif(side.value, b.id, a.id) || ' states another requirement of this id', iif(side.value, b.ref, a.ref),
  iif(side.value, b.file, a.file), iif(side.value, b.line, a.line), 0
FROM required AS a JOIN required AS b ON b.ref = {_neighbour("a.ref", "a.id", "a.duplicate_of")}
JOIN json_each('[0, 1]') AS side
WHERE a.role IN ('active', 'provisional') AND b.role IN ('active', 'provisional') AND a.text <> b.text
  AND lower(a.status) <> 'unknown' AND lower(b.status) <> 'unknown' AND NOT {_is_version("a.file", "b.file")}
UNION ALL SELECT a.source, 'contested', NULL, o.id || ' ' || b.kind || ' ' || t.id || ' too', b.source, b.file,
  b.start_line, 0
FROM link_full AS a JOIN link_full AS b ON b.target = a.target AND b.source <> a.source
JOIN required AS s ON s.ref = a.source JOIN required AS o ON o.ref = b.source JOIN object_row AS t ON t.ref = a.target
WHERE a.kind IN ('modifies', 'removes', 'renames') AND b.kind IN ('modifies', 'removes', 'renames')
  AND s.status <> 'archived' AND o.status <> 'archived'
  AND json_extract(s.statements, '$.change') <> json_extract(o.statements, '$.change')
UNION ALL SELECT a.ref, 'contested', NULL, b.id || ' adds a requirement of this name too', b.ref, b.file, b.line, 0
FROM added AS a JOIN added AS b ON b.name = a.name AND b.change <> a.change AND b.text <> a.text

UNION ALL SELECT t.ref, 'stale_done', NULL, 'it implements ' || c.id || ', which no test cites', c.ref, l.file,
  l.start_line, 0
FROM worked AS t JOIN link_full AS l ON l.source = t.ref AND l.kind = 'implements' JOIN part AS p ON p.piece = l.target
JOIN covered AS c ON c.ref = p.whole AND NOT c.is_tested JOIN tested AS e ON e.format = c.format AND e.level = c.level
WHERE t.is_done

UNION ALL SELECT b.ref, 'unfounded', NULL, 'it cites ' || c.target || ', which does not exist', NULL, c.file, c.line, 0
FROM baseless AS b JOIN cited AS c ON c.ref = b.ref
WHERE NOT {is_example("task", "c.file")} AND (b.kind = 'memory_fact' OR NOT {_is_over("c")} AND NOT EXISTS (
  SELECT 1 FROM fact_document AS page WHERE page.ref = b.ref AND page.unchecked > 0) AND NOT EXISTS (
  SELECT 1 FROM object_row AS o JOIN search_index_body AS texts ON texts.rowid = o.rowid
  WHERE (o.ref = b.ref OR o.ref IN (SELECT s.ref FROM fact_document_section AS s WHERE s.file = c.file))
    AND texts.body LIKE '%://%'))
"""
_EVIDENCE = f"""
WITH RECURSIVE {_DECISIONS}, {_REQUIREMENTS}, {_TASKS}, {_BROKEN}, {_CITED},
given (ref, verdict, since, what, evidence, file, line, rank) AS ({_RULES}),
distinctly (ref, verdict, since, what, evidence, file, line, rank) AS (SELECT DISTINCT * FROM given)
SELECT ref, verdict, row_number() OVER (PARTITION BY ref, verdict ORDER BY rank, file, line, what, evidence), what,
  since, evidence, file, line
FROM distinctly
"""
_VERDICT = ("verdict", f"{', '.join(NAMES[:-1])} or {NAMES[-1]}")


def _behind_relation(sql: str) -> str:
    """Return SQL whose common table expressions have names that begin as the view of objects does: what is named so
    may read private tables, as the guard of foreign SELECTs has it."""
    names = "|".join(re.findall(r"^(\w+) \([a-z_]", sql, re.MULTILINE))
    return re.sub(rf"(?<=^)({names})(?= \()|(?<=FROM |JOIN )({names})\b", r"object_row_\g<0>", sql, flags=re.MULTILINE)


RELATIONS = (
    Relation(
        "verdict",
        "Whether what an object states is still so, by a rule.",
        "One row a verdict that applies to an object; none where its status is a default or is not understood; "
        f"verdicts are {', '.join(NAMES)}.",
        columns(
            REF,
            ("kind", "kind of the object"),
            ("id", "native id of the object"),
            _VERDICT,
            ("since", "date that the source states for it, YYYY-MM-DD; NULL when it states none"),
            ("why", "the first piece of evidence, and how many more there are"),
            *PLACE,
        ),
        """
        SELECT o.ref, o.kind, o.id, e.verdict, min(e.since), max(CASE e.number WHEN 1 THEN e.what END)
          || CASE count(*) WHEN 1 THEN '' ELSE ' (and ' || (count(*) - 1) || ' more)' END, o.file, o.start_line
        FROM verdict_evidence AS e JOIN object_row AS o ON o.ref = e.ref GROUP BY e.ref, e.verdict
        """,
        is_computed=True,
    ),
    Relation(
        "verdict_evidence",
        "What a verdict stands on.",
        "Every piece of evidence of every row of `verdict`, the one that `why` names with number 1.",
        columns(
            REF,
            _VERDICT,
            ("number", "place among the evidence of the verdict, from 1"),
            ("what", "what it says, as a clause"),
            ("since", "date that it states, YYYY-MM-DD; NULL when it states none"),
            ("evidence", "ref of the object that says it; NULL when the object itself does"),
            *PLACE,
        ),
        _behind_relation(_EVIDENCE),
        is_computed=True,
    ),
)
