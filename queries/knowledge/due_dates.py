"""Due dates: the days on which tasks are due, as a filter of tools and as a resource."""

from collections.abc import Sequence

from compiler.store.snapshot import Snapshot, memoized
from queries.errors.query_error import QueryError
from queries.knowledge.entities import heads_of, of_project
from queries.objects.field_filters import Condition
from queries.tools.parameters import Parameter, echoed

DUE = Parameter("due", "string", "Only what is due on this day: YYYY-MM-DD.", aliases=("due_date", "due_at"))


def due_condition(due: str | None) -> list[Condition]:
    """The condition of the argument `due`, if it is given. Raises QueryError for an invalid date."""
    if due is None:
        return []
    if not _is_date(due):
        problem = {"argument": "due", "problem": "must be a day, written YYYY-MM-DD", "value": echoed(due)}
        raise QueryError("invalid_argument", f"Invalid arguments: 'due' {problem['problem']}.", problems=[problem])
    return [Condition("due_at", due)]


def due_on(snapshot: Snapshot, date: str) -> Sequence[str]:
    """The tasks that are due on a day, done or not. Raises QueryError for an invalid date."""
    if not _is_date(date):
        raise QueryError(
            "invalid_argument", "The date must be written YYYY-MM-DD", date=echoed(date), hint="Such as 2025-02-01."
        )
    heads = heads_of(snapshot)
    due = {ref for (ref,) in snapshot.rows("SELECT ref FROM fact_knowledge_task WHERE due_at = ?", (date,))}
    return [head.ref for head in of_project(heads) if head.ref in due]


@memoized
def due_dates(snapshot: Snapshot) -> Sequence[str]:
    """The days on which any task is due, earliest first."""
    sql = "SELECT DISTINCT due_at FROM fact_knowledge_task WHERE due_at IS NOT NULL ORDER BY due_at"
    return [date for (date,) in snapshot.rows(sql)]


def _is_date(text: str) -> bool:
    parts = text.split("-")
    if [len(part) for part in parts] != [4, 2, 2] or not all(part.isascii() and part.isdecimal() for part in parts):
        return False
    year, month, day = map(int, parts)
    leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    days = (31, 29 if leap else 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
    return 1 <= month <= 12 and 1 <= day <= days[month - 1]
