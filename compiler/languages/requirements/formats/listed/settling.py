"""Decides which place states a requirement: of several, the best one does, and the others cite it."""

from collections import Counter
from collections.abc import Sequence

from compiler.languages.requirements.formats.records import Item, ItemsFile

Rank = tuple[int, int, int]


def settle(files: Sequence[ItemsFile]) -> list[ItemsFile]:
    """Return the files with the items that each of them states. Places in lists go before rows of matrices, then the
    file that states most of the kind, then the first. In one file, the same id in places of one kind is stated
    twice."""
    counts = Counter((file.path, _said(item, "scheme")) for file in files for item in file.items)
    best: dict[str, tuple[Rank, str]] = {}
    for number, file in enumerate(files):
        for item in file.items:
            rank = int(_said(item, "rank")), counts[file.path, _said(item, "scheme")], -number
            if item.id not in best or rank > best[item.id][0]:
                best[item.id] = rank, file.path
    return [file._replace(items=tuple(_kept(file, best))) for file in files]


def _kept(file: ItemsFile, best: dict[str, tuple[Rank, str]]) -> list[Item]:
    texts: set[tuple[str, str]] = set()
    kept = []
    for item in file.items:
        rank, path = best[item.id]
        is_repeated = (item.id, item.text) in texts
        if path == file.path and int(_said(item, "rank")) == rank[0] and not is_repeated:
            texts.add((item.id, item.text))
            kept.append(item)
    return kept


def _said(item: Item, name: str) -> str:
    return dict(item.details)[name]
