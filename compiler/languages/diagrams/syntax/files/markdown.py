"""Fenced `mermaid` blocks of markdown: ``` or ~~~, as long as one likes, in lists and quotes."""

import re
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from compiler.languages.diagrams.claims import BLOCK
from compiler.languages.diagrams.records import Place
from compiler.model.spans import Span

if TYPE_CHECKING:
    from markdown_it import MarkdownIt

DEEPEST = 100  # lists and quotes around a block, each counting twice


class Block(NamedTuple):
    """The text of a block without its indentation, and where it stands."""

    text: str
    place: Place
    span: Span


@cache
def _reader() -> "MarkdownIt":
    from markdown_it import MarkdownIt

    # What stands within paragraphs is of no interest.
    return MarkdownIt("commonmark", {"maxNesting": DEEPEST}).disable(["inline", "text_join"])


def mermaid_blocks(path: str, text: str) -> Iterator[Block]:
    """The mermaid blocks of a markdown text, in order."""
    if BLOCK not in text.lower():
        return
    text = re.sub(r"\r\n?", "\n", text)
    lines = text.split("\n")
    for token in _reader().parse(text):
        words = token.info.split(maxsplit=1) if token.type == "fence" else []
        if words and words[0].lower() == BLOCK and token.map:
            yield _block(path, lines, token.map[0] + 1, token.content.removesuffix("\n"), bool(token.content))


def _block(path: str, lines: list[str], first: int, text: str, filled: bool) -> Block:
    """The block whose text begins at a line, counted from 0: it stands there behind what its containers take."""
    content = text.split("\n") if filled else []
    held = lines[first : first + len(content)]
    starts = [_start(line, part) for line, part in zip(held, content, strict=False)]
    columns = tuple(len(line[:start].encode()) for line, start in zip(held, starts, strict=True))
    text = "".join(f"{line[start:]}\n" for line, start in zip(held, starts, strict=True))
    last = first + max(len(held), 1)
    end = len(held[-1].encode()) + 1 if held else 1
    line = min(first + 1, len(lines))
    return Block(text, Place(path, first + 1, columns), Span(path, line, columns[0] + 1 if held else 1, last, end))


def _start(line: str, part: str) -> int:
    """Where on a line its part of the block begins. A tab that is half indentation belongs to neither."""
    if line.endswith(part):
        return len(line) - len(part)
    return max(0, len(line) - len(part.lstrip(" ")))
