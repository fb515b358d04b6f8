"""Facts by the words of a question: `memory_search`."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from compiler.languages.memory.facts import MemoryFact
from compiler.store.snapshot import Snapshot
from queries.memory.meaning import goes_by_words, meanings_for, search_type_of, with_meaning
from queries.memory.ranking import Candidate, Hit, Reach, candidates, find
from queries.memory.repository import reading
from queries.memory.rows import FACT, fact_row
from queries.memory.selection import BRANCH, OWN_ONLY, Tree
from queries.memory.time_ranges import TIME_RANGE, TimeRange, parse_range
from queries.memory.word_query import WordQuery, parse_query
from queries.near import nearest
from queries.paging import CURSOR, Cursor, limit_of, page
from queries.parameters import Parameter
from queries.schemas import DID_YOU_MEAN, integer, mapping, number, objects, string
from queries.tool import tool

BRANCHES_TOLD = 5  # other branches that an empty answer names

QUERY = Parameter(
    "query",
    "string",
    'A question or words, any of which may occur, in any form. "…" must occur so, -word must not. Empty: the newest.',
    required=True,
    max_length=4_000,
)
CATEGORY = Parameter("category", "string", "Only facts of exactly this category: decision, bug_fix, architecture, ….")
SCORE = number("How well it fits, 0 to 1, within this answer only; about 0 for words that are everywhere.")
SEARCHED = mapping(
    "In an answer without rows: what was looked at.",
    facts=integer("Facts that passed the filters."),
    facts_in_memory=integer("All facts, on all branches, inactive ones included."),
)


@tool(
    title="Search facts",
    pack="memory",
    parameters=(
        QUERY,
        search_type_of(
            "hybrid",
            hybrid="words in any form, and in the text around a fact",
            keyword="only facts that hold one of the very words",
        ),
        CATEGORY,
        BRANCH,
        OWN_ONLY,
        TIME_RANGE,
        limit_of(10),
        CURSOR,
    ),
    result={
        "results": objects("Best first; of equals the newest, then by id.", score=SCORE, **FACT),
        "branch": string("The branch that was read."),
        "searched": SEARCHED,
        "did_you_mean": DID_YOU_MEAN,
    },
    may_run_long=True,
)
def memory_search(
    snapshot: Snapshot,
    *,
    query: str,
    search_type: str,
    category: str | None,
    branch: str | None,
    own_only: bool,
    time_range: dict[str, Any] | None,
    limit: int,
    cursor: Cursor,
) -> dict[str, Any]:
    """Finds what was learnt: the active facts of a branch by the words of a question, best first. Use it before you
    work something out anew, and ask in several words for the same thing: any of them is enough.

    Superseded, archived and retracted facts are left out (memory_time_travel finds what was known then). A branch reads
    its ancestors too. Messages are found by memory_search_messages. 10 a page.

    Where get_snapshot_info tells of embeddings, hybrid finds facts in other words too: 0.7 of a score is the rank by
    words, 0.3 the likeness in meaning, each over that of the best. vector has the likeness alone (a cosine). Of those
    that pass the filters the 100 nearest count, and none below 0.2.
    """
    meanings_for(snapshot, search_type)
    snapshot, tree = reading(snapshot, branch, own_only)
    reach: Reach = "exact" if search_type == "keyword" else "around"
    answer = facts_found(snapshot, query, reach, tree, category, parse_range(time_range), search_type)
    return page(answer, "results", limit=limit, cursor=cursor, rows={"results": lambda hit: scored(snapshot, hit)})


def facts_found(
    snapshot: Snapshot,
    query: str,
    reach: Reach,
    tree: Tree,
    category: str | None,
    within: TimeRange,
    search_type: str = "keyword",
) -> dict[str, Any]:
    """The active facts that a query finds on a branch, as hits, and why there are none."""
    wanted = parse_query(query)
    found: Sequence[Hit] = ()
    if goes_by_words(search_type, wanted):
        found = find(snapshot, MemoryFact, wanted, lambda one: _passes(one, category, within), reach)
    by_words = [hit for hit in found if tree.holds(hit.entry.branch)]

    def passes(one: Candidate) -> bool:
        return _passes(one, category, within) and tree.holds(one.branch)

    hits, told = with_meaning(snapshot, MemoryFact, wanted, passes, by_words, search_type)
    answer: dict[str, Any] = {"results": hits, "branch": tree.name}
    if not hits:
        answer |= _nothing_found(snapshot, wanted, found, tree, category, within)
    elif wanted.is_empty and query.strip():
        answer["hint"] = "There is no word in the query to look for: these are the newest facts."
    elif told:
        answer["hint"] = told
    return answer


def _passes(one: Candidate, category: str | None, within: TimeRange) -> bool:
    is_active, of_category = one.traits
    return is_active and category in (None, of_category) and within.holds(one.at, one.at_last)


def scored(snapshot: Snapshot, hit: Hit) -> dict[str, Any]:
    """A fact that was found."""
    (fact,) = snapshot.facts(MemoryFact, rowid=hit.entry.row)
    row = fact_row(fact)
    return {"id": row.pop("id"), "fact_text": row.pop("fact_text"), "score": round(hit.score, 4), **row}


def _nothing_found(
    snapshot: Snapshot, wanted: WordQuery, elsewhere: Sequence[Hit], tree: Tree, category: str | None, within: TimeRange
) -> dict[str, Any]:
    """Why nothing was found: what was looked at, and where the words do occur."""
    known = candidates(snapshot, MemoryFact).values()
    looked_at = sum(_passes(one, category, within) and tree.holds(one.branch) for one in known)
    told = [f"None of {looked_at} facts on {tree.name} fits." if looked_at else f"No fact on {tree.name} passes."]
    categories = {one.traits[1] for one in known if one.traits[1]}
    if elsewhere:
        counts = Counter(hit.entry.branch for hit in elsewhere).most_common(BRANCHES_TOLD)
        told.append(f"Other branches have some: {', '.join(f'{branch} {count}' for branch, count in counts)}.")
    elif category and category not in categories:
        told.append(f"No fact has this category; there are {', '.join(sorted(categories)) or 'none'}.")
    elif not wanted.is_empty:
        told.append("Try other words for the same thing, memory_search_messages, or memory_time_travel.")
    near = nearest(category, categories - {category}) if category else []
    answer = {"searched": {"facts": looked_at, "facts_in_memory": len(known)}, "hint": " ".join(told)}
    return answer | ({"did_you_mean": near} if near else {})
