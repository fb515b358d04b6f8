"""`--toolsets`: the packs that a server is restricted to."""

from pathlib import Path

import orjson
import pytest
from click.testing import CliRunner
from mcp import Client

from compiler.languages.memory.facts import RECORD_CLASSES
from queries.operations.table import OPERATIONS
from queries.tools.packs import PACKS, UnknownPack, packs_of, toolsets_of
from server.__main__ import main
from server.cli import frieze
from tests.closing import compile_source
from tests.compiler.samples import sample
from tests.paths import ROOT
from tests.server.in_memory import ERAS, all_resources, all_templates, refused, with_client
from tests.server.processes import RawServer, request
from tests.server.results import answer
from tests.suites import mostly_long


@pytest.mark.parametrize(
    ("written", "chosen"),
    [("core", {"core"}), ("world,core", {"core", "world"}), (" flow , flow,", {"flow"})],
)
def test_toolsets_option_is_a_list_of_packs(written: str, chosen: set[str]) -> None:
    assert toolsets_of(written) == chosen


@pytest.mark.parametrize("written", ["wrld", "core,wrld", "", " ,", "World"])
def test_toolsets_option_with_an_unknown_pack_lists_the_known_ones(written: str) -> None:
    with pytest.raises(UnknownPack) as raised:
        toolsets_of(written)
    assert all(pack in str(raised.value) for pack in PACKS)


@pytest.mark.parametrize("command", ["server", "serve", "tools"])
def test_toolsets_option_with_an_unknown_pack_is_a_usage_error(command: str) -> None:
    source = str(ROOT / "worlds" / "locked-garden")
    program, words = (main, [source]) if command == "server" else (frieze, [command, source])
    result = CliRunner().invoke(program, [*words, "--toolsets", "wrld,core"])
    assert result.exit_code == 2
    assert "unknown toolset 'wrld' (did you mean world?); there are core, world" in result.output


@ERAS
def test_toolsets_serve_only_the_chosen_packs(mode: str) -> None:
    async def use(client: Client) -> None:
        tools = [one.name for one in (await client.list_tools()).tools]
        assert "flow_reachable" in tools
        assert "get_snapshot_info" in tools
        assert not [name for name in tools if name.startswith(("seq_", "walkthrough_", "diagram_"))]
        shown = [one.uri for one in await all_resources(client)]
        shown += [one.uri_template for one in await all_templates(client)]
        assert "frieze://flow/nodes" in shown
        assert not [uri for uri in shown if "walkthrough" in uri and "source" not in uri]
        await refused(client.read_resource("frieze://walkthroughs"))
        assert "core, flow" in (client.instructions or "")
        assert len(client.instructions or "") < 2_000

    with_client(sample("checkout-session"), mode, use, toolsets_of("flow"))


@ERAS
def test_toolsets_leave_every_tool_callable(mode: str) -> None:
    async def use(client: Client) -> None:
        for name in ("diagram_get_digest", "diagram.get.digest", "flow.cycles"):
            assert (await client.call_tool(name, {"diagram_id": "checkout"})).is_error is False
        near = await refused(client.call_tool("flow_cycle", {}))
        assert near == {"message": "Unknown tool: flow_cycle", "did_you_mean": ["flow_cycles"]}

    with_client(sample("checkout-session"), mode, use, toolsets_of("flow"))


def test_toolsets_do_not_serve_a_pack_without_objects() -> None:
    async def use(client: Client) -> None:
        tools = [one.name for one in (await client.list_tools()).tools]
        assert "get_snapshot_info" in tools
        assert "get_exit_graph" not in tools
        assert [one.name for one in (await client.list_prompts()).prompts] == ["change_source"]  # the core's
        assert ".urd.md" not in (client.instructions or "")

    with_client(sample("traced-kettle"), "auto", use, toolsets_of("world"))


def test_memory_pack_is_served_for_any_record() -> None:
    assert PACKS["memory"].kinds == {one.kind for one in RECORD_CLASSES.values()}


@pytest.mark.parametrize(
    "record",
    [
        {"type": "entity", "name": "Ferry", "entityType": "boat", "observations": []},
        {"type": "branch", "id": "spike/hovercraft", "parent": "main", "status": "active"},
        {"type": "handoff", "id": "h-1", "from": "ines", "to": "omar"},
        {"type": "template", "id": "t-1", "name": "Timetable"},
        {"type": "bundle", "id": "b-1", "name": "Tides", "facts": []},
        {"type": "session", "id": "s-1", "agent": "ines"},
    ],
    ids=lambda record: record["type"],
)
def test_memory_pack_is_served_for_every_kind_of_object(tmp_path: Path, record: dict[str, object]) -> None:
    (tmp_path / "memory.jsonl").write_bytes(orjson.dumps(record) + b"\n")
    assert "memory" in packs_of(compile_source(tmp_path))


def test_instructions_without_toolsets_do_not_mention_them() -> None:
    async def use(client: Client) -> None:
        assert "some of its packs" not in (client.instructions or "")

    with_client(sample("locked-garden"), "auto", use)


def test_toolsets_option_reaches_the_server() -> None:
    program = "import sys; from server.__main__ import main; main([*sys.argv[1:], '--toolsets', 'core'])"
    with RawServer(ROOT / "worlds" / "locked-garden", program=program) as process:
        process.initialize()
        tools = [one["name"] for one in process.ask(request("tools/list"))["result"]["tools"]]
    assert "search" in tools
    assert "get_exit_graph" not in tools


def test_output_schemas_option_reaches_the_server(mill: Path, mill_server: RawServer) -> None:
    def listed(server: RawServer) -> set[bool]:
        return {"outputSchema" in tool for tool in server.ask(request("tools/list"))["result"]["tools"]}

    assert listed(mill_server) == {False}
    with RawServer(mill, options=("--output-schemas",)) as process:
        process.initialize()
        assert listed(process) == {True}


@pytest.mark.parametrize(
    "options", mostly_long(["--proposals", "", "--proposals --toolsets core"], "lists a hundred schemas")
)
def test_proposals_option_lists_the_operations_on_what_is_served(options: str) -> None:
    with RawServer(ROOT / "worlds" / "traced-kettle", options=options.split()) as process:
        process.initialize()
        tools = {one["name"] for one in process.ask(request("tools/list"))["result"]["tools"]}
        arguments = {"node_id": "REQ-d00001", "new_status": "Draft"}
        call = request("tools/call", {"name": "mutate_change_status", "arguments": arguments})
        called = process.ask(call)
    operations = {one.name for one in OPERATIONS.by_language["requirements"]}
    assert tools & operations == (operations if options == "--proposals" else set())
    assert answer(called["result"])["applied"] is False  # listed or not


def test_tools_command_lists_what_is_served() -> None:
    def listed(*words: str) -> set[str]:
        output = CliRunner().invoke(frieze, ["tools", *words, "--json"]).output
        return {one["pack"] for one in orjson.loads(output)["tools"]}

    assert listed(str(ROOT / "worlds" / "checkout-session"), "--toolsets", "flow,world") == {"core", "flow"}
    assert listed("--toolsets", "flow,world") == {"core", "flow", "world"}
