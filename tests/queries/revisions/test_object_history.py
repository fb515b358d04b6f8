"""`object_history`: what it says of histories with known changes, of broken ones, and beside `compare_revisions`."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, cast

import pytest
from dulwich.object_store import tree_lookup_path
from dulwich.objects import Commit
from dulwich.repo import Repo

from compiler.languages.knowledge.facts.entities import Decision
from compiler.languages.requirements.facts.specification import Requirement
from compiler.workspace.interface import History, Revisions, Workspace
from queries.revisions.object_history import GONE, STOPPED
from tests.closing import open_workspace
from tests.compiler.workspace.git.repositories import RepositoryBuilder
from tests.queries.asking import Json, all_rows, ask, error
from tests.queries.revisions.generated_history import FIELDS, Event, Generated, events, generate

SMALL = pytest.param(40, 1, id="small")
LARGE = pytest.param(500, 2, id="large", marks=pytest.mark.long("500 commits are read for each of some forty objects"))


def _event(row: Json) -> Event:
    fields = frozenset(field["field"] for field in row.get("fields", ())) & FIELDS
    return row["commit"], row["change"], fields


def _told(workspace: Workspace, ref: str, **arguments: str) -> list[Event]:
    rows = all_rows(workspace, "object_history", "changes", ref=ref, history=5_000, **arguments)
    return [event for event in map(_event, rows) if event[2] or event[1] not in ("changed", "superseded")]


def _objects(made: Generated) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield each object there ever was, with the arguments that say where one that is gone stood."""
    files = {ref: one.file for state in made.states for ref, one in state.said().items() if ":" in ref}
    last = made.states[-1].said()
    yield from ((ref, {} if ref in last else {"file": file}) for ref, file in files.items())


@pytest.mark.timeout(600)  # a busy machine is no failure
@pytest.mark.parametrize(("commits", "seed"), [SMALL, LARGE])
def test_object_history_of_generated_history_is_what_happened(tmp_path: Path, commits: int, seed: int) -> None:
    made = generate(tmp_path / "source", commits, seed)
    workspace = open_workspace(tmp_path / "source", keep=True)
    told, known = set(), set()
    for ref, arguments in _objects(made):
        told |= {(ref, *event) for event in _told(workspace, ref, **arguments)}
        known |= {(ref, *event) for event in events(made, ref)}
    assert told - known == set()
    assert len(told) >= 0.98 * len(known), sorted(known - told)


def test_object_history_and_compare_revisions_tell_one_story(tmp_path: Path) -> None:
    made = generate(tmp_path / "source", 30, 3)
    workspace = open_workspace(tmp_path / "source", keep=True)
    refs = [ref for ref in made.states[-1].said() if ":" in ref]
    rows = {ref: all_rows(workspace, "object_history", "changes", ref=ref) for ref in refs}
    came = {
        ref: next(made.commits.index(row["commit"]) for row in rows[ref] if row["change"] == "added") for ref in refs
    }
    for at in Random(3).sample(range(1, len(made.commits)), 12):
        base, commit = made.commits[at - 1], made.commits[at]
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


ADR = "# 1. Oil the press\n\n## Status\n\n{status}\n"
PATH = "docs/adr/0001-oil.md"


@pytest.fixture
def builder(tmp_path: Path) -> Iterator[RepositoryBuilder]:
    made = RepositoryBuilder(tmp_path)
    yield made
    made.opened.close()


def _adr(status: str, path: str = PATH) -> dict[str, str]:
    return {path: ADR.format(status=status)}


def _changes(workspace: Workspace, **arguments: object) -> list[str]:
    return [row["change"] for row in ask(workspace, "object_history", **arguments)["changes"]]


def test_object_history_tells_each_field_with_its_values_newest_first(builder: RepositoryBuilder) -> None:
    commits = [builder.commit(_adr("Proposed"), message="Propose"), builder.commit(_adr("Accepted"), message="Accept")]
    builder.check_out(_adr("Accepted"))
    found = ask(open_workspace(builder.root), "object_history", ref="ADR-0001", field="status")
    assert [(row["commit"], row["subject"], row["change"]) for row in found["changes"]] == [
        (commits[1], "Accept", "changed"),
        (commits[0], "Propose", "added"),
    ]
    accepted = {"field": "status", "values": {"before": "proposed", "after": "accepted"}}
    assert accepted in found["changes"][0]["fields"]
    assert found["changes"][1]["fields"] == [{"field": "status", "values": {"after": "proposed"}}]
    assert (found["commits"], found["stopped"]) == (2, "The history begins there.")
    assert found["oldest"].startswith(commits[0])
    assert "superseded_by" in found["not_followed"]
    assert _changes(open_workspace(builder.root), ref="ADR-0001", change="added") == ["added"]


def test_object_history_of_field_that_never_changed_says_since_when_it_is_so(builder: RepositoryBuilder) -> None:
    files = _adr("Accepted")
    specified = files | {
        "spec/press.md": "## REQ-d00001: Oil\n\n**Level**: Dev | **Status**: Active\n\nOil it.\n\n*End* *Oil*\n",
        "src/press.py": "# Implements: REQ-d00001\ndef oil(): ...\n",
    }
    commits = [builder.commit(files), builder.commit(specified)]
    builder.check_out(specified | {"docs/adr/0002-wax.md": ADR.format(status="Proposed")})
    workspace = open_workspace(builder.root)

    def since(ref: str, field: str, **arguments: str) -> list[tuple[str | None, str, list[Json]]]:
        rows = ask(workspace, "object_history", ref=ref, field=field, **arguments)["changes"]
        return [(row.get("commit"), row["change"], row["fields"]) for row in rows]

    def came_with(field: str, **values: object) -> list[Json]:
        return [{"field": field, "values": values}]

    assert since("ADR-0001", "status") == [(commits[0], "added", came_with("status", after="accepted"))]
    assert since("ADR-0002", "status") == [(None, "added", came_with("status", after="proposed"))]
    # Other files have a say in it: which one it came with is not read.
    assert since("ADR-0001", "superseded_by") == [(commits[0], "added", came_with("superseded_by"))]
    # The whole source is read of this kind.
    unit = "r:code/src/press.py:1"
    assert since(unit, "keyword") == [(commits[1], "added", came_with("keyword", after="implements"))]
    assert since("ADR-0001", "status", change="changed") == []
    unknown = error(workspace, "object_history", ref="ADR-0001", field="statuss")
    assert (unknown["code"], unknown["did_you_mean"]) == ("invalid_argument", ["status"])


def test_object_history_begins_with_what_is_not_committed(builder: RepositoryBuilder) -> None:
    builder.commit(_adr("Proposed"))
    builder.check_out(_adr("Accepted"))
    first, *_ = ask(open_workspace(builder.root), "object_history", ref="ADR-0001")["changes"]
    assert first["change"] == "changed"
    assert "commit" not in first


def test_object_history_of_served_revision_begins_there(builder: RepositoryBuilder) -> None:
    commit = builder.commit(_adr("Proposed"))
    builder.commit(_adr("Accepted"))
    found = ask(open_workspace(builder.root, revision=commit), "object_history", ref="ADR-0001")
    assert [row["change"] for row in found["changes"]] == ["added"]


def test_object_history_of_gone_object_needs_its_file(builder: RepositoryBuilder) -> None:
    page = {"docs/guide.md": "# Guide\n\nOil it.\n"}
    builder.commit(_adr("Accepted") | page)
    builder.commit({"docs/other.md": "# Other\n"})
    builder.check_out({"docs/other.md": "# Other\n"})
    workspace = open_workspace(builder.root)
    assert _changes(workspace, ref="k:decision/ADR-0001", file=PATH) == ["removed", "added"]
    assert _changes(workspace, ref="f:docs/guide.md") == ["removed", "added"]
    assert error(workspace, "object_history", ref="ADR-0001")["hint"] == GONE


def test_object_history_follows_renamed_page_and_its_sections(builder: RepositoryBuilder) -> None:
    builder.commit({"docs/guide.md": "# Guide\n\nOil it.\n"})
    builder.commit({"docs/guide.md": "# Guide\n\nOil it twice.\n"})
    builder.commit({"docs/press.md": "# Guide\n\nOil it twice.\n"})
    builder.check_out({"docs/press.md": "# Guide\n\nOil it twice.\n"})
    workspace = open_workspace(builder.root)
    assert _changes(workspace, ref="f:docs/press.md") == ["renamed", "changed", "added"]
    assert _changes(workspace, ref="f:docs/press.md#guide") == ["changed", "added"]
    assert ask(workspace, "object_history", ref="f:docs/press.md")["changes"][-1]["ref"] == "f:docs/guide.md"


def test_object_history_attributes_branch_to_its_merge(builder: RepositoryBuilder) -> None:
    start = builder.commit(_adr("Proposed"))
    side = builder.commit(_adr("Accepted"), branch="side", parents=[start])
    merge = builder.commit(_adr("Accepted"), parents=[start, side], message="Merge")
    builder.check_out(_adr("Accepted"))
    rows = ask(open_workspace(builder.root), "object_history", ref="ADR-0001")["changes"]
    assert [row["commit"] for row in rows] == [merge, start]


def test_object_history_of_kind_that_one_file_does_not_tell(builder: RepositoryBuilder) -> None:
    head = "## REQ-d00001: Oil\n\n**Level**: Dev | **Status**: Active\n\n"
    spec = f"{head}## Assertions\n\nA. It SHALL turn.\n\n*End* *Oil*\n"
    code = "# Implements: REQ-d00001\ndef oil(): ...\n"
    builder.commit({"spec/press.md": spec})
    builder.commit({"spec/press.md": spec, "src/press.py": code})
    builder.check_out({"spec/press.md": spec, "src/press.py": code})
    assert _changes(open_workspace(builder.root), ref="r:code/src/press.py:1") == ["added"]


def test_object_history_of_single_file(builder: RepositoryBuilder) -> None:
    builder.commit({"notes/guide.md": "# Guide\n"})
    builder.commit({"notes/guide.md": "# Guide\n\nOil it.\n", "other.md": "# Other\n"})
    builder.check_out({"notes/guide.md": "# Guide\n\nOil it.\n"})
    assert _changes(open_workspace(builder.root / "notes/guide.md"), ref="f:guide.md") == ["changed", "added"]


def test_object_history_says_where_it_stopped(builder: RepositoryBuilder) -> None:
    commits = [builder.commit(_adr(status)) for status in ("Proposed", "Accepted", "Deprecated")]
    builder.check_out(_adr("Deprecated"))
    limited = ask(open_workspace(builder.root), "object_history", ref="ADR-0001", history=1)
    assert (limited["commits"], limited["stopped"]) == (1, STOPPED["limit"])
    (builder.root / ".git/shallow").write_text(f"{commits[1]}\n", "utf-8")
    shallow = ask(open_workspace(builder.root), "object_history", ref="ADR-0001")
    assert (shallow["commits"], shallow["stopped"]) == (1, STOPPED["shallow"])
    (builder.root / ".git/shallow").unlink()
    (builder.root / ".git/objects" / commits[0][:2] / commits[0][2:]).unlink()
    damaged = ask(open_workspace(builder.root), "object_history", ref="ADR-0001")
    assert (damaged["commits"], damaged["stopped"]) == (1, STOPPED["damaged"])


class _Late:
    """A history of which the time is over."""

    is_over = True

    def __init__(self, inner: History) -> None:
        self.log = inner.log
        self.files, self.texts = inner.files, inner.texts


def test_object_history_ends_when_its_time_is_over(builder: RepositoryBuilder) -> None:
    for status in ("Proposed", "Accepted"):
        builder.commit(_adr(status))
    builder.check_out(_adr("Accepted"))
    workspace = open_workspace(builder.root)
    revisions: Any = workspace.revisions
    late = SimpleNamespace(open=revisions.open, history=lambda limit: _Late(revisions.history(limit)))
    late.for_request = lambda _: late
    found = ask(replace(workspace, revisions=cast(Revisions, late)), "object_history", ref="ADR-0001")
    assert (found["commits"], found["stopped"]) == (0, STOPPED["time"])


def test_object_history_without_repository_or_its_content(builder: RepositoryBuilder, tmp_path_factory: Any) -> None:
    plain = tmp_path_factory.mktemp("plain")
    (plain / "guide.md").write_text("# Guide\n", "utf-8")
    assert error(open_workspace(plain), "object_history", ref="f:guide.md")["code"] == "unavailable"
    huge = f"# Guide\n\n{'oil ' * 5_000_000}"  # more than Frieze reads of a file
    builder.commit(_adr("Accepted") | {"docs/huge.md": huge})
    builder.commit(_adr("Accepted") | {"docs/huge.md": f"{huge}again"})
    builder.check_out(_adr("Accepted"))
    assert _changes(open_workspace(builder.root), ref="ADR-0001") == ["added"]
    assert _changes(open_workspace(builder.root), ref="f:docs/huge.md") == []


def test_object_history_answers_in_thread_of_server(builder: RepositoryBuilder) -> None:
    for status in ("Proposed", "Accepted"):
        builder.commit(_adr(status))
    builder.check_out(_adr("Accepted"))
    workspace = open_workspace(builder.root)
    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(_changes, workspace, ref="ADR-0001").result() == ["changed", "added"]


def test_object_history_stops_where_the_file_of_the_object_cannot_be_read(builder: RepositoryBuilder) -> None:
    commits = [builder.commit(_adr(status)) for status in ("Proposed", "Accepted", "Deprecated")]
    builder.check_out(_adr("Deprecated"))
    with Repo(str(builder.root)) as repo:
        commit = cast(Commit, repo[commits[1].encode()])
        blob = tree_lookup_path(repo.__getitem__, commit.tree, PATH.encode())[1].decode()
    (builder.root / ".git/objects" / blob[:2] / blob[2:]).unlink()
    found = ask(open_workspace(builder.root), "object_history", ref="ADR-0001")
    assert (found["changes"], found["commits"], found["stopped"]) == ([], 0, STOPPED["damaged"])


def test_object_history_of_folder_that_came_later(builder: RepositoryBuilder) -> None:
    builder.commit({"readme.md": "# Press\n"})
    builder.commit({"readme.md": "# Press\n", "docs/guide.md": "# Guide\n"})
    builder.check_out({"docs/guide.md": "# Guide\n"})
    assert _changes(open_workspace(builder.root / "docs"), ref="f:guide.md") == ["added"]


RFC = "# {title}\n\n- Status: accepted\n- Authors: Ana\n\n## Motivation\n\nWords.\n\n## Proposal\n\nMore.\n"


def test_object_history_of_object_that_files_beside_it_told(builder: RepositoryBuilder) -> None:
    beside = {f"rfcs/000{number}-oil.md": RFC.format(title=f"RFC {number}: Oil") for number in (1, 2)}
    versions = ["# Belt\n\nThe belt is made of leather.\n", RFC.format(title="RFC 3: Belt")]
    commits = [builder.commit(beside | {"rfcs/0003-belt.md": text}) for text in versions]
    builder.check_out(beside | {"rfcs/0003-belt.md": versions[1]})
    workspace = open_workspace(builder.root)
    rows = ask(workspace, "object_history", ref="RFC-0003")["changes"]
    compared = ask(workspace, "compare_revisions", base=commits[0], target=commits[1], kinds=["decision"])["changes"]
    assert [row["change"] for row in rows] == ["changed", "added"]
    assert _of_both(rows[0]) == _of_both(compared[0])


def test_object_history_of_large_source_tells_what_its_files_tell(builder: RepositoryBuilder) -> None:
    older, newer = _adr("Accepted"), {"docs/adr/0002-wax.md": ADR.format(status="Accepted\n\nSupersedes ADR-0001")}
    builder.commit(older)
    builder.commit(older | newer)
    builder.check_out(older | newer)
    workspace = open_workspace(builder.root)
    assert _changes(workspace, ref="ADR-0001") == ["superseded", "added"]
    many = open_workspace(builder.root)
    many.snapshot.memoize("queries.revisions.is_large", lambda _: True)
    assert _changes(many, ref="ADR-0001") == ["added"]
