"""The refs of the objects of a new database: strings while they are few, then hashes, which take a tenth of the memory.

Forked processes ask for them too, and they must not use the database of their parent.
"""

from collections.abc import Iterable
from hashlib import blake2b

MAX_STRINGS = 400_000
_SIZE = 16  # bytes of a hash: nobody finds two refs that have the same one
_BUCKETS = 4096  # of hashes; one is searched from its beginning, as a text is


class KnownRefs:
    """The refs."""

    def __init__(self, max_strings: int | None = None) -> None:
        """`max_strings` are kept as they are, by default `MAX_STRINGS`."""
        self._max_strings = MAX_STRINGS if max_strings is None else max_strings
        self._strings: set[str] = set()
        self._count = 0  # of strings that were added
        self._is_doubled = False
        self._buckets: list[bytearray] = []  # of hashes that stand one behind the other; [] while there are strings

    def add(self, refs: Iterable[str]) -> None:
        """Add refs."""
        if self._buckets:
            self._add_hashes(refs)
            return
        added = list(refs)
        self._count += len(added)
        self._strings.update(added)
        self._is_doubled = self._is_doubled or len(self._strings) < self._count
        if len(self._strings) > self._max_strings:
            self._buckets = [bytearray() for _ in range(_BUCKETS)]
            self._add_hashes(self._strings)
            self._strings = set()

    @property
    def has_doubled(self) -> bool:
        """Whether a ref was added twice."""
        return self._is_doubled or any(
            len({bucket[at : at + _SIZE].hex() for at in range(0, len(bucket), _SIZE)}) < len(bucket) // _SIZE
            for bucket in self._buckets
        )

    def __contains__(self, ref: str) -> bool:
        if not self._buckets:
            return ref in self._strings
        found = _hash(ref)
        bucket = self._buckets[_place(found)]
        at = bucket.find(found)
        while at % _SIZE and at >= 0:  # across two of them
            at = bucket.find(found, at + 1)
        return at >= 0

    def _add_hashes(self, refs: Iterable[str]) -> None:
        for hashed in map(_hash, refs):
            self._buckets[_place(hashed)] += hashed


def _hash(ref: str) -> bytes:
    return blake2b(ref.encode(errors="surrogatepass"), digest_size=_SIZE).digest()


def _place(found: bytes) -> int:
    return int.from_bytes(found[:2], "big") % _BUCKETS
