"""Parses requirement markdown: the text of one file to its unit, or to None when the file has no requirement.

A header is a header if it has the shape of one: which ids the project has is not known yet. Where that turns out to be
wrong, the file is parsed again with `HeaderCorrections`.
"""

import json
import re
from bisect import bisect_left
from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from compiler.languages.requirements.configuration.ids import BARE_ID
from compiler.languages.requirements.records import ForeignHeader, LineRange, MarkdownFile, NearHeader
from compiler.text.html_comments import html_comments

if TYPE_CHECKING:
    from compiler.languages.requirements.syntax.blocks import FileParts

_ID = r"[A-Za-z][A-Za-z0-9]*(?:[-_.][A-Za-z0-9]+)+"
_BARE_HEADER = re.compile(rf"^#{{1,6}}[ \t]+{BARE_ID}:[ \t]+\S", re.MULTILINE)
_HEADER = re.compile(rf"^#{{1,6}}[ \t]*({_ID}):", re.MULTILINE)
_MARK = re.compile(r"^\*End\*|^[*_# \t]{0,8}(?i:assertions|level|status)(?![A-Za-z])", re.MULTILINE)
_DEFINITION = re.compile(r"^[^\s#>|:-][^\n]*\n: +\S", re.MULTILINE)
# A line without number signs must be followed by metadata, since prose may begin with an id too.
_NEAR_HEADER = re.compile(
    rf"\n(?:#{{1,6}}({_ID}):[ \t]*\S|#{{1,6}}[ \t]+({_ID}):[^\s#]"
    rf"|({_ID}):[ \t]*\S(?=[^\n]*\n\s*[*_]{{0,2}}(?i:level|status)(?![A-Za-z]))"
    rf"|#{{1,6}}[ \t]+({BARE_ID}):[ \t]+\S)"
)
_FENCE = re.compile(r"^[ \t]*```", re.MULTILINE)
# What begins a part of a specification: a heading, a label, an End marker, a field.
_PART = re.compile(
    r"#{1,6}[ \t]|[A-Za-z0-9]{1,6}\.[ \t]|\*End\*"
    r"|[ \t]*[*_]{0,2}(?i:level|status|implements|refines|satisfies|template)\b"
)
_FIELD = r"[*_]{0,2}(?:level|status|implements|refines|satisfies|integrates)[*_]{0,2}[ \t]*[:=]"
# A line of metadata in which blanks alone stand between two fields, and these blanks.
_LOOSE_METADATA = re.compile(rf"^[ \t]*{_FIELD}[^\n]*[^|\s][ \t]+{_FIELD}[^\n]*", re.IGNORECASE | re.MULTILINE)
_BETWEEN_FIELDS = re.compile(rf"(?<=[^|\s])[ \t]([ \t]*)(?={_FIELD})", re.IGNORECASE)
# Put before an id, these prevent a header and make one; Python strips them as white space, the grammar does not.
_NO_HEADER, _IS_HEADER = "\x1f", "\x1e"


class HeaderCorrections(NamedTuple):
    """The lines of headers whose ids are foreign, so that they are headings, and of near headers to be accepted.

    As JSON they are the role in which a markdown file is parsed again.
    """

    foreign: tuple[int, ...] = ()
    accepted: tuple[int, ...] = ()

    def role(self) -> str:
        """The corrections as a role, "" when there are none."""
        return json.dumps(self) if any(self) else ""

    @classmethod
    def from_role(cls, role: str) -> "HeaderCorrections":
        foreign, accepted = json.loads(role)
        return cls(tuple(foreign), tuple(accepted))


def parse_markdown(path: str, text: str, corrections: HeaderCorrections | None = None) -> MarkdownFile | None:
    """The unit of a file. `corrections` names the lines whose headers are read differently."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    if not corrections and not _is_promising(text):
        return _bare_headers(path, text)
    from compiler.languages.requirements.syntax.blocks import grammar  # most markdown needs no grammar
    from compiler.languages.requirements.syntax.lexer import Lines

    text = without_hidden_blocks(text if text.endswith("\n") else text + "\n")
    text = _LOOSE_METADATA.sub(lambda found: _BETWEEN_FIELDS.sub(r"|\1", found.group()), text)
    near = tuple(_near_headers(text))
    foreign: tuple[ForeignHeader, ...] = ()
    if corrections:
        text, foreign = _corrected(text, corrections)
    parts: FileParts = grammar().parse(Lines(text))  # type: ignore[assignment]
    return MarkdownFile(path, *parts, near, foreign)


def _bare_headers(path: str, text: str) -> MarkdownFile | None:
    """The unit of a file without requirements unless the settings make its bare ids headers; None without such ids."""
    if not (_BARE_HEADER.search(text) and _MARK.search(text)):
        return None
    near = tuple(_near_headers(without_hidden_blocks(text if text.endswith("\n") else text + "\n")))
    return MarkdownFile(path, (), (), (), (), near) if near else None


def without_hidden_blocks(text: str) -> str:
    """Return the text with blanks in place of the HTML comments in which a line reads like a part of a specification.
    Other comments stay, since the hash of a requirement counts them."""
    if "<!--" not in text:
        return text
    lines = text.split("\n")
    for comment in html_comments(lines):
        hidden = range(comment.first + 1, comment.last + 1)
        if any(_PART.match(lines[at]) for at in hidden):
            lines[comment.first] = lines[comment.first][: comment.start]
            lines[comment.last] = lines[comment.last][comment.end :]
            lines[comment.first + 1 : comment.last] = [""] * (comment.last - comment.first - 1)
    return "\n".join(lines)


def _corrected(text: str, corrections: HeaderCorrections) -> tuple[str, tuple[ForeignHeader, ...]]:
    """The text with its headers rewritten, and the foreign headers as they were."""
    lines = text.split("\n")
    foreign: list[ForeignHeader] = []
    for number in corrections.foreign:
        line = lines[number - 1]
        native_id, title = _header_parts(line)
        foreign.append(ForeignHeader(native_id, LineRange(number, number, len(line.rstrip().encode()) + 1)))
        lines[number - 1] = f"## {_NO_HEADER}{native_id}: {title}"
    for number in corrections.accepted:
        native_id, title = _header_parts(lines[number - 1])
        if native_id.isalnum():
            signs, blanks, rest = re.split(r"([ \t]+)", lines[number - 1], maxsplit=1)
            lines[number - 1] = f"{signs}{blanks[:-1]}{_IS_HEADER}{rest}"
        else:
            lines[number - 1] = f"## {native_id}: {title}"
    return "\n".join(lines), tuple(foreign)


def _header_parts(line: str) -> tuple[str, str]:
    """The id and the title of a header, or of a line that almost is one."""
    native_id, title = line.lstrip("#").strip().split(":", 1)
    return native_id, title.strip()


def _is_promising(text: str) -> bool:
    """Whether a text may hold a requirement, a journey or a term: a quick check that spares most markdown a parse."""
    has_header = False
    for found in islice(_HEADER.finditer(text), 20):
        if any(map(str.isdigit, found[1])):
            return True
        has_header = True
    return bool(has_header and _MARK.search(text)) or ("\n: " in text and bool(_DEFINITION.search(text)))


def _near_headers(text: str) -> Iterator[NearHeader]:
    """The lines outside of fences that are almost headers."""
    fences: list[int] | None = None  # the offsets of all fence lines
    line, counted = 1, 0
    # The pattern begins with a line break, since a search for that is much faster than one for "^".
    for found in _NEAR_HEADER.finditer(f"\n{text}"):
        start = found.start()
        if fences is None:
            fences = [match.start() for match in _FENCE.finditer(text)]
        if bisect_left(fences, start) % 2 == 0:
            line += text.count("\n", counted, start)
            counted = start
            native_id = next(filter(None, found.groups()))
            yield NearHeader(native_id, line, text[start : text.index("\n", start)].rstrip())
