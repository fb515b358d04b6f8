"""The texts that the last build of this process searched for names: to unpack and fold them takes longer than to search
them."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from compiler.mentions.spellings import sought_texts

MAX_CHARACTERS = 16_000_000  # of all texts that are kept

_kept: Mapping[tuple[str, str], Sequence[str]] = {}  # by the path and the hash of the file, on which they depend


def searched_texts(files: Iterable[tuple[str, str]], text: Callable[[str], str]) -> Iterator[tuple[str, Sequence[str]]]:
    """Give the path of each file with its `sought_texts`, of the paths and hashes of files. They are kept for the next
    build in the place of those that the one before kept. `text` returns the text of a file that was not."""
    global _kept
    searched: dict[tuple[str, str], Sequence[str]] = {}
    room = MAX_CHARACTERS
    for path, sha256 in files:
        found = _kept.get((path, sha256)) or sought_texts(path, text(path))
        size = sum(map(len, found))
        if size <= room:
            searched[path, sha256] = found
            room -= size
        yield path, found
    _kept = searched
