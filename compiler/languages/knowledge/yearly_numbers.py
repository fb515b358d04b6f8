"""Numbers of records that begin anew each year or day: `ADR-2024-001`, `ADR_20250728_02`, `RFC-2024-7`.

The year is a part of the id: without it, all records of a year would be one.
"""

import re

# The number has no day behind it, for `2024-01-10` is a date.
YEARLY = (
    r"(?:19|20)\d{2}(?:(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01]))?[-_]"
    r"(?:\d{3,4}|\d{1,2}(?![-_](?:0[1-9]|[12]\d|3[01])(?![^\W_])))(?![^\W_])"
)
_NAMED = re.compile(rf"(?:[a-z]{{1,12}}[-_ #]{{1,2}}){{1,3}}({YEARLY})[ \t]*[.:)–—-]?[ \t]*", re.IGNORECASE)
# Without a word before it, a number of two digits may be a month.
_BARE = re.compile(rf"(?=\d{{4,8}}[-_]\d{{3,4}}(?!\d))({YEARLY})[ \t]*[.:)–—-]?[ \t]*")

_MONTH = re.compile(r"(?:19|20)\d{2}[-_](?:0[1-9]|1[0-2])[-_ ]")


def is_of_month(name: str) -> bool:
    """Whether the name of a record begins with a month, `2026-10-grease.md`, and so has no number."""
    return _MONTH.match(name) is not None


def yearly_number(name: str) -> str:
    """Return the year or day and the number, `2024-001`, with which the name or the title of a record begins, behind
    words such as `ADR`; "" if it begins with none."""
    found = _NAMED.match(name) or _BARE.match(name)
    return found[1].replace("_", "-") if found else ""


def without_yearly_number(title: str) -> str:
    """Return the title of a record without the number that it begins with."""
    found = _NAMED.match(title) or _BARE.match(title)
    return title[found.end() :] if found else title
