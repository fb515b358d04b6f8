"""A packet as SVG: its fields in rows of bits, each with the numbers of its first and its last bit."""

from collections.abc import Iterator
from typing import NamedTuple

from queries.drawing.charts.boxes import FILLS, INK
from queries.drawing.labels import wrap_evenly
from queries.drawing.svg_elements import centred, element, text
from queries.drawing.svg_image import Link, Painted, image, marked
from queries.drawing.text_metrics import LINE, PIXELS, text_width

BITS = 32  # of a row
NARROWEST, WIDEST = 26, 44  # pixels of a bit
ROOM = 8  # pixels beside a label
SMALL = {"font-size": 11, "fill": "#52606d"}
CUT = "…"


class Field(NamedTuple):
    """A field of a packet: its first and its last bit, and its label."""

    first: int
    last: int
    label: str


class PacketModel(NamedTuple):
    """A packet to draw: at least one field, each behind the one before."""

    fields: tuple[Field, ...]
    bits: int = BITS
    shows_bits: bool = True


class _Part(NamedTuple):
    """What stands of a field in one row: its bits are counted in the whole packet."""

    field: Field
    number: int
    first: int
    last: int

    @property
    def bits(self) -> int:
        """How many bits it has."""
        return self.last - self.first + 1


def packet_svg(model: PacketModel, *, title: str = "", heading: str = "") -> str:
    """Return a packet as SVG. `title` names the image, `heading` is written above it. A label without room is
    cut, and stands below the packet as a whole."""
    rows = _rows(model)
    needed = (_needed(part) for row in rows for part in row)
    bit = max([NARROWEST, *(one for one in needed if one <= WIDEST)])
    above = LINE if model.shows_bits else 4
    drawn, notes, y = [], dict[int, str](), 0.0
    for row in rows:
        labels = [_label(part, bit) for part in row]
        height = max(len(lines) for lines in labels) * LINE + 16
        for part, lines in zip(row, labels, strict=True):
            drawn.append(_drawn(part, lines, model, bit, y + above, height))
            if any(CUT in line for line in lines) and CUT not in part.field.label:
                notes[part.field.first] = f"{_bits(part.field)}: {part.field.label}"
        y += above + height + 4
    width = bit * max(part.last % model.bits + 1 for row in rows for part in row)
    return image(Painted("".join(drawn), width, y), title, heading, [*notes.values()])


def _rows(model: PacketModel) -> list[list[_Part]]:
    rows: list[list[_Part]] = [[] for _ in range(model.fields[-1].last // model.bits + 1)]
    for number, one in enumerate(model.fields):
        for part in _parts(one, number, model.bits):
            rows[part.first // model.bits].append(part)
    return rows


def _parts(one: Field, number: int, bits: int) -> Iterator[_Part]:
    first = one.first
    while first <= one.last:
        last = min(one.last, first - first % bits + bits - 1)
        yield _Part(one, number, first, last)
        first = last + 1


def _needed(part: _Part) -> int:
    """Return the pixels of a bit with which the longest word of a label fits."""
    word = max(part.field.label.split() or [""], key=text_width)
    return -(-(text_width(word) + ROOM) // part.bits)


def _label(part: _Part, bit: int) -> list[str]:
    """Return the lines of a label in a field: one that is cut, where a word does not fit."""
    room = part.bits * bit - ROOM // 2
    label = part.field.label
    if _needed(part) <= bit:
        return [*wrap_evenly(label, room, PIXELS)]
    fits = (at for at in range(len(label), 0, -1) if text_width(label[:at] + CUT) <= room)
    return [label[: next(fits, 0)].rstrip() + CUT]


def _drawn(part: _Part, lines: list[str], model: PacketModel, bit: int, y: float, height: float) -> str:
    x, width = part.first % model.bits * bit, part.bits * bit
    fill, stroke = FILLS[part.number % len(FILLS)]
    frame = {"class": "shape", "x": x, "y": y, "width": width, "height": height, "fill": fill, "stroke": stroke}
    drawn = element("rect", frame) + centred(lines, x + width / 2, y + height / 2, INK)
    if model.shows_bits and part.bits == 1:
        drawn += text([str(part.first)], x + width / 2, y - 9, {"text-anchor": "middle", **SMALL})
    elif model.shows_bits:
        drawn += text([str(part.first)], x + 1, y - 9, SMALL)
        drawn += text([str(part.last)], x + width - 1, y - 9, {"text-anchor": "end", **SMALL})
    return marked(drawn, "node", "", Link("", f"{part.field.label}: {_bits(part.field)}"))


def _bits(one: Field) -> str:
    """Return which bits a field has, in words."""
    return f"bit {one.first}" if one.first == one.last else f"bits {one.first} to {one.last}"
