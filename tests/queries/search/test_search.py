"""`search`: names first, then words by rank; phrases, exclusions, fields; every query has an answer."""

from typing import Any

import orjson
from hypothesis import example, given
from hypothesis import strategies as st

from queries import answer, is_error
from queries.search.query_language import STOP_WORDS
from queries.search.words import parse
from tests.queries.asking import ask, error
from tests.queries.cases import each
from tests.queries.snapshots import person, place, snapshot, town

TOWN = town()


def ids(query: str, **arguments: Any) -> list[str]:
    return [one["id"] for one in ask(TOWN, "search", query=query, **arguments)["results"]]


@each(
    "query, expected",
    [
        ("harbour", ["harbour"]),
        ("@ada", ["@ada"]),
        ("ada", ["@ada"]),
        ("bert", ["@bert", "@bert"]),
        ("t:town/place/inn", ["inn"]),
        ("T:TOWN/PLACE/INN", ["inn"]),
        ("sland", ["island"]),
        ("the old i", ["inn"]),
        ("old", ["inn"]),
        ("sings", ["church", "inn"]),
        ("SINGING", ["church", "inn"]),
        ("tar nets", ["@bert", "harbour"]),
        ("place/chu", ["church"]),
        ("zebra", []),
        ("", []),
        ("   ", []),
        ("!?", []),
    ],
)
def test_search_finds_names_and_words(query: str, expected: list[str]) -> None:
    assert ids(query)[: len(expected) or 1] == expected


@each(
    "query, expected",
    [
        ('"is singing"', ["inn"]),
        ('"singing is"', []),
        ('"nobody sings" harbour', ["church"]),
        ("sings -closed", ["inn"]),
        ('sings -"is singing"', ["church"]),
        ("title:church", ["church"]),
        ("body:church", []),
        ("body:tar", ["harbour"]),
        ("id:ada", ["@ada"]),
        ('title:"old inn"', ["inn"]),
        ('"unfinished', []),
        ("the", ["harbour", "inn", "church", "island", "@ada", "@bert"]),
    ],
)
def test_search_with_phrases_exclusions_and_fields(query: str, expected: list[str]) -> None:
    assert sorted(ids(query)) == sorted(expected)


@each(
    "query, field, expected",
    [
        ("inn", "id", ["inn"]),
        ("inn", "title", ["inn"]),
        ("inn", "body", ["@ada"]),
        ("tar", "title", []),
        ("the", "title", ["harbour", "inn", "church", "island"]),
    ],
)
def test_search_in_one_field(query: str, field: str, expected: list[str]) -> None:
    assert sorted(ids(query, field=field)) == sorted(expected)


def test_search_with_exclusions_only_finds_everything_else() -> None:
    assert ids("-the") == ["town.md", "@bert"]
    assert "harbour" not in ids("-tar", kinds=["place"])


def test_search_needs_three_letters_to_match_inside_a_title() -> None:
    made = snapshot(place("x", "The Bakery"))
    assert [one["id"] for one in ask(made, "search", query="bak")["results"]] == ["x"]
    assert ask(made, "search", query="ba")["results"] == ask(made, "search", query="kery")["results"] == []


@each(
    "title",
    [
        "Schema: draft of the inn",
        "Read/write the inn",
        "Cost + benefit of the inn",
        "Add --quiet and --no-quiet to the inn",
        "Quay -> sluice - weir",
    ],
)
def test_search_for_a_whole_title_with_punctuation_ranks_it_first(title: str) -> None:
    said = "inn draft schema read cost quiet"
    others = [place(f"inn{number}", f"Another inn {number}", text=said) for number in range(5)]
    made = snapshot(place("inn", "The Inn"), *others, place("z", title))
    for query in (title, title.upper(), title[:-1]):
        assert ask(made, "search", query=query)["results"][0]["id"] == "z"
    assert ask(made, "search", query=title, kinds=["place"])["results"][0]["id"] == "z"


def test_parse_drops_repeated_terms() -> None:
    parsed = parse('tar TAR tar title:tar "a b" "A b" -x -x')
    assert [(term.text, term.field) for term in parsed.words] == [("tar", ""), ("tar", "title")]
    assert (len(parsed.phrases), len(parsed.excluded)) == (1, 1)


def test_search_ignores_punctuation_around_a_title() -> None:
    assert ids("? the old inn !")[0] == "inn"


def test_search_filters_by_kinds() -> None:
    assert ids("inn", kinds=["person"]) == ["@ada"]
    found = error(TOWN, "search", query="inn", kinds=["persn"])
    assert (found["code"], found["did_you_mean"]) == ("not_found", ["person"])


def test_parse_drops_stop_words_unless_there_are_no_others() -> None:
    assert {"the", "of", "is"} <= STOP_WORDS
    assert [term.text for term in parse("who is the king of towns").words] == ["king", "towns"]
    assert [term.text for term in parse("who is the").words] == ["who", "is", "the"]


def test_search_result_has_object_and_snippet() -> None:
    found = ask(TOWN, "search", query="tar")["results"][0]
    score = found.pop("score")
    assert 0 < score < 1
    assert found == {
        "ref": "t:town/place/harbour",
        "kind": "place",
        "id": "harbour",
        "title": "The Harbour",
        "source": "town.md:3",
        "snippet": "It smells of tar.",
    }


def test_search_sorts_by_descending_score() -> None:
    scores = [one["score"] for one in ask(TOWN, "search", query="inn sings nets")["results"]]
    assert scores == sorted(scores, reverse=True)


def test_search_snippet_is_short_and_has_the_hit() -> None:
    made = snapshot(place("x", text="filler " * 300 + "needle " + "filler " * 300))
    found = ask(made, "search", query="needle")["results"][0]["snippet"]
    assert "needle" in found
    assert len(found) <= 300


def test_search_without_hits_shows_what_was_searched_and_suggests() -> None:
    found = ask(TOWN, "search", query="harbor", kinds=["place"])
    assert found["results"] == []
    assert found["did_you_mean"] == ["harbour"]
    assert found["searched"] == {"objects": {"place": 4}, "files": 1, "files_with_errors": ["town.md"]}
    assert found["hint"]


@each(
    "query, expected",
    [
        ("^@b", ["@bert", "@bert"]),
        ("sing(s|ing)", ["inn", "church"]),
        ("SMELLS", ["harbour"]),
        ("^The .{3,4} Inn$", ["inn"]),
        ("(a+)+$", ["@ada"]),
    ],
)
def test_search_by_regular_expression(query: str, expected: list[str]) -> None:
    assert ids(query, regex=True, kinds=["place", "person"]) == expected


def test_search_by_regular_expression_in_one_field() -> None:
    assert ids("inn", regex=True, field="body") == ["@ada"]
    assert ids("inn", regex=True, field="title") == ["inn"]


@each("pattern", ["(", "[z-a]", "(?=a)", r"(a)\1", "a{9999}", "((a{100}){100}){100}"])
def test_search_with_an_invalid_pattern_is_an_error_with_a_reason(pattern: str) -> None:
    found = error(TOWN, "search", query=pattern, regex=True)
    assert found["code"] == "invalid_argument"
    assert found["reason"]


def test_search_pattern_takes_linear_time() -> None:
    made = snapshot(*(place(f"p{number}", text="a" * 5_000) for number in range(20)))
    assert ask(made, "search", query="(a+)+$x", regex=True)["total"] == 0


SYNTAX = st.sampled_from(
    [
        '"',
        "'",
        "-",
        "+",
        "*",
        "^",
        ":",
        "(",
        ")",
        "{",
        "}",
        "AND",
        "OR",
        "NOT",
        "NEAR(",
        "title:",
        "id:",
        "-body:",
        "\0",
    ]
)
QUERIES = st.lists(SYNTAX | st.sampled_from(["inn", "the", "@ada", " "]) | st.text(max_size=6), max_size=12).map(
    "".join
)


@given(query=QUERIES, field=st.sampled_from(["all", "id", "title", "body"]), regex=st.booleans())
@example(query="a " * 500, field="all", regex=False)
@example(query='"' * 999, field="all", regex=False)
@example(query='-"-" OR "', field="all", regex=False)
@example(query="id:\u0300 \u0345", field="title", regex=False)
@example(query="²①ꟸ𑁦 \ud7ff\u2029", field="all", regex=False)
def test_search_answers_every_query(query: str, field: str, regex: bool) -> None:
    """Invariant: every query of words has an answer; a pattern has one, or an error that says why it is invalid."""
    found = answer(TOWN, "search", {"query": query, "field": field, "regex": regex})
    orjson.dumps(found)
    assert not is_error(found) or regex or "surrogate" in found["error"]
    if not is_error(found):
        assert found["total"] >= len(found["results"])


def test_search_finds_a_word_inside_an_id() -> None:
    made = snapshot(person("old-captain"), place("quay-2"))
    found = ask(made, "search", query="where is quay-2 and its captain")["results"]
    assert [one["id"] for one in found] == ["quay-2", "@old-captain"]
