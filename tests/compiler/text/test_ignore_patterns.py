"""Patterns as in a `.gitignore`: expected values are those of `git check-ignore`."""

from compiler.text.ignore_patterns import IgnorePatterns
from tests.compiler.tables import table


def selects(lines: str, path: str) -> bool | None:
    """The verdict on a path, which is that of a folder if it ends in a slash."""
    return IgnorePatterns(lines.split("\n")).selects(path.rstrip("/"), is_folder=path.endswith("/"))


@table(
    ("lines", "path", "expected"),
    [
        ("notes.md", "deep/er/notes.md", True),
        ("/notes.md", "deep/notes.md", None),
        ("docs/notes.md", "docs/notes.md", True),
        ("docs/notes.md", "deep/docs/notes.md", None),
        ("build/", "build/", True),
        ("build/", "build", None),
        ("*.log", "deep/a.log", True),
        ("*.log", ".log", True),
        ("*.tar.gz", "a.tar.gz", True),
        ("*.md\n!README.md", "README.md", False),
        ("!README.md\n*.md", "README.md", True),
        ("docs/*.md", "docs/deep/a.md", None),
        ("docs/**/a.md", "docs/a.md", True),
        ("docs/**/a.md", "docs/x/y/a.md", True),
        ("**/logs", "x/logs/", True),
        ("logs/**", "logs/a/b", True),
        ("logs/**", "logs/", None),
        ("a?c", "abc", True),
        ("/a?c", "a/c", None),
        ("[a-c].md", "b.md", True),
        ("[!a-c].md", "b.md", None),
        ("[]x].md", "].md", True),
        ("[[:digit:]]*", "3x", True),
        ("[abc", "[abc", None),
        ("[z-a].md", "b.md", None),
        ("# a comment", "# a comment", None),
        ("\\#name", "#name", True),
        ("\\!name", "!name", True),
        ("\\*.md", "*.md", True),
        ("\\*.md", "a.md", None),
        ("name   ", "name", True),
        ("name\\ ", "name ", True),
        ("name\r", "name", True),
        ("", "name", None),
        ("/", "name", None),
    ],
)
def test_pattern_selects_what_git_ignores(lines: str, path: str, expected: bool | None) -> None:
    assert selects(lines, path) is expected


def test_many_patterns_with_wildcards_keep_their_order() -> None:
    lines = [*(f"{number}*{number}x" for number in range(250)), "a*b", "!a*c*b"]
    patterns = IgnorePatterns(lines)
    assert [patterns.selects(path, is_folder=False) for path in ("a-b", "a-c-b", "7-7x", "c")] == [
        True,
        False,
        True,
        None,
    ]


def test_pattern_of_many_stars_takes_no_time() -> None:
    """A backtracking matcher would not end within a lifetime."""
    assert selects("*a" * 60 + "b", "a" * 250) is None
    assert selects("/".join(["**"] * 40) + "/b", "/".join("a" * 200)) is None


@table(
    ("pattern", "folder", "expected"),
    [
        ("vendor/ours/docs/", "vendor", True),
        ("vendor/ours/docs/", "vendor/ours", True),
        ("vendor/ours/docs/", "vendor/theirs", False),
        ("/vendor/*/docs/", "vendor/theirs", True),
        ("/vendor/**/docs/", "vendor/a/b/c", True),
        ("docs/", "vendor", False),
        ("!vendor/ours/", "vendor", False),
        ("vendor/ours", "vendor/ours/docs", False),
    ],
)
def test_pattern_with_a_path_may_select_below_a_folder(pattern: str, folder: str, expected: bool) -> None:
    assert IgnorePatterns([pattern]).may_select_below(folder) is expected
