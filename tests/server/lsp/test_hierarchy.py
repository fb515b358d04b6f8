"""What depends on what, and the drawing of a diagram, in an editor."""

from pathlib import Path
from shutil import copytree
from typing import Any

from lsprotocol import types

from tests.paths import ROOT
from tests.server.lsp.editor import Editor, with_editor

PAGE = "# Guide\n\n```mermaid\nflowchart LR\n  pour[Pour the must] --> wait(Wait)\n```\n"


async def dependents_are_incoming_calls(mill: Editor) -> None:
    document, position = mill.at("backlog/tasks/mill-3.md", "- MILL-2", 3)
    prepared = types.CallHierarchyPrepareParams(document, position)
    (item,) = await mill.client.text_document_prepare_call_hierarchy_async(prepared) or ()
    assert (item.name, item.uri) == ("MILL-2", mill.uri("backlog/tasks/mill-2.md"))
    asked = types.CallHierarchyIncomingCallsParams(item)
    calls = {call.from_.name: call for call in await mill.client.call_hierarchy_incoming_calls_async(asked) or ()}
    assert calls["MILL-3"].from_.uri == mill.uri("backlog/tasks/mill-3.md")
    assert calls["MILL-3"].from_ranges
    back = types.CallHierarchyOutgoingCallsParams(calls["MILL-3"].from_)
    needed = {call.to.name for call in await mill.client.call_hierarchy_outgoing_calls_async(back) or ()}
    assert "MILL-2" in needed


async def diagram_is_drawn(mill: Editor) -> None:
    async def run(command: str, line: int) -> Any:
        arguments = [mill.uri("guide.md"), {"line": line, "character": 2}]
        asked = types.ExecuteCommandParams(command, arguments)
        return await mill.client.workspace_execute_command_async(asked)

    drawn = await run("frieze.drawing", 4)
    svg = drawn["svg"] if isinstance(drawn, dict) else drawn.svg
    assert svg.startswith("<svg") and "Pour the must" in svg
    assert await run("frieze.drawing", 0) is None
    named = await run("frieze.object", 4)
    assert (named["ref"] if isinstance(named, dict) else named.ref).endswith("/node/n:pour")


def test_editor_shows_what_depends_on_what_and_drawings(tmp_path: Path) -> None:
    async def use(mill: Editor) -> None:
        await dependents_are_incoming_calls(mill)
        await diagram_is_drawn(mill)

    root = copytree(ROOT / "worlds" / "cider-mill", tmp_path / "mill")
    (root / "guide.md").write_text(PAGE)
    with_editor(root, use)
