"""Records with ids of their own: numbers that begin anew each year or day, and words other than ADR."""

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
    "docs/adr/0010-roadmap.md": "# Roadmap for 2025-03 and 2025-04" + STATUS.format("Accepted"),
    "docs/adr/0011-interface.md": "# API 2024-10 in use" + STATUS.format("Accepted"),
    "docs/adr/adopt-os-2024-04.md": "# Adopt OS 2024-04" + STATUS.format("Accepted"),
    "docs/adr/use-twine.md": "# ADR 2026-07-22: Use twine" + STATUS.format("Accepted"),
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
        ("docs/adr/0010-roadmap.md", "ADR-0010", "Roadmap for 2025-03 and 2025-04"),
        ("docs/adr/0011-interface.md", "ADR-0011", "API 2024-10 in use"),
        ("docs/adr/2026-004-wax.md", "ADR-2026-004", "Wax"),
        ("docs/adr/2026-01-02-oil.md", "2026-01-02-oil", "Oil"),
        ("docs/adr/2026-10-grease.md", "2026-10-grease", "Grease"),
        ("docs/adr/ADR-2024-001-hoist.md", "ADR-2024-001", "Hoist"),
        ("docs/adr/ADR-2025-001-winch.md", "ADR-2025-001", "Winch"),
        ("docs/adr/ADR_20250102_03_rope.md", "ADR-20250102-03", "Rope"),
        ("docs/adr/adopt-os-2024-04.md", "adopt-os-2024-04", "Adopt OS 2024-04"),
        ("docs/adr/use-twine.md", "use-twine", "Use twine"),
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


OWN = {
    "docs/decisions/DEC-0012-hoist.md": "# DEC-0012: Hoist" + STATUS.format("Superseded by DEC-0013"),
    "docs/decisions/dec_0013_winch.md": "# DEC 0013 - Winch" + STATUS.format("Accepted"),
    "docs/adr/ADR-FE-001-gate.md": "# ADR-FE-001: Gate" + STATUS.format("Accepted"),
    "docs/adr/ADR-BE-001-lock.md": "# ADR-BE-001: Lock" + STATUS.format("Accepted"),
    "docs/adr/adr-014b-rope.md": "# ADR-014b: Rope" + STATUS.format("Accepted"),
    "docs/adr/ADR-1.2-wax.md": "# ADR-1.2: Wax" + STATUS.format("Replaced by ISO-9001"),
    "docs/adr/crank.md": "# ADR-009: Crank" + STATUS.format("Accepted"),
    "docs/adr/http-2-everywhere.md": "# HTTP 2 everywhere" + STATUS.format("Accepted"),
    "docs/adr/utf-8-names.md": "# UTF-8: names" + STATUS.format("Accepted"),
    "docs/adr/phase-2-plan.md": "# Phase 2: plan" + STATUS.format("Accepted"),
    "docs/adr/mqtt-5-plan.md": "# MQTT 5 plan" + STATUS.format("Accepted"),
    "docs/adr/0007-sha-256.md": "# SHA-256: Sums" + STATUS.format("Accepted"),
    "README.md": "DEC-0012, DEC-0013, ADR-FE-001, ADR-014b, ADR-1.2, ADR-009 and SHA-256.\n",
}


def test_id_is_that_of_the_name_and_the_title() -> None:
    rows = ask(OWN, "SELECT file, id, title FROM decision ORDER BY file")
    assert [(file.rpartition("/")[2], *row) for file, *row in rows] == [
        ("0007-sha-256.md", "ADR-0007", "SHA-256: Sums"),
        ("ADR-1.2-wax.md", "ADR-1.2", "Wax"),
        ("ADR-BE-001-lock.md", "ADR-BE-001", "Lock"),
        ("ADR-FE-001-gate.md", "ADR-FE-001", "Gate"),
        ("adr-014b-rope.md", "ADR-014b", "Rope"),
        ("crank.md", "ADR-009", "Crank"),
        ("http-2-everywhere.md", "http-2-everywhere", "HTTP 2 everywhere"),
        ("mqtt-5-plan.md", "mqtt-5-plan", "MQTT 5 plan"),
        ("phase-2-plan.md", "phase-2-plan", "Phase 2: plan"),
        ("utf-8-names.md", "utf-8-names", "UTF-8: names"),
        ("DEC-0012-hoist.md", "DEC-0012", "Hoist"),
        ("dec_0013_winch.md", "DEC-0013", "Winch"),
    ]


def test_it_is_cited_and_superseded_by_its_own_id() -> None:
    cited = ask(OWN, "SELECT text FROM mention WHERE file = 'README.md' AND target <> ''")
    assert [text for (text,) in cited] == ["DEC-0012", "DEC-0013", "ADR-FE-001", "ADR-014b", "ADR-1.2", "ADR-009"]
    links = ask(OWN, "SELECT source, target FROM link WHERE kind = 'supersedes' AND NOT dangling")
    assert links == [("k:decision/DEC-0013", "k:decision/DEC-0012")]
    told = ask(OWN, "SELECT message FROM diagnostic WHERE file LIKE '%wax.md'")
    assert len(told) == 1 and "ISO-9001" in told[0][0]
