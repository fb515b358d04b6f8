"""The commands for people, as a person types them and as a pipe reads them."""

import csv
import io
import re

import orjson
import pytest
from click.testing import CliRunner

from server.cli import frieze
from server.people import terminal
from server.people.formats import as_csv, as_markdown, as_plain
from server.people.terminal import rendered, widths
from server.people.view import Table, Text, View
from server.people.views import object_view
from tests.closing import open_workspace
from tests.paths import ROOT

KETTLE, MILL, SHOP = (ROOT / "worlds" / one for one in ("traced-kettle", "cider-mill", "checkout-session"))
HOSTILE = "a\x1b[2Jb\r|c"


def run(*words: object) -> str:
    done = CliRunner().invoke(frieze, [str(one) for one in words])
    assert done.exit_code == 0, done.output
    return done.stdout


def test_show_has_fields_links_and_lines_of_an_object() -> None:
    shown = run("show", "REQ-p00001", KETTLE)
    assert shown.startswith("requirement REQ-p00001: Boiling water\n")
    assert re.search(r"^status +Active$", shown, re.MULTILINE)
    assert "refines  REQ-p00003  Keeping warm  spec/product.md:60" in shown
    assert "\n## REQ-p00001: Boiling water\n" in shown


def test_show_of_an_unknown_id_names_near_ones() -> None:
    done = CliRunner().invoke(frieze, ["show", "REQ-p0001", str(KETTLE)])
    assert (done.exit_code, done.stdout) == (1, "")
    assert "Did you mean REQ-p00001" in done.stderr


def test_search_shows_the_best_first_and_says_how_many_are_left_out() -> None:
    done = CliRunner().invoke(frieze, ["search", "press cloths", str(MILL), "--limit", "1", "--kind", "task"])
    assert "MILL-2" in done.stdout and done.stdout.count("\n") == 3
    assert "--limit shows more" in done.stderr


def test_search_without_a_hit_says_so() -> None:
    assert run("search", "zeppelin", KETTLE).strip()


@pytest.mark.parametrize("is_ascii", [True, False])
def test_render_draws_a_diagram_within_the_width(is_ascii: bool) -> None:
    drawn = run("render", "checkout", SHOP, "--width", 60, *(["--ascii"] if is_ascii else []))
    assert "Basket is full" in drawn and max(map(len, drawn.splitlines())) <= 60
    assert drawn.isascii() == is_ascii


def test_decisions_tell_what_superseded_them() -> None:
    rows = list(csv.DictReader(io.StringIO(run("decisions", MILL, "--status", "superseded", "--format", "csv"))))
    assert ("ADR-0002", "ADR-0003") in {(one["id"], one["superseded by"]) for one in rows}
    assert {one["status"] for one in rows} == {"superseded"}


def test_coverage_counts_by_level_and_lists_the_gaps() -> None:
    assert "dev    11            18" in run("coverage", KETTLE)
    answer = orjson.loads(run("coverage", KETTLE, "--gaps", "--format", "json"))
    assert len(answer["uncovered"]) == 30


def test_impact_is_ordered_by_distance() -> None:
    answer = orjson.loads(run("impact", "REQ-p00001", KETTLE, "--format", "json"))
    assert len(answer["impact"]) == answer["total"]
    distances = [line.split()[0] for line in run("impact", "REQ-p00001", KETTLE).splitlines()[2:]]
    assert distances == [str(one["distance"]) for one in answer["impact"]]


def test_source_is_the_folder_at_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(KETTLE)
    assert run("coverage") == run("coverage", KETTLE)


def test_control_characters_of_a_source_reach_no_terminal() -> None:
    view = View([Table(("id", "title"), [(HOSTILE, HOSTILE)], HOSTILE), Text(HOSTILE)], {})
    for text in (as_plain(view), as_markdown(view), rendered(view, None, 80, has_colour=False)):
        assert "\x1b[2J" not in text and "\r" not in text
    assert r"\|c" in as_markdown(view)


def test_csv_keeps_values_as_they_are() -> None:
    view = View([Table(("id", "title"), [("a", "b, c"), (None, 'd "e"')])], {})
    assert list(csv.reader(io.StringIO(as_csv(view)))) == [["id", "title"], ["a", "b, c"], ["", 'd "e"']]


def test_terminal_links_places_to_their_files() -> None:
    with open_workspace(KETTLE) as workspace:
        shown = rendered(object_view(workspace, "REQ-p00001"), KETTLE, 100, has_colour=True)
    assert (KETTLE / "spec/product.md").as_uri() in shown


@pytest.mark.parametrize("columns", [60, 100, 200])
def test_table_fits_the_terminal(columns: int) -> None:
    table = Table(("id", "title", "source", "by"), [("REQ-p00001", "long " * 50, "spec/product.md:21", "by " * 30)])
    assert sum(widths(table, columns)) + terminal.GAP * 4 <= columns
    text = rendered(View([table], {}), None, columns, has_colour=False)
    assert max(len(line.rstrip()) for line in text.splitlines()) <= columns
    assert "REQ-p00001" in text and "spec/product.md:21" in text


def test_long_view_goes_to_the_pager(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("LINES", "5")
    paged: list[str] = []
    terminal.show_on_terminal(View([Text("line\n" * 9)], {}), None, paged.append)
    assert (len(paged), capsys.readouterr().out) == (1, "")
    terminal.show_on_terminal(View([Text("line\n")], {}), None, paged.append)
    assert len(paged) == 1 and "line" in capsys.readouterr().out
