"""What is said of a place, without an editor."""

from pathlib import Path
from shutil import copytree

from server.lsp import lookup
from server.lsp.live_source import LiveSource
from tests.closing import compile_source
from tests.paths import ROOT
from tests.server.lsp.editor import OPENED


def messages(source: LiveSource) -> set[str]:
    assert source.snapshot is not None
    return {finding.message for finding in source.snapshot.diagnostics()}


def test_tests_of_an_assertion_are_tests_of_its_requirement() -> None:
    with compile_source(ROOT / "worlds" / "traced-kettle") as snapshot:
        tested = {
            requirement.id: lookup.hover(snapshot, requirement.ref)
            for requirement in snapshot.objects(kind="requirement")
        }
        links = {link.target for link in snapshot.links(kind="verifies")}
    assert "r:REQ-d00001" not in links and any(target.startswith("r:REQ-d00001-") for target in links)
    assert "Cited by 1 test" in tested["REQ-d00001"] and "No test cites it" not in tested["REQ-d00001"]
    assert any("No test cites it, nor an assertion of it" in text for text in tested.values())


def test_texts_of_a_source_are_no_markdown_and_hide_nothing(tmp_path: Path) -> None:
    (tmp_path / "adr").mkdir()
    title = "Use ![x](http://evil/p.png) \u202e and <b>"
    text = f"# 1. {title}\n\n## Status\n\nAccepted\n\n````\n```````` \u200b\n````\n"
    (tmp_path / "adr" / "0001-use.md").write_text(text, encoding="utf-8")
    with compile_source(tmp_path) as snapshot:
        (decision,) = snapshot.objects(kind="decision")
        shown = lookup.hover(snapshot, decision.ref)
    assert "\\!\\[x\\]\\(http://evil/p.png\\)" in shown.split("\n")[0]
    assert "\u202e" not in shown and "\u200b" not in shown
    assert shown.count("`````````\n") == 1 and shown.endswith("\n`````````")  # nine: one more than the longest run


def test_files_change_while_texts_are_typed_and_dropped(tmp_path: Path) -> None:
    root = copytree(ROOT / "worlds" / "cider-mill", tmp_path / "mill")
    task = "backlog/tasks/mill-3.md"
    saved = (root / task).read_text("utf-8")
    source = LiveSource(root, OPENED)
    source.compile()
    before = messages(source)
    (root / "docs" / "more.md").write_text("# More\n\n[a](gone.md)\n")
    source.compile()
    changed = messages(source)
    assert changed > before
    source.put(task, saved.replace("ADR-0004", "ADR-0404"))
    source.compile()
    assert any("ADR-0404" in message for message in messages(source))
    source.drop(task)
    source.compile()
    assert messages(source) == changed
    source.put("docs/more.md", "# More\n")
    source.put("picture.bin", "a file that no language reads")
    source.compile()
    assert messages(source) == before
    source.close()


def test_source_that_is_gone_is_told_and_what_was_known_stays(tmp_path: Path) -> None:
    root = copytree(ROOT / "worlds" / "locked-garden", tmp_path / "garden")
    source = LiveSource(root, OPENED)
    source.compile()
    known = messages(source)
    root.rename(tmp_path / "elsewhere")
    source.compile()
    assert "garden" in source.problem and messages(source) == known
    (tmp_path / "elsewhere").rename(root)
    source.compile()
    assert source.problem == "" and messages(source) == known
    source.close()
