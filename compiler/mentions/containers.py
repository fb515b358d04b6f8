"""In which object a position of a file lies.

Most objects span all their text. Those of a world file span their heading only: they reach to the next heading of their
rank, a choice to the end of its indented block.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from compiler.languages.world.facts import Choice, Location, Rule, Section, World
from compiler.languages.world.facts import Sequence as Story

# What opens a block of a world file, by rank: an opener ends the blocks of its own rank and of lower ones.
_OPENERS = {World.kind: 0, Location.kind: 0, Story.kind: 0, Rule.kind: 0, Section.kind: 1, Choice.kind: 2}
PARTS = frozenset({"remainder", "property"})  # kinds of object that contain nothing: their text is that around them
_PAGES = frozenset({"document_section"})  # any other object counts as inside of them


# An object of a file and where it stands: its kind; its ref, first line and column, last line and column, from 1, the
# end exclusive. There are many, and few are looked at.
Place = tuple[str, tuple[str, int, int, int, int]]
END_OF_LINE = 1 << 30


class _Block(NamedTuple):
    """An object that may be around a position, and where it stands. The end is exclusive."""

    start: tuple[int, int]
    end: tuple[int, int]
    ref: str
    kind: str


def containers(path: str, places: Iterable[Place], positions: Sequence[tuple[int, int]]) -> Iterator[list[str]]:
    """Give, for each position in a file, the refs of the objects around it, the innermost first; the file is none.

    Positions are lines and columns in order, `places` those of the objects in the file that contain others or text.
    """
    lines = {line for line, _ in positions}
    blocks = [_block(kind, row) for kind, row in places if row[1] != row[3] or row[1] in lines or kind in _OPENERS]
    is_world = path.endswith(".urd.md")
    waiting = sorted(_with_blocks(blocks) if is_world else blocks, key=_outer_first, reverse=True)
    around: list[_Block] = []
    refs: list[str] = []
    for position in positions:
        before = around
        while waiting and waiting[-1].start <= position:
            around = [*around, waiting.pop()]
        if any(block.end <= position for block in around):
            around = [block for block in around if position < block.end]
        if around is not before:
            refs = [block.ref for block in sorted(around, key=_inner_first)]
        yield refs


def _block(kind: str, row: tuple[str, int, int, int, int]) -> _Block:
    """The block of an object. An empty span is that of its whole line."""
    ref, start_line, start_col, end_line, end_col = row
    start, end = (start_line, start_col), (end_line, end_col)
    return _Block(start, end if end > start else (start_line, END_OF_LINE), ref, kind)


def _outer_first(block: _Block) -> tuple[tuple[int, int], int, int]:
    return block.start, -block.end[0], -block.end[1]


def _inner_first(block: _Block) -> tuple[bool, int, tuple[int, int], int]:
    lines = block.end[0] - block.start[0]
    return block.kind in _PAGES, lines, (-block.start[0], -block.start[1]), block.end[1]


def _with_blocks(places: Iterable[_Block]) -> Iterator[_Block]:
    """Let the objects of a world file that open a block end where the block does."""
    listed = sorted(places, key=lambda place: place.start)
    openers = [place for place in listed if place.kind in _OPENERS]
    yield from (place for place in listed if place.kind not in _OPENERS)
    for at, opener in enumerate(openers):
        end = next((later.start for later in openers[at + 1 :] if _ends(opener, later)), (END_OF_LINE, 1))
        yield opener._replace(end=max(end, opener.end))


def _ends(block: _Block, later: _Block) -> bool:
    """Whether a later opener ends the block of one: it has its rank or a higher one; of two choices, one that is not
    indented deeper."""
    if block.kind == later.kind == Choice.kind:
        return later.start[1] <= block.start[1]
    return _OPENERS[later.kind] <= _OPENERS[block.kind]
