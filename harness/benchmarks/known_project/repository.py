"""Writes the project: `python -m harness.benchmarks.known_project.repository DIR [--preset messy]`.

The folder becomes a repository of two commits with the tags v1 and v2. The files of v2 are checked out.
"""

import argparse
from collections.abc import Iterator, Mapping
from pathlib import Path

from dulwich.index import commit_tree
from dulwich.objects import Blob, Commit, ObjectID
from dulwich.refs import Ref
from dulwich.repo import Repo

from harness.benchmarks.known_project import clutter, drawings, remembered, write_specification, write_work
from harness.benchmarks.known_project.invent import PRESETS, invent, revise
from harness.benchmarks.known_project.model import Preset, Project

FIRST_COMMIT = 1_767_225_600  # 2026-01-01
DAY = 86_400


def files(project: Project) -> dict[str, bytes]:
    """The bytes of each file of a revision, by its path below the root."""
    return dict(sorted(_files(project)))


def _files(project: Project) -> Iterator[tuple[str, bytes]]:
    for path, text in _texts(project):
        yield path, text.encode()
    for drawn in project.diagrams:
        yield drawn.path, drawings.text_of(drawn).encode()
    if project.preset.is_messy:
        yield from clutter.files(project)


def _texts(project: Project) -> Iterator[tuple[str, str]]:
    yield from write_specification.files(project)
    yield from write_work.files(project)
    yield from remembered.files(project)


def write(root: Path, preset: Preset) -> Project:
    """Write the repository and return its second revision."""
    first = invent(preset)
    second = revise(first)
    root.mkdir(parents=True, exist_ok=True)
    opened = Repo.init(str(root))
    parent: ObjectID | None = None
    written: Mapping[str, bytes] = {}
    for project in (first, second):
        written = files(project)
        commit = parent = _commit(opened, written, parent, project.revision)
        opened.refs[Ref(b"refs/tags/v%d" % project.revision)] = commit
        opened.refs[Ref(b"refs/heads/main")] = commit
    opened.refs.set_symbolic_ref(Ref(b"HEAD"), Ref(b"refs/heads/main"))
    opened.object_store.pack_loose_objects()
    opened.close()
    for path, content in written.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(content)
    return second


def _commit(opened: Repo, written: Mapping[str, bytes], parent: ObjectID | None, number: int) -> ObjectID:
    blobs = []
    for path, content in written.items():
        blob = Blob.from_string(content)
        opened.object_store.add_object(blob)
        blobs.append((path.encode(), blob.id, 0o100644))
    commit = Commit()
    commit.tree = commit_tree(opened.object_store, blobs)
    commit.parents = [parent] if parent else []
    commit.author = commit.committer = b"Bench <bench@example.org>"
    commit.author_time = commit.commit_time = FIRST_COMMIT + number * DAY
    commit.author_timezone = commit.commit_timezone = 0
    commit.message = f"Version {number}\n".encode()
    opened.object_store.add_object(commit)
    return commit.id


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m harness.benchmarks.known_project.repository", description=__doc__)
    parser.add_argument("directory", type=Path, help="where to write; made if need be")
    parser.add_argument("--preset", choices=list(PRESETS), default="regular", help="(default: %(default)s)")
    arguments = parser.parse_args()
    project = write(arguments.directory, PRESETS[arguments.preset])
    print(f"{len(files(project)):,} files in {arguments.directory}")


if __name__ == "__main__":
    main()
