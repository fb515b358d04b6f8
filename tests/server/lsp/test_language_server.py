"""`frieze lsp`, asked by a client over standard input and output."""

from pathlib import Path
from shutil import copytree

from lsprotocol import types

from tests.paths import ROOT
from tests.server.lsp.editor import Editor, with_editor

TASK, DECISION, BOOKING = "backlog/tasks/mill-3.md", "docs/adr/0004-weigh-fruit.md", "docs/adr/0005-booking-service.md"


async def ids_lead_to_what_states_them_and_to_what_cites_them(mill: Editor) -> None:
    place = mill.at(TASK, "ADR-0004")
    stated = await mill.client.text_document_definition_async(types.DefinitionParams(*place))
    assert isinstance(stated, types.Location)
    assert (stated.uri, stated.range.start.line) == (mill.uri(DECISION), 0)
    context = types.ReferenceContext(include_declaration=True)
    cited = await mill.client.text_document_references_async(types.ReferenceParams(context, *place))
    assert cited is not None and cited[0] == stated
    assert mill.uri(TASK) in {location.uri for location in cited[1:]}
    nothing = types.Position(3_000, 0)
    assert (
        await mill.client.text_document_definition_async(types.DefinitionParams(mill.document(TASK), nothing)) is None
    )


async def hover_says_whether_it_holds(mill: Editor) -> None:
    shown = await mill.client.text_document_hover_async(types.HoverParams(*mill.at(BOOKING, "0003")))
    assert shown is not None and isinstance(shown.contents, types.MarkupContent)
    assert shown.contents.value.startswith("**decision ADR-0003**: Keep bookings in a shared sheet\n\nsuperseded")
    assert "Superseded by ADR-0005" in shown.contents.value and "Cited by" in shown.contents.value
    task = await mill.client.text_document_hover_async(types.HoverParams(*mill.at(TASK, "MILL-2")))
    assert task is not None and isinstance(task.contents, types.MarkupContent)
    assert "**task MILL-2**" in task.contents.value


async def symbols_and_ids_are_offered(mill: Editor) -> None:
    document = mill.document("docs/adr/0003-shared-sheet.md")
    found = await mill.client.text_document_document_symbol_async(types.DocumentSymbolParams(document))
    assert found and "ADR-0003 Keep bookings in a shared sheet" in {symbol.name for symbol in found}
    anywhere = await mill.client.workspace_symbol_async(types.WorkspaceSymbolParams("shared sheet"))
    assert anywhere and anywhere[0].name.startswith("ADR-0003")
    behind = types.CompletionParams(mill.document(TASK), mill.at(TASK, "R-0004")[1])  # behind `ADR`
    offered = await mill.client.text_document_completion_async(behind)
    assert isinstance(offered, types.CompletionList)
    labels = [item.label for item in offered.items]
    assert "ADR-0003" in labels and all(label.startswith("ADR") for label in labels)
    chosen = offered.items[labels.index("ADR-0003")]
    assert chosen.detail == "decision: Keep bookings in a shared sheet"
    assert isinstance(chosen.text_edit, types.TextEdit)
    assert chosen.text_edit.range == types.Range(mill.at(TASK, "as ADR-0004", 3)[1], mill.at(TASK, "R-0004")[1])


async def findings_follow_what_is_typed_also_in_other_files(mill: Editor) -> None:
    await mill.until(lambda: bool(mill.told))
    before = mill.codes(TASK)
    mill.open(TASK, mill.text(TASK))
    mill.type(TASK, mill.text(TASK).replace("With the", "🍏 With the").replace("ADR-0004", "ADR-0404"))
    await mill.until(lambda: "FRZ301" in mill.codes(TASK))
    (finding,) = [finding for finding in mill.told[mill.uri(TASK)] if finding.code == "FRZ301"]
    place = mill.at(TASK, "ADR-0004")[1]
    added = len("🍏 ".encode("utf-16-le")) // 2
    assert finding.range.start == types.Position(place.line, place.character - 1 + added)
    mill.close(TASK)
    await mill.until(lambda: mill.codes(TASK) == before)
    mill.open(DECISION, "")  # what others cite is gone
    await mill.until(lambda: mill.codes(TASK) != before)
    mill.close(DECISION)
    await mill.until(lambda: mill.codes(TASK) == before)
    assert mill.watched == [types.WORKSPACE_DID_CHANGE_WATCHED_FILES]
    (mill.root / DECISION).rename(mill.root / "0004.txt")  # by another program
    event = types.FileEvent(mill.uri(DECISION), types.FileChangeType.Deleted)
    mill.client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([event]))
    await mill.until(lambda: mill.codes(TASK) != before)
    (mill.root / "0004.txt").rename(mill.root / DECISION)
    mill.client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([event]))
    await mill.until(lambda: mill.codes(TASK) == before)
    mill.open("outside.bin", "nothing that is read")
    mill.type("outside.bin", "nothing that is read, either")
    assert await mill.client.text_document_definition_async(types.DefinitionParams(*mill.at(TASK, "ADR-0004")))


def test_editor_is_answered(tmp_path: Path) -> None:
    async def use(mill: Editor) -> None:
        await ids_lead_to_what_states_them_and_to_what_cites_them(mill)
        await hover_says_whether_it_holds(mill)
        await symbols_and_ids_are_offered(mill)
        await findings_follow_what_is_typed_also_in_other_files(mill)

    with_editor(copytree(ROOT / "worlds" / "cider-mill", tmp_path / "mill"), use, is_process=True)
