"""A source of a world file and two diagrams, for tests that commit it to a repository."""

from collections.abc import Mapping

from tests.compiler.workspace.git.repositories import Content

GARDEN = "# Gate\n\nWords.\n\n-> north: Yard\n\n# Yard\n\nMore words.\n"
FLOW = "graph TD\na-->b\n"
FILES: dict[str, Content] = {"garden.urd.md": GARDEN, "docs/flow.mmd": FLOW, "docs/other.mmd": FLOW, "notes.txt": "No"}


def text_files(files: Mapping[str, Content]) -> dict[str, str]:
    """The files whose content is text, as `RepositoryBuilder.check_out` takes them."""
    return {path: text for path, text in files.items() if isinstance(text, str)}
