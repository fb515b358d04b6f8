"""The arm without Frieze: an agent that has a shell in a copy of the source, and nothing else."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

SECONDS = 30  # for one command
MOST_SHOWN = 30_000  # characters of what a command prints, as common agents cut it
SHELL = SimpleNamespace(
    name="shell",
    description="Run a command with bash in the folder of the project, and read what it prints.",
    input_schema={"type": "object", "properties": {"command": {"type": "string"}}, "required": ["command"]},
)


@contextmanager
def copied(source: Path) -> Iterator[Path]:
    """A copy of a source, as long as the block lasts: an agent may write to it."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / source.name
        shutil.copytree(source, copy, symlinks=True) if source.is_dir() else shutil.copy(source, copy)
        yield copy if source.is_dir() else Path(folder)


class FilesClient:
    """Stands in for an MCP client: its only tool is a shell in `folder`.

    A command gets no variable of the environment but PATH, so that no key leaves it by accident. It is no sandbox.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    async def list_tools(self) -> Any:
        """Return the list with the shell."""
        return SimpleNamespace(tools=[SHELL])

    async def call_tool(self, name: str, arguments: dict[str, Any]) -> Any:
        """Run a command and return what it printed; what fails or takes too long is an error."""
        from anyio import to_thread

        if name != SHELL.name:
            return _result(f"There is no tool {name}.", is_error=True)
        return await to_thread.run_sync(self._run, str(arguments.get("command", "")))

    def _run(self, command: str) -> Any:
        words = [
            "env",
            "-i",
            f"PATH={os.environ.get('PATH', os.defpath)}",
            f"HOME={self._folder}",
            "bash",
            "-c",
            command,
        ]
        try:
            completed = subprocess.run(
                words,
                cwd=self._folder,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                timeout=SECONDS,
                check=False,
            )
        except (OSError, ValueError, subprocess.TimeoutExpired) as error:
            return _result(str(error), is_error=True)
        shown = completed.stdout.decode(errors="replace")
        cut = f"\n({len(shown) - MOST_SHOWN:,} characters more)" if len(shown) > MOST_SHOWN else ""
        return _result(shown[:MOST_SHOWN] + cut, is_error=completed.returncode != 0)


def _result(text: str, *, is_error: bool) -> Any:
    return SimpleNamespace(content=[SimpleNamespace(type="text", text=text)], is_error=is_error)
