"""The schemes of ids: ways of writing them that a source uses at least twice, such as `REQ-d` and five digits. A word
that follows a scheme and names nothing is a dangling citation. Ids of examples only, such as those of fixtures, make
none.
"""

from collections.abc import Mapping, Sequence
from math import inf
from typing import NamedTuple

from compiler.text.numbers import whole_number

MAX_DIGITS = 6  # of a number in an id, where ids have numbers of any length
HEAD = r"[a-z][a-z0-9]*-(?:(?:19|20)\d{2}(?:\d{4})?-)?[a-z]?"  # before the digits: `req-d`, `adr-2024-`, case-folded
ADR = "adr-"  # what is written so is a decision wherever there is one
RFC = "rfc-"  # of the project, or of the internet
MAX_OWN_DIGITS = 2  # of an RFC that is cited without the zeros of its id, and that nothing has
FIRST_OF_INTERNET = 1_000  # a higher number, of ten times the RFCs of the project, is one of the internet
MIN_SCHEME = 2  # ids that make any other scheme


class SchemeId(NamedTuple):
    """An id of a scheme: its digits, and the ref of the object that has it."""

    digits: str
    ref: str
    is_requirement: bool
    is_example: bool


class Scheme(NamedTuple):
    """Ids of one prefix. `ref` is the ref of one of them up to its digits, `widths` are the numbers of digits.
    `is_of_project`: enough of them are no examples, so that another one of them is missed where nothing has it."""

    ref: str
    widths: frozenset[int]
    is_requirement: bool
    is_of_project: bool

    def padded(self, digits: str) -> str:
        """Return digits with the zeros that all ids have."""
        return digits.zfill(max(self.widths)) if len(self.widths) == 1 else digits

    def fits(self, digits: str) -> bool:
        """Whether so many digits are written like an id: as many as all ids have; where these differ, not too
        many."""
        if len(self.widths) == 1 and min(self.widths) > 1:
            return len(digits) in self.widths
        return not digits.startswith("0") and len(digits) <= MAX_DIGITS


def is_scheme(head: str, ids: Sequence[SchemeId]) -> bool:
    """Whether ids that begin with the same head make a scheme."""
    return len(ids) >= (1 if head.startswith(ADR) else MIN_SCHEME)


def scheme_of(head: str, ids: Sequence[SchemeId]) -> Scheme:
    """Return the scheme of ids that begin with the same head."""
    first = ids[0]
    widths = frozenset(len(scheme_id.digits) for scheme_id in ids)
    is_of_project = is_scheme(head, [scheme_id for scheme_id in ids if not scheme_id.is_example])
    return Scheme(first.ref[: -len(first.digits)], widths, first.is_requirement, is_of_project)


def is_of_internet(head: str, digits: str, last: int) -> bool:
    """Whether an id that nothing has is an RFC of the internet: the project, whose last number is given, is far from
    it."""
    return head == RFC and number_of(digits) > max(10 * last, FIRST_OF_INTERNET)


def completed(scheme: Scheme, head: str, digits: str) -> str:
    """Return the digits of an id that nothing has as ids have them: `RFC-3` where they have four, but hardly `RFC-822`,
    which is one of the internet."""
    return digits if head == RFC and len(digits) > MAX_OWN_DIGITS else scheme.padded(digits)


def padding_of(ids: Mapping[str, Sequence[SchemeId]]) -> tuple[str, int] | None:
    """Return the ref of ADRs of the project up to the number, and its width; None without ADRs."""
    first = next((scheme_id for scheme_id in ids.get(ADR, ()) if not scheme_id.is_example), None)
    return (first.ref[: -len(first.digits)], len(first.digits)) if first else None


def number_of(digits: str) -> float:
    """Return the number that digits state, infinite where they are too many for one."""
    number = whole_number(digits)
    return inf if number is None else number
