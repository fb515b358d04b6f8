"""The resources of memory: what each URI reads as, page by page."""

from typing import Any

import pytest

from queries.resources.catalogue import Catalogue
from queries.resources.resource import ResourceNotFound
from tests.queries.cases import each
from tests.queries.memory.memories import GREENHOUSE, ids, memory

CATALOGUE = Catalogue(memory(GREENHOUSE))


def read(path: str) -> dict[str, Any]:
    body = CATALOGUE.read(f"frieze://memory/{path}").body
    assert isinstance(body, dict)
    return body


def test_resource_branch_has_its_forks() -> None:
    assert [one["branch_name"] for one in read("branches?limit=2")["branches"]] == ["main", "vents"]
    assert [one["branch_name"] for one in read("branch/vents")["children"]] == ["vents/night"]
    assert read("branch/vents/night")["parent"] == "vents"


def test_resource_facts_are_paged_and_read_by_id() -> None:
    first = read("facts?limit=2")
    after = read(first["next_uri"].removeprefix("frieze://memory/"))
    assert not {one["ref"] for one in first["objects"]} & {one["ref"] for one in after["objects"]}
    assert read("fact/f-old")["fact_text"] == "Vents are opened by the light"


def test_resource_conversation_has_shared_messages_in_order() -> None:
    assert [one["id"] for one in read("conversations")["conversations"]][-2:] == ["c-2", "c-1"]
    found = read("conversation/c-2")
    assert (found["conversation"]["parent_conversation_id"], ids(found["messages"])[:3]) == (
        "c-1",
        ["m-1", "m-2", "m-5"],
    )
    assert ids(read("conversation/c-2?limit=1&offset=1")["messages"]) == ["m-2"]


@each("path, near", [("fact/f-olt", "fact/f-old"), ("branch/vent", "branch/vents")])
def test_resource_not_found_has_near_names(path: str, near: str) -> None:
    with pytest.raises(ResourceNotFound) as raised:
        read(path)
    assert f"frieze://memory/{near}" in raised.value.fields["did_you_mean"]
