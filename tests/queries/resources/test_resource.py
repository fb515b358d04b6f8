"""The contract of resources: URIs, queries, pages, errors. The tests declare resources on a town made by hand."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from compiler.store.snapshot import Snapshot
from queries import QueryError
from queries.resources import catalogue as catalogue_module
from queries.resources.catalogue import Catalogue
from queries.resources.resource import (
    OFFSET,
    Listed,
    Resource,
    ResourceNotFound,
    Text,
    ids_of,
    offset_page,
    resource,
    starting,
)
from queries.resources.uri import UriTemplate, decoded, encoded, split_uri, with_query
from queries.tools.paging import limit_of
from queries.tools.parameters import Parameter
from tests.queries.cases import each
from tests.queries.snapshots import snapshot, street, town

NAMES = ("ada", "bert", "berta", "cid")
TOWN = town()


def complete_names(_: Snapshot, variable: str, prefix: str, given: Mapping[str, str]) -> Sequence[str]:
    assert variable == "name"
    return starting([f"{given.get('town', '')}{one}" for one in NAMES], prefix)


@resource(
    "frieze://people",
    name="people",
    title="People",
    tools=(),
    query=(limit_of(2, 3), OFFSET, Parameter("mood", "string", "", choices=("calm", "cross"))),
    aliases=("town://people",),
)
def people(_: Snapshot, *, limit: int, offset: int, mood: str | None) -> dict[str, Any]:
    """Everybody."""
    rows = [{"name": one, "mood": mood} for one in NAMES]
    return offset_page({"people": rows}, "people", limit=limit, offset=offset)


@resource(
    "frieze://people/{name}",
    name="person",
    title="A person",
    tools=(),
    aliases=("town://person/{name}",),
    listed=lambda _: [Listed({"name": "ada"}, "Ada\u202e")],
    complete=complete_names,
)
def person(_: Snapshot, *, name: str) -> dict[str, Any]:
    """One person."""
    if name not in NAMES:
        raise QueryError("not_found", "Nobody", did_you_mean=["ada/lovelace"], error_type="PersonNotFound")
    return {"schema_version": "9", "name": name}


@resource("frieze://people/born/{year}", name="born", title="Born", tools=())
def born(_: Snapshot, *, year: str) -> dict[str, Any]:
    """By year."""
    return {"year": year}


@resource(
    "frieze://roads/{from}/{to}",
    name="road",
    title="A road",
    tools=(),
    mime_type="text/plain",
    query=(Parameter("in", "string", ""), Parameter("wet", "boolean", "", default=False)),
)
def road(_: Snapshot, *, from_: str, to: str, in_: str | None, wet: bool) -> str:
    """A road."""
    return f"{from_} -> {to} in {in_}{' wet' if wet else ''}\x07"


@resource("frieze://book", name="book", title="A book", tools=(), mime_type="")
def book(_: Snapshot) -> Text:
    """Long."""
    return Text("x" * 50_000, "text/markdown", {"page": 2})


@pytest.fixture
def catalogue(monkeypatch: pytest.MonkeyPatch) -> Catalogue:
    declared = [people, person, born, road, book]
    monkeypatch.setattr(catalogue_module, "resources_of", lambda pack: declared if pack == "core" else [])
    return Catalogue(town())


def body(catalogue: Catalogue, uri: str) -> Any:
    return catalogue.read(uri).body


@each("value", ["w:a/entity/@b", "100%", "a b?c#d&e=f", "水車", "%41", "", "a\nb", "..", "\udc80x"])
def test_uri_template_matches_what_it_filled(value: str) -> None:
    template = UriTemplate("frieze://object/{ref}")
    found = template.match(split_uri(template.fill({"ref": value}))[0])
    assert found == ({"ref": value.replace("\udc80", "?")} if value else None)


def test_uri_encoding_leaves_only_unreserved_characters() -> None:
    assert encoded("w:a/@b ü~") == "w%3Aa%2F%40b%20%C3%BC~"


def test_uri_template_last_variable_matches_slashes() -> None:
    template = UriTemplate("frieze://roads/{from}/{to}")
    assert template.match("frieze://roads/a/b/c") == {"from": "a", "to": "b/c"}
    assert template.match("frieze://roads/a%2Fb/c") == {"from": "a/b", "to": "c"}
    assert template.match("frieze://roads/a") is None


@each("text, value", [("%ff", "\ufffd"), ("%", "%"), ("%zz", "%zz"), ("%e6%b0%b4", "水")])
def test_uri_decoding_keeps_malformed_escapes(text: str, value: str) -> None:
    assert decoded(text) == value


def test_uri_query_round_trips() -> None:
    path, query = split_uri("FRIEZE://Tasks?a=1&b=x%26y&a=2&&c")
    assert (path, query) == ("frieze://Tasks", {"a": "2", "b": "x&y", "c": ""})
    assert with_query("frieze://tasks", [("b", "x&y")]) == "frieze://tasks?b=x%26y"


def test_resource_list_follows_the_declarations(catalogue: Catalogue) -> None:
    assert [one.uri for one in catalogue.listed()] == ["frieze://people", "frieze://people/ada", "frieze://book"]
    assert catalogue.listed()[0].description == "Everybody."
    assert catalogue.listed()[1].title == "Ada\\u202e"
    assert [one.uri_template for one in catalogue.templates()] == [
        "frieze://people{?limit,offset,mood}",
        "frieze://people/{name}",
        "frieze://people/born/{year}",
        "frieze://roads/{from}/{to}{?in,wet}",
    ]


def test_resource_alias_is_read_but_not_listed(catalogue: Catalogue) -> None:
    assert body(catalogue, "town://person/ada") == body(catalogue, "frieze://people/ada")
    assert body(catalogue, "TOWN://people?limit=1")["next_uri"] == "town://people?limit=1&offset=1"
    assert not [one for one in catalogue.listed() if one.uri.startswith("town:")]


def test_resource_with_the_more_literal_template_is_read(catalogue: Catalogue) -> None:
    assert body(catalogue, "frieze://people/born/1815") == {"schema_version": "1", "year": "1815"}


def test_resource_schema_version_comes_first(catalogue: Catalogue) -> None:
    assert body(catalogue, "frieze://people/ada") == {"schema_version": "9", "name": "ada"}


def test_resource_pages_by_offset_link_to_the_next(catalogue: Catalogue) -> None:
    first = body(catalogue, "frieze://people")
    assert list(first) == ["schema_version", "people", "total", "limit", "offset", "next_offset", "next_uri"]
    assert (first["total"], first["limit"], first["offset"]) == (4, 2, 0)
    assert first["next_uri"] == "frieze://people?offset=2"
    second = body(catalogue, first["next_uri"])
    assert [one["name"] for one in first["people"] + second["people"]] == list(NAMES)
    assert "next_uri" not in second


def test_resource_next_uri_keeps_the_query(catalogue: Catalogue) -> None:
    assert body(catalogue, "frieze://people?mood=calm")["next_uri"] == "frieze://people?mood=calm&offset=2"


def test_resource_offset_after_the_end_is_an_empty_page(catalogue: Catalogue) -> None:
    found = body(catalogue, "frieze://people?offset=99")
    assert (found["people"], found["total"], found["offset"]) == ([], 4, 99)


@each("given, taken", [("1000", 3), ("0", 1), ("-5", 1), ("2", 2), ("+3", 3)])
def test_resource_query_number_is_limited_to_its_bounds(catalogue: Catalogue, given: str, taken: int) -> None:
    assert body(catalogue, f"frieze://people?limit={given}")["limit"] == taken


@each(
    "query, told",
    [
        ("limit=x", "'limit' must be an integer"),
        ("limit=", "'limit' must be an integer"),
        ("limit=" + "9" * 3_000, "'limit' must be an integer"),
        ("mood=happy", "'mood' must be one of calm, cross"),
        ("lmit=3", "'lmit' is not a query parameter"),
    ],
)
def test_resource_query_error_says_what_is_valid(catalogue: Catalogue, query: str, told: str) -> None:
    with pytest.raises(QueryError, match=told) as raised:
        catalogue.read(f"frieze://people?{query}")
    assert raised.value.code == "invalid_argument"
    assert "frieze://people{?limit,offset,mood}" in raised.value.fields["hint"]
    assert len(orjson.dumps(raised.value.answer())) < 2_000


def test_resource_query_problems_are_reported_together(catalogue: Catalogue) -> None:
    with pytest.raises(QueryError) as raised:
        catalogue.read("frieze://people?limit=x&mood=y&z=1")
    assert len(raised.value.fields["problems"]) == 3


def test_resource_variable_may_be_a_python_keyword(catalogue: Catalogue) -> None:
    assert body(catalogue, "frieze://roads/a/b?in=town&wet=true") == "a -> b in town wet\\u0007"
    assert body(catalogue, "frieze://roads/a/b") == "a -> b in None\\u0007"


def test_resource_text_is_bounded_and_names_the_next_page(catalogue: Catalogue) -> None:
    found = catalogue.read("frieze://book")
    assert found.mime_type == "text/markdown"
    assert isinstance(found.body, str)
    assert len(found.body) <= 40_000
    assert "characters left out]" in found.body
    assert found.body.endswith("\n… [goes on: frieze://book?page=2]")


def test_resource_error_keeps_its_fields(catalogue: Catalogue) -> None:
    with pytest.raises(ResourceNotFound) as raised:
        catalogue.read("frieze://people/eve")
    assert raised.value.fields["error_type"] == "PersonNotFound"


@each(
    "uri, near",
    [
        ("frieze://peple", ["frieze://people"]),
        ("frieze://people/lovelace", ["frieze://people/ada%2Flovelace"]),
        ("frieze://people/", []),
        ("", []),
        ("http://example.org", []),
        ("frieze://people/" + "a" * 5_000, []),
    ],
)
def test_resource_not_found_suggests_uris(catalogue: Catalogue, uri: str, near: list[str]) -> None:
    with pytest.raises(ResourceNotFound) as raised:
        catalogue.read(uri)
    assert raised.value.fields.get("did_you_mean", [])[: len(near)] == near
    assert len(raised.value.fields["uri"]) <= 200


def test_completion_returns_values_with_the_prefix(catalogue: Catalogue) -> None:
    assert catalogue.complete("frieze://people/{name}", "name", "ber", {}) == ["bert", "berta"]
    assert catalogue.complete("town://person/{name}", "name", "", {}) == list(NAMES)
    assert catalogue.complete("frieze://people/{name}", "name", "oz-", {"town": "oz-"})[0] == "oz-ada"
    assert catalogue.complete("frieze://people{?limit,offset,mood}", "mood", "c", {}) == ["calm", "cross"]
    assert list(catalogue.complete("frieze://people", "limit", "", {})) == []
    assert list(catalogue.complete("frieze://people/born/{year}", "year", "", {})) == []


def test_completion_of_an_unknown_template_or_variable_is_an_error(catalogue: Catalogue) -> None:
    with pytest.raises(ResourceNotFound) as raised:
        catalogue.complete("frieze://peple/{name}", "name", "", {})
    assert raised.value.fields["did_you_mean"] == ["frieze://people/{name}"]
    with pytest.raises(QueryError, match="it has: name"):
        catalogue.complete("frieze://people/{name}", "nam", "", {})


@each(
    "prefix, found",
    [("", ["", "a", "ab", "b", "水"]), ("a", ["a", "ab"]), ("b", ["b"]), ("c", []), ("水", ["水"]), ("abc", [])],
)
def test_starting_returns_values_with_the_prefix(prefix: str, found: list[str]) -> None:
    assert list(starting(["", "a", "ab", "b", "水"], prefix)) == found


def test_resource_page_by_offset_ends_early_at_the_size_bound() -> None:
    rows = [{"text": "x" * 15_000, "at": at} for at in range(5)]
    seen: list[int] = []
    offset: int | None = 0
    while offset is not None:
        shown = offset_page({"rows": rows}, "rows", limit=50, offset=offset)
        assert len(orjson.dumps(shown)) <= 40_000
        seen += [row["at"] for row in shown["rows"]]
        offset = shown.get("next_offset")
        assert ("truncated" in shown) == (offset is not None)
        assert "next_cursor" not in str(shown)
    assert seen == [0, 1, 2, 3, 4]


def test_resource_read_has_a_work_budget() -> None:
    def refuse() -> None:
        raise InterruptedError

    with pytest.raises(InterruptedError):
        Catalogue(street(5)).read("frieze://snapshot", check=refuse)


def pages_of(catalogue: Catalogue, uri: str) -> list[str]:
    texts: list[str] = []
    while uri:
        text = body(catalogue, uri)
        assert len(text) <= 40_000
        shown, _, note = text.partition("\n… [goes on: ")
        texts.append(shown)
        uri = note.rstrip("]")
    return texts


def test_source_resource_pages_by_whole_lines() -> None:
    text = "".join(f"Line {number} of a long file.\n" for number in range(5_000))
    pages = pages_of(Catalogue(snapshot(texts={"a b/c.md": text})), "frieze://source/a%20b/c.md")
    assert len(pages) > 2
    assert "\n".join(pages) == text
    assert all(page.startswith("Line") for page in pages)


def test_source_resource_splits_a_line_longer_than_a_page() -> None:
    text = "head\n" + "水\x00" * 50_000 + "\ntail"
    pages = pages_of(Catalogue(snapshot(texts={"c.txt": text})), "frieze://source/c.txt")
    joined = "".join(pages)
    assert joined.count("水") == joined.count("\\u0000") == 50_000
    assert joined.startswith("head")
    assert joined.endswith("tail")


@each("query", ["line=9", "character=99", "line=9999999999999"])
def test_source_resource_after_the_end_of_the_file_is_an_error(query: str) -> None:
    with pytest.raises(QueryError, match="it has 3 lines"):
        Catalogue(snapshot(texts={"c.txt": "a\nb\nc"})).read(f"frieze://source/c.txt?{query}")


@each("path", ["../town.md", "..%2F..%2Fetc%2Fpasswd", "/etc/passwd", "./town.md", "town.md/", "town.md%00", "TOWN.MD"])
def test_source_resource_never_opens_a_file(path: str) -> None:
    with pytest.raises(ResourceNotFound):
        Catalogue(town()).read(f"frieze://source/{path}")


@given(st.text(), st.text())
def test_resource_read_of_any_uri_answers_or_raises_a_query_error(before: str, after: str) -> None:
    for uri in (before, f"frieze://{before}", f"frieze://source/{before}?{after}", f"frieze://object/{before}/{after}"):
        with suppress(QueryError):
            found = Catalogue(TOWN).read(uri)
            assert len(found.body if isinstance(found.body, str) else orjson.dumps(found.body)) <= 40_000


def test_resource_with_a_lone_surrogate_is_not_found() -> None:
    catalogue = Catalogue(TOWN)
    for uri in ("frieze://source/\ud800", "frieze://object/\ud800", "\ud800"):
        with pytest.raises(ResourceNotFound):
            catalogue.read(uri)
    assert list(catalogue.complete("frieze://object/{ref}", "ref", "\ud800", {})) == []


def test_completion_of_a_shared_id_gives_refs() -> None:
    complete = Catalogue(TOWN).complete
    assert list(complete("frieze://object/{ref}", "ref", "@", {})) == ["@ada"]
    assert list(complete("frieze://object/{ref}", "ref", "t:v", {})) == ["t:village/person/@bert"]
    assert list(ids_of("person")(TOWN, "", "", {})) == ["@ada", "t:town/person/@bert", "t:village/person/@bert"]


def test_source_resource_escapes_hidden_characters() -> None:
    hidden = Catalogue(snapshot(texts={"c.txt": "a\u202eb", "\u202ed.txt": "d"}))
    assert body(hidden, "frieze://source/c.txt") == "a\\u202eb"
    assert body(hidden, "frieze://source/%5Cu202ed.txt") == body(hidden, "frieze://source/\u202ed.txt") == "d"


def test_resource_repr_has_its_uri() -> None:
    assert repr(person) == "Resource(frieze://people/{name})"
    assert isinstance(person, Resource)
