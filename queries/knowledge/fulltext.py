"""`search_fulltext`: entities by words. No query can fail: what is no syntax is taken as words."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from operator import eq, ge, gt, le, lt
from typing import Any

import orjson

from compiler.languages.knowledge.facts import TYPES
from compiler.store.snapshot import Snapshot
from queries.errors import QueryError
from queries.excerpts import excerpt as around
from queries.excerpts import excerpt_sql
from queries.knowledge.entities import LIMIT, TABLES, TYPE, Head, counted, excerpt, given, heads_of
from queries.knowledge.selection import entities_named, near_names
from queries.knowledge.traits import plain, traits_of
from queries.knowledge.wording import DATE_FILTERS, Filter, Wanted, begun, excluding, expression, understood
from queries.paging import CURSOR, Cursor, Rows, page
from queries.parameters import Parameter
from queries.schemas import DID_YOU_MEAN, integer, mapping, number, objects, string, strings
from queries.search import SNIPPET_TOKENS, WEIGHTS
from queries.tool import tool

NAMED = 2.0  # what an entity that the query names scores on top of its words
INSIDE = 0.1  # the score of one that only has the text inside a longer word
MOST_NAMED = 50  # entities that a query may name at once
COMMON = 0.25  # the share of all entities that a word says little from on
MOST_INSIDE = 200  # hits inside words
CONTENT_SHOWN = 300  # characters of a snippet
SHOWN = {  # properties that a hit shows beside its status, by its type
    "task": ("priority",),
    "note": ("note_type",),
    "prompt": ("variables",),
    "component": ("component_type",),
    "link": ("url", "link_type"),
}


Scores = dict[int, float]  # row of the index -> how well it fits

COMPARISONS: Mapping[str, Callable[[str, str], bool]] = {"=": eq, "<": lt, "<=": le, ">": gt, ">=": ge}


@tool(
    title="Search entities",
    pack="knowledge",
    parameters=(
        Parameter(
            "query",
            "string",
            'Words, all of which must occur. "…" is a phrase, pre* a beginning, -word must not occur, a OR b either; '
            "title:word looks there only; type:, status:, tag:, priority:, assignee:, created:>2025-01-31 filter.",
            required=True,
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
            note_type=string("Notes: their sort."),
            variables=strings("Prompts: what they ask for."),
            component_type=string("Components: their sort."),
            url=string("Links: where they lead."),
            link_type=string("Links: their sort."),
            score=number("Higher is better: 2 or more when the query names it, below 1 for words."),
            title_highlight=string("The title with what was found between <mark> and </mark>."),
            content_snippet=string("Text around what was found."),
            ref=string("Canonical reference: pass it to any tool."),
            source=string("Where it stands: path:line."),
        ),
        "query": string("The query."),
        "query_mode": string(
            "all: every word occurs; beginnings: words that begin so; any: no entity has all, so those with some; "
            "inside: inside longer words; filter: no words were given."
        ),
        "searched": mapping("In an answer without rows: how many entities of each type there are."),
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
    """Finds decisions, tasks, notes, prompts, components and links by the words in their title, text, tags and
    properties, the best first across all types. Use it when you know what something is about and not its id.

    Every word must occur; where no entity has them all, those with longer words or with some of them are given
    (query_mode says so). Word endings do not count. No query but a blank one is wrong: signs that mean nothing are left
    out. 50 a page.
    """
    if not query.strip():
        problem = {"argument": "query", "problem": "must not be blank", "value": query}
        raise QueryError("invalid_argument", "'query' must not be blank", field="query", problems=[problem])
    kinds = (type,) if type else TYPES
    wanted = understood(query)
    scores, mode, words = _found(snapshot, wanted, kinds)
    if wanted.filters:
        fitting = _fitting(snapshot, wanted.filters)
        scores = {row: score for row, score in scores.items() if row in fitting}
    for row in _named(snapshot, query, kinds):
        scores[row] = scores.get(row, 0.0) + NAMED
    ordered = sorted(scores)
    ordered.sort(key=scores.__getitem__, reverse=True)  # rows of one score stay as they are
    hits = Rows(len(ordered), lambda start, count: _results(snapshot, ordered[start : start + count], scores, words))
    answer: dict[str, Any] = {"results": hits, "query": query, "query_mode": mode}
    if not ordered:
        answer |= _nothing_found(snapshot, query, wanted, kinds)
    return page(answer, "results", limit=limit, cursor=cursor)


def _found(snapshot: Snapshot, wanted: Wanted, kinds: Sequence[str]) -> tuple[Scores, str, str]:
    """The hits by words, in which mode they were found, and the words in the language of the index."""
    scores, mode, words = _by_words(snapshot, wanted, kinds)
    if scores and wanted.excluded:
        for row in _matching(snapshot, excluding(wanted), kinds):
            scores.pop(row, None)
    return scores, mode, words


def _by_words(snapshot: Snapshot, wanted: Wanted, kinds: Sequence[str]) -> tuple[Scores, str, str]:
    if not wanted.groups:
        rows = _rows_of(snapshot, kinds) if wanted.excluded or wanted.filters else ()
        return dict.fromkeys(rows, 0.0), "filter", ""
    modes: Sequence[tuple[str, Callable[[], str]]] = (
        ("all", lambda: expression(wanted)),
        ("beginnings", lambda: expression(begun(wanted))),
        ("any", lambda: expression(_telling(snapshot, wanted), every=False)),
    )
    for mode, written in modes:
        words = written()
        if scores := _matching(snapshot, words, kinds):
            return scores, mode, words
    inside = _inside(snapshot, wanted, kinds)
    return inside, "inside" if inside else "all", ""


def _telling(snapshot: Snapshot, wanted: Wanted) -> Wanted:
    """The query without the words that very many entities have, unless it has no others."""
    sql = "SELECT count(*) FROM search WHERE search MATCH ?"
    counts = {
        group: snapshot.rows(sql, (expression(wanted._replace(groups=(group,))),))[0][0] for group in wanted.groups
    }
    most = len(heads_of(snapshot)) * COMMON
    rare = tuple(group for group, count in counts.items() if 0 < count <= most)
    return wanted._replace(groups=rare or wanted.groups)


def _matching(snapshot: Snapshot, words: str, kinds: Sequence[str]) -> Scores:
    """The entities that the index finds, with a score between 0 and 1."""
    sql = f"SELECT rowid, -bm25(search, {WEIGHTS}) FROM search WHERE search MATCH ? AND rowid BETWEEN ? AND ?"
    found = [row for one in _stretches(snapshot, kinds) for row in snapshot.rows(sql, (words, *one))]
    return {row: rank / (1.0 + rank) if rank > 0.0 else 0.0 for row, rank in found}


def _inside(snapshot: Snapshot, wanted: Wanted, kinds: Sequence[str]) -> Scores:
    """The entities that have every text inside a longer word: how languages that put no blanks are found."""
    texts = [group[0].text.rstrip("*") for group in wanted.groups][:8]
    if all(text.isascii() for text in texts):
        return {}
    condition = " AND ".join("instr(title || char(10) || body || char(10) || context, ?)" for _ in texts)
    sql = f"SELECT rowid FROM search WHERE rowid BETWEEN ? AND ? AND {condition} LIMIT {MOST_INSIDE}"
    found = [row for one in _stretches(snapshot, kinds) for row in snapshot.rows(sql, (*one, *texts))]
    return dict.fromkeys((row for (row,) in found), INSIDE)


def _stretches(snapshot: Snapshot, kinds: Sequence[str]) -> list[tuple[int, int]]:
    """The rows of the index that hold these types, first and last; types that stand side by side in one."""
    known = snapshot.memoize("queries.knowledge.stretches", _stretches_of)
    found: list[tuple[int, int]] = []
    before = None
    for place, first, last in sorted(known[kind] for kind in kinds if kind in known):
        if found and place - 1 == before:
            found[-1] = (found[-1][0], last)
        else:
            found.append((first, last))
        before = place
    return found


def _stretches_of(snapshot: Snapshot) -> dict[str, tuple[int, int, int]]:
    """Of each kind its place among all kinds that there are, and its first and last row."""
    sql = "SELECT kind, min(rowid) AS first, max(rowid) FROM object GROUP BY kind ORDER BY first"
    return {kind: (place, first, last) for place, (kind, first, last) in enumerate(snapshot.rows(sql))}


def _rows_of(snapshot: Snapshot, kinds: Sequence[str]) -> Iterable[int]:
    sql = "SELECT rowid FROM object WHERE rowid BETWEEN ? AND ?"
    return (row for one in _stretches(snapshot, kinds) for (row,) in snapshot.rows(sql, one))


def _index_rows(snapshot: Snapshot) -> dict[str, int]:
    """The row of each entity in the index, by ref."""
    first_and_last = _stretches(snapshot, TYPES)
    sql = "SELECT ref, rowid FROM object WHERE rowid BETWEEN ? AND ?"
    return {ref: row for one in first_and_last for ref, row in snapshot.rows(sql, one)}


def _named(snapshot: Snapshot, query: str, kinds: Sequence[str]) -> list[int]:
    """The rows of the entities that the whole query names."""
    heads = heads_of(snapshot)
    sql = "SELECT rowid FROM object WHERE ref = ?"
    refs = [ref for ref in entities_named(snapshot, query) if heads[ref].type in kinds]
    # What begins as hundreds of ids do names none of them.
    return [snapshot.rows(sql, (ref,))[0][0] for ref in refs] if len(refs) <= MOST_NAMED else []


def _fitting(snapshot: Snapshot, filters: Sequence[Filter]) -> Collection[int]:
    """The rows of the entities that pass all filters."""
    heads, folded = heads_of(snapshot), traits_of(snapshot).folded
    found: Collection[str] = heads.keys()
    for asked in filters:
        if asked.field in DATE_FILTERS:
            found = [ref for ref in found if _dated(heads[ref], asked)]
        else:
            fitting = folded.get((asked.field, plain(asked.field, asked.value)), ())
            found = [ref for ref in found if ref in fitting]
    rows = snapshot.memoize("queries.knowledge.index_rows", _index_rows)
    return {rows[ref] for ref in found}


def _dated(one: Head, asked: Filter) -> bool:
    """Whether a time is before, in or after a year, month or day."""
    stated = one.created_at if asked.field == "created" else one.updated_at
    begins = stated[: len(asked.value)]
    return bool(stated) and COMPARISONS[asked.operator](begins, asked.value)


def _results(snapshot: Snapshot, rows: Sequence[int], scores: Scores, words: str) -> list[dict[str, Any]]:
    """These rows of the index as answers show them, in this order."""
    heads, shown = heads_of(snapshot), _shown(snapshot, rows, words)
    sql = f"SELECT rowid, ref FROM object WHERE rowid IN ({_marks(rows)})"
    refs = dict(snapshot.rows(sql, rows))
    told = _properties(snapshot, [heads[ref] for ref in refs.values()])
    return [_result(heads[refs[row]], scores[row], told[refs[row]], *shown[row]) for row in rows]


def _properties(snapshot: Snapshot, chosen: Sequence[Head]) -> dict[str, dict[str, Any]]:
    """What each of these entities shows of its properties, by ref."""
    found: dict[str, dict[str, Any]] = {one.ref: {} for one in chosen}
    for kind, names in SHOWN.items():
        if positions := [one.position for one in chosen if one.type == kind]:
            sql = f"SELECT ref, properties FROM {TABLES[kind]} WHERE position IN ({_marks(positions)})"
            for ref, properties in snapshot.rows(sql, positions):
                values = orjson.loads(properties)
                found[ref] = {name: excerpt(value) for name in names if (value := values.get(name))}
    return found


def _shown(snapshot: Snapshot, rows: Sequence[int], words: str) -> dict[int, Sequence[str]]:
    """The title and some text of each row, with what was found; of rows that have none of the words, the beginning."""
    found: dict[int, Sequence[str]] = {}
    if words and rows:
        columns = f"rowid, highlight(search, 1, '<mark>', '</mark>'), {excerpt_sql(2, 'body', SNIPPET_TOKENS)}"
        # One walk from the first row to the last: the index would begin anew for each row that it is asked for.
        among = f"rowid BETWEEN ? AND ? AND +rowid IN ({_marks(rows)})"
        sql = f"SELECT {columns} FROM search WHERE search MATCH ? AND {among}"
        values = (words, min(rows), max(rows), *rows)
        found = {row: (title, around(body, SNIPPET_TOKENS)) for row, title, body in snapshot.rows(sql, values)}
    if others := [row for row in rows if row not in found]:
        sql = f"SELECT rowid, title, substr(body, 1, ?) FROM search WHERE rowid IN ({_marks(others)})"
        found |= {row: texts for row, *texts in snapshot.rows(sql, (CONTENT_SHOWN, *others))}
    return found


def _marks(values: Sequence[int]) -> str:
    return ", ".join("?" * len(values))


def _result(
    head: Head, score: float, told: Mapping[str, Any], title: str, content: str | None = None
) -> dict[str, Any]:
    snippet = " ".join((content or "").split())[:CONTENT_SHOWN]
    shown = {
        "id": head.id,
        "sequence_number": head.sequence_number,
        "type": head.type,
        "title": head.title,
        "status": head.status or None,
        **told,
        "score": round(score, 4),
        "title_highlight": title,
        "content_snippet": snippet or None,
        "ref": head.ref,
        "source": head.source,
    }
    return given(shown)


def _nothing_found(snapshot: Snapshot, query: str, wanted: Wanted, kinds: Sequence[str]) -> dict[str, Any]:
    counts = snapshot.memoize("queries.knowledge.counts", lambda one: counted(heads_of(one).values()))
    searched = {kind: count if kind in kinds else 0 for kind, count in counts.items()}
    near = near_names(snapshot, query, kinds[0] if len(kinds) == 1 else None)
    if wanted.is_empty:
        hint = "There is no word in the query to look for."
    else:
        hint = "Nothing fits. Try fewer or other words, or entity_list."
    return {"searched": searched, "hint": hint} | ({"did_you_mean": near} if near else {})
