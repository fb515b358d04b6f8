"""The findings in a page of markdown."""

from compiler.languages.diagrams.syntax.parse import parse_markdown


def findings(page: str) -> list[tuple[str, int, str]]:
    """The code, line and message of each finding in a page."""
    return [(one.code, one.span.start_line, one.message) for one in parse_markdown("page.md", page).diagnostics]
