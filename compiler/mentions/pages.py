"""The names by which pages are cited: the end of a path, and the bare name of a skill, an agent or a command."""

import re
from collections.abc import Mapping
from functools import cached_property

_PAGE = re.compile(r".*\.(?:md|mdx|mdc|markdown|rst|adoc)", re.IGNORECASE | re.DOTALL)
# A skill, an agent or a command of a program that edits: it is cited by its bare name.
_SKILL = re.compile(
    r"(?:.*/)?(?:skills/([\w.-]+)/SKILL\.md|\.\w[\w-]*/(?:agents|commands|prompts)/([\w.-]+?)(?:\.agent|\.prompt)?\.md)"
)
_HIDDEN = re.compile(r"\.[A-Za-z][\w-]*/([\w-]+/.+)")  # a folder of a program: `.cursor/rules/a.mdc`
# Names of files that every project has: such a name alone says little.
_COMMON = re.compile(r"[A-Z_]+\.\w+|(?:readme|index|_index|license|changelog|contributing|template|skill)\.\w+")


def is_page(path: str) -> bool:
    """Whether a path is that of a page of text, by its suffix."""
    return _PAGE.fullmatch(path) is not None


def skill_name(path: str) -> str | None:
    """Return the bare name by which a skill, an agent or a command at a path is cited, case-folded; None if the file is
    none, or its name is one word, which stands for much else."""
    found = _SKILL.fullmatch(path)
    name = (found[1] or found[2]).casefold() if found else ""
    return name if "-" in name.strip("-") else None


class Pages:
    """The pages of a source."""

    def __init__(self, paths: Mapping[str, str]) -> None:
        """`paths` has the ref of the object that each file is, by its path."""
        self._paths = paths

    def ending(self, path: str) -> str | None:
        """Return the ref of the only page whose path ends with one that may be a mere name; None if there is none, if
        several have it, or if every project has a file of that name."""
        name = path.rpartition("/")[2]
        if (hidden := _HIDDEN.fullmatch(path)) and is_page(path):  # one folder of rules may be linked for many programs
            ending = f"/{hidden[1]}"
            found = [page for page in self._by_name.get(name.casefold(), ()) if page.startswith(".")]
            found = [page for page in found if page.endswith(ending) and page.count("/") == path.count("/")]
            return self._paths[found[0]] if len(found) == 1 else None
        if not is_page(path) or path.startswith(("/", ".")) or ("/" not in path and _COMMON.fullmatch(name)):
            return None
        ending = f"/{path}".casefold()
        found = [page for page in self._by_name.get(name.casefold(), ()) if f"/{page}".casefold().endswith(ending)]
        return self._paths[found[0]] if len(found) == 1 else None

    @cached_property
    def _by_name(self) -> Mapping[str, list[str]]:
        found: dict[str, list[str]] = {}
        for path in self._paths:
            if is_page(path):
                found.setdefault(path.rpartition("/")[2].casefold(), []).append(path)
        return found
