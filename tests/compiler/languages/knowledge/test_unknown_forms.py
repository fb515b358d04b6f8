"""References whose form is not understood: many name nothing, and hardly any names something."""

from pathlib import Path

from compiler import compile_source
from compiler.languages.knowledge.facts import UnresolvedReference
from tests.compiler.tables import table


def task(number: int, *waits: str) -> tuple[str, str]:
    listed = ", ".join(waits)
    head = f"id: task-{number}\ntitle: Tie knot {number}\nstatus: To Do\ndependencies: [{listed}]"
    return f"backlog/tasks/task-{number} - Knot.md", f"---\n{head}\n---\n\nText.\n"


def check(folder: Path, *tasks: tuple[str, str]) -> list[tuple[str, int]]:
    """The findings on dependencies: code, and the number of the task at which it stands."""
    for path, text in tasks:
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")
    with compile_source(folder) as snapshot:
        found = [one for one in snapshot.diagnostics() if one.code.startswith("KNO3")]
        assert len(snapshot.facts(UnresolvedReference)) >= len(found) > 0
    return [(one.code, int(one.span.file.partition("task-")[2].partition(" ")[0])) for one in found]


@table(
    ("tasks", "expected"),
    [
        ([task(1, "OPS-101", "OPS-204", "OPS-317", "OPS-480")], [("KNO309", 1)]),
        ([task(1, "OPS-101", "OPS-204"), task(2, "OPS-317", "OPS-480")], [("KNO309", 1)]),
        ([task(1, "OPS-101", "OPS-204", "OPS-317")], [("KNO301", 1)] * 3),
        (
            [task(1, "OPS-101"), task(2, "OPS-101"), task(3, "OPS-101")],
            [("KNO301", one) for one in (1, 2, 3)],
        ),
        (
            [task(1, "task-501", "task-602", "task-703", "task-804"), task(2, "task-1")],
            [("KNO301", 1)] * 4,
        ),
    ],
)
def test_ids_of_a_pattern_that_names_nothing_are_one_remark(
    tmp_path: Path, tasks: list[tuple[str, str]], expected: list[tuple[str, int]]
) -> None:
    assert check(tmp_path, *tasks) == expected


def test_remark_says_how_many_and_shows_the_next_places(tmp_path: Path) -> None:
    (tmp_path / "backlog/tasks").mkdir(parents=True)
    path, text = task(1, "OPS-101", "OPS-204", "OPS-317", "OPS-480")
    (tmp_path / path).write_text(text, encoding="utf-8")
    with compile_source(tmp_path) as snapshot:
        (finding,) = snapshot.diagnostics(code="KNO309")
    assert finding.severity == "info"
    assert "4 references of the form 'depends on A-9' in 1 file name nothing here, such as 'OPS-101'" in finding.message
    assert [one.message.partition(",")[0] for one in finding.related] == [
        "task-1 waits for OPS-204",
        "task-1 waits for OPS-317",
    ]
