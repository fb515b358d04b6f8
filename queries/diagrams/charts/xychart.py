"""From the text of an XY chart to the model to draw."""

import re
from typing import NamedTuple

from queries.diagrams.charts.statements import chart_of, items, number_of, numbers, statements, unquoted
from queries.drawing.charts.xychart import Series, XyModel

MAX_CATEGORIES = 200
MAX_SERIES = 20
_HEADER = re.compile(r"xychart(?:-beta)?(?![\w-])(?:[ \t]+(?P<way>horizontal|vertical)\b)?")
_LIST = re.compile(r'(?P<title>"[^"]*"\s*|[^"\[]*)\[(?P<list>.*)\]')
_TITLE = re.compile(r'"[^"]*"|[^"\[\]]*')
_VALUES = re.compile(r'(?:"[^"]*"|[^,"])+')
_LABEL = re.compile(r'(?<=[\d.])\s*"[^"]*"')
_LABELLED = re.compile(r'\s*[-+.\d][\d.eE+-]*\s*(?P<label>"[^"]*")\s*')
_WORD = re.compile(r"(x-axis|y-axis|bar|line)(?![\w-])")


class _Axis(NamedTuple):
    """What an axis says of itself: a title, the names of its places, or the numbers that it runs from and to."""

    title: str = ""
    names: tuple[str, ...] = ()
    ends: tuple[float, float] | None = None


def xychart_model(source: str) -> XyModel | None:
    """Return the axes and series of a chart; None where the text has anything that is not known of them, no series, or
    too many values."""
    chart = chart_of(source, _HEADER)
    if chart is None:
        return None
    axes = {"x-axis": _Axis(), "y-axis": _Axis()}
    series = list[Series]()
    for statement in statements(chart.lines):
        word = _WORD.match(statement)
        rest = statement[word.end() :].strip() if word else ""
        axis = _axis(rest) if word and word[1] in axes else None
        one = _series(word[1], rest) if word and word[1] not in axes else None
        if word and axis:
            axes[word[1]] = axis
        elif one:
            series.append(one)
        else:
            return None
    count = max([len(axes["x-axis"].names), *(len(one.values) for one in series)])
    if not series or count > MAX_CATEGORIES or len(series) > MAX_SERIES or axes["y-axis"].names:
        return None
    x, y = axes["x-axis"], axes["y-axis"]
    places = _places(x, count)
    return XyModel(places, tuple(series), x.title, y.title, y.ends, chart.header["way"] == "horizontal")


def _places(axis: _Axis, count: int) -> tuple[str, ...]:
    """Return the names of all places along the axis: as written, else the numbers between its ends, else 1, 2, 3…"""
    if axis.names:
        return (*axis.names, *(str(at + 1) for at in range(len(axis.names), count)))
    low, high = axis.ends or (1, count)
    step = (high - low) / max(1, count - 1)
    return tuple(f"{low + at * step:.2f}".rstrip("0").rstrip(".") for at in range(count))


def _axis(text: str) -> _Axis | None:
    """Return an axis by what stands behind its word; None where it is not understood."""
    title, names = _bracketed(text)
    if names is not None:
        found = items(names)
        return _Axis(unquoted(title), tuple(found)) if found else None
    before, arrow, after = text.rpartition("-->")
    if not arrow:
        return _Axis(unquoted(text)) if _TITLE.fullmatch(text) else None
    title, _, first = (" " + before.rstrip()).rpartition(" ")
    low, high = number_of(first), number_of(after.strip())
    return None if low is None or high is None or low >= high else _Axis(unquoted(title), ends=(low, high))


def _series(kind: str, text: str) -> Series | None:
    name, values = _bracketed(text)
    labelled = [_LABELLED.fullmatch(one) for one in _VALUES.findall(values or "")]
    if any(labelled):  # `540 "PaLM"`
        shown = tuple(unquoted(one["label"].strip()) if one else "" for one in labelled)
        values = _LABEL.sub("", values or "")
    else:
        shown = ()
    found = numbers(values or "")
    if not found or (shown and len(shown) != len(found)):
        return None
    return Series(kind, unquoted(name), tuple(found), shown)


def _bracketed(text: str) -> tuple[str, str | None]:
    """Return what stands before the brackets at the end of a text, and what stands in them, None without brackets."""
    found = _LIST.fullmatch(text)
    return (found["title"], found["list"]) if found else (text, None)
