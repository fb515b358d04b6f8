"""The syntax tree of an architecture diagram. Mermaid adds all groups first, then services, junctions and edges."""

from collections.abc import Sequence
from typing import Any

from compiler.languages.diagrams import codes
from compiler.languages.diagrams.syntax.architecture.statements import Align, Edge, End, Part, Statement
from compiler.languages.diagrams.syntax.shared.lexing import Token
from compiler.languages.diagrams.syntax.shared.prepare import Prepared
from compiler.languages.diagrams.syntax.shared.statements import Setting
from compiler.languages.diagrams.syntax.shared.text import decode, setting_text
from compiler.model.diagnostics import Diagnostic

LISTS = {"group": "groups", "service": "services", "junction": "junctions"}


class ArchitectureBuilder:
    """Adds the parts of a diagram, then its edges. `tree` returns the syntax tree."""

    def __init__(self, prepared: Prepared) -> None:
        self.prepared = prepared
        self.parts: dict[str, dict[str, Any]] = {}
        self.kinds: dict[str, str] = {}  # of the parts: group, service or junction
        self.edges: list[dict[str, Any]] = []
        self.settings = {"title": decode(prepared.title or "")}
        self.diagnostics: list[Diagnostic] = []

    def add(self, statements: Sequence[Statement]) -> None:
        for kind in LISTS:
            for part in statements:
                if isinstance(part, Part) and part.kind == kind:
                    self.declare(part)
        for statement in statements:
            match statement:
                case Setting(key, value):
                    self.settings[key] = setting_text(key, value)
                case Edge():
                    self.join(statement)
                case Align():
                    self.check_alignment(statement)

    def tree(self) -> dict[str, Any]:
        settings = {key: value for key, value in self.settings.items() if value}
        lists = {
            name: [part for id_, part in self.parts.items() if self.kinds[id_] == kind] for kind, name in LISTS.items()
        }
        return {"diagram_type": "architecture", **settings, **lists, "edges": self.edges}

    def declare(self, part: Part) -> None:
        """Add a part. One whose group is not there stands outside of all groups."""
        id_, parent = part.id.value, part.parent
        if id_ in self.kinds:
            self.refuse(part.id, f"the {part.kind} `{id_}`", f"there is a {self.kinds[id_]} of this id already")
            return
        if parent and self.kinds.get(parent) != "group":
            self.refuse(part.id, f"the {part.kind} `{id_}`", self.parent_problem(id_, parent))
            parent = ""
        optional = {"icon": part.icon, "icon_text": part.icon_text, "title": decode(part.title), "in": parent}
        found = {"id": id_, **{key: value for key, value in optional.items() if value}}
        self.kinds[id_] = part.kind
        self.parts[id_] = {**found, "span": self.prepared.range(part.id.start, part.end)}

    def parent_problem(self, id_: str, parent: str) -> str:
        if parent == id_:
            return "it cannot be in itself"
        if parent in self.kinds:
            return f"it is in `{parent}`, which is no group but a {self.kinds[parent]}"
        return f"it is in `{parent}`, and no group of this id is declared before it"

    def join(self, edge: Edge) -> None:
        left, right = edge.left, edge.right
        for end in (left, right):
            kind = self.kinds.get(end.id.value)
            if kind in (None, "group"):
                reason = "an edge ends at services and junctions" if kind else "no service or junction has this id"
                self.refuse(end.id, f"the end `{end.id.value}` of an edge", reason)
                return
        groups = [self.parts[end.id.value].get("in") for end in (left, right)]
        for end in (left, right):
            if end.at_group and groups[0] and groups[0] == groups[1]:
                reason = "`{group}` leads out of a group, and both ends are in the same group"
                self.refuse(end.id, f"the end `{end.id.value}` of an edge", reason)
                return
        self.edges.append(
            {
                **end_fields("from", left),
                **end_fields("to", right),
                "label": decode(edge.title),
                "span": self.prepared.range(left.id.start, edge.end),
            }
        )

    def check_alignment(self, align: Align) -> None:
        seen: set[str] = set()
        for member in align.members:
            if self.kinds.get(member.value) not in ("service", "junction"):
                self.refuse(member, f"`align` of `{member.value}`", "no service or junction has this id")
            elif member.value in seen:
                self.refuse(member, f"`align` of `{member.value}`", "it is named twice")
            seen.add(member.value)

    def refuse(self, place: Token, what: str, reason: str) -> None:
        span = self.prepared.span(place.start, place.end)
        self.diagnostics.append(codes.REFUSED_PART.at(span, what=what, reason=reason))


def end_fields(name: str, end: End) -> dict[str, Any]:
    """The fields of an end of an edge: its id, its side, and whether it has an arrowhead or stands at the group."""
    optional = {f"{name}_arrow": end.arrow, f"{name}_group": end.at_group}
    return {name: end.id.value, f"{name}_dir": end.side, **{key: True for key, value in optional.items() if value}}
