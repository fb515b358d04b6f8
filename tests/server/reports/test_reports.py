"""`frieze check`: its formats, and its exit status."""

import shutil
from contextlib import closing
from pathlib import Path
from typing import Any

import orjson
import pytest
from syrupy.assertion import SnapshotAssertion

from compiler.model.diagnostics import Code, Phase, Related
from compiler.model.facts import File, file_ref
from compiler.model.spans import NOWHERE, Span
from server.reports import FORMATS, Report, report
from server.reports.brief import MAX_LINES, brief
from server.reports.columns import character_column, cut, shown, utf16_column, width
from server.reports.text import summary, text
from tests.closing import closed_later, compile_source
from tests.compiler.store.frozen_contents import Contents, freeze
from tests.paths import ROOT
from tests.server.processes import frieze

ODD = Code("TST001", "warning", Phase.VALIDATE, "Odd: {what}")
WIDE = Code("TST002", "error", Phase.VALIDATE, "Wide.")
LONG = Code("TST003", "error", Phase.VALIDATE, "Long.")
WHOLE = Code("TST004", "info", Phase.DISCOVER, "About all.")

FILE = "a,b: 100%.md"
LINES = ["水車 \U0001f600 here", "\ta\tb", "e\u0301 \u202eodd \x1b[31m", "x" * 90 + "HERE" + "y" * 90]


def findings() -> Report:
    """Diagnostics in a file whose name and lines are difficult to show."""
    span = Span(FILE, 1, 1, len(LINES), 1)
    file = File(span=span, ref=file_ref(FILE), path=FILE, language="test", sha256="", size=1, lines=len(LINES))
    diagnostics = [
        WHOLE.at(NOWHERE),
        WIDE.at(Span(FILE, 1, 13, 1, 17), suggestion="Say\nless."),
        WIDE.at(Span(FILE, 2, 4, 2, 5)),
        ODD.at(
            Span(FILE, 3, 8, 3, 11), what="\x1b[31m\r\n50%", related=[Related("seen: here", Span(FILE, 1, 1, 1, 4))]
        ),
        LONG.at(Span(FILE, 4, 91, 4, 95)),
    ]
    contents = Contents({"id": "0"}, [file], [], diagnostics, {FILE: "\r\n".join(LINES)}, [File], [])
    return report(closed_later(freeze(contents)), ".")


def test_columns_are_converted_from_bytes() -> None:
    line = LINES[0]
    assert (character_column(line, 13), utf16_column(line, 13)) == (6, 7)
    assert (character_column(line, 1), utf16_column(line, 1)) == (1, 1)
    assert (character_column("", 5), utf16_column("", 5)) == (1, 1)


def test_width_is_counted_in_cells_of_a_terminal() -> None:
    assert width("abc") == 3
    assert width("水車") == 4
    assert width("e\u0301") == 1
    assert width("\U0001f600") == 2
    assert cut("a水車", 4) == "a水"
    assert shown("\ta\x1b\u202e") == "    a\\u001b\\u202e"


def test_carets_are_under_their_spans() -> None:
    lines = text(findings(), colour=False).split("\n")
    carets = [at for at, line in enumerate(lines) if line.rstrip().endswith("^")]
    marked = [(lines[at - 1], lines[at]) for at in carets]
    found = ["here", "b", "odd", "HERE"]
    assert len(marked) == len(found)
    for (line, caret), expected in zip(marked, found, strict=True):
        assert width(caret) - len(expected) == width(line[: line.index(expected)])
        assert caret.count("^") == len(expected)


@pytest.mark.parametrize("form", FORMATS)
def test_formats_of_difficult_diagnostics(form: str, snapshot: SnapshotAssertion) -> None:
    rendered = FORMATS[form](findings())
    assert "\x1b" not in rendered
    assert "\u202e" not in rendered
    assert rendered == snapshot


@pytest.mark.parametrize(
    ("name", "form"), [("faulty", "text"), ("garbled", "text"), *(("mill", form) for form in FORMATS)]
)
def test_formats_of_a_source(sources: Path, name: str, form: str, snapshot: SnapshotAssertion) -> None:
    """With findings in text, and without any in each form: in the other forms findings are those of the test above."""
    checked = frieze("check", name, "--format", form, cwd=sources)
    assert checked.stderr == b""
    assert checked.returncode == int(name != "mill")
    assert checked.stdout.decode() == snapshot


def test_paths_are_relative_to_the_working_directory(sources: Path, tmp_path: Path) -> None:
    def paths(source: str | Path, cwd: Path) -> set[str]:
        found = orjson.loads(frieze("check", source, "--format", "json", cwd=cwd).stdout)["diagnostics"]
        return {one["file"] for one in found}

    below = {"faulty/faulty.urd.md", "faulty/shed.urd.md"}
    assert paths("faulty", sources) == below
    assert paths(sources / "faulty", sources) == below
    assert paths("faulty/faulty.urd.md", sources) == below
    assert paths(".", sources / "faulty") == {"faulty.urd.md", "shed.urd.md"}
    assert paths(sources / "faulty", tmp_path) == {"faulty.urd.md", "shed.urd.md"}


def test_colour_only_on_request() -> None:
    plain = text(findings(), colour=False)
    coloured = text(findings(), colour=True)
    assert "\x1b[1;31m" in coloured
    for style in ("1;31", "1;33", "1;36", "1", "0"):
        coloured = coloured.replace(f"\x1b[{style}m", "")
    assert coloured == plain


LINK = "\x1b]8;;https://github.com/frieze-dev/frieze/blob/main/docs/diagnostics/{0}.md\x1b\\{0}\x1b]8;;\x1b\\"


def test_codes_are_links_to_their_pages_on_a_terminal_only(sources: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with closing(compile_source(sources / "faulty")) as snapshot:
        found = report(snapshot, ".")
        plain = text(found, colour=False)
        linked = text(found, colour=False, links=True)
        assert "\x1b" not in FORMATS["text"](found)
        monkeypatch.delenv("NO_COLOR", raising=False)
        monkeypatch.setenv("TERM", "xterm")
        monkeypatch.setattr("sys.stdout.isatty", lambda: True)
        assert LINK.format("URD301") in FORMATS["text"](found)
    assert LINK.format("URD301") in linked
    for code in {one.code for one in found.diagnostics}:
        linked = linked.replace(LINK.format(code), code)
    assert linked == plain


def test_codes_without_a_page_are_no_links() -> None:
    assert text(findings(), colour=False, links=True) == text(findings(), colour=False)


@pytest.mark.parametrize(
    ("variable", "value", "expected"), [("NO_COLOR", "1", False), ("NO_COLOR", "", True), ("TERM", "dumb", False)]
)
def test_terminal_is_coloured_unless_no_color_is_set(
    monkeypatch: pytest.MonkeyPatch, variable: str, value: str, expected: bool
) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv(variable, value)
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    assert ("\x1b" in FORMATS["text"](findings())) is expected


def test_terminal_shows_a_screen_of_many_findings(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("# A\n\n" + "".join(f"[x](gone-{number}.md)\n\n" for number in range(40)))
    (tmp_path / "b.mmd").write_text("flowchart TD\n  a[/b]\n")
    found = report(compile_source(tmp_path), str(tmp_path), [])
    lines = brief(found).split("\n")
    assert len(lines) <= MAX_LINES
    assert lines[:4] == ["Read: 2 files with 1 diagram, 1 page", "Not understood: nothing", summary(found), ""]
    at = next(at for at, line in enumerate(lines) if "DOC201" in line)
    assert lines[at].startswith("40  warning DOC201  ") and lines[at + 1].startswith("    a.md:3: The link leads to")
    assert lines[4].startswith(" 1  error MMD201  ")  # the most severe first
    assert "`--all` shows all 41, `--select CODE` those of a code" in lines
    commands = [line.strip().partition("  ")[0] for line in lines[lines.index("Next:") + 1 :]]
    assert commands == ["frieze explain MMD201", f"frieze render {tmp_path}", f"frieze explore {tmp_path}"]
    whole = text(found, colour=False)
    assert whole.count("warning DOC201") == 40


def test_terminal_shows_few_findings_whole(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("# A\n\n[x](gone.md)\n")
    found = report(compile_source(tmp_path), str(tmp_path), [])
    assert brief(found).startswith(text(found, colour=False) + "\n\nNext:\n  frieze explain DOC201 ")


def test_no_code_is_lost_when_a_screen_has_no_room(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "worlds" / "broken-cellar", tmp_path / "cellar")
    found = report(compile_source(tmp_path / "cellar"), "cellar", [])
    lines = brief(found).split("\n")
    codes = {one.code for one in found.diagnostics}
    named = {code for code in codes if any(f" {code}  " in line for line in lines)}
    assert len(lines) <= MAX_LINES and 10 <= len(named) < len(codes)
    assert any(f"; {len(codes) - len(named)} more codes: `--statistics`" in line for line in lines)


def test_fail_on_severity(sources: Path, tmp_path: Path) -> None:
    def status(source: Path, *options: str) -> int:
        return frieze("check", source, *options).returncode

    assert status(sources / "mill", "--fail-on", "warning") == 0
    assert status(sources / "faulty") == 1
    assert status(tmp_path) == 0  # an empty directory is a warning
    assert status(tmp_path, "--fail-on", "warning") == 1


def test_sarif_has_the_required_members(sources: Path) -> None:
    log = orjson.loads(frieze("check", "faulty", "--format", "sarif", cwd=sources).stdout)
    assert log["version"] == "2.1.0"
    assert log["$schema"].endswith("sarif-2.1.0.json")
    (run,) = log["runs"]
    assert run["columnKind"] == "utf16CodeUnits"
    rules = run["tool"]["driver"]["rules"]
    assert len({rule["id"] for rule in rules}) == len(rules)
    assert len(run["results"]) > 5
    for result in run["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
        assert result["level"] in ("error", "warning", "note")
        assert result["message"]["text"]
        for location in [*result["locations"], *result.get("relatedLocations", [])]:
            check_location(location["physicalLocation"])


def check_location(location: dict[str, Any]) -> None:
    uri = location["artifactLocation"]["uri"]
    assert not uri.startswith("/")
    assert ":" not in uri
    assert uri.isascii()
    region = location["region"]
    assert 1 <= region["startLine"] <= region["endLine"]
    assert region["startColumn"] >= 1
    assert region["startLine"] < region["endLine"] or region["startColumn"] <= region["endColumn"]


def test_sarif_rules_lead_to_their_pages(sources: Path) -> None:
    log = orjson.loads(frieze("check", "faulty", "--format", "sarif", cwd=sources).stdout)
    for rule in log["runs"][0]["tool"]["driver"]["rules"]:
        assert rule["helpUri"].endswith(f"/docs/diagnostics/{rule['id']}.md")


def test_gitlab_entries_have_different_fingerprints_that_survive_moved_lines(tmp_path: Path) -> None:
    def entries(page: str) -> list[dict[str, Any]]:
        (tmp_path / "page.md").write_text(page)
        found: list[dict[str, Any]] = orjson.loads(frieze("check", tmp_path, "--format", "gitlab").stdout)
        return found

    fence = "```mermaid\nflowchat LR\n```\n\n"
    before, after = entries(fence * 2), entries(f"# Moved\n\n{fence * 2}")
    assert len({one["fingerprint"] for one in before}) == 2
    assert [one["fingerprint"] for one in after] == [one["fingerprint"] for one in before]
    assert [one["location"]["lines"]["begin"] for one in after] == [4, 8]


def test_gitlab_entry_of_the_whole_source_has_a_path(tmp_path: Path) -> None:
    (entry,) = orjson.loads(frieze("check", tmp_path, "--format", "gitlab").stdout)
    assert (entry["check_name"], entry["severity"]) == ("FRZ106", "minor")
    assert entry["location"] == {"path": ".", "lines": {"begin": 1}}
