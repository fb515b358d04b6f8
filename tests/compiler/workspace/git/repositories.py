"""Repositories for tests, written object by object: a commit is a mapping of paths to contents."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

from dulwich.objects import Blob, Commit, ObjectID, ShaFile, Tag, Tree
from dulwich.refs import Ref
from dulwich.repo import Repo

FILE, LINK, SUBMODULE = 0o100644, 0o120000, 0o160000
Content = str | bytes | tuple[int, bytes]


class RepositoryBuilder:
    """A git repository at `root`, written commit by commit."""

    def __init__(self, root: Path, *, bare: bool = False) -> None:
        root.mkdir(parents=True, exist_ok=True)
        self.root = root
        self.opened = Repo.init_bare(str(root)) if bare else Repo.init(str(root))
        self.opened.refs.set_symbolic_ref(Ref(b"HEAD"), Ref(b"refs/heads/main"))

    def commit(
        self,
        files: Mapping[str, Content],
        *,
        branch: str | None = "main",
        at: str = "2026-03-01T12:00:00Z",
        parents: Sequence[str] | None = None,
        message: str = "A step",
    ) -> str:
        """Write a commit, move the branch to it, return its id. Without `parents`, it follows the tip of the branch."""
        ref = Ref(f"refs/heads/{branch}".encode())
        if parents is None:
            parents = [self.opened.refs[ref].decode()] if branch and ref in self.opened.refs else []
        commit = Commit()
        commit.tree = self._tree(files)
        commit.parents = [ObjectID(one.encode()) for one in parents]
        commit.author = commit.committer = b"Ana Ferro <ana@example.org>"
        commit.author_time = commit.commit_time = _seconds(at)
        commit.author_timezone = commit.commit_timezone = 0
        commit.message = message.encode()
        self._add(commit)
        if branch:
            self.opened.refs[ref] = commit.id
        return commit.id.decode()

    def tag(self, name: str, commit: str, *, annotated: bool = False) -> None:
        """Write a tag."""
        target = ObjectID(commit.encode())
        if annotated:
            tag = Tag()
            tag.name, tag.message, tag.tagger = name.encode(), b"It is out", b"Ana Ferro <ana@example.org>"
            tag.tag_time, tag.tag_timezone, tag.object = _seconds("2026-03-02T00:00:00Z"), 0, (Commit, target)
            self._add(tag)
            target = tag.id
        self.opened.refs[Ref(f"refs/tags/{name}".encode())] = target

    def branch(self, name: str, commit: str) -> None:
        """Create a branch, or move it."""
        self.opened.refs[Ref(f"refs/heads/{name}".encode())] = ObjectID(commit.encode())

    def check_out(self, files: Mapping[str, str]) -> None:
        """Write files to the folder of the repository, uncommitted."""
        for path, text in files.items():
            (self.root / path).parent.mkdir(parents=True, exist_ok=True)
            (self.root / path).write_text(text, encoding="utf-8")

    def _tree(self, files: Mapping[str, Content]) -> ObjectID:
        tree = Tree()
        folders: dict[str, dict[str, Content]] = {}
        for path, content in files.items():
            head, _, rest = path.partition("/")
            if rest:
                folders.setdefault(head, {})[rest] = content
                continue
            mode, body = content if isinstance(content, tuple) else (FILE, content)
            if mode == SUBMODULE:
                tree.add(head.encode(errors="surrogateescape"), mode, ObjectID(b"1" * 40))
                continue
            blob = Blob.from_string(body.encode() if isinstance(body, str) else body)
            self._add(blob)
            tree.add(head.encode(errors="surrogateescape"), mode, blob.id)
        for name, below in folders.items():
            tree.add(name.encode(), 0o040000, self._tree(below))
        self._add(tree)
        return tree.id

    def _add(self, new: ShaFile) -> None:
        self.opened.object_store.add_object(new)


def _seconds(at: str) -> int:
    return int(datetime.fromisoformat(at.replace("Z", "+00:00")).astimezone(UTC).timestamp())
