"""Findings that an editor asks for."""

from pathlib import Path
from shutil import copytree

from lsprotocol import types

from tests.paths import ROOT
from tests.server.lsp.editor import Editor, with_editor

SPEC = """# Spec

## REQ-p00001: Heat

**Level**: PRD | **Status**: Active

### Assertions

A. The kettle SHALL heat.

A. The kettle SHALL heat twice.

*End* *Heat* | **Hash**: 00000000

## REQ-d00001: Coil

**Level**: DEV | **Status**: Active | **Implements**: REQ-p00001, REQ-p00001

### Assertions

A. The coil SHALL heat.

*End* *Coil* | **Hash**: 00000000
"""


async def asked(mill: Editor, path: str) -> dict[object, types.Diagnostic]:
    params = types.DocumentDiagnosticParams(mill.document(path))
    report = await mill.client.text_document_diagnostic_async(params)
    assert isinstance(report, types.RelatedFullDocumentDiagnosticReport)
    return {finding.code: finding for finding in report.items}


def test_editor_asks_for_the_findings_of_what_it_shows_and_is_told_the_others(tmp_path: Path) -> None:
    async def use(mill: Editor) -> None:
        task = "backlog/tasks/mill-3.md"
        mill.open(task, mill.text(task).replace("ADR-0004", "ADR-0404"))
        assert "FRZ301" in await asked(mill, task)
        await mill.until(lambda: "REQ206" in mill.codes("spec.md"))
        assert mill.codes(task) == []
        asked_anew = {types.WORKSPACE_DIAGNOSTIC_REFRESH, types.WORKSPACE_CODE_LENS_REFRESH}
        await mill.until(lambda: {*mill.refreshed} == asked_anew)
        mill.close(task)
        assert "FRZ301" not in await asked(mill, task)
        found = await asked(mill, "spec.md")
        (place,) = found["REQ206"].related_information or ()
        assert (place.message, place.location.range.start.line) == ("first stated here", 8)
        described = found["REQ206"].code_description
        assert described is not None and described.href.endswith("docs/diagnostics/REQ206.md")
        assert list(found["REQ306"].tags or ()) == [types.DiagnosticTag.Unnecessary]
        assert await asked(mill, "../outside.md") == {}

    root = copytree(ROOT / "worlds" / "cider-mill", tmp_path / "mill")
    (root / "spec.md").write_text(SPEC)
    with_editor(root, use, pulls=True)
