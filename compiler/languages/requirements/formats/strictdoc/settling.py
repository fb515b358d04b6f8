"""Which pages are StrictDoc's: those of a source with a document `*.sdoc`, or with settings of the program."""

from collections.abc import Sequence

from compiler.languages.requirements.formats.records import ItemsFile


def settle(files: Sequence[ItemsFile]) -> list[ItemsFile]:
    """Return the documents, the code, and the pages if the source is one of StrictDoc."""
    is_ours = any(one.settings or (one.items and not one.is_candidate) for one in files)
    return [one._replace(is_candidate=False) for one in files if not one.settings and (is_ours or not one.is_candidate)]
