"""The setting that a row of `unread` names has the page read."""

from pathlib import Path

import pytest

from tests.closing import compile_source


@pytest.mark.parametrize(
    ("path", "text", "kind"),
    [
        ("docs/BREAKDOWN.md", "# Work\n\n## 2.1 Gate\n\n- [ ] Hang it\n", "task"),
        ("docs/oven.md", "# Heat by gas\n\n**Status**: Accepted\n\nGas is cheap.\n", "decision"),
        ("cep-0007.md", "# Heat by gas\n\nGas is cheap.\n", "decision"),
    ],
)
def test_setting_of_an_unread_place_has_its_page_read(tmp_path: Path, path: str, text: str, kind: str) -> None:
    (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / path).write_text(text)
    unread = "SELECT setting FROM unread WHERE setting IS NOT NULL"
    ((setting,),) = compile_source(tmp_path).rows(unread)
    (tmp_path / "frieze.toml").write_text(f"{setting}\n")
    taught = compile_source(tmp_path)
    assert taught.rows(unread) == []
    assert [found.kind for found in taught.objects(kind=kind)] == [kind]
    assert taught.diagnostics() == []


def test_doubt_that_no_setting_ends_names_none(tmp_path: Path) -> None:
    (tmp_path / "tasks.md").write_text("# Tasks\n\n- [ ] T001 Dig\n- [ ] T002 Fill\n\nT002 is after T009 and T001.\n")
    rows = compile_source(tmp_path).rows("SELECT looks_like, setting FROM unread")
    assert all(setting is None for _, setting in rows)
