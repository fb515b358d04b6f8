"""The block structure of markdown."""

from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from compiler.text.markdown import parse_blocks, parse_blocks_with_references

PIECES = (
    *("\n", "\n\n", "- ", "* ", "+ ", "1. ", "12) ", "> ", ">", "#", "# ", " ", "    ", "\t", "```\n", "~~~", "---"),
    *("===", "***", "___", "[a]: b", "[^1]: x", "[x]", "<div>", "</div>", "<!--", "-->", "<script>", "text", "ü"),
    *(":::", "|", "٣"),
)


def test_markdown_blocks_have_line_ranges_and_no_inline_tokens() -> None:
    tokens = parse_blocks("# A *b*\n\n- x\n\n  ```py\n  1\n  ```\n", 20)
    shown = [(one.type, one.map) for one in tokens if one.type in ("heading_open", "list_item_open", "fence")]
    assert shown == [("heading_open", [0, 1]), ("list_item_open", [2, 7]), ("fence", [4, 7])]
    assert all(not one.children for one in tokens)


def test_markdown_blocks_nested_too_deeply_are_left_out() -> None:
    text = "> " * 10 + "```\ncode\n"
    assert "fence" not in {one.type for one in parse_blocks(text, 5)}
    assert "fence" in {one.type for one in parse_blocks(text, 50)}


@given(st.lists(st.sampled_from(PIECES), max_size=30).map("".join))
def test_markdown_blocks_are_those_of_markdown_it(text: str) -> None:
    plain = MarkdownIt("commonmark", {"maxNesting": 20}).disable(["inline", "text_join"])
    text = text.replace("[^", "[")  # footnotes are read otherwise
    env: dict[str, object] = {}
    expected = [token.as_dict() for token in plain.parse(text, env)]
    tokens, references = parse_blocks_with_references(text, 20)
    assert [token.as_dict() for token in tokens] == expected
    assert references == env.get("references", {})
    assert [token.as_dict() for token in parse_blocks(text, 20)] == expected
