"""Completion: what click is asked for, what a real bash does with it, and that nothing is compiled for it."""

import os
import pty
import select
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic

import pytest

from compiler.workspace.last_snapshot import last_snapshot
from server.cli import frieze
from server.completion.shells import SHELLS, VARIABLE, LineComplete, script
from tests.closing import compile_source
from tests.paths import ROOT
from tests.server.processes import PATIENCE, environment
from tests.server.processes import frieze as run

MILL, SHOP = (ROOT / "worlds" / one for one in ("cider-mill", "checkout-session"))


@pytest.fixture(autouse=True, scope="module")
def _compiled() -> None:
    for source in (MILL, SHOP):
        compile_source(source, keep=True).close()


def completed(line: str, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return what may stand at the end of a line."""
    monkeypatch.setenv("COMP_WORDS", line)
    complete = LineComplete(frieze, {}, "frieze", VARIABLE)
    return [item.value for item in complete.get_completions(*complete.get_completion_args())]


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("frieze cove", ["coverage"]),
        ("frieze coverage --ga", ["--gaps"]),
        ("frieze tasks ", ["ready", "next", "blocked"]),
        (f"frieze tasks blocked {MILL} cell-f", ["cell-f6", "cell-f7"]),
        (f"frieze show -s {MILL} ADR-000", [f"ADR-000{n}" for n in range(1, 9)]),
        (f"frieze show -s {MILL} ADR-", [f"ADR-000{n}" for n in range(1, 9)]),  # not adr-template.md#short-title
        (f"frieze tasks blocked {MILL} CELL-F", ["cell-f6", "cell-f7"]),
        (f"frieze impact -s {MILL} k:task/MILL-", [f"k:task/MILL-{n}" for n in range(1, 7)]),
        (f"frieze render -s {SHOP} fr", ["fraud-review"]),
        (f"frieze search -s {MILL} --kind t", ["task"]),
        ("frieze decisions --status ac", ["accepted"]),
        ("frieze tasks ready --priority u", ["urgent"]),
        ("frieze explain mmd10", [f"MMD10{n}" for n in range(1, 10)]),
        ("frieze check --select URD401,FRZ110", ["URD401,FRZ110"]),
        ("frieze tools --toolsets core,wo", ["core,world"]),
        ("frieze query . get_lin", ["get_links"]),
        ("frieze query . --no-cache get_lin", ["get_links"]),
        ("frieze query . get_links --dir", ["--direction"]),
        ("frieze query . get.links --direction ", ["both", "in", "out"]),
        (f"frieze query {SHOP} flow_reachable --from n:acc", ["n:account"]),
        (f"frieze query {SHOP} flow_reachable --diagram-id fraud", ["fraud-review"]),
        (f"frieze query {MILL} entity_get --id adr-0001", ["ADR-0001"]),
        (f"frieze query {MILL} search --kinds de", ["decision"]),
        ("frieze completion z", ["zsh"]),
    ],
)
def test_word_at_the_cursor_is_completed(typed: str, offered: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    assert completed(typed, monkeypatch) == offered


def test_id_is_explained_by_its_title(monkeypatch: pytest.MonkeyPatch) -> None:
    complete = LineComplete(frieze, {}, "frieze", VARIABLE)
    monkeypatch.setenv("COMP_WORDS", f"frieze show -s {MILL} ADR-0007")
    (found,) = complete.get_completions(*complete.get_completion_args())
    assert found.help == "decision: Sell in one bottle size"


def test_source_is_completed_as_a_path(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMP_WORDS", "frieze coverage wor")
    complete = LineComplete(frieze, {}, "frieze", VARIABLE)
    assert [one.type for one in complete.get_completions(*complete.get_completion_args())] == ["file"]


def test_ids_are_those_of_the_last_snapshot_and_nothing_is_compiled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = tmp_path / "docs" / "adr" / "0001-tea.md"
    page.parent.mkdir(parents=True)
    page.write_text("# 1. Tea\n\n## Status\n\nAccepted\n")
    typed = f"frieze show -s {tmp_path} ADR-"
    assert completed(typed, monkeypatch) == []
    assert last_snapshot(tmp_path) is None
    compile_source(tmp_path, keep=True).close()
    page.unlink()
    assert completed(typed, monkeypatch) == ["ADR-0001"]


def test_names_that_are_no_patterns_match_as_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    assert completed(f"frieze show -s {MILL} %", monkeypatch) == []
    assert completed(f"frieze show -s {MILL} MILL_", monkeypatch) == []


def test_source_that_is_none_has_no_names(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(MILL)  # which has names, and is not meant by an empty source
    assert completed("frieze show adr-0001", monkeypatch) == ["ADR-0001"]
    for source in ("nowhere", os.devnull, "''"):
        assert completed(f"frieze show -s {source} adr-0001", monkeypatch) == []


@pytest.mark.parametrize("shell", SHELLS)
def test_script_of_each_shell_asks_frieze(shell: str) -> None:
    printed = run("completion", shell)
    assert printed.returncode == 0
    assert printed.stdout.decode() == script(frieze, shell)
    assert f"{VARIABLE}={shell}_complete" in printed.stdout.decode()


@contextmanager
def bash(folder: Path, tmp_path: Path) -> Iterator[int]:
    """A real bash on a terminal, with `frieze` on its path and the script sourced."""
    program = tmp_path / "bin" / "frieze"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -m server.cli "$@"\n')
    program.chmod(0o755)
    variables = environment(PS1="> ", TERM="dumb", INPUTRC=os.devnull)
    variables["PATH"] = f"{program.parent}:{variables['PATH']}"
    controller, terminal = pty.openpty()
    command = ["bash", "--norc", "--noprofile", "-i"]
    process = subprocess.Popen(
        command, stdin=terminal, stdout=terminal, stderr=terminal, cwd=folder, env=variables, start_new_session=True
    )
    os.close(terminal)
    try:
        os.write(controller, b"source <(frieze completion bash); echo sou''rced\n")
        read_until(controller, "sourced")
        yield controller
    finally:
        process.kill()
        process.wait()
        os.close(controller)


def read_until(controller: int, text: str) -> str:
    """Return what is written up to a text. Fails if it does not come."""
    written, end = "", monotonic() + PATIENCE
    while text not in written:
        assert monotonic() < end, written
        if select.select([controller], [], [], 0.1)[0]:
            written += os.read(controller, 65_536).decode(errors="replace")
    return written


def words_in_bash(typed: str, folder: Path, tmp_path: Path, last: str) -> str:
    """Type a command and a tab, and let bash print its words, of which the last is to be `last`."""
    with bash(folder, tmp_path) as controller:
        os.write(controller, f"{typed}\t\x01printf '<%s>' \n".encode())  # Ctrl-A is the start of the line
        return read_until(controller, f"<{last}>")


@pytest.mark.skipif(not Path("/bin/bash").exists(), reason="there is no bash")
@pytest.mark.parametrize(
    ("typed", "last"),
    [
        ("frieze cov", "coverage"),
        ("frieze show -s cider-mill k:note/notes/clo", "k:note/notes/cloths"),
        ("frieze query checkout-session flow_reachable --from n:acc", "n:account"),
        ("frieze explain mmd101", "MMD101"),
        ("frieze coverage traced-ket", "traced-kettle/"),
    ],
)
def test_bash_completes(typed: str, last: str, tmp_path: Path) -> None:
    assert words_in_bash(typed, ROOT / "worlds", tmp_path, last)


@pytest.mark.skipif(not Path("/bin/bash").exists(), reason="there is no bash")
def test_name_that_a_shell_would_run_is_quoted(tmp_path: Path) -> None:
    vault = tmp_path / "vault"
    (vault / "notes").mkdir(parents=True)
    (vault / "notes" / "$(touch gone) x.md").write_text("---\ntype: note\n---\n# Tea\n")
    compile_source(vault, keep=True).close()
    assert words_in_bash("frieze show notes/", vault, tmp_path, "notes/$(touch gone) x")
    assert not (vault / "gone").exists()
