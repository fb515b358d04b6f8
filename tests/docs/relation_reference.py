"""Write the reference page of the relations from their declarations, with questions that are asked of the samples.

python -m tests.docs.relation_reference      # writes docs/sql.md
"""

from collections.abc import Iterator, Sequence
from textwrap import fill
from typing import Any, NamedTuple

from compiler import compile_source
from compiler.languages.registry import LANGUAGES
from compiler.languages.relations import RELATIONS
from compiler.languages.verdicts import RELATIONS as OF_VERDICTS
from compiler.model.relations import Relation
from compiler.store.snapshot import Snapshot
from tests.paths import ROOT

PAGE = ROOT / "docs" / "sql.md"
SAMPLES = ROOT / "worlds"
SHOWN_ROWS = 4
WIDTH = 120

HEAD = """# The relations

`python -m tests.docs.relation_reference` writes this page from the declarations of the relations.

Every snapshot and every `.frieze` file has these relations: views over its tables. They can be asked in SQL, by the
tool `query_facts`, by the rules of a project, and in any program that opens a `.frieze` file
([frozen-files.md](frozen-files.md)) or Parquet files ([parquet.md](parquet.md)). Their names and columns change only
with `schema_version`. All other tables are private and may change at any time.

* Every snapshot has every relation, empty or not.
* `id` is the native id, unique in its relation unless said. `ref` is the canonical reference, unique in the snapshot.
  Inside a language foreign keys are native ids; `link`, `mention` and `tag` join everything by ref.
* Where one id stands in several worlds, diagrams or branches, that is a column of its own, and joins name it.
* In a [workspace](workspaces.md) of several sources every relation has one more column, `source_name`; joins by native
  ids name it, too.
* `file` and `line` say where a row is written; lines count from 1. Booleans are 0 and 1. Times are ISO 8601 in UTC.
* What is absent is NULL. Lists are relations, not JSON.
* Without ORDER BY the rows of a single relation come in the order of the source; a join has no order.
"""


class Question(NamedTuple):
    """A question about the samples, and the SQL that answers it."""

    text: str
    sql: str


QUESTIONS = (
    Question(
        "What is there?",
        """
SELECT language, kind, count(*) AS objects FROM object
GROUP BY language, kind ORDER BY objects DESC, language, kind""",
    ),
    Question(
        "Which requirements of level dev derive from REQ-p00001, directly or through others?",
        """
WITH RECURSIVE below (id) AS (
  VALUES ('REQ-p00001') UNION SELECT derives.child FROM below JOIN derives ON derives.parent = below.id
)
SELECT id, title FROM below JOIN requirement USING (id) WHERE level = 'dev' ORDER BY id""",
    ),
    Question(
        "Which assertions of active requirements does no test cover?",
        """
SELECT assertion.id, assertion.text, assertion.file, assertion.line
FROM assertion JOIN requirement ON requirement.id = assertion.requirement
WHERE requirement.is_active AND NOT is_retired AND NOT is_tested ORDER BY assertion.id""",
    ),
    Question(
        "Which functions implement exactly what a failed test cites?",
        """
SELECT DISTINCT code_reference.function, code_reference.file, test_reference.test
FROM code_reference JOIN test_reference USING (requirement)
WHERE keyword = 'implements' AND outcome = 'failed'
  AND coalesce(code_reference.assertion, '') = coalesce(test_reference.assertion, '')
ORDER BY 1, 3""",
    ),
    Question(
        "Which tasks with status To Do, high priority and the label press are held up, and by what?",
        """
SELECT task.id, task.title, task_dependency.depends_on
FROM task JOIN tag USING (ref) JOIN task_dependency ON task_dependency.task = task.id AND is_open
WHERE native_status = 'To Do' AND priority = 'high' AND tag = 'press' ORDER BY task.id""",
    ),
    Question(
        "What replaced decision 2, in turn, and what holds now?",
        """
WITH RECURSIVE newer (id) AS (
  VALUES ('ADR-0002') UNION SELECT supersession.newer FROM newer JOIN supersession ON older = newer.id
)
SELECT id, title, date, NOT is_superseded AS holds FROM newer JOIN decision USING (id) ORDER BY date""",
    ),
    Question(
        "Which nodes of the flowchart checkout can be reached from `pay` and back (its loops)?",
        """
WITH RECURSIVE
  ahead (id) AS (VALUES ('pay') UNION
    SELECT target FROM ahead JOIN edge ON edge.source = ahead.id AND edge.diagram = 'checkout'),
  behind (id) AS (VALUES ('pay') UNION
    SELECT source FROM behind JOIN edge ON edge.target = behind.id AND edge.diagram = 'checkout')
SELECT node.id, node.label FROM node JOIN ahead USING (id) JOIN behind USING (id)
WHERE node.diagram = 'checkout' ORDER BY node.line""",
    ),
    Question(
        "Which messages are sent in a loop?",
        """
SELECT message.diagram, message.number, message.source, message.target, message.text
FROM message JOIN block ON block.diagram = message.diagram AND block.id = message.block
WHERE block.kind = 'loop' ORDER BY 1, 2""",
    ),
    Question(
        "Which locations cannot be left again by the way that one came?",
        "SELECT world, location, direction, target FROM exit WHERE is_one_way ORDER BY world, location, direction",
    ),
    Question(
        "Which properties are asked for and never changed?",
        """
SELECT world, entity, property, count(*) AS conditions FROM condition
WHERE property IS NOT NULL AND NOT EXISTS (SELECT 1 FROM effect
  WHERE effect.world = condition.world AND effect.entity = condition.entity AND effect.property = condition.property)
GROUP BY world, entity, property ORDER BY conditions DESC, world, entity, property""",
    ),
    Question(
        "What was learned on a branch other than main, and what replaced it?",
        """
SELECT old.branch, old.id, old.text, new.text AS replaced_by
FROM memory_fact old LEFT JOIN memory_fact new ON new.id = old.superseded_by
WHERE old.branch <> 'main' ORDER BY old.branch, old.id""",
    ),
    Question(
        "Where do any sources speak of the scale, the best first?",
        """
SELECT object.language, object.kind, object.title FROM search JOIN object USING (ref)
WHERE search MATCH 'scale' ORDER BY rank LIMIT 10""",
    ),
    Question(
        "Which tags stand at objects of several kinds?",
        """
SELECT tag, count(*) AS objects, group_concat(DISTINCT kind) AS kinds FROM tag
GROUP BY tag HAVING count(DISTINCT kind) > 1 ORDER BY tag""",
    ),
    Question(
        "Which links lead to nothing, and in which files?",
        "SELECT file, line, source, kind, target FROM link WHERE dangling ORDER BY file, line",
    ),
)


def page(samples: Snapshot) -> str:
    """The whole page as markdown."""
    parts = [HEAD, "## Questions\n", "Asked of the folder `worlds/` of the sources of Frieze, with the first rows.\n"]
    parts += ["\n".join(_question(samples, question)) for question in QUESTIONS]
    parts.append("\n".join(_section("Everything", [*RELATIONS, *OF_VERDICTS])))
    parts += ["\n".join(_section(one.name.capitalize(), one.relations())) for one in LANGUAGES]
    return "\n".join(parts)


def _question(snapshot: Snapshot, one: Question) -> Iterator[str]:
    rows = snapshot.rows(one.sql.strip())
    yield f"**{one.text}** Rows: {len(rows)}.\n"
    yield f"```sql\n{one.sql.strip()}\n```\n"
    yield "```"
    yield from (" | ".join(_shown(value) for value in row) for row in rows[:SHOWN_ROWS])
    yield "```\n"


def _shown(value: Any) -> str:
    text = "NULL" if value is None else " ".join(str(value).split())
    return text if len(text) <= 48 else f"{text[:47]}…"


def _section(title: str, relations: Sequence[Relation]) -> Iterator[str]:
    yield f"## {title}\n"
    for one in relations:
        yield f"### `{one.name}`\n"
        yield fill(f"{one.meaning} {one.promise}", WIDTH, break_on_hyphens=False) + "\n"
        yield "| column | |"
        yield "|---|---|"
        yield from (f"| `{column.name}` | {_cell(column.meaning)} |" for column in one.columns)
        yield ""


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


if __name__ == "__main__":
    with compile_source(SAMPLES) as snapshot:
        PAGE.write_text(page(snapshot), encoding="utf-8")
