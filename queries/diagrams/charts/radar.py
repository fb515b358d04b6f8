"""From the text of a radar chart to the model to draw."""

import re

from queries.diagrams.charts.statements import chart_of, items, number_of, unquoted, untitled
from queries.drawing.charts.radar import Curve, RadarModel

MAX_AXES, MAX_CURVES, MAX_TICKS = 60, 30, 20
_HEADER = re.compile(r"radar-beta(?:[ \t]*:)?(?=\s|\Z)")
_NAMED = r"""[\w-]++[ \t]*+(?:\[[ \t]*+(?:"[^"\n]*+"|'[^'\n]*+')[ \t]*+\])?+"""
_AXIS = re.compile(rf"axis[ \t]++(?P<rest>{_NAMED}(?:\s*+,\s*+{_NAMED})*+)[ \t]*+(?=\n|\Z)")
_CURVE = re.compile(r"curve[ \t]+")
_ONE_CURVE = re.compile(rf"\s*+(?P<name>{_NAMED})\s*+\{{(?P<values>[^{{}}]*+)\}}[ \t]*+(?P<more>,?)")
_OPTION = re.compile(r"(?P<name>max|min|ticks|graticule|showLegend)[ \t]+(?P<value>[-+\w.]+),?[ \t]*(?=\n|\Z)")
_TITLE = re.compile(r"""(?P<id>[\w-]+)[ \t]*(?:\[(?P<title>[^\]]*)\])?""")
_PAIR = re.compile(r"(?P<axis>[\w-]+)(?:\s*:\s*|\s+)(?P<value>[-+.\d]+)")  # the colon may be left out
_BLANK = re.compile(r"[\s,]+")


def radar_model(source: str) -> RadarModel | None:
    """Return the axes and curves of a chart; None where the text has anything not known of them, a curve without
    a value for an axis, fewer than three axes, or too many."""
    chart = chart_of(source, _HEADER)
    if chart is None:
        return None
    text, at = "\n".join(untitled(chart.lines)), 0
    axes, curves, options = dict[str, str](), list[tuple[str, str]](), dict[str, str]()
    while at < len(text):
        if found := _BLANK.match(text, at):
            at = found.end()
        elif found := _AXIS.match(text, at):
            axes.update(_title(one[0]) for one in re.finditer(_NAMED, found["rest"]))
            at = found.end()
        elif found := _CURVE.match(text, at):
            at = found.end()
            while one := _ONE_CURVE.match(text, at):
                curves.append((_title(one["name"])[1], one["values"]))
                at = one.end()
                if not one["more"]:
                    break
            else:
                return None
        elif found := _OPTION.match(text, at):
            options[found["name"]] = found["value"]
            at = found.end()
        else:
            return None
    return _model(axes, curves, options)


def _model(axes: dict[str, str], curves: list[tuple[str, str]], options: dict[str, str]) -> RadarModel | None:
    drawn = [Curve(name, values) for name, text in curves if (values := _values(text, [*axes])) is not None]
    ends = number_of(options.get("min", "0")), number_of(options.get("max", "0"))
    ticks = options.get("ticks", "5")
    fits = 2 < len(axes) <= MAX_AXES and 0 < len(curves) <= MAX_CURVES and len(drawn) == len(curves)
    if not fits or ends[0] is None or ends[1] is None or not re.fullmatch(r"[1-9]\d?", ticks) or int(ticks) > MAX_TICKS:
        return None
    low = ends[0]
    high = ends[1] if "max" in options else max(value for one in drawn for value in one.values)
    is_round = options.get("graticule", "circle") != "polygon"
    shows = options.get("showLegend", "true") != "false"
    return (
        RadarModel(tuple(axes.values()), tuple(drawn), low, high, int(ticks), is_round, shows) if low < high else None
    )


def _values(text: str, axes: list[str]) -> tuple[float, ...] | None:
    """Return the values of a curve in the order of the axes: they stand in that order, or each behind its axis."""
    found = items(" ".join(text.split()).rstrip(", ")) or []
    pairs = [pair for one in found if (pair := _PAIR.fullmatch(one))]
    if pairs and len(pairs) == len(found):
        named = {pair["axis"]: number_of(pair["value"]) for pair in pairs}
        values = [named.get(axis) for axis in axes] if len(named) == len(axes) else []
    else:
        values = [number_of(one) for one in found]
    known = tuple(value for value in values if value is not None)
    return known if len(known) == len(values) == len(axes) else None


def _title(text: str) -> tuple[str, str]:
    """Return the id of an axis or a curve, and its title: the id where it has no other."""
    found = _TITLE.fullmatch(text.strip())
    id_, title = (found["id"], found["title"]) if found else (text.strip(), None)
    return id_, unquoted(title) if title else id_
