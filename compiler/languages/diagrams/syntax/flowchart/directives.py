"""Statements about elements drawn before: `style`, `classDef`, `class`, `linkStyle`, `click`."""

import re
from typing import Any

from compiler.languages.diagrams import codes
from compiler.languages.diagrams.syntax.flowchart.chart import Chart
from compiler.languages.diagrams.syntax.shared.lexing import Token
from compiler.languages.diagrams.syntax.shared.newer_forms import newer_form
from compiler.languages.diagrams.syntax.shared.text import JS_BLANKS, decode
from compiler.languages.diagrams.syntax.shared.urls import read_url

ESCAPED_COMMA = "\0"
# What older versions refuse. They read several blanks before styles, as in `classDef done   fill:#9f6`.
WIDE = re.compile(r"(?:style|class|classDef|linkStyle)\s\s|class\s\S++\s\s|linkStyle\s\S++\s++interpolate\s\s")


class Directives:
    """Applies directives to the elements of a chart, and keeps the class definitions and defaults."""

    def __init__(self, chart: Chart) -> None:
        self.chart = chart
        self.class_defs: dict[str, dict[str, Any]] = {}
        self.default_interpolate = ""
        self.default_style: list[str] = []

    def apply(self, token: Token) -> None:
        found = token.found
        if found is None:
            return
        if WIDE.match(token.value):
            self.chart.diagnostics.append(newer_form(self.chart.prepared, "blanks", token.start, token.end))
        match token.type:
            case "STYLE":
                vertex = self.chart.vertex(found["styled"], token.start, token.end)
                if vertex is not None:
                    vertex.setdefault("styles", []).extend(found["style"].split(","))
            case "CLASS_DEF":
                self.define(token, found["defined"], found["definition"])
            case "CLASS":
                self.use_class(found["members"], found["class_name"])
            case "LINK_STYLE":
                self.style_links(token, found["links"], found["curve"], found["curve_style"] or found["link_style"])
            case "CLICK":
                self.click(found.groupdict())

    def define(self, token: Token, names: str, definition: str) -> None:
        """`classDef a,b fill:#f96,color:red`, where `\\,` is a comma inside a value."""
        parts = definition.replace("\\,", ESCAPED_COMMA).replace(",", ";").replace(ESCAPED_COMMA, ",").split(";")
        defined_names = names.split(",")
        if not self.chart.prepared.copies.take(len(defined_names) * len(parts)):
            return
        for name in defined_names:
            defined = self.class_defs.setdefault(name, {"id": name, "styles": []})
            defined.setdefault("span", self.chart.prepared.range(token.start, token.end))
            defined["styles"] += parts
            texts = [part.replace("fill", "bgFill", 1) for part in parts if "color" in part]
            if texts:
                defined.setdefault("text_styles", []).extend(texts)

    def use_class(self, ids: str, name: str) -> None:
        """Give a class to nodes, edges and subgraphs. Ids that do not exist yet are ignored."""
        chart = self.chart
        for id_ in ids.split(","):
            for elements in (chart.vertices, chart.edges_by_id, chart.subgraphs_by_id):
                element = elements.get(id_)
                if element is not None:
                    element.setdefault("classes", []).append(name)

    def style_links(self, token: Token, links: str, curve: str | None, style: str | None) -> None:
        styles = style.split(",") if style else []
        if links == "default":
            self.default_interpolate = curve or self.default_interpolate
            self.default_style = styles or self.default_style
            return
        edges = self.chart.edges
        numbers = links.split(",")
        if not self.chart.prepared.copies.take(len(numbers) * max(1, len(styles))):
            return
        for number in numbers:
            if int(number[:9]) >= len(edges) or len(number) > 9:
                span = self.chart.prepared.span(token.start, token.end)
                self.chart.diagnostics.append(codes.UNKNOWN_EDGE.at(span, index=number[:20], count=len(edges)))
                continue
            edge = edges[int(number)]
            if curve:
                edge["interpolate"] = curve
            if styles:
                filled = any(style.startswith("fill") for style in styles)
                edge["style"] = styles if filled else [*styles, "fill:none"]

    def click(self, found: dict[str, str | None]) -> None:
        """`click A "url" "tooltip" _blank` and its other forms."""
        clicked = found["clicked"] or ""
        for id_ in clicked.split(","):
            vertex = self.chart.vertices.get(id_)
            if vertex is None:
                continue
            url = found["url"] or ""
            if url.strip(JS_BLANKS):
                vertex["link"] = read_url(url)
                if found["target"]:
                    vertex["link_target"] = found["target"]
            callback = (found["called"] or found["callback"] or "").strip(JS_BLANKS)
            if callback:
                vertex["callback"] = callback
            if found["tooltip"]:
                vertex["tooltip"] = decode(found["tooltip"])
        self.use_class(clicked, "clickable")

    def tree(self) -> dict[str, Any]:
        tree: dict[str, Any] = {}
        if self.class_defs:
            tree["class_defs"] = list(self.class_defs.values())
        if self.default_style:
            tree["default_link_style"] = self.default_style
        if self.default_interpolate:
            tree["default_interpolate"] = self.default_interpolate
        return tree
