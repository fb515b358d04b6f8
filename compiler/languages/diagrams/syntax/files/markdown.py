"""Fenced `mermaid` blocks of markdown: with ``` or ~~~, in lists and quotes too."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from compiler.languages.diagrams.claims import BLOCK_LANGUAGE
from compiler.languages.diagrams.records import TextLocation
from compiler.model.spans import Span
from compiler.text.markdown import parse_blocks

_INFO_WORDS = (BLOCK_LANGUAGE, f"{{{BLOCK_LANGUAGE}}}")  # Quarto has braces around it
MAX_NESTING = 100  # lists and quotes around a block, each counting twice


class Block(NamedTuple):
    """The text of a block without its indentation, and its place in the file: of its text, and of its opening line.

    `is_closed`: a line of ``` or ~~~ ends it, not the end of the file or of what is around it.
    """

    text: str
    location: TextLocation
    span: Span
    opening: Span
    is_closed: bool


def mermaid_blocks(path: str, text: str) -> Iterator[Block]:
    """Yield the mermaid blocks of a markdown text, in order."""
    if BLOCK_LANGUAGE not in text.lower():
        return
    text = re.sub(r"\r\n?", "\n", text)
    lines = text.split("\n")
    for token in parse_blocks(text, MAX_NESTING):
        words = token.info.split(maxsplit=1) if token.type == "fence" else []
        if words and words[0].lower() in _INFO_WORDS and token.map:
            yield _block(path, lines, token.map[0], token.map[1], token.content)


def _block(path: str, lines: list[str], opening: int, behind: int, text: str) -> Block:
    """The block that opens at line `opening`, counted from 0, and ends before line `behind`. Its content begins after
    the marks of its lists and quotes."""
    content = text.removesuffix("\n").split("\n") if text else []
    first = opening + 1
    block_lines = lines[first : first + len(content)]
    starts = [_start(line, part) for line, part in zip(block_lines, content, strict=False)]
    columns = tuple(len(line[:start].encode()) for line, start in zip(block_lines, starts, strict=True))
    text = "".join(f"{line[start:]}\n" for line, start in zip(block_lines, starts, strict=True))
    last = first + max(len(block_lines), 1)
    end = len(block_lines[-1].encode()) + 1 if block_lines else 1
    line = min(first + 1, len(lines))
    return Block(
        text,
        TextLocation(path, first + 1, columns),
        Span(path, line, columns[0] + 1 if block_lines else 1, last, end),
        _marked(path, opening + 1, lines[opening]),
        is_closed=behind - first > len(content),
    )


def _marked(path: str, number: int, line: str) -> Span:
    """The span of a line without the blanks around it."""
    start = len(line) - len(line.lstrip())
    return Span(path, number, start + 1, number, start + len(line.strip().encode()) + 1)


def _start(line: str, part: str) -> int:
    """Where the content of the block begins on a line. A tab that is indentation in part counts as indentation."""
    if line.endswith(part):
        return len(line) - len(part)
    return max(0, len(line) - len(part.lstrip(" ")))
