"""The command line: the bytes of MCP, options from the declarations of tools, and exit statuses."""

import subprocess
import sys
from pathlib import Path

import orjson
import pytest
from click.testing import CliRunner

import queries
from compiler import VERSION
from compiler.languages.diagrams.syntax.shared.newer_forms import FOLLOWED
from server.cli import frieze as program
from server.protocol.json_bytes import json_bytes
from tests.compiler.tables import table
from tests.paths import ROOT
from tests.queries.knowledge.cider_mill import CALLS
from tests.queries.knowledge.cider_mill import mill as cider_mill
from tests.server.processes import RawServer, environment, frieze

QUESTIONS: list[tuple[str, dict[str, object], list[str]]] = [
    ("get_exit_graph", {}, []),
    ("get_entity_details", {"entity_id": "@miller"}, ["--entity-id", "@miller"]),
    ("get_reachable_locations", {"from": "loft"}, ["--from", "loft"]),
    ("search", {"query": "wheel", "kinds": ["location", "entity"], "limit": 3, "regex": False}, []),
    ("get_entity_details", {"entity_id": "@miler"}, ["--entity_id", "@miler"]),
    ("get_diagnostics", {"limit": 0, "lmit": 3}, []),
]


def test_query_prints_the_bytes_of_the_mcp_text_block(mill: Path, mill_server: RawServer) -> None:
    for tool, arguments, options in QUESTIONS:
        result = mill_server.call(tool, arguments)["result"]
        printed = frieze("query", mill, tool, *(options or ["--json", orjson.dumps(arguments).decode()]))
        assert printed.stdout == result["content"][0]["text"].encode() + b"\n"
        assert printed.returncode == int(result["isError"])
        assert printed.stderr == b""


MILL_CALLS = {tool: arguments for tool, arguments in reversed(CALLS) if queries.TOOLS[tool].pack == "knowledge"}


@pytest.mark.parametrize("tool", sorted(MILL_CALLS))
def test_query_runs_every_knowledge_tool(tool: str) -> None:
    given = ["--json", orjson.dumps(MILL_CALLS[tool]).decode()]
    printed = CliRunner().invoke(program, ["query", str(ROOT / "worlds" / "cider-mill"), tool, *given])
    assert printed.stdout_bytes == json_bytes(queries.answer(cider_mill(), tool, MILL_CALLS[tool])) + b"\n"


def test_pretty_indents_the_same_answer(mill: Path) -> None:
    plain = orjson.loads(frieze("query", mill, "get_exit_graph").stdout)
    assert frieze("query", mill, "get_exit_graph", "--pretty").stdout == json_bytes(plain, pretty=True) + b"\n"


def test_options_carry_every_type_of_argument(mill: Path) -> None:
    def echoed(*options: str) -> dict[str, object]:
        answer: dict[str, object] = orjson.loads(frieze("query", mill, *options).stdout)
        return answer

    words = ("search", "--query", "wheel")
    assert echoed(*words, "--kinds", "location", "--kinds", "rule", "--limit", "1", "--no-regex")["total"] == 1
    assert echoed(*words, "--kinds", "entity")["total"] == 0
    assert echoed("list_objects", "--kind", "entity", "--where", '{"type": "Door"}')["total"] == 1
    assert echoed("search", "--json", '{"query": "nothing"}', "--query", "wheel")["total"] == 1


def test_tool_name_may_have_dots(mill: Path) -> None:
    assert frieze("query", mill, "get.exit.graph").stdout == frieze("query", mill, "get_exit_graph").stdout


def test_help_shows_the_arguments_of_a_tool(mill: Path) -> None:
    shown = frieze("query", mill, "get_entity_details", "--help")
    assert shown.returncode == 0
    assert b"--entity-id" in shown.stdout
    assert b"[required]" in shown.stdout


def test_tools_lists_every_tool_or_those_of_a_source(mill: Path, tmp_path: Path) -> None:
    every = frieze("tools").stdout.decode()
    for name, tool in queries.TOOLS.items():
        assert f"{name}: {tool.title}" in every
    assert "--id (string, required)" in every
    assert "get_exit_graph" in frieze("tools", mill).stdout.decode()
    assert "get_exit_graph" not in frieze("tools", tmp_path).stdout.decode()


def test_tools_json_has_the_schemas_of_mcp(mill: Path, mill_server: RawServer) -> None:
    listed = orjson.loads(frieze("tools", mill, "--json").stdout)["tools"]
    wire = mill_server.ask(b'{"jsonrpc":"2.0","id":1,"method":"tools/list"}\n')["result"]["tools"]
    for ours, theirs in zip(listed, wire, strict=True):
        for key in ("name", "inputSchema"):
            assert ours[key] == theirs[key]
        assert theirs["description"].startswith(ours["description"])  # that of query_facts has the relations too


def test_tools_long_has_details_whole_schemas_and_answers(mill: Path) -> None:
    assert "Filters match exactly" not in frieze("tools", mill).stdout.decode()
    assert "Filters match exactly" in frieze("tools", mill, "--long").stdout.decode()
    (listed,) = (
        one
        for one in orjson.loads(frieze("tools", mill, "--json", "--long").stdout)["tools"]
        if one["name"] == "get_impact"
    )
    tool = queries.TOOLS["get_impact"]
    assert listed["description"] == tool.reference
    assert (listed["inputSchema"], listed["outputSchema"]) == (tool.input_schema(), tool.output_schema())


def test_dump_answers_tools_without_required_arguments(mill: Path, tmp_path: Path) -> None:
    whole = orjson.loads(frieze("dump", mill).stdout)
    assert {"get_snapshot_info", "get_exit_graph", "get_world_metadata"} <= whole.keys()
    assert "get_entity_details" not in whole
    dumped = frieze("dump", mill, "-o", tmp_path / "new" / "folder")
    assert (dumped.returncode, dumped.stdout) == (0, b"")
    files = {path.stem: path for path in (tmp_path / "new" / "folder").iterdir()}
    assert files.keys() == whole.keys()
    assert files["get_exit_graph"].read_bytes() == frieze("query", mill, "get_exit_graph").stdout


def test_dump_holds_all_pages_of_a_long_list(tmp_path: Path) -> None:
    source = tmp_path / "long"
    source.mkdir()
    (source / "long.urd.md").write_text("# Yard\n\n" + "".join(f"[@nobody{n}]\n" for n in range(120)))
    whole = orjson.loads(frieze("dump", source).stdout)
    pages = [whole[name] for name in ("get_diagnostics", "get_diagnostics.2", "get_diagnostics.3")]
    assert sum(len(page["diagnostics"]) for page in pages) == pages[0]["total"] > 100


def test_source_options_may_stand_anywhere(mill: Path) -> None:
    answers = {
        frieze("query", *words).stdout
        for words in (
            ("--as-of", "2030-01-01", mill, "get_snapshot_info"),
            (mill, "--as-of", "2030-01-01", "--no-cache", "get_snapshot_info"),
            (mill, "get_snapshot_info", "--jobs", "1", "--as-of", "2030-01-01"),
        )
    }
    assert [orjson.loads(one)["as_of"] for one in answers] == ["2030-01-01T23:59:59Z"]


def test_option_of_tool_and_source_is_the_tools_behind_it() -> None:
    ferry = ROOT / "worlds" / "ferry-memory"
    words = ("memory_graph_query", "--entity", "local-times")
    assert frieze("query", ferry, *words, "--as-of", "1999").stdout != frieze("query", ferry, *words).stdout
    assert orjson.loads(frieze("query", ferry, *words, "--as-of", "never").stdout)["code"] == "invalid_argument"
    assert frieze("query", ferry, "--as-of", "never", *words).returncode == 2


def test_unknown_option_between_source_and_tool_is_a_usage_error(mill: Path) -> None:
    assert b"Did you mean '--no-cache'?" in frieze("query", mill, "--nocache", "get_exit_graph").stderr
    assert b"Missing argument 'TOOL'" in frieze("query", mill, "--no-cache").stderr
    assert frieze("query", mill, "--help").stdout == frieze("query", "--help").stdout


def test_dump_never_writes_into_the_source(mill: Path) -> None:
    before = sorted(mill.rglob("*"))
    for directory in (mill, mill / "out", mill / ".." / "mill" / "out"):
        refused = frieze("dump", mill, "-o", directory)
        assert (refused.returncode, refused.stdout) == (2, b"")
        assert b"is never written to" in refused.stderr
    assert sorted(mill.rglob("*")) == before


def test_frieze_serve_serves_over_stdio(mill: Path) -> None:
    command = [sys.executable, "-m", "server.cli", "serve", str(mill)]
    ping = b'{"jsonrpc":"2.0","id":1,"method":"ping"}\n'
    served = subprocess.run(command, input=ping, capture_output=True, env=environment(), timeout=20, check=False)
    assert (served.returncode, orjson.loads(served.stdout)["id"]) == (0, 1)


def test_version_and_usage(mill: Path) -> None:
    assert frieze("--version").stdout.decode().strip() == f"frieze, version {VERSION}"
    first, mermaid, *_ = frieze("--version", "--long").stdout.decode().splitlines()
    assert (first, mermaid) == (
        f"frieze, version {VERSION}",
        f"Mermaid {FOLLOWED}, which the grammars of diagrams follow",
    )
    version = subprocess.run([sys.executable, "-m", "server", "--version"], capture_output=True, cwd=ROOT, check=True)
    assert VERSION in version.stdout.decode()
    for words, message in {
        ("qurey", mill): b"Did you mean 'query'?",
        ("query", mill): b"Missing argument 'TOOL'",
        ("check", mill, "--format", "xml"): b"'xml' is not one of",
    }.items():
        failed = frieze(*words)
        assert (failed.returncode, failed.stdout) == (2, b"")
        assert message in failed.stderr


def test_closed_pipe_is_not_reported() -> None:
    command = f"{sys.executable} -m server.cli tools --json | head -c 10"
    piped = subprocess.run(command, shell=True, capture_output=True, env=environment(), timeout=20, check=True)
    assert (len(piped.stdout), piped.stderr) == (10, b"")


COMMANDS = ["query {} get_snapshot_info", "dump {}", "check {}", "tools", "config claude", "diff {} HEAD --json"]


def shell(command: str, cwd: Path = ROOT) -> subprocess.CompletedProcess[bytes]:
    words = f"exec {sys.executable} -m server.cli {command}"
    return subprocess.run(words, shell=True, capture_output=True, cwd=cwd, env=environment(), timeout=20, check=False)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full disk to write to")
@pytest.mark.parametrize(
    ("command", "output", "message"),
    [
        (command, *(("> /dev/full", b"No space left on device"), (">&-", b"standard output is closed"))[number % 2])
        for number, command in enumerate((*COMMANDS, COMMANDS[-1]))
    ],
)
def test_unwritable_output_is_an_error(command: str, output: str, message: bytes) -> None:
    failed = shell(f"{command.format('worlds/locked-garden')} {output}")
    assert failed.returncode == 2
    assert b"Cannot write the answer: " + message in failed.stderr
    assert b"Traceback" not in failed.stderr and b"Exception" not in failed.stderr


def test_dump_into_an_unwritable_directory_is_an_error(mill: Path, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    failed = frieze("dump", mill, "-o", tmp_path / "file" / "out")
    assert failed.returncode == 2
    assert b"Not a directory" in failed.stderr


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a directory in use is not removed")
def test_the_current_directory_may_be_gone(mill: Path, tmp_path: Path) -> None:
    def gone(command: str) -> subprocess.CompletedProcess[bytes]:
        folder = tmp_path / "gone"
        folder.mkdir()
        words = f"rmdir {folder} && exec {sys.executable} -m server.cli {command}"
        return subprocess.run(
            words, shell=True, capture_output=True, cwd=folder, env=environment(), timeout=20, check=False
        )

    assert gone(f"check {mill}").stdout == frieze("check", mill).stdout
    for command in ("query . get_snapshot_info", "config claude"):
        failed = gone(command)
        assert (failed.returncode, failed.stdout) == (2, b"")
        assert b"No such file or directory: '.'" in failed.stderr


def test_number_arguments_follow_json(mill: Path) -> None:
    for word in ("1_0", "\u0665", "0x5", "5.5", "9" * 5_000):
        answer = orjson.loads(frieze("query", mill, "get_diagnostics", "--limit", word).stdout)
        assert answer["code"] == "invalid_argument"
    for word in ("5", "5.0"):
        assert frieze("query", mill, "get_diagnostics", "--limit", word).returncode == 0


def test_empty_source_option_is_refused(mill: Path) -> None:
    for option, message in (("--as-of", b"'' is no date"), ("--revision", b"lies in no git repository")):
        for words in (
            (option, "", mill, "get_diagnostics"),
            (mill, option, "", "get_diagnostics"),
            (mill, "get_diagnostics", option, ""),
        ):
            failed = frieze("query", *words)
            assert failed.returncode == 2 and message in failed.stderr


def test_query_imports_neither_the_sdk_nor_networkx(mill: Path) -> None:
    program = (
        "import sys\n"
        f"sys.argv = ['frieze', 'query', {str(mill)!r}, 'get_exit_graph']\n"
        "from server.cli import frieze\n"
        "frieze(standalone_mode=False)\n"
        "sys.exit(bool({'mcp', 'mcp_types', 'pydantic', 'networkx', 'asyncio'} & sys.modules.keys()))\n"
    )
    subprocess.run([sys.executable, "-c", program], cwd=ROOT, check=True, stdout=subprocess.DEVNULL, timeout=20)


def test_server_imports_nothing_heavy_beside_the_sdk(mill: Path) -> None:
    program = (
        "import sys, os, server.__main__ as program\n"
        "def end(status):\n"
        "    os._exit(bool({'networkx', 'jsonschema', 'hypothesis', 're2', 'server.cli'} & sys.modules.keys()))\n"
        "program._end = end\n"
        f"program.serve({str(mill)!r})\n"
    )
    subprocess.run([sys.executable, "-c", program], cwd=ROOT, check=True, stdin=subprocess.DEVNULL, timeout=20)


@table("name", sorted(queries.TOOLS))
def test_tool_parameters_do_not_clash_with_options(name: str) -> None:
    names = {parameter.name for parameter in queries.TOOLS[name].parameters}
    assert names.isdisjoint({"json", "pretty", "help", "json_arguments", "pretty_answer"})
