"""`object_history`: what it says of histories with known changes, of broken ones, and beside `compare_revisions`."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from compiler.languages.knowledge.facts.entities import Decision
from compiler.languages.requirements.facts.specification import Requirement
from compiler.workspace.interface import Workspace
from tests.closing import open_workspace
from tests.queries.asking import Json, all_rows
from tests.queries.revisions.generated_history import FIELDS, Event, Generated, events, generate

SMALL = pytest.param(40, 1, id="small")
LARGE = pytest.param(500, 2, id="large", marks=pytest.mark.long("500 commits are read for each of some forty objects"))


def _event(row: Json) -> Event:
    fields = frozenset(field["field"] for field in row.get("fields", ())) & FIELDS
    return row["commit"], row["change"], fields


def _told(workspace: Workspace, ref: str, **arguments: str) -> list[Event]:
    rows = all_rows(workspace, "object_history", "changes", ref=ref, history=5_000, **arguments)
    return [event for event in map(_event, rows) if event[2] or event[1] not in ("changed", "superseded")]


def _objects(history: Generated) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield each object there ever was, with the arguments that say where one that is gone stood."""
    files = {ref: one.file for state in history.states for ref, one in state.said().items() if ":" in ref}
    last = history.states[-1].said()
    yield from ((ref, {} if ref in last else {"file": file}) for ref, file in files.items())


@pytest.mark.parametrize(("commits", "seed"), [SMALL, LARGE])
def test_object_history_of_generated_history_is_what_happened(tmp_path: Path, commits: int, seed: int) -> None:
    history = generate(tmp_path / "source", commits, seed)
    workspace = open_workspace(tmp_path / "source", keep=True)
    told, known = set(), set()
    for ref, arguments in _objects(history):
        told |= {(ref, *event) for event in _told(workspace, ref, **arguments)}
        known |= {(ref, *event) for event in events(history, ref)}
    assert told - known == set()
    assert len(told) >= 0.98 * len(known), sorted(known - told)


def test_object_history_and_compare_revisions_tell_one_story(tmp_path: Path) -> None:
    history = generate(tmp_path / "source", 30, 3)
    workspace = open_workspace(tmp_path / "source", keep=True)
    refs = [ref for ref in history.states[-1].said() if ":" in ref]
    rows = {ref: all_rows(workspace, "object_history", "changes", ref=ref) for ref in refs}
    came = {
        ref: next(history.commits.index(row["commit"]) for row in rows[ref] if row["change"] == "added") for ref in refs
    }
    for at in Random(3).sample(range(1, len(history.commits)), 12):
        base, commit = history.commits[at - 1], history.commits[at]
        compared = all_rows(workspace, "compare_revisions", "changes", base=base, target=commit, about="object")
        by_ref = {row["name"]: row for row in compared}
        for ref in refs:
            told = [_of_both(row) for row in rows[ref] if row["commit"] == commit]
            compared_alike = [_of_both(by_ref[ref])] if ref in by_ref else []
            assert all(row in compared_alike for row in told), (ref, commit)
            # What is before an object came again, after it was gone, may stand in another file.
            assert told or at < came[ref] or all(map(_is_of_others, compared_alike)), (ref, commit)


def _of_both(row: Json) -> Json:
    """Return what a row of both tools says."""
    return {name: row[name] for name in ("before", "after", "was", "fields") if name in row}


def _is_of_others(row: Json) -> bool:
    """Whether only fields changed that other files have a say in."""
    fields = {field["field"] for field in row.get("fields", ())}
    return bool(fields) and fields <= {"properties", *(Decision.linked or ()), *(Requirement.linked or ())}
