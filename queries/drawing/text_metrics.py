"""The widths of texts in a sans-serif font, in pixels, from a table of average widths.

The table has the widths of Helvetica, which Arial and Liberation Sans share, in thousandths of the size of the font.
Boxes have margins wide enough for fonts that run wider, such as DejaVu Sans.
"""

from functools import lru_cache
from math import ceil
from unicodedata import normalize

from queries.drawing.emphasis import MARKS, runs
from queries.drawing.labels import Ruler, clusters

FONT_SIZE = 14
LINE = 18  # from one line of a text to the next

_BY_WIDTH = {
    191: "'",
    222: "ijl",
    260: "|",
    278: " !,./:;I[\\]ft",
    333: "()-`r{}",
    355: '"',
    389: "*",
    469: "^",
    500: "Jckszvxy",
    556: "#$0123456789?L_abdeghnopqu",
    584: "+<=>~",
    611: "FTZ",
    667: "&ABEKPSVXY",
    722: "CDHNRUw",
    778: "GOQ",
    833: "Mm",
    889: "%",
    944: "W",
    1015: "@",
}
_WIDTHS = {char: width for width, chars in _BY_WIDTH.items() for char in chars}
_OTHER, _WIDE = 640, 1150
_BOLD = 1.08


@lru_cache(maxsize=4096)
def _width(cluster: str, cells: int) -> int:
    if cells == 2:
        return _WIDE
    return _WIDTHS.get(cluster) or _WIDTHS.get(normalize("NFD", cluster)[0], _OTHER)


@lru_cache(maxsize=16384)
def text_width(text: str) -> int:
    """Return the width of a line in pixels."""
    if text.isascii():
        total = sum(_WIDTHS.get(char, _OTHER) for char in text)
    elif any(mark in text for mark in MARKS):
        return sum(bold_width(run.text) if run.bold else text_width(run.text) for run in runs(text))
    else:
        total = sum(_width(cluster, cells) for cluster, cells in clusters(text))
    return ceil(total * FONT_SIZE / 1000)


def bold_width(text: str) -> int:
    """Return the width of a line in bold, in pixels."""
    return ceil(text_width(text) * _BOLD)


PIXELS = Ruler(text_width, 8)
