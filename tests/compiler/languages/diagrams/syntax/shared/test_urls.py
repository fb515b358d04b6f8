"""The URLs that diagrams link to."""

from compiler.languages.diagrams.syntax.shared.text import hide_entities
from compiler.languages.diagrams.syntax.shared.urls import read_url, sanitize_url
from tests.compiler.tables import table


@table(
    ("written", "expected"),
    [
        ("https://www.Example.com", "https://www.example.com/"),
        ("HTTP:Example.com/a b?c d#e f", "http://example.com/a%20b?c%20d#e%20f"),
        ("https://a.b/x/../y/./z/..", "https://a.b/y/"),
        ("https://me@a.b", "https://me@a.b/"),
        ("https://\u00fc.de/\u00e9", "https://xn--tda.de/%C3%A9"),
        ("https://a.b/?x=1#quot;&amp;y", "https://a.b/?x=1%22&y"),
        # A URL with a further colon is not normalized.
        ("https://A.b:8080", "https://A.b:8080"),
        ("mailto:a@b.c", "mailto:a@b.c"),
        ("#part", "#part"),
        ("../a b.html", "../a b.html"),
        (r"a\b:c", "a/b:c"),
        ("/a%20b", "/a b"),
        ("/50%", "/50%"),
        ("/%ff", "/%ff"),
        (" /a ", "/a"),
        ("/a<br>b", "/a\nb"),
    ],
)
def test_urls_are_normalized_as_by_a_browser(written: str, expected: str) -> None:
    assert read_url(hide_entities(written)) == expected


@table(
    "written",
    [
        "javascript:alert(1)",
        " JavaScript :x",
        "java\tscript:x",
        "%6Aavascript:x",
        "&#106;avascript:x",
        "data:text/html,x",
        "https://a b",
        "https://",
        "%09",
    ],
)
def test_unsafe_or_invalid_urls_are_blank(written: str) -> None:
    assert read_url(written) == "about:blank"


@table(
    ("written", "expected"),
    [
        ("x:&#55357;&#56832;", "x:\U0001f600"),
        ("x:&#55357;", "x:\ufffd"),
        ("https://a/%26%2355357;", "https://a/%EF%BF%BD"),
        ("https://&#56832;", "about:blank"),
    ],
)
def test_encoded_surrogates_are_joined_or_replaced(written: str, expected: str) -> None:
    found = sanitize_url(written)
    found.encode()  # raises for a lone surrogate
    assert found == expected


def test_nested_encodings_are_decoded_up_to_a_limit() -> None:
    assert sanitize_url("x:%" + "25" * 50 + "41") == "x:A"
    assert sanitize_url("x:%" + "25" * 50_000 + "41") == "about:blank"
