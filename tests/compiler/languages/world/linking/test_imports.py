"""Import paths: from the path as written to a path below the root."""

from compiler.languages.world.linking.imports import imported_paths
from compiler.languages.world.syntax.parse import parse
from tests.compiler.tables import table


@table(
    ("importer", "written", "expected"),
    [
        ("main.urd.md", "./a.urd.md", ["a.urd.md"]),
        ("main.urd.md", "a.urd.md", ["a.urd.md"]),
        ("main.urd.md", "acts\\one.urd.md", ["acts/one.urd.md"]),
        ("main.urd.md", "./acts//./one.urd.md", ["acts/one.urd.md"]),
        ("acts/one.urd.md", "../cast.urd.md", ["cast.urd.md"]),
        ("acts/one.urd.md", "two.urd.md", ["acts/two.urd.md"]),
        ("acts/one.urd.md", "../acts/one.urd.md", []),
        ("acts/one.urd.md", "../../cast.urd.md", []),
        ("main.urd.md", "/a.urd.md", []),
        ("main.urd.md", "C:/a.urd.md", []),
        ("main.urd.md", "a.md", []),
        ("main.urd.md", "", []),
    ],
)
def test_imported_paths_are_below_the_root(importer: str, written: str, expected: list[str]) -> None:
    unit = parse(importer, f"---\nimport: {written}\n---\n").unit
    assert list(imported_paths(importer, unit)) == expected
