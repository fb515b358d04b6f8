"""What an editor offers to do about a place."""

from pathlib import Path
from shutil import copytree

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from tests.paths import ROOT
from tests.server.lsp.editor import Editor, with_editor

PAGE = """# Guide

See [why](docs/adr/0004-weigh-fruit.md#alternatives), as ADR-0004 says, and `ADR-0005`.

[ADR-0005](docs/adr/0005-booking-service.md)
"""
SPEC = """# Spec

## REQ-d00001: Heat

**Level**: DEV | **Status**: Active | **Implements**: REQ-p00010

A. The kettle SHALL heat.

*End* *Heat* | **Hash**: 00000000

##REQ-d00002: Almost

"""


async def actions(
    mill: Editor, path: str, word: str, only: types.CodeActionKind | None = None, offset: int = 1
) -> dict[str, types.CodeAction]:
    document, position = mill.at(path, word, offset)
    return await _actions(mill, document, position, only)


async def actions_at_end(mill: Editor, path: str) -> dict[str, types.CodeAction]:
    line = mill.shown[path].count("\n") - 1
    return await _actions(mill, mill.document(path), types.Position(line, 0), None)


async def _actions(
    mill: Editor,
    document: types.TextDocumentIdentifier,
    position: types.Position,
    only: types.CodeActionKind | None,
) -> dict[str, types.CodeAction]:
    wanted = types.CodeActionContext([], [only] if only else None)
    here = types.Range(position, position)
    found = await mill.client.text_document_code_action_async(types.CodeActionParams(document, here, wanted))
    return {action.title: action for action in found or () if isinstance(action, types.CodeAction)}


async def chosen(mill: Editor, action: types.CodeAction) -> dict[str, str]:
    resolved = await mill.client.code_action_resolve_async(action) if action.data else action
    assert resolved.edit is not None
    return mill.made(resolved.edit)


async def findings_are_mended(mill: Editor) -> None:
    found = await actions(mill, "guide.md", "See [why]")
    made = await chosen(mill, found["Add the heading 'Alternatives' to docs/adr/0004-weigh-fruit.md"])
    assert made["docs/adr/0004-weigh-fruit.md"] == mill.text("docs/adr/0004-weigh-fruit.md") + "\n## Alternatives\n"
    found = await actions(mill, "spec/spec.md", "##REQ-d00002", types.CodeActionKind.QuickFix)
    (title,) = found
    assert title == "Replace '##REQ-d00002: Almost' by '## REQ-d00002: Almost'"
    made = await chosen(mill, found[title])
    assert "\n## REQ-d00002: Almost\n" in made["spec/spec.md"]
    (action,) = (await actions(mill, "spec/spec.md", "# Spec", types.CodeActionKind.SourceFixAll)).values()
    assert (await chosen(mill, action)) == made
    task = "backlog/tasks/mill-3.md"
    mill.open(task, mill.text(task).replace("  - MILL-2", "  - MILL-22"))
    found = await actions(mill, task, "  - MILL-2")
    assert "  - MILL-2\n" in (await chosen(mill, found["Replace 'MILL-22' by 'MILL-2'"]))[task]
    mill.close(task)
    note = "notes/press-day.md"
    mill.open(note, mill.text(note) + "\n\nSee [why](../docs/adr/0004-wiegh-fruit.md#status).\n")
    found = await actions_at_end(mill, note)
    new = "Replace '../docs/adr/0004-wiegh-fruit.md' by '../docs/adr/0004-weigh-fruit.md'"
    assert "See [why](../docs/adr/0004-weigh-fruit.md#status).\n" in (await chosen(mill, found[new]))[note]
    mill.close(note)


async def citations_become_links(mill: Editor) -> None:
    found = await actions(mill, "guide.md", "See [why]")
    (title,) = [title for title in found if title.startswith("Make")]
    assert title == "Make 'ADR-0004' a link to docs/adr/0004-weigh-fruit.md"
    assert "as [ADR-0004](docs/adr/0004-weigh-fruit.md) says" in (await chosen(mill, found[title]))["guide.md"]
    assert await actions(mill, "guide.md", "[ADR-0005]") == {}


async def operations_are_proposed(mill: Editor) -> None:
    path = "backlog/tasks/mill-2.md"
    found = await actions(mill, path, "---", offset=0)
    made = await chosen(mill, found["Complete MILL-2"])
    assert "status: Done" in made[path]
    action = types.CodeAction("x", data={"uri": mill.uri(path), "operation": {"op": "task_complete", "id": "MILL-0"}})
    with pytest.raises(JsonRpcException, match="Entity not found"):
        await mill.client.code_action_resolve_async(action)


def test_place_has_actions(tmp_path: Path) -> None:
    async def use(mill: Editor) -> None:
        await findings_are_mended(mill)
        await citations_become_links(mill)
        await operations_are_proposed(mill)

    root = copytree(ROOT / "worlds" / "cider-mill", tmp_path / "mill")
    (root / "guide.md").write_text(PAGE)
    (root / "spec").mkdir()
    (root / "spec" / "spec.md").write_text(SPEC)
    with_editor(root, use)


def test_test_without_a_requirement_is_offered_one(tmp_path: Path) -> None:
    async def use(kettle: Editor) -> None:
        found = await actions(kettle, "tests/test_lid.py", "def test_")
        assert found, kettle.told
        (title, action), *_ = found.items()
        assert title.startswith("Cite REQ-")
        assert "# Verifies: REQ-" in (await chosen(kettle, action))["tests/test_lid.py"]

    root = copytree(ROOT / "worlds" / "traced-kettle", tmp_path / "kettle")
    (root / "tests" / "test_lid.py").write_text("def test_heating_stops_when_the_lid_opens():\n    assert True\n")
    with_editor(root, use)
