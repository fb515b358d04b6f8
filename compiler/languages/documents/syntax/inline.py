"""Within a paragraph or a heading of markdown: links and images, and the text that a reader sees.

markdown-it-py parses; its rules for links and images are wrapped, so that they tell where a link stands. Wikilinks are
read as everywhere (`compiler.text.wikilinks`).
"""

import re
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import unquote

from compiler.languages.documents.records import LinkForm
from compiler.languages.documents.syntax.anchors import slug
from compiler.text.wikilinks import MAX_LENGTH, MAX_NESTING, defined_address, pieces, wikilink_at

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_inline import StateInline
    from markdown_it.token import Token

_MARKED = re.compile(r"[\\`*_\[<&!~\n]")


class InlineLink(NamedTuple):
    """A link in a text: its form, its address, and its offsets there."""

    form: LinkForm
    address: str
    start: int
    end: int


def links_of(text: str, references: dict[str, Any]) -> list[InlineLink]:
    """Return the links of a paragraph. `references` are the link definitions of its page, as markdown-it has them."""
    may_link = "](" in text or "[[" in text or ("[" in text and references)
    found: list[InlineLink] = []
    for start, piece in pieces(text) if may_link else ():
        env: dict[str, Any] = {"references": references, "text": piece, "found": []}
        parser = _parser()
        parser.inline.parse(piece, parser, env, [])
        found += (link._replace(start=start + link.start, end=start + link.end) for link in env["found"])
    return sorted(found, key=lambda link: link.start)


def shown_text(text: str, references: dict[str, Any]) -> str:
    """Return what a reader sees of a heading: without marks, tags, comments and images; of links their text."""
    if not _MARKED.search(text) or len(text) > MAX_LENGTH:
        return text
    parser = _parser()
    tokens = parser.inline.parse(text, parser, {"references": references, "text": None, "found": []}, [])
    return "".join(_shown(token) for token in tokens)


def _shown(token: "Token") -> str:
    if token.type in ("softbreak", "hardbreak"):
        return " "
    return token.content if token.type in ("text", "text_special", "code_inline") else ""


@cache
def _parser() -> "MarkdownIt":
    from markdown_it import MarkdownIt
    from markdown_it.rules_inline import image, link

    def link_rule(state: "StateInline", silent: bool) -> bool:
        start, before = state.pos, len(state.tokens)
        if not link(state, silent):
            return False
        if not silent:
            opened = next(token for token in state.tokens[before:] if token.type == "link_open")
            _note(state, "link", str(opened.attrs["href"]), start)
        return True

    def image_rule(state: "StateInline", silent: bool) -> bool:
        start = state.pos
        if not image(state, silent):
            return False
        if not silent:
            _note(state, "image", str(state.tokens[-1].attrs["src"]), start)
        return True

    parser = MarkdownIt("commonmark", {"maxNesting": MAX_NESTING}).enable("strikethrough")
    parser.inline.ruler.at("link", link_rule)
    parser.inline.ruler.at("image", image_rule)
    parser.inline.ruler.after("image", "wikilink", _wikilink_rule)
    return parser


def _wikilink_rule(state: "StateInline", silent: bool) -> bool:
    start = state.pos
    found = wikilink_at(state)
    if found is None:
        return False
    if not silent:
        address = found.target + found.anchor
        state.push("text", "", 0).content = found.alias or address
        defined = defined_address(found.target, state.env) if found.target else ""
        if defined:  # `[[knots|the knots]]`, and `[knots]: ropes/knots.md` at the end of the page, as Foam writes it
            heading = found.anchor.rpartition("#")[2].strip()
            anchor = f"#{slug(heading)}" if heading and "#" not in defined else ""
            _note(state, "link", f"{defined}{anchor}", start)
        else:
            _note(state, "wiki", address.strip(), start)
    return True


def _note(state: "StateInline", form: LinkForm, address: str, start: int) -> None:
    """Note a link, unless it stands in the description of an image, which is parsed as a text of its own."""
    if state.src is state.env["text"]:
        written = address if form == "wiki" else unquote(address)
        state.env["found"].append(InlineLink(form, written, start, state.pos))
