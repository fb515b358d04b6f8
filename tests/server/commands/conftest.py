"""Fixtures of the tests of commands."""

from pathlib import Path

import pytest

from tests.server.commands.mistakes import BROKEN, DIRECTIVE


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """A source with an error, MMD103, and a warning, MMD105."""
    folder = tmp_path / "source"
    folder.mkdir()
    (folder / "broken.mmd").write_text(BROKEN)
    (folder / "directive.mmd").write_text(DIRECTIVE)
    return folder
