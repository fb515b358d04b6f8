"""What the system refuses a command is a sentence, and no traceback."""

import errno
import os
import subprocess
import sys
from pathlib import Path

import click
import pytest

from server.system_errors import SaysSystemErrors
from tests.queries.cases import each


@each(
    "error, said",
    [
        (OSError(errno.EMFILE, "Too many open files", "/a/b"), "Error: /a/b: Too many open files\n"),
        (OSError(errno.ENOSPC, "No space left on device"), "Error: No space left on device\n"),
        (FileNotFoundError(errno.ENOENT, "No such file or directory", "a\x1bb"), r"Error: a\u001bb: No such file"),
        (RuntimeError("Symlink loop from '/a'"), "Error: A path leads through a loop of symbolic links\n"),
        (UnicodeEncodeError("utf-8", "\udcff", 0, 1, "surrogates not allowed"), "Error: An argument has bytes"),
    ],
)
def test_refusal_of_the_system_is_a_sentence(error: Exception, said: str) -> None:
    program = (
        "import errno, click\nfrom server.system_errors import SaysSystemErrors\n"
        "@click.command(cls=SaysSystemErrors)\ndef command():\n    raise ERROR\ncommand()\n"
    )
    written = f"{type(error).__name__}({', '.join(map(repr, _arguments(error)))})"
    made = subprocess.run(
        [sys.executable, "-c", program.replace("ERROR", written)], capture_output=True, text=True, check=False
    )
    assert (made.returncode, made.stdout) == (2, "")
    assert made.stderr.startswith(said)


def _arguments(error: Exception) -> tuple[object, ...]:
    return (*error.args, error.filename) if isinstance(error, OSError) and error.filename else error.args


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
    asked = [sys.executable, "-m", "server.cli", "dump", str(tmp_path / "a.md"), "-o", str(tmp_path / "one" / "out")]
    made = subprocess.run(asked, capture_output=True, text=True, check=False, env={**os.environ, "NO_COLOR": "1"})
    assert made.returncode == 2 and made.stderr.count("\n") == 1 and made.stderr.startswith("Error: ")
