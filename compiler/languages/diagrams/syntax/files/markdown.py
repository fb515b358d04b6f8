"""The diagrams of pages. In markdown, in lists, quotes, admonitions and tabs too: blocks between ``` or ~~~ marked
`mermaid`, or `{mermaid}` as MyST and Quarto write it, blocks between `:::mermaid` and `:::`, shortcodes of Hugo
(`{{< mermaid >}}`), tags of Jekyll and Hexo (`{% mermaid %}`), and elements `<pre class="mermaid">` and
`<div class="mermaid">`, in MDX also with a text in braces: {`graph TD …`}, and components:
<Mermaid chart={`graph TD …`} />. `other_markup` finds those of other pages."""

import re
from collections.abc import Iterator
from itertools import takewhile
from typing import NamedTuple

from compiler.languages.diagrams.claims import BLOCK_LANGUAGE
from compiler.languages.diagrams.records import TextLocation
from compiler.languages.diagrams.syntax.files.other_markup import (
    ASCIIDOC,
    Lines,
    blocks_of_asciidoc,
    blocks_of_restructured_text,
)
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
_COMPONENT = re.compile(r"<Mermaid\b[^<>`\n]{0,300}(?:\n[^<>`\n]{0,300}){0,9}=\{\s{0,99}(?:String\.raw)?`")
_SHORTCODE = re.compile(r"\{(?:\{[<%]|%-?)[ \t]*mermaid\b[^{}\n]{0,300}[>%]\}{1,2}")
_END_OF_SHORTCODE = re.compile(r"\{(?:\{[<%][ \t]*/[ \t]*|%-?[ \t]*end)mermaid\b")
# The head of an admonition or a tab of MkDocs.
_HEAD = re.compile(r"^[ \t]*+(?:!!!|\?\?\?\+?|===[!+]?)[ \t]+\S[^\n]*$", re.MULTILINE)
MAX_GAP = 4  # blank lines below a head
MAX_HEADS = 9  # within each other
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
    """Yield the mermaid blocks of a page, in order."""
    if BLOCK_LANGUAGE not in text.lower():
        return
    text = re.sub(r"\r\n?", "\n", text)
    name = path.lower()
    if name.endswith((".rst", *ASCIIDOC)):
        lines = text.split("\n")
        found = blocks_of_asciidoc(lines) if name.endswith(ASCIIDOC) else blocks_of_restructured_text(lines)
        yield from (_of_lines(path, lines, block) for block in found)
        return
    text = with_blank_mdx_comments(text)
    lines = text.split("\n")
    blocks = [*_fenced(path, text, lines)]
    if name.endswith(".mdx") or _SHORTCODE.search(text):
        blocks += _outside_of_code(path, text, lines)
    yield from sorted(blocks, key=_line_of)


def _line_of(block: Block) -> int:
    return block.span.start_line


def _of_lines(path: str, lines: list[str], block: Lines) -> Block:
    content = "\n".join(line[block.indent :] for line in lines[block.first : block.behind])
    found = _block(path, lines, block.first - 1, block.behind + 1, content)
    return found._replace(opening=_marked(path, block.opening + 1, lines[block.opening]))


def _fenced(path: str, text: str, lines: list[str], first: int = 0, depth: int = 0) -> Iterator[Block]:
    """Yield the blocks of code in a text that begins at line `first`, and in markdown that is no MDX the elements of
    HTML. The indented text below the head of an admonition is markdown, too."""
    is_mdx = path.lower().endswith(".mdx")
    has_heads = not is_mdx and _HEAD.search(text) is not None
    text = _HEAD.sub("", text) if has_heads else text
    behind = 0  # the line behind the last element that reaches beyond its block of HTML
    last_end = max((number for number, line in enumerate(lines) if "</div" in line.lower()), default=-1)
    for token in parse_blocks(text, MAX_NESTING, is_mdx=is_mdx, colon_fences=BLOCK_LANGUAGE):
        if not token.map or first + token.map[0] < behind:
            continue
        at, end = first + token.map[0], first + token.map[1]
        if token.type == "html_block":
            html = _whole_element(lines, at, token.content, last_end)
            behind = at + html.rstrip("\n").count("\n") + 1
            yield from _preformatted(path, lines, at, html)
        elif token.type == "code_block" and has_heads and depth < MAX_HEADS and _is_below_head(lines, at):
            yield from _fenced(path, token.content, lines, at, depth + 1)
        elif token.type in ("fence", "colon_fence") and (found := INFO.match(token.info.strip())):
            if found["directive"] and found["argument"] and not token.content.strip():
                continue  # the directive names a file, which is read by itself
            skipped = _options(token.content) if found["directive"] else 0
            content = "".join(token.content.splitlines(keepends=True)[skipped:])
            block = _block(path, lines, at + skipped, end, content)
            yield block._replace(opening=_marked(path, at + 1, lines[at]))


def _is_below_head(lines: list[str], first: int) -> bool:
    """Whether the nearest line above is the head of an admonition or a tab."""
    above = first - 1
    while above > max(first - MAX_GAP, 0) and not lines[above].strip():
        above -= 1
    return above >= 0 and _HEAD.fullmatch(lines[above]) is not None


def _outside_of_code(path: str, text: str, lines: list[str]) -> Iterator[Block]:
    """Yield the shortcodes of a page, and the elements and components of an MDX page, outside of its code."""
    is_mdx = path.lower().endswith(".mdx")
    shown = text.split("\n")
    for token in parse_blocks(text, MAX_NESTING, is_mdx=is_mdx, colon_fences=BLOCK_LANGUAGE):
        if token.map and token.type in ("fence", "colon_fence"):
            shown[token.map[0] : token.map[1]] = [""] * (token.map[1] - token.map[0])
    html = "\n".join(shown)
    if is_mdx:
        yield from (block for block in _preformatted(path, lines, 0, html) if block.text.strip())
        for opened in _COMPONENT.finditer(html):
            if (end := html.find("`", opened.end())) >= 0:
                yield _element(path, lines, 0, html, opened.end(), end, is_literal=True)
    for opened in _SHORTCODE.finditer(html):
        if closed := _END_OF_SHORTCODE.search(html, opened.end()):
            yield _element(path, lines, 0, html, opened.end(), closed.start(), is_literal=True)


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
        yield _element(path, lines, first, html, start, end, is_literal=is_literal)


def _element(path: str, lines: list[str], first: int, html: str, start: int, end: int, *, is_literal: bool) -> Block:
    """The block from offset `start` to `end` of a text that begins at line `first`."""
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
    return Block(
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
