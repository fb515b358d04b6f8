"""The page of an object: its fields, and its lines of source where it has no text of its own."""

from tests.server.explorer.reading import seen


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
