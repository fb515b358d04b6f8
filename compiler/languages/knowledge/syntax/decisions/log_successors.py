"""What supersedes a decision of a log, by its status: `superseded in v2, see decisions 9–11`."""

import re
from collections.abc import Iterator, Sequence

from compiler.languages.knowledge.decision_names import YEARLY
from compiler.languages.knowledge.records import Reference
from compiler.languages.knowledge.stated_fields import without_addresses
from compiler.languages.knowledge.syntax.decisions.statements import is_supersession, statement

MAX_RANGE = 20  # decisions that "decisions 9-11" may cite
# `ADR-3`, `#3`, `decisions 9–11`, and behind "by" a mere number.
_CITED = re.compile(
    rf"(?P<year>(?<![A-Za-z0-9])(?:ADR|D|DEC)[- #_]{YEARLY})|"
    r"(?:(?<![A-Za-z0-9])(?:d[ée]cisions?|decisi[óo]n|decis[ãa]o|decisione|Entscheidung|ADR|D|DEC)[- #]?"
    r"|#|\bby[ \t]+(?=\d{1,3}[ \t]*(?:$|[,;.(&]|and\b)))0*(\d{1,4})"
    r"(?:[ \t]*[–-][ \t]*0*(\d{1,4}))?",
    re.IGNORECASE,
)
_PARTS = re.compile(r"\b(?:half|part|parts|partly|partially)\b|部分", re.IGNORECASE)


def is_in_part(status: str) -> bool:
    """Whether a status speaks of a part of the decision."""
    return _PARTS.search(status) is not None


def successors(status: str, line: int) -> Iterator[Reference]:
    """Yield what supersedes a decision by the status that stands in a line."""
    if not is_supersession(statement(status).lead if status else "") or is_in_part(status):
        return
    for found in _CITED.finditer(without_addresses(status)):
        if found["year"]:
            names: Sequence[object] = (found["year"],)
        else:
            names = _range(int(found[2]), int(found[3] or found[2]))
        for name in names:
            yield Reference("supersedes", True, "superseded by", str(name), line, is_quiet=True)


def _range(first: int, last: int) -> Sequence[int]:
    return range(first, last + 1) if first <= last < first + MAX_RANGE else (first,)
