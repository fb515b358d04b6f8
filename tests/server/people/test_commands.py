"""The commands for people, as a person types them and as a pipe reads them."""

import csv
import io
import re
from pathlib import Path

import click
import orjson
import pytest
from click.testing import CliRunner
from rich.cells import cell_len

from server.cli import frieze
from server.people import terminal
from server.people.formats import as_csv, as_markdown, as_plain, table_text
from server.people.links import link_to, no_link
from server.people.terminal import rendered
from server.people.view import Table, Text, View
from server.people.views import decisions_view, object_view
from tests.closing import open_workspace
from tests.compiler.written import written
from tests.paths import ROOT

KETTLE, MILL, SHOP, LOFT = (
    ROOT / "worlds" / one for one in ("traced-kettle", "cider-mill", "checkout-session", "kite-loft")
)
STYLE = re.compile(r"\x1b\]8;[^\x1b]*\x1b\\|\x1b\[[0-9;]*m")
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


def test_lists_say_what_of_their_kind_was_not_understood(tmp_path: Path) -> None:
    written(tmp_path, {"tasks/OV-12.json": "{}", "adr/0001-gas.md": "# Gas\n\n## Status\n\nAccepted\n"})
    told = "Not understood: tasks/OV-12.json:1 task. `frieze check --unread` lists them.\n"
    for words in ("tasks SOURCE", "tasks ready SOURCE", "tasks ready SOURCE --format csv"):
        done = CliRunner().invoke(frieze, words.replace("SOURCE", str(tmp_path)).split())
        assert done.stderr.endswith(told), words
    for words in ("decisions SOURCE", "tasks SOURCE --format json"):
        done = CliRunner().invoke(frieze, words.replace("SOURCE", str(tmp_path)).split())
        assert (done.exit_code, told in done.stderr) == (0, False), words


def test_show_of_an_unknown_id_names_near_ones() -> None:
    done = CliRunner().invoke(frieze, ["show", "REQ-p0001", str(KETTLE)])
    assert (done.exit_code, done.stdout) == (1, "")
    assert "Did you mean REQ-p00001" in done.stderr


def test_search_shows_the_best_first_and_says_how_many_are_left_out() -> None:
    done = CliRunner().invoke(frieze, ["search", "press cloths", str(MILL), "--limit", "1", "--kind", "task"])
    assert "MILL-2" in done.stdout and done.stdout.count("\n") == 3
    assert done.stderr.splitlines() == [
        "1 of 10 found, 1 with all words; --limit shows more.",
        "The first: that stands in its id or title.",
    ]


def test_search_says_why_the_first_is_first() -> None:
    for words, reason in {
        "MILL-2": "its id or title is what was asked",
        "Replace the press": "its title begins so",
        "MILL-": "its id begins so",
    }.items():
        done = CliRunner().invoke(frieze, ["search", words, str(MILL), "--kind", "task"])
        assert f"The first: {reason}." in done.stderr, (words, done.stderr)


def test_long_column_is_not_padded_in_a_pipe() -> None:
    long = Table(("id", "title", "line"), [("a", "x" * 50, 1), ("bc", "y", 20)])
    assert table_text(long).splitlines() == [
        "id  title  line",
        "--  -----  ----",
        f"a   {'x' * 50}     1",
        "bc  y    20",
    ]


def test_search_without_a_hit_says_so() -> None:
    assert run("search", "zeppelin", KETTLE).strip()


@pytest.mark.parametrize("is_ascii", [True, False])
def test_render_draws_a_diagram_within_the_width(is_ascii: bool) -> None:
    drawn = run("render", "checkout", SHOP, "--width", 60, *(["--ascii"] if is_ascii else []))
    assert "Basket is full" in drawn and max(map(len, drawn.splitlines())) <= 60
    assert drawn.isascii() == is_ascii


def test_render_prints_an_image() -> None:
    image = run("render", "checkout", SHOP, "--format", "svg")
    assert image.startswith("<svg ") and image.endswith("</svg>\n") and "Basket is full" in image


def test_only_drawings_are_images() -> None:
    done = CliRunner().invoke(frieze, ["decisions", str(MILL), "--format", "svg"])
    assert done.exit_code == 2 and "'svg' is not one of" in done.output


def test_decisions_tell_what_superseded_them() -> None:
    rows = list(csv.DictReader(io.StringIO(run("decisions", MILL, "--status", "superseded", "--format", "csv"))))
    assert ("ADR-0002", "ADR-0003") in {(one["id"], one["superseded by"]) for one in rows}
    assert {one["status"] for one in rows} == {"superseded"}


def test_coverage_counts_by_level_and_lists_the_gaps() -> None:
    assert re.search(r"^dev +11 +18 ", run("coverage", KETTLE), re.MULTILINE)
    answer = orjson.loads(run("coverage", KETTLE, "--gaps", "--format", "json"))
    assert len(answer["uncovered"]) == 30


def test_coverage_tells_of_requirements_without_assertions(tmp_path: Path) -> None:
    needs = "".join(f"```{{req}} Lamp\n:id: REQ_LAMP_{name}\nIt turns.\n```\n\n" for name in ("TURNS", "DIMS"))
    (tmp_path / "lamps.md").write_text(f"# Lamps\n\n{needs}")
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests/test_lamp.py").write_text("def test_lamp():\n    # Verifies: REQ_LAMP_DIMS\n    pass\n")
    shown = run("coverage", tmp_path, "--gaps")
    assert "Requirements without assertions: 2. Of these a test cites 1." in shown
    assert re.search(r"^REQ_LAMP_TURNS +Lamp +lamps.md:3$", shown, re.MULTILINE)
    assert "REQ_LAMP_DIMS" not in shown


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
    for text in (as_plain(view), as_markdown(view), rendered(view, None, 80, no_link)):
        assert "\x1b[2J" not in text and "\r" not in text
    assert r"\|c" in as_markdown(view)


def test_csv_keeps_values_as_they_are() -> None:
    view = View([Table(("id", "title"), [("a", "b, c"), (None, 'd "e"')])], {})
    assert list(csv.reader(io.StringIO(as_csv(view)))) == [["id", "title"], ["a", "b, c"], ["", 'd "e"']]


@pytest.mark.parametrize(
    ("words", "header", "why"),
    [
        (("search", "zzzz", MILL), "kind,id,title,source,text", "Nothing fits"),
        (("tasks", "blocked", LOFT), "id,priority,due,status,title,source,waits for", "Nothing is blocked"),
        (("decisions", LOFT), "id,status,date,title,superseded by,source", "There is no decision."),
        (("impact", "MILL-6", MILL), "distance,kind,id,title,source,by", "Nothing depends on it."),
    ],
    ids=str,
)
def test_csv_without_rows_is_a_header_and_says_why_beside_it(words: tuple[object, ...], header: str, why: str) -> None:
    done = CliRunner().invoke(frieze, [*map(str, words), "--format", "csv"])
    assert (done.exit_code, done.stdout) == (0, f"{header}\n")
    assert done.stderr.startswith(why)


def test_render_of_a_path_lists_the_diagrams_there() -> None:
    assert run("render", SHOP) == run("render", "-s", SHOP)
    assert "checkout" in run("render", SHOP)


def test_terminal_links_places_to_their_files() -> None:
    with open_workspace(KETTLE) as workspace:
        shown = rendered(object_view(workspace, "REQ-p00001"), KETTLE, 100, link_to())
    assert (KETTLE / "spec/product.md").as_uri() in shown


def test_places_lead_to_an_editor_if_that_is_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    view = View([Table(("id", "source"), [("REQ-p00001", "spec/product.md:13"), ("x", "gone.md:1")])], {})
    for editor in ("vscode", "vscode://file{path}:{line}"):
        monkeypatch.setenv("FRIEZE_EDITOR", editor)
        shown = rendered(view, KETTLE, 100, link_to())
        assert f"vscode://file{KETTLE}/spec/product.md:13" in shown and "gone.md:1\x1b" not in shown
    monkeypatch.setenv("FRIEZE_EDITOR", "none")
    assert "\x1b]8" not in rendered(view, KETTLE, 100, link_to())
    monkeypatch.setenv("FRIEZE_EDITOR", "javascript:{path}")
    with pytest.raises(click.UsageError, match="FRIEZE_EDITOR"):
        link_to()


@pytest.mark.parametrize("columns", [20, 40, 60, 80, 100, 200])
def test_table_fits_the_terminal(columns: int) -> None:
    table = Table(("id", "title", "source", "by"), [("REQ-p00001", "long " * 50, "spec/product.md:21", "by " * 30)])
    lines = rendered(View([table], {}), None, columns, no_link).splitlines()
    assert max(len(STYLE.sub("", line)) for line in lines) <= columns
    assert "REQ-p00001" in "".join(lines)
    assert columns < 60 or "spec/product.md:21" in "".join(lines)


def test_place_is_never_cut_before_its_line() -> None:
    table = Table(("id", "title", "source"), [("a", "long " * 20, f"{'folder/' * 12}page.md:217")])
    for columns in (60, 80, 200):
        shown = STYLE.sub("", rendered(View([table], {}), None, columns, no_link))
        assert "page.md:217\n" in shown
        assert ("folder/" * 12 in shown) == (columns > 100)


def test_column_without_values_is_left_out_unless_it_was_asked_for() -> None:
    table = Table(("id", "due"), [("a", None), ("b", "")])
    assert (
        rendered(View([table], {}), None, 80, no_link).split()
        == rendered(View([Table(("id",), [("a",), ("b",)])], {}), None, 80, no_link).split()
    )
    assert "due" in rendered(View([table._replace(is_exact=True)], {}), None, 80, no_link)
    assert as_plain(View([table], {})).startswith("id  due")


def test_hint_of_an_error_names_commands() -> None:
    done = CliRunner().invoke(frieze, ["coverage", str(MILL)])
    assert "`frieze query SOURCE get_snapshot_info` tells what was compiled" in done.stderr


def test_wide_characters_take_two_cells() -> None:
    view = View([Table(("title", "status"), [("茶" * 30, "done"), ("tea", "todo")])], {})
    first, second = STYLE.sub("", rendered(view, None, 40, no_link)).splitlines()[1:]
    assert first.endswith("…  done") and cell_len(first.partition("done")[0]) == second.index("todo")


def test_impact_is_a_tree_on_a_terminal() -> None:
    table = Table(
        ("distance", "id", "title"),
        [(1, "a", "A"), (1, "b", "B"), (2, "c", "C"), (3, "d", "D"), (2, "e", "E")],
        parents=[None, None, 0, 2, 0],
    )
    shown = [line.split()[:-1] for line in STYLE.sub("", rendered(View([table], {}), None, 80, no_link)).splitlines()]
    assert shown[1:] == [["├─", "a"], ["│", "├─", "c"], ["│", "│", "└─", "d"], ["│", "└─", "e"], ["└─", "b"]]


def test_long_view_goes_to_the_pager(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("LINES", "5")
    monkeypatch.setenv("PAGER", "less")
    paged: list[str] = []
    terminal.show_on_terminal(View([Text("line\n" * 9)], {}), None, paged.append)
    assert (len(paged), capsys.readouterr().out) == (1, "")
    terminal.show_on_terminal(View([Text("line\n")], {}), None, paged.append)
    assert len(paged) == 1 and "line" in capsys.readouterr().out
    monkeypatch.setenv("PAGER", "")
    terminal.show_on_terminal(View([Text("line\n" * 9)], {}), None, paged.append)
    assert len(paged) == 1


@pytest.mark.parametrize(
    "words",
    [
        ("press", "cloths", MILL),
        ("press cloths", MILL),
        ("-s", MILL, "press", "cloths"),
        ("press", "cloths", "--source", MILL),
    ],
)
def test_search_takes_every_word(words: tuple[object, ...]) -> None:
    assert run("search", *words, "--format", "json") == run("search", "press cloths", "-s", MILL, "--format", "json")


def test_word_that_is_a_folder_too_is_searched_for_and_the_option_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(MILL)
    done = CliRunner().invoke(frieze, ["search", "press", "notes"])
    assert done.stdout == run("search", "press notes")
    assert done.stderr.startswith("'notes' is searched for. It is a file or folder too: -s notes searches in it.\n")


def test_render_without_a_name_lists_the_diagrams_or_draws_the_only_one(tmp_path: Path) -> None:
    listed = run("render", "-s", SHOP)
    assert listed.startswith("id") and "\ncheckout " in listed
    (tmp_path / "tea.mmd").write_text("flowchart LR\n  pot --> cup\n")
    assert run("render", "-s", tmp_path) == run("render", "tea", tmp_path)


def test_unknown_diagram_is_refused_with_a_list_of_all() -> None:
    done = CliRunner().invoke(frieze, ["render", "chekout", str(SHOP)])
    assert done.exit_code == 1
    assert done.stderr.startswith(
        "Error: Diagram not found: chekout\nDid you mean checkout?\nDiagrams: checkout, fraud"
    )


def test_unknown_object_is_refused_with_commands_not_tools() -> None:
    done = CliRunner().invoke(frieze, ["impact", "REQ-x", str(KETTLE)])
    assert "`frieze search WORDS`" in done.stderr and "list_objects" not in done.stderr


@pytest.mark.parametrize(
    "words", [("sql", "SELECT count(*) AS n FROM task"), ("sql", ".", "SELECT count(*) AS n FROM task")]
)
def test_sql_needs_no_source(words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(MILL)
    assert run(*words) == " n\n--\n24\n"
    assert run(*words, "--format", "markdown") == "| n |\n| --- |\n| 24 |\n"


def test_source_given_twice_is_refused() -> None:
    done = CliRunner().invoke(frieze, ["coverage", str(KETTLE), "-s", str(KETTLE)])
    assert done.exit_code == 2 and "SOURCE is given twice" in done.stderr


def test_sql_without_a_statement_shows_the_relations() -> None:
    shown = run("sql", MILL)
    assert re.search(r"^task \(\d+\)$", shown, re.MULTILINE) and "Functions: " in shown
    assert "diagram" in shown.partition("Without rows: ")[2]
    assert "relations" in orjson.loads(run("sql", MILL, "--format", "json"))


def test_decisions_of_several_pages_are_all_shown(tmp_path: Path) -> None:
    (tmp_path / "docs/adr").mkdir(parents=True)
    reason = "It is cold. " * 300
    for number in range(1, 61):
        text = f"# {number}. Gas {number}\n\n## Status\n\nAccepted\n\n## Context\n\n{reason}\n"
        (tmp_path / f"docs/adr/{number:04}-gas.md").write_text(text)
    with open_workspace(tmp_path) as workspace:
        assert len(decisions_view(workspace, None, None).answer["entities"]) == 60
        shown = decisions_view(workspace, None, 55)
        assert len(shown.answer["entities"]) == 55 and "next_offset" not in shown.answer
