"""A comparison of what a program says with what Frieze says, item by item."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple


class Comparison(NamedTuple):
    """The items of one kind that both say the same of, and a line for each of which they do not."""

    what: str
    equal: int
    differences: tuple[str, ...]


def compare_sets(what: str, theirs: Iterable[str], ours: Iterable[str]) -> Comparison:
    """Compare two sets of items."""
    their_set, our_set = set(theirs), set(ours)
    differences = [f"{one}: only theirs" for one in their_set - our_set]
    differences += [f"{one}: only ours" for one in our_set - their_set]
    return Comparison(what, len(their_set & our_set), tuple(sorted(differences)))


def compare_values(what: str, theirs: Mapping[str, object], ours: Mapping[str, object]) -> Comparison:
    """Compare what two say of items. An item that only one of them has is a difference."""
    equal = [one for one in theirs if one in ours and theirs[one] == ours[one]]
    differences = [
        f"{one}: theirs {theirs.get(one, '(none)')}, ours {ours.get(one, '(none)')}"
        for one in theirs.keys() | ours.keys()
        if one not in theirs or one not in ours or theirs[one] != ours[one]
    ]
    return Comparison(what, len(equal), tuple(sorted(differences)))
