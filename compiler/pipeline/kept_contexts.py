"""The contexts of the parts that this process linked last, as bytes: most are the same in the next build, and to encode
all of them takes a tenth of the time of a small one."""

from collections.abc import Callable
from typing import Any

from compiler.store import codec

MAX_KEPT = 20_000  # parts

Name = tuple[str, str]  # the language, and the name of the part

_kept: dict[Name, tuple[Any, bytes]] = {}


class ContextEncoder:
    """Encodes the contexts of all parts of a build. Those of the build before are kept until `finish`."""

    def __init__(self, encode: Callable[[Any], bytes | None] = codec.canonical) -> None:
        self._encode = encode
        self._encoded: dict[Name, tuple[Any, bytes]] = {}

    def encoded(self, name: Name, context: Any) -> bytes | None:
        """Return the context of a part as `codec.canonical` does."""
        before = _kept.get(name)
        body = before[1] if before is not None and _is_same(before[0], context) else self._encode(context)
        if body is not None:
            self._encoded[name] = context, body
        return body

    def finish(self) -> None:
        """Keep what was encoded for the next build."""
        _kept.clear()
        if len(self._encoded) <= MAX_KEPT:
            _kept.update(self._encoded)


def _is_same(one: Any, other: Any) -> bool:
    """Whether two values are equal, and of the same types throughout: 1, 1.0 and True are equal, and encoded in three
    ways. Records of units are mostly one and the same."""
    if one is other:
        return True
    kind = type(one)
    if kind is not type(other):
        return False
    if issubclass(kind, tuple | list):
        return len(one) == len(other) and all(map(_is_same, one, other))
    if kind in (str, int, bytes, bool):
        return bool(one == other)
    return False  # encoded anew: a dictionary, a number that may be -0.0, a record of another kind
