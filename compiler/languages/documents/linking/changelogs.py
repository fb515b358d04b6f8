"""Changelogs: a released section speaks of the past. What it links to may have gone since, and nobody mends it.

Links of released sections that lead nowhere are counted as not checked, and are no findings. Those of the section that
is not released yet are checked, as is a table of contents before the first section.
"""

import posixpath
import re
from collections.abc import Sequence

from compiler.languages.documents.records import Heading

_CHANGELOG = re.compile(
    r"(?:.*[-_. ])?(?:change[-_ ]?logs?|changes|history|news|releases?|release[-_ ]?notes?|whats[-_ ]?new)"
    r"(?:[-_. ].*)?",
    re.IGNORECASE,
)
_FOLDER = re.compile(r"change[-_ ]?logs?|releases?|release[-_ ]?notes?", re.IGNORECASE)
_FRAGMENT = re.compile(
    r"(?:(.*?)/)?(?:\.changes|\.changesets?|\.changelog|changelog\.d|changelog[-_]fragments|newsfragments)/",
    re.IGNORECASE,
)
_VERSION = re.compile(r"(?<![\w.])v?\d+\.\d+(?:\.\d+)*(?![\d])|\d{4}[-./]\d{1,2}(?:[-./]\d{1,2})?", re.IGNORECASE)
_NOT_RELEASED = re.compile(r"unreleased|upcoming|not released|in development|\bnext\b", re.IGNORECASE)


def folder_of_changelog(page: str) -> str | None:
    """Return the folder of the changelog that a page is put into when there is a release, from which its links then
    lead: the one above `.changes`, `.changeset`, `changelog.d`; None for any other page."""
    found = _FRAGMENT.match(page)
    return found[1] or "" if found else None


def is_released(path: str, headings: Sequence[Heading], at: int) -> bool:
    """Return whether the section of heading number `at` of a page, -1 before the first one, tells of a release of the
    past: in a changelog, below a heading with a version or a date, or on the page of a version."""
    folder, _, name = path.rpartition("/")
    stem = posixpath.splitext(name)[0]
    if _FOLDER.fullmatch(folder.rpartition("/")[2]) and _VERSION.search(stem):
        return True
    return is_changelog(path) and any(
        _VERSION.search(heading.title) and not _NOT_RELEASED.search(heading.title) for heading in _around(headings, at)
    )


def is_changelog(path: str) -> bool:
    """Return whether a page is a changelog, by its name."""
    return _CHANGELOG.fullmatch(posixpath.splitext(path.rpartition("/")[2])[0]) is not None


def _around(headings: Sequence[Heading], at: int) -> list[Heading]:
    """A heading and those of the sections around it."""
    found: list[Heading] = []
    for heading in reversed(headings[: at + 1]):
        if not found or heading.level < found[-1].level:
            found.append(heading)
    return found
