"""Index pages of decisions, `adr/README.md`: what their tables and lists say of the status of each record."""

import re
from collections.abc import Iterator

from compiler.languages.knowledge.field_words import field_word
from compiler.languages.knowledge.markdown import IN_REPOSITORY, joined_path
from compiler.languages.knowledge.records import Settings
from compiler.languages.knowledge.stated_fields import plain, table_rows
from compiler.languages.knowledge.syntax.decisions.statuses import status_of

FORMAT = "decision-index"
_NAME = re.compile(r"(?:^|/)(?:0+[-_])?(?:readme|index|overview|_index)\.(?:md|markdown|mdx)$", re.IGNORECASE)
_LINK = re.compile(r"\]\([ \t]*<?([^()\s#<>]{1,300})")
_ITEM = re.compile(
    r"[ \t]*+[-*+][ \t]++\[[^\]\n]{1,200}\]\([^()\n]{1,300}\)[^\n]{0,200}?(?:[-–—:(\[|][ \t*_`]{0,4})"
    r"([A-Za-z]{2,20})[)\]*_`.]{0,4}[ \t]{0,9}$"
)
# A heading over a list of the records that have its status: `## Accepted`, `### Rejected RFCs`.
_HEADING = re.compile(r"#{1,6}[ \t]+(.*)")
_STATUS_HEADING = re.compile(
    r"\W*(drafts?|withdrawn|obsolete|[a-z]{4,12}ed)(?:[ \t]+(?:[a-z]{1,4}ps|rf[cd]s|adrs|proposals|decisions))?\W*",
    re.IGNORECASE,
)
_LISTED = re.compile(r"[ \t]*+(?:[-*+]|\d{1,4}[.)])[ \t]++(?:[*_~]{0,2}\[|[A-Z]{2,8}[-_ #]?\d{1,6}\b)")


def may_be_index(path: str, text: str) -> bool:
    """A quick test of a page."""
    return _NAME.search(path) is not None and "](" in text and ".md" in text


def parse_index(path: str, text: str) -> Settings | None:
    """The statuses that an index gives to the pages it links to; None if it gives none."""
    folder = path.rpartition("/")[0]
    rows = (
        (IN_REPOSITORY.split(target)[-1], target, word) for target, word in _rows(text.split("\n")) if status_of(word)
    )
    found = [(path if path != target else joined_path(folder, target), word) for path, target, word in rows]
    return Settings(path, FORMAT, folder, listed=tuple(found)) if found else None


def _rows(lines: list[str]) -> Iterator[tuple[str, str]]:
    for rows in table_rows(lines):
        names = [field_word(cell) for cell in rows[0][1]] if rows else []
        at = names.index("status") if "status" in names else -1
        for row, cells in rows[1:] if at >= 0 else ():
            link = _LINK.search(lines[row])  # a link may be struck through, which the cells leave out
            if link and at < len(cells):
                yield link[1], plain(cells[at])
    section = ""
    for line in lines:
        if heading := _HEADING.match(line):
            named = _STATUS_HEADING.fullmatch(heading[1])
            section = named[1].casefold().removesuffix("s") if named else ""
        item = _ITEM.match(line)
        word = item[1] if item and status_of(item[1]) else section if _LISTED.match(line) else ""
        if word and (link := _LINK.search(line)):
            yield link[1], word
