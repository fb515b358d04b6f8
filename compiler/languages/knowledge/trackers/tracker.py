"""How a tracker is declared: all that Frieze needs to know of it stands in one value of its `format.py`."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:  # a source without exports loads no records
    from compiler.languages.knowledge.trackers.records import IssueFile


class Tracker(NamedTuple):
    """One tracker.

    `name` is its format in facts, `title` its name for people, `files` says which exports are read. `suffixes` are
    those of its files, in small letters. `detection` says what proves an export, for people. `parse(path, text)` is
    pure and never fails: None if the file is no export of the tracker. `words` maps its words to those of Frieze.
    `sample` is a folder of `worlds/`.
    """

    name: str
    title: str
    files: str
    suffixes: tuple[str, ...]
    detection: str
    parse: Callable[[str, str], "IssueFile | None"]
    words: Mapping[str, str]
    sample: str
