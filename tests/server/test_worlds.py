"""The sample sources, served: the length of answers, and answers after the source is deleted."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from compiler.store.snapshot import Snapshot
from queries import TOOLS, answer, is_error, tools_for
from queries.tools.render import BOUND
from queries.tools.tool import Tool
from server.protocol.json_bytes import json_bytes
from tests.closing import compile_source
from tests.paths import ROOT
from tests.server.processes import RawServer
from tests.suites import mostly_long

WORLDS = sorted(one for one in (ROOT / "worlds").iterdir() if one.is_dir())
SMALL = [ROOT / "worlds" / name for name in ("cider-mill", "traced-kettle", "locked-garden", "checkout-session")]
Json = dict[str, Any]


def named(world: Path) -> str:
    return world.name


def most(tool: Tool) -> Json:
    """The arguments for the longest answer of a tool. More states of a search only take longer."""
    bounded = [one for one in tool.parameters if one.maximum is not None and not one.required]
    return {one.name: one.maximum if one.name != "max_states" else 5_000 for one in bounded}


def questions(snapshot: Snapshot, tool: Tool) -> Iterator[Json]:
    """Calls of a tool, with objects of every kind as its required arguments."""
    needed = [one for one in tool.parameters if one.required]
    if not needed:
        yield most(tool)
    elif all(one.type == "string" and not one.choices for one in needed):
        sql = "SELECT ref, id FROM object_row GROUP BY kind UNION SELECT kind, title FROM object_row GROUP BY kind"
        for names in snapshot.rows(sql):
            for name in {name for name in names if name and len(name) <= 1_000}:
                yield {**most(tool), **{one.name: name for one in needed}}


@pytest.mark.parametrize("world", mostly_long(WORLDS, "asks every tool of a large sample", quick=SMALL), ids=named)
def test_answers_are_not_longer_than_the_bound(world: Path) -> None:
    snapshot = compile_source(world)
    answered = 0
    for tool in tools_for(snapshot):
        for arguments in questions(snapshot, tool):
            found = answer(snapshot, tool.name, arguments)
            for _ in range(3):
                assert len(json_bytes(found).decode()) <= BOUND, (tool.name, arguments)
                answered += not is_error(found)
                if "next_cursor" not in found or "cursor" not in TOOLS[tool.name].input_schema()["properties"]:
                    break
                found = answer(snapshot, tool.name, {**arguments, "cursor": found["next_cursor"]})
    assert answered > 10


OF_THE_SOURCE = {"refresh", "refresh_graph", "get_snapshot_info", "get_graph_status", "propose_change"}


@pytest.mark.parametrize("world", mostly_long(WORLDS, "asks every tool of a server twice", quick=SMALL[:1]), ids=named)
def test_server_answers_after_the_source_is_deleted(world: Path, tmp_path: Path) -> None:
    """Every tool without required arguments gives the same answer when the source is deleted, but for those that tell
    of the source as it is. A notice may stand beside it."""
    source = tmp_path / world.name
    shutil.copytree(world, source)
    with RawServer(source) as server:
        server.initialize()
        asked = (one for one in TOOLS.values() if not any(parameter.required for parameter in one.parameters))
        tools = [one.name for one in asked if one.name not in OF_THE_SOURCE]
        before = [server.call(name)["result"]["content"][0] for name in tools]
        shutil.rmtree(source)
        assert [server.call(name)["result"]["content"][0] for name in tools] == before
        assert server.finish()[1:] == (b"", 0)
