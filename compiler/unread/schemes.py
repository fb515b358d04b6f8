"""The schemes of ids that rows of `unread` show: `REQ` where a page of requirements has `REQ-F1` unread."""

import re
from collections.abc import Iterable

from compiler.unread.accounting import Row

_KINDS = ("decision", "requirement")
_ID = re.compile(r"^[\W_]{0,8}([A-Z]{1,10})[-_ #]{0,2}(?:[A-Z]{0,5}-?)\d{1,5}\b")


def schemes_of(rows: Iterable[Row]) -> frozenset[str]:
    """Return the first words, in capitals, of the ids in rows of decisions and requirements."""
    found = (_ID.match(row.text) for row in rows if row.looks_like in _KINDS)
    return frozenset(match[1] for match in found if match)
