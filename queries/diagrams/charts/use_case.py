"""From the text of a use case diagram to the graph to draw: actors, use cases in their systems, relations."""

import re
from collections.abc import Mapping

from queries.diagrams.charts.statements import chart_of, unquoted
from queries.diagrams.styles.paints import paint
from queries.drawing.graph_art import is_drawable
from queries.drawing.graph_model import Box, Connector, Direction, GraphModel, Group

MAX_LINES = 2_000
_HEADER = re.compile(r"usecase-beta(?![\w-])")
_LABEL = r"""(?:"[^"\n]*"|'[^'\n]*'|[^()\[\]"'\n]+)"""
_WORDS = r"""(?:"[^"\n]*"|'[^'\n]*'|[^-<>"'\n]++)"""


def _entity(name: str, brackets: str = r"\[") -> str:
    """Return the pattern of something that is named, whose groups begin with `name`."""
    round_, square = rf"\((?P<{name}_round>{_LABEL})\)", rf"\[(?P<{name}_square>{_LABEL})\]"
    named = rf"(?P<{name}_id>\w++)(?:{round_}{f'|{square}' if brackets else ''})?"
    more = rf"(?:[ \t]*@\{{[^{{}}\n]*\}})?(?:[ \t]*<<(?P<{name}_kind>[^<>\n]+)>>)?"
    classes = rf"(?:[ \t]*:::(?P<{name}_classes>\w++(?:[ \t]*+,[ \t]*+\w++)*+))?"
    return rf"""(?:{named}|(?P<{name}_quoted>"[^"\n]*"|'[^'\n]*')){more}{classes}"""


_ARROW = (
    r"(?:(?<!\w)\w++@)?(?:(?P<words>\.\.>[ \t]*:[ \t]*(?P<relation>include|extend))|(?P<general>--\|>)"
    rf"|(?P<begin><--+|o--|x--|--+)[ \t]*+(?P<label>{_WORDS})[ \t]*(?P<end>--+>|--o|--x|--+)"
    r"|(?P<plain><--+|o--|x--|--+>|--o|--x|--+))"
)
_ACTOR = re.compile(rf"actor[ \t]+{_entity('one', '')}", re.A)
_ACTORS = re.compile(r"actor[ \t]+(?P<list>.+)")
_ENTITY = re.compile(_entity("one"), re.A)
_RELATION = re.compile(rf"(?:(?P<actor>actor)[ \t]+)?{_entity('one')}[ \t]*{_ARROW}[ \t]*{_entity('other')}", re.A)
_SYSTEM = re.compile(rf"systemBoundary[ \t]+{_entity('one')}", re.A)
_NOTE = re.compile(rf"note[ \t]+for[ \t]+(?P<id>\w+)[ \t]+(?P<text>{_LABEL})", re.A)
_DIRECTION = re.compile(r"direction[ \t]+(?P<way>TD|TB|BT|LR|RL)")
_CLASS_DEF = re.compile(r"classDef[ \t]+(?P<names>\w+(?:[ \t]*,[ \t]*\w+)*)[ \t]+(?P<styles>\S.*)", re.A)
_CLASS = re.compile(r"class[ \t]+(?P<ids>\w+(?:[ \t]*,[ \t]*\w+)*)[ \t]+(?P<names>\w+(?:[ \t]*,[ \t]*\w+)*)", re.A)
_STYLE = re.compile(r"style[ \t]+(?P<ids>\w+)[ \t]+(?P<styles>\S.*)", re.A)
_STYLES = re.compile(r"(?:[^,(]|\([^)]*\))+")
_RESERVED = ("actor", "systemBoundary", "note", "json", "classDef", "class", "style", "direction", "end", "title")
_OTHERS = ("package", "rectangle", "skinparam", "newpage", "allowmixing")  # of PlantUML, which Mermaid refuses
_HEADS = {"<": "arrow", ">": "arrow", "o": "circle", "x": "cross"}
_WAYS: Mapping[str, Direction] = {"TD": "TB", "TB": "TB", "BT": "BT", "LR": "LR", "RL": "RL"}


def use_case_model(source: str) -> GraphModel | None:
    """Return the graph of a diagram; None where the text has anything that is not known of use case diagrams, such as
    `json`, where there is nothing to draw, or too much."""
    chart = chart_of(source, _HEADER)
    if chart is None or len(chart.lines) > MAX_LINES:
        return None
    reader = _Reader()
    if not all(map(reader.read, map(str.strip, chart.lines))) or reader.system:
        return None
    model = reader.model()
    return model if model.boxes and is_drawable(model) else None


class _Reader:
    """Reads a diagram line by line."""

    def __init__(self) -> None:
        self.boxes: dict[str, Box] = {}
        self.groups: dict[str, Group] = {}
        self.connectors: list[Connector] = []
        self.notes: list[tuple[str, str]] = []
        self.direction: Direction = "LR"
        self.system = ""  # the one that is open
        self.classes: dict[str, list[str]] = {}
        self.styles: dict[str, list[str]] = {}
        self.defined: dict[str, list[str]] = {}

    def read(self, line: str) -> bool:
        """Read a line, and return whether it is understood."""
        if self.system and line == "end":
            self.system = ""
            return True
        if self.read_actors(line):
            return True
        if self.system:
            entity = _ENTITY.fullmatch(line)
            return bool(entity and self.declare(entity, "one", "stadium"))
        return self.read_statement(line)

    def read_actors(self, line: str) -> bool:
        """Read `actor A, B("Label")`."""
        if not _ACTORS.fullmatch(line):
            return False
        found = [_ACTOR.fullmatch(f"actor {part.strip()}") for part in _parts(line.removeprefix("actor"))]
        return all(found) and all(one and self.declare(one, "one", "person") for one in found)

    def read_statement(self, line: str) -> bool:
        if way := _DIRECTION.fullmatch(line):
            self.direction = _WAYS[way["way"]]
        elif system := _SYSTEM.fullmatch(line):
            id_, label, classes = _named(system, "one")
            self.system = f"system {id_}"
            self.groups[self.system] = Group(self.system, label)
            self.classes.setdefault(self.system, []).extend(classes)
        elif note := _NOTE.fullmatch(line):
            self.notes.append((note["id"], unquoted(note["text"])))
        elif defined := _CLASS_DEF.fullmatch(line):
            for name in _list(defined["names"]):
                self.defined[name] = _STYLES.findall(defined["styles"])
        elif given := _CLASS.fullmatch(line):
            for id_ in _list(given["ids"]):
                self.classes.setdefault(id_, []).extend(_list(given["names"]))
        elif style := _STYLE.fullmatch(line):
            self.styles.setdefault(style["ids"], []).extend(_STYLES.findall(style["styles"]))
        elif relation := _RELATION.fullmatch(line):
            return self.relate(relation)
        elif entity := _ENTITY.fullmatch(line):
            return self.declare(entity, "one", "stadium")
        else:
            return False
        return True

    def declare(self, found: re.Match[str], name: str, shape: str) -> bool:
        """Add what is named. One that is known keeps its shape and, where it is named without a label, its label."""
        id_, label, classes = _named(found, name)
        if id_ in _RESERVED or id_ in _OTHERS:
            return False
        known = self.boxes.get(id_)
        kind = found[f"{name}_kind"]
        shown = f"<<{unquoted(kind)}>>\n{label}" if kind else label
        if known is None:
            is_square = bool(found.groupdict().get(f"{name}_square"))
            self.boxes[id_] = Box(id_, (shown,), "rect" if is_square else shape, self.system)
        else:
            parts = (shown,) if label != id_ or kind else known.parts
            self.boxes[id_] = known._replace(parts=parts, group=known.group or self.system)
        self.classes.setdefault(id_, []).extend(classes)
        return True

    def relate(self, found: re.Match[str]) -> bool:
        shape = "person" if found["actor"] else "stadium"
        source, target = _named(found, "one")[0], _named(found, "other")[0]
        systems = {id_: f"system {id_}" for id_ in (source, target) if f"system {id_}" in self.groups}
        for id_, name, own in ((source, "one", shape), (target, "other", "stadium")):
            if id_ not in systems and not self.declare(found, name, own):
                return False
        line = Connector(
            systems.get(source, source), systems.get(target, target), id=f"relation {len(self.connectors)}"
        )
        if found["words"]:
            line = line._replace(label=f"«{found['relation']}»", stroke="dotted")
        elif found["general"]:
            line = line._replace(end="triangle")
        else:
            sign = found["plain"] or f"{found['begin'][0]}{found['end'][-1]}"
            start, end = (_HEADS.get(one, "") for one in (sign[0], sign[-1]))
            line = line._replace(start=start, end=end, label=unquoted(found["label"] or ""))
        self.connectors.append(line)
        return True

    def model(self) -> GraphModel:
        boxes = [
            one._replace(paint=paint(self.own(one.id), self.styled(one.id), self.defined))
            for one in self.boxes.values()
        ]
        groups = [
            one._replace(paint=paint(self.own(one.id), self.styled(one.id.removeprefix("system ")), self.defined))
            for one in self.groups.values()
        ]
        lines = list(self.connectors)
        for number, (about, text) in enumerate(self.notes):
            if about in self.boxes:
                boxes.append(Box(f"note {number}", (text,), "note", self.boxes[about].group))
                lines.append(Connector(about, f"note {number}", stroke="dotted", end=""))
        return GraphModel(tuple(boxes), tuple(lines), tuple(groups), self.direction)

    def own(self, id_: str) -> list[str]:
        return [*self.classes.get(id_, ()), *self.classes.get(id_.removeprefix("system "), ())]

    def styled(self, id_: str) -> list[str]:
        return self.styles.get(id_, [])


def _named(found: re.Match[str], name: str) -> tuple[str, str, list[str]]:
    """Return the id, the label and the classes of what is named."""
    parts = found.groupdict()
    quoted = parts.get(f"{name}_quoted")
    label = parts.get(f"{name}_round") or parts.get(f"{name}_square") or ""
    id_ = unquoted(quoted) if quoted else found[f"{name}_id"]
    return id_, unquoted(label).strip("`") or id_, _list(parts.get(f"{name}_classes") or "")


def _list(text: str) -> list[str]:
    return [one.strip() for one in text.split(",") if one.strip()]


def _parts(text: str) -> list[str]:
    """Return what stands between commas, of which those in quotes and brackets are none."""
    found = re.findall(r"""(?:"[^"\n]*"|'[^'\n]*'|\([^()\n]*\)|\{[^{}\n]*\}|:::[\w]+|[^,"'(){}])+""", text)
    return [one for one in found if one.strip()]
