"""Shapes of references, and which of them are not understood.

A project may resolve references in a way that nobody foresaw. Then many references of one shape, or from one place,
lead nowhere, and hardly any leads anywhere. They are no mistakes of the project but one thing that is not known, and
that is what is said. Where most references of a shape lead somewhere, one that does not is a mistake.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

MOST_ALIVE = 10  # a tenth of the references of a shape that is not understood may lead somewhere


class Bounds(NamedTuple):
    """How many different targets must lead nowhere, in how many files, before a shape is not understood."""

    targets: int
    files: int


# The first is for shapes that any program resolves as Frieze does, so that only much evidence tells against it.
USUAL, UNUSUAL = Bounds(8, 3), Bounds(4, 1)


class Shape(NamedTuple):
    """What references have in common: `words` show it, below `folder`, "" for the whole source."""

    folder: str
    words: str
    bounds: Bounds = UNUSUAL


class Dead(NamedTuple):
    """A reference that leads nowhere: its shapes, what it names, and its file."""

    shapes: tuple[Shape, ...]
    target: str
    file: str


class Group(NamedTuple):
    """A shape that is not understood: the numbers of its references that lead nowhere, and how many lead somewhere."""

    shape: Shape
    numbers: tuple[int, ...]
    alive: int


def not_understood(dead: Sequence[Dead], alive: Mapping[Shape, int]) -> list[Group]:
    """Return the shapes that are not understood, each dead reference in the largest that it is of. `alive` counts the
    references of a shape that lead somewhere."""
    by_shape: defaultdict[Shape, list[int]] = defaultdict(list)
    for number, expression in enumerate(dead):
        for shape in expression.shapes:
            by_shape[shape].append(number)
    known = {shape: numbers for shape, numbers in by_shape.items() if _is_unknown(shape, numbers, dead, alive)}
    found: list[Group] = []
    taken: set[int] = set()
    for shape, numbers in sorted(known.items(), key=lambda item: (-len(item[1]), len(item[0].folder), item[0])):
        left = tuple(number for number in numbers if number not in taken)
        if left and _is_enough(shape, left, dead):
            taken.update(left)
            found.append(Group(shape, left, alive.get(shape, 0)))
    return found


def _is_unknown(shape: Shape, numbers: Sequence[int], dead: Sequence[Dead], alive: Mapping[Shape, int]) -> bool:
    return alive.get(shape, 0) * MOST_ALIVE <= len(numbers) and _is_enough(shape, numbers, dead)


def _is_enough(shape: Shape, numbers: Sequence[int], dead: Sequence[Dead]) -> bool:
    targets, files = {dead[number].target for number in numbers}, {dead[number].file for number in numbers}
    return len(targets) >= shape.bounds.targets and len(files) >= shape.bounds.files


def count_alive(shapes: Iterable[Sequence[Shape]], wanted: Iterable[Dead]) -> Counter[Shape]:
    """Count the shapes of references that lead somewhere: those that some dead one has."""
    asked = {shape for expression in wanted for shape in expression.shapes}
    counts: Counter[Shape] = Counter()
    for every in shapes:
        counts.update(shape for shape in every if shape in asked)
    return counts


_RUN = re.compile(r"\d+|[^\W\d_]+")
_REPEATED = re.compile(r"(Aa|a|9|A)(?:[-_. ]\1)+(?![A-Za-z0-9])")


def pattern(text: str) -> str:
    """Return the pattern of a name: `a` for small letters, `A` for capitals, `Aa` for both, `9` for digits, a repeated
    word once: `9-a` for `2-the-second-part`."""
    return _REPEATED.sub(lambda found: found[1], _RUN.sub(lambda found: _kind(found[0]), text))


def _kind(run: str) -> str:
    if run[0].isdecimal():
        return "9"
    return "A" if run.isupper() else "Aa" if any(map(str.isupper, run)) else "a"


def folders_above(path: str) -> list[str]:
    """Return the folders that a file stands in, the innermost first, and the root of the source, ""."""
    found = [path.rpartition("/")[0]]
    while found[-1]:
        found.append(found[-1].rpartition("/")[0])
    return found
