"""The differences between two revisions: `compare_revisions` and `list_revisions`."""

from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import Any

import pytest

import queries
from compiler.store.snapshot import Snapshot
from compiler.workspace.git.revision import Revision
from compiler.workspace.interface import History, OpenRevision, RevisionError, RevisionList, Workspace
from tests.closing import compile_source
from tests.compiler.written import written
from tests.queries.cases import each

GARDEN = """\
---
world: garden
start: gate

types:
  Tree: {}
entities:
  @oak: Tree
---

# Gate

Words.

[@oak]

-> north: Yard

== talk

* Ask
  Yes.

# Yard

More words.
"""


class Snapshots:
    """Revisions that were compiled beforehand."""

    def __init__(self, named: Mapping[str, Snapshot]) -> None:
        self._named = named

    def list(self) -> RevisionList:
        row = Revision("branch", "main", "1" * 40, "2026-03-01T00:00:00Z", "First", is_current=True)
        tag = Revision("tag", "v1", "2" * 40, "2026-02-01T00:00:00Z", "Out")
        return RevisionList((row, tag), is_shallow=True, unreadable=(("refs/heads/bad", "It is cut."),) * 21)

    def open(self, name: str) -> OpenRevision:
        if name not in self._named:
            raise RevisionError(f"The repository has no revision '{name}'. It has {', '.join(self._named)}.")
        return OpenRevision("1" * 40, "2026-03-01T00:00:00Z", "First", self._named[name])

    def below_root(self) -> str:
        return ""

    def for_request(self, check: Callable[[], None]) -> "Snapshots":  # noqa: ARG002
        return self

    def merge_base(self, one: str, other: str) -> str | None:
        raise NotImplementedError

    def history(self, limit: int) -> History:
        raise NotImplementedError

    def containing(self, commits: Collection[str], paths: Collection[str], language: str) -> frozenset[str]:
        raise NotImplementedError

    def retire(self) -> None:
        """Nothing is open."""

    def close(self) -> None:
        """Nothing is open."""


@pytest.fixture
def compared(tmp_path: Path) -> Any:
    def compare(before: Mapping[str, str], after: Mapping[str, str], **arguments: Any) -> dict[str, Any]:
        base, target = (compiled(tmp_path / name, files) for name, files in (("base", before), ("target", after)))
        workspace = Workspace(target, Snapshots({"base": base, "target": target}))
        return queries.answer(workspace, "compare_revisions", {"base": "base", **arguments})

    return compare


def compiled(root: Path, files: Mapping[str, str]) -> Snapshot:
    written(root, files)
    return compile_source(root)


def rows(answer: dict[str, Any], about: str = "object") -> list[str]:
    return [f"{one['change']} {one['name']}" for one in answer["changes"] if one["about"] == about]


def test_compare_revisions_of_equal_sources_has_no_changes(compared: Any) -> None:
    answer = compared({"a.urd.md": GARDEN}, {"a.urd.md": GARDEN})
    assert answer["identical"] and answer["changes"] == [] and answer["total"] == 0


def test_compare_revisions_lists_added_and_removed_objects_with_lines(compared: Any) -> None:
    with_shed = GARDEN + "\n# Shed\n\nDark.\n"
    answer = compared({"a.urd.md": GARDEN}, {"a.urd.md": with_shed}, kinds=["location"])
    assert answer["changes"] == [
        {
            "about": "object",
            "change": "added",
            "kind": "location",
            "name": "w:a/location/shed",
            "title": "Shed",
            "after": "a.urd.md:28",
        }
    ]
    gone = compared({"a.urd.md": with_shed}, {"a.urd.md": GARDEN}, kinds=["location"])["changes"]
    assert [(one["change"], one["before"]) for one in gone] == [("removed", "a.urd.md:28")]


def test_compare_revisions_about_some_kinds_has_short_rows(compared: Any) -> None:
    after = GARDEN.replace("Words.", "Other words, and more than a short row has room for.").replace("Yes.", "No.")
    after = after.replace("== talk", "== chat") + "\n# Shed\n\nDark.\n"
    answer = compared({"a.urd.md": GARDEN}, {"a.urd.md": after}, about="object", kinds=["location"])
    assert answer["changes"] == [
        {"change": "added", "kind": "location", "name": "w:a/location/shed", "title": "Shed", "after": "a.urd.md:28"},
        {
            "change": "changed",
            "kind": "location",
            "name": "w:a/location/gate",
            "title": "Gate",
            "what": "description",
            "after": "a.urd.md:11",
        },
    ]


def test_compare_revisions_short_row_has_short_values(compared: Any) -> None:
    task = "---\nid: BACK-1\ntitle: Boil\nstatus: {}\n---\n"
    before, after = (
        {"backlog/config.yml": 'project_name: "M"\n', "backlog/tasks/back-1 - Boil.md": task.format(status)}
        for status in ("To Do", "Done")
    )
    (row,) = compared(before, after, about="object", kinds=["task"])["changes"]
    assert "status: todo → done" in row["what"]


def test_compare_revisions_shows_both_values_of_a_changed_field(compared: Any) -> None:
    answer = compared({"a.urd.md": GARDEN}, {"a.urd.md": GARDEN.replace("Words.", "Other words.")}, kinds=["location"])
    (change,) = answer["changes"]
    assert (change["before"], change["after"]) == ("a.urd.md:11", "a.urd.md:11")
    assert change["fields"] == [{"field": "description", "values": {"before": "Words.", "after": "Other words."}}]


def test_compare_revisions_ignores_shifted_lines(compared: Any) -> None:
    answer = compared({"a.urd.md": GARDEN}, {"a.urd.md": GARDEN.replace("# Gate", "\n\n# Gate")})
    assert rows(answer) == ["changed f:a.urd.md"] and rows(answer, "link") == []
    assert answer["shifted"] > 3


def test_compare_revisions_shows_an_object_in_another_file_as_moved(compared: Any) -> None:
    first = {"spec/a.md": requirement("REQ-p00001") + requirement("REQ-p00002"), "spec/b.md": requirement("REQ-p00003")}
    second = {
        "spec/a.md": requirement("REQ-p00001"),
        "spec/b.md": requirement("REQ-p00003") + requirement("REQ-p00002"),
    }
    answer = compared(first, second, change="moved", kinds=["requirement"])
    assert [(one["name"], one["before"], one["after"]) for one in answer["changes"]] == [
        ("r:REQ-p00002", "spec/a.md:12", "spec/b.md:12")
    ]


def requirement(name: str) -> str:
    return f"""\
## {name}: Title of {name}

**Level**: PRD | **Status**: Active

## Assertions

A. The system SHALL answer {name}.

*End* *Title of {name}* | **Hash**: 00000000
---

"""


def test_compare_revisions_shows_renamed_files(compared: Any) -> None:
    answer = compared({"old.urd.md": GARDEN}, {"new.urd.md": GARDEN}, change="renamed")
    assert [(one["name"], one["was"]) for one in answer["changes"]] == [("f:new.urd.md", "f:old.urd.md")]


def test_compare_revisions_does_not_guess_renames_of_equal_files(compared: Any) -> None:
    answer = compared({"a.mmd": "graph TD\na-->b\n", "b.mmd": "graph TD\na-->b\n"}, {"c.mmd": "graph TD\na-->b\n"})
    assert answer["counts"]["objects"]["file"] == {"added": 1, "removed": 2}


def test_compare_revisions_lists_links_and_diagnostics(compared: Any) -> None:
    answer = compared({"a.urd.md": GARDEN}, {"a.urd.md": GARDEN.replace(": Yard", ": Nowhere")})
    assert "removed w:a/location/gate -> w:a/location/yard" in rows(answer, "link")
    appeared = [one for one in answer["changes"] if one["about"] == "diagnostic"]
    assert [(one["change"], one["title"], one["after"]) for one in appeared] == [("added", "error", "a.urd.md:17")]


def test_compare_revisions_counts_match_the_joined_pages(compared: Any) -> None:
    after = {"a.urd.md": GARDEN.replace("Yard", "Court"), "b.mmd": "graph TD\na-->b\n"}
    whole = compared({"a.urd.md": GARDEN}, after, limit=500)
    counted = sum(n for about in whole["counts"].values() for kind in about.values() for n in kind.values())
    assert counted == whole["total"] == len(whole["changes"])
    joined, cursor = [], None
    while True:
        page = compared({"a.urd.md": GARDEN}, after, limit=3, **({"cursor": cursor} if cursor else {}))
        joined += page["changes"]
        cursor = page.get("next_cursor")
        if cursor is None:
            break
    assert joined == whole["changes"]


def test_compare_revisions_in_reverse_mirrors_the_changes(compared: Any) -> None:
    before, after = {"a.urd.md": GARDEN}, {"a.urd.md": GARDEN.replace("Yard", "Court")}
    there, back = compared(before, after, limit=500), compared(after, before, limit=500)
    mirror = {"added": "removed", "removed": "added"}
    assert sorted(map(str, rows(there))) == sorted(
        f"{mirror.get(one.split()[0], one.split()[0])} {one.split(' ', 1)[1]}" for one in rows(back)
    )


def test_compare_revisions_of_unchanged_kinds_suggests_changed_kinds(compared: Any) -> None:
    after = {"a.urd.md": GARDEN.replace("Words.", "Other.")}
    assert compared({"a.urd.md": GARDEN}, after, kinds=["locatoin"])["did_you_mean"] == ["location"]


def test_compare_revisions_with_an_unknown_revision_is_not_found(compared: Any) -> None:
    answer = compared({"a.urd.md": GARDEN}, {"a.urd.md": GARDEN}, target="mian")
    assert answer["code"] == "not_found" and answer["target"] == "mian" and "base, target" in answer["error"]


@pytest.mark.parametrize(("tool", "arguments"), [("compare_revisions", {"base": "main"}), ("list_revisions", {})])
def test_revisions_are_unavailable_without_a_repository(tmp_path: Path, tool: str, arguments: dict[str, str]) -> None:
    answer = queries.answer(compiled(tmp_path, {"a.urd.md": GARDEN}), tool, arguments)
    assert answer["code"] == "unavailable"


def test_list_revisions_lists_branches_tags_and_commits(tmp_path: Path) -> None:
    workspace = Workspace(compiled(tmp_path, {"a.urd.md": GARDEN}), Snapshots({}))
    answer = queries.answer(workspace, "list_revisions", {"limit": 1})
    assert answer["shallow"] and answer["total"] == 2 and "next_cursor" in answer
    assert answer["unreadable_refs"] == [{"name": "refs/heads/bad", "problem": "It is cut."}] * 20
    assert answer["unreadable_total"] == 21
    assert answer["revisions"] == [
        {
            "kind": "branch",
            "name": "main",
            "commit": "1" * 40,
            "at": "2026-03-01T00:00:00Z",
            "subject": "First",
            "current": True,
        }
    ]


def test_compare_revisions_ignores_changed_ordinals(compared: Any) -> None:
    decision = "# {}. {}\n\n{}## Status\n\nAccepted\n\n## Decision\n\nSo.\n"
    tasks = "- [ ] T001 Dig\n- [ ] T002 Plant\n"
    fact = '{{"type": "fact", "id": "f-{}", "text": "It rains"}}\n'
    before = {
        "adr/0002-two.md": decision.format(2, "Two", ""),
        "specs/002-b/tasks.md": tasks,
        "memory.jsonl": fact.format(1),
    }
    after = {
        "adr/0001-one.md": decision.format(1, "One", ""),
        "adr/0002-two.md": decision.format(2, "Two", "\n"),
        "specs/001-a/tasks.md": "- [ ] T001 Measure\n",
        "specs/002-b/tasks.md": tasks,
        "memory.jsonl": fact.format(0) + fact.format(1),
    }
    answer = compared(before, after)
    assert [row for row in rows(answer) if " f:" not in row] == [
        "added k:decision/ADR-0001",
        "added m:fact/f-0",
        "added k:task/001-a/T001",
    ]
    # ADR-0002 is longer, its three sections and f-1 are a line further down; the tasks are where they were
    assert answer["shifted"] == 5


@each(
    "path, text, old, new, expected",
    [
        ("a.mmd", "classDiagram\n  A -- B\n", "--", "..", "details"),
        (
            "memory.jsonl",
            '{"type": "relation", "id": "r", "source": "A", "relation": "uses", "target": "B"}\n',
            "A",
            "C",
            "source",
        ),
        ("memory.jsonl", '{"type": "fact", "id": "f", "text": "X", "line": 7}\n', "7", "8", "extra"),
        ("a.urd.md", GARDEN.replace("@oak: Tree", "@oak: Tree { source: south }"), "south", "north", "overrides"),
        (
            "backlog/tasks/task-1 - A.md",
            "---\nid: task-1\ntitle: A\nstatus: To Do\nordinal: 1000\n---\n",
            "1000",
            "2000",
            "native",
        ),
    ],
)
def test_compare_revisions_compares_source_keys_named_like_places(
    compared: Any, path: str, text: str, old: str, new: str, expected: str
) -> None:
    answer = compared({path: text}, {path: text.replace(old, new)})
    found = [field["field"] for one in answer["changes"] if one["kind"] != "file" for field in one.get("fields", ())]
    assert expected in found


def test_compare_revisions_shows_changes_caused_by_another_file(compared: Any) -> None:
    root = Path("worlds/checkout-session")
    before = {path.relative_to(root).as_posix(): path.read_text() for path in root.rglob("*") if path.is_file()}
    after = {**before, "diagrams/order-life.mmd": "stateDiagram-v2\n    [*] --> Draft\n"}
    answer = compared(before, after, kinds=["xref"])
    assert rows(answer) == ["changed s:bookshop/xref/x:delivered", "changed s:bookshop/xref/x:paid-back"]
    assert answer["changes"][0]["fields"] == [{"field": "status", "values": {"before": "ok", "after": "dangling_to"}}]


def test_compare_revisions_matches_refs_that_name_their_line(compared: Any) -> None:
    code = "# Implements: REQ-d00001\ndef one():\n    pass\n\n\n# Implements: REQ-d00001\ndef two():\n    pass\n"
    before = {"spec/a.md": requirement("REQ-d00001"), "src/lid.py": code}
    shifted = compared(before, {**before, "src/lid.py": f"import os\n\n{code}"})
    assert [one["kind"] for one in shifted["changes"]] == ["file"]
    assert shifted["shifted"] == 2
    gone = compared(before, {**before, "src/lid.py": f"import os\n\n{code[code.index('# Implements', 3) :]}"})
    assert rows(gone) == ["removed r:code/src/lid.py:1", "changed f:src/lid.py"]
    assert rows(gone, "link") == ["removed r:code/src/lid.py:1 -> r:REQ-d00001"]
