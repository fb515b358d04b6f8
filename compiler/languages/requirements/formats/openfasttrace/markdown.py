"""Parses specification items in markdown and reStructuredText, line by line.

What a line means depends on the lines before it: `_Reader.state` says where the reader is. The rules are those of the
published program, in places where markdown would have others too: an id begins an item inside of most fences, and a
line of `---` ends an item, since it makes a title of the line above.
"""

import re
from dataclasses import dataclass, field
from string import ascii_letters

from compiler.languages.requirements.formats.openfasttrace.ids import ID, TYPES, canonical, listed_types, parse_id
from compiler.languages.requirements.formats.openfasttrace.tags import read_tags
from compiler.languages.requirements.formats.records import Cited, Item, Need, Place, Tag, Unread

# Where the reader is: outside of items, in a fence there, below a title, in an item before its text, in a text, and in
# the lists of an item.
OUTSIDE, FENCE, TITLE, ITEM, TEXT, COVERS, DEPENDS, NEEDS, TAGS, LISTED = range(10)

_ID = re.compile(rf"`?({ID})")
_TITLE = re.compile(r"#+\s*(.*)")
_UNDERLINE = re.compile(r"(?:={3,}|-{3,})\s*")
_STATUS = re.compile(r"Status:\s*(draft|proposed|approved|rejected)\s*")
_KEYWORD = re.compile(r"(Description|Rationale|Comment|Covers|Depends|Needs|Tags):\s*")
_LIST = re.compile(rf"(Needs|Tags):\s*({TYPES})\s*")
_BULLET = re.compile(r"\s*[*+-]\s*(\w+)\s*")
_MEMBER = re.compile(r"\s*[*+-]")
_CITED = re.compile(rf"(?<![a-zA-Z]){ID}")  # begins where letters do, so that a search takes linear time
_ARROW = "-->"
_FORWARDED = re.compile(rf"\s*({TYPES})\s*:\s*({ID})")  # behind the arrow
_FENCE_BEGIN = re.compile(r"\s*(?:`{3,}|~{3,})\w*\s*")
_FENCE_END = re.compile(r"\s*(?:`{3,}|~{3,})\s*")
_SWITCH = re.compile(r"oft:(on|off)")
_COMMENT = re.compile(r"\s*(?:<!--\s*\[.*\]\s*-->|\.\.\s+\[.*\])\s*")  # alone on its line, where tags are read
_LIKE_KEYWORD = re.compile(
    r"\s{0,3}(?:[*_]{1,2})?(Covers|Depends|Needs|Tags|Status)(?:[*_]{1,2})?[ \t]*:(?:[*_]{1,2})?(?=\s|$)", re.IGNORECASE
)
_PROMISING = re.compile(rf"^`?{ID}", re.MULTILINE)

_STATE_OF = {"Covers": COVERS, "Depends": DEPENDS, "Needs": NEEDS, "Tags": TAGS}
_KIND_OF = {COVERS: "implements", DEPENDS: "depends_on"}
APPROVED = "approved"
_STATUSES = ("draft", "proposed", APPROVED, "rejected")


def is_promising(text: str) -> bool:
    """Whether a text may state an item: a quick check that spares most pages a parse."""
    return "~" in text and ("->" in text or bool(_PROMISING.search(text)))


def read_page(text: str) -> tuple[list[Item], list[Tag], list[Unread]]:
    """Return the items of a page, the tags in its comments, and the lines that look like statements of an item and are
    none."""
    reader = _Reader(text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n"))
    reader.read()
    tags, tagged, _ = read_tags("\n".join(reader.comments))
    return reader.items + tagged, tags, reader.unread


@dataclass(slots=True)
class _Open:
    """An item that is being read. `text_of` are the lines of each text by its keyword."""

    id: str
    title: str
    first: int
    status: str = APPROVED
    needs: dict[str, Need] = field(default_factory=dict)
    tags: dict[str, None] = field(default_factory=dict)
    cites: list[Cited] = field(default_factory=list)
    text_of: dict[str, list[str]] = field(default_factory=dict)


@dataclass(slots=True)
class _Reader:
    """Reads the lines of one page. `title` is that of the heading above, `into` the keyword of the text; `comments` are
    the lines that a tag may stand in, "" for each other line."""

    lines: list[str]
    items: list[Item] = field(default_factory=list)
    unread: list[Unread] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)
    state: int = OUTSIDE
    title: str = ""
    into: str = "Description"
    open: _Open | None = None
    last: int = 0  # the last line of the open item that is not blank

    def read(self) -> None:
        """Read all lines."""
        is_off = is_underline = False
        for at, line in enumerate(self.lines):
            number = at + 1
            is_comment = self.state != FENCE and not is_off and _COMMENT.fullmatch(line)
            self.comments.append(line if is_comment else "")
            if switch := _SWITCH.search(line):
                is_off = switch[1] == "off"
            elif is_off or is_underline:
                is_underline = False
            elif self.state == FENCE:
                self.state = OUTSIDE if _FENCE_END.fullmatch(line) else FENCE
            else:
                following = self.lines[number] if number < len(self.lines) else ""
                is_underline = self._take(number, line, following)
                if self.open and line.strip():
                    self.last = number
        self._end()

    def _take(self, number: int, line: str, following: str) -> bool:
        """Read a line. Return whether the next one only underlines it as a title."""
        if found := _ID.match(line):
            self._begin(found[1], number)
        elif self.state == ITEM and self.open and (found := _STATUS.fullmatch(line)):
            self.open.status = found[1]
        elif found := _TITLE.fullmatch(line):
            self._heading(found[1])
        elif _UNDERLINE.fullmatch(following):
            self._heading(line)
            return True
        elif not (self.open and self._statement(number, line)) and not self._forward(number, line):
            self._text(number, line)
        return False

    def _begin(self, written: str, number: int) -> None:
        title = self.title if self.state == TITLE else ""
        self._end()
        self.open = _Open(canonical(written), title, number)
        self.state, self.title, self.into = ITEM, "", "Description"

    def _heading(self, title: str) -> None:
        self._end()
        self.state, self.title = TITLE, title.strip()

    def _statement(self, number: int, line: str) -> bool:
        """Read a keyword, or a member of a list. Return whether the line is one."""
        item = self.open
        if item is None:
            return False
        if found := _LIST.fullmatch(line):
            column = len(line[: found.start(2)].encode()) + 1
            self._list(found[1], found[2], Place(number, column, column + len(found[2].encode())))
            self.state = TAGS if found[1] == "Tags" else LISTED
        elif found := _KEYWORD.fullmatch(line):
            return self._keyword(found[1])
        elif self.state in (NEEDS, TAGS) and (found := _BULLET.fullmatch(line)):
            column = len(line[: found.start(1)].encode()) + 1
            name = "Needs" if self.state == NEEDS else "Tags"
            self._list(name, found[1], Place(number, column, column + len(found[1].encode())))
        elif self.state in _KIND_OF and _MEMBER.match(line) and _CITED.search(line):
            self._cite(number, line)
        else:
            return False
        return True

    def _keyword(self, name: str) -> bool:
        """Begin a text or a list. A Description may only be the first text of an item."""
        if name == "Description" and self.state != ITEM:
            return False
        if name in _STATE_OF:
            self.state = _STATE_OF[name]
        else:
            self.state, self.into = TEXT, name
        return True

    def _list(self, name: str, written: str, place: Place) -> None:
        item = self.open
        if item is None:
            return
        for type_ in listed_types(written):
            if name == "Needs":
                item.needs.setdefault(type_, Need(type_, place))
            else:
                item.tags[type_] = None

    def _cite(self, number: int, line: str) -> None:
        """Read a member of a list of ids; of several ids in one line the last counts."""
        every = [*_CITED.finditer(line)]
        found = every[-1]
        column = len(line[: found.start()].encode()) + 1
        place = Place(number, column, column + len(found[0].encode()))
        if self.open:
            self.open.cites.append(Cited(_KIND_OF[self.state], canonical(found[0]), place))
            if len(every) > 1 and "](" not in line:
                self._leave_unread(number, line, "only the last id of a line is read")

    def _forward(self, number: int, line: str) -> bool:
        """Read `arch --> dsn : req~a~1`: an item of the first type covers the id and needs the others. It ends the open
        item. In a rationale or comment it is text."""
        is_text = self.state == TEXT and self.into != "Description"
        kind, found = ("", None) if is_text else _forward_in(line)
        covered = parse_id(found[2]) if found else None
        if found is None or covered is None:
            return False
        self._end()
        start, end = (len(line[:at].encode()) + 1 for at in found.span(2))
        needs_at, needs_end = (len(line[:at].encode()) + 1 for at in found.span(1))
        needs = tuple(Need(type_, Place(number, needs_at, needs_end)) for type_ in listed_types(found[1]))
        cites = (Cited("implements", str(covered), Place(number, start, end)),)
        own = covered._replace(type=kind)
        length = len(line.encode()) + 1
        self.items.append(
            Item(str(own), "", own.type, APPROVED, "", number, number, length, needs, cites, (("forwards", found[2]),))
        )
        self.state = OUTSIDE
        return True

    def _text(self, number: int, line: str) -> None:
        """Read a line that is no statement."""
        if not line.strip():
            if self.state == TEXT and self.open:
                self.open.text_of.setdefault(self.into, []).append("")
            elif self.state in (NEEDS, TAGS):
                self.state = LISTED
            return
        if self.open is None:
            self._outside(number, line)
            return
        self._check_keyword(number, line)
        if self.state in _KIND_OF:
            if _BULLET.match(line) or "~" in line:
                self._leave_unread(number, line, "it holds no id such as req~name~1 behind a bullet")
        elif self.state != TEXT:
            self.state, self.into = TEXT, "Description"
        into = self.into if self.state == TEXT else "Description"
        self.open.text_of.setdefault(into, []).append(line)

    def _outside(self, number: int, line: str) -> None:
        if self.items and (_KEYWORD.fullmatch(line) or _LIST.fullmatch(line)):
            self._leave_unread(number, line, "it stands outside of every item: a heading or a line '---' ended it")
        if self.state == OUTSIDE and _FENCE_BEGIN.fullmatch(line):
            self.state = FENCE
        else:
            self.state = OUTSIDE

    def _check_keyword(self, number: int, line: str) -> None:
        """Report a line that was meant as a keyword and is text."""
        found = _LIKE_KEYWORD.match(line)
        if found is None:
            return
        name = found[1].capitalize()
        if name == "Status" and line.strip().partition(":")[2].strip().lower() not in _STATUSES:
            reason = "a status is one of draft, proposed, approved, rejected"
        elif name == "Status":
            reason = "a status stands before the text of an item, in small letters"
        elif name in ("Covers", "Depends"):
            reason = f"'{name}:' stands alone on its line, and its ids below it, each behind a bullet"
        else:
            reason = f"'{name}:' begins a line, and words with commas between them follow"
        self._leave_unread(number, line, reason)

    def _leave_unread(self, number: int, line: str, reason: str) -> None:
        self.unread.append(Unread(line.strip(), reason, Place(number, 1, len(line.encode()) + 1)))

    def _end(self) -> None:
        """Close the open item."""
        item, self.open = self.open, None
        if item is None:
            return
        last = max(self.last, item.first)
        fields = [(name.lower(), text) for name in ("Rationale", "Comment") if (text := _joined(item.text_of, name))]
        if item.tags:
            fields.append(("tags", ", ".join(item.tags)))
        known = parse_id(item.id)
        self.items.append(
            Item(
                item.id,
                item.title,
                known.type if known else "",
                item.status,
                _joined(item.text_of, "Description"),
                item.first,
                last,
                len(self.lines[last - 1].encode()) + 1,
                tuple(item.needs.values()),
                tuple(item.cites),
                tuple(fields),
            )
        )
        self.last = 0


def _forward_in(line: str) -> "tuple[str, re.Match[str] | None]":
    """The artifact type before an arrow, and what stands behind it; of several arrows those of the first that has
    both."""
    at = line.find(_ARROW)
    while at >= 0:
        end = at
        while end and line[end - 1].isspace():
            end -= 1
        start = end
        while start and line[start - 1] in ascii_letters:
            start -= 1
        if start < end and (found := _FORWARDED.match(line, at + len(_ARROW))):
            return line[start:end], found
        at = line.find(_ARROW, at + 1)
    return "", None


def _joined(text_of: dict[str, list[str]], name: str) -> str:
    return "\n".join(text_of.get(name, ())).strip("\n")
