"""How the statements of state, class, ER and requirement diagrams are written.

Each of their edges is a statement of its own, so that what is read of a diagram says where it stands.
"""

import re
from typing import NamedTuple

from compiler.languages.diagrams.facts import Edge, Node
from queries.operations.arguments import one_line
from queries.operations.refusals import invalid

# A label begins behind a colon that stands alone: `:::` marks a class, `::` is part of a name.
LABEL = re.compile(r"(?<![ \t])[ \t]*+(?<!:):(?!:)[ \t]*+(?P<label>.*)$", re.DOTALL)
RELATIONS = ("contains", "copies", "derives", "satisfies", "verifies", "refines", "traces")
_WORD = re.compile(r"[A-Za-z_]\w*")
_CLASS_ARROW = re.compile(r"(?:<\||\|>|[<>*o])?(?:--|\.\.)(?:<\||\|>|[<>*o])?")
_ER_ARROW = re.compile(r"(?:\|o|\|\||\}o|\}\|)(?:--|\.\.)(?:o\||\|\||o\{|\|\{)")


class Kind(NamedTuple):
    """A kind of diagram: its default arrow, "" if it has but one, and what an arrow is."""

    arrow: str
    arrows: re.Pattern[str] | None


KINDS = {
    "state": Kind("", None),
    "class": Kind("-->", _CLASS_ARROW),
    "er": Kind("||--o{", _ER_ARROW),
    "requirement": Kind("", None),
}


def checked_arrow(type_: str, connector: str | None) -> str:
    """Return the arrow of a new edge. Raises QueryError if the kind of diagram has no such arrow."""
    kind = KINDS[type_]
    if connector is None:
        return kind.arrow
    if kind.arrows is None or not kind.arrows.fullmatch(connector.strip()):
        raise invalid(f"This is no arrow of a {type_} diagram", connector=connector)
    return connector.strip()


def end_text(type_: str, node: Node) -> str:
    """Return a node as an edge names it."""
    if type_ == "state" and node.shape in ("stateStart", "stateEnd"):
        return "[*]"
    return _name(type_, node.name)


def _name(type_: str, name: str) -> str:
    if type_ in ("er", "requirement") and not re.fullmatch(r"[\w-]+", name):
        return f'"{name}"'
    return f"`{name}`" if type_ == "class" and not re.fullmatch(r"[\w.-]+", name) else name


def edge_text(type_: str, ends: tuple[str, str], arrow: str, label: str | None) -> str:
    """Return the statement of an edge. Raises QueryError if it cannot have the label."""
    start, end = ends
    text = one_line("label", label) if label else ""
    if type_ == "requirement":
        if text not in RELATIONS:
            raise invalid(f"The label of a relation is one of {', '.join(RELATIONS)}", label=label or "")
        return f"{start} - {text} -> {end}"
    if type_ == "er":
        return f"{start} {arrow} {end} : {role_text(text)}"
    return f"{start} {arrow or '-->'} {end}{f' : {text}' if text else ''}"


def role_text(text: str) -> str:
    """Return the role of a relationship as it is written."""
    return text if _WORD.fullmatch(text) else f'"{text}"'


def relabelled(type_: str, statement: str, edge: Edge, label: str) -> str:
    """Return the statement of an edge with another label, "" for none. Raises QueryError if it cannot have it."""
    text = one_line("label", label) if label else ""
    if type_ == "requirement":
        edge_text(type_, ("", ""), "", text)
        return re.sub(rf"(-[ \t]*){re.escape(edge.label)}([ \t]*-)", lambda one: one[1] + text + one[2], statement)
    found = LABEL.search(statement)
    written = role_text(text) if type_ == "er" else text
    if found is None:
        return f"{statement} : {written}" if written else statement
    return statement[: found.start("label")] + written if written else statement[: found.start()]


def node_text(type_: str, name: str, label: str | None) -> str:
    """Return the statement that declares a node. Raises QueryError if it cannot have the label."""
    text = one_line("label", label).replace('"', "#quot;") if label and label != name else ""
    written = _name(type_, name)
    if type_ == "state":
        return f'state "{text}" as {written}' if text else written
    if type_ == "class":
        return f"class {written}" + (f'["{text}"]' if text else "")
    if type_ == "er":
        return written + (f'["{text}"]' if text else "")
    if text:
        raise invalid("A requirement shows its name: it has no label of its own")
    return f"element {written} {{\n}}"
