"""Rules of a project: their findings are diagnostics, their mistakes too, and an incremental build finds the same."""

import json
from pathlib import Path
from typing import Any

import pytest

from compiler.model.diagnostics import Diagnostic, in_order
from compiler.pipeline.rule_findings import findings
from compiler.pipeline.rule_select import RuleLimits
from compiler.pipeline.settings.rule import rules_of
from compiler.pipeline.settings.settings_text import parse_settings
from compiler.store.connection import connect
from harness.soak.edits import Editor
from tests.closing import closed_later, compile_source
from tests.compiler.samples import copied_samples
from tests.compiler.tables import table
from tests.compiler.workspace.git.repositories import RepositoryBuilder
from tests.compiler.written import written

SPEC = """## REQ-p00001: Boiling

**Level**: PRD | **Status**: Active

## Assertions

A. The kettle SHALL boil a litre of water within three minutes.
B. The kettle SHALL switch itself off when the water boils.

*End* *Boiling* | **Hash**: febd31fc
"""
ADR = "# {number}. {title}\n\n## Status\n\nAccepted\n\n## Decision\n\n{text}\n"
NUMBERS = "WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < {last})"


def rule(sql: str, message: str = "{n}", code: str = "A1", severity: str = "warning") -> str:
    values = {"code": code, "severity": severity, "message": message, "sql": sql}
    return "[[rule]]\n" + "".join(f"{name} = {json.dumps(value)}\n" for name, value in values.items())


def source(folder: Path, rules: str, **files: str) -> Path:
    """A folder with a decision in lines 1 to 9, a requirement, and rules."""
    texts = {"adr/0001-oil.md": ADR.format(number=1, title="Oil", text="This."), "spec.md": SPEC, "frieze.toml": rules}
    return written(folder, texts | files)


def found(folder: Path, rules: str, **options: Any) -> list[Diagnostic]:
    return compile_source(source(folder, rules), **options).diagnostics()


def bounded(folder: Path, rules: str, limits: RuleLimits) -> list[Diagnostic]:
    """What rules find within other limits."""
    compile_source(source(folder, "")).copy_to(folder / "copy.sqlite")
    stated = rules_of(parse_settings("frieze.toml", rules))
    return in_order(findings(stated, closed_later(connect(str(folder / "copy.sqlite"))), limits))


def places(diagnostics: list[Diagnostic]) -> list[tuple[str, str, int, str]]:
    return [(one.code, one.span.file, one.span.start_line, one.message) for one in diagnostics]


def test_rule_row_is_a_diagnostic_at_its_file_and_line(tmp_path: Path) -> None:
    sql = "SELECT id, title, file, line + 2 AS line FROM requirement"
    (one,) = found(tmp_path, rule(sql, "{id}: {title} {{of {id}}}", severity="error"))
    assert (one.severity, one.code, one.phase.name) == ("error", "A1", "RULE")
    assert one.message == "REQ-p00001: Boiling {of REQ-p00001}"
    assert tuple(one.span) == ("spec.md", 3, 1, 3, 1 + len("**Level**: PRD | **Status**: Active"))
    assert (one.suggestion, one.related) == (None, ())


@table(
    ("values", "place"),
    [
        ("'spec.md' AS file", ("spec.md", 1)),
        ("'spec.md' AS file, NULL AS line", ("spec.md", 1)),
        ("'spec.md' AS file, 9999 AS line", ("spec.md", 1)),
        ("'spec.md' AS file, -1 AS line", ("spec.md", 1)),
        ("'spec.md' AS file, 'two' AS line", ("spec.md", 1)),
        ("'none.md' AS file, 3 AS line", ("frieze.toml", 1)),
        ("NULL AS file, 3 AS line", ("frieze.toml", 1)),
        ("3 AS line", ("frieze.toml", 1)),
    ],
)
def test_rule_row_without_a_place_stands_at_the_file_or_at_the_rule(
    tmp_path: Path, values: str, place: tuple[str, int]
) -> None:
    assert places(found(tmp_path, rule(f"SELECT 7 AS n, {values}"))) == [("A1", *place, "7")]


@table(("value", "shown"), [("NULL", "NULL"), ("1.5", "1.5"), ("'{n}'", "{n}"), ("x'41ff'", "A�"), ("''", "")])
def test_rule_message_shows_values(tmp_path: Path, value: str, shown: str) -> None:
    (one,) = found(tmp_path, rule(f"SELECT {value} AS n", "[{n}]"))
    assert one.message == f"[{shown}]"


def test_rule_message_may_name_columns_that_codes_use_otherwise(tmp_path: Path) -> None:
    sql = "SELECT 'a' AS severity, 'b' AS suggestion, 'c' AS related, 'd' AS self"
    (one,) = found(tmp_path, rule(sql, "{severity}{suggestion}{related}{self}"))
    assert (one.severity, one.message) == ("warning", "abcd")


def test_rule_path_is_shown_as_related_places(tmp_path: Path) -> None:
    sql = "SELECT 1 AS n, file, line, json_array(ref, 'r:nothing', NULL, ref || '-B') AS path FROM requirement"
    (one,) = found(tmp_path, rule(sql))
    assert [(message, str(span)) for message, span in one.related] == [
        ("path 1: requirement REQ-p00001: Boiling", "spec.md:1"),
        ("path 2: r:nothing, which does not exist", "spec.md:1"),
        (
            "path 3: assertion REQ-p00001-B: B. The kettle SHALL switch itself off when the water boils.",
            "spec.md:8",
        ),
    ]


def test_rule_path_that_is_long_says_how_much_is_left_out(tmp_path: Path) -> None:
    (one,) = bounded(tmp_path, rule("SELECT 1 AS n, json_array('a', 'b', 'c', 'd') AS path"), RuleLimits(path=2))
    assert [message for message, _ in one.related] == [
        "path 1: a, which does not exist",
        "path 2: b, which does not exist",
        "path: 2 more are not shown",
    ]


@table("value", ["spec.md", '{"a": 1}', "[1]", "[", "7"])
def test_rule_path_that_is_no_list_of_refs_is_reported_once(tmp_path: Path, value: str) -> None:
    sql = f"SELECT value AS n, '{value}' AS path FROM json_each('[1, 2]')"
    assert (
        places(found(tmp_path, rule(sql)))
        == [
            ("FRZ211", "frieze.toml", 5, f"The column 'path' of rule A1 is no JSON list of refs: {value}"),
            ("A1", "frieze.toml", 1, "1"),
            ("A1", "frieze.toml", 1, "2"),
        ]
        or places(found(tmp_path, rule(sql)))[-1][0] == "FRZ211"
    )


def test_rule_rows_that_say_the_same_are_one_finding(tmp_path: Path) -> None:
    assert [one.message for one in found(tmp_path, rule("SELECT value AS n FROM json_each('[2, 1, 2, 1]')"))] == [
        "1",
        "2",
    ]


def test_rule_sees_diagnostics_of_the_compiler_but_no_findings(tmp_path: Path) -> None:
    rules = rule("SELECT 5 AS n", code="A1") + rule("SELECT code AS n, file, line FROM diagnostic", code="A2")
    broken = SPEC.replace("\nB.", "\nB. Then")
    snapshot = compile_source(source(tmp_path, rules, **{"spec.md": broken}))
    assert [one.message for one in snapshot.diagnostics(code="A2")] == ["REQ401-stale-hash"]


def test_rules_stand_among_other_diagnostics_in_their_order(tmp_path: Path) -> None:
    broken = SPEC.replace("\nB.", "\nB. Then")
    rules = rule("SELECT 1 AS n, 'spec.md' AS file, value AS line FROM json_each('[11, 2, 9]')", severity="error")
    snapshot = compile_source(source(tmp_path, rules, **{"spec.md": broken}))
    lines = [(one.span.start_line, one.code) for one in snapshot.diagnostics()]
    assert lines == sorted(lines)
    assert {code for _, code in lines} == {"REQ401-stale-hash", "A1"}


@table(
    ("sql", "code"),
    [
        ("SELECT FROM", "FRZ207"),
        ("DELETE FROM file", "FRZ207"),
        ("PRAGMA query_only", "FRZ207"),
        ("SELECT 1 AS n; SELECT 2 AS n", "FRZ207"),
        ("SELECT value AS n FROM meta", "FRZ207"),
        ("SELECT name AS n FROM sqlite_master", "FRZ207"),
        ("SELECT random() AS n", "FRZ207"),
        ("SELECT 1 AS n, 'a' AS file, 'b' AS file", "FRZ207"),
        ("SELECT 1 AS n, 2 AS n", "FRZ207"),
        ("SELECT ? AS n", "FRZ207"),
        ("WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT n FROM r", "FRZ208"),
        ("WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT n FROM r WHERE n < 0", "FRZ208"),
        ("SELECT 1 AS m", "FRZ210"),
    ],
)
def test_bad_rule_is_reported_and_the_others_run(tmp_path: Path, sql: str, code: str) -> None:
    diagnostics = found(tmp_path, rule(sql) + rule("SELECT 5 AS n", code="A2"))
    assert {one.code for one in diagnostics} == {code, "A2"}
    assert all(one.span.file == "frieze.toml" for one in diagnostics)


@table(
    ("sql", "suggestion"),
    [
        ("SELECT 1 AS n FROM requirements", "Did you mean 'requirement'?"),
        ("SELECT titel AS n FROM requirement", "Did you mean 'title'?"),
        ("SELECT 1 AS nn", "Did you mean 'nn'?"),
        ("SELECT 1 AS first, 2 AS second", "Its columns are first, second."),
    ],
)
def test_bad_rule_names_the_nearest(tmp_path: Path, sql: str, suggestion: str) -> None:
    (one,) = found(tmp_path, rule(sql))
    assert one.suggestion == suggestion


def test_bad_rule_leaves_the_snapshot_readable_and_unchanged(tmp_path: Path) -> None:
    """What bounds a rule is gone when the rules are done."""
    rules = rule("SELECT file AS n FROM nothing") + rule("SELECT path AS n FROM file", code="A2")
    with_rules, without = compile_source(source(tmp_path / "a", rules)), compile_source(source(tmp_path / "b", ""))
    assert [one.ref for one in with_rules.objects()] == [one.ref for one in without.objects()]
    assert with_rules.rows("SELECT count(*) FROM source_text") == [(3,)]
    assert with_rules.serialized


def test_rule_with_too_many_findings_reports_the_first(tmp_path: Path) -> None:
    sql = f"{NUMBERS.format(last=4)} SELECT n, 'spec.md' AS file, 5 - n AS line FROM number"
    assert places(bounded(tmp_path, rule(sql), RuleLimits(findings=3))) == [
        ("FRZ209", "frieze.toml", 1, "Rule A1 has 4 findings; 3 of them are reported."),
        ("A1", "spec.md", 1, "4"),
        ("A1", "spec.md", 2, "3"),
        ("A1", "spec.md", 3, "2"),
    ]


def test_rules_together_report_a_bounded_number_of_findings(tmp_path: Path) -> None:
    sql = "SELECT value AS n FROM json_each('[1, 2]')"
    rules = rule(sql) + rule(sql, code="A2") + rule(sql, code="A3")
    diagnostics = bounded(tmp_path, rules, RuleLimits(findings_of_all=3))
    assert sorted((one.code, one.message) for one in diagnostics) == [
        ("A1", "1"),
        ("A1", "2"),
        ("A2", "1"),
        ("FRZ209", "Rule A2 has 2 findings; 1 of them are reported."),
        ("FRZ209", "Rule A3 has 2 findings; 0 of them are reported."),
    ]


def test_rule_that_takes_long_within_one_step_is_ended_and_the_build_goes_on(tmp_path: Path) -> None:
    doubled = "WITH RECURSIVE t (n, x) AS (SELECT 1, 'aaaaaaaa' UNION ALL SELECT n + 1, x || x FROM t WHERE n < 17)"
    columns = ", ".join(f"x LIKE '%{'a' * 250}b{number}'" for number in range(60))
    rules = rule(f"{doubled} SELECT 1 AS n, {columns} FROM t WHERE t.n = 17") + rule("SELECT 1 AS n", code="B1")
    ended, other = bounded(tmp_path, rules, RuleLimits(seconds=0.2))
    assert (ended.code, other.code) == ("FRZ208", "B1")
    assert "takes more than 0.2 seconds; its process was ended" in ended.message


def test_rules_together_take_a_bounded_number_of_steps(tmp_path: Path) -> None:
    sql = f"{NUMBERS.format(last=5_000)} SELECT n FROM number WHERE n < 0"
    rules = "".join(rule(sql, code=f"A{number}") for number in range(10))
    rules += rule("SELECT 1 AS n", code="B1")
    diagnostics = bounded(tmp_path, rules, RuleLimits(steps=100_000, steps_of_all=150_000))
    assert {one.code for one in diagnostics} == {"FRZ208"}
    assert 1 < len(diagnostics) < 11


def test_rules_of_the_project_are_kept_for_reports(tmp_path: Path) -> None:
    rules = 'extend = ["FRZ403"]\n' + rule("SELECT 1 AS n WHERE 0", severity="info")
    meta = compile_source(source(tmp_path, rules)).meta
    assert meta["rules"] == [{"code": "A1", "severity": "info", "message": "{n}"}]


def test_rules_of_a_revision_are_those_of_its_settings(tmp_path: Path) -> None:
    repository = RepositoryBuilder(tmp_path / "repository", bare=True)
    older = repository.commit({"spec.md": SPEC, "frieze.toml": rule("SELECT 'older' AS n")})
    repository.commit({"spec.md": SPEC, "frieze.toml": rule("SELECT 'newer' AS n")})
    for revision, message in (("HEAD", "newer"), (older, "older")):
        snapshot = compile_source(tmp_path / "repository", revision=revision)
        assert [one.message for one in snapshot.diagnostics()] == [message]


COUNT = "SELECT count(*) AS n FROM task"
EDITS: list[dict[str, str | None]] = [
    {"frieze.toml": rule("SELECT id AS n, file, line, json_array(ref) AS path FROM decision")},
    {"adr/0002-pump.md": ADR.format(number=2, title="Pump", text="Other than ADR-0001.")},
    {"adr/0001-oil.md": ADR.format(number=1, title="Oil anew", text="As REQ-p00001 says.")},
    {"spec.md": SPEC.replace("REQ-p00001", "REQ-p00002")},
    {"frieze.toml": rule("SELECT source AS n, file, line FROM link WHERE dangling") + rule(COUNT, code="A2")},
    {"frieze.toml": rule("SELECT wrong AS n FROM link")},
    {"frieze.toml": "# none\n"},
    {"frieze.toml": rule("SELECT lines AS n, path AS file FROM file")},
    {"spec.md": SPEC + "\n\nMore.\n"},
    {"frieze.toml": None},
]


def test_rules_of_an_incremental_build_find_what_a_whole_build_finds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    place = source(tmp_path / "source", rule("SELECT 1 AS n"), **{"other.mmd": "flowchart TD\n" + "  a --> b\n" * 99})
    compile_source(place, keep=True)
    counts = set()
    for texts in EDITS:
        for name, text in texts.items():
            (place / name).unlink() if text is None else (place / name).write_text(text)
        kept, whole = compile_source(place, keep=True), compile_source(place)
        assert kept.diagnostics() == whole.diagnostics()
        assert kept.meta == whole.meta
        counts.add(len(whole.diagnostics()))
    assert len(counts) > 3


def test_unchanged_source_with_rules_is_opened_from_the_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    place = source(tmp_path / "source", rule("SELECT 1 AS n"))
    first = compile_source(place, keep=True).diagnostics()
    monkeypatch.delattr("compiler.pipeline.rule_findings.findings")  # nothing is built again
    assert compile_source(place, keep=True).diagnostics() == first


def test_settings_that_come_or_go_are_noticed_by_the_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    place = source(tmp_path / "source", "")
    (place / "frieze.toml").unlink()
    assert compile_source(place, keep=True).diagnostics() == []
    (place / "frieze.toml").write_text(rule("SELECT 1 AS n"))
    assert [one.code for one in compile_source(place, keep=True).diagnostics()] == ["A1"]
    (place / "frieze.toml").unlink()
    assert compile_source(place, keep=True).diagnostics() == []


def test_source_without_rules_loads_nothing_of_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No settings, no cost."""
    place = source(tmp_path, "")
    (place / "frieze.toml").unlink()
    monkeypatch.setitem(__import__("sys").modules, "compiler.pipeline.rule_findings", None)
    monkeypatch.setitem(__import__("sys").modules, "compiler.pipeline.settings.rule", None)
    assert compile_source(place).diagnostics() == []


@pytest.mark.long("a random history")
def test_rules_after_random_changes_find_what_a_whole_build_finds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    place = copied_samples(tmp_path / "source", "cider-mill", "traced-kettle")
    linked = rule("SELECT kind || ' ' || target AS n, file, line, json_array(source, target) AS path FROM link")
    (place / "frieze.toml").write_text('extend = ["recommended"]\n' + linked)
    compile_source(place, keep=True)
    editor = Editor(place, seed=7)
    for _ in range(6):
        editor.make(editor.draw()[1])
        kept, whole = compile_source(place, keep=True), compile_source(place)
        assert kept.diagnostics() == whole.diagnostics()
        assert kept.meta == whole.meta
