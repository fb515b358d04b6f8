"""Resources through the SDK's own client, in both eras of the protocol."""

from collections import Counter
from pathlib import Path, PurePosixPath
from typing import Any

import orjson
import pytest
from mcp import Client
from mcp_types import ResourceTemplateReference
from syrupy.assertion import SnapshotAssertion

import queries
import server.protocol.app
from queries.resources.catalogue import resources_of
from queries.resources.uri import encoded
from queries.tools.packs import PACKS
from tests.closing import compile_source
from tests.compiler.samples import sample
from tests.queries.snapshots import snapshot, street, town
from tests.server.in_memory import (
    ERAS,
    EVERY_WORLD,
    WORLDS,
    all_resources,
    all_templates,
    protocol_error,
    refused,
    text_of,
    with_client,
)
from tests.server.processes import META, RawServer, request

LISTS = ("tools/list", "resources/list", "resources/templates/list", "prompts/list")


def test_every_list_of_every_world(snapshot: SnapshotAssertion) -> None:
    """What several worlds list alike is shown once; of each world the names that others do not list, and what it
    alone lists. Files are shown by their endings."""
    listed: dict[str, list[dict[str, Any]]] = {}
    files: dict[str, set[str]] = {}

    async def use(client: Client) -> None:
        resources = await all_resources(client)
        for file in (resource for resource in resources if resource.name.startswith("source/")):
            files.setdefault(PurePosixPath(file.name).suffix or file.name, set()).add(file.mime_type or "")
        others = [resource for resource in resources if not resource.name.startswith("source/")]
        found = [*others, *await all_templates(client), *(await client.list_prompts()).prompts]
        listed[world] = [entry.model_dump(exclude_none=True, by_alias=True) for entry in found]

    for world in WORLDS:
        with_client(sample(world), "auto", use)
    shown = Counter(repr(entry) for entries in listed.values() for entry in entries)
    shared = {_address(entry): entry for entries in listed.values() for entry in entries if shown[repr(entry)] > 1}
    names = {world: {_address(entry): entry for entry in entries} for world, entries in listed.items()}
    first = names[WORLDS[0]].items()
    everywhere = [name for name, entry in first if all(others.get(name) == entry for others in names.values())]
    own = {
        world: [
            name if shared.get(name) == entry else repr(entry)
            for name, entry in entries.items()
            if name not in everywhere
        ]
        for world, entries in names.items()
    }
    kinds = {ending: ", ".join(sorted(types)) for ending, types in files.items()}
    shown_once = [*map(repr, shared.values())]
    assert {"shared": shown_once, "of every world": everywhere, "more of each": own, "files": kinds} == snapshot


def _address(entry: dict[str, Any]) -> str:
    return str(entry.get("uri") or entry.get("uriTemplate") or entry["name"])


@ERAS
@EVERY_WORLD
def test_every_resource_can_be_read_to_its_end(world: str, mode: str) -> None:
    async def use(client: Client) -> None:
        for listed in await all_resources(client):
            uri = listed.uri
            while uri:
                text = await text_of(client, uri)
                if listed.mime_type == "application/json":
                    answer = orjson.loads(text)
                    assert next(iter(answer)) == "schema_version"
                    uri = answer.get("next_uri", "")
                else:
                    uri = text.partition("\n… [goes on: ")[2].rstrip("]")

    with_client(sample(world), mode, use)


@ERAS
@EVERY_WORLD
def test_every_value_that_completes_a_template_can_be_read(world: str, mode: str) -> None:
    async def use(client: Client) -> None:
        for template in await all_templates(client):
            reference = ResourceTemplateReference(type="ref/resource", uri=template.uri_template)
            path = template.uri_template.partition("{?")[0]
            if "{" not in path:
                continue
            variable = path.partition("{")[2].partition("}")[0]
            found = (await client.complete(reference, {"name": variable, "value": ""})).completion
            assert found.total is not None
            assert 0 < len(found.values) <= 100
            assert found.values == sorted(set(found.values))
            for value in found.values[:20]:
                await text_of(client, path.replace(f"{{{variable}}}", encoded(value)))

    with_client(sample(world), mode, use)


def test_resources_of_a_small_world(snapshot: SnapshotAssertion) -> None:
    frozen = sample("locked-garden")

    async def use(client: Client) -> None:
        async def text(uri: str) -> str:
            return (await text_of(client, uri)).replace(frozen.id, "<id>")

        for listed in await all_resources(client):
            assert (listed.uri, await text(listed.uri)) == snapshot
        assert await text("frieze://world/locked-garden/exits") == snapshot
        assert await text("frieze://object/%40warden") == snapshot
        assert await text("frieze://schema/get_exit_graph") == snapshot

    with_client(frozen, "auto", use)


SAME: dict[str, tuple[str, str, dict[str, Any]]] = {
    "frieze://snapshot": ("locked-garden", "get_snapshot_info", {}),
    "frieze://diagnostics?severity=error": ("broken-cellar", "get_diagnostics", {"severity": "error"}),
    "frieze://object/w:locked-garden/entity/@warden": ("locked-garden", "object_get", {"object_ref": "@warden"}),
    "frieze://worlds": ("locked-garden", "list_objects", {"kind": "world"}),
    "frieze://world/locked-garden": ("locked-garden", "get_world_metadata", {}),
    "frieze://world/locked-garden/exits": ("locked-garden", "get_exit_graph", {"world": "locked-garden"}),
    "frieze://diagrams": ("checkout-session", "session_list_diagrams", {}),
    "frieze://diagram/checkout": ("checkout-session", "diagram_get_snapshot", {"diagram_id": "checkout"}),
    "frieze://flow/nodes?limit=9": ("checkout-session", "list_objects", {"kind": "node", "limit": 9}),
    "frieze://sequence/messages": ("checkout-session", "list_objects", {"kind": "message"}),
    "frieze://walkthroughs": ("checkout-session", "walkthrough_list", {}),
    "frieze://walkthrough/refunds": ("checkout-session", "walkthrough_get", {"walkthrough_id": "refunds"}),
    "frieze://requirements": ("traced-kettle", "list_objects", {"kind": "requirement"}),
    "frieze://requirements/uncovered": ("traced-kettle", "get_uncovered_assertions", {}),
    "frieze://requirement/REQ-d00001": ("traced-kettle", "get_requirement", {"req_id": "REQ-d00001"}),
}


@pytest.mark.parametrize("uri", SAME)
def test_resource_equals_the_answer_of_its_tool(uri: str) -> None:
    world, tool, arguments = SAME[uri]
    expected = queries.answer(sample(world), tool, arguments)
    assert not queries.is_error(expected)

    async def use(client: Client) -> None:
        found = orjson.loads(await text_of(client, uri))
        found.pop("next_uri", None)
        assert found == expected

    with_client(sample(world), "auto", use)


def test_resource_descriptions_name_their_tools() -> None:
    compared_tools = {tool for _, tool, _ in SAME.values()} | {"search"}
    for pack in PACKS:
        tools = {*queries.TOOLS.pack("core"), *queries.TOOLS.pack(pack)}
        for one in resources_of(pack):
            assert set(one.tools) <= tools, one
            # Schemas are in tools/list. The tests of the other packs check theirs.
            assert one.tools or one.name == "schema"
            assert set(one.tools) <= compared_tools or pack not in ("core", "world", "diagrams", "requirements"), one


def test_resource_names_and_uris_are_unique() -> None:
    resources = [one for pack in PACKS for one in resources_of(pack)]
    uris = [template.text for one in resources for template in (one.template, *one.aliases)]
    names = [one.name for one in resources]
    assert len(set(uris)) == len(uris)
    assert len(set(names)) == len(names)
    for one in resources:
        assert one.uri.startswith("frieze://"), one
        assert one.title, one
        assert 20 < len(one.description) < 1_000, one
        assert one.name.isascii(), one
        assert (one.complete is not None) == (not one.is_concrete), one


@ERAS
def test_long_list_has_pages(mode: str) -> None:
    many = snapshot(texts={f"a{number:04}/水 {number}.md": "x" for number in range(1_005)})

    async def use(client: Client) -> None:
        page = await client.list_resources()
        seen = [one.uri for one in page.resources]
        pages = 1
        while page.next_cursor:
            assert len(page.resources) == 100
            assert len(page.model_dump_json()) <= 40_000
            page = await client.list_resources(cursor=page.next_cursor)
            seen += [one.uri for one in page.resources]
            pages += 1
        assert pages == 11
        assert len(seen) == len(set(seen)) == 1_007
        assert await text_of(client, seen[-1]) == "x"

    with_client(many, mode, use)


def test_page_of_long_names_has_fewer_entries() -> None:
    long = snapshot(texts={f"{'水' * 500}/{number}.md": "x\n" * 30_000 for number in range(30)})

    async def use(client: Client) -> None:
        page = await client.list_resources()
        seen = [one.uri for one in page.resources]
        while page.next_cursor:
            assert len(page.model_dump_json()) <= 41_000
            page = await client.list_resources(cursor=page.next_cursor)
            seen += [one.uri for one in page.resources]
        assert len(seen) == 32
        first = await text_of(client, seen[-1])
        assert await text_of(client, first.partition("\n… [goes on: ")[2].rstrip("]"))

    with_client(long, "auto", use)


@ERAS
def test_invalid_cursor_is_refused_by_every_list(mode: str) -> None:
    many = snapshot(texts={f"{number}.md": "x" for number in range(150)})

    async def use(client: Client) -> None:
        cursor = (await client.list_resources()).next_cursor
        assert cursor
        bad = ["zz", "100", "5", "💥", "x" * 5_000, cursor[:-4], "AAAA" + cursor, " "]
        for written in bad:
            assert "resources/list" in (await refused(client.list_resources(cursor=written)))["message"]
        for written in [*bad, cursor]:
            await refused(client.list_resource_templates(cursor=written))
            await refused(client.list_prompts(cursor=written))
            await refused(client.list_tools(cursor=written))
        assert (await client.list_resources(cursor="")).next_cursor == cursor

    with_client(many, mode, use)

    async def use_another(client: Client) -> None:
        cursor = (await client.list_resources()).next_cursor
        assert cursor

        async def another(second: Client) -> None:
            await refused(second.list_resources(cursor=cursor))

        other = snapshot(texts={f"{number}.md": "y" for number in range(150)}, id="f" * 64)
        async with Client(server.protocol.app.build_server(other), mode=mode) as second:
            await another(second)

    with_client(many, mode, use_another)


@ERAS
@pytest.mark.parametrize(
    ("uri", "near"),
    [
        ("frieze://object/@wardn", "frieze://object/%40warden"),
        (
            "frieze://object/w%3Alocked-garden%2Fentity%2F%40wardn",
            "frieze://object/w%3Alocked-garden%2Fentity%2F%40warden",
        ),
        ("frieze://source/lockd-garden.urd.md", "frieze://source/locked-garden.urd.md"),
        ("frieze://schema/get_exit_grap", "frieze://schema/get_exit_graph"),
        ("frieze://world/lockedgarden", "frieze://world/locked-garden"),
        ("frieze://snapsho", "frieze://snapshot"),
        ("frieze://source/../locked-garden.urd.md", "frieze://source/locked-garden.urd.md"),
        ("frieze://source/%2e%2e%2f%2e%2e%2fetc%2fpasswd", None),
        ("frieze://source//etc/passwd", None),
        ("file:///etc/passwd", None),
        ("frieze://object/", None),
        ("frieze:", None),
        ("", None),
        ("frieze://object/?", None),
        ("x" * 100_000, None),
    ],
)
def test_unknown_resource_is_refused_with_near_ones(mode: str, uri: str, near: str | None) -> None:
    async def use(client: Client) -> None:
        data = await refused(client.read_resource(uri))
        assert data["message"] == "Resource not found"
        assert data["uri"] == (uri if len(uri) <= 200 else data["uri"][:199] + "…")
        assert data["code"] == "not_found"
        assert near is None or near in data["did_you_mean"]

    with_client(sample("locked-garden"), mode, use)


@ERAS
@pytest.mark.parametrize("query", ["limit=x", "lmit=3", "cursor=zz", "severity=bad"])
def test_resource_with_a_wrong_query_is_refused(mode: str, query: str) -> None:
    async def use(client: Client) -> None:
        data = await refused(client.read_resource(f"frieze://diagnostics?{query}"))
        assert (data["code"], data["uri"]) == ("invalid_argument", f"frieze://diagnostics?{query}")

    with_client(sample("locked-garden"), mode, use)


@pytest.mark.parametrize(
    ("uri", "error_type", "number"),
    [
        ("frieze://entity/MILL-44", "ResourceNotFound", -32005),
        ("frieze://nothing", "ResourceNotFound", -32005),
        ("medulla://entities/tasks", "InvalidResourceUri", -32006),
        ("frieze://tasks/due/tomorrow", "InvalidResourceUri", -32006),
        ("frieze://tasks?limit=x", "InvalidResourceUri", -32006),
    ],
)
@pytest.mark.parametrize(("mode", "is_own_code"), [("legacy", True), ("auto", False)])
def test_resource_errors_have_the_numbers_of_the_seed_where_the_protocol_gives_none(
    mode: str, is_own_code: bool, uri: str, error_type: str, number: int
) -> None:
    async def use(client: Client) -> None:
        error = await protocol_error(client.read_resource(uri))
        assert error.code == (number if is_own_code else -32602)
        assert (error.data["error_type"], error.data["error_code"]) == (error_type, number)

    with_client(sample("cider-mill"), mode, use)


def test_resource_failure_has_its_number() -> None:
    snapshot = town()

    async def use(client: Client) -> None:
        snapshot.close()
        error = await protocol_error(client.read_resource("frieze://diagnostics"))
        assert (error.code, error.data["error_type"]) == (-32011, "InternalError")

    with_client(snapshot, "legacy", use)


def test_resource_failure_shows_no_details(caplog: pytest.LogCaptureFixture) -> None:
    snapshot = town()

    async def use(client: Client) -> None:
        snapshot.close()
        with pytest.raises(Exception, match="Internal failure in this resource") as raised:
            await client.read_resource("frieze://diagnostics")
        assert "closed database" not in str(vars(raised.value))

    with_client(snapshot, "auto", use)
    assert "sqlite3.ProgrammingError: Cannot operate on a closed database" in caplog.text


def test_source_resource_has_the_compiled_text(tmp_path: Path) -> None:
    (tmp_path / "a b").mkdir()
    path = tmp_path / "a b" / "t%41.urd.md"
    path.write_text("---\nworld:\n  name: T\n  start: yard\n---\n\n# Yard\n\n水 \u202e.\n", encoding="utf-8")
    before = path.read_text(encoding="utf-8")
    frozen = compile_source(tmp_path)
    path.write_text("changed", encoding="utf-8")

    async def use(client: Client) -> None:
        (listed,) = [one for one in await all_resources(client) if one.name.startswith("source/")]
        assert listed.uri == "frieze://source/a%20b%2Ft%2541.urd.md"
        assert (listed.title, listed.mime_type, listed.size) == (
            "a b/t%41.urd.md",
            "text/markdown",
            len(before.encode()),
        )
        path.unlink()
        assert await text_of(client, listed.uri) == before.replace("\u202e", "\\u202e")

    with_client(frozen, "auto", use)


def test_large_object_lists_have_pages() -> None:
    async def use(client: Client) -> None:
        reference = ResourceTemplateReference(type="ref/resource", uri="frieze://object/{ref}")
        found = (await client.complete(reference, {"name": "ref", "value": "house-0"})).completion
        assert (len(found.values), found.total, found.has_more) == (100, 1_000, True)
        assert found.values[:2] == ["house-0000", "house-0001"]
        found = (await client.complete(reference, {"name": "ref", "value": "house-019"})).completion
        assert (len(found.values), found.total, found.has_more) == (10, 10, False)

    with_client(street(3_000), "auto", use)


@ERAS
def test_completion_of_an_unknown_reference_is_refused(mode: str) -> None:
    async def use(client: Client) -> None:
        def complete(uri: str, variable: str) -> Any:
            reference = ResourceTemplateReference(type="ref/resource", uri=uri)
            return client.complete(reference, {"name": variable, "value": ""})

        assert "frieze://object/{ref}" in (await refused(complete("frieze://objects/{ref}", "ref")))["did_you_mean"]
        assert "it has: ref" in (await refused(complete("frieze://object/{ref}", "id")))["message"]

    with_client(sample("locked-garden"), mode, use)


def test_lists_are_the_same_in_every_process(mill: Path) -> None:
    def listed(seed: str) -> list[dict[str, Any]]:
        with RawServer(mill, PYTHONHASHSEED=seed) as process:
            process.initialize()
            lists = [[process.ask(request(one)) for one in LISTS] for _ in range(2)]
            assert lists[0] == lists[1]
            return lists[0]

    assert listed("0") == listed("1") == listed("4711")


def test_cache_hints_have_time_and_scope(mill: Path) -> None:
    read = {"uri": "frieze://snapshot"}
    with RawServer(mill) as process:
        for method in ("server/discover", "resources/read", *LISTS):
            params = {"_meta": META, **(read if method == "resources/read" else {})}
            result = process.ask(request(method, params))["result"]
            assert result["ttlMs"] == server.protocol.app.CACHE.ttl_ms
            assert result["cacheScope"] == "private"


@pytest.mark.filterwarnings("ignore::mcp.MCPDeprecationWarning")
def test_subscriptions_to_resources_that_exist_are_accepted() -> None:
    async def use(client: Client) -> None:
        assert client.server_capabilities.resources is not None
        assert client.server_capabilities.resources.subscribe
        await client.session.subscribe_resource("frieze://tasks")
        refusal = await refused(client.session.subscribe_resource("frieze://taks"))
        assert "frieze://tasks" in refusal["did_you_mean"]
        await client.session.unsubscribe_resource("frieze://tasks")

    with_client(sample("cider-mill"), "legacy", use)
