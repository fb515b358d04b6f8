"""`frieze config CLIENT --write` and `--remove`: the user's own files of clients, as people have them."""

import json
import stat
import tomllib
from pathlib import Path

import pytest

from server.commands.client_config import CLIENTS, Start
from server.commands.client_files import ClientFileError, change_of, changed_clients, write
from server.commands.json_members import JsonTextError, with_member, without_member
from tests.compiler.tables import table
from tests.server.processes import frieze

ENTRY = {"command": "/opt/server", "args": []}
SHOWN = '"frieze": {\n      "command": "/opt/server",\n      "args": []\n    }'


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HOME", str(tmp_path))
    return tmp_path


@table(
    ("before", "after"),
    [
        ("", f'{{\n  "m": {{\n    {SHOWN}\n  }}\n}}\n'),
        ("{}\n", f'{{\n  "m": {{\n    {SHOWN}\n  }}\n}}\n'),
        ('{\n  "m": {}\n}\n', f'{{\n  "m": {{\n    {SHOWN}\n  }}\n}}\n'),
        ('{\n  "a": [1, {"m": 2}] // a\n}\n', f'{{\n  "a": [1, {{"m": 2}}], // a\n  "m": {{\n    {SHOWN}\n  }}\n}}\n'),
        (
            '// mine\n{\n  "m": {\n    "other": 1, // last\n  },\n}\n',
            f'// mine\n{{\n  "m": {{\n    "other": 1, // last\n    {SHOWN}\n  }},\n}}\n',
        ),
        (
            '{\n  "m": {\n    "frieze": {"command": "/old" /* x */},\n    "other": 1\n  }\n}',
            f'{{\n  "m": {{\n    {SHOWN},\n    "other": 1\n  }}\n}}',
        ),
        (
            '{"m": {"other": {"x": "}"}}}',
            '{"m": {"other": {"x": "}"}, "frieze": {"command": "/opt/server", "args": []}}}',
        ),
        ('\ufeff{"m": {"frieze": {"args": [], "command": "/opt/server"}}}', None),
    ],
)
def test_member_is_put_and_the_rest_stays(before: str, after: str | None) -> None:
    assert with_member(before, "m", "frieze", ENTRY) == (before if after is None else after)
    of_windows = with_member(before.replace("\n", "\r\n"), "m", "frieze", ENTRY)
    assert before.count("\n") == 0 or of_windows == (after or before).replace("\n", "\r\n")


@table(
    ("before", "after"),
    [
        ('{"m": {"frieze": 1}}', '{"m": {}}'),
        ('{"m": {"frieze": 1, "other": 2}}', '{"m": {"other": 2}}'),
        ('{"m": {"other": 2, "frieze": 1}}', '{"m": {"other": 2}}'),
        (
            '{\n  "m": {\n    "other": 2, // kept\n    "frieze": 1,\n  }\n}\n',
            '{\n  "m": {\n    "other": 2 // kept\n  }\n}\n',
        ),
        ('{\n  "m": {\n    // kept\n    "frieze": 1\n  }\n}\n', '{\n  "m": {\n    // kept\n  }\n}\n'),
        ('{"m": {"other": 2}}', None),
        ('{"n": {"frieze": 2}}', None),
        ("", None),
    ],
)
def test_member_is_taken_out_and_the_rest_stays(before: str, after: str | None) -> None:
    assert without_member(before, "m", "frieze") == (before if after is None else after)


@table(
    ("text", "line", "problem"),
    [
        ("[]", 1, "An object is expected"),
        ('{\n"m": [1]}', 2, "An object is expected"),
        ('{"m": {}', 1, "ends within an object"),
        ('{"m" {}}', 1, "a colon"),
        ('{"m": }', 1, "A value is expected"),
        ('{\n"m": 1\n"n": 2}', 3, "A comma or the end"),
        ('{"m": \'x\n', 1, "no JSON"),
        ("{}\n{}", 2, "behind the object"),
        ("{/* never ends", 1, "no JSON"),
    ],
)
def test_text_that_is_no_object_is_refused_with_its_line(text: str, line: int, problem: str) -> None:
    with pytest.raises(JsonTextError, match=problem) as refused:
        with_member(text, "m", "frieze", ENTRY)
    assert refused.value.line == line


def test_deep_and_long_texts_are_read() -> None:
    deep = f'{{"a": {"[" * 100_000}{"]" * 100_000}, "b": "{"x" * 1_000_000}"}}'
    assert without_member(with_member(deep, "m", "frieze", ENTRY), "m", "frieze").startswith(deep[:-1])


def test_entry_of_every_client_is_written_once_and_removed(home: Path) -> None:
    for client, config in CLIENTS.items():
        start = Start("/opt/server", ("/src",), {"PYTHONPATH": "/lib"})
        assert write(change_of(client, start)) is None
        text = config.own_file().read_text("utf-8")
        read = tomllib.loads(text) if config.is_toml else json.loads(text)
        assert read == {config.key: {"frieze": config.entry(start)}}, client
        assert not change_of(client, start).difference
        write(change_of(client, None))
        text = config.own_file().read_text("utf-8")
        assert "frieze" not in (tomllib.loads(text) if config.is_toml else json.loads(text)).get(config.key, {}), client
        assert config.own_file().is_relative_to(home)


def test_comments_and_tables_of_codex_stay(home: Path) -> None:
    path = home / ".codex" / "config.toml"
    path.parent.mkdir()
    path.write_text('model = "x" # mine\n\n[mcp_servers.other]\ncommand = "y"\n\n[tui]\ntheme = 1\n')
    write(change_of("codex", Start("/opt/server", ())))
    read = tomllib.loads(path.read_text())
    assert list(read["mcp_servers"]) == ["other", "frieze"]
    assert path.read_text().startswith('model = "x" # mine\n') and read["tui"] == {"theme": 1}
    path.write_text("mcp_servers = 1\n")
    with pytest.raises(ClientFileError, match="is no table"):
        change_of("codex", Start("/opt/server", ()))
    path.write_text("[x\n")
    with pytest.raises(ClientFileError, match=r"config\.toml: It is no TOML at line 1\. Nothing was written"):
        change_of("codex", Start("/opt/server", ()))


def test_file_is_replaced_whole_with_a_copy_its_permissions_and_its_link(home: Path) -> None:
    real = home / "dotfiles" / "settings.json"
    real.parent.mkdir()
    real.write_text("{}\n")
    real.chmod(0o640)
    (home / ".gemini").mkdir()
    (home / ".gemini" / "settings.json").symlink_to(real)
    copy = write(change_of("gemini", Start("/opt/server", ())))
    assert copy is not None and copy.read_text() == "{}\n"
    assert (home / ".gemini" / "settings.json").is_symlink() and "frieze" in real.read_text()
    assert stat.S_IMODE(real.stat().st_mode) == stat.S_IMODE(copy.stat().st_mode) == 0o640
    assert sorted(path.name for path in real.parent.iterdir()) == ["settings.json", "settings.json.before-frieze"]


def test_broken_file_of_a_client_is_left_alone(home: Path) -> None:
    path = home / ".cursor" / "mcp.json"
    path.parent.mkdir()
    path.write_text('{\n"mcpServers": []\n}')
    refused = frieze("config", "cursor", "--write")
    assert refused.returncode == 2
    assert b"~/.cursor/mcp.json:2: An object is expected here. Nothing was written." in refused.stderr
    path.write_bytes(b'{"x": "\xff"}')
    assert b"is not UTF-8" in frieze("config", "cursor", "--write").stderr


def test_all_clients_are_those_on_this_machine(home: Path, tmp_path: Path) -> None:
    for folder in (".cursor", ".codex", ".config/zed"):
        (home / folder).mkdir(parents=True)
    written = frieze("config", "--all", "--write").stdout.decode()
    assert [line for line in written.split("\n") if line.endswith(".")] == [
        "~/.cursor/mcp.json is written.",
        "~/.codex/config.toml is written.",
        "zed does not start servers in a project: name SOURCE.",
    ]
    assert not (home / ".claude.json").exists()
    assert list(changed_clients(None, tmp_path, is_removed=False))[-1] == "~/.config/zed/settings.json is written."
    assert str(tmp_path) in (home / ".config" / "zed" / "settings.json").read_text()
    removed = frieze("config", "--all", "--remove").stdout.decode()
    assert removed.count("is written; as it was: ") == 3
    assert "has no entry for frieze." in frieze("config", "--all", "--remove").stdout.decode()


def test_options_of_config_that_do_not_go_together_are_refused(home: Path) -> None:
    for words in ([], ["--all"], ["claude", "--all", "--write"], ["claude", "--write", "--remove"], ["--write"]):
        assert frieze("config", *words).returncode == 2, words
    assert b"name SOURCE" in frieze("config", "claude-desktop", "--write").stderr
    assert b"No such file" in frieze("config", "claude", home / "nowhere", "--write").stderr
