"""What stands in an HTML comment of markdown is blanked; lines and columns stay."""

from time import process_time

from hypothesis import given
from hypothesis import strategies as st

from compiler.text.html_comments import replace_comments, without_html_comments
from tests.compiler.tables import table


def check(text: str, expected: str) -> None:
    """Check which words are left. Blank lines and blanks do not count."""
    assert without_html_comments(text).split() == expected.split()


@table(
    ("text", "expected"),
    [
        ("a\n<!-- b -->\nc", "a c"),
        ("a <!-- b --> c", "a c"),
        ("<!-- a --> b <!-- c -->", "b"),
        ("<!--\n- b\n\n- c\n-->\nd", "d"),  # at the beginning of a line, across blank lines
        ("- <!-- b\n- c\n-->\nd", "- d"),
        ("a <!-- b\nc --> d", "a d"),  # within a paragraph
    ],
)
def test_comment_is_blanked(text: str, expected: str) -> None:
    check(text, expected)


@table(
    "text",
    [
        "a <!-- b",  # it never ends
        "<!--\n- b\n",
        "`<!-- a -->` b",
        "```\n<!-- a -->\n```",
        "- ~~~\n  <!-- a -->\n  ~~~",
        "a <!-- b\n\nc -->",  # it does not end in its paragraph
        "- a <!-- b\n- c\n-->",
    ],
)
def test_what_is_no_comment_stays(text: str) -> None:
    assert without_html_comments(text) == text


def test_fence_in_comment_opens_no_code() -> None:
    check("<!--\n```\n-->\na <!-- b -->", "a")


@given(st.text(alphabet="<!->`~ \nabé"))
def test_lines_and_columns_stay(text: str) -> None:
    before, after = text.split("\n"), without_html_comments(text).split("\n")
    assert [len(line.encode()) for line in before] == [len(line.encode()) for line in after]


def test_comments_are_replaced_in_time_in_proportion_to_the_text() -> None:
    assert replace_comments("a <!-- b\nc --> d <!-- e") == "a  d <!-- e"
    assert replace_comments("a <!--> b -->", "|") == "a |"
    assert replace_comments("--> a <!-- b") == "--> a <!-- b"
    started = process_time()
    for text in ("<!--" * 500_000, "<!--" * 250_000 + "-->" + "<!--" * 250_000, "-->" * 500_000, "<!---->" * 100_000):
        replace_comments(text)
    assert process_time() - started < 5  # squared steps would take hours
