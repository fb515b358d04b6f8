"""The texts that the last builds of this process searched for names, under the hash of their file: to unpack and fold
them takes longer than to search them."""

from collections.abc import Callable, Sequence

from compiler.mentions.spellings import sought_texts

MAX_CHARACTERS = 16_000_000  # of all texts that are kept

_kept: dict[tuple[str, str], Sequence[str]] = {}  # by the path and hash of the file, on which they depend
_count = 0  # of their characters


def kept_texts(path: str, sha256: str, text: Callable[[str], str]) -> Sequence[str]:
    """Return the `sought_texts` of a file. `text` returns the text of a file that is not known yet."""
    global _count
    found = _kept.get((path, sha256))
    if found is None:
        found = sought_texts(path, text(path))
        size = sum(map(len, found))
        if _count + size > MAX_CHARACTERS:  # most of them may be those of files that are no more
            _kept.clear()
            _count = 0
        if size <= MAX_CHARACTERS:
            _kept[path, sha256] = found
            _count += size
    return found
