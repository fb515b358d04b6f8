"""Which files are world files."""

from compiler.languages.world.claims import claims
from tests.compiler.tables import table


@table(
    ("path", "expected"),
    [("a.urd.md", True), ("acts/A.URD.MD", True), (".urd.md", True), ("a.md", False), ("urd.md", False), ("", False)],
)
def test_claims_ignore_the_case_of_the_suffix(path: str, expected: bool) -> None:
    assert claims(path) == expected
