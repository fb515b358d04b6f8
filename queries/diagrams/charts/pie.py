"""From the text of a pie to the model to draw. Pies have no objects: a snapshot has only their text."""

import re

from queries.diagrams.charts.statements import chart_body
from queries.drawing.charts.pie import PieModel, Slice
from queries.drawing.labels import plain_text

MAX_SLICES = 40
_HEADER = re.compile(r"\s*pie\b(?P<values>\s+showData\b)?(?:\s+title\b[^\n]*)?")
_TITLE = re.compile(r"title\b.*")
_SLICE = re.compile(r'"(?P<label>[^"\n]*)"\s*:\s*(?P<value>\d{1,15}(?:\.\d{1,15})?)')


def pie_model(source: str) -> PieModel | None:
    """Return the slices of a pie in their order; None where the text has anything that is not known of pies, nothing to
    show, or more than `MAX_SLICES` values."""
    text = chart_body(source)
    header = _HEADER.match(text)
    if header is None:
        return None
    shows_values, slices = bool(header["values"]), []
    for line in filter(None, map(str.strip, text[header.end() :].splitlines())):
        found = _SLICE.fullmatch(line)
        if found:
            slices.append(Slice(plain_text(found["label"]), float(found["value"]), found["value"]))
        elif line == "showData":
            shows_values = True
        elif not _TITLE.fullmatch(line):
            return None
    fits = len(slices) <= MAX_SLICES and sum(one.value for one in slices) > 0
    return PieModel(tuple(slices), shows_values) if fits else None
