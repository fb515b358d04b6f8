"""`tools/list` and the instructions are short: every agent reads them before its first question."""

import re
from collections.abc import Collection
from pathlib import Path
from shutil import copytree
from typing import Any

import orjson
import pytest
from mcp import Client
from mcp_types import Tool as ListedTool

import queries.tools.packs
from compiler.store.snapshot import Snapshot
from queries import TOOLS
from queries.tools.packs import toolsets_of
from server.protocol.app import build_server
from server.protocol.instructions import PACKS, instructions
from server.protocol.tools import listed_tool
from tests.closing import compile_source
from tests.paths import ROOT
from tests.server.in_memory import sample, with_client
from tests.server.results import answer_of

ONE_LANGUAGE, ALL_LANGUAGES, CORE = 24_000, 63_000, 14_000  # bytes of the result as JSON
MAX_INSTRUCTIONS = 1_950


def listed(snapshot: Snapshot, toolsets: Collection[str] | None = None, **options: Any) -> list[ListedTool]:
    """What a client gets for tools/list."""
    found: list[ListedTool] = []

    async def use(client: Client) -> None:
        found.extend((await client.list_tools()).tools)

    with_client(snapshot, "auto", use, toolsets, **options)
    return found


def size(tools: list[ListedTool]) -> int:
    """The bytes of a list of tools as JSON."""
    shown = [one.model_dump(by_alias=True, exclude_none=True, mode="json") for one in tools]
    return len(orjson.dumps({"tools": shown}))


@pytest.mark.parametrize("world", ["locked-garden", "checkout-session", "traced-kettle", "cider-mill", "ferry-memory"])
def test_tools_list_of_one_language_is_short(world: str) -> None:
    tools = listed(sample(world))
    assert len(tools) > 15
    assert size(tools) <= ONE_LANGUAGE


@pytest.fixture(scope="module")
def all_languages(tmp_path_factory: pytest.TempPathFactory) -> Snapshot:
    folder = tmp_path_factory.mktemp("all")
    worlds = ("locked-garden", "checkout-session", "traced-kettle", "cider-mill", "ferry-memory", "signal-box")
    for world in worlds:
        copytree(ROOT / "worlds" / world, folder, dirs_exist_ok=True)
    return compile_source(folder)


def test_tools_list_of_all_languages_is_short(all_languages: Snapshot) -> None:
    tools = listed(all_languages)
    assert {one.name for one in tools} == set(TOOLS)
    assert size(tools) <= ALL_LANGUAGES


def test_tools_list_of_the_core_is_short(all_languages: Snapshot) -> None:
    assert size(listed(all_languages, toolsets_of("core"))) <= CORE


def test_tools_list_has_output_schemas_only_if_they_are_asked_for() -> None:
    plain = listed(sample("locked-garden"))
    assert [one.output_schema for one in plain] == [None] * len(plain)
    full = listed(sample("locked-garden"), output_schemas=True)
    assert [one.output_schema for one in full] == [TOOLS[one.name].output_schema() for one in full]


def test_tools_list_schema_has_names_types_choices_and_defaults() -> None:
    properties = listed_tool(TOOLS["get_links"]).input_schema["properties"]
    assert properties["direction"] == {"type": "string", "enum": ["both", "in", "out"]}
    assert properties["depth"] == {"type": "integer", "default": 1}
    assert properties["fields"] == {"type": "array", "items": {"type": "string"}}
    assert properties["format"] == {"type": "string", "enum": ["objects", "table"]}
    assert listed_tool(TOOLS["get_links"]).input_schema["required"] == ["ref"]


@pytest.mark.parametrize("mode", ["legacy", "auto"])
def test_call_with_output_schemas_has_structured_content_that_its_text_says_too(mode: str) -> None:
    async def use(client: Client) -> None:
        await client.list_tools()  # now the client validates every answer against its schema
        for name, arguments in (("get_exit_graph", {}), ("get_snapshot_info", {}), ("search", {"query": "warden"})):
            result = await client.call_tool(name, arguments)
            (block,) = result.content
            assert orjson.loads(block.text) == result.structured_content  # type: ignore[union-attr]

    with_client(sample("locked-garden"), mode, use, output_schemas=True)


@pytest.mark.parametrize("mode", ["legacy", "auto"])
def test_call_with_an_alias_passes_the_check_of_a_client(mode: str) -> None:
    async def use(client: Client) -> None:
        await client.list_tools()
        result = await client.call_tool("get_entity_details", {"entity_id": "@warden", "fields": ["type"]})
        assert result.is_error is False
        assert answer_of(result) == {"schema_version": "1", "type": "Character"}

    with_client(sample("locked-garden"), mode, use)


@pytest.mark.parametrize("is_deferred", [True, False])
@pytest.mark.parametrize("are_all", [True, False])
def test_instructions_of_all_packs_are_short(is_deferred: bool, are_all: bool) -> None:
    text = instructions(queries.tools.packs.PACKS, are_all=are_all, is_deferred=is_deferred)
    assert len(text.encode()) <= MAX_INSTRUCTIONS


def test_instructions_with_unlisted_packs_are_short() -> None:
    hidden = queries.tools.packs.DIAGRAM_PACKS
    served = [pack for pack in queries.tools.packs.PACKS if pack not in hidden]
    text = instructions(served, unlisted=sorted(hidden))
    assert len(text.encode()) <= MAX_INSTRUCTIONS
    assert "diagrams, flow, sequence, walkthroughs" in text


@pytest.mark.parametrize("pack", [pack for pack in queries.tools.packs.PACKS if pack != "core"])
def test_instructions_name_tools_of_each_pack(pack: str) -> None:
    named = set(re.findall(r"[a-z]+(?:_[a-z]+)+", PACKS[pack]))
    assert len(named) >= 2
    assert named <= set(TOOLS.pack(pack))
    assert PACKS[pack] in instructions(["core", pack])


def test_instructions_send_compound_questions_to_query_facts() -> None:
    assert "query_facts" in instructions(["core"])


def test_instructions_of_few_diagrams_say_how_their_tools_are_listed(tmp_path: Path) -> None:
    (tmp_path / "a.mmd").write_text("flowchart LR\n  a --> b\n")
    for number in range(1, 4):
        path = tmp_path / "doc" / "adr" / f"{number:04d}-choice.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"# {number}. Choice\n\n## Status\n\nAccepted\n")
    text = build_server(compile_source(tmp_path)).instructions or ""
    assert "Packs not listed, but answered: diagrams, flow (--toolsets lists them)." in text
    assert "flow_reachable" not in text
