"""`tools/list` and the instructions are short: every agent reads them before its first question."""

import re
from collections.abc import Collection
from pathlib import Path
from shutil import copytree

import orjson
import pytest
from mcp import Client
from mcp_types import Tool as ListedTool

import queries.tools.packs
from compiler.store.snapshot import Snapshot
from queries import TOOLS
from queries.tools.listed import (
    ALIASES,
    BESIDE_LANGUAGES,
    CORE_TOOLS,
    LANGUAGE_TOOLS,
    MAX_CORE,
    MAX_ONE,
    MAX_SEVERAL,
    languages_of,
    leading,
)
from queries.tools.names import PACK_OF, TOOL_NAMES
from queries.tools.packs import listed_packs, packs_of, toolsets_of
from queries.tools.tool import Tool
from server.protocol.app import build_server
from server.protocol.instructions import MAX_INSTRUCTIONS, PACKS, deferred_instructions, instructions, instructions_of
from server.protocol.tools import listed_tool
from tests.closing import compile_source
from tests.compiler.samples import sample
from tests.paths import ROOT
from tests.server.in_memory import EVERY_WORLD, listed, with_client
from tests.server.results import answer_of

TOOL_NAMES_IN_ORDER = [name for names in TOOL_NAMES.values() for name in names]


def size(tools: list[ListedTool]) -> int:
    """The bytes of a list of tools as JSON."""
    shown = [one.model_dump(by_alias=True, exclude_none=True, mode="json") for one in tools]
    return len(orjson.dumps({"tools": shown}))


def with_instructions(snapshot: Snapshot, toolsets: Collection[str] | None = None) -> int:
    """The bytes that an agent reads before its first question."""
    texts = instructions_of(snapshot, toolsets), deferred_instructions(toolsets)
    return size(listed(snapshot, toolsets)) + max(len(text.encode()) for text in texts)


@pytest.fixture(scope="module")
def all_languages(tmp_path_factory: pytest.TempPathFactory) -> Snapshot:
    folder = tmp_path_factory.mktemp("all")
    worlds = ("locked-garden", "checkout-session", "traced-kettle", "cider-mill", "ferry-memory", "signal-box")
    for world in worlds:
        copytree(ROOT / "worlds" / world, folder, dirs_exist_ok=True)
    return compile_source(folder)


@EVERY_WORLD
def test_tools_list_of_each_sample_is_within_its_bound(world: str) -> None:
    snapshot = sample(world)
    languages = languages_of(listed_packs(snapshot))
    assert with_instructions(snapshot) <= (MAX_ONE if len(languages) < 2 else MAX_SEVERAL)
    names = {one.name for one in listed(snapshot)}
    assert set(CORE_TOOLS) <= names
    for language in languages:
        own = [name for name in LANGUAGE_TOOLS[language] if PACK_OF[name] in packs_of(snapshot)]
        shown = [name for name in own if name in names]
        assert shown == (own[: len(shown)] if len(languages) == 1 else own[: leading(len(languages))])
        assert len(languages) > 1 or len(shown) >= min(len(own), 14)  # the last ones may have no room


def test_tools_list_of_several_sources_of_one_language_is_within_its_bound(tmp_path: Path) -> None:
    for name in ("one", "two"):
        copytree(ROOT / "worlds" / "checkout-session", tmp_path / name)
    sources = "".join(f'[[source]]\nname = "{name}"\npath = "{name}"\n' for name in ("one", "two"))
    (tmp_path / "frieze.toml").write_text(sources)
    snapshot = compile_source(tmp_path)
    tools = listed(snapshot)
    assert with_instructions(snapshot) <= MAX_ONE
    assert {*CORE_TOOLS, *LANGUAGE_TOOLS["diagrams"][:6]} <= {one.name for one in tools}
    assert all("source" in one.input_schema["properties"] for one in tools)


def test_tools_list_with_operations_has_the_relations_too() -> None:
    tools = {one.name: one.description or "" for one in listed(sample("traced-kettle"), proposals=True)}
    assert "mutate_change_status" in tools
    assert "requirement* (23): " in tools["query_facts"]


def test_tools_list_of_all_languages_is_short(all_languages: Snapshot) -> None:
    assert with_instructions(all_languages) <= MAX_SEVERAL
    assert "\n\nLanguages: Worlds (.urd.md), Diagrams, " in instructions_of(all_languages)
    assert len(listed(all_languages)) == len(CORE_TOOLS) + len(LANGUAGE_TOOLS) + len(BESIDE_LANGUAGES)


def test_tools_list_of_the_core_is_short(all_languages: Snapshot) -> None:
    core = toolsets_of("core")
    assert [one.name for one in listed(all_languages, core)] == list(CORE_TOOLS)
    assert len(CORE_TOOLS) <= 10
    assert with_instructions(all_languages, core) <= MAX_CORE


def test_tools_list_of_all_toolsets_has_every_tool(all_languages: Snapshot) -> None:
    assert [one.name for one in listed(all_languages, toolsets_of("all"))] == [*TOOL_NAMES_IN_ORDER]
    assert {*TOOL_NAMES_IN_ORDER} == {*TOOLS}


def test_tools_list_of_a_toolset_has_all_of_it_but_aliases(all_languages: Snapshot) -> None:
    named = {one.name for one in listed(all_languages, toolsets_of("requirements"))}
    assert named == {*CORE_TOOLS, *TOOL_NAMES["requirements"]} - ALIASES


def test_tools_list_of_a_world_has_the_tools_of_its_seed() -> None:
    seed = {
        *("get_world_metadata", "get_exit_graph", "get_dialogue_graph", "get_entity_details", "get_diagnostics"),
        *("get_property_dependencies", "get_reachable_locations", "get_choice_conditions"),
    }
    assert seed <= {one.name for one in listed(sample("locked-garden"))}


@pytest.mark.parametrize("tool", TOOLS.values(), ids=lambda tool: tool.name)
def test_tools_list_describes_each_argument_in_a_few_words(tool: Tool) -> None:
    for argument in listed_tool(tool).input_schema["properties"].values():
        assert len(re.findall(r"[\w'-]+", argument["description"])) >= 2


def test_description_of_query_facts_has_the_relations_of_the_source() -> None:
    (described,) = [one.description or "" for one in listed(sample("cider-mill")) if one.name == "query_facts"]
    assert "task* (24): title, status {todo, done, in_progress}," in described
    assert len(described.partition("Relations here")[2]) <= 3_000
    assert "world" not in described.partition("Relations here")[2]


def test_tools_list_has_output_schemas_only_if_they_are_asked_for() -> None:
    plain = listed(sample("locked-garden"))
    assert [one.output_schema for one in plain] == [None] * len(plain)
    full = listed(sample("locked-garden"), output_schemas=True)
    assert [one.output_schema for one in full] == [TOOLS[one.name].output_schema() for one in full]


def test_tools_list_schema_has_names_types_choices_and_defaults() -> None:
    properties = listed_tool(TOOLS["get_impact"]).input_schema["properties"]
    assert properties["direction"] == {
        "type": "string",
        "enum": ["dependents", "dependencies"],
        "description": "What needs it, or what it needs.",
    }
    assert properties["max_depth"] == {"type": "integer", "default": 10, "description": "How many links away."}
    assert not {"fields", "format", "limit", "cursor"} & set(properties)  # the instructions tell them
    assert listed_tool(TOOLS["get_impact"]).input_schema["required"] == ["ref"]


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


@pytest.mark.parametrize("mode", ["legacy", "auto"])
def test_client_that_calls_listed_tools_only_reaches_every_tool(mode: str) -> None:
    async def use(client: Client) -> None:
        listed = {one.name for one in (await client.list_tools()).tools}
        found = await client.call_tool("find_tools", {"limit": 200})
        others = {one["name"] for one in answer_of(found)["tools"]} - listed
        assert {"get_links", "list_objects", "get_dead_content", "compare_revisions"} <= others
        for name in sorted(others):
            arguments = {"ref": "@warden"} if name == "get_links" else {}
            through = await client.call_tool("use_tool", {"name": name, "arguments": arguments})
            directly = await client.call_tool(name, arguments)
            assert (through.content, through.is_error) == (directly.content, directly.is_error)

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
    assert "Packs of which no tool is listed: diagrams, flow." in text
    assert "flow_reachable" not in text
