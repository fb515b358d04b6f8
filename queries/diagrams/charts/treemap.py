"""From the text of a treemap to the model to draw: what is indented more than a line above stands in it."""

import re
from typing import NamedTuple

from queries.diagrams.charts.statements import chart_of, setting, unquoted
from queries.diagrams.styles.paints import ClassStyles, class_styles, paint
from queries.drawing.charts.axes import ValueFormat
from queries.drawing.charts.treemap import Area, TreemapModel

MAX_AREAS = 500
MAX_DEPTH = 20  # areas in each other
_HEADER = re.compile(r"treemap(?:-beta)?(?![\w-])")
_TITLE = re.compile(r"title\b.*")
_CLASS = re.compile(r"classDef\s+(?P<name>\w+)\s+(?P<look>[^;]*);?")
_AREA = re.compile(
    r"""(?P<label>"[^"]*"|'[^']*')(?:\s*[:,]\s*(?P<value>[\d_,]{1,20}(?:\.\d{1,9})?))?\s*(?::::(?P<class>[\w-]+))?"""
)
_FORMAT = re.compile(r"(?P<before>[$€£]?)(?:0?,0?)?(?:\.(?P<digits>\d)f?)?(?P<percent>%?)")


class _Row(NamedTuple):
    """A line of the tree: its indentation, and its area without what stands in it."""

    indent: int
    area: Area


def treemap_model(source: str) -> TreemapModel | None:
    """Return the areas of a map; None where the text has anything that is not known of them, or too many areas, or none
    with a value above 0."""
    chart = chart_of(source, _HEADER)
    if chart is None:
        return None
    defined, found = dict[str, str](), list[tuple[int, re.Match[str]]]()
    for line in chart.lines:
        bare = line.strip()
        if known := _CLASS.fullmatch(bare):
            defined[known["name"]] = known["look"]
        elif area := _AREA.fullmatch(bare):
            found.append((len(line) - len(line.lstrip()), area))
        elif not _TITLE.fullmatch(bare):
            return None
    styles = class_styles({"class_defs": [{"id": name, "styles": look.split(",")} for name, look in defined.items()]})
    rows = [_Row(indent, _area(one, styles)) for indent, one in found]
    if len(rows) > MAX_AREAS or _depth(rows) > MAX_DEPTH:
        return None
    areas = _nested(rows)
    shows = setting(source, "showValues") != "false"
    return TreemapModel(areas, shows, _format(source)) if sum(one.whole for one in areas) > 0 else None


def _area(found: re.Match[str], styles: ClassStyles) -> Area:
    digits = (found["value"] or "").replace(",", "").replace("_", "")
    value = float(digits) if digits else 0.0
    own = [found["class"]] if found["class"] else []
    return Area(unquoted(found["label"]), value, (), paint(own, (), styles))


def _format(source: str) -> ValueFormat:
    """Return how values are written, by a setting in the manner of D3: `$0,0`, `,.2f`, `.1%`. Others are not known."""
    found = _FORMAT.fullmatch(setting(source, "valueFormat"))
    return ValueFormat(found["before"], int(found["digits"] or -1), bool(found["percent"])) if found else ValueFormat()


def _depth(rows: list[_Row]) -> int:
    """Return how many areas stand in each other at most."""
    open_, most = list[int](), 0
    for row in rows:
        while open_ and open_[-1] >= row.indent:
            open_.pop()
        open_.append(row.indent)
        most = max(most, len(open_))
    return most


def _nested(rows: list[_Row]) -> tuple[Area, ...]:
    """Return the outermost areas, each with what stands in it."""
    areas, at = list[Area](), 0
    while at < len(rows):
        end = at + 1
        while end < len(rows) and rows[end].indent > rows[at].indent:
            end += 1
        areas.append(rows[at].area._replace(parts=_nested(rows[at + 1 : end])))
        at = end
    return tuple(areas)
