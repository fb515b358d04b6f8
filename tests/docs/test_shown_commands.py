"""Every `frieze` command that the README and the pages show is run, and prints the output that is shown."""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from click.testing import CliRunner

from server.cli import frieze
from tests.paths import ROOT

PAGES = (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")))

BLOCK = re.compile(r"^```\w*\n(.*?)^```$", re.MULTILINE | re.DOTALL)
INLINE = re.compile(r"`(frieze [^`\n]*\bworlds/[^`\n]*)`")
COMMENT = re.compile(r"\s+# .*")
ELLIPSIS = "…\n"  # for a part of the output that is not shown

_CLUSTER = "it needs a cluster"
NOT_RUN = {
    "config claude --write": "writes into the home folder of the reader",
    "check path/to/project": "a path of the reader",
    "search WORDS… -s SOURCE": "placeholders",
    "query SOURCE TOOL [--argument value …]": "placeholders",
    "read SOURCE URI": "placeholders",
    "explore worlds/checkout-session --no-browser": "it serves until it is ended",
    "export worlds/checkout-session -o /tmp/site --max-pages 100": "it writes a folder",
    "export worlds --parquet /tmp/worlds-parquet": "it writes a folder, with an extra",
    "render DIAGRAM SOURCE": "placeholders",
    "dump SOURCE -o DIR": "placeholders",
    "check SOURCE --format github": "placeholders",
    "check SOURCE --watch": "placeholders",
    'sql SOURCE "SELECT …"': "placeholders",
    "diff SOURCE main my-branch": "placeholders",
    "freeze SOURCE -o FILE.frieze": "placeholders",
    "build SOURCE -o FILE.frieze": "placeholders",
    "build . -o /srv/project.frieze": "it writes a file",
    "build . -o /srv/project.frieze --max-files 200000 --max-bytes 4000000000": "it writes a file",
    "build all.toml --each /mnt/shared/built": "it writes a folder",
    "build all.toml --each /mnt/shared/built -o /srv/all.frieze": "it writes a folder",
    "check /mnt/shared/built": "a folder of the reader",
    "build all.toml --each /mnt/shared/built --on dask=tcp://scheduler:8786": _CLUSTER,
    "build all.toml --each /mnt/shared/built --on dask=tcp://scheduler:8786 --workers-read /mnt/sources": _CLUSTER,
    "build all.toml --each /mnt/shared/built --on dask=tcp://scheduler:8786 --workers-read s3://bucket/sources": (
        _CLUSTER
    ),
    "build all.toml --each /mnt/shared/built --on dask=tls://scheduler:8786": _CLUSTER,
    "tools SOURCE": "placeholders",
    "verify ANSWER SOURCE": "placeholders",
    "query . get_health --verdict contested --proof > answer.json": "it writes a file",
    "verify answer.json .": "a file of the reader",
    "check --baseline frieze-baseline.json --write-baseline": "it writes a file",
    "check --baseline frieze-baseline.json": "a file of the reader",
    "diff . main my-branch": "a branch of the reader",
    "diff new.frieze source:old --beside old=old.frieze": "files of the reader",
    "query . compare_revisions --base source:release --beside release=../release.frieze": "a file of the reader",
    "diff docs 2026-03-01": "a commit of the reader",
    "query . object_history --ref ADR-0012 --field status": "an object of the reader",
    "query --revision v1.2 . get_project_summary": "a tag of the reader",
}
FAILING = {
    "check worlds/broken-cellar": "it finds errors",
    "check worlds/broken-cellar --select URD4 --statistics": "it finds errors",
    "query worlds/post-road object_get --ref ADR-0031": "several sources have the id",
}
# These name no source, and what they print is not shown. They run in a sample: this repository takes seconds.
OF_ANY_SOURCE = {'sql "SELECT looks_like, file, line, reason FROM unread"'}


class Shown(NamedTuple):
    """The words of a command after `frieze`, and the shown output; "" for none."""

    words: str
    output: str


def blocks() -> Iterator[tuple[str, list[Shown]]]:
    """Yield a name and the commands of each block that shows any. The inline commands of a page are its last block."""
    for page in PAGES:
        text = page.read_text("utf-8")
        shown = [list(_commands(block)) for block in BLOCK.findall(text)]
        shown += [[Shown(command.removeprefix("frieze "), "")] for command in INLINE.findall(BLOCK.sub("", text))]
        yield from ((f"{page.name}-{number}", found) for number, found in enumerate(filter(None, shown), 1))


def _commands(block: str) -> Iterator[Shown]:
    """Yield each command of a block: the line after `$`, and the lines up to the next command."""
    for part in re.split(r"^\$ ", block.replace("\\\n", ""), flags=re.MULTILINE)[1:]:
        command, _, output = part.partition("\n")
        if command.startswith("frieze "):
            yield Shown(COMMENT.sub("", command).removeprefix("frieze ").strip(), output)


BLOCKS = dict(blocks())


LONG = pytest.mark.long("it compiles this repository twice")


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=LONG if any(one.words == "diff . HEAD worktree" for one in shown) else ())
        for name, shown in BLOCKS.items()
    ],
)
def test_shown_commands_print_the_shown_output(name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for command in BLOCKS[name]:
        if command.words in NOT_RUN:
            continue
        monkeypatch.chdir(ROOT / "worlds" / "traced-kettle" if command.words in OF_ANY_SOURCE else ROOT)
        result = CliRunner().invoke(frieze, shlex.split(command.words.replace("/tmp/", f"{tmp_path}/")))
        assert (command.words, result.exit_code) == (command.words, int(command.words in FAILING)), result.output
        if command.output:
            parts = map(re.escape, command.output.split(ELLIPSIS))
            assert re.fullmatch(".*".join(parts), result.output, re.DOTALL), result.output


def test_shown_commands_run_on_samples() -> None:
    run = [one.words for shown in BLOCKS.values() for one in shown if one.words not in NOT_RUN]
    assert sum("worlds/" in words for words in run) >= 8


def test_shown_commands_exceptions_are_still_shown() -> None:
    shown = {one.words for found in BLOCKS.values() for one in found}
    assert sorted({*NOT_RUN, *FAILING, *OF_ANY_SOURCE} - shown) == []
