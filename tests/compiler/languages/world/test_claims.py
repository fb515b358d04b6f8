"""Which files are world files."""

import pytest

from compiler.languages.world.claims import claims


@pytest.mark.parametrize(
    ("path", "expected"),
    [("a.urd.md", True), ("acts/A.URD.MD", True), (".urd.md", True), ("a.md", False), ("urd.md", False), ("", False)],
)
def test_claims_ignore_the_case_of_the_suffix(path: str, expected: bool) -> None:
    assert claims(path) == expected
