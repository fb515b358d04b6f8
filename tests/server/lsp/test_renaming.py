"""Renaming in an editor: what cites a thing follows, unsaved texts count, and a refusal says why."""

from pathlib import Path
from shutil import copytree

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from tests.paths import ROOT
from tests.server.lsp.editor import Editor, with_editor

PAGE = """# Guide

## Using it

[Using](#using-it), as ADR-0004 says.

```mermaid
flowchart LR
  pour[Pour the must] --> wait(Wait)
  wait -->|wait a day| pour
```
"""


async def renamed(mill: Editor, path: str, word: str, new: str, offset: int = 1) -> dict[str, str]:
    document, position = mill.at(path, word, offset)
    prepared = await mill.client.text_document_prepare_rename_async(types.PrepareRenameParams(document, position))
    assert isinstance(prepared, types.PrepareRenamePlaceholder), prepared
    edit = await mill.client.text_document_rename_async(types.RenameParams(document, position, new))
    assert edit is not None
    return mill.made(edit)


async def ids_are_renamed(mill: Editor) -> None:
    task = "backlog/tasks/mill-3.md"
    mill.open(task, mill.text(task).replace("ADR-0004", "ADR-0004, and MILL-2,"))
    made = await renamed(mill, task, "id: MILL-3", "MILL-33", 5)
    moved = "backlog/tasks/mill-33.md"
    assert "id: MILL-33" in made[moved] and "and MILL-2," in made[moved]  # the text that is not saved
    with pytest.raises(JsonRpcException, match="An id of this kind is such as MILL-7"):
        await renamed(mill, task, "id: MILL-3", "words", 5)
    mill.close(task)
    made = await renamed(mill, "docs/adr/0004-weigh-fruit.md", "Weigh", "0040-weigh-fruit")
    assert made["docs/adr/0040-weigh-fruit.md"].startswith("# 40. Weigh fruit")
    assert "(0040-weigh-fruit.md)" in made["docs/adr/0005-booking-service.md"]


async def headings_and_nodes_are_renamed(mill: Editor) -> None:
    made = await renamed(mill, "guide.md", "Using it", "Pressing")
    assert "## Pressing\n\n[Using](#pressing)" in made["guide.md"]
    mill.open("third.md", '<a href="guide.md#using-it">x</a>\n')
    with pytest.raises(JsonRpcException, match=r"would not follow: a text edit changes them\. third\.md:1"):
        await renamed(mill, "guide.md", "Using it", "Pressing")
    mill.close("third.md")
    made = await renamed(mill, "guide.md", "wait -->", "rest")
    assert "pour[Pour the must] --> rest(Wait)\n  rest -->|wait a day| pour" in made["guide.md"]
    with pytest.raises(JsonRpcException, match="this id already"):
        await renamed(mill, "guide.md", "wait -->", "pour")
    with pytest.raises(JsonRpcException, match="Nothing that has a name"):
        await renamed(mill, "guide.md", "as ADR", "x", 1)


async def entities_are_renamed(mill: Editor) -> None:
    world = "garden/locked-garden.urd.md"
    made = await renamed(mill, world, "@warden sets", "@keeper", 3)
    assert "@warden" not in made[world] and "@keeper sets" in made[world]


def test_names_are_changed_everywhere(tmp_path: Path) -> None:
    async def use(mill: Editor) -> None:
        await ids_are_renamed(mill)
        await headings_and_nodes_are_renamed(mill)
        await entities_are_renamed(mill)

    root = copytree(ROOT / "worlds" / "cider-mill", tmp_path / "mill")
    copytree(ROOT / "worlds" / "locked-garden", root / "garden")
    (root / "guide.md").write_text(PAGE)
    with_editor(root, use)
