"""Resources of languages in a workspace: which source answers, and how the next page and the members are named."""

from typing import Any

import pytest

from compiler.workspace.interface import Workspace
from queries.errors.query_error import QueryError
from queries.resources.catalogue import Catalogue, resources_of
from queries.resources.resource import JSON
from queries.tools.packs import PACKS
from tests.closing import open_workspace
from tests.paths import ROOT


@pytest.fixture(scope="module")
def workspace() -> Workspace:
    return open_workspace(ROOT / "worlds" / "post-road")


@pytest.fixture(scope="module")
def catalogue(workspace: Workspace) -> Catalogue:
    return Catalogue(workspace)


@pytest.fixture(scope="module")
def worlds(tmp_path_factory: pytest.TempPathFactory) -> Catalogue:
    """Two sources with a world each; one has a memory, too."""
    root = tmp_path_factory.mktemp("worlds")
    (root / "frieze.toml").write_text(
        '[[source]]\nname = "near"\npath = "near"\n[[source]]\nname = "far"\npath = "far"\n'
    )
    for name, world in (("near", "mill"), ("far", "barn")):
        (root / name).mkdir()
        (root / name / f"{world}.urd.md").write_text(f"---\nworld: {world}\n---\n\n# Yard\n\nA yard.\n")
    return Catalogue(open_workspace(root))


def read(catalogue: Catalogue, uri: str) -> Any:
    return catalogue.read(f"frieze://{uri}").body


def test_resource_of_a_language_is_that_of_the_named_source(catalogue: Catalogue) -> None:
    found = read(catalogue, "decisions?source=vans")
    assert found["source_name"] == "vans"
    assert [one["ref"] for one in found["entities"]] == ["vans::k:decision/ADR-0031"]
    assert found["entities"][0]["source"].startswith("vans/")


def test_resource_of_several_sources_has_their_answers_side_by_side(catalogue: Catalogue) -> None:
    found = read(catalogue, "decisions")
    counts = {one["source_name"]: one["total"] for one in found["sources"]}
    assert counts == {"rules": 3, "depot": 2, "vans": 1}


def test_resource_of_several_sources_is_paged_source_by_source(catalogue: Catalogue) -> None:
    seen = []
    for answer in read(catalogue, "decisions?limit=1")["sources"]:
        while answer:
            seen += [one["ref"] for one in answer["entities"]]
            answer = "next_uri" in answer and read(catalogue, answer["next_uri"].removeprefix("frieze://"))
    every = [one["ref"] for answer in read(catalogue, "decisions")["sources"] for one in answer["entities"]]
    assert sorted(seen) == sorted(every)
    assert len(seen) == 6


def test_resource_of_an_object_is_found_in_its_source(catalogue: Catalogue) -> None:
    assert read(catalogue, "entity/ADR-0037")["source_name"] == "rules"
    assert read(catalogue, "entity/depot::k:decision%2FADR-0032")["title"] == "Two shelves"


def test_resource_of_an_id_that_several_sources_have_is_ambiguous(catalogue: Catalogue) -> None:
    with pytest.raises(QueryError) as error:
        read(catalogue, "entity/ADR-0031")
    assert error.value.code == "ambiguous"
    assert len(error.value.fields["refs"]) == 3
    assert read(catalogue, "entity/ADR-0031?source=depot")["ref"] == "depot::k:decision/ADR-0031"


def test_resource_of_an_unknown_source_names_those_there_are(catalogue: Catalogue) -> None:
    with pytest.raises(QueryError) as error:
        read(catalogue, "entity/ADR-0037?source=depots")
    assert (error.value.code, error.value.fields["did_you_mean"]) == ("invalid_argument", ["depot"])
    assert "rules, depot, vans, attic" in error.value.fields["hint"]


def test_resource_of_a_source_that_is_not_there_says_why(catalogue: Catalogue) -> None:
    with pytest.raises(QueryError) as error:
        read(catalogue, "decisions?source=attic")
    assert error.value.code == "unavailable"


def test_resource_that_no_source_has_is_not_found(catalogue: Catalogue) -> None:
    with pytest.raises(QueryError) as error:
        read(catalogue, "entity/ADR-9999")
    assert error.value.code == "not_found"


def test_resources_of_languages_are_listed_with_source(catalogue: Catalogue) -> None:
    templates = {one.uri_template for one in catalogue.templates()}
    assert {"frieze://decisions{?limit,offset,source}", "frieze://object/{ref}"} <= templates


def test_resources_of_languages_are_json() -> None:
    """So answers of several sources can stand side by side."""
    assert {one.mime_type for pack in PACKS if pack != "core" for one in resources_of(pack)} == {JSON}


def test_members_of_a_family_are_listed_for_each_source(worlds: Catalogue) -> None:
    listed = {one.uri: one.name for one in worlds.listed() if one.uri.startswith("frieze://world/")}
    assert listed == {
        "frieze://world/mill?source=near": "world/near/mill",
        "frieze://world/barn?source=far": "world/far/barn",
    }
    for uri in listed:
        assert worlds.read(uri).body


def test_variables_and_sources_are_completed(catalogue: Catalogue) -> None:
    assert catalogue.complete("frieze://decisions{?limit,offset,source}", "source", "v", {}) == ["vans"]
    assert not catalogue.complete("frieze://decisions{?limit,offset,source}", "limit", "1", {})
    uri = "frieze://entity/{id}{?source}"
    assert catalogue.complete(uri, "source", "d", {}) == ["depot"]
    assert "ADR-0037" in catalogue.complete(uri, "id", "ADR-", {})
    assert list(catalogue.complete(uri, "id", "ADR-", {"source": "vans"})) == ["ADR-0031"]
