"""The syntax tree of a C4 diagram, built from its statements in the order of the text."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from compiler.languages.diagrams import codes
from compiler.languages.diagrams.syntax.c4.statements import Boundary, Call, Named, Statement
from compiler.languages.diagrams.syntax.shared.prepare import Prepared
from compiler.languages.diagrams.syntax.shared.statements import Setting
from compiler.languages.diagrams.syntax.shared.syntax_errors import STATEMENT
from compiler.languages.diagrams.syntax.shared.text import decode, setting_text
from compiler.model.diagnostics import Diagnostic
from compiler.model.spans import Span

# The names of the arguments behind alias and label, or behind the ends and the label of a relation.
OF_SYSTEM = ("descr", "sprite", "tags", "link")
OF_CONTAINER = ("techn", "descr", "sprite", "tags", "link")
OF_BOUNDARY = ("type", "tags", "link")
OF_NODE = ("type", "descr", "sprite", "tags", "link")
OF_ELEMENT_STYLE = ("bgColor", "fontColor", "borderColor")
OF_RELATION_STYLE = ("textColor", "lineColor")
STYLES = {"bgColor": "fill", "fontColor": "color", "borderColor": "stroke", "textColor": "color", "lineColor": "stroke"}
# The boundaries whose word tells their type, so that it is no argument.
TYPES = {"Enterprise_Boundary": "ENTERPRISE", "System_Boundary": "SYSTEM", "Container_Boundary": "CONTAINER"}
RELATIONS = {"RelIndex": "rel", "Rel_Up": "rel_u", "Rel_Down": "rel_d", "Rel_Left": "rel_l", "Rel_Right": "rel_r"}
NODE_TYPES = {"Node": "node", "Deployment_Node": "node", "Node_L": "nodeL", "Node_R": "nodeR"}


class C4Builder:
    """Applies statements in order: the second of an alias replaces the first. `tree` returns the syntax tree."""

    def __init__(self, prepared: Prepared) -> None:
        self.prepared = prepared
        self.shapes: dict[str, dict[str, Any]] = {}
        self.boundaries: dict[str, dict[str, Any]] = {}
        self.relations: dict[tuple[str, str], dict[str, Any]] = {}
        self.settings = {"title": decode(prepared.title or "")}
        self.diagnostics: list[Diagnostic] = []

    def add(self, statements: Iterable[Statement]) -> None:
        """Apply the statements of the diagram, and those in its boundaries."""
        code = self.prepared.code
        if not code.strip().partition("\n")[2].strip():
            end = len(code.rstrip())
            found = codes.C4_SYNTAX.at(self.prepared.span(end, end), expected=STATEMENT, found="the end of the text")
            self.report(found)
        open_: list[tuple[str, Iterator[Statement]]] = [("", iter(statements))]
        while open_:
            parent, rest = open_[-1]
            statement = next(rest, None)
            match statement:
                case None:
                    open_.pop()
                case Setting(key, value):
                    self.settings[key] = setting_text(key, value)
                case Boundary():
                    open_.append((self.bound(statement, parent), iter(statement.content)))
                case Call() if statement.word.type == "RELATION":
                    self.relate(statement)
                case Call() if statement.word.type == "ELEMENT":
                    self.declare(statement, parent)
                case Call():
                    self.restyle(statement)

    def tree(self) -> dict[str, Any]:
        """The syntax tree. Ends of relations are checked, since all is declared now."""
        self.check_ends()
        tree: dict[str, Any] = {key: value for key, value in self.settings.items() if value}
        return {
            "diagram_type": "c4",
            **tree,
            "shapes": list(self.shapes.values()),
            "boundaries": list(self.boundaries.values()),
            "rels": list(self.relations.values()),
        }

    def declare(self, call: Call, parent: str) -> None:
        word = call.word.value
        names = OF_SYSTEM if word.startswith(("Person", "System")) else OF_CONTAINER
        alias, label = self.head(call.arguments.values)
        found = {
            "alias": alias,
            "label": label,
            "kind": shape_kind(word),
            **dict(optional(call.arguments.values, 2, names)),
        }
        if parent:
            found["boundary"] = parent
        self.shapes[alias] = {**found, "span": self.span(call)}

    def bound(self, boundary: Boundary, parent: str) -> str:
        """Add a boundary. Return its alias."""
        word, values = boundary.word.value, list(boundary.arguments.values)
        alias, label = self.head(values)
        found: dict[str, Any] = {"alias": alias, "label": label}
        if word in NODE_TYPES:
            found |= {"type": "node", **dict(optional(values, 2, OF_NODE)), "node_type": NODE_TYPES[word]}
        elif word in TYPES:
            found |= {"type": TYPES[word], **dict(optional(values, 2, OF_BOUNDARY[1:]))}
        else:
            found |= {"type": "system", **dict(optional(values, 2, OF_BOUNDARY))}
        if parent:
            found["parent"] = parent
        self.boundaries[alias] = {**found, "span": self.span(boundary)}
        if not boundary.content:
            self.report(codes.EMPTY_BOUNDARY.at(self.place(boundary), name=alias))
        return alias

    def relate(self, call: Call) -> None:
        values = list(call.arguments.values)
        word = call.word.value
        index = text_of(values.pop(0)) if word == "RelIndex" else ""
        if len(values) < 3:
            self.report(codes.UNLABELLED_RELATION.at(self.place(call), word=word))
            return
        start, end, label = (decode(text_of(value)) for value in values[:3])
        found = {
            "from": start,
            "to": end,
            "label": label,
            "kind": RELATIONS.get(word, word.lower().replace("back", "b")),
        }
        found |= optional(values, 3, OF_CONTAINER)
        if index:
            found["index"] = index
        before = self.relations.get((start, end))
        if before:
            self.report(codes.REPLACED_RELATION.at(self.place(call), start=start, end=end, line=before["span"][0]))
        self.relations[start, end] = {**found, "span": self.span(call)}

    def restyle(self, call: Call) -> None:
        """Give an element, a boundary or a relation the colours of `UpdateElementStyle` or `UpdateRelStyle`."""
        values = call.arguments.values
        names = [decode(text_of(value)) for value in values[:2]]
        if call.word.value == "UpdateRelStyle" and len(names) == 2:
            found, styles = self.relations.get((names[0], names[1])), dict(optional(values, 2, OF_RELATION_STYLE))
        elif call.word.value == "UpdateElementStyle":
            found = self.shapes.get(names[0]) or self.boundaries.get(names[0])
            styles = dict(optional(values, 1, OF_ELEMENT_STYLE))
        else:
            return
        if found is not None:
            found.setdefault("styles", []).extend(f"{STYLES[key]}:{styles[key]}" for key in STYLES if key in styles)

    def check_ends(self) -> None:
        """Report relations at an alias that nothing declares, and at a boundary, which Mermaid cannot draw."""
        for relation in self.relations.values():
            for name in (relation["from"], relation["to"]):
                if name not in self.shapes:
                    span = Span(self.prepared.source_map.location.path, *relation["span"])
                    what = "names a boundary" if name in self.boundaries else "is declared nowhere"
                    self.report(codes.UNKNOWN_ELEMENT.at(span, name=name, what=what))

    def head(self, values: Sequence[str | Named]) -> tuple[str, str]:
        """The alias and the label of an element, or ""."""
        label = values[1] if len(values) > 1 else ""
        return decode(text_of(values[0])), "" if isinstance(label, Named) else decode(label)

    def report(self, diagnostic: Diagnostic) -> None:
        self.diagnostics.append(diagnostic)

    def span(self, statement: Call | Boundary) -> list[int]:
        end = statement.end if isinstance(statement, Boundary) else closing(self.prepared.code, statement.arguments.end)
        return self.prepared.range(statement.word.start, end)

    def place(self, statement: Call | Boundary) -> Any:
        end = closing(self.prepared.code, statement.arguments.end)
        return self.prepared.span(statement.word.start, end)


def optional(values: Sequence[str | Named], first: int, names: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield the arguments from the number `first` on that have a text: by place, or by the name that they give."""
    # A named argument may stand where the label would.
    label = [("label", value) for value in values[first - 1 : first] if isinstance(value, Named)]
    for name, value in [*label, *zip(names, values[first:], strict=False)]:
        text = decode(text_of(value))
        if text:
            yield (value.key if isinstance(value, Named) else name), text


def text_of(value: str | Named) -> str:
    return value.value if isinstance(value, Named) else value


def shape_kind(word: str) -> str:
    """Mermaid's name of the kind of an element: `external_container_db` for `ContainerDb_Ext`."""
    name, _, external = word.partition("_")
    for ending in ("Db", "Queue"):
        if name.endswith(ending):
            name = f"{name.removesuffix(ending)}_{ending}"
    return f"{'external_' if external else ''}{name.lower()}"


def closing(code: str, end: int) -> int:
    """The offset after the parenthesis that closes a call whose last argument ends at `end`."""
    at = code.find(")", end)
    return end if at < 0 or "\n" in code[end:at].strip(' "\t') else at + 1
