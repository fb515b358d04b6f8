"""Invalid sources and arguments: each gets a clear error or diagnostic, on the command line and over MCP."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import orjson
import pytest

from tests.paths import ROOT
from tests.server.processes import RawServer, environment, frieze, frieze_process
from tests.server.results import answer


def served_code(source: Path) -> list[str]:
    """The codes that get_diagnostics of a server of the source answers."""
    with RawServer(source) as server:
        server.initialize()
        found = answer(server.call("get_diagnostics")["result"])
    return [one["code"] for one in found["diagnostics"]]


def checked_codes(source: Path) -> list[str]:
    """The codes that `frieze check` prints."""
    checked = frieze("check", source, "--format", "json")
    assert checked.returncode in (0, 1)
    return [one["code"] for one in orjson.loads(checked.stdout)["diagnostics"]]


def check_source(source: Path, *expected: str) -> None:
    found = checked_codes(source)
    assert set(expected) <= set(found)
    assert served_code(source) == found


def check_no_source(source: Path, message: str) -> None:
    """Check that every command exits with status 2 and prints the message on standard error only."""
    for command in (["check"], ["dump"], ["tools"], ["serve"]):
        failed = (frieze_process if command == ["serve"] else frieze)(*command, source)
        assert (failed.returncode, failed.stdout) == (2, b"")
        assert message in failed.stderr.decode()
    failed = frieze("query", source, "get_exit_graph")
    assert (failed.returncode, failed.stdout) == (2, b"")
    server = subprocess.run([sys.executable, "-m", "server", str(source)], capture_output=True, cwd=ROOT, check=False)
    assert (server.returncode, server.stdout) == (2, b"")
    assert message in server.stderr.decode()
    assert "Traceback" not in server.stderr.decode()


def test_a_missing_path(tmp_path: Path) -> None:
    check_no_source(tmp_path / "nothing", "No such file or directory")


def test_an_empty_path_is_not_the_current_directory() -> None:
    for command in (["check", ""], ["query", "", "get_snapshot_info"], ["serve", ""]):
        failed = (frieze_process if command[0] == "serve" else frieze)(*command)
        assert (failed.returncode, failed.stdout) == (2, b"")
        assert b"The path of the source is empty" in failed.stderr


def test_a_path_below_a_file(tmp_path: Path) -> None:
    (tmp_path / "a.mmd").write_text("flowchart TD\n")
    check_no_source(tmp_path / "a.mmd" / "b", "No such file or directory")


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has names that are no Unicode")
def test_names_that_are_not_unicode(tmp_path: Path) -> None:
    folder = os.fsencode(tmp_path) + b"/b\xff"
    os.mkdir(folder)  # noqa: PTH102  # a Path is text
    for name in (b"a.mmd", b"a\xff.mmd"):
        with open(folder + b"/" + name, "w") as file:  # noqa: PTH123
            file.write("flowchart TD\n  A --> B\n")
    info = orjson.loads(frieze("query", os.fsdecode(folder), "get_snapshot_info").stdout)
    assert (info["source"], info["objects"]["node"], info["unread"]) == (
        "b?",
        2,
        {"a?.mmd": "its name is not UTF-8"},
    )
    refused = frieze("check", os.fsdecode(folder + b"/a\xff.mmd"))
    assert (refused.returncode, refused.stdout) == (2, b"")
    assert b"The name of 'a?.mmd' is not UTF-8" in refused.stderr


def test_a_file_of_no_language(tmp_path: Path) -> None:
    binary = tmp_path / "picture.png"
    binary.write_bytes(bytes(range(256)))
    check_no_source(binary, "'picture.png' is no file that Frieze reads")


def test_a_server_without_a_source_in_no_project(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    alone = environment(HOME=str(tmp_path))  # a home folder is no project
    failed = subprocess.run([sys.executable, "-m", "server"], capture_output=True, cwd=tmp_path, env=alone, check=False)
    assert (failed.returncode, failed.stdout) == (2, b"")
    assert b"Missing argument 'SOURCE...'" in failed.stderr
    assert f"'{tmp_path}' has no .git" in failed.stderr.decode()


def test_an_empty_directory(tmp_path: Path) -> None:
    check_source(tmp_path, "FRZ106")


def test_a_binary_file(tmp_path: Path) -> None:
    (tmp_path / "binary.urd.md").write_bytes(bytes(range(256)) * 8)
    check_source(tmp_path, "URD100")


def test_a_file_of_two_megabytes(tmp_path: Path) -> None:
    (tmp_path / "large.urd.md").write_text("# Yard\n" + "Prose.\n" * 300_000)
    check_source(tmp_path, "URD103")


def test_an_import_cycle(tmp_path: Path) -> None:
    (tmp_path / "one.urd.md").write_text("---\nimport: ./two.urd.md\n---\n\n# One\n")
    (tmp_path / "two.urd.md").write_text("---\nimport: ./one.urd.md\n---\n\n# Two\n")
    check_source(tmp_path, "URD202")


def test_an_import_out_of_the_root(tmp_path: Path) -> None:
    source = tmp_path / "source"
    source.mkdir()
    (tmp_path / "secret.urd.md").write_text("# Secret\n")
    (source / "one.urd.md").write_text("---\nimport: ../secret.urd.md\n---\n\n# One\n")
    check_source(source, "URD208")
    assert b"Secret" not in frieze("dump", source).stdout


BAD_QUESTIONS: dict[str, tuple[str, dict[str, Any], list[str]]] = {
    "unknown argument": ("get_exit_graph", {"colour": "red"}, ["'colour' is not an argument"]),
    "misspelt argument": ("get_entity_details", {"entty_id": "@miller"}, ["did you mean 'entity_id'?", "is missing"]),
    "missing argument": ("get_property_dependencies", {"property": "trust"}, ["'entity_type' is missing"]),
    "wrong types": ("search", {"query": 3, "limit": "many"}, ["must be a string", "must be an integer"]),
    "limit too large": ("search", {"query": "mill", "limit": 100_000}, ["'limit' must be from 1 to"]),
    "limit too small": ("search", {"query": "mill", "limit": 0}, ["'limit' must be from 1 to"]),
    "no cursor": ("get_exit_graph", {"cursor": "xyz"}, ["The cursor is malformed"]),
}


@pytest.mark.parametrize("case", BAD_QUESTIONS)
def test_bad_arguments_are_an_error_answer(mill: Path, mill_server: RawServer, case: str) -> None:
    tool, arguments, expected_words = BAD_QUESTIONS[case]
    result = mill_server.call(tool, arguments)["result"]
    text = result["content"][0]["text"]
    said = orjson.loads(text)
    assert result["isError"] is True
    assert said["code"] == "invalid_argument"
    for words in expected_words:
        assert words in said["error"]
    printed = frieze("query", mill, tool, "--json", orjson.dumps(arguments).decode())
    assert (printed.returncode, printed.stdout) == (1, text.encode() + b"\n")


def test_a_stale_cursor(tmp_path: Path) -> None:
    source = tmp_path / "yards.urd.md"
    source.write_text("".join(f"# Yard {n}\n\n" for n in range(9)))
    question: list[str | Path] = ["query", source, "list_objects", "--kind", "location", "--limit", "2"]
    cursor = orjson.loads(frieze(*question).stdout)["next_cursor"]
    assert frieze(*question, "--cursor", cursor).returncode == 0
    source.write_text("# Yard\n")
    stale = frieze(*question, "--cursor", cursor)
    assert stale.returncode == 1
    assert "belongs to another snapshot" in orjson.loads(stale.stdout)["error"]
    with RawServer(source) as server:
        server.initialize()
        arguments = {"kind": "location", "limit": 2, "cursor": cursor}
        result = server.call("list_objects", arguments)["result"]
    assert result["content"][0]["text"].encode() + b"\n" == stale.stdout


def test_an_unknown_tool(mill: Path, mill_server: RawServer) -> None:
    failed = frieze("query", mill, "get_exit_grpah")
    assert (failed.returncode, failed.stdout) == (2, b"")
    assert b"No such tool: 'get_exit_grpah'. Did you mean get_exit_graph?" in failed.stderr
    assert mill_server.call("get_exit_grpah")["error"]["code"] == -32602
    assert b"`frieze tools` lists them" in frieze("query", mill, "xyzzy").stderr


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--entty-id", "@miller"], "Did you mean"),
        (["--entity-id"], "requires an argument"),
        (["@miller"], "unexpected extra argument"),
        (["--json", "{"], "not JSON"),
        (["--json", "[]"], "not a JSON object"),
    ],
)
def test_bad_options_are_a_usage_error(mill: Path, options: list[str], message: str) -> None:
    failed = frieze("query", mill, "get_entity_details", *options)
    assert (failed.returncode, failed.stdout) == (2, b"")
    assert message in failed.stderr.decode()


def test_wrong_type_of_value_is_an_error_answer(mill: Path) -> None:
    refused = frieze("query", mill, "search", "--query", "mill", "--limit", "many")
    assert refused.returncode == 1
    assert "'limit' must be an integer, not a string" in orjson.loads(refused.stdout)["error"]
