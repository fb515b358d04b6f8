"""The page of an object: its fields, and its lines of source where it has no text of its own."""

from pathlib import Path

from tests.server.explorer.reading import seen, seen_of_files


def test_object_without_a_text_shows_its_lines(tmp_path: Path) -> None:
    files = {"shop.mmd": "flowchart TD\n  pay[Take payment]\n  pay --> ship[<Ship>]\n"}
    page = seen_of_files(tmp_path, files, "/object?id=d:shop/flow/node/n:pay")
    assert "As written" in page.text and "pay[Take payment]" in page.text
    assert "ship[" not in page.text


def test_object_with_a_text_shows_it_once() -> None:
    page = seen("cider-mill", "/object?id=ADR-0005")
    assert "As written" not in page.text and page.text.count("Two families stood at the press") <= 2


def test_overview_says_what_holds_a_task_up() -> None:
    page = seen("cider-mill", "/")
    assert "waits for cell-a1.2" in page.text
    assert "23 of decisions, tasks and notes" in page.text
