"""How the nodes of each kind of diagram look: the texts of their compartments, and their shapes."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from compiler.languages.diagrams.facts import Node
from compiler.languages.diagrams.facts.shapes import FLOW_SHAPES
from queries.drawing.labels import cell_width, plain_text

STATE_SHAPES: Mapping[str, str] = {
    "stateStart": "start",
    "stateEnd": "end",
    "fork": "bar",
    "join": "bar",
    "choice": "diamond",
}
Look = tuple[tuple[str, ...], str]


def label_of(node: Node) -> str:
    return plain_text(node.label or node.name, markdown=node.details.get("label_type") == "markdown")


def _flow_look(node: Node) -> Look:
    shape = FLOW_SHAPES.get(node.shape, "rect")
    label = label_of(node)
    if shape in ("start", "end", "junction", "crossed", "bar") or node.shape == "choice":
        return ("" if label == node.name else label,), shape
    return (label,), shape


def _state_look(node: Node) -> Look:
    shape = STATE_SHAPES.get(node.shape, "rounded")
    if shape != "rounded":
        return ("",), shape
    more = node.details.get("descriptions") or ()
    return (label_of(node), *(["\n".join(map(plain_text, more))] if more else [])), shape


def _class_look(node: Node) -> Look:
    if node.shape == "lollipop":
        return (label_of(node),), "lollipop"
    details = node.details
    generic = f"<{details['generic']}>" if details.get("generic") else ""
    head = [f"<<{annotation}>>" for annotation in details.get("annotations") or ()]
    title = "\n".join([*head, label_of(node) + generic])
    lists = ["\n".join(map(_member, details.get(key) or ())) for key in ("members", "methods")]
    return (title, *(listed for listed in lists if listed)), "rect"


def _member(member: Mapping[str, Any]) -> str:
    """Return a member as its author wrote it, marked when it is static or abstract."""
    word = {"$": " {static}", "*": " {abstract}"}.get(str(member.get("classifier", "")), "")
    return plain_text(str(member.get("text", ""))) + word


def _er_look(node: Node) -> Look:
    rows = [(*row[:3], f'"{row[3]}"' if row[3] else "") for row in attributes(node)]
    return (label_of(node), *(["\n".join(_table(rows))] if rows else [])), "rect"


def attributes(node: Node) -> tuple[tuple[str, ...], ...]:
    """Return the attributes of an entity: type, name, keys and comment of each."""
    return tuple(
        (
            plain_text(str(attribute.get("type", ""))),
            plain_text(str(attribute.get("name", ""))),
            ",".join(attribute.get("keys") or ()),
            plain_text(str(attribute.get("comment") or "")),
        )
        for attribute in node.details.get("attributes") or ()
    )


def _table(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    widths = [max(map(cell_width, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        yield "  ".join(
            text + " " * (width - cell_width(text)) for text, width in zip(row, widths, strict=True) if width
        ).rstrip()


REQUIREMENT_ROWS = {
    "id": "Id",
    "text": "Text",
    "risk": "Risk",
    "verify_method": "Verification",
    "doc_ref": "Doc ref",
}


def _requirement_look(node: Node) -> Look:
    details = node.details
    element = details.get("is") == "element"
    kind = "Element" if element else details.get("type") or "Requirement"
    rows = [f"{name}: {plain_text(str(details[key]))}" for key, name in REQUIREMENT_ROWS.items() if details.get(key)]
    if element and details.get("type"):
        rows.insert(0, f"Type: {plain_text(str(details['type']))}")
    return (f"<<{kind}>>\n{label_of(node)}", *(["\n".join(rows)] if rows else [])), "rect"


def _c4_look(node: Node) -> Look:
    details = node.details
    kind = node.shape.replace("_", " ")
    techn = f": {plain_text(str(details['techn']))}" if details.get("techn") else ""
    text = plain_text(str(details.get("descr") or ""))
    shape = next((shape for ending, shape in C4_SHAPES.items() if node.shape.endswith(ending)), "rect")
    return (f"<<{kind}{techn}>>\n{label_of(node)}", *([text] if text else [])), shape


C4_SHAPES = {"person": "person", "_db": "cylinder", "_queue": "stadium"}


def _gantt_look(node: Node) -> Look:
    details = node.details
    tags = ", ".join(tag for tag in ("active", "done", "crit") if details.get(tag))
    start, end = details.get("start"), details.get("end")
    dates = [] if not start else [f"{start}" if start == end else f"{start} – {end}"]
    return (label_of(node), *(["\n".join([*dates, *([tags] if tags else [])])] if dates or tags else [])), (
        "hexagon" if node.shape == "milestone" else "rect"
    )


def _git_look(node: Node) -> Look:
    details = node.details
    tags = ", ".join(map(plain_text, details.get("tags") or ()))
    return (label_of(node), *([tags] if tags else [])), GIT_SHAPES.get(node.shape, "rounded")


GIT_SHAPES = {"merge": "double_circle", "highlight": "rect", "cherry_pick": "circle"}


def _architecture_look(node: Node) -> Look:
    if node.shape == "junction":
        return ("",), "junction"
    icon = str(node.details.get("icon_text") or node.details.get("icon") or "")
    return (label_of(node), *([plain_text(f"({icon})")] if icon else [])), (
        "cylinder" if icon == "database" else "rect"
    )


def _mindmap_look(node: Node) -> Look:
    return (label_of(node),), MINDMAP_SHAPES.get(node.shape, "rect")


BLOCK_SHAPES = {"square": "rect", "round": "roundedRect", "na": "rect"}


def _block_look(node: Node) -> Look:
    sides = ", ".join(node.details.get("sides") or ())
    text = f"{label_of(node)} ({sides})" if sides else label_of(node)
    return (text,), FLOW_SHAPES.get(BLOCK_SHAPES.get(node.shape, node.shape), "rect")


MINDMAP_SHAPES = {
    "default": "topic",
    "rounded": "rounded",
    "circle": "circle",
    "cloud": "cloud",
    "bang": "cloud",
    "hexagon": "hexagon",
}


LOOKS: Mapping[str, Callable[[Node], Look]] = {
    "flowchart": _flow_look,
    "state": _state_look,
    "class": _class_look,
    "er": _er_look,
    "requirement": _requirement_look,
    "c4": _c4_look,
    "gantt": _gantt_look,
    "gitgraph": _git_look,
    "architecture": _architecture_look,
    "block": _block_look,
    "mindmap": _mindmap_look,
}
