"""What differs between a snapshot and its source, as a server sees it."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from compiler.model.source import FileDifference
from compiler.store.frozen.frozen_file import write_frozen
from compiler.store.snapshot import Snapshot
from compiler.workspace.current_source import WatchedSnapshot
from compiler.workspace.interface import RefreshError
from compiler.workspace.opening import watched_snapshot
from compiler.workspace.source_request import SourceRequest
from compiler.workspace.watched_source import WatchedFolder
from tests.closing import closed_later, compile_source
from tests.compiler.workspace.git.repositories import RepositoryBuilder
from tests.compiler.written import written
from tests.paths import ROOT

HALL = "---\nworld:\n  name: Hall\nimports:\n  - types.urd.md\n---\n# Hall\n-> out: Yard\n# Yard\n-> in: Hall\n"
FILES = {
    "hall.urd.md": HALL,
    "notes/plan.md": "# Plan\n\nSee [the map](map.png) and [the list](list.csv).\n",
    "notes/map.png": "no picture",
    "out/made.md": "# Made\n",
}


@pytest.fixture
def source(tmp_path: Path) -> Path:
    return written(tmp_path / "source", FILES)


@pytest.fixture(params=["cached", "not cached"])
def watched(request: pytest.FixtureRequest, source: Path) -> WatchedSnapshot:
    keep = request.param == "cached"
    return watched_snapshot(compile_source(source, keep=keep), SourceRequest(source, keep=keep))


def differences(watched: WatchedSnapshot) -> dict[str, str]:
    status = watched.look()
    assert not status.problem
    return {one.path: one.change for one in status.files}


def test_look_finds_no_difference_in_an_unchanged_source() -> None:
    watched = watched_snapshot(compile_source(ROOT / "worlds"), SourceRequest(ROOT / "worlds"))
    assert differences(watched) == {}
    assert differences(watched) == {}


def replace_by_rename(source: Path) -> None:
    (source / "hall.urd.md.tmp").write_text(HALL + "\nMore.\n")
    (source / "hall.urd.md.tmp").replace(source / "hall.urd.md")


def edit_within_the_same_tick(source: Path) -> None:
    path, stamp = source / "hall.urd.md", (source / "hall.urd.md").stat()
    path.write_text(HALL.replace("Yard", "Lawn"))
    os.utime(path, ns=(stamp.st_atime_ns, stamp.st_mtime_ns))


def link_outside(source: Path) -> None:
    (source / "hall.urd.md").unlink()
    (source / "hall.urd.md").symlink_to("/etc/hostname")


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (lambda source: (source / "hall.urd.md").write_text(HALL + "\nMore.\n"), {"hall.urd.md": "changed"}),
        (replace_by_rename, {"hall.urd.md": "changed"}),
        (edit_within_the_same_tick, {"hall.urd.md": "changed"}),
        (link_outside, {"hall.urd.md": "changed"}),
        (lambda source: (source / "hall.urd.md").write_bytes(b"\xff\xfe\x00"), {"hall.urd.md": "changed"}),
        (lambda source: (source / "new.md").write_text("# New\n"), {"new.md": "added"}),
        (lambda source: (source / "notes/plan.md").unlink(), {"notes/plan.md": "removed"}),
        (
            lambda source: (source / "notes/plan.md").rename(source / "notes/past.md"),
            {"notes/plan.md": "removed", "notes/past.md": "added"},
        ),
        (lambda source: shutil.rmtree(source / "out"), {"out/made.md": "removed"}),
        # Files that no language reads, but that a link leads to, or an import names.
        (lambda source: (source / "notes/map.png").unlink(), {"notes/map.png": "removed"}),
        (lambda source: (source / "notes/list.csv").write_text("a\n"), {"notes/list.csv": "added"}),
        (lambda source: (source / "types.urd.md").write_text("---\n---\n"), {"types.urd.md": "added"}),
        # Other files do not matter.
        (lambda source: (source / "scratch.bin").write_bytes(b"\0"), {}),
        (lambda source: (source / "hall.urd.md").touch(), {}),
        # Which files are read.
        (
            lambda source: (source / "frieze.toml").write_text('exclude = ["out/"]\n'),
            {"frieze.toml": "added", "out/made.md": "removed"},
        ),
    ],
)
def test_look_names_the_files_that_differ(
    watched: WatchedSnapshot, source: Path, change: Callable[[Path], object], expected: dict[str, str]
) -> None:
    assert differences(watched) == {}
    change(source)
    assert differences(watched) == expected
    assert differences(watched) == expected
    done = watched.refresh()  # which does not look
    closed_later(done.after)
    assert {one.path: one.change for one in done.files} == expected


def test_look_finds_nothing_after_a_change_is_undone(watched: WatchedSnapshot, source: Path) -> None:
    (source / "hall.urd.md").write_text("# Other\n")
    assert differences(watched)
    (source / "hall.urd.md").write_text(HALL)
    assert differences(watched) == {}


def test_look_at_an_ignored_folder(tmp_path: Path) -> None:
    root = tmp_path / "source"
    RepositoryBuilder(root).check_out(FILES)
    watched = watched_snapshot(compile_source(root), SourceRequest(root))
    assert differences(watched) == {}
    (root / ".gitignore").write_text("out/\n")
    assert differences(watched)["out/made.md"] == "removed"


def settled(watched: WatchedSnapshot) -> WatchedSnapshot:
    """Look, as if all files were old: then only another stamp makes the next look compare."""
    assert differences(watched) == {}
    assert isinstance(watched._watched, WatchedFolder)
    watched._watched._unsettled_until = 0.0
    return watched


@pytest.mark.parametrize("below", ["", "notes", "hall.urd.md"])
def test_look_through_a_link_that_leads_elsewhere_now(source: Path, tmp_path: Path, below: str) -> None:
    other = tmp_path / "other"
    shutil.copytree(source, other)
    (other / "hall.urd.md").write_text(HALL + "\nMore.\n")
    (other / "notes/plan.md").write_text("# Another plan\n")
    link = tmp_path / "link"
    link.symlink_to(source)
    watched = settled(watched_snapshot(compile_source(link / below), SourceRequest(link / below)))
    (tmp_path / "next").symlink_to(other)
    (tmp_path / "next").replace(link)
    assert "changed" in differences(watched).values()
    closed_later(watched.refresh().after)
    assert differences(watched) == {}
    link.unlink()
    assert "No such file or directory" in watched.look().problem


def test_look_when_a_name_that_notes_look_for_in_all_folders_comes_or_goes(source: Path) -> None:
    (source / "notes/.obsidian").mkdir()
    (source / "notes/.obsidian/app.json").write_text("{}")
    (source / "notes/day.md").write_text("# Day\n\nSee [the sea](Sea.png) and [[plan]].\n")
    watched = settled(watched_snapshot(compile_source(source), SourceRequest(source)))
    (source / "out/sea.png").write_text("no picture")
    assert differences(watched) == {"**/Sea.png": "added"}
    closed_later(watched.refresh().after)
    settled(watched)
    (source / "out/sea.png").unlink()
    assert differences(watched) == {"**/Sea.png": "removed"}


def make_repository(folder: Path) -> None:
    RepositoryBuilder(folder).check_out({})


@pytest.mark.parametrize(
    ("before", "change"),
    [
        (None, lambda top: (top / ".gitignore").write_text("made.md\n")),
        (None, lambda top: (top / "source/.gitignore").write_text("made.md\n")),
        (None, lambda top: (top / ".git/info/exclude").write_text("made.md\n")),
        (
            lambda top: (top / "ignored").write_text("made.md\n"),
            lambda top: (top / ".git/config").write_text("[core]\nexcludesFile = ignored\n"),
        ),
        (
            lambda top: (top / ".git/config").write_text("[core]\nexcludesFile = ignored\n"),
            lambda top: (top / "ignored").write_text("made.md\n"),
        ),
    ],
)
def test_look_when_git_ignores_more(
    tmp_path: Path, source: Path, before: Callable[[Path], object] | None, change: Callable[[Path], object]
) -> None:
    make_repository(tmp_path)
    (tmp_path / ".git/info").mkdir(exist_ok=True)
    if before:
        before(tmp_path)
    watched = settled(watched_snapshot(compile_source(source), SourceRequest(source)))
    change(tmp_path)
    assert differences(watched) == {"out/made.md": "removed"}


def test_look_when_a_folder_above_becomes_a_repository(tmp_path: Path, source: Path) -> None:
    (tmp_path / ".gitignore").write_text("made.md\n")
    watched = settled(watched_snapshot(compile_source(source), SourceRequest(source)))
    make_repository(tmp_path)
    assert differences(watched) == {"out/made.md": "removed"}


def test_look_compares_again_only_when_young_stamps_have_settled(source: Path) -> None:
    watched = WatchedFolder(source, (), compile_source(source), dict)
    (source / "hall.urd.md").unlink()
    found = watched.look()
    assert watched.look() is found
    watched._unsettled_until = 1.0  # long ago: since then a change may have had the stamp that was seen
    again = watched.look()
    assert again == found and again is not found


def test_look_at_a_source_that_is_gone(watched: WatchedSnapshot, source: Path) -> None:
    shutil.rmtree(source)
    status = watched.look()
    assert status.is_stale and "No such file or directory" in status.problem
    with pytest.raises(RefreshError):
        watched.refresh()


def test_look_at_a_single_file(source: Path) -> None:
    path = source / "notes/plan.md"
    watched = watched_snapshot(compile_source(path), SourceRequest(path))
    (source / "hall.urd.md").unlink()
    assert differences(watched) == {}
    path.write_text("# Another plan\n")
    assert differences(watched) == {"plan.md": "changed"}


def test_look_at_a_revision_that_a_branch_names(tmp_path: Path) -> None:
    written = RepositoryBuilder(tmp_path / "source")
    written.commit(FILES)
    watched = watched_snapshot(
        compile_source(written.root, revision="main"), SourceRequest(written.root, revision="main")
    )
    assert differences(watched) == {}
    written.commit({**FILES, "more.md": "# More\n"})
    assert differences(watched) == {"main": "changed"}
    done = watched.refresh()
    assert done.after.meta["revision"]["commit"] != done.before.meta["revision"]["commit"]
    closed_later(done.after)
    assert differences(watched) == {}


def test_look_at_a_frozen_file_that_is_replaced(source: Path, tmp_path: Path) -> None:
    path = tmp_path / "a.frieze"
    write_frozen(compile_source(source), path)
    watched = watched_snapshot(compile_source(path), SourceRequest(path))
    assert differences(watched) == {}
    (source / "hall.urd.md").write_text("# Other\n")
    write_frozen(compile_source(source), path)
    assert differences(watched) == {"a.frieze": "changed"}
    after = closed_later(watched.refresh().after)
    assert [one.title for one in after.objects(kind="location")] == ["Other"]
    assert differences(watched) == {}


def test_refresh_compiles_what_changed(watched: WatchedSnapshot, source: Path) -> None:
    served: list[Snapshot] = []
    watched.start(served.append)
    watched.stop()
    (source / "hall.urd.md").write_text(HALL + "\n# Shed\n")
    done = watched.refresh()
    closed_later(done.after)
    assert [(one.path, one.change) for one in done.files] == [("hall.urd.md", "changed")]
    assert served == [done.after]
    assert [one.title for one in done.after.objects(kind="location")] == ["Hall", "Yard", "Shed"]
    assert [one.title for one in done.before.objects(kind="location")] == ["Hall", "Yard"]
    assert differences(watched) == {}


@pytest.mark.parametrize("path", ["hall.urd.md", "notes/plan.md", "types.urd.md"])
@pytest.mark.parametrize(
    "states",
    [
        (b"\xff\xfe\x00", None, b"# A\n", b"\xff", b"# A\n", None),
        pytest.param((b"# A\n", b"\xff", b"# A\n", None), marks=pytest.mark.long("a build for each state")),
    ],
)
def test_refresh_tells_the_files_that_a_look_tells(
    watched: WatchedSnapshot, source: Path, path: str, states: tuple[bytes | None, ...]
) -> None:
    """Also of files that could not be read before, or that only another file names."""
    for content in states:
        if content is None:
            (source / path).unlink(missing_ok=True)
        else:
            (source / path).write_bytes(content)
        looked = watched.look().files
        done = watched.refresh()
        closed_later(done.after)
        assert done.files == looked


def test_refresh_tells_that_a_file_is_gone_that_was_not_read_and_is_still_looked_for(tmp_path: Path) -> None:
    source = Path(shutil.copytree(ROOT / "worlds" / "checkout-session", tmp_path / "source"))
    diagram = source / "diagrams" / "checkout.mmd"
    diagram.write_bytes(b"\xff\xfe\x00")
    watched = watched_snapshot(compile_source(source), SourceRequest(source))
    diagram.unlink()
    looked = watched.look().files
    done = watched.refresh()
    closed_later(done.after)
    assert done.files == looked == (FileDifference("diagrams/checkout.mmd", "removed"),)


def test_refresh_of_an_unchanged_source_serves_the_same_snapshot(watched: WatchedSnapshot) -> None:
    served: list[Snapshot] = []
    watched.start(served.append)
    watched.stop()
    done = watched.refresh(full=True)
    assert done.after is done.before and not served and not done.files


def test_refresh_counts_files_that_no_language_reads(watched: WatchedSnapshot, source: Path) -> None:
    (source / "photo.jpg").write_bytes(b"")
    done = watched.refresh()
    after = closed_later(done.after)
    assert (after.id, done.files) == (done.before.id, ())
    assert after.meta["passed_over"]["no_language"] == {"files": 2, "kinds": {".jpg": 1, ".png": 1}}
    assert watched.refresh().after is after


def test_refresh_gives_the_snapshot_of_a_whole_build(watched: WatchedSnapshot, source: Path) -> None:
    (source / "notes/plan.md").write_text("# Plan\n\nSee [the hall](../hall.urd.md).\n")
    after = closed_later(watched.refresh().after)
    assert after.id == compile_source(source).id
