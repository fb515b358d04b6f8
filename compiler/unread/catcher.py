"""What a catcher is: an expression that finds what looks like a thing, and what accounts for it."""

import re
from collections.abc import Callable
from typing import NamedTuple

# Kinds of links that account for doubts.
LINKS = frozenset({"links_to", "includes", "names_page", "references", "relates", "refers_to", "mentions"})
NO_STRUCTURE = frozenset({"*"})  # any link that is not the structure of a page
COVERAGE = frozenset({"implements", "verifies", "validates", "tests", "satisfies", "refines", "addresses", "yields"})
WAITING = frozenset({"depends_on", "blocks", "precedes", "relates"})


class Catcher(NamedTuple):
    """What looks like one thing: a row of `compiler.unread.catchers` or of `link_catchers`.

    `pattern` finds the doubts in a text; a group `id` holds an id, whose scheme then counts. Without a pattern the
    whole file is one doubt. What accounts for a doubt: an object of `objects` whose lines cover it (with `starts`, one
    that starts within `near` lines of it), a link of `links` at its line or as many lines below it as `below`, a
    mention there with `by_mention`, and any diagnostic there. `needs_scheme`: the doubt counts only where the project
    uses ids like it. `in_fences`: fenced code is looked at too. `needs_page`: it counts only with the name of a file
    that was read. `needles`: only lines with one of these texts, in small letters, are looked at, which is far quicker
    than the pattern. `at_start`: of these lines only the start is, since all of the pattern begins with `^`;
    it may go on in the lines below.
    """

    name: str
    looks_like: str
    takes: Callable[[str], bool]
    pattern: re.Pattern[str] | None
    reason: str
    objects: frozenset[str] = frozenset()
    starts: bool = False
    near: int = 2
    links: frozenset[str] = frozenset()
    below: int = 0
    by_mention: bool = False
    needs_scheme: bool = False
    in_fences: bool = False
    needs_page: bool = False
    needles: tuple[str, ...] = ()
    at_start: bool = False

    @property
    def is_in_line(self) -> bool:
        """Whether a line may have several of its doubts, so that what accounts for one has to stand at its columns."""
        return self.looks_like == "link" and self.links is NO_STRUCTURE and not (self.below or self.at_start)


def lines(pattern: str, flags: re.RegexFlag = re.NOFLAG) -> re.Pattern[str]:
    """Return an expression in which `^` and `$` are the ends of lines."""
    return re.compile(pattern, re.MULTILINE | flags)
