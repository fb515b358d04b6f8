"""The contexts of the parts that this process linked last, as bytes: most are the same in the next build, and to encode
all of them takes a tenth of the time of a small one."""

from collections.abc import Callable
from typing import Any

from compiler.pipeline.kept.same_values import is_same
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
        body = before[1] if before is not None and is_same(before[0], context) else self._encode(context)
        if body is not None:
            self._encoded[name] = context, body
        return body

    def finish(self) -> None:
        """Keep what was encoded for the next build."""
        _kept.clear()
        if len(self._encoded) <= MAX_KEPT:
            _kept.update(self._encoded)
