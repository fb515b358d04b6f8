"""The answers of several sources to one question, side by side."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from compiler.model.source_names import split_ref
from compiler.store.snapshot import Snapshot
from queries.errors.query_error import SCHEMA_VERSION, QueryError
from queries.sources.choosing import SHOWN, texts_of
from queries.tools.parameters import echoed
from queries.tools.render import BOUND, size, visible

ANSWERED_BY = "source_name"  # the field of an answer that names the source that gave it
MAX_ANSWERS = 20  # of sources in one answer


class Answers(NamedTuple):
    """The answers and the errors of sources. `only` is the answer if one of them has what was asked for."""

    answers: Mapping[str, dict[str, Any]]
    errors: Mapping[str, QueryError]
    only: dict[str, Any] | None


def answers_of(
    snapshot: Snapshot, names: Sequence[str], given: Mapping[str, Any], ask: Callable[[str], dict[str, Any]]
) -> Answers:
    """Ask sources by their names, at most `MAX_ANSWERS`. Raises QueryError if an argument is an id that several have,
    or if none answers."""
    if len(names) > 1:
        _refuse_shared_ids(snapshot, names, given)
    answers: dict[str, dict[str, Any]] = {}
    errors: dict[str, QueryError] = {}
    for name in names[:MAX_ANSWERS]:
        try:
            answers[name] = ask(name)
        except QueryError as error:
            errors[name] = error
    if not answers:
        raise _common(errors)
    is_one = len(answers) == 1 and (len(names) == 1 or all(error.code == "not_found" for error in errors.values()))
    return Answers(answers, errors, next(iter(answers.values())) if is_one else None)


def _refuse_shared_ids(snapshot: Snapshot, names: Sequence[str], given: Mapping[str, Any]) -> None:
    """Raise QueryError if an argument is the id of objects in several sources: nothing decides which is meant."""
    for key, value in given.items():
        for text in texts_of(key, value):
            found = [row.ref for row in snapshot.objects(id=text) if split_ref(row.ref)[0] in names]
            if len({split_ref(ref)[0] for ref in found}) > 1:
                raise QueryError(
                    "ambiguous",
                    f"{len(found)} objects of several sources have this id",
                    **{key: echoed(text)},
                    refs=found[:SHOWN],
                    hint="Ask again with source, or with one of the refs.",
                )


def _common(errors: Mapping[str, QueryError]) -> QueryError:
    """Return the error of several sources: that of the first; what is near in any of them is suggested."""
    first = next(iter(errors.values()))
    if len(errors) == 1:
        return first
    near = list(dict.fromkeys(name for error in errors.values() for name in error.fields.get("did_you_mean", ())))
    fields = {**first.fields, "did_you_mean": near[:SHOWN], "sources": list(errors)[:SHOWN]}
    return QueryError(first.code, first.error, **fields)


def side_by_side(
    answers: Mapping[str, dict[str, Any]], errors: Mapping[str, QueryError], names: Sequence[str]
) -> dict[str, Any]:
    """Return the answers of several sources, each with its name, as far as there is room."""
    listed: list[dict[str, Any]] = []
    left = [name for name in names if name not in answers and name not in errors]
    room = BOUND - 2_000
    for name, answer in answers.items():
        own = {
            ANSWERED_BY: name,
            **{key: value for key, value in answer.items() if key not in ("schema_version", ANSWERED_BY)},
        }
        room -= size(visible(own)) + 1
        if room < 0 and listed:
            left.append(name)
        else:
            listed.append(own)
    found: dict[str, Any] = {"schema_version": SCHEMA_VERSION, "sources": listed}
    failed = [
        {ANSWERED_BY: name, "code": error.code, "error": error.error}
        for name, error in errors.items()
        if error.code != "not_found"
    ]
    if failed:
        found["not_answered"] = failed
    if left:
        found["left_out"] = left
        found["hint"] = "Not all sources are shown: name one with source."
    return found
