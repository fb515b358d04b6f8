"""Index pages of decisions, `adr/README.md`: what their tables and lists say of the status of each record."""

import re
from collections.abc import Iterator

from compiler.languages.knowledge.field_words import field_word
from compiler.languages.knowledge.markdown import IN_REPOSITORY, joined_path
from compiler.languages.knowledge.records import Settings
from compiler.languages.knowledge.stated_fields import plain, table_rows
from compiler.languages.knowledge.syntax.decisions.statuses import status_of

FORMAT = "decision-index"
MIN_ROWS = 2
_NAME = re.compile(r"(?:^|/)(?:0+[-_])?(?:readme|index|overview|_index)\.(?:md|markdown|mdx)$", re.IGNORECASE)
_LINK = re.compile(r"\]\([ \t]*<?([^()\s#<>]{1,300})")
_ITEM = re.compile(
    r"[ \t]*+[-*+][ \t]++\[[^\]\n]{1,200}\]\([^()\n]{1,300}\)[^\n]{0,200}?(?:[-–—:(\[|][ \t*_`]{0,4})"
    r"([A-Za-z]{2,20})[)\]*_`.]{0,4}[ \t]{0,9}$"
)


def may_be_index(path: str, text: str) -> bool:
    """A quick test of a page."""
    return _NAME.search(path) is not None and "](" in text and ".md" in text


def parse_index(path: str, text: str) -> Settings | None:
    """The statuses that an index gives to the pages it links to; None if it gives fewer than two."""
    folder = path.rpartition("/")[0]
    rows = (
        (IN_REPOSITORY.split(target)[-1], target, word) for target, word in _rows(text.split("\n")) if status_of(word)
    )
    found = [(path if path != target else joined_path(folder, target), word) for path, target, word in rows]
    return Settings(path, FORMAT, folder, listed=tuple(found)) if len(found) >= MIN_ROWS else None


def _rows(lines: list[str]) -> Iterator[tuple[str, str]]:
    for rows in table_rows(lines):
        names = [field_word(cell) for cell in rows[0][1]] if rows else []
        at = names.index("status") if "status" in names else -1
        for row, cells in rows[1:] if at >= 0 else ():
            link = _LINK.search(lines[row])  # a link may be struck through, which the cells leave out
            if link and at < len(cells):
                yield link[1], plain(cells[at])
    for line in lines:
        item = _ITEM.match(line)
        link = _LINK.search(line) if item else None
        if item and link:
            yield link[1], item[1]
