"""`frieze.toml`: where it is read, what it may say, and what is reported of it."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from compiler.model.facts import File
from compiler.model.source import MISSING, Entry, Problem, Source, SourceError, SourceFile
from compiler.pipeline.budget import MAX_FILES
from compiler.pipeline.codes import own_codes
from compiler.pipeline.discovery import discover
from compiler.pipeline.options import CompileOptions
from compiler.pipeline.parsing import parse_files
from compiler.pipeline.settings.recommended import recommended_rules
from compiler.pipeline.settings.rule import rules_of
from compiler.pipeline.settings.settings_file import MAX_SETTINGS_BYTES, SETTINGS_FILE, Settings, read_settings
from compiler.pipeline.settings.settings_text import parse_settings
from compiler.pipeline.source_at_path import open_source
from tests.closing import compile_source
from tests.compiler.tables import table

RULE = '[[rule]]\ncode = "{code}"\nmessage = "{message}"\nsql = "{sql}"\n'


def settings(folder: Path, text: str | bytes) -> Settings:
    (folder / SETTINGS_FILE).write_bytes(text.encode() if isinstance(text, str) else text)
    return read_settings(open_source(folder), own_codes)


def rule(code: str = "A1", message: str = "{n}", sql: str = "SELECT 1 AS n", more: str = "") -> str:
    return RULE.format(code=code, message=message, sql=sql) + more


def found(folder: Path, text: str) -> list[tuple[str, int, str, str | None]]:
    """The code, line, message and suggestion of each diagnostic about settings."""
    return [(one.code, one.span.start_line, one.message, one.suggestion) for one in settings(folder, text).diagnostics]


def test_settings_rule_has_its_keys_and_places(tmp_path: Path) -> None:
    (one,) = settings(tmp_path, "\n" + rule(more='severity = "error"\n')).rules
    assert (one.code, one.severity, one.message, one.sql) == ("A1", "error", "{n}", "SELECT 1 AS n")
    assert [one.place.start_line, one.message_place.start_line, one.sql_place.start_line] == [2, 4, 5]


def test_settings_rule_is_a_warning_by_default(tmp_path: Path) -> None:
    assert settings(tmp_path, rule()).rules[0].severity == "warning"


def test_settings_unknown_key_names_the_nearest(tmp_path: Path) -> None:
    assert found(tmp_path, "extends = []\n") == [
        ("FRZ203", 1, "Unknown key 'extends' in frieze.toml.", "Did you mean 'extend'?")
    ]
    assert found(tmp_path, rule(more="levle = 1\n")) == [("FRZ203", 5, "Unknown key 'levle' in [[rule]].", None)]


def test_settings_unknown_set_of_rules_names_the_nearest(tmp_path: Path) -> None:
    assert found(tmp_path, 'extend = ["recomended", "FRZ401"]\n') == [
        ("FRZ203", 1, "Unknown set of rules 'recomended' in 'extend'.", "Did you mean 'recommended'?")
    ]


@table(
    ("text", "line", "key"),
    [
        ("extend = 'recommended'", 1, "extend"),
        ("extend = [1]", 1, "extend"),
        ("\nrule = 1", 2, "rule"),
        ("[rule]\ncode = 'A1'", 1, "rule"),
        (rule(code="a1"), 2, "code"),
        (rule(code="A"), 2, "code"),
        (rule(code="A" * 41), 2, "code"),
        (rule(code="A 1"), 2, "code"),
        (rule(message=" "), 3, "message"),
        (rule(message="{n"), 3, "message"),
        (rule(message="{n.real}"), 3, "message"),
        (rule(message="{n!r}"), 3, "message"),
        (rule(message="{n:>10}"), 3, "message"),
        (rule(message="{0}"), 3, "message"),
        (rule(message="{}"), 3, "message"),
        (rule(message="x" * 1_001), 3, "message"),
        (rule(sql=""), 4, "sql"),
        ('[[rule]]\ncode = "A1"\nmessage = "x"\nsql = ["SELECT 1"]', 4, "sql"),
        (rule(more="severity = 1"), 5, "severity"),
    ],
)
def test_settings_wrong_value_is_reported_at_its_line(tmp_path: Path, text: str, line: int, key: str) -> None:
    (one,) = settings(tmp_path, text).diagnostics
    assert (one.code, one.span.start_line) == ("FRZ204", line)
    assert one.message.startswith(f"'{key}' must be ")
    assert settings(tmp_path, text).rules == ()


def test_settings_unknown_severity_names_the_nearest(tmp_path: Path) -> None:
    assert found(tmp_path, rule(more='severity = "eror"'))[0][3] == "Did you mean 'error'?"


def test_settings_rule_without_a_key_is_reported_and_others_run(tmp_path: Path) -> None:
    text = '[[rule]]\ncode = "A1"\n' + rule(code="A2")
    assert [(code, line, message) for code, line, message, _ in found(tmp_path, text)] == [
        ("FRZ205", 1, "The rule has no 'message'."),
        ("FRZ205", 1, "The rule has no 'sql'."),
    ]
    assert [one.code for one in settings(tmp_path, text).rules] == ["A2"]


@table("code", ["FRZ401", "FRZ999", "REQ301", "KNO001", "MEM101", "MMD101", "URD101"])
def test_settings_code_of_frieze_is_taken(tmp_path: Path, code: str) -> None:
    assert [one[:2] for one in found(tmp_path, rule(code=code))] == [("FRZ206", 2)]


def test_settings_second_rule_of_a_code_is_left_out(tmp_path: Path) -> None:
    text = rule() + rule(message="other")
    assert found(tmp_path, text) == [("FRZ206", 6, "The code 'A1' is taken: the rule in line 1 has it.", None)]
    assert [one.message for one in settings(tmp_path, text).rules] == ["{n}"]


@table(
    ("text", "line"),
    [("a = 1\nb = [", 1), ("a = 1\nb ? 2\n", 2), ("a = 1\na = 2\n", 2), ("a = " + "[" * 5_000, 1)],
)
def test_settings_that_are_not_toml_are_reported(tmp_path: Path, text: str, line: int) -> None:
    (one,) = settings(tmp_path, text).diagnostics
    assert (one.code, one.span.start_line) == ("FRZ202", line)


def test_settings_that_are_too_large_or_not_utf8_are_reported(tmp_path: Path) -> None:
    at_limit = b"#" * MAX_SETTINGS_BYTES
    assert settings(tmp_path, at_limit).diagnostics == ()
    assert [one.code for one in settings(tmp_path, at_limit + b"#").diagnostics] == ["FRZ201"]
    assert [one.code for one in settings(tmp_path, b"# \xff").diagnostics] == ["FRZ201"]


def test_settings_are_a_file_of_the_snapshot(tmp_path: Path) -> None:
    (tmp_path / "attic.urd.md").write_text("# Attic\n")
    without = compile_source(tmp_path)
    (tmp_path / SETTINGS_FILE).write_text("# Implements: REQ-p00001\n")
    snapshot = compile_source(tmp_path)
    assert [(one.path, one.language) for one in snapshot.facts(File)] == [
        ("attic.urd.md", "world"),
        ("frieze.toml", "settings"),
    ]
    assert snapshot.text(SETTINGS_FILE) == "# Implements: REQ-p00001\n"
    assert snapshot.id != without.id
    assert snapshot.links() == without.links()  # no language reads the settings, though a comment cites a requirement
    assert "rules" not in snapshot.meta


def test_settings_that_cannot_be_read_are_unread(tmp_path: Path) -> None:
    (tmp_path / "attic.urd.md").write_text("# Attic\n")
    (tmp_path / SETTINGS_FILE).write_bytes(b"\xff")
    snapshot = compile_source(tmp_path)
    assert list(snapshot.meta["unread"]) == [SETTINGS_FILE]
    assert [one.code for one in snapshot.diagnostics()] == ["FRZ201"]


class ManyFiles:
    """A tree of one file more than a source may have, all of which come before the settings."""

    is_worktree = False

    def listing(self, folder: str) -> list[Entry]:  # noqa: ARG002
        return [Entry(name, "file") for name in self.names("")]

    def read(self, path: str, max_bytes: int, *, binary: bool = False) -> SourceFile | Problem:  # noqa: ARG002
        return SourceFile(path, rule(), "0", 1) if path == SETTINGS_FILE else MISSING

    def names(self, folder: str) -> list[str]:  # noqa: ARG002
        return [*(f"{number}.urd.md" for number in range(MAX_FILES + 1)), SETTINGS_FILE]

    def stamp(self, path: str) -> None:
        """No file has a stamp."""


def test_settings_beyond_the_limit_of_files_are_read(tmp_path: Path) -> None:
    many = Source(tmp_path, "many", ManyFiles())
    parsed = parse_files(many, discover(many), CompileOptions(), None)
    assert [one.code for one in many.diagnostics] == ["FRZ103"]
    assert [one.code for one in parsed.settings.rules] == ["A1"]


def test_settings_in_a_folder_below_the_root_are_no_settings(tmp_path: Path) -> None:
    (tmp_path / "below").mkdir()
    (tmp_path / "attic.urd.md").write_text("# Attic\n")
    (tmp_path / "below" / SETTINGS_FILE).write_text(rule())
    assert compile_source(tmp_path).diagnostics() == []


def test_settings_beside_a_single_file_source_are_not_read(tmp_path: Path) -> None:
    (tmp_path / "attic.urd.md").write_text("# Attic\n")
    (tmp_path / SETTINGS_FILE).write_text(rule())
    snapshot = compile_source(tmp_path / "attic.urd.md")
    assert snapshot.diagnostics() == []
    assert [one.path for one in snapshot.facts(File)] == ["attic.urd.md"]


def test_settings_are_no_source_by_themselves(tmp_path: Path) -> None:
    (tmp_path / SETTINGS_FILE).write_text(rule())
    with pytest.raises(SourceError, match=r"no file that Frieze reads"):
        compile_source(tmp_path / SETTINGS_FILE)
    assert "FRZ106" in [one.code for one in compile_source(tmp_path).diagnostics()]


def test_settings_that_are_a_link_out_of_the_source_are_not_read(tmp_path: Path) -> None:
    (tmp_path / "elsewhere.toml").write_text(rule())
    (tmp_path / "source").mkdir()
    (tmp_path / "source" / "attic.urd.md").write_text("# Attic\n")
    (tmp_path / "source" / SETTINGS_FILE).symlink_to(tmp_path / "elsewhere.toml")
    assert [one.code for one in compile_source(tmp_path / "source").diagnostics()] == ["FRZ101"]


PIECES = [
    "[[rule]]\n",
    "[rule]\n",
    "extend",
    "rule",
    "code",
    "sql",
    "message",
    "severity",
    " = ",
    "\n",
    '"',
    "'",
    "[",
    "]",
]
PIECES += ["{", "}", '"recommended"', '"A1"', '"error"', "1", "1979-05-27", "#", ".", ",", '"{n}"', '"""', "é", "\r"]


@given(st.lists(st.integers(0, len(PIECES) - 1), max_size=20).map(lambda chosen: "".join(PIECES[at] for at in chosen)))
def test_settings_of_any_text_never_raise(text: str) -> None:
    parsed = parse_settings(SETTINGS_FILE, text)
    rules = [*recommended_rules(parsed), *rules_of(parsed)]
    assert all(one.span.file == SETTINGS_FILE for one in parsed.diagnostics)
    assert len({one.code for one in rules}) == len(rules)


def test_check_settings_are_read(tmp_path: Path) -> None:
    text = '[check]\nselect = ["MMD", "REQ301"]\nignore = []\nfail-on = "warning"\nbaseline = "docs/accepted.json"\n'
    found_settings = settings(tmp_path, text)
    assert found_settings.diagnostics == ()
    assert found_settings.check == {
        "select": ["MMD", "REQ301"],
        "ignore": [],
        "fail-on": "warning",
        "baseline": "docs/accepted.json",
    }


@table(
    ("line", "message", "suggestion"),
    [
        ('fail_on = "error"', "Unknown key 'fail_on' in [check].", "Did you mean 'fail-on'?"),
        ('fail-on = "errors"', '\'fail-on\' must be one of "error" and "warning".', "Did you mean 'error'?"),
        ('ignore = ["MMD"\n, "MMX103"]', "Unknown code 'MMX103' in 'ignore' of [check].", "Did you mean 'MMD103'?"),
        ('select = "MMD"', "'select' must be a list of codes and beginnings of codes", None),
        ('select = [""]', "'select' must be a list of codes and beginnings of codes", None),
        ("baseline = 3", "'baseline' must be the path of a file from frieze.toml on", None),
        ('baseline = "../a.json"', "'baseline' must be the path of a file from frieze.toml on", None),
        ('baseline = "/a.json"', "'baseline' must be the path of a file from frieze.toml on", None),
        ('baseline = "C:/a.json"', "'baseline' must be the path of a file from frieze.toml on", None),
    ],
)
def test_check_settings_that_are_wrong_are_reported_at_their_line(
    tmp_path: Path, line: str, message: str, suggestion: str | None
) -> None:
    ((_, number, said, near),) = found(tmp_path, f"[check]\n\n{line}\n")
    assert number == 3
    assert said.startswith(message)
    assert near == suggestion


def test_check_settings_that_are_wrong_are_left_out(tmp_path: Path) -> None:
    assert settings(tmp_path, '[check]\nselect = ["MMX"]\nfail-on = "never"\n').check == {}
    assert settings(tmp_path, '[check]\nselect = ["MMX", "MMD"]\nignore = ["ZZ"]\n').check == {
        "select": ["MMD"],
        "ignore": [],
    }


def test_check_settings_must_be_a_table(tmp_path: Path) -> None:
    assert found(tmp_path, "check = 3\n") == [
        ("FRZ204", 1, "'check' must be a table, which begins [check].", None),
    ]
