"""From the text of a Wardley map to the model to draw. Places are from 0 to 1: how evolved, and how visible."""

import re
from collections.abc import Callable, Mapping

from queries.diagrams.charts.statements import chart_of, unquoted, untitled
from queries.drawing.charts.wardley import (
    Annotation,
    Component,
    Force,
    Line,
    MapNote,
    Pipeline,
    Stage,
    WardleyModel,
)

MAX_PARTS, MAX_STAGES = 400, 12
DEFAULT_STAGES = ("Genesis", "Custom Built", "Product", "Commodity")
DEFAULT_SIZE, LEAST_SIZE, MOST_SIZE = (1100, 600), 300, 2_000
_HEADER = re.compile(r"(?i:wardley-beta)(?![\w-])")
_WORD = r"(?:[\w()&]|-(?!>))*+"
_NAME = rf"""(?:"[^"\n]*+"|'[^'\n]*+'|[A-Za-z]{_WORD}(?:[ \t]++[A-Za-z(]{_WORD})*+|\w++(?:-\w++)*+)"""
_NUMBER = r"\d{1,4}(?:\.\d{1,6})?"
_PLACE = rf"\[\s*(?P<visible>{_NUMBER})\s*,\s*(?P<evolved>{_NUMBER})\s*\]"
_LABEL = r"label\s*\[\s*+(?:-\s*+)?\d{1,4}\s*,\s*+(?:-\s*+)?\d{1,4}\s*\]"
_STRATEGY = r"\(\s*(?:build|buy|outsource|market)\s*\)"
# What may stand behind a component, in any order: the page of Mermaid's syntax has another than its grammar.
_MORE = rf"(?P<more>(?:\s*(?:{_LABEL}|{_STRATEGY}|inertia|\(\s*inertia\s*\)))*+)"
_STAGE = rf"(?P<name>{_NAME})\s*(?:@\s*(?P<end>{_NUMBER}))?\s*(?:/\s*(?P<second>{_NAME}))?"
_ARROW = r"\+'(?P<said>[^'\n]*+)'(?P<heads><>|<|>)|\+(?P<ports><>|<|>)|(?P<plain>-->|-\.->|->|>)"
_LINK = rf"(?P<source>{_NAME})\s*+(?:{_ARROW})\s*+(?P<target>{_NAME})\s*+(?:;(?P<label>.*))?"
_STATEMENTS = {
    name: re.compile(pattern)
    for name, pattern in {
        "size": r"size\s*\[\s*(?P<width>\d{1,5})\s*,\s*(?P<height>\d{1,5})\s*\]",
        "stages": r"evolution\s+(?P<stages>\S.*)",
        "anchor": rf"anchor\s+(?P<name>{_NAME})\s*{_PLACE}",
        "component": rf"component\s+(?P<name>{_NAME})\s*{_PLACE}{_MORE}",
        "evolve": rf"evolve\s+(?P<name>{_NAME})\s+(?P<evolved>{_NUMBER})",
        "pipeline": rf"pipeline\s+(?P<name>{_NAME})\s*\{{",
        "note": rf"""note\s+(?P<text>"[^"\n]*"|'[^'\n]*')\s*{_PLACE}""",
        "annotations": rf"annotations\s*{_PLACE}",
        "annotation": rf"""annotation\s+(?P<number>\d{{1,4}})\s*,\s*{_PLACE}\s*(?P<text>"[^"\n]*"|'[^'\n]*')""",
        "force": rf"(?P<kind>de)?accelerator\s+(?P<name>{_NAME})\s*{_PLACE}",
        "link": _LINK,
    }.items()
}
_STAGES = re.compile(_STAGE)
_INNER = re.compile(rf"component\s+(?P<name>{_NAME})\s*\[\s*(?P<evolved>{_NUMBER})\s*\](?P<more>\s*{_LABEL})?")
_OFFSET = re.compile(r"label\s*\[\s*+(?P<dx>(?:-\s*+)?\d+)\s*,\s*+(?P<dy>(?:-\s*+)?\d+)\s*\]")
_STRATEGIES = re.compile(r"\(\s*(build|buy|outsource|market)\s*\)")


def wardley_model(source: str) -> WardleyModel | None:
    """Return a map; None where the text has anything that is not known of Wardley maps, or too much."""
    chart = chart_of(source, _HEADER)
    if chart is None or len(chart.lines) > MAX_PARTS:
        return None
    reader = _Reader()
    return reader.model() if all(map(reader.read, untitled(chart.lines))) else None


class _Reader:
    """Reads a map statement by statement. Each method returns whether the statement is understood."""

    def __init__(self) -> None:
        self.size: tuple[float, float] = DEFAULT_SIZE
        self.stages = [Stage(name, (at + 1) / 4) for at, name in enumerate(DEFAULT_STAGES)]
        self.components: dict[str, Component] = {}
        self.links: list[tuple[str, str, Line]] = []
        self.evolved: list[tuple[str, float]] = []
        self.pipelines: dict[str, list[str]] = {}
        self.open = ""  # the pipeline that is read
        self.notes: list[MapNote] = []
        self.annotations: list[Annotation] = []
        self.box: tuple[float, float] | None = None
        self.forces: list[Force] = []

    def read(self, line: str) -> bool:
        if self.open:
            return self.read_inner(line)
        readers: Mapping[str, Callable[[re.Match[str]], bool]] = {
            "size": self.read_size,
            "stages": self.read_stages,
            "anchor": self.read_component,
            "component": self.read_component,
            "evolve": self.read_evolve,
            "pipeline": self.read_pipeline,
            "note": self.read_note,
            "annotations": self.read_box,
            "annotation": self.read_annotation,
            "force": self.read_force,
            "link": self.read_link,
        }
        for name, pattern in _STATEMENTS.items():
            found = pattern.fullmatch(line)
            if found:
                return readers[name](found)
        return False

    def read_size(self, found: re.Match[str]) -> bool:
        width, height = (min(max(int(found[key]), LEAST_SIZE), MOST_SIZE) for key in ("width", "height"))
        self.size = (width, height)
        return True

    def read_stages(self, found: re.Match[str]) -> bool:
        stages = [_STAGES.fullmatch(part.strip()) for part in found["stages"].split("->")]
        if not 1 < len(stages) <= MAX_STAGES:
            return False
        read = []
        for at, one in enumerate(stages, 1):
            if one is None:
                return False
            name = " / ".join(unquoted(one[key]) for key in ("name", "second") if one[key])
            read.append(Stage(name, _share(one["end"]) if one["end"] else at / len(stages)))
        self.stages = read
        ends = [one.end for one in read]
        return ends == sorted(ends) and ends[-1] <= 1

    def read_component(self, found: re.Match[str]) -> bool:
        visible, evolved = _place(found)
        name, more = unquoted(found["name"]), found.groupdict().get("more")
        strategy = _STRATEGIES.search(more or "")
        self.components[name] = Component(
            *(name, evolved, visible, more is None),
            strategy=strategy[1] if strategy else "",
            inertia="inertia" in (more or ""),
            offset=_offset(more or ""),
        )
        return max(visible, evolved) <= 1

    def read_evolve(self, found: re.Match[str]) -> bool:
        self.evolved.append((unquoted(found["name"]), _share(found["evolved"])))
        return self.evolved[-1][1] <= 1

    def read_pipeline(self, found: re.Match[str]) -> bool:
        self.open = unquoted(found["name"])
        self.pipelines[self.open] = []
        return self.open in self.components

    def read_inner(self, line: str) -> bool:
        if line == "}":
            is_empty, self.open = not self.pipelines[self.open], ""
            return not is_empty
        found = _INNER.fullmatch(line)
        if found is None:
            return False
        name, evolved = unquoted(found["name"]), _share(found["evolved"])
        self.components[name] = Component(
            name, evolved, self.components[self.open].visible, offset=_offset(found["more"] or "")
        )
        self.pipelines[self.open].append(name)
        return evolved <= 1

    def read_note(self, found: re.Match[str]) -> bool:
        visible, evolved = _place(found)
        self.notes.append(MapNote(unquoted(found["text"]), evolved, visible))
        return max(visible, evolved) <= 1

    def read_box(self, found: re.Match[str]) -> bool:
        visible, evolved = _place(found)
        self.box = (evolved, visible)
        return max(visible, evolved) <= 1

    def read_annotation(self, found: re.Match[str]) -> bool:
        visible, evolved = _place(found)
        self.annotations.append(Annotation(int(found["number"]), unquoted(found["text"]), evolved, visible))
        return max(visible, evolved) <= 1

    def read_force(self, found: re.Match[str]) -> bool:
        visible, evolved = _place(found)
        self.forces.append(Force(unquoted(found["name"]), evolved, visible, found["kind"] is None))
        return max(visible, evolved) <= 1

    def read_link(self, found: re.Match[str]) -> bool:
        heads = found["heads"] or found["ports"] or ""
        label = unquoted(found["label"] or found["said"] or "")
        is_dashed = found["plain"] in ("-->", "-.->")
        line = Line(label, is_dashed, "<" in heads, ">" in heads)
        self.links.append((unquoted(found["source"]), unquoted(found["target"]), line))
        return True

    def model(self) -> WardleyModel | None:
        if self.open or not self.components:
            return None
        known, pipelines = self.components, [Pipeline(name, tuple(own)) for name, own in self.pipelines.items()]
        links = [(known[a], known[b], line) for a, b, line in self.links if a in known and b in known]
        missing = [f"{a} -> {b}" for a, b, _ in self.links if not (a in known and b in known)]
        missing += [f"evolve {name}" for name, _ in self.evolved if name not in known]
        return WardleyModel(
            *(self.size, tuple(self.stages), tuple(known.values())),
            links=tuple((one.name, other.name, line) for one, other, line in links),
            evolved=tuple((name, share) for name, share in self.evolved if name in known),
            pipelines=tuple(pipelines),
            notes=tuple(self.notes),
            annotations=tuple(self.annotations),
            box=self.box,
            forces=tuple(self.forces),
            missing=tuple(missing),
        )


def _share(text: str) -> float:
    """Return a number from 0 to 1; one above 1 is in percent, as in Mermaid."""
    value = float(text)
    return value / 100 if value > 1 else value


def _place(found: re.Match[str]) -> tuple[float, float]:
    return _share(found["visible"]), _share(found["evolved"])


def _offset(more: str) -> tuple[int, int] | None:
    """Return the offset that the author gave to a label, None for none."""
    found = _OFFSET.search(more)
    if found is None:
        return None
    dx, dy = (int("".join(found[key].split())) for key in ("dx", "dy"))
    return dx, dy
