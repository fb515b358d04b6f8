"""Where a link leads."""

from typing import NamedTuple


class Target(NamedTuple):
    """Where a link leads: the ref of a page, section or file, "" if that is not known.

    `others` are the refs of further pages, where a pattern names several.
    `problem` is "file" or "anchor" if there is no such file in the source, or no such anchor in the file `path`. It is
    "unchecked" if only a program that serves the page knows what stands there, "there" if it is there and no object.
    `suggestion` is what would be right, "" if nothing is near.
    """

    ref: str = ""
    problem: str = ""
    path: str = ""
    anchor: str = ""
    suggestion: str = ""
    others: tuple[str, ...] = ()

    @property
    def is_dead(self) -> bool:
        """Whether the link leads to what is not there."""
        return self.problem in ("file", "anchor")


NOWHERE = Target()
UNCHECKED = Target(problem="unchecked")
THERE = Target(problem="there")
