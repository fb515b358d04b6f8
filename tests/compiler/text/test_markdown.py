"""The block structure of markdown."""

from compiler.text.markdown import parse_blocks


def test_markdown_blocks_have_line_ranges_and_no_inline_tokens() -> None:
    tokens = parse_blocks("# A *b*\n\n- x\n\n  ```py\n  1\n  ```\n", 20)
    shown = [(one.type, one.map) for one in tokens if one.type in ("heading_open", "list_item_open", "fence")]
    assert shown == [("heading_open", [0, 1]), ("list_item_open", [2, 7]), ("fence", [4, 7])]
    assert all(not one.children for one in tokens)


def test_markdown_blocks_nested_too_deeply_are_left_out() -> None:
    text = "> " * 10 + "```\ncode\n"
    assert "fence" not in {one.type for one in parse_blocks(text, 5)}
    assert "fence" in {one.type for one in parse_blocks(text, 50)}
