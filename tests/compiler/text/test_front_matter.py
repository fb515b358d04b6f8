"""Front matter: the text and position of a block, and its values by key."""

import re

from compiler.text.front_matter import FrontMatter, find_block
from tests.compiler.tables import table


@table(
    ("text", "block"),
    [
        ("---\na: b\n---\nText", ("a: b", 13, 4)),
        ("--- \na: b\n...\t\nText", ("a: b", 15, 4)),
        ("---\na: b\n---", ("a: b", 12, 3)),
        ("---\n---\nText\n---\n", ("", 8, 3)),
        ("---\n\na\n\n---\n", ("\na\n", 12, 6)),
        ("---\na ---\n----\n---\n", ("a ---\n----", 19, 5)),
        ("---\na: b\n", None),
        ("----\na: b\n---\n", None),
        ("\n---\na: b\n---\n", None),
        ("Text\n---\n", None),
    ],
)
def test_front_matter_block_is_found_at_start_only(text: str, block: tuple[str, int, int] | None) -> None:
    assert find_block(text) == block


def test_front_matter_block_may_have_other_fences() -> None:
    assert find_block("+++\na\n+++\nText", re.compile(r"\+\+\+\n(.*)\n\+\+\+\n", re.DOTALL)) == ("a", 10, 4)


def test_front_matter_text_takes_first_key_with_text() -> None:
    front = FrontMatter({"a": " ", "b": ["x"], "c": " text "})
    assert (front.text("a", "b", "c"), front.text("b"), front.text("d")) == ("text", "", "")


def test_front_matter_texts_are_list_items_or_comma_parts() -> None:
    front = FrontMatter({"list": ["a ", " ", {"b": "c"}], "text": "a, ,b", "map": {"a": "b"}, "none": ""})
    assert front.texts("list") == ("a",)
    assert front.texts("none", "text") == ("a", "b")
    assert front.texts("map") == ()
