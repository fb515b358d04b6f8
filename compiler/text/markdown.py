"""The block structure of markdown: which lines are headings, lists, quotes and code. Paragraphs stay unread text."""

from functools import cache
from typing import TYPE_CHECKING, Any

SUFFIXES = (".md", ".markdown", ".mdx", ".qmd")  # of files in markdown; they count in any case

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token


def parse_blocks(text: str, max_nesting: int) -> "list[Token]":
    """Return the block tokens of a CommonMark text. Lists and quotes within each other count twice a level towards
    `max_nesting`; what is nested deeper is not parsed."""
    return _parser(max_nesting).parse(text)


def parse_blocks_with_references(text: str, max_nesting: int) -> "tuple[list[Token], dict[str, Any]]":
    """Return the block tokens of a text as `parse_blocks` does, and its link definitions (`[label]: address`) by label,
    as markdown-it resolves references with them."""
    env: dict[str, Any] = {}
    return _parser(max_nesting).parse(text, env), env.get("references", {})


@cache
def _parser(max_nesting: int) -> "MarkdownIt":
    from markdown_it import MarkdownIt  # 30 ms, and many sources have no markdown

    return MarkdownIt("commonmark", {"maxNesting": max_nesting}).disable(["inline", "text_join"])
