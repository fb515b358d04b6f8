"""Word search of facts: `memory_search`."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from compiler.languages.memory.facts import MemoryFact
from compiler.store.snapshot import Snapshot
from compiler.workspace.embeddings.protocol import Similarity
from compiler.workspace.interface import Workspace
from queries.errors.near import nearest
from queries.lookup.examples import is_example
from queries.memory.branch_scope import BRANCH, OWN_ONLY, BranchScope
from queries.memory.git_branches import read_branch
from queries.memory.ranking import Candidate, Hit, Reach, candidates, find
from queries.memory.rows import FACT, fact_row
from queries.memory.time_ranges import TIME_RANGE, TimeRange, parse_range
from queries.memory.vector_search import SEARCHED_BY, check_search_type, goes_by_words, search_type_of, with_meaning
from queries.memory.word_query import QUERY, WordQuery, parse_query
from queries.tools.paging import CURSOR, Cursor, limit_of, page
from queries.tools.parameters import Parameter
from queries.tools.schemas import DID_YOU_MEAN, IS_EXAMPLE, integer, mapping, number, objects, string
from queries.tools.tool import tool

MAX_OTHER_BRANCHES = 5  # other branches that an empty answer names

CATEGORY = Parameter("category", "string", "Only facts of exactly this category: decision, bug_fix, architecture, ….")
SCORE = number("How well it matches, 0 to 1, within this answer only; about 0 for words that most facts have.")
SEARCHED = mapping(
    "In an answer without rows: what was searched.",
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
        "results": objects("Best first, then the newest, then by id.", score=SCORE, **FACT, is_example=IS_EXAMPLE),
        "branch": string("The branch that was read."),
        "searched_by": SEARCHED_BY,
        "searched": SEARCHED,
        "did_you_mean": DID_YOU_MEAN,
    },
    may_run_long=True,
    needs_workspace=True,
)
def memory_search(
    workspace: Workspace,
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
    """Finds facts that were learnt, by any of several words. Use it before working something out anew.

    The active facts of a branch that match the words of a question come best first. Use several words for the same
    thing. Superseded, archived and retracted facts are left out (memory_time_travel finds what was known earlier). A
    branch also reads its ancestors. memory_search_messages finds messages. 10 a page.

    Where get_snapshot_info lists embeddings, hybrid also finds facts in other words: 0.7 of a score is the rank by
    words, 0.3 the similarity in meaning, each relative to the best. vector uses the similarity alone (a cosine). Of the
    facts that pass the filters, the 100 nearest count, and none below 0.2.
    """
    check_search_type(workspace, search_type)
    snapshot, scope = read_branch(workspace, branch, own_only)
    reach: Reach = "exact" if search_type == "keyword" else "around"
    times = parse_range(time_range)
    answer = search_facts(snapshot, query, reach, scope, category, times, search_type, workspace.similarity)
    return page(answer, "results", limit=limit, cursor=cursor, rows={"results": lambda hit: hit_row(snapshot, hit)})


def search_facts(
    snapshot: Snapshot,
    query: str,
    reach: Reach,
    scope: BranchScope,
    category: str | None,
    within: TimeRange,
    search_type: str = "keyword",
    similarity: Similarity | None = None,
) -> dict[str, Any]:
    """Return an answer with the active facts of a branch that match a query, as hits, or with the reason for none."""
    parsed = parse_query(query)
    on_all_branches: Sequence[Hit] = ()
    if goes_by_words(search_type, parsed):
        on_all_branches = find(
            snapshot, MemoryFact, parsed, lambda candidate: _passes(candidate, category, within), reach
        )
    by_words = [hit for hit in on_all_branches if _sees(scope, hit.entry)]

    def passes(candidate: Candidate) -> bool:
        return _passes(candidate, category, within) and _sees(scope, candidate)

    hits, notes = with_meaning(similarity, snapshot, MemoryFact, parsed, passes, by_words, search_type)
    answer: dict[str, Any] = {"results": hits, "branch": scope.name, **notes}
    if not hits:
        answer |= _empty_answer(snapshot, parsed, on_all_branches, scope, category, within)
    elif parsed.is_empty and query.strip():
        answer["hint"] = "There is no word in the query to look for: these are the newest facts."
    return answer


def _sees(scope: BranchScope, candidate: Candidate) -> bool:
    return scope.sees("fact", candidate.id, candidate.branch)


def _passes(candidate: Candidate, category: str | None, within: TimeRange) -> bool:
    is_active, of_category = candidate.traits
    return is_active and category in (None, of_category) and within.holds(candidate.at, candidate.at_last)


def hit_row(snapshot: Snapshot, hit: Hit) -> dict[str, Any]:
    """Return the row of a fact that was found."""
    (fact,) = snapshot.facts(MemoryFact, rowid=hit.entry.row)
    row = fact_row(fact)
    mark = {"is_example": True} if is_example(snapshot, fact) else {}
    return {"id": row.pop("id"), "fact_text": row.pop("fact_text"), "score": round(hit.score, 4), **row, **mark}


def _empty_answer(
    snapshot: Snapshot,
    parsed: WordQuery,
    elsewhere: Sequence[Hit],
    scope: BranchScope,
    category: str | None,
    within: TimeRange,
) -> dict[str, Any]:
    """Return what was searched, and a hint: other branches with matches, the categories, or other tools."""
    known = candidates(snapshot, MemoryFact).values()
    looked_at = sum(_passes(candidate, category, within) and _sees(scope, candidate) for candidate in known)
    hints = [f"None of {looked_at} facts on {scope.name} fits." if looked_at else f"No fact on {scope.name} passes."]
    categories = {candidate.traits[1] for candidate in known if candidate.traits[1]}
    if elsewhere:
        counts = Counter(hit.entry.branch for hit in elsewhere).most_common(MAX_OTHER_BRANCHES)
        hints.append(f"Other branches have some: {', '.join(f'{branch} {count}' for branch, count in counts)}.")
    elif category and category not in categories:
        hints.append(f"No fact has this category; there are {', '.join(sorted(categories)) or 'none'}.")
    elif not parsed.is_empty:
        hints.append("Try other words for the same thing, memory_search_messages, or memory_time_travel.")
    near = nearest(category, categories - {category}) if category else []
    answer = {"searched": {"facts": looked_at, "facts_in_memory": len(known)}, "hint": " ".join(hints)}
    return answer | ({"did_you_mean": near} if near else {})
