"""What a status of a task in words means."""

from compiler.languages.knowledge.syntax.task_lists.stated_states import stated_state
from tests.compiler.tables import table


@table(
    ("written", "state"),
    [
        ("✅ Done", "done"),
        ("Verified", "done"),
        ("Terminé (see #3)", "done"),
        ("已完成", "done"),
        ("Not yet started", "todo"),
        ("⬜ 未开始", "todo"),
        ("En cours", "in_progress"),
        ("Ready for review", "in_progress"),
        ("Partially done", "in_progress"),
        ("In progress / blocked", "blocked"),
        ("Blockiert", "blocked"),
        ("Draft", "draft"),
        ("Parked", "deferred"),
        ("Done?", "unknown"),
        ("Almost done", "unknown"),
    ],
)
def test_words_have_a_state(written: str, state: str) -> None:
    found = stated_state(written)
    assert ("unknown" if found.unknown else found.state) == state
