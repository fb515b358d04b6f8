"""Makes the ids of several folders `.kiro` in one source different."""

from collections.abc import Sequence

from compiler.languages.requirements.formats.records import Item, ItemsFile
from compiler.languages.requirements.formats.roots import with_root


def settle(files: Sequence[ItemsFile]) -> list[ItemsFile]:
    """Return the files with ids that hold in the whole source. The properties of a design alone are no requirements."""
    stated = {_folder(file.items[0]) for file in files if file.items and not file.is_candidate}
    known = [file for file in files if not file.is_candidate or _folder(file.items[0]) in stated]
    return with_root([file._replace(is_candidate=False) for file in known])


def _folder(item: Item) -> str:
    return dict(item.details)["folder"]
