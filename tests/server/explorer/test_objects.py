"""The page of an object: its fields, and its lines of source where it has no text of its own."""

from pathlib import Path

from tests.server.explorer.reading import seen, seen_of_files


def test_object_without_a_text_shows_its_lines() -> None:
    page = seen("cider-mill", "/object?id=notes/press-day%232")
    assert "As written 13 - [ ] Hose down the yard" in page.text
    assert "Bring the pomace" not in page.text


def test_object_with_a_text_shows_it_once() -> None:
    page = seen("cider-mill", "/object?id=ADR-0005")
    assert "As written" not in page.text and page.text.count("Two families stood at the press") <= 2


def test_overview_says_what_holds_a_task_up() -> None:
    page = seen("cider-mill", "/")
    assert "waits for cell-a1.2" in page.text
    assert "23 of decisions, tasks and notes" in page.text


def test_overview_says_what_was_not_understood(tmp_path: Path) -> None:
    decision = "# Gas\n\n## Context\n\nCold.\n\n## Decision\n\nGas.\n"
    page = seen_of_files(tmp_path, {"docs/adr/0001-gas.md": decision, "docs/work.md": "# Work\n\n- [ ] Dig\n"}, "/")
    assert "1 without a status" in page.text
    assert "1 like a task" in page.text and "docs/work.md:3 - [ ] Dig a box on a page" in page.text
    assert "1 like a task .beads/issues.jsonl:11 KNO102" in seen("cider-mill", "/").text
    assert "Not understood" not in seen("locked-garden", "/").text
