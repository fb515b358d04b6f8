"""Reads a page of markdown: front matter, headings with their anchors, links.

markdown-it-py finds the blocks. Fenced code is never looked into, nor are comments.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate
from math import inf
from typing import TYPE_CHECKING, Any, NamedTuple
from zlib import crc32

from compiler.languages.documents.claims import PAGES
from compiler.languages.documents.records import Heading, Json, Page, PageLink, PageOutline
from compiler.languages.documents.syntax.anchors import AnchorNames, slug
from compiler.languages.documents.syntax.directives import (
    ROLES,
    VERBATIM,
    WrittenLink,
    directive_links,
    glossary_terms,
    page_link,
    role_target,
)
from compiler.languages.documents.syntax.inline import InlineLink, links_of, shown_text
from compiler.languages.documents.syntax.page_commands import (
    attribute_links,
    command_links,
    front_matter_links,
    may_have_commands,
)
from compiler.languages.documents.syntax.page_fields import read_fields, stated_routes, texts_of
from compiler.languages.documents.syntax.restructured_links import read_links
from compiler.languages.documents.syntax.stated_anchors import (
    ADMONITION,
    MYST_LABEL,
    OWN_ANCHOR,
    StatedAnchor,
    anchors_of_admonitions,
    block_anchors,
    is_templated,
    other_anchors,
    stated_anchors,
    takes_in_texts,
)
from compiler.text.examples import is_prompt
from compiler.text.html_comments import replace_comments, with_blank_html_comments, with_blank_mdx_comments
from compiler.text.markdown import parse_blocks_with_references

if TYPE_CHECKING:
    from markdown_it.token import Token

MAX_WORD = 100  # characters of a date, or of the name of a layout
MAX_NESTING = 60  # of markdown-it; each list or quote counts twice

_PROPERTY = re.compile(r"(?:-[ \t]++|[ \t]*+)([A-Za-z][\w-]*+)::[ \t]*+(.*)")  # of a page of Logseq
MAX_PROPERTIES = 30
# A mark for a source that the export of an agent's answer left behind: `[5](#2-4)`.
_CITATION_MARK = re.compile(r"\[\d+\]\(#\d+-\d+\)")
# A shortcode of Hugo in an address, which the site fills in before it reads markdown: blanks in it end no address.
_SHORTCODE_IN_ADDRESS = re.compile(
    r"(?:\]\(|^[ ]{0,3}\[[^\[\]\n]{1,200}\]:[ \t]{1,4})[^\s(){}<>]{0,300}\{\{[<%][^{}\n]{1,200}[>%]\}\}", re.MULTILINE
)
_FENCE = re.compile(r"[ \t]*+(`{3,}+|~{3,}+)[ \t]*+([^\s`]*+)[^`]*+$")
_CODE = re.compile(r"`([^`]+)`")
_ROLE = re.compile(rf"\{{(?:std:)?({ROLES})\}}`([^`]{{1,500}})`")
_SHOWN = re.compile(r"``[^\n]{0,1000}?``")  # code that may show how to write a role
_DIRECTIVE = re.compile(r"\{([\w:.-]{1,60})\}(?:[ \t]+(\S.*))?")
_COLON_DIRECTIVE = re.compile(r"[ \t]*+(:{3,}+)[ \t]*+(\{[^\n]++)")
MAX_BLOCK = 500  # lines of an admonition
MAX_DIRECTIVES = 6  # within each other, whose text is looked into
# Directives whose text is neither markdown nor verbatim.
_OTHER_TEXTS = VERBATIM | {"toctree", "include", "literalinclude", "csv-table", "eval-rst"}


def read_page(path: str, text: str) -> Page:
    """Return the unit of a page."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    fields, body_start, body_line = read_fields(text)
    body = with_blank_mdx_comments(text[body_start:])
    is_mdx = path.lower().endswith(".mdx")
    whole = _SHORTCODE_IN_ADDRESS.sub(_without_blanks, body) if "{{" in body else body
    tokens, references = parse_blocks_with_references(whole, MAX_NESTING, is_mdx=is_mdx)
    reader = _PageReader(body.split("\n"), body_line, references, is_prompt=is_prompt(path))
    reader.read(tokens)
    before = text[:body_start].split("\n")
    of_fields = tuple(page_link(link, before, 1) for link in front_matter_links(before))
    headings = tuple(reader.headings)
    title = _title(path, fields, headings)
    names = tuple(dict.fromkeys((title, *texts_of(fields.get("aliases")), *_properties(body))))
    outline = PageOutline(
        reader.anchors,
        reader.has_templated_heading or takes_in_texts(path, body),
        names,
        (*of_fields, *reader.links),
        stated_routes(fields),
        tuple(dict.fromkeys(reader.labels)),
        str(fields.get("date") or "")[:MAX_WORD],
        next((word for name in ("layout", "type") for word in texts_of(fields.get(name))), "")[:MAX_WORD],
        any(fields.get(name) for name in ("category", "categories")),
    )
    lines = text.count("\n") + (not text.endswith("\n") and text != "")
    return Page(title, fields, body_line, max(lines, 1), headings, outline, crc32(text.encode()))


def _without_blanks(found: re.Match[str]) -> str:
    """The beginning of an address with blanks of another kind in its shortcode, so that all places stay."""
    before, braces, shortcode = found[0].partition("{{")
    return before + braces + shortcode.replace(" ", "\u00a0").replace("\t", "\u00a0")


def _properties(body: str) -> Iterator[str]:
    """The names that the properties of a page of Logseq give it, `alias:: knots, bends`: its first lines."""
    for line in body.split("\n", MAX_PROPERTIES)[:MAX_PROPERTIES] if "::" in body else ():
        if not (found := _PROPERTY.fullmatch(line)):
            return
        if found[1].lower() in ("alias", "title"):
            yield from (name for part in found[2].split(",") if (name := part.strip(" \t[]#")))


def _title(path: str, fields: dict[str, Json], headings: Sequence[Heading]) -> str:
    written = fields.get("title")
    if isinstance(written, str) and written.strip():
        return " ".join(written.split())
    first = headings[0].title if headings and headings[0].level <= min(heading.level for heading in headings) else ""
    return first or path.rpartition("/")[2]


class _Place(NamedTuple):
    """Where a text of markdown stands in its page: its first line there, from 0."""

    line: int
    content: str


class _PageReader:
    """Reads the blocks of one page in their order."""

    def __init__(self, lines: Sequence[str], first_line: int, references: dict[str, Any], *, is_prompt: bool) -> None:
        self.headings: list[Heading] = []
        self.links: list[PageLink] = []
        self.anchors: dict[str, str] = {}
        self.labels: list[str] = []
        self.has_templated_heading = False
        self._names = AnchorNames()
        self._lines, self._first_line, self._references = lines, first_line, references
        self._is_prompt = is_prompt
        self._samples: set[int] = set()
        self._waiting: list[str] = []  # labels right above the next heading

    def read(self, tokens: Sequence["Token"]) -> None:
        """Read all blocks."""
        text = "\n".join(self._lines)
        self._samples = _samples(self._lines) if "```" in text or "~~~" in text else set()
        code: set[int] = set()  # the lines of fences
        for at, token in enumerate(tokens):
            if token.type == "heading_open" and token.map:
                self._read_heading(token, tokens[at + 1].content)
            elif token.type in ("fence", "code_block") and token.map and not self._is_indented_text(token.map[0]):
                code.update(range(*token.map))
            if token.map:
                self._read_block(token, 0, 0)
        for first, line in enumerate(self._lines if ":::" in text else ()):
            if first not in code and (found := _COLON_DIRECTIVE.fullmatch(line)):
                self._read_directive(found[2], first, self._end_of(found[1], first))
        for anchor in anchors_of_admonitions(text):
            self.anchors.setdefault(anchor, "")
        known = {(link.line, link.address) for link in self.links}
        shown = with_blank_html_comments(text).split("\n")
        commands = command_links(self._lines) if may_have_commands(text) else ()
        for link in (*commands, *attribute_links(shown, code)):
            if (self._first_line + link.line, link.address) not in known:
                self.links.append(self._page_link(link))
        self.links.sort(key=lambda link: (link.line, link.start_col))

    def _read_block(self, token: "Token", offset: int, depth: int) -> None:
        """Read a block that begins so many lines below where its parser has counted from."""
        assert token.map
        first, end = (line + offset for line in token.map)
        if token.type == "inline" and first not in self._samples:
            self._read_links(_Place(first, token.content))
            self._add_anchors(stated_anchors(token.content))
            label = MYST_LABEL.fullmatch(token.content)  # of what stands below
            self._waiting = [*self._waiting, label[1]] if label else []
        elif token.type == "html_block":
            self._add_anchors(stated_anchors(replace_comments(token.content)))
        elif token.type == "code_block" and depth < MAX_DIRECTIVES and self._is_indented_text(first):
            self._read_inner(token.content, first, depth)
        elif token.type == "fence" and token.info.startswith("{"):
            self._add_anchors(block_anchors(token.content))
            name = self._read_directive(token.info, first, end)
            if name and name not in _OTHER_TEXTS and depth < MAX_DIRECTIVES:  # an admonition, which holds markdown
                self._read_inner(token.content, first + 1, depth)

    def _read_inner(self, text: str, first: int, depth: int) -> None:
        """Read the markdown within a block, which begins at a line."""
        tokens, references = parse_blocks_with_references(text, MAX_NESTING)
        self._references = {**references, **self._references}
        for token in tokens:
            if token.map:
                self._read_block(token, first, depth + 1)

    def _is_indented_text(self, first: int) -> bool:
        """Whether indented lines are no code, but the text of an admonition or a tab of MkDocs, whose head is above."""
        depth, above = _indent(self._lines[first]), first - 1
        while above > max(first - MAX_BLOCK, 0) and _indent(self._lines[above]) >= depth:  # its paragraphs before
            above -= 1
        return above >= 0 and ADMONITION.match(self._lines[above]) is not None

    def _read_directive(self, written: str, first: int, end: int) -> str:
        """Read the links of a directive of MyST, from its first line to before `end`, and return its name."""
        found = _DIRECTIVE.match(written)
        if found is None:
            return ""
        line = self._lines[first]
        start = max(line.find(found[2]), 0) if found[2] else 0
        argument = WrittenLink("link", found[2].rstrip(), first, start, len(line)) if found[2] else None
        last = end - 1 if end > first + 1 and not self._lines[end - 1].strip().strip("`~:") else end
        body = [(number, self._lines[number]) for number in range(first + 1, min(last, len(self._lines)))]
        links = directive_links(found[1], argument, body)
        if found[1] == "glossary":
            terms = [label for label, _ in glossary_terms(body)]
            self.labels += terms
            self.anchors |= dict.fromkeys(terms, self._section)
        if found[1] == "eval-rst":
            read = read_links([text for _, text in body]).links
            links = (link._replace(line=link.line + first + 1) for link in read)
        self.links += [self._page_link(link) for link in links]
        return found[1]

    def _end_of(self, colons: str, first: int) -> int:
        """The line behind a block between lines of colons; one that does not end soon is not looked into."""
        for at in range(first + 1, min(first + MAX_BLOCK, len(self._lines))):
            line = self._lines[at].strip()
            if line.startswith(colons) and not line.strip(":"):
                return at + 1
        return first + 1

    def _page_link(self, link: WrittenLink) -> PageLink:
        return page_link(link, self._lines, self._first_line)

    def _read_heading(self, token: "Token", content: str) -> None:
        """A heading in a list or quote has an anchor, but begins no section."""
        assert token.map
        own = OWN_ANCHOR.search(content)
        written = content[: own.start()] if own else content
        self.has_templated_heading |= is_templated(content)
        shown = shown_text(written, self._references)
        title = " ".join(shown.split())
        anchor = self._names.unique(own[1] if own else slug(shown.strip("\n")))
        if own:
            self.labels.append(own[1])
        if token.level == 0:
            first = self._first_line + token.map[0]
            self.headings.append(Heading(int(token.tag[1]), title, anchor, first, self._first_line + token.map[1]))
        self.anchors[anchor] = self._section
        self.anchors |= dict.fromkeys(self._waiting, self._section)
        self._waiting = []
        for other in other_anchors(content, title, has_own=own is not None):
            self.anchors.setdefault(other, self._section)

    @property
    def _section(self) -> str:
        return self.headings[-1].anchor if self.headings else ""

    def _add_anchors(self, stated: Iterator[StatedAnchor]) -> None:
        for anchor in stated:
            self.anchors.setdefault(anchor.anchor, self._section)
            if anchor.is_label:
                self.labels.append(anchor.anchor)

    def _read_links(self, place: _Place) -> None:
        links = [*links_of(place.content, self._references), *_roles(place.content)]
        if not links:
            return
        paragraph = _Paragraph(place.content, self._lines[place.line : place.line + place.content.count("\n") + 1])
        shown = set(_CODE.findall(place.content))
        for link in links:
            written = place.content[link.start : link.end]
            if written in shown or _CITATION_MARK.fullmatch(written):
                continue  # a page on markdown: the same text as code shows how to write the link
            if _is_code_or_formula(place.content, link):
                continue
            if self._is_prompt and _is_quoted(place.content, link.start, link.end):
                continue  # what an agent is told to write elsewhere
            positions = (paragraph.position(offset) for offset in (link.start, link.end))
            start, end = ((self._first_line + place.line + line, column) for line, column in positions)
            self.links.append(PageLink(link.form, link.address, *start, *end))


def _roles(text: str) -> Iterator[InlineLink]:
    """The links of roles of MyST in a paragraph: ``{doc}`knots` ``."""
    if "}`" not in text:
        return
    for found in _ROLE.finditer(_SHOWN.sub(lambda code: " " * len(code[0]), text)):
        if target := role_target(found[1], found[2]):
            yield InlineLink(*target, *found.span())


class _Paragraph:
    """Where a paragraph stands, whose lines markdown-it has stripped."""

    def __init__(self, content: str, lines: Sequence[str]) -> None:
        self._written = content.split("\n")
        self._starts = list(accumulate((len(line) + 1 for line in self._written), initial=0))
        self._lines = lines
        self._stripped: dict[int, int] = {}  # characters before what is written, by line

    def position(self, offset: int) -> tuple[int, int]:
        """Return the line of an offset, from 0, and the column in bytes, from 1."""
        number = bisect_right(self._starts, offset) - 1
        line = self._lines[number] if number < len(self._lines) else ""
        if number not in self._stripped:
            self._stripped[number] = max(line.find(self._written[number]), 0)
        column = self._stripped[number] + offset - self._starts[number]
        return number, (column if line.isascii() else len(line[:column].encode())) + 1


def _is_code_or_formula(text: str, link: InlineLink) -> bool:
    """Whether a link is none in truth, but code or a formula that its page does not mark: `xs.map[Int](f.size)`,
    `$g[n](k.T)$`. Such a link has no folder, and is none to a page."""
    if "/" in link.address or "#" in link.address or link.address.lower().endswith(PAGES):
        return False
    before = text[link.start - 1] if link.start else ""
    is_of_word = text[link.start] == "[" and before.isalnum() and before.isascii()
    return is_of_word or _is_in_formula(text, link)


def _is_in_formula(text: str, link: InlineLink) -> bool:
    line_start, line_end = text.rfind("\n", 0, link.start) + 1, text.find("\n", link.end)
    after = text[link.end : line_end if line_end >= 0 else len(text)]
    return text.count("$", line_start, link.start) % 2 == 1 and "$" in after


def _is_quoted(text: str, start: int, end: int) -> bool:
    """Whether the part of a paragraph from `start` to `end` stands between quotation marks."""
    is_open = text.count('"', 0, start) % 2 == 1 or text.count("“", 0, start) > text.count("”", 0, start)
    return is_open and any(sign in text[end:] for sign in '"”')


def _indent(line: str) -> float:
    """How far a line is indented; a blank one as far as any."""
    return len(line) - len(line.lstrip(" \t")) if line.strip() else inf


def _samples(lines: Sequence[str]) -> set[int]:
    """The lines of a page that stand in fences as their author means them, if a sample of markdown has a fence inside.
    The end of the inner fence ends the outer one too, so that the rest of the sample is text to CommonMark."""
    open_fences: list[tuple[str, str]] = []  # of each its signs and its language
    found: set[int] = set()
    is_nested = False
    for at, line in enumerate(lines):
        if open_fences:
            found.add(at)
        if not (fence := _FENCE.match(line)):
            continue
        signs, language = fence.groups()
        of_markdown = open_fences != [] and open_fences[-1][1] in ("markdown", "md")
        if not language and open_fences and signs.startswith(open_fences[-1][0]):
            open_fences.pop()
        elif not open_fences or of_markdown:
            is_nested = is_nested or of_markdown
            open_fences.append((signs, language.lower()))
    return found if is_nested and not open_fences else set()
