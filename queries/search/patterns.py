"""Search by regular expression with RE2, which takes linear time for every pattern."""

from collections.abc import Callable, Collection

from compiler.store.snapshot import Snapshot
from compiler.text.patterns import PatternError, compile_pattern
from queries.errors.query_error import QueryError
from queries.lookup.name_indexes import name_index
from queries.search.file_hits import file_ranges, files_of_hits
from queries.search.words import FIELDS, LAST, Found
from queries.tools.parameters import echoed

BYTES_PER_STEP = 64  # of text that a pattern is matched against; see `queries.tools.work_budget`


def find_pattern(
    snapshot: Snapshot, pattern: str, field: str, kinds: Collection[str] | None, among: Collection[int] | None = None
) -> list[Found]:
    """Return all objects whose id, title or body a regular expression (RE2, case-insensitive) matches: those matched in
    the id come first, then title, then body. `kinds` and `among` (rows) restrict the search.

    Raises QueryError for an invalid pattern.
    """
    start_in = compiled(pattern, "query")
    columns = FIELDS[1:] if field == "all" else (field,)
    # RE2 matches UTF-8 bytes, so that no text needs to be decoded and encoded again.
    texts = ", ".join(f"CAST({column} AS BLOB)" for column in columns)
    hits = []
    sql = f"SELECT rowid, {texts} FROM search_index WHERE rowid BETWEEN ? AND ? ORDER BY rowid"
    ranges = name_index(snapshot).ranges(kinds)
    for row, *values in (row for range_ in ranges for row in snapshot.rows(sql, range_)):
        if among is not None and row not in among:
            continue
        for column, text in zip(columns, values, strict=True):
            snapshot.charge(len(text) // BYTES_PER_STEP)
            if (start := start_in(text)) >= 0:
                place = len(text[:start].decode(errors="replace")) if column == "body" else -1
                hits.append(Found(row, float(len(FIELDS) - FIELDS.index(column)), place))
                break
    last = set(files_of_hits(snapshot, [hit.row for hit in hits], ())) if file_ranges(snapshot, kinds) else ()
    hits = [hit._replace(score=LAST) if hit.row in last else hit for hit in hits]
    return sorted(hits, key=lambda hit: (-hit.score, hit.row))


def compiled(pattern: str, argument: str, *, case_sensitive: bool = False) -> Callable[[bytes], int]:
    """Return a function that gives the offset of the first match in a text, -1 without a match.

    Raises QueryError, which names the argument of the pattern, for an invalid pattern.
    """
    try:
        search = compile_pattern(pattern, case_sensitive=case_sensitive)
    except PatternError as error:
        raise QueryError(
            "invalid_argument",
            "The regular expression is not valid",
            hint="The syntax is RE2's: no lookaround, no backreferences. A plain search looks for words.",
            reason=echoed(str(error)),
            **{argument: echoed(pattern)},
        ) from None

    def start(text: bytes) -> int:
        match = search(text)
        return int(match.start()) if match else -1

    return start
