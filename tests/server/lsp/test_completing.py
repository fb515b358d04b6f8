"""What an editor offers at a place."""

from pathlib import Path
from shutil import copytree

from lsprotocol import types

from tests.paths import ROOT
from tests.server.lsp.editor import Editor, with_editor

PAGE = """# Guide

## Using it

[Using](docs/adr/0004-weigh-fruit.md#con) and [self](#us) and [[0004-weigh-fruit#Con]].

```mermaid
flowchart LR
  pour[Pour the must] --> wait(Wait)
  wait --> p
```
"""
SETTINGS = """ex

[check]
fail-on = "w"

[[rule]]
sev

[knowledge.de
"""
DRAFT = "# 9. Draft\n\nDate: 2026-01-01\n\n## Status\n\nSuper\n\n## Context\n\nSo.\n\n## Decision\n\nYes.\n"


async def offered(mill: Editor, path: str, word: str, offset: int) -> types.CompletionList:
    document, position = mill.at(path, word, offset)
    found = await mill.client.text_document_completion_async(types.CompletionParams(document, position))
    assert isinstance(found, types.CompletionList)
    return found


async def labels(mill: Editor, path: str, word: str, offset: int) -> list[str]:
    return [item.label for item in (await offered(mill, path, word, offset)).items]


async def what_fits_the_place_is_offered(mill: Editor) -> None:
    assert await labels(mill, "guide.md", "#con", 4) == ["context", "consequences"]
    assert await labels(mill, "guide.md", "(#us", 4) == ["using-it"]
    assert await labels(mill, "guide.md", "#Con]", 4) == ["Context", "Consequences"]  # of the first page of that name
    assert await labels(mill, "guide.md", "wait --> p", 10) == ["pour"]
    assert await labels(mill, "docs/adr/0009-draft.md", "Super", 5) == ["superseded"]
    task = "backlog/tasks/mill-3.md"
    mill.open(task, mill.text(task))
    assert "In Progress" in await labels(mill, task, "status:", 8)
    mill.close(task)


async def settings_are_offered(mill: Editor) -> None:
    assert await labels(mill, "frieze.toml", "ex", 2) == ["extend", "exclude"]
    assert await labels(mill, "frieze.toml", '"w', 2) == ["warning"]
    assert await labels(mill, "frieze.toml", "sev", 3) == ["severity"]
    assert await labels(mill, "frieze.toml", "[knowledge.de", 13) == ["knowledge.decisions"]


async def offer_is_explained_when_it_is_chosen(mill: Editor) -> None:
    found = await offered(mill, "backlog/tasks/mill-3.md", "ADR-0004", 4)
    first = found.items[0]
    assert first.documentation is None
    told = await mill.client.completion_item_resolve_async(first)
    assert isinstance(told.documentation, types.MarkupContent)
    assert told.documentation.value.startswith(f"**decision {first.label}**")


def test_editor_is_offered_what_may_stand_at_a_place(tmp_path: Path) -> None:
    async def use(mill: Editor) -> None:
        await what_fits_the_place_is_offered(mill)
        await settings_are_offered(mill)
        await offer_is_explained_when_it_is_chosen(mill)

    root = copytree(ROOT / "worlds" / "cider-mill", tmp_path / "mill")
    (root / "guide.md").write_text(PAGE)
    (root / "notes" / "0004-weigh-fruit.md").write_text("# Weigh fruit\n\n## Condition\n\nRipe.\n")
    (root / "frieze.toml").write_text(SETTINGS)
    (root / "docs" / "adr" / "0009-draft.md").write_text(DRAFT)
    with_editor(root, use)
