"""The difference between two branches: `memory_branch_diff`.

Records are compared by id, three ways: the state of the source, the state of the target, and the base, which is the
state of the common ancestor when the source was forked. What one side has ended since and the other still has is
removed, also if it was written after the fork. Each record of either side is in exactly one class:

    source = new + same + changed + changed_in_target + removed_in_target + conflicts
    target = only_in_target + same + changed + changed_in_target + removed + conflicts
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

import orjson

from compiler.store.snapshot import Snapshot
from compiler.workspace.interface import Workspace
from queries.errors.near import nearest
from queries.memory.branch_states import COMPARED_FIELDS, Key, RecordState, State, holding
from queries.memory.duplicates import NearDuplicateIndex
from queries.memory.revisions import Side, base_of, side_named
from queries.memory.rows import CONTENT_SHOWN, FACT, RELATION, TEXT_SHOWN, shortened, without_empty
from queries.memory.time_ranges import format_time
from queries.tools.paging import CURSOR, Cursor, limit_of, page
from queries.tools.parameters import Parameter
from queries.tools.schemas import DID_YOU_MEAN, Schema, boolean, integer, mapping, number, objects, string
from queries.tools.tool import tool

CLASSES = (
    "new",
    "only_in_target",
    "same",
    "changed",
    "changed_in_target",
    "removed",
    "removed_in_target",
    "conflicts",
)

COUNTED_ONLY = ("same", "only_in_target")  # not listed, since most records of two branches are in these classes

TYPE = string("fact, relation, observation, session, conversation, message or task.")
PLURALS = {kind: f"{kind}s" for kind in COMPARED_FIELDS}  # names of the counts

DIFFERENCE_ROW = {
    "type": TYPE,
    "id": string("Its id."),
    "source": string("What the source branch says."),
    "target": string("What the target branch says."),
    "base": string("What both said when the source was forked; left out if neither had it."),
    "source_place": string("path:line of what the source branch says."),
    "target_place": string("path:line of what the target branch says."),
}
NEW_ROW = {
    "type": string("observation, session, conversation, message or task."),
    "id": string("Its id."),
    "text": string("What it says, or its beginning."),
    "conversation_id": string("Of a message: where it was said."),
    "already_merged": boolean("True if a merge into the target names it."),
    "branch": string("The branch it was written on."),
    "created_at": string("When, in UTC; left out if the source does not say."),
    "ref": string("Canonical reference: pass it to any tool."),
    "place": string("path:line."),
}
ENDED_ROW = {
    "type": TYPE,
    "id": string("Its id."),
    "text": string("What the other side still says."),
    "is_changed": boolean("True if the other side has written or changed it since the source was forked."),
    "place": string("path:line of that text."),
}


def _counts(what: str) -> Schema:
    names = {name: integer("See the description.") for name in ("source", "target", *CLASSES)}
    return mapping(f"How many {what} of both sides fall into each class.", **names)


@tool(
    title="Difference of branches",
    pack="memory",
    parameters=(
        Parameter(
            "source_branch",
            "string",
            "The branch with the work; one of the repository also as of a date, name@{2026-03-01}.",
            required=True,
            aliases=("source", "branch"),
        ),
        Parameter(
            "target_branch",
            "string",
            "The branch it is compared with, such as main.",
            required=True,
            brief="Such as main.",
            aliases=("target",),
        ),
        Parameter("category", "string", "Only facts of exactly this category; other records are not filtered."),
        limit_of(100),
        CURSOR,
    ),
    result={
        "source_branch": string("The source."),
        "target_branch": string("The target."),
        "fork_point": mapping(
            "Where the branches part.",
            branch=string("The nearest common ancestor."),
            at=string("When the source was forked; of a commit, when it was made."),
            commit=string("With a branch of the repository: the nearest commit that both have in their history."),
        ),
        "counts": mapping(
            "Of all records, category filter applied.", **{name: _counts(name) for name in PLURALS.values()}
        ),
        "new_facts": objects(
            "Active facts of the source that the target does not have, by time and id.",
            already_merged=boolean("True if a merge into the target names it."),
            **FACT,
        ),
        "new_relations": objects("Live relations that the target does not have.", **RELATION),
        "new_records": objects("All else that the target does not have, by type, time and id.", **NEW_ROW),
        "conflicts": objects("Records that both sides changed, differently.", **DIFFERENCE_ROW),
        "changed": objects("What the source changed.", **DIFFERENCE_ROW),
        "removed": objects("What the source ended and the target still has.", **ENDED_ROW),
        "removed_in_target": objects("What the target ended and the source still has.", **ENDED_ROW),
        "changed_in_target": objects("What the target changed.", **DIFFERENCE_ROW),
        "possible_duplicates": objects(
            "New facts that are nearly the same as a fact of the target; they count as new.",
            id=string("The new fact."),
            target_id=string("The fact of the target."),
            similarity=number("The share of words that both have in common."),
            fact_text=string("The new fact."),
            target_text=string("The fact of the target."),
        ),
        "did_you_mean": DID_YOU_MEAN,
    },
    may_run_long=True,
    needs_workspace=True,
)
def memory_branch_diff(
    workspace: Workspace, *, source_branch: str, target_branch: str, category: str | None, limit: int, cursor: Cursor
) -> dict[str, Any]:
    """What two branches differ in: new, changed and ended facts, relations and other records. Use it before a merge.

    Facts, relations, observations, sessions, conversations, messages and tasks are compared by id; the base is the
    state of the common ancestor when the source was forked. A branch of the repository is read in its own revision, and
    the base is then the nearest common commit. The counts add up: source = new + same + changed + changed_in_target +
    removed_in_target + conflicts; target = only_in_target + same + changed + changed_in_target + removed + conflicts.
    Swap the branches to list what only the target has. 100 a page.
    """
    source = side_named(workspace, source_branch, "source_branch")
    target = side_named(workspace, target_branch, "target_branch")
    base = base_of(workspace, source, target)
    sides = (source.seen, target.seen, base.seen)
    here, there, before = (_filtered(holding(side), category) for side in sides)
    classes = records_by_class(here, there, before, *sides)
    answer = {
        "source_branch": source.name,
        "target_branch": target.name,
        **base.answer_fields,
        "counts": _counts_by_kind(classes, here, there),
        **_rows_by_class(classes, here, there, before, target),
    }
    fields = [name for name, value in answer.items() if isinstance(value, list)]
    if category is not None and not (answer["counts"]["facts"]["source"] or answer["counts"]["facts"]["target"]):
        answer |= _without_category(category, sides[:2])
    elif not any(answer[name] for name in fields):
        answer["hint"] = f"{target.name} has all that {source.name} has."
    return page(answer, *fields, limit=limit, cursor=cursor)


def _filtered(found: State, category: str | None) -> State:
    if category is None:
        return found
    return {
        key: state
        for key, state in found.items()
        if state.record_type != "fact" or state.fields.get("category") == category
    }


def _without_category(category: str, sides: Iterable[State]) -> dict[str, Any]:
    """Return what there is to say when no fact of either side has the category."""
    facts = (state for seen in sides for state in holding(seen).values() if state.record_type == "fact")
    known = {name for fact in facts if (name := fact.fields.get("category"))}
    near = nearest(category, known)
    hint = f"Neither branch has a fact of this category; there are {', '.join(sorted(known)) or 'none'}."
    return {"hint": hint} | ({"did_you_mean": near} if near else {})


def records_by_class(
    here: State, there: State, before: State, seen: State, seen_there: State, seen_before: State
) -> dict[str, list[Key]]:
    """Return the records of each class, in order of time and id in classes that are listed. `seen` are the records that
    the sides and the base see, those included that have ended there."""
    classes: dict[str, list[Key]] = {name: [] for name in CLASSES}
    for key in {**here, **there}:
        one, other = here.get(key), there.get(key)
        if one is None:
            is_ended = key in before or (key in seen and key not in seen_before)
            name = "removed" if is_ended else "only_in_target"
        elif other is None:
            is_ended = key in before or (key in seen_there and key not in seen_before)
            name = "removed_in_target" if is_ended else "new"
        else:
            name = _class(one, other, before.get(key))
        classes[name].append(key)
    for name, keys in classes.items():
        if name not in COUNTED_ONLY:
            keys.sort(key=lambda key: _order(here.get(key) or there[key]))
    return classes


def _order(state: RecordState) -> tuple[str, bool, int, str]:
    return state.record_type, state.at is None, state.at or 0, state.id


def _class(here: RecordState, there: RecordState, before: RecordState | None) -> str:
    """Return the class of a record that both sides have."""
    if here is there or here.compared == there.compared:
        return "same"
    if before is not None and there.compared == before.compared:
        return "changed"
    return "changed_in_target" if before is not None and here.compared == before.compared else "conflicts"


def _counts_by_kind(classes: Mapping[str, Sequence[Key]], here: State, there: State) -> dict[str, dict[str, int]]:
    """Return how many records of each kind both sides and each class have, by the plural of the kind."""
    listed = {"source": here, "target": there, **classes}
    counted = {name: Counter(kind for kind, _ in keys) for name, keys in listed.items()}
    return {plural: {name: of_kinds[kind] for name, of_kinds in counted.items()} for kind, plural in PLURALS.items()}


def _rows_by_class(
    classes: Mapping[str, Sequence[Key]],
    here: State,
    there: State,
    before: State,
    target: Side,
) -> dict[str, list[dict[str, Any]]]:
    """Return the rows of each class."""
    merged = _merged_into(target)
    new = [here[key] for key in classes["new"]]
    facts = [state for state in new if state.record_type == "fact"]

    def differences(name: str) -> list[dict[str, Any]]:
        return [_difference_row(here[key], there[key], before.get(key)) for key in classes[name]]

    def ended_rows(name: str, side: State) -> list[dict[str, Any]]:
        return [_ended_row(side[key], before.get(key)) for key in classes[name]]

    return {
        "new_facts": [_fact_row(fact) | ({"already_merged": True} if fact.id in merged else {}) for fact in facts],
        "new_relations": [_relation_row(state) for state in new if state.record_type == "relation"],
        "new_records": [_new_row(state, merged) for state in new if state.record_type not in ("fact", "relation")],
        "conflicts": differences("conflicts"),
        "changed": differences("changed"),
        "removed": ended_rows("removed", there),
        "removed_in_target": ended_rows("removed_in_target", here),
        "changed_in_target": differences("changed_in_target"),
        "possible_duplicates": _duplicates(facts, there, target.snapshot),
    }


def _merged_into(target: Side) -> set[str]:
    """Return the ids that merges into the target name."""
    rows = target.snapshot.rows("SELECT merged FROM fact_memory_merge WHERE target = ?", (target.own,))
    return {id for (merged,) in rows for id in orjson.loads(merged)}


def _fact_row(state: RecordState) -> dict[str, Any]:
    row = {
        "id": state.id,
        "fact_text": shortened(state.text, TEXT_SHOWN),
        **{name: state.fields.get(name) for name in ("category", "confidence", "verification", "subject")},
        "status": state.fields.get("status"),
        "branch": state.branch,
        "created_at": format_time(state.at) if state.at is not None else None,
        "session_id": state.fields.get("session"),
        "agent_id": state.fields.get("agent"),
        "task_id": state.fields.get("task"),
        "ref": state.ref,
        "source": state.place,
    }
    return without_empty(row)


def _relation_row(state: RecordState) -> dict[str, Any]:
    row = {name: state.fields.get(name) for name in RELATION}
    return without_empty(row | {"id": state.id, "branch": state.branch, "ref": state.ref, "place": state.place})


def _new_row(state: RecordState, merged: Collection[str]) -> dict[str, Any]:
    row = {
        "type": state.record_type,
        "id": state.id,
        "text": shortened(state.text, CONTENT_SHOWN) or None,
        "conversation_id": state.fields.get("conversation_id"),
        "already_merged": state.id in merged or None,
        "branch": state.branch,
        "created_at": format_time(state.at) if state.at is not None else None,
        "ref": state.ref,
        "place": state.place,
    }
    return without_empty(row)


def _difference_row(here: RecordState, there: RecordState, before: RecordState | None) -> dict[str, Any]:
    row = {"type": here.record_type, "id": here.id, "source": _shown(here), "target": _shown(there)}
    base = {"base": _shown(before)} if before else {}
    return row | base | {"source_place": here.place, "target_place": there.place}


def _ended_row(state: RecordState, before: RecordState | None) -> dict[str, Any]:
    row = {"type": state.record_type, "id": state.id, "text": shortened(state.text, TEXT_SHOWN), "place": state.place}
    return row | ({"is_changed": True} if before is None or state.compared != before.compared else {})


def _shown(state: RecordState) -> str:
    """Return the text of a record, and the other fields that are compared."""
    others = {
        name: value
        for name in COMPARED_FIELDS[state.record_type]
        if (value := state.fields.get(name)) not in (None, {})
    }
    shown = ", ".join(
        f"{name}: {value if isinstance(value, str) else orjson.dumps(value).decode()}" for name, value in others.items()
    )
    return shortened(state.text, TEXT_SHOWN) + (f" ({shown})" if shown else "")


def _duplicates(new: Sequence[RecordState], there: State, snapshot: Snapshot) -> list[dict[str, Any]]:
    """Return the new facts that are near duplicates of a fact of the target, whose snapshot this is."""
    known = snapshot.memoize("queries.memory.fact_texts", _fact_texts)
    near = [(state, {known.texts[at]: similarity for at, similarity in known.near(state.text)}) for state in new]
    texts = {text for _, found in near for text in found}
    others = [state for state in there.values() if state.record_type == "fact" and state.text in texts] if texts else []
    return [
        {
            "id": state.id,
            "target_id": other.id,
            "similarity": round(found[other.text], 4),
            "fact_text": shortened(state.text, TEXT_SHOWN),
            "target_text": shortened(other.text, TEXT_SHOWN),
        }
        for state, found in near
        for other in others
        if other.text in found
    ]


def _fact_texts(snapshot: Snapshot) -> NearDuplicateIndex:
    """Return an index of the texts of all versions of facts."""
    return NearDuplicateIndex(
        [text for (text,) in snapshot.rows("SELECT DISTINCT text FROM fact_memory_version WHERE record_type = 'fact'")]
    )
