"""Shapes of references that are not understood: many lead nowhere, and hardly any leads anywhere."""

from compiler.text.shapes import USUAL, Dead, Shape, count_alive, folders_above, not_understood, pattern
from tests.compiler.tables import table

ROOTED, RELATIVE = Shape("", "/…"), Shape("", "relative", USUAL)


def check(dead: list[tuple[Shape, str, str]], alive: int) -> list[tuple[str, int]]:
    """The shapes that are not understood, and how many dead references each has."""
    found = not_understood(
        [Dead((shape,), target, file) for shape, target, file in dead], {ROOTED: alive, RELATIVE: alive}
    )
    return [(one.shape.words, len(one.numbers)) for one in found]


def some(shape: Shape, targets: int, files: int = 1) -> list[tuple[Shape, str, str]]:
    """References to so many targets, in so many files."""
    return [(shape, f"t{one}", f"f{one % files}") for one in range(targets)]


@table(
    ("dead", "alive", "expected"),
    [
        (some(ROOTED, 4), 0, [("/…", 4)]),
        (some(ROOTED, 3), 0, []),
        (some(ROOTED, 1) * 9, 0, []),  # one target, however often
        (some(ROOTED, 10), 1, [("/…", 10)]),
        (some(ROOTED, 10), 2, []),
        (some(RELATIVE, 8, files=2), 0, []),
        (some(RELATIVE, 7, files=3), 0, []),
        (some(RELATIVE, 8, files=3), 0, [("relative", 8)]),
    ],
)
def test_shape_is_not_understood_if_many_lead_nowhere_and_few_anywhere(
    dead: list[tuple[Shape, str, str]], alive: int, expected: list[tuple[str, int]]
) -> None:
    assert check(dead, alive) == expected


def test_shape_of_the_most_references_takes_them_all() -> None:
    inner, outer = Shape("docs", "/…"), Shape("", "/…")
    dead = [Dead((inner, outer) if one < 5 else (outer,), f"t{one}", "f") for one in range(7)]
    assert [(one.shape, len(one.numbers)) for one in not_understood(dead, {})] == [(outer, 7)]
    assert [(one.shape, len(one.numbers)) for one in not_understood(dead, {outer: 9})] == [(inner, 5)]


def test_shapes_that_no_dead_reference_has_are_not_counted() -> None:
    counts = count_alive([(ROOTED,), (RELATIVE, ROOTED)], [Dead((ROOTED,), "t", "f")])
    assert counts == {ROOTED: 2}


@table(
    ("name", "expected"),
    [
        ("the-second-part", "a"),
        ("2-the-second-part", "9-a"),
        ("2-4", "9"),
        ("t5hvq1vi90e9", "a9a9a9a9"),
        ("ADR-012", "A-9"),
        ("FullName", "Aa"),
        ("fähre-über", "a"),
        ("渡し船", "a"),
        ("", ""),
    ],
)
def test_pattern_tells_the_kinds_of_signs(name: str, expected: str) -> None:
    assert pattern(name) == expected


def test_folders_above_a_file_end_at_the_root() -> None:
    assert folders_above("a/b/c.md") == ["a/b", "a", ""]
    assert folders_above("c.md") == [""]
