"""The diagrams of markdown, in lists and quotes too: blocks between ``` or ~~~ marked `mermaid`, or `{mermaid}` as MyST
and Quarto write it, blocks between `:::mermaid` and `:::`, and elements `<pre class="mermaid">` and
`<div class="mermaid">`, in MDX also with a text in braces: {`graph TD …`}."""

import re
from collections.abc import Iterator
from itertools import takewhile
from typing import NamedTuple

from compiler.languages.diagrams.claims import BLOCK_LANGUAGE
from compiler.languages.diagrams.records import TextLocation
from compiler.model.spans import Span
from compiler.text.entities import unescape
from compiler.text.html_comments import with_blank_mdx_comments
from compiler.text.markdown import parse_blocks

INFO = re.compile(
    rf"{BLOCK_LANGUAGE}(?:\s|$)|(?P<directive>\{{\s*\.?{BLOCK_LANGUAGE}\b[^}}]*\}}\s*(?P<argument>\S*))", re.IGNORECASE
)
OPTION = re.compile(r"\s*:[\w-]+:(?:\s|$)")
OPENING_TAG = re.compile(r"<!--|<(pre|div)\b([^<>]{0,1000})>", re.IGNORECASE)
CLASS = re.compile(r"""\sclass(?:Name)?\s*=\s*(?:"([^"]*)"|'([^']*)'|(\S+))""", re.IGNORECASE)
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
    text = with_blank_mdx_comments(re.sub(r"\r\n?", "\n", text))
    lines = text.split("\n")
    is_mdx = path.lower().endswith(".mdx")
    if is_mdx:
        yield from sorted((*_fenced(path, text, lines), *_jsx_elements(path, text, lines)), key=_line_of)
        return
    yield from _fenced(path, text, lines)


def _line_of(block: Block) -> int:
    return block.span.start_line


def _fenced(path: str, text: str, lines: list[str]) -> Iterator[Block]:
    """Yield the blocks of code, and in markdown that is no MDX the elements of HTML."""
    is_mdx = path.lower().endswith(".mdx")
    behind = 0  # the line behind the last element that reaches beyond its block of HTML
    last_end = max((number for number, line in enumerate(lines) if "</div" in line.lower()), default=-1)
    for token in parse_blocks(text, MAX_NESTING, is_mdx=is_mdx, colon_fences=BLOCK_LANGUAGE):
        if token.map and token.map[0] < behind:
            continue
        if token.map and token.type == "html_block":
            html = _whole_element(lines, token.map[0], token.content, last_end)
            behind = token.map[0] + html.rstrip("\n").count("\n") + 1
            yield from _preformatted(path, lines, token.map[0], html)
        elif token.map and token.type in ("fence", "colon_fence") and (found := INFO.match(token.info.strip())):
            if found["directive"] and found["argument"] and not token.content.strip():
                continue  # the directive names a file, which is read by itself
            skipped = _options(token.content) if found["directive"] else 0
            content = "".join(token.content.splitlines(keepends=True)[skipped:])
            block = _block(path, lines, token.map[0] + skipped, token.map[1], content)
            yield block._replace(opening=_marked(path, token.map[0] + 1, lines[token.map[0]]))


def _jsx_elements(path: str, text: str, lines: list[str]) -> Iterator[Block]:
    """Yield the elements with the class `mermaid` of an MDX page, outside of its code and comments."""
    shown = text.split("\n")
    for token in parse_blocks(text, MAX_NESTING, is_mdx=True, colon_fences=BLOCK_LANGUAGE):
        if token.map and token.type in ("fence", "colon_fence"):
            shown[token.map[0] : token.map[1]] = [""] * (token.map[1] - token.map[0])
    yield from (block for block in _preformatted(path, lines, 0, "\n".join(shown)) if block.text.strip())


def _options(content: str) -> int:
    """The number of lines with options, such as `:name: login`, with which the content of a directive begins."""
    return sum(1 for _ in takewhile(OPTION.match, content.split("\n")))


def _whole_element(lines: list[str], first: int, html: str, last_end: int) -> str:
    """A block of HTML with the rest of the `<div class="mermaid">` in it: markdown ends the block at a blank line.

    `last_end` is the number of the last line with `</div`, -1 without."""
    if not _ends_open(html):
        return html
    behind = first + html.rstrip("\n").count("\n") + 1
    end = next((number for number in range(behind, last_end + 1) if "</div" in lines[number].lower()), None)
    return html if end is None else "\n".join([html.rstrip("\n"), *lines[behind : end + 1]])


def _ends_open(html: str) -> bool:
    """Whether the last `<div class="mermaid">` of a block of HTML is not closed in it."""
    opened = [found for found in OPENING_TAG.finditer(html) if _is_diagram(found)]
    last = opened[-1] if opened else None
    return last is not None and last[1].lower() == "div" and "</div" not in html[last.end() :].lower()


def _is_diagram(tag: re.Match[str]) -> bool:
    names = CLASS.search(f" {tag[2]}") if tag[1] else None
    return names is not None and BLOCK_LANGUAGE in (names[1] or names[2] or names[3] or "").split()


def _element_texts(html: str) -> Iterator[tuple[int, int]]:
    """Yield where the texts of elements with the class `mermaid` begin and end, outside of comments."""
    lower, at = html.lower(), 0
    while found := OPENING_TAG.search(html, at):
        if found[1] and not _is_diagram(found):
            at = found.end()
            continue
        at = lower.find(f"</{found[1].lower()}" if found[1] else "-->", found.end())
        if at < 0:
            return
        if found[1]:
            yield found.end(), at


def _preformatted(path: str, lines: list[str], first: int, html: str) -> Iterator[Block]:
    """Yield the elements with the class `mermaid` of a block of HTML that begins at line `first`, counted from 0."""
    for start, end in _element_texts(html):
        is_literal = html[start:end].strip().startswith("{`") and html[start:end].strip().endswith("`}")
        if is_literal:
            start, end = html.index("{`", start) + 2, html.rindex("`}", start, end)
        parts = html[start:end].split("\n")
        number = tag = first + html.count("\n", 0, start)
        if len(parts) > 1 and not parts[0].strip():
            parts, number = parts[1:], number + 1
        if len(parts) > 1 and not parts[-1].strip():
            parts = parts[:-1]
        own = lines[number : number + len(parts)]
        starts = [max(line.find(part), 0) for line, part in zip(own, parts, strict=True)]
        columns = tuple(len(line[:start].encode()) for line, start in zip(own, starts, strict=True))
        last = columns[-1] + len(parts[-1].encode()) + 1
        yield Block(
            "".join(f"{part if is_literal else unescape(part)}\n" for part in parts),
            TextLocation(path, number + 1, columns),
            Span(path, number + 1, columns[0] + 1, number + len(parts), last),
            _marked(path, tag + 1, lines[tag]),
            is_closed=True,
        )


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
