"""`frieze check --watch`: the findings as files change, as a function and as a process."""

import shutil
import signal
import textwrap
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import orjson
import pytest
from click.testing import CliRunner

from server.cli import frieze
from server.commands.check import CheckOptions
from server.commands.watch import WatchedFindings
from server.options.source import SourceOptions
from server.reports.changes import FORMS
from server.served_source import ServedSource
from tests.compiler.workspace.git.repositories import RepositoryBuilder
from tests.paths import ROOT
from tests.server.commands.mistakes import BROKEN, DIRECTIVE
from tests.server.processes import RawServer
from tests.suites import mostly_long

GOOD = "flowchart LR\n    a --> b\n"
UNCACHED = SourceOptions(cache=False)
NO_OPTIONS = CheckOptions(None, None, None, None, write_baseline=False, watch=True)
CHECK = "import sys; sys.argv.insert(1, 'check'); sys.argv.append('--watch'); from server.cli import main; main()"

Watching = Callable[..., WatchedFindings]


@pytest.fixture
def watching(source: Path) -> Iterator[Watching]:
    """Begin to watch the source. Between two looks nobody waits."""
    opened: list[WatchedFindings] = []

    def begin(
        form: str = "json", path: Path = source, compiled: SourceOptions = UNCACHED, **options: Any
    ) -> WatchedFindings:
        workspace = ServedSource(str(path), compiled).first(compiled.open(str(path)))
        assert workspace.current is not None
        chosen = NO_OPTIONS._replace(**options)
        pause: Callable[[float], None] = lambda _: None  # noqa: E731
        found = WatchedFindings(workspace.current, workspace.snapshot, str(path), chosen, FORMS[form], pause)
        opened.append(found)
        return found

    yield begin
    for one in opened:
        one.close()


def news(watched: WatchedFindings) -> Any:
    """What is told in JSON, the findings as codes."""
    told = watched.news()
    if told is None:
        return None
    answer = orjson.loads(told)
    if "problem" in answer:
        return answer
    names = ("appeared", "resolved", "no_longer_shown")
    codes = {name: [one["code"] for one in answer[name]] for name in names if answer[name]}
    files = [f"{one['path']} {one['change']}" for one in answer["changed_files"]]
    return {"files": files, "errors": answer["errors"], "warnings": answer["warnings"], **codes}


def test_watch_first_shows_what_check_shows(source: Path, watching: Watching) -> None:
    for form in ("text", "json"):
        checked = CliRunner().invoke(frieze, ["check", str(source), "--format", form]).stdout
        assert watching(form).first() + "\n" == checked


def test_watch_tells_nothing_of_a_source_that_did_not_change(source: Path, watching: Watching) -> None:
    watched = watching()
    (source / "broken.mmd").touch()
    (source / "notes.unknown").write_text("No language reads it.")
    assert watched.news() is None


def test_watch_tells_what_appeared_and_what_was_resolved_with_the_totals(source: Path, watching: Watching) -> None:
    watched = watching()
    assert watched.exit_status == 1
    (source / "broken.mmd").write_text(GOOD)
    (source / "more.mmd").write_text(DIRECTIVE)
    assert news(watched) == {
        "files": ["broken.mmd changed", "more.mmd added"],
        "errors": 0,
        "warnings": 2,
        "appeared": ["MMD105"],
        "resolved": ["MMD103"],
    }
    assert watched.exit_status == 0
    assert watched.news() is None


def test_watch_text_shows_appeared_findings_whole_and_resolved_ones_in_a_line(source: Path, watching: Watching) -> None:
    watched = watching("text")
    (source / "broken.mmd").write_text(GOOD)
    (source / "more.mmd").write_text(DIRECTIVE)
    lines = (watched.news() or "").splitlines()
    assert lines[:4] == ["", "2 files differ: broken.mmd (changed), more.mmd (added)", "", "more.mmd"]
    assert lines[5].startswith("  1:") and "warning MMD105" in lines[5]
    assert "^" in lines[8]
    assert lines[-5:-3] == ["", "Resolved:"]
    assert lines[-3].startswith("  broken.mmd:1 error MMD103: ")
    assert lines[-2:] == ["", "2 warnings in 3 files"]


def test_watch_prints_what_the_page_of_commands_shows(
    tmp_path: Path, watching: Watching, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    tea = tmp_path / "docs" / "tea.mmd"
    tea.parent.mkdir()
    tea.write_text("flowchat LR\n    boil --> pour\n")
    watched = watching("text", Path("docs"))
    tea.write_text("flowchart LR\n    boil --> pour\n    pour --> pour[\n")
    shown = textwrap.indent((watched.news() or "").lstrip("\n"), "    ")
    assert shown in (ROOT / "docs" / "cli.md").read_text("utf-8")


def test_watch_branch_that_stands_for_another_commit(
    tmp_path: Path, watching: Watching, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    builder = RepositoryBuilder(tmp_path / "repository")
    builder.commit({"tea.mmd": BROKEN})
    watched = watching(path=Path("repository"), compiled=SourceOptions(cache=False, revision="main"))
    builder.commit({"tea.mmd": GOOD})
    assert news(watched) == {"files": ["main changed"], "errors": 0, "warnings": 0, "resolved": ["MMD103"]}


def test_watch_finding_whose_line_moved_is_the_same_finding(source: Path, watching: Watching) -> None:
    watched = watching()
    (source / "directive.mmd").write_text(f"\n\n{DIRECTIVE}")
    assert news(watched) == {"files": ["directive.mmd changed"], "errors": 1, "warnings": 1}


def test_watch_second_finding_of_one_identity_appears(source: Path, watching: Watching) -> None:
    (source / "page.md").write_text(f"```mermaid\n{BROKEN}```\n")
    watched = watching()
    (source / "page.md").write_text(f"```mermaid\n{BROKEN}```\n\n```mermaid\n{BROKEN}```\n")
    assert news(watched)["appeared"] == ["MMD103"]


def test_watch_says_what_is_not_read_any_more(source: Path, watching: Watching) -> None:
    watched = watching("text")
    (source / "directive.mmd").write_text(GOOD)
    (source / "dist").mkdir()
    (source / "dist" / "a.unknown").write_text("x")
    told = watched.news() or ""
    checked = CliRunner().invoke(frieze, ["check", str(source)]).stdout
    assert [line for line in told.splitlines() if line.startswith("Not read:")] == [
        line for line in checked.splitlines() if line.startswith("Not read:")
    ]
    assert "Not read:" in told


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"select": ("REQ",)}, {}),
        ({"select": ("MMD105",)}, {"appeared": ["MMD105"]}),
        ({"ignore": ("MMD105",)}, {"resolved": ["MMD103"]}),
    ],
)
def test_watch_select_and_ignore_hold(
    source: Path, watching: Watching, options: dict[str, Any], expected: dict[str, list[str]]
) -> None:
    watched = watching(**options)
    (source / "broken.mmd").write_text(GOOD)
    (source / "more.mmd").write_text(DIRECTIVE)
    told = news(watched)
    assert {name: told[name] for name in told if name in ("appeared", "resolved")} == expected


def test_watch_finding_that_settings_begin_to_ignore_is_not_told_as_resolved(source: Path, watching: Watching) -> None:
    watched = watching()
    (source / "frieze.toml").write_text('[check]\nignore = ["MMD103"]\n')
    told = news(watched)
    assert "resolved" not in told and told["no_longer_shown"] == ["MMD103"]
    assert (told["errors"], watched.exit_status) == (0, 0)


def baseline_of(source: Path) -> Path:
    path = source.parent / "baseline.json"
    CliRunner().invoke(frieze, ["check", str(source), "--baseline", str(path), "--write-baseline"])
    return path


def test_watch_baseline_holds_and_a_changed_one_is_seen(source: Path, watching: Watching) -> None:
    path = baseline_of(source)
    watched = watching(baseline=path)
    assert orjson.loads(watched.first())["diagnostics"] == []
    (source / "more.mmd").write_text(DIRECTIVE)
    assert news(watched)["appeared"] == ["MMD105"]
    baseline_of(source)
    told = news(watched)
    assert told["no_longer_shown"] == ["MMD105"] and "resolved" not in told
    path.write_text("no baseline")
    assert "is no baseline" in news(watched)["problem"]
    assert watched.exit_status == 2 and watched.news() is None
    (source / "last.mmd").write_text(BROKEN)
    assert watched.news() is None
    path.unlink()
    baseline_of(source)
    (source / "broken.mmd").unlink()
    assert news(watched)["files"] == ["broken.mmd removed", "last.mmd added"]
    assert watched.exit_status == 0


def test_watch_missing_baseline_is_an_error_and_is_not_written(source: Path) -> None:
    path = source.parent / "none.json"
    result = CliRunner().invoke(frieze, ["check", str(source), "--baseline", str(path), "--watch"])
    assert result.exit_code == 2 and f"There is no baseline '{path}'" in result.stderr
    assert not path.exists()


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--format", "sarif"), "--watch has no format 'sarif': it is text or json."),
        (("--format", "github"), "--watch has no format 'github'"),
        (("--statistics",), "--watch shows findings as they change, so it has no --statistics."),
        (("--write-baseline", "--baseline", "b.json"), "--watch writes no baseline"),
        (("--select", "MMD999"), "MMD999"),
    ],
)
def test_watch_refuses_options_that_it_cannot_hold(source: Path, options: tuple[str, ...], said: str) -> None:
    result = CliRunner().invoke(frieze, ["check", str(source), "--watch", *options])
    assert result.exit_code == 2 and said in result.stderr and result.stdout == ""


def test_watch_source_that_is_gone_and_comes_back(source: Path, watching: Watching) -> None:
    watched = watching()
    elsewhere = source.parent / "elsewhere"
    source.rename(elsewhere)
    assert "No such file or directory" in news(watched)["problem"]
    assert watched.news() is None and watched.exit_status == 2
    elsewhere.rename(source)
    assert news(watched) == {"files": [], "errors": 1, "warnings": 1}
    assert watched.exit_status == 1
    shutil.rmtree(source)
    assert "problem" in news(watched)
    source.mkdir()
    (source / "directive.mmd").write_text(DIRECTIVE)
    assert news(watched) == {"files": ["broken.mmd removed"], "errors": 0, "warnings": 1, "resolved": ["MMD103"]}


def test_watch_file_that_cannot_be_read_costs_that_file(source: Path, watching: Watching) -> None:
    watched = watching()
    (source / "directive.mmd").write_bytes(b"\xff\xfe\x00")
    told = news(watched)
    assert told["resolved"] == ["MMD105"] and len(told["appeared"]) == 1
    (source / "directive.mmd").write_text(DIRECTIVE)
    assert news(watched)["appeared"] == ["MMD105"]


@pytest.mark.long("writes and compiles a thousand files")
def test_watch_a_thousand_files_at_once_are_one_change(source: Path, watching: Watching) -> None:
    watched = watching()
    for number in range(1000):
        (source / f"more-{number}.mmd").write_text(DIRECTIVE)
    told = news(watched)
    assert (len(told["files"]), told["warnings"], len(told["appeared"])) == (1000, 1001, 1000)
    assert watched.news() is None


def test_watch_waits_until_files_rest(source: Path, watching: Watching) -> None:
    watched = watching()
    waited: list[float] = []

    def write_another(seconds: float) -> None:
        waited.append(seconds)
        if len(waited) < 4:
            (source / f"more-{len(waited)}.mmd").write_text(DIRECTIVE)

    watched._pause = write_another
    (source / "more-0.mmd").write_text(DIRECTIVE)
    assert len(news(watched)["files"]) == 4
    assert len(waited) == 4


def test_watch_file_that_is_restored_before_it_is_compiled_is_no_change(source: Path, watching: Watching) -> None:
    watched = watching()

    def restore(_: float) -> None:
        (source / "broken.mmd").write_text(BROKEN)

    watched._pause = restore
    (source / "broken.mmd").write_text(GOOD)
    assert watched.news() is None


def test_watch_frozen_file_that_is_replaced(source: Path, watching: Watching) -> None:
    frozen = source.parent / "source.frieze"
    CliRunner().invoke(frieze, ["freeze", str(source), "-o", str(frozen)])
    watched = watching(path=frozen)
    (source / "broken.mmd").unlink()
    CliRunner().invoke(frieze, ["freeze", str(source), "-o", str(frozen)])
    assert news(watched) == {"files": ["source.frieze changed"], "errors": 0, "warnings": 1, "resolved": ["MMD103"]}
    frozen.write_bytes(b"damaged")
    assert "problem" in news(watched) and watched.news() is None


def test_watch_never_keeps_snapshots_open(source: Path, watching: Watching) -> None:
    watched = watching()
    first = watched._snapshot
    for number in range(3):
        (source / "directive.mmd").write_text(f"%% {'x' * number}\n{DIRECTIVE}")
        assert news(watched) is not None
    with pytest.raises(Exception, match="closed"):
        first.diagnostics()


def process(source: Path, *options: str) -> RawServer:
    return RawServer(source, program=CHECK, options=("--no-cache", *options))


@pytest.mark.parametrize("ending", mostly_long([signal.SIGTERM, signal.SIGINT], "a process for each signal"))
def test_watch_process_shows_changes_until_a_signal_and_ends_with_the_status_of_the_last_state(
    source: Path, ending: signal.Signals
) -> None:
    with process(source, "--format", "json") as watched:
        assert orjson.loads(watched.line())["errors"] == 1
        (source / "broken.mmd").write_text(GOOD)
        assert [one["code"] for one in orjson.loads(watched.line())["resolved"]] == ["MMD103"]
        watched.process.send_signal(ending)
        assert watched.finish() == (b"", b"", 0)


def test_watch_process_with_errors_ends_with_status_1_and_writes_nothing(source: Path) -> None:
    before = {path: path.read_bytes() for path in source.iterdir()}
    with process(source) as watched:
        carets = 0
        while carets < 2:  # one below the line of each finding, and nothing behind the second
            carets += watched.line().rstrip().endswith(b"^")
        watched.terminate()
        assert watched.finish() == (b"", b"", 1)
    assert {path: path.read_bytes() for path in source.iterdir()} == before


@pytest.mark.long("waits four times for the interval of looks")
def test_watch_process_goes_on_when_the_source_is_gone_and_comes_back(source: Path) -> None:
    with process(source, "--format", "json") as watched:
        watched.line()
        source.rename(source.parent / "elsewhere")
        assert "problem" in orjson.loads(watched.line())
        (source.parent / "elsewhere").rename(source)
        assert orjson.loads(watched.line())["errors"] == 1
        source.rename(source.parent / "elsewhere")
        assert "problem" in orjson.loads(watched.line())
        watched.terminate()
        assert watched.finish()[2] == 2
