"""The source of the tests of operations on knowledge, with each line end."""

from pathlib import Path

import pytest

from tests.queries.operations.knowledge_source import write_source
from tests.queries.operations.proposing import LINE_ENDS


@pytest.fixture(params=LINE_ENDS, ids=repr)
def source(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """Decisions, tasks and notes in many formats."""
    return write_source(tmp_path / "source", request.param)
