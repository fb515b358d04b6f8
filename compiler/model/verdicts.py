"""The names of verdicts and what each says. Their rules are in `compiler.languages.verdicts`."""

from typing import NamedTuple


class Verdict(NamedTuple):
    """A verdict: its name and what it says of an object."""

    name: str
    meaning: str


# The strongest first: what nobody can rely on, what is behind, what only says how things stand.
VERDICTS = (
    Verdict("contested", "two in force state different things of one object"),
    Verdict("broken_ground", "a path, a page or an id that it stands on is gone"),
    Verdict("unfounded", "it cites things, and none of them exists"),
    Verdict("stale_done", "a task is done, and no test cites the requirement that it implements"),
    Verdict("built", "code or tests cite it, or its tasks are done, and its status says otherwise"),
    Verdict("unbuilt", "a requirement is in force, and nothing cites it where most of its kind are cited"),
    Verdict("replaced", "another decision has taken its place, or its status says so"),
    Verdict("in_force", "its status says so, and nothing replaces it"),
)
# Read from the history of the repository when it is asked for, and so no row of the relation.
DRIFTED = Verdict("drifted", "what it cites changed in meaning after the line that cites it")
NAMES = tuple(verdict.name for verdict in VERDICTS)
# The lines of tasks that are done or archived; all lines of a list of tasks, in a format of its own, that is done.
LINES_OVER = """
SELECT file, start_line, end_line FROM fact_knowledge_work WHERE is_done OR status = 'archived'
UNION ALL SELECT file, 1, 1 << 40 FROM fact_knowledge_work WHERE profile NOT IN ('checkbox', 'note')
GROUP BY file HAVING count(*) > 1 AND min(is_done OR status = 'archived')
"""
