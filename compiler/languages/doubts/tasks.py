"""What looks like a task, or a task that waits for another."""

import re
from collections.abc import Iterator

from compiler.languages.doubts.page import Page
from compiler.languages.doubts.records import Caught

_LIST = re.compile(r"(?:tasks?|to-?dos?|backlog|roadmap|plan|sprint|milestones?)\b", re.IGNORECASE)
_BOX = re.compile(r"[ \t]*(?:(?:[-*+]|\d{1,4}[.)])[ \t]*)?\[[ xX~/>!?_-]?\][ \t]*[^\s(\[:]")
_ID = r"(?:T\d{2,4}|#\d{1,5}|[A-Za-z]{2,8}-[0-9a-z]{1,8}|\d{1,3}\.\d{1,3}|(?:task|phase|story)[ \t]#?\d{1,4})"
_WAITS = re.compile(
    rf"\b{_ID}\b[^\n]{{0,40}}?\b(?:blocks|(?:is[ \t])?blocked[ \t]by|depends[ \t]on|requires|needs|waits[ \t]for|after)"
    rf"[ \t:]{{1,3}}(?:the[ \t])?[*_`]{{0,2}}{_ID}\b",
    re.IGNORECASE,
)


def boxes(page: Page) -> Iterator[Caught]:
    """A box in any spelling, in a page that is named for tasks."""
    if not _LIST.search(page.name):
        return
    for at, line in enumerate(page.prose):
        if "]" in line and _BOX.match(line):
            yield Caught("task", at + 1, at + 1, line, "a box in a list of work, which is not read as a task")


def dependencies(page: Page) -> Iterator[Caught]:
    """A word of waiting between two ids."""
    if not _LIST.search(page.name):
        return
    for at, line in enumerate(page.prose):
        if _WAITS.search(line):
            yield Caught("dependency", at + 1, at + 1, line, "a word of waiting between two ids, which is not understood")
