"""The block structure of markdown: which lines are headings, lists, quotes and code. Paragraphs stay unread text."""

from functools import cache
from typing import TYPE_CHECKING

SUFFIXES = (".md", ".markdown", ".mdx", ".qmd")  # of files in markdown; they count in any case

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token


def parse_blocks(text: str, max_nesting: int) -> "list[Token]":
    """Return the block tokens of a CommonMark text. Lists and quotes within each other count twice a level towards
    `max_nesting`; what is nested deeper is not parsed."""
    return _parser(max_nesting).parse(text)


@cache
def _parser(max_nesting: int) -> "MarkdownIt":
    from markdown_it import MarkdownIt  # 30 ms, and many sources have no markdown

    return MarkdownIt("commonmark", {"maxNesting": max_nesting}).disable(["inline", "text_join"])
