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
_TABLE = re.compile(r"\|===+[ \t]*")
_CELL = re.compile(r"(?:^|(?<=[ \t]))(?:\d{1,3}[+*])?[<^>]?[adehlms]?(?<!\\)\|")  # what a cell begins with
_COLUMNS = re.compile(r"""cols=["']?(?:(\d{1,2})\*|([^"'\]]+))""")
_NAMED_SIGN = re.compile(r"(?<!\w):[a-z_]{2,30}:(?!\w)")  # `:lock:`
_DIRECTIVE = re.compile(r"(?:ifdef|ifndef|ifeval|endif|include)::")
_REVISION = re.compile(r"(?:v?[\d.]+,[ \t]*)?(\d{4}-\d{2}-\d{2})(?:[:,].*)?[ \t]*")
_LIST = re.compile(r"(\*{1,5}|-|\.{1,5})[ \t]+(\S.*)")
_LINK = re.compile(
    r"(?<![\w\\])(?:xref|link):{1,2}(?P<path>[^\s\[\]<>]++)(?:\[(?P<text>[^\[\]\n]*)\])?"
    r"|<<(?P<file>[^<>,\n]+)(?:,[ \t]*+(?P<title>[^<>\n]*))?>>|(?P<url>https?://[^\s\[\]<>]++)(?:\[(?P<shown>[^\[\]\n]*)\])?"
)
_REFERENCE = re.compile(r"\{([A-Za-z][\w-]*)\}")
_METADATA = {
    "state": "status",
    **{key: key for key in ("status", "date", "deciders", "decision-makers", "tags", "owner", "consulted", "informed")},
    **{key: key.replace("-", " ") for key in ("superseded-by", "supersedes", "replaced-by", "replaces")},
    "revdate": "date",
    "author": "author",
    "authors": "authors",
    "keywords": "tags",
}


def as_markdown(text: str, *, has_any_key: bool = False) -> str:
    """Return a text of AsciiDoc as markdown of as many lines. Lines end in `\\n`. `has_any_key`: the tables and lists
    of its header may state more than the metadata of a decision, as those of proposals do."""
    return "\n".join(_Translator(text.split("\n"), has_any_key=has_any_key).lines())


class _Translator:
    """Translates the lines of one text."""

    def __init__(self, lines: Sequence[str], *, has_any_key: bool) -> None:
        self._lines = lines
        self._has_any_key = has_any_key
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
            elif _TABLE.fullmatch(line):
                yield from (table := self._table(at) if self._is_in_header else self._rows_of_markdown(at))
                at += len(table) - 1
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
        if line.startswith("//") or _is_mark(line):
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
        """The metadata that a definition list or a line of the revision states; None if it is no such line."""
        if found := _REVISION.fullmatch(line):
            return f"Date: {found[1]}"
        following = self._lines[at + 1].strip() if at + 1 < len(self._lines) else ""
        if found := _TERM.fullmatch(line):
            return self._stated(found["key"].strip(" *_"), found["value"] or following, self._has_any_key)
        return None

    def _table(self, start: int) -> list[str]:
        """The lines of a table that begins at a line, up to its last border: the metadata that its cells state, which
        are pairs of a key and a value, or a row of keys and a row of values."""
        end = next((at for at in range(start + 1, len(self._lines)) if _TABLE.match(self._lines[at])), start)
        rows = self._rows(start, end)
        pairs = [(row[0], row[1]) for row in rows if len(row) == 2]
        if len(rows) == 2 and len(rows[0]) > 2:
            pairs = list(zip(*rows, strict=False))
        found = [""] * (end - start + 1)
        for key, value in pairs:
            stated = self._stated(key[1].strip(" *_:"), value[1].strip(" *_"), self._has_any_key)
            found[key[0] - start] = found[key[0] - start] or stated
        return found

    def _rows_of_markdown(self, start: int) -> list[str]:
        """The lines of a table below the header: its first row and a rule at its beginning, and each other row at its
        own line, with bars between that keep them together."""
        end = next((at for at in range(start + 1, len(self._lines)) if _TABLE.match(self._lines[at])), start)
        rows = self._rows(start, end)
        found = ["|"] * (end - start) + [""]
        for row in rows[1:]:
            found[row[0][0] - start] = f"| {' | '.join(self._inline(cell.replace('|', '')) for _, cell in row)} |"
        if rows and end > start + 1:
            found[:2] = [f"| {' | '.join(self._inline(cell) for _, cell in rows[0])} |", "|--" * len(rows[0]) + "|"]
        return found

    def _rows(self, start: int, end: int) -> list[list[tuple[int, str]]]:
        """The rows of a table, as the line and the text of each cell. Where each cell has a line, they are pairs."""
        groups: list[list[tuple[int, str]]] = [[]]
        for at in range(start + 1, end):
            line = self._lines[at].strip()
            if not line:
                groups.append([])
            elif not line.startswith("//"):
                before, *cells = _CELL.split(line)
                if groups[-1] and before.strip():
                    number, text = groups[-1][-1]
                    groups[-1][-1] = (number, f"{text} {before.strip()}")
                groups[-1] += [(at, cell.strip()) for cell in cells]
        in_line = max((len(_CELL.findall(line)) for line in self._lines[start + 1 : end]), default=0)
        count = max(self._columns(start), in_line, 2)  # a blank line ends a row at the latest
        return [group[at : at + count] for group in groups for at in range(0, len(group), count)]

    def _columns(self, start: int) -> int:
        """How many columns the line above a table says that it has, 0 if it does not say it."""
        found = _COLUMNS.search(self._lines[start - 1]) if start else None
        return int(found[1]) if found and found[1] else found[2].count(",") + 1 if found else 0

    def _stated(self, key: str, value: str, has_any_key: bool = False) -> str:
        """A line of metadata, blank if the key is none of a decision and not any key counts."""
        name = _METADATA.get(key.lower().replace(" ", "-").replace("_", "-")) or (key if has_any_key else "")
        value = " ".join(_NAMED_SIGN.sub(" ", value).split())
        return f"{name.capitalize()}: {self._inline(value)}" if name and value else ""

    def _inline(self, text: str) -> str:
        return _LINK.sub(_link, self._resolved(text))

    def _resolved(self, text: str) -> str:
        """A text with the attributes that were stated so far."""
        return _REFERENCE.sub(lambda found: self._attributes.get(found[1].lower(), found[0]), text)


def _is_mark(line: str) -> bool:
    """Whether a line is a border, a style or a directive, and no text."""
    return any(mark.fullmatch(line) for mark in (_BORDER, _STYLE)) or _DIRECTIVE.match(line) is not None


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
