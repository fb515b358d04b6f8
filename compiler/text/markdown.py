"""The block structure of markdown: which lines are headings, lists, quotes and code. Paragraphs stay unread text."""

import re
from collections.abc import Callable, Mapping
from functools import cache, lru_cache, partial
from typing import TYPE_CHECKING, Any

SUFFIXES = (".md", ".markdown", ".mdx", ".qmd", ".mdc", ".md.erb")  # of files in markdown; they count in any case
WORLD = ".urd.md"  # the suffix of a world file, which is no markdown

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
# What a block of each kind begins with. Any line may begin a heading that is underlined, or a paragraph.
_SIGNS = {
    "fence": "`~",
    "colon_fence": ":",
    "blockquote": ">",
    "hr": "*-_",
    "list": "*+-0123456789",
    "reference": "[",
    "html_block": "<",
    "heading": "#",
}
_IN_PARAGRAPHS = ["paragraph", "reference", "blockquote"]  # what the blocks of `_SIGNS`, but for references, may end
_COLONS = re.compile(r"(:{3,})[ \t]*\{?([\w-]+)\}?(?:[ \t].*)?")  # the first line of a block between lines of colons


def is_markdown(path: str) -> bool:
    """Return whether a file is markdown by its suffix, in capitals or not, and no world file."""
    name = path.lower()
    return name.endswith(SUFFIXES) and not name.endswith(WORLD)


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
    as markdown-it resolves references with them. Nobody changes them: another call may return the same."""
    if is_mdx:
        text = _TAG_LINE.sub("", text)
    elif "/>" in text:
        text = _SELF_CLOSED.sub("", text)
    return _blocks_with_references(text, max_nesting, is_mdx)


@lru_cache(maxsize=1)  # several languages read a page, one after the other
def _blocks_with_references(text: str, max_nesting: int, is_mdx: bool) -> "tuple[list[Token], dict[str, Any]]":
    env: dict[str, Any] = {}
    return _parser(max_nesting, is_mdx, "").parse(text, env), env.get("references", {})


@cache
def _parser(max_nesting: int, is_mdx: bool, colon_fences: str) -> "MarkdownIt":
    from markdown_it import MarkdownIt, rules_block  # 30 ms, and many sources have no markdown

    parser = MarkdownIt("commonmark", {"maxNesting": max_nesting}).disable(["inline", "text_join"])
    rules: dict[str, Rule] = {"fence": rules_block.fence}
    if colon_fences:
        rules = {"colon_fence": partial(_colon_fence, colon_fences), **rules}
    rules |= {"blockquote": rules_block.blockquote, "hr": rules_block.hr, "list": rules_block.list_block}
    rules["reference"] = _without_footnotes(rules_block.reference)
    if is_mdx:
        parser.disable(["code", "html_block"])
    else:
        rules["html_block"] = rules_block.html_block
    rules["heading"] = rules_block.heading
    ruler = parser.block.ruler
    for name in _SIGNS.keys() & {*ruler.get_active_rules()}:  # lists are ended by the rules themselves
        ruler.at(name, rules[name], {"alt": ["list"] if name in ("fence", "blockquote", "hr") else []})
    if colon_fences:
        ruler.before("fence", "colon_fence", rules["colon_fence"], {"alt": ["list"]})
    ruler.before("code", "by_first_sign", _by_first_sign(rules), {"alt": _IN_PARAGRAPHS})
    return parser


def _by_first_sign(rules: "Mapping[str, Rule]") -> "Rule":
    """The rule that asks, of `rules`, those for blocks that begin as a line does. Else each line of a paragraph would
    be looked at by all rules, twice."""
    from markdown_it.rules_block import code, lheading, paragraph

    signs = {sign for name in rules for sign in _SIGNS[name]}
    possible = {sign: [rule for name, rule in rules.items() if sign in _SIGNS[name]] for sign in signs}
    in_paragraphs = {sign: asked for sign, asked in possible.items() if sign not in _SIGNS["reference"]}
    beginning = {sign: [*asked, lheading, paragraph] for sign, asked in possible.items()}
    of_text = [lheading, paragraph]

    def rule(state: "StateBlock", start: int, end: int, silent: bool) -> bool:
        if state.is_code_block(start):
            return not silent and code(state, start, end, silent)
        first = state.bMarks[start] + state.tShift[start]
        sign = state.src[first : first + 1]
        asked = in_paragraphs.get(sign, ()) if silent else beginning.get(sign, of_text)
        for ask in asked:  # noqa: SIM110 - a generator takes longer, and this is called for each line
            if ask(state, start, end, silent):
                return True
        return False

    return rule


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


def lines_with_fences(text: str) -> list[int]:
    """Return the offsets of the lines of a text in which three backticks or tildes stand."""
    found: set[int] = set()
    for mark in ("```", "~~~"):
        at = text.find(mark)
        while at >= 0:
            found.add(text.rfind("\n", 0, at) + 1)
            end = text.find("\n", at)
            at = text.find(mark, end) if end >= 0 else -1
    return sorted(found)


def _line(state: "StateBlock", line: int) -> str:
    """The text of a line after its indentation and the marks of lists and quotes."""
    return state.src[state.bMarks[line] + state.tShift[line] : state.eMarks[line]].rstrip()


def _closes(line: str, colons: str) -> bool:
    return len(line) >= len(colons) and not line.strip(":")
