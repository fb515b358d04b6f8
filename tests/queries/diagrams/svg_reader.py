"""SVG as tests read it: its parts by class, their ids, titles, links and texts."""

from collections.abc import Iterator
from typing import NamedTuple
from xml.etree.ElementTree import Element

from defusedxml.ElementTree import fromstring  # type: ignore[import-untyped]

SVG = "{http://www.w3.org/2000/svg}"
ELEMENTS = {"svg", "title", "rect", "path", "circle", "text", "tspan", "g", "a"}
ATTRIBUTES = {
    "width", "height", "viewBox", "class", "data-id", "href", "x", "y", "cx", "cy", "r", "rx", "d", "fill", "stroke",
    "fill-opacity", "stroke-opacity", "stroke-width", "stroke-dasharray", "stroke-linejoin", "font-family", "font-size",
    "font-weight", "font-style", "text-anchor", "text-decoration", "role", "aria-label",
    "{http://www.w3.org/XML/1998/namespace}space",
}  # fmt: skip


class Part(NamedTuple):
    """An element with a class of its own: node, edge or frame."""

    classes: list[str]
    id: str
    title: str
    href: str
    texts: list[str]


def parsed(svg: str) -> Element:
    """Return the root of an image that has only what an image may have."""
    root: Element = fromstring(svg)
    for one in root.iter():
        assert one.tag.removeprefix(SVG) in ELEMENTS, one.tag
        assert {*one.attrib} <= ATTRIBUTES, one.attrib
    return root


def parts(svg: str, kind: str) -> list[Part]:
    """Return the parts of a kind, in the order of the image."""
    return [part for part in _parts(parsed(svg)) if kind in part.classes]


def _parts(root: Element) -> Iterator[Part]:
    for one in root.iter():
        classes = one.get("class", "").split()
        if one.tag in (f"{SVG}g", f"{SVG}a"):
            title = one.findtext(f"{SVG}title") or ""
            texts = ["".join(found.itertext()) for found in one.iter(f"{SVG}text")]
            yield Part(classes, one.get("data-id", ""), title, one.get("href", ""), texts)


def texts(svg: str) -> list[str]:
    """Return all lines of text."""
    return ["".join(one.itertext()) for one in parsed(svg).iter(f"{SVG}text")]
