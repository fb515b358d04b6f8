"""`search_fulltext`: entities by words. Every query but a blank one is valid: unknown syntax counts as words."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from operator import eq, ge, gt, le, lt
from typing import Any

import orjson

from compiler.languages.knowledge.facts import TYPES
from compiler.store.snapshot import Snapshot
from queries.errors.query_error import QueryError
from queries.knowledge.entities import (
    LIMIT,
    TABLES,
    TYPE,
    Head,
    counts_by_type,
    heads_of,
    kinds_of_type,
    shortened_texts,
    without_none,
)
from queries.knowledge.entity_lookup import entities_named, near_names
from queries.knowledge.query_syntax import (
    DATE_FILTERS,
    Filter,
    SearchQuery,
    exclusion_expression,
    match_expression,
    parse_query,
    with_prefixes,
)
from queries.objects.field_filters import field_index, folded
from queries.search.excerpts import excerpt as excerpt_around
from queries.search.excerpts import excerpt_sql
from queries.search.words import SNIPPET_TOKENS, WEIGHTS
from queries.tools.paging import CURSOR, Cursor, Rows, page
from queries.tools.parameters import Parameter
from queries.tools.schemas import DID_YOU_MEAN, IS_EXAMPLE, integer, mapping, number, objects, string, strings
from queries.tools.tool import tool

NAMED_BONUS = 2.0  # added to the score of an entity whose name is the whole query
INSIDE_SCORE = 0.1  # of an entity that only has the text inside a longer word
MAX_NAMED = 50  # entities that a query can name; a prefix of more ids names none
COMMON_SHARE = 0.25  # a word in more than this share of the entities is dropped in the mode `any`
MAX_INSIDE = 200  # hits inside words
SNIPPET_LENGTH = 300  # characters of a snippet
SHOWN_PROPERTIES = {  # properties of a hit besides its status, by type
    "task": ("priority",),
    "note": ("note_type",),
    "prompt": ("variables",),
    "component": ("component_type",),
    "link": ("url", "link_type"),
}

# Marking takes more than linear time: no title that is read by people is so long.
_TITLE = "CASE WHEN length(title) > 10000 THEN title ELSE highlight(search_index, 1, '<mark>', '</mark>') END"

Scores = dict[int, float]  # row of the index -> score

COMPARISONS: Mapping[str, Callable[[str, str], bool]] = {"=": eq, "<": lt, "<=": le, ">": gt, ">=": ge}


@tool(
    title="Search entities",
    pack="knowledge",
    parameters=(
        Parameter(
            "query",
            "string",
            'Words, all of which must occur. "…" is a phrase, pre* a prefix, -word excludes, a OR b takes either; '
            "title:word looks only there; type:, status:, tag:, priority:, assignee:, created:>2025-01-31 filter.",
            required=True,
            brief='All words must occur; "phrase", pre*, -word, a OR b, status:open.',
            aliases=("q", "text"),
        ),
        TYPE,
        LIMIT,
        CURSOR,
    ),
    result={
        "results": objects(
            "Best first.",
            id=string("Its id."),
            sequence_number=integer("Its number, in formats that number their entities."),
            type=string("Its type."),
            title=string("Its title."),
            status=string("Its status, for types that have one."),
            priority=string("Tasks: their priority."),
            note_type=string("Notes: their kind."),
            variables=strings("Prompts: the variables of the template."),
            component_type=string("Components: their kind."),
            url=string("Links: their address."),
            link_type=string("Links: their kind."),
            score=number("Higher is better: 2 or more when the query is the name of the entity, below 1 for words."),
            title_highlight=string("The title, with the words found between <mark> and </mark>."),
            content_snippet=string("Text around the words found."),
            ref=string("Canonical reference: pass it to any tool."),
            source=string("Its place: path:line."),
            is_example=IS_EXAMPLE,
        ),
        "query": string("The query."),
        "query_mode": string(
            "How the rows were found. all: they have every word; beginnings: words that begin with those of the query; "
            "any: some of the words, since no entity has all; inside: the text inside longer words; filter: the query "
            "has no words."
        ),
        "searched": mapping("When nothing was found: how many entities of each type there are."),
        "did_you_mean": DID_YOU_MEAN,
    },
)
def search_fulltext(
    snapshot: Snapshot,
    *,
    query: str,
    type: str | None,
    limit: int,
    cursor: Cursor,
) -> dict[str, Any]:
    """Finds decisions, tasks, notes and components by words of text, tags and fields.

    Entities of all types come together, best first. Use it when you know what something is about but not its id. Every
    word must occur. If no entity has them all, entities with longer words or with some of the words are returned, and
    query_mode says so. Word endings do not count. Every query but a blank one is valid: unknown signs are ignored. 50
    per page.
    """
    if not query.strip():
        problem = {"argument": "query", "problem": "must not be blank", "value": query}
        raise QueryError("invalid_argument", "'query' must not be blank", field="query", problems=[problem])
    kinds = (type,) if type else TYPES
    parsed = parse_query(query)
    scores, mode, words = _search(snapshot, parsed, kinds)
    if parsed.filters:
        fitting = _rows_that_pass(snapshot, parsed.filters)
        scores = {row: score for row, score in scores.items() if row in fitting}
    for row in _rows_named(snapshot, query, kinds):
        scores[row] = scores.get(row, 0.0) + NAMED_BONUS
    ordered = sorted(scores)
    ordered.sort(key=scores.__getitem__, reverse=True)  # stable: rows of one score keep their order
    hits = Rows(len(ordered), lambda start, count: _results(snapshot, ordered[start : start + count], scores, words))
    answer: dict[str, Any] = {"results": hits, "query": query, "query_mode": mode}
    if not ordered:
        answer |= _no_results(snapshot, query, parsed, kinds)
    return page(answer, "results", limit=limit, cursor=cursor)


def _search(snapshot: Snapshot, parsed: SearchQuery, kinds: Sequence[str]) -> tuple[Scores, str, str]:
    """The scores of the hits without excluded words, the mode that found them, and the match expression."""
    scores, mode, words = _search_words(snapshot, parsed, kinds)
    if scores and parsed.excluded:
        for row in _matching(snapshot, exclusion_expression(parsed), kinds):
            scores.pop(row, None)
    return scores, mode, words


def _search_words(snapshot: Snapshot, parsed: SearchQuery, kinds: Sequence[str]) -> tuple[Scores, str, str]:
    """The scores of the first mode that finds anything."""
    if not parsed.groups:
        rows = _rows_of(snapshot, kinds) if parsed.excluded or parsed.filters else ()
        return dict.fromkeys(rows, 0.0), "filter", ""
    modes: Sequence[tuple[str, Callable[[], str]]] = (
        ("all", lambda: match_expression(parsed)),
        ("beginnings", lambda: match_expression(with_prefixes(parsed))),
        ("any", lambda: match_expression(_with_rare_words(snapshot, parsed), every=False)),
    )
    for mode, expression in modes:
        words = expression()
        if scores := _matching(snapshot, words, kinds):
            return scores, mode, words
    inside = _search_inside_words(snapshot, parsed, kinds)
    return inside, "inside" if inside else "all", ""


def _with_rare_words(snapshot: Snapshot, parsed: SearchQuery) -> SearchQuery:
    """The query without words that very many entities have, unless it has no others."""
    sql = "SELECT count(*) FROM search_index WHERE search_index MATCH ?"
    alone = {group: match_expression(parsed._replace(groups=(group,))) for group in parsed.groups}
    counts = {group: snapshot.rows(sql, (words,))[0][0] for group, words in alone.items()}
    most = len(heads_of(snapshot)) * COMMON_SHARE
    rare = tuple(group for group, count in counts.items() if 0 < count <= most)
    return parsed._replace(groups=rare or parsed.groups)


def _matching(snapshot: Snapshot, words: str, kinds: Sequence[str]) -> Scores:
    """The scores, between 0 and 1, of the entities that match an expression."""
    within = "search_index MATCH ? AND rowid BETWEEN ? AND ?"
    weights = ", ".join(map(str, WEIGHTS))
    sql = f"SELECT rowid, -bm25(search_index, {weights}) FROM search_index WHERE {within}"
    found = [row for rows in _row_ranges(snapshot, kinds) for row in snapshot.rows(sql, (words, *rows))]
    return {row: rank / (1.0 + rank) if rank > 0.0 else 0.0 for row, rank in found}


def _search_inside_words(snapshot: Snapshot, parsed: SearchQuery, kinds: Sequence[str]) -> Scores:
    """The entities that have every text inside longer words. This finds words of languages that write no blanks."""
    texts = [group[0].text.rstrip("*") for group in parsed.groups][:8]
    if all(text.isascii() for text in texts):
        return {}
    condition = " AND ".join("instr(title || char(10) || body || char(10) || context, ?)" for _ in texts)
    sql = f"SELECT rowid FROM search_index WHERE rowid BETWEEN ? AND ? AND {condition} LIMIT {MAX_INSIDE}"
    found = [row for rows in _row_ranges(snapshot, kinds) for row in snapshot.rows(sql, (*rows, *texts))]
    return dict.fromkeys((row for (row,) in found), INSIDE_SCORE)


def _row_ranges(snapshot: Snapshot, kinds: Sequence[str]) -> list[tuple[int, int]]:
    """The ranges (first, last) of index rows that hold these types. Ranges of adjacent types are joined."""
    known = snapshot.memoize("queries.knowledge.kind_ranges", _read_kind_ranges)
    found: list[tuple[int, int]] = []
    before = None
    for place, first, last in sorted(known[kind] for kind in kinds if kind in known):
        if found and place - 1 == before:
            found[-1] = (found[-1][0], last)
        else:
            found.append((first, last))
        before = place
    return found


def _read_kind_ranges(snapshot: Snapshot) -> dict[str, tuple[int, int, int]]:
    """For each kind its place among the kinds of the snapshot, and its first and last index row."""
    sql = "SELECT kind, min(rowid) AS first, max(rowid) FROM object_row GROUP BY kind ORDER BY first"
    return {kind: (place, first, last) for place, (kind, first, last) in enumerate(snapshot.rows(sql))}


def _rows_of(snapshot: Snapshot, kinds: Sequence[str]) -> Iterable[int]:
    sql = "SELECT rowid FROM object_row WHERE rowid BETWEEN ? AND ?"
    return (row for rows in _row_ranges(snapshot, kinds) for (row,) in snapshot.rows(sql, rows))


def _index_rows(snapshot: Snapshot) -> dict[str, int]:
    """The index row of each entity, by ref."""
    ranges = _row_ranges(snapshot, TYPES)
    sql = "SELECT ref, rowid FROM object_row WHERE rowid BETWEEN ? AND ?"
    return {ref: row for rows in ranges for ref, row in snapshot.rows(sql, rows)}


def _rows_named(snapshot: Snapshot, query: str, kinds: Sequence[str]) -> list[int]:
    """The index rows of the entities whose name is the whole query."""
    heads = heads_of(snapshot)
    sql = "SELECT rowid FROM object_row WHERE ref = ?"
    refs = [ref for ref in entities_named(snapshot, query) if heads[ref].type in kinds]
    return [snapshot.rows(sql, (ref,))[0][0] for ref in refs] if len(refs) <= MAX_NAMED else []


def _rows_that_pass(snapshot: Snapshot, filters: Sequence[Filter]) -> Collection[int]:
    """The index rows of the entities that pass all filters."""
    heads = heads_of(snapshot)
    found: Collection[str] = heads.keys()
    for condition in filters:
        if condition.field in DATE_FILTERS:
            found = [ref for ref in found if _passes_date(heads[ref], condition)]
        else:
            fitting = _refs_with(snapshot, condition)
            found = [ref for ref in found if ref in fitting]
    rows = snapshot.memoize("queries.knowledge.index_rows", _index_rows)
    return {rows[ref] for ref in found}


def _refs_with(snapshot: Snapshot, condition: Filter) -> Collection[str]:
    """The refs of the entities with a status, tag, priority, assignee or type, in any spelling."""
    value = folded(condition.field, condition.value)
    field = "issue_type" if condition.field == "type" else condition.field
    found = {
        ref for kind in kinds_of_type(snapshot) for ref in field_index(snapshot, kind, field).folded.get(value, ())
    }
    of_type = (
        [ref for ref, head in heads_of(snapshot).items() if head.type == value] if condition.field == "type" else []
    )
    return found.union(of_type)


def _passes_date(head: Head, condition: Filter) -> bool:
    """Whether a time is before, in or after a year, month or day."""
    time = head.created_at if condition.field == "created" else head.updated_at
    prefix = time[: len(condition.value)]
    return bool(time) and COMPARISONS[condition.operator](prefix, condition.value)


def _results(snapshot: Snapshot, rows: Sequence[int], scores: Scores, words: str) -> list[dict[str, Any]]:
    """The hits as answers show them, in this order."""
    heads, shown = heads_of(snapshot), _highlighted(snapshot, rows, words)
    sql = f"SELECT rowid, ref FROM object_row WHERE rowid IN ({_marks(rows)})"
    refs = dict(snapshot.rows(sql, rows))
    properties = _properties(snapshot, [heads[ref] for ref in refs.values()])
    return [_result(heads[refs[row]], scores[row], properties[refs[row]], *shown[row]) for row in rows]


def _properties(snapshot: Snapshot, chosen: Sequence[Head]) -> dict[str, dict[str, Any]]:
    """The properties that a hit shows, by ref."""
    found: dict[str, dict[str, Any]] = {head.ref: {} for head in chosen}
    for kind, names in SHOWN_PROPERTIES.items():
        if positions := [head.position for head in chosen if head.type == kind]:
            sql = f"SELECT ref, properties FROM {TABLES[kind]} WHERE position IN ({_marks(positions)})"
            for ref, properties in snapshot.rows(sql, positions):
                values = orjson.loads(properties)
                found[ref] = {name: shortened_texts(value) for name in names if (value := values.get(name))}
    return found


def _highlighted(snapshot: Snapshot, rows: Sequence[int], words: str) -> dict[int, Sequence[str]]:
    """The marked title and a snippet of each row; of rows without any of the words, the title and the beginning of the
    text."""
    found: dict[int, Sequence[str]] = {}
    if words and rows:
        columns = f"rowid, {_TITLE}, {excerpt_sql(2, 'body', SNIPPET_TOKENS)}"
        # `+rowid` makes SQLite walk the index once; by `rowid IN` it would search anew for each row.
        among = f"rowid BETWEEN ? AND ? AND +rowid IN ({_marks(rows)})"
        sql = f"SELECT {columns} FROM search_index WHERE search_index MATCH ? AND {among}"
        values = (words, min(rows), max(rows), *rows)
        found = {
            row: (title, excerpt_around(body, SNIPPET_TOKENS, words)) for row, title, body in snapshot.rows(sql, values)
        }
    if others := [row for row in rows if row not in found]:
        sql = f"SELECT rowid, title, substr(body, 1, ?) FROM search_index WHERE rowid IN ({_marks(others)})"
        found |= {row: texts for row, *texts in snapshot.rows(sql, (SNIPPET_LENGTH, *others))}
    return found


def _marks(values: Sequence[int]) -> str:
    return ", ".join("?" * len(values))


def _result(
    head: Head, score: float, properties: Mapping[str, Any], title: str, content: str | None = None
) -> dict[str, Any]:
    snippet = " ".join((content or "").split())[:SNIPPET_LENGTH]
    shown = {
        "id": head.id,
        "sequence_number": head.sequence_number,
        "type": head.type,
        "title": head.title,
        "status": head.status or None,
        **properties,
        "score": round(score, 4),
        "title_highlight": title,
        "content_snippet": snippet or None,
        "ref": head.ref,
        "source": head.source,
        "is_example": head.is_example or None,
    }
    return without_none(shown)


def _no_results(snapshot: Snapshot, query: str, parsed: SearchQuery, kinds: Sequence[str]) -> dict[str, Any]:
    counts = snapshot.memoize("queries.knowledge.counts", lambda snapshot: counts_by_type(heads_of(snapshot).values()))
    searched = {kind: count if kind in kinds else 0 for kind, count in counts.items()}
    near = near_names(snapshot, query, kinds[0] if len(kinds) == 1 else None)
    if parsed.is_empty:
        hint = "There is no word in the query to look for."
    else:
        hint = "Nothing fits. Try fewer or other words, or entity_list."
    return {"searched": searched, "hint": hint} | ({"did_you_mean": near} if near else {})
