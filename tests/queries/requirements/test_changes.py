"""Changed requirements by content hash: since the written hashes, a revision or an earlier state."""

from pathlib import Path
from typing import Any

from compiler.languages.requirements.facts import Requirement
from compiler.workspace.opening import workspace_of
from compiler.workspace.source_request import SourceRequest
from tests.closing import open_workspace
from tests.compiler.workspace.git.repositories import RepositoryBuilder
from tests.queries.asking import Json, ask, error
from tests.queries.requirements.tea import FILES, compiled, tea


def changes(**arguments: Any) -> Json:
    return ask(tea(), "get_changed_requirements", **arguments)


def hashes() -> dict[str, str | None]:
    return {one.id: one.right_hash for one in tea().facts(Requirement)}


def changed(said: Json) -> list[tuple[str, str]]:
    return [(one["id"], one["change"]) for one in said["requirements"]]


def test_changes_without_arguments_are_stale_hashes() -> None:
    said = changes()
    (row,) = said["requirements"]
    assert (said["compared_with"], row["id"], row["change"]) == ("written_hashes", "REQ-p00002", "changed")
    assert (row["base_hash"], row["content_hash"]) == ("00000abc", "690c1e52")
    assert said["stats"] == {"changed": 1, "added": 0, "removed": 0, "unchanged": 1, "unrecorded": 7}


def test_changes_since_the_same_state_are_none() -> None:
    said = changes(base_hashes=hashes())
    assert (said["requirements"], said["hint"], said["stats"]["unchanged"]) == ([], "Nothing has changed.", 9)


def test_changes_accept_hashes_of_either_algorithm() -> None:
    other = {one.id: one.hash_file_order for one in tea().facts(Requirement)}
    assert changes(base_hashes=other)["requirements"] == []


def test_changes_since_earlier_hashes_are_changed_added_removed() -> None:
    before = hashes() | {"REQ-d00001": "12345678", "REQ-d00009": "87654321"}
    del before["REQ-o00002"]
    assert changed(changes(base_hashes=before)) == [
        ("REQ-o00002", "added"),
        ("REQ-d00001", "changed"),
        ("REQ-d00009", "removed"),
    ]


def test_changes_are_of_assertions_not_prose() -> None:
    spec = FILES["spec/1-product.md"]
    after = compiled({**FILES, "spec/1-product.md": spec.replace("SHALL pour", "SHALL spill").replace("tea", "coffee")})
    said = ask(after, "get_changed_requirements", base_hashes=hashes())
    assert changed(said) == [("REQ-p00001", "changed")]


def test_changes_accept_refs_as_keys() -> None:
    assert changed(changes(base_hashes={f"r:{name}": value for name, value in hashes().items()})) == []


def test_changes_since_revision_need_a_repository(tmp_path: Path) -> None:
    workspace = workspace_of(tea(), SourceRequest(tmp_path))
    said = error(workspace, "get_changed_requirements", base="main")
    assert (said["code"], said["base"]) == ("unavailable", "main")
    assert "no git repository" in said["error"]


def test_changes_since_a_revision(tmp_path: Path) -> None:
    written = RepositoryBuilder(tmp_path / "tea")
    spec = FILES["spec/1-product.md"]
    first = written.commit({**FILES, "spec/1-product.md": spec.replace("SHALL pour", "SHALL spill")})
    written.check_out({path: text for path, text in FILES.items() if path != "spec/2-operations.md"})
    said = ask(open_workspace(tmp_path / "tea"), "get_changed_requirements", base="main")
    assert (said["compared_with"], said["base"]["commit"]) == ("revision", first)
    assert changed(said)[0] == ("REQ-p00001", "changed")
    assert {change for _, change in changed(said)[1:]} <= {"removed"}


def test_changes_since_unknown_revision_are_not_found(tmp_path: Path) -> None:
    written = RepositoryBuilder(tmp_path / "tea")
    written.commit(FILES)
    written.check_out(FILES)
    said = error(open_workspace(tmp_path / "tea"), "get_changed_requirements", base="mian")
    assert said["code"] == "not_found" and "'main'" in said["error"]


def test_changes_refuse_two_bases() -> None:
    said = error(tea(), "get_changed_requirements", base="main", base_hashes={})
    assert said["code"] == "invalid_argument"


def test_changes_refuse_hashes_that_are_no_strings() -> None:
    said = error(tea(), "get_changed_requirements", base_hashes={"REQ-p00001": 7})
    assert (said["code"], said["base_hashes"]) == ("invalid_argument", ["REQ-p00001"])
