"""Texts as editors have them: units of positions, line ends, marks of the byte order, files that go, folders."""

from pathlib import Path
from shutil import copytree

from lsprotocol import types

from tests.compiler.tables import table
from tests.paths import ROOT
from tests.server.lsp.editor import Editor, with_editor

NOTE = "\ufeffSee 🍏 ADR-0004, é.\r\n\r\n# Note\r\n\r\n🍏🍏 by ADR-0005 and MILL-404\r\n"
DECISION = "docs/adr/0004-weigh-fruit.md"


def mill(tmp_path: Path) -> Path:
    return copytree(ROOT / "worlds" / "cider-mill", tmp_path / "mill")


async def hovered(editor: Editor, path: str, line: int, character: int) -> types.Range | None:
    position = types.Position(line, character)
    shown = await editor.client.text_document_hover_async(types.HoverParams(editor.document(path), position))
    return None if shown is None else shown.range


def columns(found: types.Range | None) -> tuple[int, int]:
    assert found is not None
    return found.start.character, found.end.character


@table(("units", "first", "second"), [("utf-16", (7, 15), (8, 16)), ("utf-8", (9, 17), (12, 20))])
def test_places_are_counted_in_the_units_of_the_client(
    tmp_path: Path, units: str, first: tuple[int, int], second: tuple[int, int]
) -> None:
    async def use(editor: Editor) -> None:
        for shown in (False, True):
            if shown:
                editor.open("docs/note.md", NOTE.removeprefix("\ufeff"))
            assert columns(await hovered(editor, "docs/note.md", 0, first[0] + 1)) == first
            assert columns(await hovered(editor, "docs/note.md", 4, second[0] + 1)) == second
        await editor.until(lambda: bool(editor.codes("docs/note.md")))
        (finding,) = editor.told[editor.uri("docs/note.md")]
        assert columns(finding.range) == (second[1] + 5, second[1] + 13)

    root = mill(tmp_path)
    (root / "docs" / "note.md").write_bytes(NOTE.encode())
    with_editor(root, use, units=units)


def test_edits_keep_line_ends_and_the_mark_of_the_byte_order(tmp_path: Path) -> None:
    async def use(editor: Editor) -> None:
        place = types.Position(6, 6)
        renaming = types.RenameParams(editor.document("docs/note.md"), place, "Rösti 🍏")
        edit = await editor.client.text_document_rename_async(renaming)
        assert edit is not None
        assert editor.made(edit)["docs/note.md"] == "\ufeff# Note\r\n\r\n[x](#rösti-)\r\n\r\ny\r\n\r\n## Rösti 🍏\r\n"

    root = mill(tmp_path)
    text = "\ufeff# Note\r\n\r\n[x](#apples)\r\n\r\ny\r\n\r\n## Apples\r\n"
    (root / "docs" / "note.md").write_bytes(text.encode())
    with_editor(root, use)


def test_file_that_is_open_may_be_new_or_gone(tmp_path: Path) -> None:
    async def use(editor: Editor) -> None:
        editor.open("docs/new.md", "# New\n\nSee ADR-0004.\n")
        assert columns(await hovered(editor, "docs/new.md", 2, 6)) == (4, 12)
        editor.open(DECISION, editor.text(DECISION))
        (editor.root / DECISION).unlink()
        event = types.FileEvent(editor.uri(DECISION), types.FileChangeType.Deleted)
        editor.client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([event]))
        assert columns(await hovered(editor, "docs/new.md", 2, 6)) == (4, 12)  # the text that is shown counts
        editor.close(DECISION)
        assert await hovered(editor, "docs/new.md", 2, 6) is None
        assert await hovered(editor, DECISION, 0, 0) is None
        editor.close("docs/new.md")
        assert await hovered(editor, "docs/new.md", 2, 6) is None

    with_editor(mill(tmp_path), use)


def test_folders_come_and_go(tmp_path: Path) -> None:
    async def use(editor: Editor) -> None:
        folder = types.WorkspaceFolder(garden.as_uri(), "garden")
        world = types.TextDocumentIdentifier((garden / "locked-garden.urd.md").as_uri())
        place = types.HoverParams(world, types.Position(42, 3))
        for added, removed in (([folder], []), ([], [folder])):
            event = types.WorkspaceFoldersChangeEvent(added, removed)
            editor.client.workspace_did_change_workspace_folders(types.DidChangeWorkspaceFoldersParams(event))
            shown = await editor.client.text_document_hover_async(place)
            assert (shown is not None) == bool(added)
        assert await hovered(editor, DECISION, 0, 3) is not None

    garden = copytree(ROOT / "worlds" / "locked-garden", tmp_path / "garden")
    with_editor(mill(tmp_path), use)


def test_broken_file_costs_that_file(tmp_path: Path) -> None:
    async def use(editor: Editor) -> None:
        assert await hovered(editor, DECISION, 0, 3) is not None
        for path in ("docs/bytes.md", "docs/half.mmd", "frieze.toml"):
            await hovered(editor, path, 0, 0)
            editor.open(path, "```mermaid\nflowchart\n\ud83c\x00 [[ (")
            assert await hovered(editor, DECISION, 0, 3) is not None
            editor.close(path)

    root = mill(tmp_path)
    (root / "docs" / "bytes.md").write_bytes(b"# \xff\xfe\x00 ADR-0004\n")
    (root / "docs" / "half.mmd").write_text("flowchart LR\n  a --> b[\n")
    (root / "frieze.toml").write_text("[check\n")
    with_editor(root, use)
