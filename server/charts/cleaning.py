"""A foreign SVG, written anew of what the allowlist knows.

No script, event, address, font, filter or style goes on. Styles become attributes, since pages of the explorer allow no
style: so what remains looks the same. Ids are new ones, which no other picture of a page has.
"""

from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from xml.etree.ElementTree import Element, ParseError

from defusedxml.common import DefusedXmlException  # type: ignore[import-untyped]
from defusedxml.ElementTree import fromstring  # type: ignore[import-untyped]

from queries.drawing.svg_elements import element, escaped, number
from queries.drawing.svg_image import Painted
from server.charts.allowlist import (
    DEFINITIONS,
    ELEMENTS,
    GEOMETRY,
    GROUPS,
    PRESENTATION,
    SVG,
    UncleanError,
    is_plain,
    referred,
)
from server.charts.html_labels import DEFAULT_SIZE, label_text, length
from server.charts.stylesheet import Stylesheet, replaced

MAX_SIZE = 2_000_000  # characters
MAX_ELEMENTS = 20_000
MAX_DEPTH = 60
MAX_SIDE = 30_000  # pixels
INK = "#333"
_INHERITED = ("color", "font-size")


def cleaned_svg(svg: str) -> Painted:
    """Return what may be shown of a foreign SVG, and its size. Raises UncleanError for a text that is no SVG, or that
    is too large."""
    if len(svg) > MAX_SIZE:
        raise UncleanError(f"its image has more than {MAX_SIZE:,} characters")
    try:
        root = fromstring(svg, forbid_dtd=True)
    except (ParseError, DefusedXmlException, ValueError):
        raise UncleanError("its image is no XML") from None
    _check_size(root)
    box = [length(side, -1.0) for side in (root.get("viewBox") or "").replace(",", " ").split()]
    if root.tag != f"{SVG}svg" or len(box) != 4 or not all(0 < side <= MAX_SIDE for side in box[2:]):
        raise UncleanError(f"its image has no size up to {MAX_SIDE:,} pixels")
    shown = {"viewBox": " ".join(map(number, box)), "x": 0, "y": 0, "width": box[2], "height": box[3]}
    look, content = _Writer(root, svg).whole()
    if "<text" not in content:
        raise UncleanError("its image has no words")
    whole = element("svg", {"font-size": number(DEFAULT_SIZE), **look, **shown, "overflow": "visible"}, content)
    return Painted(whole, box[2], box[3])


def _check_size(root: Element) -> None:
    level, count = [root], 1
    for _ in range(MAX_DEPTH):
        level = [inner for outer in level for inner in outer]
        count += len(level)
        if not level:
            return
        if count > MAX_ELEMENTS:
            raise UncleanError(f"its image has more than {MAX_ELEMENTS:,} parts")
    raise UncleanError(f"its image is nested more than {MAX_DEPTH} deep")


class _Writer:
    """Writes the elements of one SVG."""

    def __init__(self, root: Element, svg: str) -> None:
        self._styles = Stylesheet("".join(style.text or "" for style in root.iter(f"{SVG}style")))
        self._root = root
        self._variables = self._styles.style((), root)
        picture = sha256(svg.encode("utf-8", "replace")).hexdigest()[:10]
        named = (inner.get("id") for inner in root.iter() if _name(inner) in DEFINITIONS)
        self._ids = {id_: f"chart-{picture}-{at}" for at, id_ in enumerate(dict.fromkeys(named)) if id_}

    def whole(self) -> tuple[dict[str, str], str]:
        """Return the look of the whole SVG, and its content."""
        style = self._styles.style((), self._root)
        attributes = self._attributes(self._root, style, within=False)
        look = {name: value for name, value in attributes if name in PRESENTATION}
        return look, self.content(self._root, (), _inherited(style))

    def content(self, outer: Element, ancestors: Sequence[Element], inherited: Mapping[str, str]) -> str:
        """Return the text and the elements of an element, which stands in its ancestors."""
        return "".join(self._content(outer, (*ancestors, outer), inherited))

    def _content(self, outer: Element, ancestors: Sequence[Element], inherited: Mapping[str, str]) -> Iterator[str]:
        holds_text = _name(outer) in ("text", "tspan", "title")
        if holds_text:
            yield escaped(outer.text or "")
        has_text = _name(outer) == "switch" and any(_name(inner) == "text" for inner in outer)
        # What is transparent would make texts pale that it covers: blending, which avoids that, is a style.
        for inner in sorted(outer, key=_has_texts_alone) if outer is self._root else outer:
            name = _name(inner)
            if name in ELEMENTS:
                yield self._element(inner, name, ancestors, inherited)
            elif name == "foreignObject" and not has_text:
                yield self._label(inner, ancestors, inherited)
            if holds_text:
                yield escaped(inner.tail or "")

    def _element(self, inner: Element, name: str, ancestors: Sequence[Element], inherited: Mapping[str, str]) -> str:
        style = self._styles.style(ancestors, inner)
        within = any(_name(ancestor) in DEFINITIONS for ancestor in ancestors)
        attributes = dict(self._attributes(inner, style, within=within))
        if name in DEFINITIONS:
            attributes["id"] = self._ids.get(inner.get("id") or "", "")
        content = self.content(inner, ancestors, {**inherited, **_inherited(style)})
        return element("g" if name in GROUPS else name, attributes, content)

    def _attributes(self, inner: Element, style: Mapping[str, str], *, within: bool) -> Iterator[tuple[str, str]]:
        """Yield the attributes that go on. What stands `within` a definition refers to no other."""
        given = {name: value for name, value in inner.items() if name in GEOMETRY or name in PRESENTATION}
        given |= {name: value for name, value in style.items() if name in PRESENTATION}
        for name, value in given.items():
            shown = replaced(value, self._variables).strip()
            id_ = self._ids.get(referred(shown))
            if id_ and name in PRESENTATION and not within:
                yield name, f"url(#{id_})"
            elif shown and is_plain(shown):
                yield name, shown

    def _label(self, label: Element, ancestors: Sequence[Element], inherited: Mapping[str, str]) -> str:
        """Return a label in HTML as text, with the look of the innermost element that begins it."""
        look, ground, path, is_wrapped, is_left = dict(inherited), "", [*ancestors, label], True, False
        inner: Element | None = next(iter(label), None)
        while inner is not None:
            style = self._styles.style(path, inner)
            look |= _inherited(style)
            ground = style.get("background-color", ground)
            is_wrapped = is_wrapped and style.get("white-space") != "nowrap"
            is_left = style.get("text-align", "left" if is_left else "") == "left"
            path.append(inner)
            inner = next(iter(inner), None)
        colour = replaced(look.get("color", INK), self._variables)
        size = length(replaced(look.get("font-size", ""), self._variables), DEFAULT_SIZE)
        return label_text(
            label,
            size=size if 1 <= size <= 200 else DEFAULT_SIZE,
            colour=colour if is_plain(colour) else INK,
            ground=ground if is_plain(ground) else "",
            is_wrapped=is_wrapped,
            is_left=is_left,
        )


def _inherited(style: Mapping[str, str]) -> dict[str, str]:
    return {name: style[name] for name in _INHERITED if name in style}


def _has_texts_alone(inner: Element) -> bool:
    leaves = [leaf for leaf in inner.iter() if not len(leaf)]
    return inner not in leaves and all(_name(leaf) in ("text", "tspan") for leaf in leaves)


def _name(inner: Element) -> str:
    """Return the name of an element of SVG, "" of any other."""
    return inner.tag.removeprefix(SVG) if inner.tag.startswith(SVG) else ""
