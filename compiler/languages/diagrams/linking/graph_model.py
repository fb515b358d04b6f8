"""Graphs: what the syntax trees of diagrams with nodes and edges have in common."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from compiler.languages.diagrams.syntax.shared.text import shown

Element = dict[str, Any]  # of a syntax tree


class GraphNode(NamedTuple):
    """A node. `element` is its element of the syntax tree; nodes and groups refer to each other by name."""

    element: Element
    name: str
    label: str
    shape: str
    parent: str  # the name of the group around it, or ""
    details: dict[str, Any]

    @classmethod
    def of(
        cls,
        element: Element,
        name: str = "id",
        label: str = "label",
        parent: str = "parent",
        *,
        shape: str,
        read: Sequence[str] = (),
    ) -> "GraphNode":
        """Return the node of an element, by the fields that have its name, its label and the name of its group. What
        is in no field of `read` either is a detail."""
        details = details_of(element, name, label, parent, *read)
        return cls(element, element[name], shown(element.get(label, "")), shape, element.get(parent, ""), details)


class GraphEdge(NamedTuple):
    element: Element
    from_name: str
    to_name: str
    label: str
    connector: str
    details: dict[str, Any]
    stroke: str = ""
    arrow_start: str = ""
    arrow_end: str = ""
    length: int = 1
    style: str = ""
    runs: str = "forwards"  # forwards, backwards, both or none

    @classmethod
    def of(
        cls,
        element: Element,
        start: str = "from",
        end: str = "to",
        label: str = "label",
        connector: str = "",
        *,
        read: Sequence[str] = (),
    ) -> "GraphEdge":
        """Return the edge of an element, by the fields that have its ends and its label. What is in no field of `read`
        either is a detail."""
        details = details_of(element, start, end, label, *read)
        return cls(element, element[start], element[end], shown(element.get(label, "")), connector, details)


class GraphGroup(NamedTuple):
    element: Element
    name: str
    label: str
    parent: str
    direction: str
    members: tuple[str, ...]  # names of nodes and groups

    @classmethod
    def of(
        cls,
        element: Element,
        members: Sequence[str],
        name: str = "id",
        label: str = "label",
        parent: str = "parent",
    ) -> "GraphGroup":
        """Return the group of an element, by the fields that have its name, its label and the name of the group around
        it."""
        label_shown, around = shown(element.get(label, "")), element.get(parent, "")
        return cls(element, element[name], label_shown, around, element.get("dir", ""), tuple(members))


class GraphNote(NamedTuple):
    element: Element
    placement: str
    about: tuple[str, ...]  # names of nodes
    text: str


class Graph(NamedTuple):
    """A graph of any kind. Its objects have names, and no ids yet."""

    nodes: list[GraphNode]
    edges: list[GraphEdge]
    groups: list[GraphGroup]
    notes: list[GraphNote]


def details_of(element: Element, *columns: str) -> dict[str, Any]:
    """The fields of an element that are not columns of its fact."""
    return {key: value for key, value in element.items() if key not in columns and key != "span"}


def members(element: Element, key: str) -> tuple[str, ...]:
    """The names in a field that holds a list, one name or nothing."""
    value = element.get(key) or ()
    return (value,) if isinstance(value, str) else tuple(value)


def joined(style: str | list[str]) -> str:
    return style if isinstance(style, str) else ",".join(style)
