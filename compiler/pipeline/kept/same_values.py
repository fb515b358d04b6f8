"""Whether two values are encoded in the same way."""

from typing import Any


def is_same(one: Any, other: Any) -> bool:
    """Whether two values are equal, and of the same types throughout: 1, 1.0 and True are equal, and encoded in three
    ways. Records of units are mostly one and the same. False also for values of other kinds than units mostly hold."""
    if one is other:
        return True
    kind = type(one)
    if kind is not type(other):
        return False
    if issubclass(kind, tuple | list):
        return len(one) == len(other) and all(map(is_same, one, other))
    if kind is dict:
        return len(one) == len(other) and all(map(is_same, one.items(), other.items()))  # in their order
    if kind in (str, int, bytes, bool):
        return bool(one == other)
    return False  # a number that may be -0.0, a record of another kind
