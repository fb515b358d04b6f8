"""Edits of state, class, ER and requirement diagrams: nodes and edges are added, changed, renamed and removed.

What is read of such a diagram says where its edges, declarations and notes stand: each edge is a statement of its own.
What else names a node is found by its words.
"""

import re
from collections.abc import Collection, Iterable

from compiler.languages.diagrams.facts import Diagram, DiagramNote, Edge, Node
from compiler.model.spans import Span
from queries.operations.arguments import invalid, one_line, unavailable, wrong_kind
from queries.operations.diagrams.flow_text import FlowText
from queries.operations.diagrams.graph_text import FLOWCHARTS, GRAPHS, GraphText, diagram_to_edit
from queries.operations.draft import Draft
from queries.operations.operation import Given

# A label begins behind a colon that stands alone: `:::` marks a class, `::` is part of a name.
LABEL = re.compile(r"(?<![ \t])[ \t]*+(?<!:):(?!:)[ \t]*+(?P<label>.*)$", re.DOTALL)
RELATIONS = ("contains", "copies", "derives", "satisfies", "verifies", "refines", "traces")
_WORD = re.compile(r"[A-Za-z_]\w*")
# The arrow of a new edge, and what an arrow is, where a kind of diagram has several.
_ARROWS = {
    "class": ("-->", re.compile(r"(?:<\||\|>|[<>*o])?(?:--|\.\.)(?:<\||\|>|[<>*o])?")),
    "er": ("||--o{", re.compile(r"(?:\|o|\|\||\}o|\}\|)(?:--|\.\.)(?:o\||\|\||o\{|\|\{)")),
}
_POINTS = ("stateStart", "stateEnd")
_STYLING = re.compile(r"\s*(?:style|class|cssClass|click|link|callback|note for|<<[^>]*>>)\s")
_BODIES = ("class", "er", "requirement")  # whose declarations have bodies that name no nodes
_MARKS = re.compile(r"(?:[ \t]*\[[^\]\n]*\])?(?::::[\w,-]+)?")
_STAY = "The ends of an edge of this kind of diagram stay: remove the edge, and add another"
_OF_FLOWCHARTS = {
    "shape": "Nodes of this kind of diagram have no shapes: state a label",
    "style": "Only edges of flowcharts have styles",
    "edge_id": "An edge of this kind of diagram has its number as its id: leave edge_id out",
    "from_node_id": _STAY,
    "to_node_id": _STAY,
}
_QUOTED = re.compile(r'"[^"]*"')


def checked_arrow(type_: str, connector: str | None) -> str:
    """Return the arrow of a new edge. Raises QueryError if the kind of diagram has no such arrow."""
    default, arrows = _ARROWS.get(type_, ("", None))
    if connector is None:
        return default
    if arrows is None or not arrows.fullmatch(connector.strip()):
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


class StatedGraph(GraphText):
    """The text of a diagram whose edges, declarations and notes stand where their facts say."""

    def __init__(self, draft: Draft, diagram: Diagram) -> None:
        super().__init__(draft, diagram)
        self.type = diagram.type
        self.notes = draft.snapshot.facts(DiagramNote, diagram=diagram.diagram)

    def declaration(self, node: Node) -> tuple[int, int]:
        """Return the range of a node where it is declared or named first, with its alias and its class."""
        start, end = self.place(node.span)
        found = _MARKS.match(self.text, end)
        return start, found.end() if found else end

    def append(self, statements: Iterable[str], group: str = "") -> None:
        """Put statements in behind all others, or before the end of a group."""
        last = self.line_at(max(len(self.text.rstrip()) - 1, 0))
        indentation = self.indentation(last) or ("    " if last == 0 else "")
        line = last + 1
        if group:
            start, end = self.place(self.groups[group].span)
            line = self.line_at(end - 1)
            if line == self.line_at(start) or self.line(line).strip() != "}":
                raise unavailable("This group stands in one line: a text edit changes it")
            indentation = self.indentation(line - 1)
        self.insert_lines(line, [f"{indentation}{one}" for all_ in statements for one in all_.split("\n")])


def graph_to_edit(draft: Draft, given: Given, *objects: str) -> FlowText | StatedGraph:
    """Return the graph that an operation edits, as `diagram_to_edit` does."""
    diagram = diagram_to_edit(draft, given, *objects, kinds=GRAPHS)
    return FlowText(draft, diagram) if diagram.type in FLOWCHARTS else StatedGraph(draft, diagram)


def check_no_flowchart(given: Given, *names: str) -> None:
    """Raise QueryError if an argument is given that says something of flowcharts alone."""
    for name in names:
        if value := getattr(given, name):
            raise invalid(_OF_FLOWCHARTS[name], **{name: value})


def add_edge(text: StatedGraph, ends: tuple[Node, Node], label: str | None, connector: str | None) -> str:
    """Add an edge behind all statements, or behind those of the group that holds both of its nodes. Return that
    group."""
    start, end = (end_text(text.type, node) for node in ends)
    parents = {text.group_of(node) for node in ends}
    group = parents.pop() if text.type == "state" and len(parents) == 1 else ""
    text.append([edge_text(text.type, (start, end), checked_arrow(text.type, connector), label)], group)
    return group


def update_edge(text: StatedGraph, edge: Edge, label: str | None, connector: str | None) -> None:
    """Give an edge another label or another arrow."""
    place = text.place(edge.span)
    statement = old = text.text[slice(*place)]
    if connector is not None:
        statement = statement.replace(edge.connector, checked_arrow(text.type, connector), 1)
    if label is not None:
        statement = relabelled(text.type, statement, edge, label)
    if statement != old:
        text.replace(*place, statement)


def update_node(text: StatedGraph, node: Node, label: str) -> None:
    """Give a node another label: where it has one, else in a declaration behind all statements."""
    if text.type == "requirement":
        raise wrong_kind("A requirement shows its name: it has no label of its own")
    if node.shape in (*_POINTS, "fork", "join", "choice"):
        raise wrong_kind("Such a state has no label", node_id=node.node)
    shown = one_line("label", label)
    place = text.declaration(node)
    statement = text.text[slice(*place)]
    is_in_edge = any(_is_inside(node.span, edge.span) for edge in text.edges)
    written = _with_label(text.type, statement, node, shown, is_in_edge=is_in_edge)
    if written is None:
        text.append([node_text(text.type, node.name, shown) if text.type != "state" else f"{node.name} : {shown}"])
    else:
        text.replace(*place, written)


def _with_label(type_: str, statement: str, node: Node, label: str, *, is_in_edge: bool) -> str | None:
    """The statement of a node with another label, None if it has to be another statement."""
    escaped = label.replace('"', "#quot;")
    if type_ == "state":
        if found := re.match(r'"?[^"\n]*(?="[ \t]+as\b)', statement):
            return ('"' if statement.startswith('"') else "") + escaped + statement[found.end() :]
        found = LABEL.search(statement)
        return statement[: found.start("label")] + label if found and statement.startswith(node.name) else None
    if re.search(r'\["[^"]*"\]', statement):
        return re.sub(r'\["[^"]*"\]', lambda _: f'["{escaped}"]', statement, count=1)
    declared = re.match(rf"(?:class\s+)?[`\"]?{re.escape(node.name)}[`\"]?(?:~[^~]*~)?", statement)
    if declared is None or is_in_edge:
        return None
    return f'{statement[: declared.end()]}["{escaped}"]{statement[declared.end() :]}'


def remove_edges(text: StatedGraph, gone: Collection[int], dropped: str = "") -> None:
    """Take edges out, and keep their nodes but `dropped`."""
    left = [one for one in text.edges if one.ordinal not in gone]
    named = {name for one in left for name in (one.from_name, one.to_name)}
    for number in sorted(gone, reverse=True):
        edge = text.edges[number]
        place = text.place(edge.span)
        kept: list[str] = []
        for name in dict.fromkeys((edge.from_name, edge.to_name)):
            node = text.nodes[name]
            marked = re.search(rf"{_word(name)}:::([\w,-]+)", text.text[slice(*place)])
            if marked and name != dropped and text.type == "state" and not _is_inside(node.span, edge.span):
                kept.append(f"class {name} {marked[1]}")  # a state that is declared takes no class from its name alone
            if name in named or name == dropped or node.shape in _POINTS:
                continue
            if _is_inside(node.span, edge.span):
                kept.append(
                    node_text(text.type, name, None)
                    if text.type == "class"
                    else text.text[slice(*text.declaration(node))]
                )
                named.add(name)
        if kept:
            text.replace(*place, f"\n{text.indentation(text.line_at(place[0]))}".join(kept))
        else:
            text.remove(*place)


def remove_node(text: StatedGraph, node: Node, gone: Collection[int]) -> None:
    """Remove a node with its edges, which are `gone`, its declaration, its notes and what styles it."""
    if node.name in text.groups or node.shape in _POINTS:
        raise wrong_kind("This node holds others or is a [*]: a text edit removes it", node_id=node.node)
    remove_edges(text, gone, node.name)
    taken = [text.edges[one].span for one in gone]
    own = [(node.span, text.declaration(node))]
    own += [(note.span, text.place(note.span)) for note in text.notes if note.about == (node.node,)]
    for span, (start, end) in own:
        if not any(_is_inside(span, one) for one in taken):
            text.remove(_statement_start(text, start), end)
            taken.append(span)
    _drop_words(text, node.name, taken)


def _statement_start(text: StatedGraph, start: int) -> int:
    """Where a statement begins whose span leaves out the word before it: `state "Busy" as b`, `note right of b`."""
    line = text.line_start(text.line_at(start))
    return line + len(text.text[line:start]) - len(text.text[line:start].lstrip(" \t"))


def _drop_words(text: StatedGraph, name: str, taken: Collection[Span]) -> None:
    """Take a node out of the lines that style it or describe it."""
    first = text.diagram.span.start_line
    word = re.compile(_word(name))
    for number in range(text.line_count):
        if any(span.start_line <= number + first <= span.end_line for span in taken):
            continue
        line, start = text.line(number), text.line_start(number)
        if re.match(rf"\s*[`\"]?{_word(name)}[`\"]?(?:~[^~]*~)?\s*(?::(?!:)|:::)", line):
            text.remove(start, start + len(line))
        elif _STYLING.match(line) and (found := word.search(line)):
            listed = re.match(r"\s*,\s*", line[found.end() :]), re.search(r"\s*,\s*$", line[: found.start()])
            if listed[0]:
                text.replace(start + found.start(), start + found.end() + listed[0].end(), "")
            elif listed[1]:
                text.replace(start + listed[1].start(), start + found.end(), "")
            else:
                text.remove(start, start + len(line))


def rename_node(text: StatedGraph, node: Node, name: str) -> None:
    """Give a node another name, wherever the text names it."""
    if node.shape in _POINTS:
        raise wrong_kind("[*] has no name", node_id=node.node)
    for start, end in _mentions(text, node.name):
        text.replace(start, end, name)


def _mentions(text: StatedGraph, name: str) -> Iterable[tuple[int, int]]:
    """The places in which the text names a node: not in comments, labels, bodies and notes."""
    first = text.diagram.span.start_line
    bodies = [node.span for node in text.nodes.values() if text.type in _BODIES]
    bodies += [note.span for note in text.notes]
    word = re.compile(_word(name))
    for number in range(text.line_count):
        line, start = text.line(number), text.line_start(number)
        if line.lstrip().startswith("%%") or any(
            body.start_line < number + first <= body.end_line for body in bodies if body.end_line > body.start_line
        ):
            continue
        end = found.start() if (found := LABEL.search(line)) else len(line)
        hidden = (
            []
            if _STYLING.match(line)
            else [one.span() for one in _QUOTED.finditer(line, 0, end) if one[0] != f'"{name}"']
        )
        for one in word.finditer(line, 0, end):
            if not any(low <= one.start() < high for low, high in hidden):
                yield start + one.start(), start + one.end()


def _word(name: str) -> str:
    return rf"(?<![\w-]){re.escape(name)}(?![\w]|-(?!-))"


def _is_inside(inner: Span, outer: Span) -> bool:
    return (outer.start_line, outer.start_col) <= (inner.start_line, inner.start_col) and (
        inner.end_line,
        inner.end_col,
    ) <= (outer.end_line, outer.end_col)
