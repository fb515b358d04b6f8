"""A page that stands in one fence is read without it; a page that begins with a fenced example is as it is."""

import pytest

from compiler.text.wrapped_pages import unwrapped
from tests.compiler.languages.querying import ask

PAGE = "# Heat\n\n```bash\nls\n```\n\n## Status\n\nAccepted\n"


@pytest.mark.parametrize("fence", ["```", "````", "~~~"])
def test_fence_around_a_page_is_two_empty_lines(fence: str) -> None:
    assert unwrapped(f"{fence}markdown\n{PAGE}{fence}\n") == f"\n{PAGE}\n"
    assert unwrapped(f"\n{fence} MD\n{PAGE}{fence}") == f"\n\n{PAGE}"


@pytest.mark.parametrize(
    "text",
    [
        PAGE,
        f"```bash\n{PAGE}```\n",
        f"````markdown\n{PAGE}````\n\nMore.\n",
        f"```markdown\n{PAGE}",
        "```markdown\n# Example\n```\n\nText.\n\n```bash\nls\n```\n",
        "```markdown\n",
        "```",
        "",
    ],
)
def test_any_other_text_is_as_it_is(text: str) -> None:
    assert unwrapped(text) == text


def test_decision_and_tasks_in_a_fence_are_read_with_their_lines() -> None:
    tasks = "```markdown\n# Tasks\n\n- [ ] T001 Heat the oven\n- [x] T002 Knead\n```\n"
    files = {"docs/adr/0003-heat.md": f"````markdown\n{PAGE}````\n", "specs/001-oven/tasks.md": tasks}
    assert ask(files, "SELECT title, status, line FROM decision") == [("Heat", "accepted", 2)]
    assert [line for (line,) in ask(files, "SELECT line FROM task ORDER BY line")] == [4, 5]
