"""Unified diffs: their text, and that git applies them."""

import random
import shutil
import subprocess
from pathlib import Path

import pytest

from compiler.text.patches import MAX_COMPARED, FileChange, unified_patch


def check(before: str | None, after: str | None, expected: str, path: str = "a.md") -> None:
    encoded = (None if text is None else text.encode() for text in (before, after))
    assert unified_patch([FileChange(path, *encoded)]).decode() == expected


def test_patch_shows_three_lines_around_a_change() -> None:
    check(
        "1\n2\n3\n4\n5\n6\n7\n8\n9\n",
        "1\n2\n3\n4\nfive\n6\n7\n8\n9\n",
        "diff --git a/a.md b/a.md\n--- a/a.md\n+++ b/a.md\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n",
    )


def test_patch_of_a_new_file() -> None:
    head = "diff --git a/a.md b/a.md\nnew file mode 100644\n--- /dev/null\n+++ b/a.md\n"
    check(None, "x\n", f"{head}@@ -0,0 +1 @@\n+x\n")


def test_patch_of_a_deleted_file_without_a_last_newline() -> None:
    head = "diff --git a/a.md b/a.md\ndeleted file mode 100644\n--- a/a.md\n+++ /dev/null\n"
    check("x", None, f"{head}@@ -1 +0,0 @@\n-x\n\\ No newline at end of file\n")


def test_patch_of_an_unchanged_file_is_empty() -> None:
    check("x\n", "x\n", "")


def test_patch_quotes_a_path_as_git_does() -> None:
    head = 'diff --git "a/\\303\\274\\t.md" "b/\\303\\274\\t.md"\n--- "a/\\303\\274\\t.md"\n+++ "b/\\303\\274\\t.md"\n'
    check("x\n", "y\n", f"{head}@@ -1 +1 @@\n-x\n+y\n", "ü\t.md")


def test_patch_of_large_files_is_one_replacement() -> None:
    lines = int(MAX_COMPARED**0.5) + 1
    before = "".join(f"{at}\n" for at in range(lines))
    after = "".join(f"{at} \n" for at in range(lines))
    patch = unified_patch([FileChange("a.md", before.encode(), after.encode())]).decode()
    assert patch.count("@@ -") == 1 and patch.count("\n-") == lines + 1  # the line `--- a/a.md` too


@pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
def test_git_applies_every_patch(tmp_path: Path) -> None:
    chosen = random.Random(20)
    for number in range(40):
        root = tmp_path / str(number)
        root.mkdir()
        subprocess.run(["git", "init", "-q"], cwd=root, check=True)
        changes = [_change(chosen, at) for at in range(3)]
        for one in changes:
            (root / one.path).parent.mkdir(parents=True, exist_ok=True)
            if one.before is not None:
                (root / one.path).write_bytes(one.before)
        if patch := unified_patch(changes):
            subprocess.run(["git", "apply", "--whitespace=nowarn", "-"], input=patch, cwd=root, check=True)
        for one in changes:
            path = root / one.path
            assert (path.read_bytes() if path.exists() else None) == one.after


def _change(chosen: random.Random, at: int) -> FileChange:
    lines = [chosen.choice([b"a", b"b c", b"", b"x\r", b"\xff"]) for _ in range(chosen.randint(0, 30))]
    edited = [chosen.choice([b"new", one, one, one]) for one in lines if chosen.random() < 0.9]
    before, after = (b"\n".join(one) + chosen.choice([b"", b"\n"]) for one in (lines, edited))
    path = f"{at}{chosen.choice(['a b.md', 'ü.txt', '/x.md', chr(34) + 't.md'])}"
    return FileChange(path, chosen.choice([None, before, before]), chosen.choice([None, after, after]))
