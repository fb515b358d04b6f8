"""Repositories that nobody's git wrote: each attacks whoever opens it, or is broken in one way.

A builder gets a sound repository of one commit, and a folder beside it that holds a secret. `CASES` maps each to
whether the revision `main` can be read all the same.
"""

import os
import zlib
from collections.abc import Callable
from hashlib import sha1
from pathlib import Path
from typing import NamedTuple

from tests.compiler.workspace.git.repositories import RepositoryBuilder

SECRET = "outside-the-root-62951413"
WORLD = "# Attic\n\n-> down: Cellar\n\n# Cellar\n"
COMMITTER = b"Ana Ferro <ana@example.org> 1772366400 +0000"


class Attack(NamedTuple):
    """A sound repository to spoil: its `root` and folder `.git`, its commit on main, and a folder with the secret."""

    root: Path
    git: Path
    commit: str
    outside: Path

    @property
    def secret(self) -> Path:
        """A file with the secret in many lines that look like settings, ids and refs."""
        return self.outside / "secret"

    def store(self, kind: str, content: bytes) -> str:
        """Write a loose object. Return its id."""
        body = b"%s %d\0%s" % (kind.encode(), len(content), content)
        sha = sha1(body).hexdigest()
        self.store_raw(sha, zlib.compress(body))
        return sha

    def store_raw(self, sha: str, compressed: bytes) -> Path:
        """Write what stands in the place of a loose object."""
        path = self.git / "objects" / sha[:2] / sha[2:]
        path.parent.mkdir(exist_ok=True)
        path.unlink(missing_ok=True)
        path.write_bytes(compressed)
        return path

    def commit_of(self, tree: str, head: bytes = b"", message: bytes = b"A step\n") -> str:
        """Write a commit of a tree, and move main to it. `head` stands for its other lines."""
        head = head or b"author %s\ncommitter %s\n" % (COMMITTER, COMMITTER)
        return self.move_main(self.store("commit", b"tree %s\n%s\n%s" % (tree.encode(), head, message)))

    def move_main(self, sha: str) -> str:
        (self.git / "refs/heads/main").write_text(sha + "\n")
        return sha

    def tree(self, *entries: tuple[bytes, bytes, str]) -> str:
        """Write a tree of modes, names and ids."""
        return self.store(
            "tree", b"".join(b"%s %s\0%s" % (mode, name, bytes.fromhex(sha)) for mode, name, sha in entries)
        )

    @property
    def blob(self) -> str:
        return self.store("blob", WORLD.encode())

    def add_config(self, text: str) -> None:
        config = self.git / "config"
        config.write_text(config.read_text() + text)

    def replace(self, name: str, make: Callable[[Path], object]) -> None:
        """Put something else in the place of a file or folder of `.git`."""
        path = self.git / name
        if path.is_dir() and not path.is_symlink():
            path.rename(self.outside / f"was-{path.name}")
        path.unlink(missing_ok=True)
        path.parent.mkdir(parents=True, exist_ok=True)
        make(path)


Builder = Callable[[Attack], object]
CASES: dict[str, tuple[Builder, bool]] = {}


def case(*, read: bool) -> Callable[[Builder], Builder]:
    """Declare a builder. `read`: whether main can be read all the same."""

    def declare(build: Builder) -> Builder:
        CASES[build.__name__] = (build, read)
        return build

    return declare


def declare(name: str, build: Builder, *, read: bool) -> None:
    CASES[name] = (build, read)


def make_attack(folder: Path) -> Attack:
    """Write a sound repository, and a secret beside it."""
    outside = folder / "outside"
    outside.mkdir(parents=True)
    lines = (f"127.0.0.1 {SECRET}", f"[core]\n\tsecret = {SECRET}", f"{'1' * 40} refs/heads/{SECRET}", SECRET)
    (outside / "secret").write_text("\n".join(lines) + "\n")
    other = RepositoryBuilder(outside / "private")
    other.commit({f"{SECRET}.urd.md": WORLD}, message=SECRET)
    other.opened.close()
    builder = RepositoryBuilder(folder / "project")
    commit = builder.commit({"house.urd.md": WORLD})
    builder.check_out({"house.urd.md": WORLD})
    builder.opened.close()
    return Attack(folder / "project", folder / "project" / ".git", commit, outside)


def private(attack: Attack) -> Path:
    return attack.outside / "private" / ".git"


# Settings.

declare("config_includes_secret", lambda a: a.add_config(f"[include]\n\tpath = {a.secret}\n"), read=True)
declare("config_includes_if", lambda a: a.add_config(f'[includeIf "gitdir:/"]\n\tpath = {a.secret}\n'), read=True)
declare("config_includes_relative", lambda a: a.add_config("[include]\n\tpath = ../../outside/secret\n"), read=True)
declare("config_excludes_file", lambda a: a.add_config(f"[core]\n\texcludesFile = {a.secret}\n"), read=True)
declare("config_garbage", lambda a: (a.git / "config").write_text(f"{SECRET} without section\n"), read=False)
declare("config_empty", lambda a: (a.git / "config").write_text(""), read=True)
declare("config_missing", lambda a: (a.git / "config").unlink(), read=True)
declare("config_not_utf8", lambda a: (a.git / "config").write_bytes(b"[core]\n\tname = \xff\xfe\n"), read=True)
declare("config_huge", lambda a: (a.git / "config").write_bytes(b"[core]\n" + b"\ta = b\n" * 900_000), read=False)
declare("config_continues", lambda a: (a.git / "config").write_bytes(b"[core]\n\ta = " + b"\\\n" * 400_000), read=True)
declare("config_worktree_elsewhere", lambda a: a.add_config(f"[core]\n\tworktree = {a.outside}\n"), read=False)
declare("config_worktree_above", lambda a: a.add_config("[core]\n\tworktree = ../..\n"), read=False)
declare("config_bare", lambda a: a.add_config("[core]\n\tbare = true\n"), read=True)
declare("config_extension", lambda a: a.add_config("[extensions]\n\tunheardOf = true\n"), read=False)
declare("config_partial_clone", lambda a: a.add_config("[extensions]\n\tpartialClone = origin\n"), read=True)
declare("config_reftable", lambda a: a.add_config("[extensions]\n\trefStorage = reftable\n"), read=False)
declare("config_sha256", lambda a: a.add_config("[extensions]\n\tobjectFormat = sha256\n"), read=False)
declare("config_other_hash", lambda a: a.add_config("[extensions]\n\tobjectFormat = md5\n"), read=False)

# Links out of the records, and pipes in them. A world in main is still read where git would do without the file.


def _linked(name: str, target: Callable[[Attack], Path] = lambda attack: attack.secret) -> Builder:
    """A link in the place of a file or folder of `.git`."""
    return lambda attack: attack.replace(name, lambda path: path.symlink_to(target(attack)))


def _piped(name: str) -> Builder:
    return lambda attack: attack.replace(name, os.mkfifo)


def _privately(name: str) -> Callable[[Attack], Path]:
    return lambda attack: private(attack) / name


_NEEDED = ("config", "HEAD", "packed-refs", "shallow", "objects/info/alternates", "config.worktree")
_IDLE = ("index", "info/exclude", "description", "logs/HEAD", "refs/heads/other")
for _name in (*_NEEDED, *_IDLE):
    _title = _name.replace("/", "_").replace("-", "_").replace(".", "_")
    declare(f"link_{_title}", _linked(_name), read=_name in _IDLE)
    declare(f"pipe_{_title}", _piped(_name), read=_name in _IDLE)
for _name in ("objects", "refs", "objects/pack", "info"):
    declare(f"link_folder_{_name.replace('/', '_')}", _linked(_name, _privately(_name)), read=False)
declare(
    "link_refs_folder",
    lambda a: a.replace("refs/heads/x", lambda p: p.symlink_to(private(a) / "refs/heads")),
    read=True,
)
declare("commondir_elsewhere", lambda a: (a.git / "commondir").write_text(f"{private(a)}\n"), read=False)
declare("commondir_pipe", lambda a: os.mkfifo(a.git / "commondir"), read=False)
declare(
    "alternates_elsewhere",
    lambda a: a.replace("objects/info/alternates", lambda p: p.write_text(f"{private(a)}/objects\n")),
    read=False,
)
declare(
    "alternates_relative",
    lambda a: a.replace("objects/info/alternates", lambda p: p.write_text("../../../outside/private/.git/objects\n")),
    read=False,
)


# `.git` is not what it should be.


def _without_records(attack: Attack) -> Path:
    attack.git.rename(attack.outside / "moved")
    return attack.git


declare("git_file_elsewhere", lambda a: _without_records(a).write_text(f"gitdir: {private(a)}\n"), read=False)
declare("git_file_nowhere", lambda a: _without_records(a).write_text("gitdir: /nonexistent\n"), read=False)
declare("git_file_garbage", lambda a: _without_records(a).write_text(SECRET), read=False)
declare("git_file_to_file", lambda a: _without_records(a).write_text(f"gitdir: {a.secret}\n"), read=False)
declare("git_file_nul", lambda a: _without_records(a).write_bytes(b"gitdir: \0\n"), read=False)
declare("git_link_elsewhere", lambda a: _without_records(a).symlink_to(private(a)), read=False)
declare("git_link_loop", lambda a: _without_records(a).symlink_to(".git"), read=False)
declare("git_link_device", lambda a: _without_records(a).symlink_to("/dev/zero"), read=False)
declare("git_pipe", lambda a: os.mkfifo(_without_records(a)), read=False)
declare("git_empty_folder", lambda a: _without_records(a).mkdir(), read=False)


@case(read=False)
def bare_look_alike_in_place_of_git(attack: Attack) -> None:
    """The files of a bare repository are committed, with settings that include the secret."""
    _without_records(attack)
    for name in ("objects", "refs"):
        (attack.root / name).mkdir()
    (attack.root / "HEAD").write_text("ref: refs/heads/main\n")
    (attack.root / "config").write_text(f"[core]\n\tbare = true\n[include]\n\tpath = {attack.secret}\n")


@case(read=True)
def bare_look_alike_inside(attack: Attack) -> None:
    for name in ("docs/objects", "docs/refs"):
        (attack.root / name).mkdir(parents=True)
    (attack.root / "docs/HEAD").write_text("ref: refs/heads/main\n")
    (attack.root / "docs/config").symlink_to(attack.secret)


# HEAD.

declare("head_missing", lambda a: (a.git / "HEAD").unlink(), read=False)
declare("head_empty", lambda a: (a.git / "HEAD").write_text(""), read=True)
declare("head_garbage", lambda a: (a.git / "HEAD").write_text(f"{SECRET}\n"), read=True)
declare("head_not_utf8", lambda a: (a.git / "HEAD").write_bytes(b"ref: refs/heads/\xff\n"), read=True)
declare("head_detached", lambda a: (a.git / "HEAD").write_text(a.commit), read=True)
declare("head_unborn", lambda a: (a.git / "HEAD").write_text("ref: refs/heads/new\n"), read=True)
declare("head_leads_out", lambda a: (a.git / "HEAD").write_text("ref: refs/../../../outside/secret\n"), read=True)
declare("head_absolute", lambda a: (a.git / "HEAD").write_text(f"ref: {a.secret}\n"), read=True)
declare("head_itself", lambda a: (a.git / "HEAD").write_text("ref: HEAD\n"), read=True)
declare("head_missing_commit", lambda a: (a.git / "HEAD").write_text("1" * 40 + "\n"), read=True)
declare("head_folder", lambda a: a.replace("HEAD", Path.mkdir), read=True)


# Refs.


def _ref(name: str, content: str | bytes) -> Builder:
    def build(attack: Attack) -> None:
        path = attack.git / "refs" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)

    return build


declare("ref_garbage", _ref("heads/bad", "no id at all\n"), read=True)
declare("ref_empty", _ref("heads/bad", ""), read=True)
declare("ref_of_zeros", _ref("heads/bad", "0" * 40), read=True)
declare("ref_missing_object", _ref("heads/bad", "1" * 40), read=True)
declare("ref_leads_out", _ref("heads/bad", "ref: ../../outside/secret\n"), read=True)
declare("ref_symbolic_itself", _ref("heads/bad", "ref: refs/heads/bad\n"), read=True)
declare("ref_huge", _ref("heads/bad", b"1" * 1_000_000), read=True)
declare("ref_control_characters", _ref("heads/b\x1bad", "1" * 40), read=True)
declare("ref_lock", _ref("heads/main.lock", "1" * 40), read=True)
declare("ref_deep", _ref("heads/" + "d/" * 200 + "bad", "1" * 40), read=True)
declare("ref_remote_head_dangling", _ref("remotes/origin/HEAD", "ref: refs/remotes/origin/main\n"), read=True)


@case(read=True)
def ref_not_utf8(attack: Attack) -> None:
    Path(os.fsdecode(os.fsencode(attack.git / "refs/heads") + b"/caf\xe9")).write_text(attack.commit)


@case(read=True)
def refs_in_a_cycle(attack: Attack) -> None:
    for one, other in ("ab", "bc", "ca"):
        (attack.git / "refs/heads" / one).write_text(f"ref: refs/heads/{other}\n")
    (attack.git / "HEAD").write_text("ref: refs/heads/a\n")


@case(read=True)
def refs_by_the_thousand(attack: Attack) -> None:
    lines = (f"{attack.commit} refs/heads/b{number}" for number in range(5_000))
    (attack.git / "packed-refs").write_text("\n".join(lines) + "\n")


@case(read=True)
def ref_of_a_blob_and_a_tree(attack: Attack) -> None:
    (attack.git / "refs/tags/blob").write_text(attack.blob)
    (attack.git / "refs/tags/tree").write_text(attack.tree((b"100644", b"a", attack.blob)))


@case(read=True)
def tags_without_end(attack: Attack) -> None:
    sha = attack.commit
    for _ in range(40):
        sha = attack.store("tag", b"object %s\ntype tag\ntag t\n\nx" % sha.encode())
    (attack.git / "refs/tags/far").write_text(sha)


declare("tag_of_nothing", lambda a: _ref("tags/t", a.store("tag", b"tag t\n\nx"))(a), read=True)


def _packed(content: bytes) -> Builder:
    return lambda attack: (attack.git / "packed-refs").write_bytes(content)


declare("packed_garbage_line", _packed(b"# pack-refs with: peeled\nnonsense here\n^^^\n"), read=True)
declare("packed_not_utf8", _packed(b"1" * 40 + b" refs/heads/\xff\xfe\n"), read=True)
declare("packed_leads_out", _packed(b"1" * 40 + b" refs/../../outside/secret\n"), read=True)
declare("packed_no_name", _packed(b"1" * 40 + b"\n" + b"1" * 40 + b" \n"), read=True)
declare("packed_nul", _packed(b"\0" * 10_000), read=True)
declare("shallow_garbage", lambda a: (a.git / "shallow").write_bytes(b"\xff\n" * 1_000), read=True)
declare("shallow_of_main", lambda a: (a.git / "shallow").write_text(a.commit), read=True)


# Loose objects.


def _spoil_commit(make: Callable[[Attack, Path], object]) -> Builder:
    def build(attack: Attack) -> None:
        path = attack.git / "objects" / attack.commit[:2] / attack.commit[2:]
        content = path.read_bytes()
        path.unlink()
        make(attack._replace(commit=content.hex()), path)

    return build


declare("commit_missing", _spoil_commit(lambda _a, _p: None), read=False)
declare("commit_is_a_pipe", _spoil_commit(lambda _, p: os.mkfifo(p)), read=False)
declare("commit_is_a_folder", _spoil_commit(lambda _, p: p.mkdir()), read=False)
declare("commit_is_a_link", _spoil_commit(lambda a, p: p.symlink_to(a.secret)), read=False)
declare("commit_is_a_device", _spoil_commit(lambda _, p: p.symlink_to("/dev/zero")), read=False)
declare("commit_truncated", _spoil_commit(lambda a, p: p.write_bytes(bytes.fromhex(a.commit)[:-9])), read=False)
declare("commit_garbage", _spoil_commit(lambda _, p: p.write_bytes(b"\x78\x9cgarbage")), read=False)
declare("commit_other_content", _spoil_commit(lambda _, p: p.write_bytes(zlib.compress(b"commit 1\0x"))), read=False)
declare(
    "commit_without_end",
    _spoil_commit(lambda _, p: p.write_bytes(zlib.compress(b"commit " + b"9" * 10_000))),
    read=False,
)


@case(read=False)
def commit_bomb(attack: Attack) -> None:
    """A gigabyte of zeros that declares to be one, in a megabyte."""
    engine = zlib.compressobj()
    parts = [engine.compress(b"commit 1073741824\0")]
    parts += [engine.compress(bytes(1 << 20)) for _ in range(1 << 10)]
    sha = "ab" + "0" * 38
    attack.store_raw(sha, b"".join(parts) + engine.flush())
    attack.move_main(sha)


@case(read=False)
def commit_bomb_that_lies(attack: Attack) -> None:
    """The same, declared to be small."""
    engine = zlib.compressobj()
    parts = [engine.compress(b"commit 100\0")] + [engine.compress(bytes(1 << 20)) for _ in range(1 << 9)]
    sha = "ab" + "0" * 38
    attack.store_raw(sha, b"".join(parts) + engine.flush())
    attack.move_main(sha)


# Commits.

_LINES = {
    "commit_no_committer": (b"author %s\n" % COMMITTER, True),
    "commit_no_time": (b"author x\ncommitter Ana <a>\n", True),
    "commit_empty_head": (b"x\n", True),
    "commit_time_of_5000_digits": (b"committer a <a> %s +0000\n" % (b"9" * 5_000), True),
    "commit_time_far_away": (b"committer a <a> 99999999999999999 +0000\n", True),
    "commit_time_negative": (b"committer a <a> -99999999999 +0000\n", True),
    "commit_zone_odd": (b"committer a <a> 1772366400 +9999\n", True),
    "commit_parent_missing": (b"parent %s\ncommitter a <a> 1 +0000\n" % (b"1" * 40), True),
    "commit_parent_garbage": (b"parent ../../etc/passwd\ncommitter a <a> 1 +0000\n", True),
    "commit_many_parents": (b"".join(b"parent %040x\n" % n for n in range(20_000)), True),
    "commit_too_many_parents": (b"".join(b"parent %040x\n" % n for n in range(100_000)), False),
}


def _head(head: bytes) -> Builder:
    return lambda a: a.commit_of(a.tree((b"100644", b"house.urd.md", a.blob)), head)


for _name, (_lines, _read) in _LINES.items():
    declare(_name, _head(_lines), read=_read)


def _message(message: bytes) -> Builder:
    return lambda a: a.commit_of(a.tree((b"100644", b"house.urd.md", a.blob)), message=message)


declare("commit_message_not_utf8", _message(b"caf\xe9 \xff\n"), read=True)
declare("commit_message_long", _message(b"x" * 500_000), read=True)
declare("commit_message_escapes", _message(b"\x1b[31m\xe2\x80\xae red\n"), read=True)
declare("commit_tree_missing", lambda a: a.commit_of("1" * 40), read=False)
declare("commit_tree_is_a_blob", lambda a: a.commit_of(a.blob), read=False)
declare("commit_no_tree", lambda a: a.move_main(a.store("commit", b"author x\n\nx")), read=False)
declare("commit_empty", lambda a: a.move_main(a.store("commit", b"")), read=False)


@case(read=True)
def history_of_octopuses(attack: Attack) -> None:
    """Each commit has the one before as a parent a thousand times."""
    tree, sha = attack.tree((b"100644", b"house.urd.md", attack.blob)), attack.commit
    for _ in range(200):
        sha = attack.commit_of(tree, b"parent %s\n" % sha.encode() * 1_000 + b"committer %s\n" % COMMITTER)


# Trees.


def _tree(*entries: tuple[bytes, bytes]) -> Builder:
    """A tree with a world, and further entries of modes and names."""

    def build(attack: Attack) -> None:
        further = ((mode, name, attack.blob) for mode, name in entries)
        attack.commit_of(attack.tree((b"100644", b"house.urd.md", attack.blob), *further))

    return build


declare("entry_without_name", _tree((b"100644", b""), (b"40000", b"")), read=True)
declare("entry_dots", _tree((b"100644", b".."), (b"100644", b"."), (b"40000", b"..")), read=True)
declare("entry_git", _tree((b"40000", b".git"), (b"100644", b".GIT")), read=True)
declare("entry_slash", _tree((b"100644", b"a/b.urd.md"), (b"100644", b"../../secret.urd.md")), read=True)
declare("entry_absolute", _tree((b"100644", b"/etc/passwd.urd.md")), read=True)
declare("entry_twice", _tree((b"100644", b"house.urd.md"), (b"40000", b"house.urd.md")), read=True)
declare("entry_not_utf8", _tree((b"100644", b"caf\xe9.urd.md")), read=True)
declare("entry_control_characters", _tree((b"100644", b"a\x1b[31m\n.urd.md")), read=True)
declare("entry_odd_mode", _tree((b"7777777", b"a.urd.md"), (b"0", b"b.urd.md")), read=True)
declare("entry_folder_is_a_file", _tree((b"40000", b"docs")), read=True)
declare("entry_submodule", _tree((b"160000", b"sub"), (b"160000", b"frieze.toml")), read=True)
declare("entry_long_name", _tree((b"100644", b"n" * 100_000 + b".urd.md")), read=True)
declare("entry_shown_as_another", _tree((b"100644", b"cellar\xff.urd.md"), (b"100644", b"cellar?.urd.md")), read=True)


@case(read=True)
def tree_of_long_paths(attack: Attack) -> None:
    """Folders of long names below each other, and in each of them a thousand files: a kilobyte stands for gigabytes."""
    tree = attack.tree(*((b"100644", b"%04d.urd.md" % number, attack.blob) for number in range(1_000)))
    for _ in range(100):
        further = ((b"100644", b"%04d.txt" % number, attack.blob) for number in range(1_000))
        tree = attack.tree((b"40000", b"d" * 1_000, tree), *further)
    attack.commit_of(attack.tree((b"40000", b"d", tree), (b"100644", b"house.urd.md", attack.blob)))


declare(
    "tree_truncated",
    lambda a: a.commit_of(a.store("tree", b"100644 house.urd.md\0" + bytes.fromhex(a.blob) + b"100644 b\0\1")),
    read=True,
)
declare("tree_garbage", lambda a: a.commit_of(a.store("tree", b"\xff" * 1_000)), read=False)


def _link(target: bytes) -> Builder:
    def build(attack: Attack) -> None:
        link = attack.store("blob", target)
        attack.commit_of(attack.tree((b"100644", b"house.urd.md", attack.blob), (b"120000", b"x.urd.md", link)))

    return build


declare("link_entry_out", _link(b"../outside/secret"), read=True)
declare("link_entry_absolute", _link(b"/etc/passwd"), read=True)
declare("link_entry_itself", _link(b"x.urd.md"), read=True)
declare("link_entry_long", _link(b"a/" * 1_000_000), read=True)
declare("link_entry_nul", _link(b"a\0b"), read=True)
declare("link_entry_empty", _link(b""), read=True)
declare("link_entry_deep", _link(b"/".join([b"a"] * 2_000)), read=True)


@case(read=True)
def tree_bomb(attack: Attack) -> None:
    """Ten levels of ten folders are ten thousand million files, in a kilobyte."""
    tree = attack.tree((b"100644", b"notes.txt", attack.blob))
    for _ in range(10):
        tree = attack.tree(*((b"40000", b"d%d" % number, tree) for number in range(10)))
    attack.commit_of(attack.tree((b"40000", b"bomb", tree), (b"100644", b"house.urd.md", attack.blob)))


@case(read=True)
def tree_deep(attack: Attack) -> None:
    tree = attack.tree((b"100644", b"deep.urd.md", attack.blob))
    for _ in range(3_000):
        tree = attack.tree((b"40000", b"d", tree))
    attack.commit_of(attack.tree((b"40000", b"d", tree), (b"100644", b"house.urd.md", attack.blob)))


@case(read=True)
def tree_of_links(attack: Attack) -> None:
    """Each link leads through all the others."""
    links = [
        (b"120000", b"l%03d.urd.md" % number, attack.store("blob", b"l%03d.urd.md/../" % ((number + 1) % 300) * 100))
        for number in range(300)
    ]
    attack.commit_of(attack.tree((b"100644", b"house.urd.md", attack.blob), *links))


@case(read=True)
def tree_with_missing_folders(attack: Attack) -> None:
    missing = ((b"40000", b"m%d" % number, f"{number:040x}") for number in range(300))
    attack.commit_of(attack.tree((b"100644", b"house.urd.md", attack.blob), *missing))


@case(read=True)
def file_bomb(attack: Attack) -> None:
    """A file of half a gigabyte, in half a megabyte."""
    engine = zlib.compressobj()
    parts = [engine.compress(b"blob 536870912\0")] + [engine.compress(bytes(1 << 20)) for _ in range(1 << 9)]
    attack.store_raw("cd" + "0" * 38, b"".join(parts) + engine.flush())
    entries = (b"100644", b"house.urd.md", attack.blob), (b"100644", b"bomb.urd.md", "cd" + "0" * 38)
    attack.commit_of(attack.tree(*entries))
