"""A revision from before there were settings is read with those of the served tree."""

import pytest

import queries
from compiler.languages.requirements.facts import Requirement
from compiler.store.snapshot import Snapshot
from tests.closing import open_workspace
from tests.compiler.languages.requirements.sources import requirement
from tests.compiler.workspace.git.repositories import Content, RepositoryBuilder
from tests.compiler.workspace.sample import text_files

SETTINGS = '[project]\nnamespace = "HAR"\n[levels.sys]\nrank = 1\nletter = "s"\nimplements = ["sys"]\n'
BEFORE: dict[str, Content] = {
    "spec/har.md": requirement("HAR-s00001", "It SHALL berth.", level="SYS"),
    "old/h.md": "# H\n",
}
AFTER: dict[str, Content] = {**BEFORE, ".elspais.toml": SETTINGS}


def ids(snapshot: Snapshot) -> list[tuple[str, str]]:
    return [(one.requirement, one.level) for one in snapshot.facts(Requirement)]


@pytest.mark.parametrize("keep", [False, True])
def test_revision_without_settings_has_those_of_the_served_tree(repository: RepositoryBuilder, keep: bool) -> None:
    outside = BEFORE | {"notes/har.md": requirement("HAR-s00002", "It SHALL rest.", level="SYS")}
    repository.commit(outside)
    repository.commit(AFTER)
    repository.check_out(text_files(AFTER))
    workspace = open_workspace(repository.root, keep=keep)
    # Without settings both requirements would be inferred; by the settings only those below spec are.
    assert workspace.revisions is not None
    opened = workspace.revisions.open("main~1").snapshot
    assert ids(opened) == [("HAR-s00001", "sys")]
    assert not [one for one in opened.diagnostics() if one.code == "REQ105"]


def test_revision_with_settings_of_its_own_keeps_them(repository: RepositoryBuilder) -> None:
    own = BEFORE | {".elspais.toml": '[project]\nnamespace = "SEA"\n'}
    repository.commit(own)
    repository.commit(AFTER)
    repository.check_out(text_files(AFTER))
    workspace = open_workspace(repository.root)
    assert workspace.revisions is not None
    assert ids(workspace.revisions.open("main~1").snapshot) == []
    assert ids(workspace.snapshot) == [("HAR-s00001", "sys")]


def test_comparison_with_a_revision_before_the_settings_shows_no_change(repository: RepositoryBuilder) -> None:
    repository.commit(BEFORE)
    repository.commit(AFTER)
    repository.check_out(text_files(AFTER))
    answer = queries.answer(open_workspace(repository.root), "compare_revisions", {"base": "main~1"})
    assert answer["total"] == 0


def test_revision_without_frieze_toml_has_that_of_the_served_tree(repository: RepositoryBuilder) -> None:
    table = (
        '[requirements.specifications]\nid = "HAR-{level}{number:5}"\nlevels = { "sys" = "s" }\npaths = ["/spec/"]\n'
    )
    before = BEFORE | {"notes/har.md": requirement("HAR-s00002", "It SHALL rest.", level="SYS")}
    repository.commit(before)
    repository.commit(before | {"frieze.toml": "[check]\n"})
    after = before | {"frieze.toml": table}
    repository.commit(after)
    repository.check_out(text_files(after))
    workspace = open_workspace(repository.root)
    assert workspace.revisions is not None
    assert ids(workspace.snapshot) == ids(workspace.revisions.open("main~2").snapshot) == [("HAR-s00001", "sys")]
    # A file of its own, which says nothing of requirements, is kept: both are inferred.
    assert len(ids(workspace.revisions.open("main~1").snapshot)) == 2
