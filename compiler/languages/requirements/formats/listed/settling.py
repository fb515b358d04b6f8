"""Decides which place states a requirement: of several, the best one does, and the others cite it."""

from collections import Counter
from collections.abc import Sequence
from posixpath import basename, dirname

from compiler.languages.requirements.formats.listed.format import MAPS, OWN_PLACE
from compiler.languages.requirements.formats.listed.words import obliges
from compiler.languages.requirements.formats.records import Item, ItemsFile

FROM_PAGE = 5  # rank of a page that is one requirement: no other place says as much
FROM_TITLED = 4  # at least that of what a page states whose title says that it is about requirements
LEAST_SHARED = 2  # ids that lists of one name in sibling folders share with other texts: each folder has its own
MOST_PLACES = 5  # that an item shows
Rank = tuple[int, int, int]


def is_sure(file: ItemsFile) -> bool:
    """Return whether the items of a file are requirements whatever other files state: it is a map, or a page that is
    about them, or most of them say what shall be."""
    is_titled = any(_rank(item) >= FROM_TITLED for item in file.items)
    duties = sum(obliges(f"{item.title} {item.text}") for item in file.items)
    return is_titled or file.path.lower().endswith(MAPS) or duties * 2 > len(file.items)


def settle(files: Sequence[ItemsFile]) -> list[ItemsFile]:
    """Return the files with the items that each of them states. Places in lists go before rows of matrices, then the
    file that states most of the kind, then the first. In one file, the same id in places of one kind is stated
    twice. Where each folder has a list of its own (`specs/lamp/requirements.md`, `specs/rope/requirements.md`), its ids
    begin with the folder: `lamp/REQ-001`."""
    files = _of_folders(files)
    counts = Counter((file.path, _said(item, "scheme")) for file in files for item in file.items)
    best: dict[str, tuple[Rank, str, str]] = {}
    for number, file in enumerate(files):
        for item in file.items:
            rank = _rank(item), counts[file.path, _said(item, "scheme")], -number
            if item.id not in best or rank > best[item.id][0]:
                best[item.id] = rank, file.path, item.text
    places = _places(files)
    return [
        file._replace(items=tuple(_with_places(item, file.path, places[item.id]) for item in _kept(file, best)))
        for file in files
    ]


def _of_folders(files: Sequence[ItemsFile]) -> list[ItemsFile]:
    """The files, those of folders with ids of their own with these."""
    lists: dict[tuple[str, str], list[ItemsFile]] = {}
    for file in files:
        if file.items and dirname(file.path):
            lists.setdefault((dirname(dirname(file.path)), basename(file.path)), []).append(file)
    own: set[str] = set()
    for alike in (files for files in lists.values() if len(files) > 1):
        stated = {
            file.path: {item.id: item.text for item in file.items if _said(item, "place") == OWN_PLACE}
            for file in alike
        }
        texts: dict[str, set[str]] = {}
        for key, text in (pair for of_file in stated.values() for pair in of_file.items()):
            texts.setdefault(key, set()).add(text)
        apart = {key for key, found in texts.items() if len(found) > 1}
        if any(len(apart & keys.keys()) >= LEAST_SHARED for keys in stated.values()):
            own |= {path for path, keys in stated.items() if apart & keys.keys()}
    return [
        file._replace(items=tuple(item._replace(id=f"{basename(dirname(file.path))}/{item.id}") for item in file.items))
        if file.path in own
        else file
        for file in files
    ]


def _places(files: Sequence[ItemsFile]) -> dict[str, list[tuple[str, Item]]]:
    found: dict[str, list[tuple[str, Item]]] = {}
    for file in files:
        for item in file.items:
            found.setdefault(item.id, []).append((file.path, item))
    return found


def _with_places(item: Item, path: str, places: Sequence[tuple[str, Item]]) -> Item:
    """The item with the places that give another text for its id, so that none is passed over in silence."""
    others = [
        f"{other}:{stated.first}"
        for other, stated in places
        if (other, stated.first) != (path, item.first)
        and stated.text != item.text
        and _said(stated, "place") == OWN_PLACE
        and not (other == path and _is_beside(stated, item))
    ]
    if not others:
        return item
    more = f" and {len(others) - MOST_PLACES} more" if len(others) > MOST_PLACES else ""
    return item._replace(fields=(*item.fields, ("other_texts", ", ".join(others[:MOST_PLACES]) + more)))


def _kept(file: ItemsFile, best: dict[str, tuple[Rank, str, str]]) -> list[Item]:
    """The items that a file states: of each id the first of the best rank, and those beside it in the same list with
    another text, which is a mistake, as is another page with the same id for its own."""
    first: dict[str, Item] = {}
    texts: set[tuple[str, str]] = set()
    kept = []
    for item in file.items:
        rank, path, text = best[item.id]
        own = _rank(item)
        if path != file.path and own == rank[0] == FROM_PAGE and item.text != text:
            kept.append(item)
        if path != file.path or own != rank[0] or (item.id, item.text) in texts:
            continue
        if _is_beside(item, first.setdefault(item.id, item)):
            texts.add((item.id, item.text))
            kept.append(item)
    return kept


def _is_beside(item: Item, other: Item) -> bool:
    """Whether two items of a page stand in one list: in the same form, below the same heading."""
    ours, theirs = dict(item.fields), dict(other.fields)
    return all(ours.get(name) == theirs.get(name) for name in ("section", "basis"))


def _said(item: Item, name: str) -> str:
    return dict(item.details)[name]


def _rank(item: Item) -> int:
    return int(_said(item, "rank"))
