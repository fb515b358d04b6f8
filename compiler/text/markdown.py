"""The block structure of markdown: which lines are headings, lists, quotes and code. Paragraphs stay unread text."""

import re
from collections.abc import Callable
from functools import cache, partial
from typing import TYPE_CHECKING, Any

SUFFIXES = (".md", ".markdown", ".mdx", ".qmd", ".mdc", ".md.erb")  # of files in markdown; they count in any case

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_block import StateBlock
    from markdown_it.token import Token

    Rule = Callable[[StateBlock, int, int, bool], bool]

_TAG_LINE = re.compile(r"^[ \t]*(?:</?[A-Za-z][^\n]*|/?)>[ \t]*$", re.MULTILINE)
# To CommonMark the page goes on within such a tag; those who write it (MDX) mean that it is closed.
_SELF_CLOSED = re.compile(
    r"^[ ]{0,3}<(?:script|style|iframe|pre|textarea)\b[^<>\n]*/>[ \t]*$", re.MULTILINE | re.IGNORECASE
)
_COLONS = re.compile(r"(:{3,})[ \t]*\{?([\w-]+)\}?(?:[ \t].*)?")  # the first line of a block between lines of colons


def parse_blocks(text: str, max_nesting: int, *, is_mdx: bool = False, colon_fences: str = "") -> "list[Token]":
    """Return the block tokens of a CommonMark text. Lists and quotes within each other count twice a level towards
    `max_nesting`; what is nested deeper is not parsed.

    In MDX (`is_mdx`) indented lines are no code, and lines of nothing but a tag are blank, so that what stands between
    tags is read. With `colon_fences`, a block between lines of three or more colons is a token `colon_fence` if its
    first line names this word: `:::mermaid`, `:::{mermaid}`.
    """
    return _parser(max_nesting, is_mdx, colon_fences).parse(_TAG_LINE.sub("", text) if is_mdx else text)


def parse_blocks_with_references(
    text: str, max_nesting: int, *, is_mdx: bool = False
) -> "tuple[list[Token], dict[str, Any]]":
    """Return the block tokens of a text as `parse_blocks` does, and its link definitions (`[label]: address`) by label,
    as markdown-it resolves references with them."""
    env: dict[str, Any] = {}
    shown = _TAG_LINE.sub("", text) if is_mdx else _SELF_CLOSED.sub("", text)
    return _parser(max_nesting, is_mdx, "").parse(shown, env), env.get("references", {})


@cache
def _parser(max_nesting: int, is_mdx: bool, colon_fences: str) -> "MarkdownIt":
    from markdown_it import MarkdownIt  # 30 ms, and many sources have no markdown
    from markdown_it.rules_block import reference

    parser = MarkdownIt("commonmark", {"maxNesting": max_nesting}).disable(["inline", "text_join"])
    parser.block.ruler.at("reference", _without_footnotes(reference), {"alt": []})
    if is_mdx:
        parser.disable(["code", "html_block"])
    if colon_fences:
        rule = partial(_colon_fence, colon_fences)
        parser.block.ruler.before(
            "fence", "colon_fence", rule, {"alt": ["paragraph", "reference", "blockquote", "list"]}
        )
    return parser


def _without_footnotes(reference: "Rule") -> "Rule":
    """The rule of link definitions. `[^1]: [Knots](knots.md)` is a footnote, whose text has links of its own."""

    def rule(state: "StateBlock", start: int, end: int, silent: bool) -> bool:
        first = state.bMarks[start] + state.tShift[start]
        return not state.src.startswith("[^", first) and reference(state, start, end, silent)

    return rule


def _colon_fence(word: str, state: "StateBlock", start: int, end: int, silent: bool) -> bool:
    """The rule of a block between lines of colons, in the form that markdown-it asks for."""
    first = _line(state, start)
    found = _COLONS.fullmatch(first)
    if state.is_code_block(start) or not found or found[2].lower() != word:
        return False
    if silent:
        return True
    line = start + 1
    while line < end and not _closes(_line(state, line), found[1]):
        if _line(state, line) and state.sCount[line] < state.blkIndent:
            break
        line += 1
    is_closed = line < end and _closes(_line(state, line), found[1])
    token = state.push("colon_fence", "code", 0)
    token.info = first[len(found[1]) :].strip()
    token.content = state.getLines(start + 1, line, state.sCount[start], True)
    state.line = line + is_closed
    token.map = [start, state.line]
    return True


def _line(state: "StateBlock", line: int) -> str:
    """The text of a line after its indentation and the marks of lists and quotes."""
    return state.src[state.bMarks[line] + state.tShift[line] : state.eMarks[line]].rstrip()


def _closes(line: str, colons: str) -> bool:
    return len(line) >= len(colons) and not line.strip(":")
