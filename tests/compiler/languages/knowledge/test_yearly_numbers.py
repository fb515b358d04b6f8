"""Records whose numbers begin anew each year or day: the year is a part of the id."""

from tests.compiler.languages.querying import ask

STATUS = "\n\n## Status\n\n{}\n\n## Context\n\nWind.\n"
FILES = {
    "docs/adr/ADR-2024-001-hoist.md": "# ADR-2024-001: Hoist" + STATUS.format("Superseded by ADR-2025-001"),
    "docs/adr/ADR-2025-001-winch.md": "# ADR-2025-001: Winch" + STATUS.format("Accepted"),
    "docs/adr/ADR_20250102_03_rope.md": "# ADR_20250102_03: Rope" + STATUS.format("Accepted"),
    "docs/adr/2026-004-wax.md": "# Wax" + STATUS.format("Accepted"),
    "docs/adr/2026-10-grease.md": "# Grease" + STATUS.format("Accepted"),
    "docs/adr/2026-01-02-oil.md": "# Oil" + STATUS.format("Accepted"),
    "docs/adr/0009-crank.md": "# Crank" + STATUS.format("Accepted"),
    "rfcs/RFC-2024-007-gate.md": "# RFC-2024-007: Gate\n\n- Status: Accepted\n\n## Motivation\n\nWind.\n",
    "rfcs/RFC-2025-007-lock.md": "# RFC-2025-007: Lock\n\n- Status: Draft\n\n## Motivation\n\nWind.\n",
    "DECISIONS.md": "# Decisions\n\n## DEC-2024-001: Use oil\n\n**Status:** Superseded by DEC-2024-002\n\nOil.\n\n"
    "## DEC-2024-002: Use wax\n\n**Status:** Accepted\n\nWax.\n",
    "README.md": "ADR-2024-001, ADR_20250102_03, RFC-2025-007 and DEC-2024-002 hold, ADR-2025-009 was lost.\n",
}


def test_ids_have_the_year_or_day_and_titles_have_neither() -> None:
    rows = ask(FILES, "SELECT file, id, title FROM decision ORDER BY file, line")
    assert rows == [
        ("DECISIONS.md", "DECISIONS/DEC-2024-001", "Use oil"),
        ("DECISIONS.md", "DECISIONS/DEC-2024-002", "Use wax"),
        ("docs/adr/0009-crank.md", "ADR-0009", "Crank"),
        ("docs/adr/2026-004-wax.md", "ADR-2026-004", "Wax"),
        ("docs/adr/2026-01-02-oil.md", "2026-01-02-oil", "Oil"),
        ("docs/adr/2026-10-grease.md", "2026-10-grease", "Grease"),
        ("docs/adr/ADR-2024-001-hoist.md", "ADR-2024-001", "Hoist"),
        ("docs/adr/ADR-2025-001-winch.md", "ADR-2025-001", "Winch"),
        ("docs/adr/ADR_20250102_03_rope.md", "ADR-20250102-03", "Rope"),
        ("rfcs/RFC-2024-007-gate.md", "RFC-2024-007", "Gate"),
        ("rfcs/RFC-2025-007-lock.md", "RFC-2025-007", "Lock"),
    ]


def test_a_successor_is_found_by_its_year_and_number() -> None:
    rows = ask(FILES, "SELECT source, target FROM link WHERE kind = 'supersedes' ORDER BY source")
    assert rows == [
        ("k:decision/ADR-2025-001", "k:decision/ADR-2024-001"),
        ("k:decision/DECISIONS/DEC-2024-002", "k:decision/DECISIONS/DEC-2024-001"),
    ]


def test_texts_cite_them_and_one_that_is_not_there_is_told() -> None:
    cited = ask(FILES, "SELECT text FROM mention WHERE file = 'README.md' AND target <> '' ORDER BY text")
    assert [text for (text,) in cited] == ["ADR-2024-001", "ADR_20250102_03", "DEC-2024-002", "RFC-2025-007"]
    told = ask(FILES, "SELECT message FROM diagnostic WHERE file = 'README.md'")
    assert told == [("'ADR-2025-009' is written like an id of this source, but nothing has it.",)]
