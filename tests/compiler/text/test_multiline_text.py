"""Strings and comments of several lines are found in linear time, at the places where trying each quote finds them."""

import re

from hypothesis import given
from hypothesis import strategies as st

from compiler.text.comment_styles import comment_style
from compiler.text.multiline_text import multiline_text

STYLE = comment_style("a.ts")
# As the grammar of the language is, without regard to time.
EACH_QUOTE_TRIED = re.compile(
    r"//[^\n]*|(?P<long>/\*(?:[^\\]|\\.)*?(?:\*/|\Z)|(?<![/\\])`(?:[^\\]|\\.)*?(?:`|\Z))"
    r"|\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'|.",
    re.DOTALL,
)


@given(st.text("\"'`\\/*\n a", max_size=40))
def test_every_string_and_comment_is_found(text: str) -> None:
    assert STYLE
    expected = [found.span() for found in EACH_QUOTE_TRIED.finditer(text) if found["long"] is not None]
    assert list(multiline_text(text, STYLE)) == expected


def test_quote_that_is_not_closed_hides_nothing_behind_its_line() -> None:
    assert STYLE
    text = "x = 'a \\' /* one */\ny = 'b' /* two */ \"'\"\n"
    assert [text[start:end] for start, end in multiline_text(text, STYLE)] == ["/* one */", "/* two */"]
