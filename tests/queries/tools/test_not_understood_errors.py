"""Errors about objects that do not exist: they say where the name stands in what was not understood."""

from queries import answer
from tests.compiler.languages.querying import snapshot_of

LOG = "# Log of decisions\n\nProse.\n\n### ADR-7 Use gas\n\nText.\n\n### ADR-9 Use steam\n\nText.\n"


def test_error_of_a_missing_object_names_the_places_that_were_not_understood() -> None:
    snapshot = snapshot_of({"docs/choices.md": LOG})
    for name in ("ADR-9", "adr-9", "k:decision/ADR-9"):
        found = answer(snapshot, "entity_get", {"id": name})
        assert found["code"] in ("not_found", "unavailable")
        assert found["not_understood"] == {"count": 1, "first": ["docs/choices.md:9 decision"]}


def test_error_of_a_missing_object_says_nothing_of_other_names() -> None:
    snapshot = snapshot_of({"docs/choices.md": LOG})
    for name in ("ADR-99", "DR-9", "9"):
        assert "not_understood" not in answer(snapshot, "entity_get", {"id": name})
