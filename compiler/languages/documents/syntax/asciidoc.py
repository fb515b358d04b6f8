"""Reads the headings, anchors and links of a page of AsciiDoc.

Asciidoctor would follow `include` out of the page and evaluate attributes. Sections need neither: a heading is a line
of `=` (or `#`) and text outside of blocks, or a text with a line of one sign below it. Where a link leads often depends
on the site: Antora knows pages by module (`xref:ropes:splice.adoc[]`), and what is taken in counts as part of the page.
So links are resolved as far as the path tells, and none is reported.
"""

import posixpath
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple
from zlib import crc32

from compiler.languages.documents.records import Heading, LinkForm, Page, PageLink, PageOutline
from compiler.languages.documents.syntax.anchors import AnchorNames, slug
from compiler.text.front_matter import find_block

_ONE_LINE = re.compile(r"(={1,6}|#{1,6})[ \t]+(\S.*)")
_ATTRIBUTE = re.compile(r":([A-Za-z][\w-]*):(?:[ \t]+(.*))?")
_BLOCK = re.compile(r"(-{4,}|\.{4,}|\+{4,}|/{4,}|={4,}|\*{4,}|_{4,}|--|`{3,}.*|[|,:!]={3,})[ \t]*")
_VERBATIM = "-.+/`"  # the first signs of blocks in which nothing is markup
_OPEN = "--"  # a block of any kind
_ID = re.compile(r"\[\[([^\[\],]+)(?:,[^\[\]]*)?\]\]|\[[^\[\]#]{0,100}#([\w:.-]+)|\[id=[\"']?([\w:.-]+)")
_INLINE_ID = re.compile(r"\[\[([\w:.-]+)(?:,[^\[\]]*)?\]\]|(?<![\w:.-])anchor:([\w:.-]+)\[|\[#([\w:.-]+)\]")
_LINK = re.compile(
    r"(?<![\w\\])(xref|link|image|include)::?([^\s\[\]<>]++)(\[?)|<<([^<>,\n]+)(?:,[^<>\n]*)?>>", re.IGNORECASE
)  # without a `[` it is text, which is taken whole: none that begins within it has one
REFERENCE = re.compile(r"\{([A-Za-z][\w-]*)\}")  # to an attribute
_MARKS = re.compile(
    r"[*_`#]{1,2}(?=\S)|(?<=\S)[*_`#]{1,2}|\b(?:link|xref|image):[^\s\[\]]*+(?:\[|(?P<text>))|\[\[[^\[\]]*\]\]|\]"
)
_NOT_OF_ID = re.compile(r"[^\w .-]+")
_BLANKS = re.compile(r"[ .-]+")
# The page of a module of Antora, or its navigation, which stands in the folder of the module itself.
_MODULE = re.compile(r"((?:.*/)?modules/)([^/]+)/(?:(?:pages|partials|examples)/|[^/]+$)")
# A page with the component that it is of, and maybe its version: `2.0@ropes:knots:bowline.adoc`, `ropes::index.adoc`.
_OF_COMPONENT = re.compile(r"(?:[\w.~-]{1,40}@)?[\w.-]{1,80}:[\w.-]{0,80}:[^:\s]")
_FAMILIES = {"image": "images", "include": "pages", "xref": "pages", "link": "pages"}
_FAMILY = re.compile(r"(page|partial|example|image|attachment)\$(.+)")
_UNDERLINES = "=-~^+"
_SUFFIX = ".adoc"
MAX_LINE = 20_000  # characters of a line in which links are looked for
MAX_RESOLVED = 2_000  # characters of a text with its attributes; attributes of attributes double with each line
GROWTH, FREE_ROOM = 4, 100_000  # all such texts have together so many times the page, and so many characters more


class _Title(NamedTuple):
    """A heading: its level from 1, its text, its first line from 0, and the line after it."""

    level: int
    text: str
    first: int
    after: int


def read_asciidoc(path: str, text: str) -> Page:
    """Return the unit of a page."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    lines = text.split("\n")
    block = find_block(text)
    reader = _Reader(path, lines)
    reader.read(block.body_line - 1 if block else 0)
    headings = tuple(reader.headings)
    title = headings[0].title if headings else path.rpartition("/")[2]
    last_line = max(text.count("\n") + (not text.endswith("\n") and text != ""), 1)
    labels = tuple(dict.fromkeys(reader.labels))
    outline = PageOutline(reader.anchors, True, (title,), tuple(reader.links), labels=labels)
    return Page(title, dict(reader.attributes), 1, last_line, headings, outline, crc32(text.encode()))


class _Reader:
    """Reads the lines of one page in their order."""

    def __init__(self, path: str, lines: Sequence[str]) -> None:
        self.headings: list[Heading] = []
        self.links: list[PageLink] = []
        self.anchors: dict[str, str] = {}
        self.labels: list[str] = []  # the anchors that the page states itself
        self.attributes: dict[str, str] = {}
        self._path, self._lines = path, lines
        self._room = FREE_ROOM + GROWTH * sum(map(len, lines))  # characters that attributes may still become
        self._names = AnchorNames()
        self._blocks: list[str] = []  # the lines that opened the blocks around
        self._ids: list[str] = []  # that stand right above the next heading

    def read(self, first: int) -> None:
        """Read from a line on, counted from 0."""
        at = first
        while at < len(self._lines):
            line = self._lines[at]
            if not self._is_border(line) and not self._is_verbatim:
                if title := self._title(at):
                    self._read_heading(title)
                    at = title.after
                    continue
                self._read_line(at, line)
            at += 1

    @property
    def _is_verbatim(self) -> bool:
        return bool(self._blocks) and self._blocks[-1] != _OPEN and self._blocks[-1][0] in _VERBATIM

    def _is_border(self, line: str) -> bool:
        """Whether a line opens or closes a block."""
        if not (found := _BLOCK.fullmatch(line)):
            return False
        border = found[1]
        if self._is_verbatim:
            is_end = border == self._blocks[-1] or (border[0] == "`" and self._blocks[-1].startswith(border))
            if is_end:
                self._blocks.pop()
            return is_end
        if border in self._blocks:
            del self._blocks[self._blocks.index(border) :]
        else:
            self._blocks.append(border)
        return True

    def _title(self, at: int) -> _Title | None:
        if self._blocks:
            return None
        line = self._lines[at]
        if found := _ONE_LINE.fullmatch(line):
            return _Title(len(found[1]), found[2], at, at + 1)
        below = self._lines[at + 1].rstrip() if at + 1 < len(self._lines) else ""
        above = self._lines[at - 1].strip() if at else ""
        is_underline = len(below) > 1 and below[0] in _UNDERLINES and below == below[0] * len(below)
        is_free = not above or above.startswith(("[", "//", ":"))
        if is_underline and is_free and line[:1].isalnum() and abs(len(below) - len(line.rstrip())) <= 1:
            return _Title(_UNDERLINES.index(below[0]) + 1, line.rstrip(), at, at + 2)
        return None

    def _read_heading(self, title: _Title) -> None:
        written = self._resolved(title.text.rstrip("=# \t") if title.text[-1] in "=#" else title.text)
        inline = [next(filter(None, found)) for found in _INLINE_ID.findall(written)]
        shown = " ".join(_MARKS.sub(_unmarked, written).split())
        own = [*self._ids, *inline]
        anchor = self._names.unique(own[-1] if own else slug(shown))
        self.headings.append(Heading(title.level, shown, anchor, title.first + 1, title.after + 1))
        of_words = _BLANKS.sub("_", _NOT_OF_ID.sub("", shown.lower()).strip())
        self.anchors |= dict.fromkeys(own, anchor)
        self.labels += inline
        for spelled in (anchor, f"_{of_words.strip('_')}", slug(shown), shown):
            self.anchors.setdefault(spelled, anchor)
        self._ids = []

    def _read_line(self, at: int, line: str) -> None:
        if line.startswith("//") or len(line) > MAX_LINE:
            return
        if found := _ATTRIBUTE.fullmatch(line):
            self.attributes.setdefault(found[1], self._resolved((found[2] or "").strip()))
            return
        if ids := [next(filter(None, found)) for found in _ID.findall(line)] if line.startswith("[") else []:
            self._ids += ids
        elif line.strip() and not line.startswith(("[", ".")):
            self._ids = []
        section = self.headings[-1].anchor if self.headings else ""
        for written in _INLINE_ID.findall(line):
            self.labels.append(next(filter(None, written)))
            self.anchors.setdefault(self.labels[-1], section)
        for id_ in ids:
            self.labels.append(id_)
            self.anchors.setdefault(id_, section)
        self.links += self._links(at, line)

    def _links(self, at: int, line: str) -> Iterator[PageLink]:
        for found in _LINK.finditer(line):
            if found[1] and not found[3]:
                continue
            kind = (found[1] or "xref").lower()
            written = self._resolved(found[2] or found[4].strip())
            is_of_component = kind in ("xref", "include") and _OF_COMPONENT.match(written) is not None
            address = written if is_of_component else self._address(kind, written)
            if address:  # what its page does not state, its component may (`{project}`)
                form: LinkForm = "image" if kind == "image" else "component" if is_of_component else "link"
                columns = (len(line[:offset].encode()) + 1 for offset in found.span())
                start, end = columns
                yield PageLink(form, address, at + 1, start, at + 1, end)

    def _address(self, kind: str, written: str) -> str:
        """The address of a link from the folder of its page; "" if only its site knows it."""
        if "://" in written or written.startswith(("mailto:", "/")):
            return ""
        path, mark, anchor = written.partition("#")
        if kind == "xref" and not path.endswith(_SUFFIX):
            if mark and path:
                path += _SUFFIX  # `<<ropes#splice>>`
            elif not mark:
                return f"#{written}"  # `<<splice>>`
        of_module = _MODULE.match(self._path)
        if of_module and kind != "link":
            path = self._in_module(of_module, kind, path) if path else ""
        elif kind == "image" and (folder := self.attributes.get("imagesdir", "")):
            path = posixpath.join(folder, path)
        return f"{path}{mark}{anchor}" if path or anchor else ""

    def _in_module(self, of_module: re.Match[str], kind: str, path: str) -> str:
        """The path of what Antora calls `module:family$path`, from the folder of the page."""
        if "@" in path or path.count(":") > 1:
            return ""  # of another component, or another version
        if path.startswith(("./", "../")) or (kind == "include" and ":" not in path and "$" not in path):
            return path
        module, colon, rest = path.rpartition(":")
        found = _FAMILY.fullmatch(rest)
        family, rest = (f"{found[1]}s", found[2]) if found else (_FAMILIES[kind], rest)
        there = f"{of_module[1]}{module if colon else of_module[2]}/{family}/{rest}"
        return posixpath.relpath(there, posixpath.dirname(self._path) or ".")

    def _resolved(self, text: str) -> str:
        """A text with the attributes that the page has stated so far."""
        if "{" not in text:
            return text
        length = len(text) + sum(len(self.attributes.get(name, "")) for name in REFERENCE.findall(text))
        if length > min(MAX_RESOLVED, self._room):
            return text
        self._room -= length
        return REFERENCE.sub(lambda found: self.attributes.get(found[1], found[0]), text)


def _unmarked(found: re.Match[str]) -> str:
    """What a heading shows of a mark: nothing, and the whole of a link without brackets, which is text."""
    return "" if found["text"] is None else found[0]
