"""How a format of requirements is declared: all that it needs stands in one value, `FORMAT` of its `format.py`."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # a source without such formats loads no records of them
    from compiler.languages.requirements.formats.records import ItemsFile
    from compiler.languages.requirements.formats.stated import StatedItem, StatedTag, Traced


def _as_parsed(files: "Sequence[ItemsFile]") -> "Sequence[ItemsFile]":
    return files


def _always_sure(file: "ItemsFile") -> bool:  # noqa: ARG001
    return True


def _claims_nothing(path: str) -> bool:  # noqa: ARG001
    return False


def _always(path: str, text: str) -> bool:  # noqa: ARG001
    return True


_PAGES = (".md", ".markdown", ".mdx", ".qmd", ".rst", ".adoc", ".asciidoc", ".txt", ".json", ".xml", ".yml", ".yaml")


def is_page(path: str) -> bool:
    """Whether a file is read as a page or as data, in which a citation of code is no citation."""
    return path.lower().endswith(_PAGES)


# What a status means in every format that does not say otherwise; any other status is active.
_PROVISIONAL = ("draft", "new", "proposed", "planned", "in review", "under review", "in work", "in progress")
_RETIRED = (
    "rejected",
    "obsolete",
    "deprecated",
    "withdrawn",
    "superseded",
    "cancelled",
    "deleted",
    "removed",
    "retired",
)
_ROLES = dict.fromkeys(_PROVISIONAL, "provisional") | dict.fromkeys(_RETIRED, "retired")


@dataclass(frozen=True, slots=True)
class Format:
    """One format.

    `name` is its key, and the name of its folder with `_` for `-`; `title` is its name for people; `files` says which
    files it is in. `claims(path)` names the files that only this format makes the language read, and `owns(path)` those
    of them that are of it by their names: what is wrong with these is said even if nothing in them can be read.
    `is_promising(path, text)` is a quick check that every file passes: where it says no, `parse` is not called, and its
    modules are not even imported. `parse(path, text)` is pure and never fails: None if nothing in the file is of the
    format. `settle(files)` decides what depends on other files: which candidates are items, and what they need.
    `trace(items, tags)` resolves the citations of a source. `detection` says what proves the format, for people: it is
    shown with the first file that has it.

    `roles` maps statuses in lower case to the role that they have (`active`, `provisional`, `retired`); unknown ones
    are active. `words` maps the format's words to those of Frieze. `is_test(kind)` says of a kind of evidence whether
    it is a test. `separator` stands between an item and its need in the id of an assertion. With `covers_whole`,
    evidence that cites an item is evidence for each of its needs, and whether a tag is one of tests is known by its
    place. With `is_last` it reads what no other format does: ids of a kind that another one states, and files in which
    one does, are left to that; where the others state more, `is_sure` says whether the items of a file are some. With
    `takes_citations` code cites its items in the words of that last format, besides its own. With `is_exchange` a file
    that repeats what other formats state is a copy. `sample` is a folder of `worlds/`, `oracle` the module of
    `harness/oracles` that compares with the format's own program, "" if it has none that can be asked.
    """

    name: str
    title: str
    files: str
    detection: str
    parse: "Callable[[str, str], ItemsFile | None]"
    trace: "Callable[[Sequence[StatedItem], Sequence[StatedTag]], Traced]"
    words: Mapping[str, str]
    sample: str
    oracle: str
    settle: "Callable[[Sequence[ItemsFile]], Sequence[ItemsFile]]" = _as_parsed
    claims: Callable[[str], bool] = _claims_nothing
    owns: Callable[[str], bool] = _claims_nothing
    is_promising: Callable[[str, str], bool] = _always
    is_test: Callable[[str], bool] = _claims_nothing
    separator: str = "/"
    covers_whole: bool = False
    is_last: bool = False
    is_sure: "Callable[[ItemsFile], bool]" = _always_sure
    takes_citations: bool = False
    is_exchange: bool = False
    roles: Mapping[str, str] = field(default_factory=dict)

    def role_of(self, status: str) -> str:
        """The role of a status; unknown statuses are active."""
        return self.roles.get(status.casefold()) or _ROLES.get(status.casefold(), "active")
