"""Repositories of strangers, through everything that reads one: each ends, says what is wrong, and leaks nothing."""

import contextlib
import gc
import json
import os
import resource
import sys
import zlib
from collections.abc import Callable, Iterator
from functools import partial
from hashlib import sha1, sha256
from pathlib import Path
from time import process_time
from typing import Any

import anyio
import pytest
from click.testing import CliRunner

import queries
from compiler import SourceError
from compiler.workspace import revisions
from compiler.workspace.git import revision_tree
from compiler.workspace.git.branches import branches, commits, remote_branches, tags
from compiler.workspace.git.objects import open_files
from compiler.workspace.git.repository import Repository
from compiler.workspace.work_process import WorkProcess
from server.cli import frieze
from server.protocol.calls import Calls
from tests.closing import compile_source, open_workspace
from tests.compiler.workspace.git import hostile_packs, hostile_records
from tests.compiler.workspace.git.hostile_repositories import CASES, SECRET, Attack, make_attack, private
from tests.compiler.workspace.git.packs import entry, write_pack
from tests.compiler.workspace.git.repositories import RepositoryBuilder

assert hostile_packs and hostile_records  # declare cases
MAX_SECONDS = 30  # of processor time: ten times what the longest takes
MAX_MEGABYTES = 1_000  # that the process grows by

pytestmark = [pytest.mark.skipif(os.name == "nt", reason="needs pipes and links"), pytest.mark.timeout(300)]


class KeptProcess(WorkProcess):
    """A process that goes on when a workspace closes it."""

    def close(self) -> None:
        pass


@pytest.fixture(scope="module")
def process() -> Iterator[WorkProcess]:
    found = KeptProcess()
    yield found
    WorkProcess.close(found)


@pytest.fixture
def attack(tmp_path: Path) -> Attack:
    return make_attack(tmp_path)


def asked(*call: Any, **arguments: Any) -> dict[str, Any]:
    return queries.answer(call[0], call[1], arguments)


def served(workspace: Any, tool: str, **arguments: Any) -> str:
    """The text of a tool's answer, given by a worker of a server."""

    async def call() -> str:
        calls = Calls(workspace, deadline=120)
        try:
            return (await calls.result(tool, arguments)).content[0].text  # type: ignore[union-attr]
        finally:
            calls.close()

    return anyio.run(call)


def revision_texts(root: Path) -> str:
    """What is said of `--revision main`: the snapshot's own account, or the error."""
    try:
        snapshot = compile_source(root, revision="main")
    except SourceError as error:
        return str(error)
    return json.dumps([asked(snapshot, "get_snapshot_info"), asked(snapshot, "get_diagnostics", limit=200)])


def _is_large(name: str) -> bool:
    return any(word in name for word in ("bomb", "thousand", "hundred", "octopuses", "tree_deep"))


# Of each kind, which its name begins with, the first that is small; the others take two minutes.
FEW_CASES = {name.partition("_")[0]: name for name in sorted(CASES, reverse=True) if not _is_large(name)}.values()
MANY_CASES = pytest.mark.long("220 repositories, each opened by six questions, two of them of a server's worker")
EACH_CASE = pytest.mark.parametrize(
    "name", [name if name in FEW_CASES else pytest.param(name, marks=MANY_CASES) for name in sorted(CASES)]
)


HUGE = pytest.mark.long("hundreds of thousands of entries are read")


@pytest.mark.long("34 hostile repositories, each in a process of its own")
@pytest.mark.failures_are_findings
@EACH_CASE
def test_hostile_repository_ends_and_leaks_nothing(
    name: str,
    attack: Attack,
    process: WorkProcess,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    build, is_read = CASES[name]
    build(attack)
    monkeypatch.setattr(revisions, "WorkProcess", lambda: process)
    most_before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss  # of other tests in this process
    began = process_time()
    workspace = open_workspace(attack.root)
    texts = [
        json.dumps(asked(workspace, tool, **arguments))
        for tool, arguments in (
            ("get_snapshot_info", {}),
            ("get_diagnostics", {}),
            ("list_revisions", {}),
            ("compare_revisions", {"base": "main"}),
            ("object_history", {"ref": "f:readme.md"}),
            ("get_health", {"verdict": "drifted"}),
            ("compare_revisions", {"base": "HEAD", "target": "main"}),
        )
    ]
    texts.append(revision_texts(attack.root))
    texts += [served(workspace, "list_revisions"), served(workspace, "compare_revisions", base="main")]
    checked = CliRunner().invoke(frieze, ["check", str(attack.root)])
    assert process_time() - began < MAX_SECONDS
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss < max(most_before + 1, MAX_MEGABYTES * 1024)
    assert ("cellar" in json.dumps(refs_of_main(attack.root))) is is_read, texts
    for text in (*texts, checked.output, *capfd.readouterr()):
        assert SECRET not in text
        assert "Internal failure" not in text
        assert "Traceback" not in text
    assert isinstance(checked.exception, SystemExit | None)


def refs_of_main(root: Path) -> list[str]:
    """The objects of the world in main; none if it cannot be read."""
    try:
        return [one.ref for one in compile_source(root, revision="main").objects(kind="location")]
    except SourceError:
        return []


# There `.git` leads to another repository: whether it names this folder in turn stands in its settings.
LED_ELSEWHERE = ("git_file_elsewhere", "git_link_elsewhere")
_OPENED: list[str] | None = None


def _note(event: str, arguments: tuple[Any, ...]) -> None:
    if _OPENED is not None and event in ("open", "os.scandir", "os.listdir") and isinstance(arguments[0], str | bytes):
        folder, name = os.path.split(os.fsdecode(arguments[0]))
        follows = event != "open" or not arguments[2] & os.O_NOFOLLOW
        _OPENED.append(
            os.path.realpath(f"{folder}/{name}" if name else folder)
            if follows
            else f"{os.path.realpath(folder)}/{name}"
        )


sys.addaudithook(_note)


@pytest.mark.failures_are_findings
@EACH_CASE
def test_hostile_repository_opens_nothing_outside(name: str, attack: Attack, monkeypatch: pytest.MonkeyPatch) -> None:
    """By what the system is asked for, not by what is answered."""
    CASES[name][0](attack)
    noted: list[str] = []
    monkeypatch.setattr(sys.modules[__name__], "_OPENED", noted)
    refs_of_main(attack.root)
    with contextlib.suppress(SourceError), Repository.of(attack.root) as repository:
        branches(repository)
        remote_branches(repository)
        tags(repository)
        list(commits(repository, 100))
    monkeypatch.undo()
    outside = {path for path in noted if path.startswith((f"{attack.outside}/", "/dev/", "/etc/passwd"))}
    asked = {f"{private(attack)}/{one}" for one in ("config", "config.worktree")} if name in LED_ELSEWHERE else set()
    assert outside <= asked


def test_audit_sees_what_is_opened(attack: Attack, monkeypatch: pytest.MonkeyPatch) -> None:
    noted: list[str] = []
    monkeypatch.setattr(sys.modules[__name__], "_OPENED", noted)
    refs_of_main(attack.root)
    attack.secret.read_bytes()
    attack.git.rename(attack.git.with_name("was"))
    attack.git.symlink_to("/dev/null")
    with attack.git.open():
        pass
    assert "/dev/null" in noted
    assert os.fspath(attack.secret) in noted
    assert any(path.startswith(f"{attack.root}/.git/objects/") for path in noted)


def test_there_are_enough_cases() -> None:
    assert len(CASES) >= 150


def listed(root: Path) -> dict[str, Any]:
    return asked(open_workspace(root), "list_revisions")


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("ref_garbage", "'refs/heads/bad'|neither an id nor the name of a ref"),
        ("ref_missing_object", "missing or damaged"),
        ("ref_symbolic_itself", "leads to no commit"),
        ("packed_garbage_line", "packed-refs, line 2"),
        ("packed_not_utf8", "not UTF-8"),
        ("ref_not_utf8", "not UTF-8"),
        ("pipe_refs_heads_other", "device, pipe or socket"),
        ("link_refs_heads_other", "leads out of it"),
        ("ref_control_characters", "none that git allows"),
    ],
)
def test_one_bad_ref_is_one_finding(name: str, words: str, attack: Attack) -> None:
    CASES[name][0](attack)
    answer = listed(attack.root)
    assert [one["name"] for one in answer["revisions"] if one["kind"] == "branch"] == ["main"]
    assert answer["unreadable_total"] == len(answer["unreadable_refs"]) >= 1
    told = " ".join(f"'{one['name']}' {one['problem']}" for one in answer["unreadable_refs"])
    assert all(word in told for word in words.split("|")), told


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("config_garbage", "settings are malformed"),
        ("config_worktree_elsewhere", "core.worktree"),
        ("config_reftable", "git refs migrate"),
        ("config_extension", "an extension of git that Frieze does not know"),
        ("link_config", "its 'config' leads out of it"),
        ("pipe_packed_refs", "its 'packed-refs' is a device, pipe or socket"),
        ("alternates_elsewhere", "git repack -a -d"),
        ("git_file_elsewhere", "leads to no repository that names it in turn"),
        ("git_link_elsewhere", "leads to no repository that names it in turn"),
        ("commondir_elsewhere", "'commondir' leads to another repository"),
        ("bare_look_alike_in_place_of_git", "has no commits yet"),  # it is bare, and named by its own path
        ("commit_missing", "which is missing or damaged"),
    ],
)
def test_repository_that_is_not_read_says_why(name: str, words: str, attack: Attack) -> None:
    CASES[name][0](attack)
    answer = listed(attack.root)
    assert answer["code"] == "unavailable"
    assert words in answer["error"]


@pytest.mark.failures_are_findings
@pytest.mark.parametrize(
    ("name", "code", "words"),
    [
        pytest.param("tree_bomb", "FRZ114", "more than 300000 files and folders", marks=HUGE),
        ("tree_deep", "FRZ105", "more than 200 folders deep"),
        ("entry_dots", "FRZ107", "none that a folder can have"),
        ("entry_git", "FRZ107", "none that a folder can have"),
        ("entry_not_utf8", "FRZ107", "not UTF-8"),
        ("entry_long_name", "FRZ107", "none that a folder can have"),
        ("entry_twice", "FRZ115", "it has 'house.urd.md' more than once, and the first was read"),
        pytest.param("tree_of_long_paths", "FRZ105", "more than 4096 characters", marks=HUGE),
        ("tree_truncated", "FRZ115", "what follows 'house.urd.md' is malformed"),
        ("tree_garbage", "FRZ115", "all of it is malformed"),
        ("tree_with_missing_folders", "FRZ105", "the repository lacks it, or it is damaged"),
        ("file_bomb", "URD103", "exceeds 1 MB"),
        ("link_entry_out", "FRZ101", "leads out of the source"),
    ],
)
def test_what_is_not_read_of_a_tree_is_said(name: str, code: str, words: str, attack: Attack) -> None:
    CASES[name][0](attack)
    found = compile_source(attack.root, revision="main").diagnostics()
    assert [one.message for one in found if one.code == code and words in one.message], found


@pytest.mark.failures_are_findings
@pytest.mark.parametrize(
    ("name", "path"),
    [("entry_twice", "house.urd.md"), ("entry_shown_as_another", "cellar?.urd.md"), ("tree_of_links", "house.urd.md")],
)
def test_finding_about_an_entry_hides_no_file(name: str, path: str, attack: Attack) -> None:
    CASES[name][0](attack)
    snapshot = compile_source(attack.root, revision="main")
    assert [one.file for one in snapshot.objects(kind="location") if one.file == path] == [path] * 2


def test_links_that_take_too_much_cost_only_themselves(attack: Attack, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(revision_tree, "MAX_LINK_WORK", 50_000_000)
    CASES["tree_of_links"][0](attack)
    snapshot = compile_source(attack.root, revision="main")
    assert "cellar" in json.dumps([one.ref for one in snapshot.objects(kind="location")])
    reasons = [one.message for one in snapshot.diagnostics()]
    assert any("more than Frieze follows" in one for one in reasons), reasons


def test_replacements_and_grafts_count_for_nothing(attack: Attack) -> None:
    CASES["replaced_commit"][0](attack)
    (attack.git / "info").mkdir(exist_ok=True)
    (attack.git / "info/grafts").write_text(f"{attack.commit} {'1' * 40}\n")
    with Repository.of(attack.root) as repository:
        main = repository.resolve("main")
    assert (main.id, main.parents, main.subject) == (attack.commit, (), "A step")


def test_names_that_differ_by_case_are_different_files(attack: Attack) -> None:
    CASES["names_that_differ_by_case"][0](attack)
    files = {one.file for one in compile_source(attack.root, revision="main").objects(kind="location")}
    assert files == {"house.urd.md", "House.urd.md", "HOUSE.URD.MD", "café.urd.md", "cafe\u0301.urd.md"}


def test_commit_without_time_is_listed_without_one(attack: Attack) -> None:
    CASES["commit_no_committer"][0](attack)
    assert ["at" in one for one in listed(attack.root)["revisions"] if one["name"] == "main"] == [False]


def test_packs_keep_few_files_open(attack: Attack) -> None:
    """300 packs, of each of which one object is read, where a process may have few files open."""
    ids = [_packed_blob(attack, number) for number in range(300)]
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    gc.collect()  # what an earlier test left open is closed now, and not while descriptors are counted
    count = open_descriptors()
    resource.setrlimit(resource.RLIMIT_NOFILE, (count + 24, before[1]))
    try:
        with Repository.of(attack.root) as repository:
            for _ in range(2):
                assert [repository.object(sha) for sha in ids] == [("blob", b"%d" % one) for one in range(300)]
            assert open_descriptors() <= count + open_files.MAX_OPEN
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)
    assert open_descriptors() == count


def open_descriptors() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


def _packed_blob(attack: Attack, number: int) -> str:
    content = b"%d" % number
    sha = sha1(b"blob %d\0%s" % (len(content), content)).hexdigest()
    write_pack(attack.git / "objects/pack", [(sha, entry("blob", content))])
    return sha


def test_pack_that_was_replaced_is_not_read_by_the_old_index(attack: Attack, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(open_files, "MAX_OPEN", 1)
    ids = [_packed_blob(attack, number) for number in range(2)]
    with Repository.of(attack.root) as repository:
        assert repository.object(ids[0]) == ("blob", b"0")
        for path in (attack.git / "objects/pack").glob("*.pack"):
            content = path.read_bytes()
            path.unlink()
            path.write_bytes(content[:-1] + b"x")
        assert repository.object(ids[1]) is None


@pytest.fixture
def another_user(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every file belongs to somebody else."""
    monkeypatch.setattr(os, "geteuid", lambda: os.getuid() + 12_345)


@pytest.mark.usefixtures("another_user")
def test_repository_of_another_user_is_not_read(attack: Attack) -> None:
    answer = listed(attack.root)
    assert answer["code"] == "unavailable"
    assert "belongs to another user" in answer["error"]
    assert "safe.directory" in answer["error"]


@pytest.mark.usefixtures("another_user")
@pytest.mark.parametrize(
    ("value", "is_read"),
    [("*", True), ("{root}", True), ("{above}/*", True), ("/elsewhere", False), ("*\n\tdirectory =", False)],
)
def test_safe_directory_of_the_user_is_honoured(
    attack: Attack, value: str, is_read: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    named = value.format(root=attack.root, above=attack.root.parent)
    (tmp_path / "gitconfig").write_text(f"[safe]\n\tdirectory = {named}\n")
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(tmp_path / "gitconfig"))
    assert ("revisions" in listed(attack.root)) is is_read


@pytest.mark.usefixtures("another_user")
def test_settings_in_the_source_are_not_those_of_a_user_without_home(
    attack: Attack, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a home, `~` stays as it is: a name in the current directory, which may be the source."""
    monkeypatch.setattr(os.path, "expanduser", lambda path: path)
    monkeypatch.delenv("GIT_CONFIG_GLOBAL", raising=False)
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    monkeypatch.chdir(attack.root)
    Path("~/.config/git").mkdir(parents=True)
    for name in ("~/.gitconfig", "~/.config/git/config"):
        Path(name).write_text("[safe]\n\tdirectory = *\n")
    assert listed(attack.root)["code"] == "unavailable"


@pytest.mark.usefixtures("another_user")
def test_safe_directory_of_the_repository_itself_counts_for_nothing(attack: Attack) -> None:
    attack.add_config("[safe]\n\tdirectory = *\n")
    assert listed(attack.root)["code"] == "unavailable"


def test_user_who_became_root_may_read_own_repository(attack: Attack, monkeypatch: pytest.MonkeyPatch) -> None:
    owner = os.lstat(attack.git).st_uid
    real = os.lstat
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(os, "lstat", lambda path, **rest: _owned(real(path, **rest), owner + 1_000))
    assert listed(attack.root)["code"] == "unavailable"
    monkeypatch.setenv("SUDO_UID", str(owner + 1_000))
    assert listed(attack.root)["revisions"]


def _owned(status: os.stat_result, owner: int) -> os.stat_result:
    return os.stat_result((*status[:4], owner, *status[5:10]))


@pytest.mark.parametrize("variable", ["GIT_DIR", "GIT_COMMON_DIR", "GIT_OBJECT_DIRECTORY", "GIT_WORK_TREE"])
def test_variables_of_git_lead_nowhere_else(variable: str, attack: Attack, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(variable, str(attack.outside / "private" / ".git"))
    assert SECRET not in json.dumps(listed(attack.root))
    assert [one["commit"] for one in listed(attack.root)["revisions"]] == [attack.commit] * 2


def _worktree(attack: Attack) -> Path:
    """A linked worktree, as git writes it."""
    top, records = attack.outside / "linked", attack.git / "worktrees" / "linked"
    top.mkdir()
    records.mkdir(parents=True)
    (top / ".git").write_text(f"gitdir: {records}\n")
    (records / "gitdir").write_text(f"{top}/.git\n")
    (records / "commondir").write_text("../..\n")
    (records / "HEAD").write_text("ref: refs/heads/main\n")
    return top


def _submodule(attack: Attack, *, names_it: bool = True) -> Path:
    """A submodule, as git writes it: its records stand in those of the repository around it."""
    top, records = attack.root / "libs" / "sub", attack.git / "modules" / "sub"
    inner = RepositoryBuilder(attack.outside / "sub")
    inner.commit({"sub.urd.md": WORLD_OF_SUBMODULE})
    inner.opened.close()
    top.mkdir(parents=True)
    records.parent.mkdir()
    (attack.outside / "sub" / ".git").rename(records)
    if names_it:
        with (records / "config").open("a") as config:
            config.write("[core]\n\tworktree = ../../../libs/sub\n")
    (top / ".git").write_text("gitdir: ../../.git/modules/sub\n")
    return top


WORLD_OF_SUBMODULE = "# Attic\n\n-> down: Cellar\n\n# Cellar\n"


@pytest.mark.parametrize("make", [_worktree, _submodule, partial(_submodule, names_it=False)])
def test_linked_worktree_and_submodule_are_read(make: Callable[[Attack], Path], attack: Attack) -> None:
    top = make(attack)
    assert "cellar" in json.dumps(refs_of_main(top))
    assert [one["name"] for one in listed(top)["revisions"] if one["kind"] == "branch"] == ["main"]


def test_worktree_that_the_repository_does_not_know_is_not_read(attack: Attack) -> None:
    top = _worktree(attack)
    (attack.git / "worktrees" / "linked" / "gitdir").write_text(f"{attack.root}/elsewhere/.git\n")
    assert "leads to no repository that names it in turn" in listed(top)["error"]


def test_repository_of_another_folder_says_nothing_of_the_working_tree(attack: Attack) -> None:
    """What git ignores is not taken from a repository that a stranger's `.git` leads to."""
    CASES["git_file_elsewhere"][0](attack)
    (attack.outside / "private" / ".git" / "info").mkdir(exist_ok=True)
    (attack.outside / "private" / ".git" / "info" / "exclude").write_text("*.urd.md\n")
    assert compile_source(attack.root).meta["languages"]["world"]["files"] == 1


def _nothing(outside: Path) -> None:
    """Nothing is there."""


def _file(outside: Path) -> None:
    (outside / "target").write_text("ref: refs/heads/main\n")


def _folder(outside: Path) -> None:
    (outside / "target").mkdir()


def _repository(outside: Path) -> None:
    RepositoryBuilder(outside / "target", bare=True).commit({"a.urd.md": WORLD_OF_SUBMODULE})


def _settings_that_are_a_device(outside: Path) -> None:
    _repository(outside)
    (outside / "target" / "config").unlink()
    (outside / "target" / "config").symlink_to("/dev/null")


@pytest.mark.parametrize("is_link", [False, True])
def test_git_file_does_not_tell_what_is_elsewhere(is_link: bool, tmp_path: Path) -> None:
    """Whether a file, a folder or a repository is at a path of the machine cannot be asked by a source."""
    told = []
    for number, make in enumerate((_nothing, _file, _folder, _repository, _settings_that_are_a_device)):
        outside, root = tmp_path / f"{number}", tmp_path / f"{number}" / "source"
        (root / "sub").mkdir(parents=True)
        make(outside)
        (root / "sub" / "attic.urd.md").write_text(WORLD_OF_SUBMODULE)
        for folder in (root, root / "sub"):
            if is_link:
                (folder / ".git").symlink_to(outside / "target")
            else:
                (folder / ".git").write_text(f"gitdir: {outside}/target\n")
        meta = compile_source(root).meta
        passed_over = meta["passed_over"]["repositories"] if is_link else meta["passed_over"]
        told.append((listed(root)["error"].replace(str(outside), ""), meta["languages"], passed_over))
    assert told == told[:1] * len(told)


@pytest.mark.parametrize("file", ["info/exclude", "config"])
def test_linked_file_of_git_ignores_nothing(file: str, attack: Attack) -> None:
    (attack.outside / "exclude").write_text("*.urd.md\n")
    attack.replace(file, lambda path: path.symlink_to(attack.outside / "exclude"))
    assert compile_source(attack.root).meta["languages"]["world"]["files"] == 1


def test_settings_of_a_repository_ignore_by_no_file_outside(attack: Attack) -> None:
    (attack.outside / "exclude").write_text("*.urd.md\n")
    attack.add_config(f"[core]\n\texcludesFile = {attack.outside / 'exclude'}\n")
    assert compile_source(attack.root).meta["languages"]["world"]["files"] == 1


def test_folder_of_files_that_looks_bare_is_no_repository(tmp_path: Path) -> None:
    """A path in it that is there is a file that somebody made; one that is not there names a folder of a revision."""
    bare = RepositoryBuilder(tmp_path / "notes.git", bare=True)
    bare.commit({"docs/house.urd.md": WORLD_OF_SUBMODULE})
    bare.opened.close()
    assert "cellar" in json.dumps(refs_of_main(tmp_path / "notes.git" / "docs"))
    (tmp_path / "notes.git" / "docs").mkdir()
    assert refs_of_main(tmp_path / "notes.git" / "docs") == []


def test_separate_records_are_read_if_they_name_the_folder(attack: Attack) -> None:
    """As `git init --separate-git-dir` makes them: without the setting, anybody's `.git` could name them."""
    records = attack.outside / "records"
    attack.git.rename(records)
    attack.git.write_text(f"gitdir: {records}\n")
    assert "leads to no repository that names it in turn" in listed(attack.root)["error"]
    with (records / "config").open("a") as config:
        config.write(f"[core]\n\tworktree = {attack.root}\n")
    assert "cellar" in json.dumps(refs_of_main(attack.root))


def test_repository_of_sha256_ids_is_read(attack: Attack) -> None:
    def store(kind: str, content: bytes) -> str:
        body = b"%s %d\0%s" % (kind.encode(), len(content), content)
        sha = sha256(body).hexdigest()
        attack.store_raw(sha, zlib.compress(body))
        return sha

    blob = store("blob", WORLD_OF_SUBMODULE.encode())
    tree = store("tree", b"100644 house.urd.md\0" + bytes.fromhex(blob))
    main = store("commit", b"tree %s\ncommitter A <a> 1772366400 +0000\n\nLong ids\n" % tree.encode())
    attack.add_config("[core]\n\trepositoryformatversion = 1\n[extensions]\n\tobjectFormat = sha256\n")
    attack.move_main(main)
    assert "cellar" in json.dumps(refs_of_main(attack.root))
    assert [one["commit"] for one in listed(attack.root)["revisions"] if one["kind"] == "branch"] == [main]
