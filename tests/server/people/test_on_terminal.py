"""The commands for people on a real terminal: its width, colours, links and pager; and what a pipe gets instead."""

import sys
from pathlib import Path

import pytest

if sys.platform == "win32":
    pytest.skip("there are no pseudo-terminals", allow_module_level=True)

from server.people.layout import KEPT
from tests.paths import ROOT
from tests.server.processes import frieze
from tests.server.terminals import on_terminal, plain
from tests.suites import mostly_long

MILL, KETTLE, SHOP = (ROOT / "worlds" / one for one in ("cider-mill", "traced-kettle", "checkout-session"))
COMMANDS = (
    ("show", "MILL-2", MILL),
    ("search", "yard", "press", "-s", MILL),
    ("tasks", "-s", MILL),
    ("decisions", MILL),
    ("impact", "MILL-2", MILL),
    ("coverage", KETTLE, "--gaps"),
    ("sql", MILL, "SELECT * FROM task"),
    ("render", "checkout", SHOP),
)


# All commands one after the other, and a line after each.
ALL_COMMANDS = """
import sys
from server.cli import frieze
for words in {commands!r}:
    assert not frieze(words, standalone_mode=False)
    print("=" * 10, flush=True)
"""


@pytest.mark.parametrize("columns", mostly_long([60, 80, 200], "a terminal for each width"))
def test_lines_fit_the_terminal(tmp_path: Path, columns: int) -> None:
    program = tmp_path / "program.py"
    program.write_text(ALL_COMMANDS.format(commands=[[str(word) for word in words] for words in COMMANDS]))
    status, written = on_terminal(program=program, columns=columns, PAGER="cat")
    assert status == 0, written
    outputs = plain(written).split("=" * 10 + "\n")
    assert len(outputs) == len(COMMANDS) + 1 and all(outputs[:-1])
    tables = "\n".join(text.partition("\nSource\n")[0] for text in outputs)  # lines of a source stay what they are
    lines = [line for line in tables.splitlines() if not line.startswith("Not understood: ")]  # a sentence may wrap
    assert [line for line in lines if len(line) > columns] == []


def test_place_that_does_not_fit_stands_below_its_row() -> None:
    _, narrow = on_terminal("decisions", MILL, columns=60)
    _, wide = on_terminal("decisions", MILL, columns=200)
    assert "\n    superseded by: ADR-0003  docs/adr/0002-paper-ledger.md:1\n" in plain(narrow)
    assert "Keep bookings in the paper ledger  ADR-0003       docs/adr/0002-paper-ledger.md:1\n" in plain(wide)


def test_places_are_links_and_states_have_colours() -> None:
    _, written = on_terminal("decisions", MILL, columns=200)
    assert (MILL / "docs/adr/0002-paper-ledger.md").as_uri() in written
    assert "\x1b[32maccepted" in written


def test_no_color_keeps_links_and_turns_colours_off() -> None:
    _, written = on_terminal("decisions", MILL, columns=200, NO_COLOR="1")
    assert "\x1b[3" not in written and "\x1b]8;" in written


def test_terminal_without_abilities_gets_plain_text() -> None:
    _, written = on_terminal("decisions", MILL, TERM="dumb")
    assert written.encode() == frieze("decisions", MILL).stdout
    assert "\x1b" not in written


def test_long_view_goes_to_the_pager_of_the_user(tmp_path: Path) -> None:
    pager = tmp_path / "pager"
    pager.write_text("#!/bin/sh\necho PAGED\ncat\n")
    pager.chmod(0o755)
    _, paged = on_terminal("decisions", MILL, lines=5, PAGER=str(pager))
    assert paged.startswith("PAGED") and "ADR-0008" in paged
    assert "\x1b]8;" not in paged  # only less is known to understand links
    _, short = on_terminal("decisions", MILL, lines=100, PAGER=str(pager))
    assert "PAGED" not in short and "ADR-0008" in short


@pytest.mark.parametrize("pager", mostly_long(["less '", "no-such-pager", "cat", ""], "a terminal for each", quick=2))
def test_without_a_pager_that_runs_the_view_is_printed(pager: str) -> None:
    status, written = on_terminal("decisions", MILL, lines=5, PAGER=pager)
    assert status == 0 and "ADR-0008" in written


def test_check_links_files_and_lines() -> None:
    cellar = ROOT / "worlds" / "broken-cellar"
    _, written = on_terminal("check", cellar, "--all", FRIEZE_EDITOR="vscode://file{path}:{line}")
    assert f"\x1b]8;;vscode://file{cellar}/broken-cellar.urd.md:24\x1b\\24:1\x1b]8;;" in written
    assert "\x1b]8;;vscode" not in on_terminal("check", cellar, FRIEZE_EDITOR="none")[1]


def test_pipe_gets_plain_text_unless_colours_are_forced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    piped = frieze("decisions", MILL)
    assert b"\x1b" not in piped.stdout and piped.stderr == b""
    monkeypatch.setenv("FORCE_COLOR", "1")
    forced = frieze("decisions", MILL).stdout.decode()
    assert "\x1b[32maccepted" in forced and "Keep bookings in the paper ledger" in forced


def test_id_is_not_cut_before_it_is_long() -> None:
    _, written = on_terminal("sql", MILL, f"SELECT '{'x' * KEPT}' AS id, '{'y' * 90}' AS text", columns=60)
    assert "x" * KEPT in plain(written)
