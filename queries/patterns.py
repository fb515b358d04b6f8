"""Search by regular expression, on RE2: no pattern takes more than linear time."""

from collections.abc import Callable, Collection

from compiler.store.snapshot import Snapshot
from queries.errors import QueryError
from queries.name_indexes import names_of
from queries.parameters import echoed
from queries.search import FIELDS, Found

BYTES_A_STEP = 64  # that a pattern is tried on


def find_pattern(
    snapshot: Snapshot, pattern: str, field: str, kinds: Collection[str] | None, among: Collection[int] | None = None
) -> list[Found]:
    """All objects in whose id, title or body a regular expression (RE2, case does not count) matches, in that order:
    of these kinds, and of these rows alone when some are given.

    Raises QueryError when the pattern is not one.
    """
    start_in = compiled(pattern, "query")
    columns = FIELDS[1:] if field == "all" else (field,)
    # As bytes: the pattern matches UTF-8, and need not encode each text first.
    texts = ", ".join(f"CAST({column} AS BLOB)" for column in columns)
    hits = []
    sql = f"SELECT rowid, {texts} FROM search WHERE rowid BETWEEN ? AND ? ORDER BY rowid"
    stretches = names_of(snapshot).stretches(kinds)
    for row, *values in (row for stretch in stretches for row in snapshot.rows(sql, stretch)):
        if among is not None and row not in among:
            continue
        for column, text in zip(columns, values, strict=True):
            snapshot.charge(len(text) // BYTES_A_STEP)
            if (start := start_in(text)) >= 0:
                place = len(text[:start].decode(errors="replace")) if column == "body" else -1
                hits.append(Found(row, float(len(FIELDS) - FIELDS.index(column)), place))
                break
    return sorted(hits, key=lambda hit: (-hit.score, hit.row))


def compiled(pattern: str, argument: str, *, case_sensitive: bool = False) -> Callable[[bytes], int]:
    """Where a pattern first matches in a text, -1 when it does not.

    Raises QueryError, which names the argument that held it, when it is no regular expression.
    """
    import re2  # type: ignore[import-untyped]  # only those who search by pattern wait for it

    options = re2.Options()
    options.log_errors = False
    options.max_mem = 8 << 20
    options.case_sensitive = case_sensitive
    try:
        search = re2.compile(pattern, options).search
    except re2.error as error:
        raise QueryError(
            "invalid_argument",
            "The regular expression is not valid",
            hint="The syntax is RE2's: no lookaround, no backreferences. A plain search looks for words.",
            reason=echoed(_words(error)),
            **{argument: echoed(pattern)},
        ) from None

    def start(text: bytes) -> int:
        match = search(text)
        return match.start() if match else -1

    return start


def _words(error: Exception) -> str:
    reason = error.args[0] if error.args else ""
    return reason.decode(errors="replace") if isinstance(reason, bytes) else str(reason)
