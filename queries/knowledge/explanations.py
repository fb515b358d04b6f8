"""Why tasks are ready or blocked, and what waits for them: what `explain` adds to the rows of tasks."""

from collections.abc import Iterator, Sequence
from typing import Any

from compiler.languages.knowledge.facts import UnresolvedReference
from compiler.store.snapshot import Snapshot
from queries.knowledge.entities import heads_of, summary
from queries.knowledge.work_states import blockers_by_ref, dependents_by_ref, ready_refs, root_blockers

MAX_EXPLAINED = 20  # rows in each list of an explanation
MAX_NAMED, MAX_NAME = 3, 60  # names in a sentence, and characters of each


def explained_ready(snapshot: Snapshot, ref: str) -> dict[str, Any]:
    """Return the finished and the missing tasks that an item waited for, and the tasks that wait for it."""
    heads = heads_of(snapshot)
    sql = (
        "SELECT source, file || ':' || start_line FROM fact_knowledge_relation "
        "WHERE target = ? AND relation_type = 'blocks' AND NOT is_dangling ORDER BY position"
    )
    finished = [
        {**summary(heads[source]), "source": place}
        for source, place in snapshot.rows(sql, (ref,))
        if source in heads and heads[source].status == "done"
    ]
    waiting = [
        {**summary(heads[dependent]), "others": len(blockers_by_ref(snapshot)[dependent]) - 1}
        for dependent in dependents_by_ref(snapshot).get(ref, ())[:MAX_EXPLAINED]
        if dependent in heads
    ]
    unknown = snapshot.facts(UnresolvedReference, ref=ref, relation_type="blocks")[:MAX_EXPLAINED]
    missing = [{"text": named.text, "source": str(named.span)} for named in unknown]
    lists = {"finished": finished[:MAX_EXPLAINED], "missing": missing, "waiting_for_it": waiting}
    return {name: rows for name, rows in lists.items() if rows}


def ready_sentences(snapshot: Snapshot, ref: str) -> Iterator[str]:
    """Yield the explanation of a ready task as sentences."""
    found = explained_ready(snapshot, ref)
    finished = [task["id"] for task in found.get("finished", ())]
    missing = [named["text"] for named in found.get("missing", ())]
    waiting = found.get("waiting_for_it", ())
    alone = [task["id"] for task in waiting if not task["others"]]
    among_others = [task["id"] for task in waiting if task["others"]]
    if finished:
        yield f"It waited for {_names(finished)}, which {'is' if len(finished) == 1 else 'are'} done."
    if missing:
        yield f"It names {_names(missing)}, and nothing has that name."
    if alone:
        yield f"{_names(alone)} {'waits' if len(alone) == 1 else 'wait'} for it alone."
    if among_others:
        yield f"{_names(among_others)} {'waits' if len(among_others) == 1 else 'wait'} for it and others."


def explained_blocked(snapshot: Snapshot, ref: str) -> dict[str, Any]:
    """Return the tasks with which to start, so that an item can be done in the end."""
    heads = heads_of(snapshot)
    chain = root_blockers(blockers_by_ref(snapshot), ref)
    now = ready_refs(snapshot)
    roots = [{**summary(heads[root]), "is_ready": root in now} for root in chain.roots[:MAX_EXPLAINED] if root in heads]
    return ({"start_with": roots} if roots else {}) | ({"in_circle": True} if chain.is_cycle else {})


def _names(names: Sequence[str]) -> str:
    """Return names as a part of a sentence: the first of many, and how many more there are."""
    shown = [name if len(name) <= MAX_NAME else f"{name[: MAX_NAME - 1]}…" for name in names[:MAX_NAMED]]
    count = "others" if len(names) == MAX_EXPLAINED else f"{len(names) - MAX_NAMED} more"
    more = [count] if len(names) > MAX_NAMED else []
    *first, last = [*shown, *more]
    return f"{', '.join(first)} and {last}" if first else last
