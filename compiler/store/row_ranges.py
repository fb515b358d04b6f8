"""The numbers of parts, and the range of rows that each has in the table of every class of facts and in that of the
links.

The number of a part names the place where its range begins and its *order*: it has `2 ** order` places. Numbers ascend
as the ranges do. Short row numbers make short rows and indexes, so ranges of languages are not much larger than what is
in them. The rows of all stand in this order:

    LANGUAGE_PARTS    what languages make
    part 0            the facts of files, each in the row that the part of its mentions names
    OF_CROSS_LINKS    links between languages, and what the names of unread files tell
    MENTION_PARTS     what each file mentions
"""

from typing import NamedTuple

from compiler.model.source import SourceError

ROW_BITS = 40
MAX_FACT_ROW = (1 << ROW_BITS) - 1
OF_CROSS_LINKS = 1 << 48  # its number, between those of languages and those of mentions
# Their rows, each range from a multiple of 2 ** 37 on. Languages have those before.
_FILES, _CROSS_LINKS, _MENTIONS = (range(at << 37, (at << 37) + (1 << 36)) for at in (1, 2, 3))


class TooManyRowsError(SourceError):
    """The numbers of rows have no room for what is made of a source."""


class PartSpace(NamedTuple):
    """Parts of one sort. A place has `2 ** place_bits` rows; `first_row` is the first of place 0. The numbers follow
    `base`."""

    base: int
    first_row: int
    place_bits: int
    order_bits: int
    places: range

    def number(self, place: int, order: int) -> int:
        """Return the number of the part that begins at a place and has this order."""
        return self.base + (place << self.order_bits | order)

    def place_and_order(self, number: int) -> tuple[int, int]:
        """Return where a part begins, and its order."""
        return divmod(number - self.base, 1 << self.order_bits)

    def end(self, number: int) -> int:
        """Return the place behind a part."""
        place, order = self.place_and_order(number)
        return place + (1 << order)

    def order_for(self, rows: int) -> int:
        """Return the order of a part that has room for so many rows in each table."""
        return max((rows - 1).bit_length() - self.place_bits, 0)

    def rows(self, number: int) -> range:
        """Return the row numbers of a part."""
        place, order = self.place_and_order(number)
        first = self.first_row + (place << self.place_bits)
        return range(first, first + (1 << order + self.place_bits))


LANGUAGE_PARTS = PartSpace(base=0, first_row=0, place_bits=4, order_bits=6, places=range(1, _FILES.start >> 4))
MENTION_PARTS = PartSpace(
    base=OF_CROSS_LINKS, first_row=_MENTIONS.start, place_bits=14, order_bits=4, places=range(1, 1 << 22)
)


def rows_of(part: int) -> range:
    """Return the row numbers of a part."""
    if part == 0:
        return _FILES
    if part == OF_CROSS_LINKS:
        return _CROSS_LINKS
    return (LANGUAGE_PARTS if part < OF_CROSS_LINKS else MENTION_PARTS).rows(part)


def check_room(part: int, rows: int) -> None:
    """Raise TooManyRowsError if a part has no room for so many rows in a table."""
    if rows > len(rows_of(part)):
        raise TooManyRowsError(f"A part of the source makes {rows:,} rows of one sort. Split it into several sources.")


def place_of_file(part: int) -> int:
    """Return the place of the fact of a file among the rows of part 0, by the part of its mentions."""
    return part - OF_CROSS_LINKS


def part_of_file(row: int) -> int:
    """Return the part of the mentions of a file, by the row of its fact."""
    return row - _FILES.start + OF_CROSS_LINKS


def object_number(place: int, row: int) -> int:
    """Return the row number of an object, by the place of its class among all classes and the row of its fact."""
    return place << ROW_BITS | row
