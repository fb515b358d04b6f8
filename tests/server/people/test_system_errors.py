"""What the system refuses a command is a sentence, and no traceback."""

import subprocess
import sys
from pathlib import Path

import click
import pytest

from server.people.system_errors import SaysSystemErrors

PROGRAM = r"""
import click
from server.people.system_errors import SaysSystemErrors

for error in (
    OSError(24, "Too many open files", "/a/b"),
    OSError(28, "No space left on device"),
    FileNotFoundError(2, "No such file or directory", "a\x1bb"),
    RuntimeError("Symlink loop from '/a'"),
    UnicodeEncodeError("utf-8", "\udcff", 0, 1, "surrogates not allowed"),
):
    @click.command(cls=SaysSystemErrors)
    def command():
        raise error

    try:
        command.main([])
    except SystemExit as end:
        click.echo(f"status {end.code}", err=True)
"""
SAID = r"""Error: /a/b: Too many open files
status 2
Error: No space left on device
status 2
Error: a\u001bb: No such file or directory
status 2
Error: A path leads through a loop of symbolic links
status 2
Error: An argument has bytes that are no text
status 2
"""


def test_refusals_of_the_system_are_sentences() -> None:
    made = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=False)
    assert made.stderr == SAID


def test_other_errors_are_not_hidden() -> None:
    @click.command(cls=SaysSystemErrors)
    def command() -> None:
        raise RuntimeError("a fault of ours")

    with pytest.raises(RuntimeError, match="a fault of ours"):
        command.main([])


def test_output_in_a_loop_of_links_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("# A\n")
    (tmp_path / "one").symlink_to("other")
    (tmp_path / "other").symlink_to("one")
    for output in ("one", "one/out"):
        asked = [sys.executable, "-m", "server.cli", "dump", str(tmp_path / "a.md"), "-o", str(tmp_path / output)]
        made = subprocess.run(asked, capture_output=True, text=True, check=False)
        assert made.returncode == 2 and "Traceback" not in made.stderr
        assert made.stderr.rstrip().rpartition("\n")[2].startswith("Error: ")
