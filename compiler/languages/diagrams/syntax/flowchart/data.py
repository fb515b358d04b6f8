"""The data of a node or an edge: `@{ shape: cyl, label: "DB" }`."""

import difflib
import math
import re
from typing import Any

from compiler.languages.diagrams import codes
from compiler.languages.diagrams.facts.shapes import SHAPES
from compiler.languages.diagrams.settings import load_pairs, truthy
from compiler.languages.diagrams.syntax.shared.lexing import Token
from compiler.languages.diagrams.syntax.shared.newer_forms import newer_form
from compiler.languages.diagrams.syntax.shared.prepare import Prepared
from compiler.languages.diagrams.syntax.shared.text import decode, show_entities
from compiler.model.diagnostics import Diagnostic
from compiler.text.yaml import YamlError

QUOTED = re.compile(r'"[^"]*"')
LINE_BREAK = re.compile(r"\n\s*")
TEXT_KEYS = ("icon", "form", "pos", "img", "constraint")


def read_data(id_: str, token: Token, prepared: Prepared, diagnostics: list[Diagnostic]) -> dict[str, object]:
    """The values of a DATA token; empty, with a diagnostic, when they are not YAML."""
    text = token.value[2:-1]
    if "\n" in text and '"' in text:
        text = QUOTED.sub(lambda quoted: LINE_BREAK.sub("<br/>", quoted[0]), text)
    try:
        return load_pairs(text)
    except YamlError as error:
        diagnostics.append(
            codes.BAD_NODE_DATA.at(prepared.span(token.start, token.end), id=id_, reason=show_entities(error.reason))
        )
        return {}


def apply_to_edge(edge: dict[str, Any], values: dict[str, object]) -> None:
    for key, name in (("animate", "animate"), ("animation", "animation"), ("curve", "interpolate")):
        if key in values:
            edge.pop(name, None)
            if truthy(values[key]):
                edge[name] = values[key]


def apply_to_vertex(
    vertex: dict[str, Any], values: dict[str, object], token: Token, prepared: Prepared, diagnostics: list[Diagnostic]
) -> None:
    shape = values.get("shape")
    if truthy(shape):
        if str(shape) not in SHAPES:
            span = prepared.span(token.start, token.end)
            diagnostics.append(
                codes.UNKNOWN_SHAPE.at(span, shape=shape, node=vertex["id"], suggestion=_suggest(str(shape)))
            )
        else:
            vertex["type"] = shape
            if str(shape).startswith("bpmn-"):
                diagnostics.append(newer_form(prepared, "bpmn", token.start, token.end))
    label = values.get("label")
    if truthy(label):
        vertex["label"], vertex["label_type"] = decode(str(label)), "markdown"
    for key in TEXT_KEYS:
        value = values.get(key)
        if truthy(value):
            vertex[key] = decode(value) if isinstance(value, str) else value
    pictured = truthy(values.get("icon")) or truthy(values.get("img"))
    if pictured and not str(label or "").strip() and vertex["label"] == vertex["id"]:
        vertex["label"] = ""
    for key in ("w", "h"):
        size = _number(values.get(key))
        if size:
            vertex[key] = size


def _suggest(shape: str) -> str | None:
    near = difflib.get_close_matches(shape.lower().replace("_", "-"), SHAPES, 1)
    return f"Did you mean `{near[0]}`?" if near else None


def _number(value: object) -> int | float | None:
    try:
        number = float(str(value))
    except ValueError:
        return None
    if not math.isfinite(number):
        return None
    return int(number) if number.is_integer() else number
