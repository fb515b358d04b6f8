"""From the text of a packet diagram to the model to draw."""

import re

from queries.diagrams.charts.statements import chart_lines, setting, unquoted
from queries.drawing.charts.packet import BITS, Field, PacketModel

MAX_BITS = 4_096
_HEADER = re.compile(r"packet(?:-beta)?(?![\w-])")
_FIELD = re.compile(
    r"""(?:(?P<first>\d{1,6})(?:\s*-\s*(?P<last>\d{1,6}))?|\+\s*(?P<bits>\d{1,6}))\s*:\s*(?P<label>"[^"]*"|'[^']*')"""
)


def packet_model(source: str) -> PacketModel | None:
    """Return the fields of a packet; None where the text has anything that is not known of them, where a field does not
    follow the one before, or where there are none or too many bits."""
    lines = chart_lines(source, _HEADER)
    if lines is None:
        return None
    fields, following = list[Field](), 0
    for line in lines:
        found = _FIELD.fullmatch(line)
        if found is None:
            return None
        first = following if found["first"] is None else int(found["first"])
        last = first + int(found["bits"]) - 1 if found["bits"] else int(found["last"] or first)
        if first != following or last < first:
            return None
        fields.append(Field(first, last, unquoted(found["label"])))
        following = last + 1
    row = setting(source, "bitsPerRow")
    bits = int(row) if re.fullmatch(r"[1-9]\d{0,2}", row) else BITS
    shows = setting(source, "showBits") != "false"
    return PacketModel(tuple(fields), min(bits, 128), shows) if 0 < following <= MAX_BITS else None
