"""Decisions in AsciiDoc are read, and no operation edits them."""

from pathlib import Path
from typing import Any

import pytest

from tests.queries.operations.proposing import propose

OLD = "= 1. Moor by rope\n\n== Status\n\nAccepted\n\n== Decision\n\nRopes.\n"
NEW = "# 2. Moor by chain\n\n## Status\n\nAccepted\n\n## Decision\n\nChains.\n"


@pytest.mark.parametrize(
    ("op", "arguments"),
    [
        ("entity_update", {"id": "ADR-0001", "title": "Moor by hand"}),
        ("decision_supersede", {"old_id": "ADR-0001", "new_id": "ADR-0002"}),
        ("entity_delete", {"id": "ADR-0001"}),
        ("relation_create", {"source_id": "ADR-0002", "target_id": "ADR-0001", "relation_type": "references"}),
    ],
)
def test_operation_on_a_decision_in_asciidoc_is_refused(tmp_path: Path, op: str, arguments: dict[str, Any]) -> None:
    for name, text in (("0001-moor.adoc", OLD), ("0002-chain.md", NEW)):
        (tmp_path / "docs" / "adr").mkdir(parents=True, exist_ok=True)
        (tmp_path / "docs" / "adr" / name).write_text(text)
    told = propose(tmp_path, op, arguments)
    assert (told["code"], told["file"]) == ("unavailable", "docs/adr/0001-moor.adoc")
    assert "AsciiDoc" in told["error"]
