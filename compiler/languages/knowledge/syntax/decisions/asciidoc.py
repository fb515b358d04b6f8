"""A decision in AsciiDoc as the markdown that says the same, line by line, so that one parser reads both.

Every line keeps its number. Headings, lists, links and blocks of code become those of markdown. What is known of a
decision by attributes (`:status: accepted`), by a definition list (`Status:: accepted`) or by a table of two columns
becomes a line `Status: accepted`. Other attributes, comments and the lines that style blocks become blank.
"""

import re
from collections.abc import Iterator, Sequence

SUFFIXES = (".adoc", ".asciidoc")
MAX_LINE = 20_000  # characters; a longer line is data, and stays as it is

_HEADING = re.compile(r"(={1,6})[ \t]+(\S.*?)(?:[ \t]+=+)?[ \t]*")
_UNDERLINES = "=-~^+"  # of headings of two lines, by level
_CODE_BORDER = re.compile(r"(?:-{4,}|\.{4,}|\+{4,}|`{3,}.*)[ \t]*")
_COMMENT_BORDER = re.compile(r"/{4,}[ \t]*")
_BORDER = re.compile(r"(?:={4,}|\*{4,}|_{4,}|--|[|,:!]===+)[ \t]*")
_STYLE = re.compile(r"\[[^\]]*\]{1,2}[ \t]*")
_ATTRIBUTE = re.compile(r":!?([A-Za-z][\w-]*)!?:(?:[ \t]+(.*))?")
_TERM = re.compile(r"(?P<key>[A-Za-z*_][\w *_-]{0,40}?)::[ \t]*(?P<value>.*)")
_CELLS = re.compile(r"[ah]?\|[ \t]*([^|]*?)[ \t]*(?:[ah]?\|[ \t]*([^|]*?)[ \t]*)?")
_REVISION = re.compile(r"(?:v?[\d.]+,[ \t]*)?(\d{4}-\d{2}-\d{2})(?:[:,].*)?[ \t]*")
_LIST = re.compile(r"(\*{1,5}|-|\.{1,5})[ \t]+(\S.*)")
_LINK = re.compile(
    r"(?<![\w\\])(?:xref|link):{1,2}(?P<path>[^\s\[\]<>]++)(?:\[(?P<text>[^\[\]\n]*)\])?"
    r"|<<(?P<file>[^<>,\n]+)(?:,[ \t]*+(?P<title>[^<>\n]*))?>>|(?P<url>https?://[^\s\[\]<>]++)(?:\[(?P<shown>[^\[\]\n]*)\])?"
)
_REFERENCE = re.compile(r"\{([A-Za-z][\w-]*)\}")
_METADATA = {
    **{one: one for one in ("status", "date", "deciders", "decision-makers", "tags", "owner", "consulted", "informed")},
    **{one: one.replace("-", " ") for one in ("superseded-by", "supersedes", "replaced-by", "replaces")},
    "revdate": "date",
    "author": "author",
    "authors": "authors",
    "keywords": "tags",
}


def is_asciidoc(path: str) -> bool:
    """Return whether a file is AsciiDoc by its suffix."""
    return path.lower().endswith(SUFFIXES)


def as_markdown(text: str) -> str:
    """Return a text of AsciiDoc as markdown of as many lines. Lines end in `\\n`."""
    return "\n".join(_Translator(text.split("\n")).lines())


class _Translator:
    """Translates the lines of one text."""

    def __init__(self, lines: Sequence[str]) -> None:
        self._lines = lines
        self._attributes: dict[str, str] = {}
        self._is_in_header = True  # before the first section

    def lines(self) -> Iterator[str]:
        """Give the lines of markdown."""
        closing = ""  # the border of the block of code or the comment around
        is_comment = False
        at = 0
        while at < len(self._lines):
            line = self._lines[at].rstrip()
            if closing:
                is_end = line == closing
                yield "```" if is_end and not is_comment else "" if is_comment else line
                closing = "" if is_end else closing
            elif (heading := self._heading(at)) is not None:
                yield from heading
                at += len(heading) - 1
            elif _COMMENT_BORDER.fullmatch(line):
                closing, is_comment = line, True
                yield ""
            elif _CODE_BORDER.fullmatch(line):
                closing, is_comment = ("```" if line[0] == "`" else line), False
                yield "```"
            else:
                yield self._line(at, line) if len(line) <= MAX_LINE else line
            at += 1

    def _heading(self, at: int) -> list[str] | None:
        """The lines of a heading that begins at a line: one, or two with the line of signs below it."""
        line = self._lines[at].rstrip()
        if found := _HEADING.fullmatch(line):
            self._is_in_header = self._is_in_header and len(found[1]) == 1
            return [f"{'#' * len(found[1])} {self._inline(found[2])}"]
        below = self._lines[at + 1].rstrip() if at + 1 < len(self._lines) else ""
        is_underline = len(below) > 3 and below[0] in _UNDERLINES and below == below[0] * len(below)
        above = self._lines[at - 1].strip() if at else ""
        is_free = not above or above.startswith(("[", "//", ":"))
        if not (is_underline and is_free and line[:1].isalnum() and abs(len(below) - len(line)) <= 2):
            return None
        level = _UNDERLINES.index(below[0]) + 1
        self._is_in_header = self._is_in_header and level == 1
        return [f"{'#' * level} {self._inline(line)}", ""]

    def _line(self, at: int, line: str) -> str:
        """A line outside of code and headings."""
        if line.startswith("//") or _BORDER.fullmatch(line) or _STYLE.fullmatch(line):
            return ""
        if found := _ATTRIBUTE.fullmatch(line):
            value = self._resolved((found[2] or "").strip())
            self._attributes[found[1].lower()] = value
            return self._stated(found[1], value)
        if self._is_in_header and (stated := self._stated_by_layout(at, line)) is not None:
            return stated
        if found := _LIST.fullmatch(line.lstrip()):
            return f"{'  ' * (len(found[1]) - 1)}- {self._inline(found[2])}"
        return self._inline(line.removesuffix(" +"))

    def _stated_by_layout(self, at: int, line: str) -> str | None:
        """The metadata that a definition list, a row of a table or a line of the revision states; None if it is no such
        line."""
        if found := _REVISION.fullmatch(line):
            return f"Date: {found[1]}"
        following = self._lines[at + 1].strip() if at + 1 < len(self._lines) else ""
        if found := _TERM.fullmatch(line):
            return self._stated(found["key"].strip(" *_"), found["value"] or following)
        if (cells := _CELLS.fullmatch(line)) and cells[1]:
            value = cells[2] if cells[2] is not None else following.removeprefix("|").strip()
            return self._stated(cells[1].strip(" *_:"), value.strip(" *_"))
        return None

    def _stated(self, key: str, value: str) -> str:
        """A line of metadata, blank if the key is none of a decision."""
        name = _METADATA.get(key.lower().replace(" ", "-").replace("_", "-"))
        return f"{name.capitalize()}: {self._inline(value)}" if name and value else ""

    def _inline(self, text: str) -> str:
        return _LINK.sub(_link, self._resolved(text))

    def _resolved(self, text: str) -> str:
        """A text with the attributes that were stated so far."""
        return _REFERENCE.sub(lambda found: self._attributes.get(found[1].lower(), found[0]), text)


def _link(found: re.Match[str]) -> str:
    """A link as markdown has it. `xref:0003-pick#[]` and `<<0003-pick#>>` lead to `0003-pick.adoc`."""
    if found["text"] is found["shown"] is found["file"] is None:
        return found[0]  # without its brackets it is text
    if found["url"]:
        return f"[{found['shown'] or found['url']}]({found['url']})"
    path, mark, anchor = (found["path"] or found["file"]).partition("#")
    text = (found["text"] if found["path"] else found["title"]) or path.rpartition("/")[2].removesuffix(SUFFIXES[0])
    if not mark and found["file"] and "." not in path:
        return f"[{text}](#{path})"  # `<<splice>>` leads to an anchor of the page
    if mark and path and "." not in path.rpartition("/")[2]:
        path += SUFFIXES[0]
    return f"[{text}]({path}{f'#{anchor}' if anchor else ''})"
