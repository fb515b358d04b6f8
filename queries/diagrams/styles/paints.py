"""The colours and borders that the author of a diagram gave to its parts: `style`, `classDef`, `linkStyle`.

A value is taken only if it is one by its form: what else stands in a style (addresses, functions, other properties)
never reaches a drawing.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from queries.drawing.graph_model import Paint

_COLOUR = re.compile(r"#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})|[a-z]{3,24}|(?:rgb|hsl)a?\([\d .,%/]{5,40}\)", re.I)
_WIDTH = re.compile(r"(\d{1,2}(?:\.\d{1,2})?)(?:px)?")
_DASHES = re.compile(r"\d{1,3}(?:px)?(?:[ ,]+\d{1,3}(?:px)?){0,5}")
_FIELDS = {"fill": "fill", "background": "fill", "background-color": "fill", "stroke": "stroke", "color": "ink"}
_STYLES = re.compile(r"(?:[^,(]|\([^()]*+\)|\()++")  # of a list: `stroke:rgb(0, 0, 0),color:red`
_DEFAULT = "default"

ClassStyles = Mapping[str, Sequence[str]]


def class_styles(tree: Mapping[str, Any]) -> ClassStyles:
    """Return the styles that a diagram defines, by the names of their classes."""
    return {
        str(class_def.get("id")): [*map(str, class_def.get("styles") or ())]
        for class_def in tree.get("class_defs") or ()
    }


def paint(classes: Iterable[str], styles: Iterable[object], known: ClassStyles) -> Paint:
    """Return the colours of a node with classes and with styles of its own, which come last."""
    found: dict[str, str] = {}
    for name in (_DEFAULT, *classes):
        found |= _colours(known.get(name, ()))
    found |= _colours(map(str, styles))
    return Paint(**found)


def colour(value: str) -> str:
    """Return a text that is a colour by its form, "" for any other."""
    shown = value.strip()
    return shown if _COLOUR.fullmatch(shown) else ""


class LineLook(NamedTuple):
    """What an author gave to an edge: the colours of the line and of its label, its width and its dashes."""

    colour: str = ""
    ink: str = ""
    width: str = ""
    dashes: str = ""


def line_look(style: str) -> LineLook:
    """Return what a `linkStyle` gives to an edge."""
    found = _colours(_STYLES.findall(style))
    return LineLook(*(found.get(name, "") for name in ("stroke", "ink", "width", "dashes")))


def _colours(styles: Iterable[str]) -> dict[str, str]:
    found: dict[str, str] = {}
    for style in styles:
        name, _, value = style.partition(":")
        name, value = name.strip().lower(), value.replace("!important", "").strip()
        field = _FIELDS.get(name)
        if field and _COLOUR.fullmatch(value):
            found[field] = value
        elif name == "stroke-width" and (width := _WIDTH.fullmatch(value)):
            found["width"] = width[1]
        elif name == "stroke-dasharray" and _DASHES.fullmatch(value):
            found["dashes"] = value.replace("px", "")
    return found
