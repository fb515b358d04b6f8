"""Ids of formats that number anew in each project of a source."""

from collections.abc import Callable, Collection, Sequence

from compiler.languages.requirements.formats.records import Cited, Item, ItemsFile


def with_root(files: Sequence[ItemsFile]) -> list[ItemsFile]:
    """Return the files with ids that hold in the whole source: an id that several projects state begins, in those that
    are not at the root of the source, with the folder of the project: the detail `root`, "" or ending with a slash."""
    roots: dict[str, set[str]] = {}
    for file in files:
        for item in file.items:
            roots.setdefault(item.id, set()).add(_root(item))
    shared = {key for key, found in roots.items() if len(found) > 1}
    if not shared:
        return list(files)
    return [
        file._replace(
            items=tuple(item._replace(id=_root(item) + item.id) if item.id in shared else item for item in file.items)
        )
        for file in files
    ]


def _root(item: Item) -> str:
    return dict(item.details)["root"]


def within_projects(files: Sequence[ItemsFile], root_of: Callable[[str], str]) -> list[ItemsFile]:
    """Return the files with ids that hold in the whole source where projects lie side by side: ids need be unique only
    in a project. `root_of(path)` is the folder of the project of a file, "" or ending with a slash.

    An id that several projects state stays as it is in the project at the root of the source, else in the first, and
    begins with the folder of the project in the others. What a file cites is looked for in its own project, then in the
    one whose folder is nearest.
    """
    roots = _roots_of_shared(files, root_of)
    if not roots:
        return list(files)

    def renamed(key: str, root: str) -> str:
        return key if root == roots[key][0] else root + key

    def cited(path: str, target: str) -> str:
        key = target if target in roots else target.rpartition(".")[0]  # a part of an item
        if key not in roots:
            return target
        own = root_of(path)
        root = own if own in roots[key] else _nearest(roots[key], path)
        return renamed(key, root) + target[len(key) :]

    return [_rewritten(file, root_of(file.path), roots, renamed, cited) for file in files]


def root_above(path: str, folders: Collection[str]) -> str:
    """Return the nearest of some folders above a file, as `within_projects` takes it; "" if none is above."""
    folder = path.rpartition("/")[0]
    while folder and folder not in folders:
        folder = folder.rpartition("/")[0]
    return f"{folder}/" if folder else ""


def _roots_of_shared(files: Sequence[ItemsFile], root_of: Callable[[str], str]) -> dict[str, list[str]]:
    """The folders of the projects that state an id, of the ids that several state; that which keeps it first."""
    found: dict[str, dict[str, None]] = {}
    for file in files:
        root = root_of(file.path)
        for item in file.items:
            found.setdefault(item.id, {})[root] = None
    return {key: sorted(every, key=bool) for key, every in found.items() if len(every) > 1}


def _nearest(roots: Sequence[str], path: str) -> str:
    """The folder that has most of its beginning in common with a path; the first of several."""
    return max(roots, key=lambda root: common_parts(root, path))


def common_parts(path: str, other: str) -> int:
    """Return how many parts two paths have in common at their beginning; all of `other` if it holds the first."""
    parts = other.split("/")
    pairs = zip(path.split("/"), parts, strict=False)
    return next((at for at, (one, two) in enumerate(pairs) if one != two), len(parts))


def _rewritten(
    file: ItemsFile,
    root: str,
    shared: Collection[str],
    renamed: Callable[[str, str], str],
    cited: Callable[[str, str], str],
) -> ItemsFile:
    def of(place: Cited) -> Cited:
        return place._replace(target=cited(file.path, place.target))

    return file._replace(
        items=tuple(
            item._replace(id=renamed(item.id, root) if item.id in shared else item.id, cites=tuple(map(of, item.cites)))
            for item in file.items
        ),
        tags=tuple(tag._replace(cited=of(tag.cited)) for tag in file.tags),
    )
