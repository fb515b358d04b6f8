"""`get_health` of broken ground: the commit that removed a path, and where its file is now."""

from pathlib import Path

from dulwich.repo import Repo

from compiler.workspace.interface import Workspace
from tests.closing import open_workspace
from tests.compiler.workspace.git.repositories import RepositoryBuilder
from tests.queries.asking import Json, ask

LONG = "".join(f"Turn {number} is slow.\n" for number in range(9))
GONE = ("renamed", "moved", "edited", "twice", "rewritten", "deleted", "never")
PAGE = {"guide.md": "# Guide\n\n" + "".join(f"- [{name}](old/{name}.md)\n" for name in GONE)}
BEFORE = {f"old/{name}.md": f"# {name}\n\n{LONG}" for name in GONE[:-1]}
ONCE = {
    "new/other.md": BEFORE["old/renamed.md"],
    "new/moved.md": BEFORE["old/moved.md"],
    "new/edited.md": BEFORE["old/edited.md"] + "One more.\n",
    "mid/twice.md": BEFORE["old/twice.md"],
    "new/rewritten.md": "# Something else\n",
}
AFTER = {path: text for path, text in ONCE.items() if path != "mid/twice.md"} | {"new/2.md": ONCE["mid/twice.md"]}


def _broken(workspace: Workspace, **arguments: object) -> Json:
    return ask(workspace, "get_health", verdict="broken_ground", **arguments)


def _evidence(found: Json) -> dict[str, str]:
    """Return what is told of each link behind the sentence that all have."""
    pieces = [piece["what"].split(", which does not exist") for piece in found["verdicts"][0]["evidence"]]
    return {link.rpartition("/")[2].removesuffix(".md"): told for link, told in pieces}


def test_broken_ground_names_the_commit_that_removed_a_path_and_its_new_place(tmp_path: Path) -> None:
    builder = RepositoryBuilder(tmp_path)
    for files in (PAGE | BEFORE, PAGE | ONCE, PAGE | AFTER):
        builder.commit(files)
    builder.check_out(PAGE | AFTER)
    builder.opened.close()
    with Repo(str(tmp_path)) as repo:
        _, removed, _ = (entry.commit.id.decode()[:12] for entry in repo.get_walker())
    went = f": it went in {removed} (2026-03-01)"
    found = _broken(open_workspace(tmp_path))
    assert _evidence(found) == {
        "renamed": f"{went}, now new/other.md",
        "moved": f"{went}, now new/moved.md",
        "edited": f"{went}, now new/edited.md",
        "twice": f"{went}, now new/2.md",
        "rewritten": went,
        "deleted": went,
        "never": "",
    }
    row = found["verdicts"][0]
    assert (row["since"], found["commits"]) == ("2026-03-01", 3)
    assert row["why"] == f"{row['evidence'][0]['what']} (and 6 more)"
    assert {*_evidence(_broken(open_workspace(tmp_path), history=1)).values()} == {""}
    # Without its name the history is not read.
    every = ask(open_workspace(tmp_path), "get_health")
    assert "commits" not in every
    assert {*_evidence(every).values()} == {""}


def test_broken_ground_of_source_without_a_history_is_told_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "guide.md").write_text(PAGE["guide.md"], "utf-8")
    found = _broken(open_workspace(tmp_path))
    assert {*_evidence(found).values()} == {""}
    assert "commits" not in found
