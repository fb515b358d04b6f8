"""The states of the tasks of a small source, as tables of phrases have them."""

from tests.compiler.languages.querying import ask

STATES = """\
SELECT id, CASE WHEN is_ready THEN 'ready' WHEN is_done THEN 'done' WHEN undecided IS NOT NULL THEN 'undecided'
 WHEN is_blocked THEN 'waits' ELSE 'aside' END FROM task WHERE substr(file, 1, length(?1)) = ?1
ORDER BY file, line"""
WAITS = "SELECT depends_on FROM task_dependency WHERE task = ? AND is_open ORDER BY depends_on"


def states_of(files: dict[str, str], folder: str = "") -> str:
    """The state of each task in the files of a folder, in a line: `o-1 ready, o-2 waits o-1`. What a task waits for
    stands behind "waits"."""
    found = []
    for task, state in ask(files, STATES, folder):
        waits = [target.rpartition("/")[2] for (target,) in ask(files, WAITS, task)] if state == "waits" else []
        found.append(" ".join([task.rpartition("/")[2].removeprefix("TODO"), state, *waits]))
    return ", ".join(found)
