"""Ids of formats that number anew in each project of a source."""

from collections.abc import Callable, Sequence

from compiler.languages.requirements.formats.records import Item, ItemsFile


def with_root(files: Sequence[ItemsFile], root_of: Callable[[Item], str]) -> list[ItemsFile]:
    """Return the files with ids that hold in the whole source: an id that several projects state begins, in those that
    are not at the root of the source, with the folder of the project. `root_of` is "" or ends with a slash."""
    roots: dict[str, set[str]] = {}
    for file in files:
        for item in file.items:
            roots.setdefault(item.id, set()).add(root_of(item))
    shared = {key for key, found in roots.items() if len(found) > 1}
    if not shared:
        return list(files)
    return [
        file._replace(
            items=tuple(one._replace(id=root_of(one) + one.id) if one.id in shared else one for one in file.items)
        )
        for file in files
    ]
