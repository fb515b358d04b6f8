"""Files of `.git` that git has for its own purposes, each written to lead elsewhere or to mean something else."""

import os
import zlib
from hashlib import sha1
from pathlib import Path

from tests.compiler.workspace.git.hostile_repositories import COMMITTER, Attack, Builder, case, declare
from tests.compiler.workspace.git.packs import entry, write_pack


def _record(name: str, content: bytes) -> Builder:
    """A file of `.git` with some content."""

    def build(attack: Attack) -> None:
        path = attack.git / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.replace(b"{outside}", os.fsencode(attack.outside)))

    return build


_PRIVATE = b"{outside}/private/.git"
declare("grafts_elsewhere", _record("info/grafts", b"1" * 40 + b" " + b"2" * 40 + b"\n"), read=True)
declare("alternates_of_itself", _record("objects/info/alternates", b".\n../objects\n"), read=True)
declare("alternates_comment", _record("objects/info/alternates", b"# nothing\n\n"), read=True)
declare("alternates_quoted", _record("objects/info/alternates", b'"' + _PRIVATE + b'/objects"\n'), read=False)
declare("alternates_after_nul", _record("objects/info/alternates", b"\0" + _PRIVATE + b"/objects\n"), read=False)
declare("alternates_over_http", _record("objects/info/http-alternates", _PRIVATE + b"/objects\n"), read=True)
declare("shallow_of_no_ids", _record("shallow", b"\0" * 100_000), read=True)
declare("index_of_many_packs", _record("objects/pack/multi-pack-index", b"MIDX" + b"\xff" * 4_000), read=True)
declare("index_of_many_packs_chain", _record("objects/pack/multi-pack-index.d/chain", _PRIVATE), read=True)
declare("bitmap_garbage", _record("objects/pack/pack-1.bitmap", b"BITM" + b"\xff" * 4_000), read=True)
declare("commit_graph_garbage", _record("objects/info/commit-graph", b"CGPH" + b"\xff" * 4_000), read=True)
declare("fetch_head_elsewhere", _record("FETCH_HEAD", b"ref: ../../outside/secret\n"), read=True)
declare("reftable_beside", _record("reftable/tables.list", b"../../../outside/secret\n"), read=True)
declare("worktree_elsewhere", _record("worktrees/x/gitdir", b"{outside}/private/.git\n"), read=True)
declare("worktree_commondir", _record("worktrees/x/commondir", _PRIVATE), read=True)
declare("module_elsewhere", _record("modules/x/config", b"[core]\n\tworktree = {outside}\n"), read=True)
declare("hook_never_runs", _record("hooks/post-checkout", b"#!/bin/sh\ncat {outside}/secret\n"), read=True)
declare("filter_never_runs", _record("info/attributes", b"* filter=leak\n"), read=True)
declare("monitor_never_runs", lambda a: a.add_config(f"[core]\n\tfsmonitor = cat {a.secret}\n"), read=True)
declare("url_instead_of", lambda a: a.add_config(f'[url "{a.outside}"]\n\tinsteadOf = x\n'), read=True)


@case(read=True)
def replaced_commit(attack: Attack) -> None:
    """`refs/replace/` names another commit for that of main: one without the world."""
    other = attack.store("commit", b"tree %s\ncommitter %s\n\nx" % (attack.tree().encode(), COMMITTER))
    (attack.git / "refs/replace").mkdir()
    (attack.git / "refs/replace" / attack.commit).write_text(other)


@case(read=True)
def tag_that_names_itself(attack: Attack) -> None:
    """No tag can: the id in the name of its file is another."""
    sha = "ab" + "0" * 38
    attack.store_raw(sha, zlib.compress(b"tag 60\0object %s\ntype tag\n\n" % sha.encode()))
    (attack.git / "refs/tags/round").write_text(sha)


@case(read=True)
def packed_refs_peeled_elsewhere(attack: Attack) -> None:
    """A line that says what a tag leads to counts for nothing."""
    tag = attack.store("tag", b"object %s\ntype commit\ntag t\n\nx" % attack.commit.encode())
    lines = f"# pack-refs with: peeled fully-peeled sorted\n{tag} refs/tags/t\n^{'1' * 40}\n"
    (attack.git / "packed-refs").write_text(lines)


@case(read=True)
def names_that_differ_by_case(attack: Attack) -> None:
    names = (b"house.urd.md", b"House.urd.md", b"HOUSE.URD.MD", b"caf\xc3\xa9.urd.md", b"cafe\xcc\x81.urd.md")
    attack.commit_of(attack.tree(*((b"100644", name, attack.blob) for name in names)))


@case(read=True)
def names_that_other_systems_take_for_git(attack: Attack) -> None:
    names = (b".g\xe2\x80\x8cit", b"git~1", b".git ", b".git.", b".gIt", b"CON.urd.md", b"a:b.urd.md", b"\\x.urd.md")
    further = ((b"100644", name, attack.blob) for name in names)
    attack.commit_of(attack.tree((b"100644", b"house.urd.md", attack.blob), *further))


@case(read=True)
def submodule_named_as_a_world(attack: Attack) -> None:
    attack.commit_of(
        attack.tree(
            (b"100644", b".gitmodules", attack.store("blob", b'[submodule "x"]\n\tpath = x\n\turl = ../outside\n')),
            (b"100644", b"house.urd.md", attack.blob),
            (b"160000", b"x.urd.md", attack.commit),
        )
    )


@case(read=True)
def index_of_version_1(attack: Attack) -> None:
    """The commit of main is in a pack whose index is of the first version."""
    tree = attack.tree((b"100644", b"house.urd.md", attack.blob))
    content = b"tree %s\ncommitter %s\n\nIn a pack\n" % (tree.encode(), COMMITTER)
    sha = sha1(b"commit %d\0%s" % (len(content), content)).hexdigest()
    attack.move_main(sha)
    folder = attack.git / "objects/pack"
    write_pack(folder, [(sha, entry("commit", content))])
    first = bytes.fromhex(sha)[0]
    ends = b"".join((first <= byte).to_bytes(4, "big") for byte in range(256))
    path: Path = next(folder.glob("*.idx"))
    path.write_bytes(ends + (12).to_bytes(4, "big") + bytes.fromhex(sha) + bytes(40))


@case(read=False)
def index_of_version_1_without_end(attack: Attack) -> None:
    index_of_version_1(attack)
    path = next((attack.git / "objects/pack").glob("*.idx"))
    path.write_bytes(b"\x7f\xff\xff\xff" * 256)
