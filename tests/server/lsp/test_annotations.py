"""What an editor shows beside a text, and that options turn it off."""

from pathlib import Path
from shutil import copytree

from lsprotocol import types

from tests.paths import ROOT
from tests.server.lsp.editor import Editor, with_editor

SHEET = "docs/adr/0003-shared-sheet.md"
LEDGER = "docs/adr/0002-paper-ledger.md"


async def shown(mill: Editor, path: str) -> tuple[list[str], list[tuple[int, object]]]:
    document = mill.document(path)
    lenses = await mill.client.text_document_code_lens_async(types.CodeLensParams(document))
    whole = types.Range(types.Position(0, 0), types.Position(500, 0))
    hints = await mill.client.text_document_inlay_hint_async(types.InlayHintParams(document, whole))
    titles = [lens.command.title for lens in lenses or () if lens.command]
    return titles, [(hint.position.line, hint.label) for hint in hints or ()]


def test_citations_are_counted_and_successors_shown(tmp_path: Path) -> None:
    async def use(mill: Editor) -> None:
        text = mill.text(SHEET)
        assert await shown(mill, SHEET) == (["cited by 2, 1 of them superseded"], [])
        assert (await shown(mill, LEDGER))[1] == [(6, "→ ADR-0005")]
        (line,) = {line for line, _ in (await shown(mill, LEDGER))[1]}
        document = mill.document(LEDGER)
        first = types.Range(types.Position(0, 0), types.Position(line - 1, 0))
        assert not await mill.client.text_document_inlay_hint_async(types.InlayHintParams(document, first))
        assert mill.text(SHEET) == text

    with_editor(copytree(ROOT / "worlds" / "cider-mill", tmp_path / "mill"), use)


def test_options_turn_lenses_and_hints_off(tmp_path: Path) -> None:
    async def use(mill: Editor) -> None:
        assert await shown(mill, SHEET) == ([], [])
        assert await shown(mill, LEDGER) == ([], [])

    options = {"codeLens": False, "inlayHints": False}
    with_editor(copytree(ROOT / "worlds" / "cider-mill", tmp_path / "mill"), use, options)
