"""Statuses that decisions state outside of any field."""

import pytest

from tests.compiler.languages.querying import ask

BODY = "\n## Context\n\nText.\n\n## Decision\n\nMore.\n"


@pytest.mark.parametrize(
    ("head", "status"),
    [
        ("# Hoist\n\n**Accepted**\n", "accepted"),
        ("# Hoist\n\n> **Superseded.** No crane has it.\n", "superseded"),
        ("# Hoist\n\n> **Superseded by\n> the new crane.** It moved.\n", "superseded"),
        ("# Hoist\n\n> **Implementation update.** It moved.\n", None),
        ("# Hoist\n\n**Complete** lists stand below.\n", None),
        ("# [Accepted] Hoist\n", "accepted"),
        ("# Hoist (deprecated)\n", "deprecated"),
        ("# Hoist\n\n## Status: Rejected\n", "deprecated"),
        ("---\ntags: [adr, accepted]\n---\n# Hoist\n", "accepted"),
    ],
)
def test_decision_status_may_stand_outside_of_fields(head: str, status: str | None) -> None:
    found = ask({"doc/adr/0001-hoist.md": head + BODY}, "SELECT status, is_stated FROM decision")
    assert found == [(status, int(status is not None))]


def test_template_of_proposals_lists_statuses_and_is_no_record() -> None:
    text = "# XEP 0 - A title\n\n- Status: Draft | Proposed | Accepted\n- Author: Wren\n"
    assert ask({"xep-0000.md": text}, "SELECT id FROM decision") == []


def test_bold_word_inside_of_a_paragraph_is_no_status() -> None:
    quote = "> The first shape was weighed in the spec, and is no\n> **retired** one: it widens what others read.\n"
    page = f"# Hoist\n\n{quote}\nText that goes on with\n**Accepted**\n\n## Consequences\n\nNone.\n"
    found = ask({"doc/adr/0001-hoist.md": page}, "SELECT status, is_stated FROM decision")
    assert found == [(None, 0)]
    stated = "# Hoist\n\n> **Accepted** 2026-01-02\n\nText.\n"
    assert ask({"doc/adr/0001-hoist.md": stated}, "SELECT status FROM decision") == [("accepted",)]
