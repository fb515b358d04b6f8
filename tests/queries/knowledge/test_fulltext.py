"""`search_fulltext`: the meaning of queries. No query fails."""

from hypothesis import given
from hypothesis import strategies as st

from queries import is_error
from queries.knowledge.query_syntax import Filter, Term, exclusion_expression, match_expression, parse_query
from tests.queries.asking import all_rows, ask
from tests.queries.cases import each
from tests.queries.knowledge.boatyard import yard


def found(query: str, **arguments: object) -> list[str]:
    return [one["id"] for one in ask(yard(), "search_fulltext", query=query, **arguments)["results"]]


@each(
    "query, expected",
    [
        ("keel", {"y-1", "hull"}),
        ("KEEL", {"y-1", "hull"}),
        ("keel plans", {"hull"}),
        ("keel masts", {"y-1", "hull"}),  # no entity has both, so those with one
        ('"the keel"', {"y-1"}),
        ("steel OR oak", {"ADR-0001", "ADR-0002"}),
        ("build -oak", {"ADR-0002"}),
        ("build NOT oak", {"ADR-0002"}),
        ("swe*", {"y-8", "y-80"}),
        ("title:keel", {"y-1"}),
        ("Title: keel", {"y-1"}),
        ("the keel of the", {"y-1", "hull"}),  # common words do not count
        ("sweeping", {"y-8", "y-80"}),
        ("ana", {"y-1"}),
        ("superseded", {"ADR-0001"}),
        ("example.org", {"l-1"}),
        ("帆布", {"y-8"}),
        ("type:decision", {"ADR-0001", "ADR-0002", "ADR-0003"}),
        ("type:chore", {"y-2"}),
        ("status:open", {"y-2"}),
        ("status:superseded oak", {"ADR-0001"}),
        ("tag:hull type:task", {"y-1"}),
        ("tag:#hull tag:none", set()),
        ("priority:high", {"y-7"}),
        ("assignee:@ana", {"y-1"}),
        ("created:<2026-01-03", {"ADR-0001", "ADR-0002"}),
        ("created:<=2026-01-03 type:decision", {"ADR-0001", "ADR-0002", "ADR-0003"}),
        ("created:2026-01-02", {"ADR-0002"}),
        ("created:>2026", set()),
        ("updated:>2020", set()),
        ("nosuchword", set()),
    ],
)
def test_search_finds(query: str, expected: set[str]) -> None:
    assert set(found(query)) == expected


@each(
    "query, mode",
    [("keel plans", "all"), ("keel masts", "any"), ("帆布", "inside"), ("tag:hull", "filter"), ("?", "filter")],
)
def test_search_query_mode(query: str, mode: str) -> None:
    assert ask(yard(), "search_fulltext", query=query)["query_mode"] == mode


@each("query, first", [("y-8", "y-8"), ("adr-2", "ADR-0002"), ("2", "ADR-0002"), ("7f3e", "7f3e2d1")])
def test_search_named_entity_comes_first(query: str, first: str) -> None:
    assert found(query)[0] == first


def test_search_type_filters() -> None:
    assert found("hull", type="component") == ["hull"]
    assert found("hull", type="prompt") == []


def test_search_hit_highlights_words() -> None:
    hit = ask(yard(), "search_fulltext", query="plans")["results"][0]
    assert (hit["title_highlight"], hit["content_snippet"]) == ("About hulls", "See the <b>keel</b> plans.")
    assert ask(yard(), "search_fulltext", query="title:hulls")["results"][0]["title_highlight"].count("<mark>") == 1


def test_search_pages_together_are_complete() -> None:
    whole = [one["id"] for one in all_rows(yard(), "search_fulltext", "results", query="type:task")]
    assert [one["id"] for one in all_rows(yard(), "search_fulltext", "results", query="type:task", limit=3)] == whole


def test_search_without_hits_says_what_was_searched() -> None:
    said = ask(yard(), "search_fulltext", query="Lay the keal", type="decision")
    assert (said["total"], said["searched"]["decision"]) == (0, 3)
    assert "no word" in ask(yard(), "search_fulltext", query="(*)")["hint"]


HARD = ["(", ")", "*", "**", "AND", "OR", "NOT", '"', '""', '"unclosed', "it's", "C++", "real-time"]
HARD += ["what is auth?", "title:", "title:(", "-", "--", "-title:x", "a:b:c", "NEAR(a b, 2)", "{a b}: c", "^x", "x^2"]
HARD += ["\x00", "type:", 'tag:"', "created:>soon", "created:", "http://x.y/z?a=b", "e" * 999, "a " * 490]
HARD += ["'; DROP TABLE search; --", "🦀", "日本語"]


@each("query", HARD)
def test_search_accepts_any_query(query: str) -> None:
    assert isinstance(ask(yard(), "search_fulltext", query=query)["results"], list)


@given(st.text(max_size=60) | st.text(alphabet='ab"*()-+:^{}. ANDORT<>', max_size=30))
def test_search_accepts_random_queries(query: str) -> None:
    assert is_error(ask(yard(), "search_fulltext", query=query)) is not bool(query.strip())


@each("query", ["", " ", "\n\t", "\u3000"])
def test_search_rejects_blank_query(query: str) -> None:
    found = ask(yard(), "search_fulltext", query=query)
    assert (found["code"], found["field"]) == ("invalid_argument", "query")


@each(
    "query, same",
    [
        ("{title body}: x", "{title body} : x"),
        ("tags:x", "{context} : x"),
        ("url: x", "{body} : x"),
        ("context:x", "{body context} : x"),
        ("{title nothing}: x", "title+nothing:x"),
        ("NEAR(x y, 5)", "x AND y"),
        ("NEAR(x y)", "x AND y"),
    ],
)
def test_search_accepts_fts_syntax(query: str, same: str) -> None:
    plain = match_expression(parse_query(query)).translate(str.maketrans("", "", '"()'))
    assert plain == same


def test_search_hit_has_properties_of_its_type() -> None:
    (link,) = ask(yard(), "search_fulltext", query="timber", type="link")["results"]
    (prompt,) = ask(yard(), "search_fulltext", query="boat", type="prompt")["results"]
    assert (link["url"], prompt["variables"]) == ("https://example.org/timber", ["boat"])


def test_query_syntax_parses_terms_and_filters() -> None:
    wanted = parse_query('big "red boat" title:oak OR elm -tar pay* tag:"two words" created:>=2025-01 http://x')
    assert wanted.groups == (
        (Term("big"),),
        (Term("red boat", is_phrase=True),),
        (Term("oak", "title"), Term("elm")),
        (Term("pay*", is_prefix=True),),
        (Term("http://x"),),
    )
    assert wanted.excluded == (Term("tar"),)
    assert wanted.filters == (Filter("tag", "=", "two words"), Filter("created", ">=", "2025-01"))


@each(
    "query, every, any_of",
    [
        ("ab* b1", '("ab"*) AND ("b1")', '("ab"*) OR ("b1")'),
        ('x "y ""z"', '("x") AND ("y ") AND ("z")', '("x") OR ("y ") OR ("z")'),
        ("title:oak OR elm", '({title} : "oak" OR "elm")', '({title} : "oak" OR "elm")'),
    ],
)
def test_query_syntax_quotes_words(query: str, every: str, any_of: str) -> None:
    assert (match_expression(parse_query(query)), match_expression(parse_query(query), every=False)) == (every, any_of)


def test_query_syntax_joins_exclusions() -> None:
    assert exclusion_expression(parse_query("-a -title:b")) == '"a" OR {title} : "b"'


def test_query_syntax_drops_repeated_words_and_keeps_options() -> None:
    assert match_expression(parse_query("oak Oak OAK --force")) == match_expression(parse_query("oak --force"))
    assert parse_query("--force").excluded == ()
