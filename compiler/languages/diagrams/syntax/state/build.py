"""The syntax tree of a state diagram, built from its statements in two passes.

The first pass reads classes and styles, which count outside of composite states only. The second reads the states in
the order in which they are mentioned, each body right after its composite state.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from compiler.languages.diagrams import codes
from compiler.languages.diagrams.syntax.shared.prepare import Prepared
from compiler.languages.diagrams.syntax.shared.statements import Setting
from compiler.languages.diagrams.syntax.shared.text import JS_BLANKS, decode, setting_text
from compiler.languages.diagrams.syntax.state.statements import (
    START_OR_END,
    ClassDef,
    ClassUse,
    Click,
    Direction,
    Region,
    State,
    Statement,
    StyleUse,
    Transition,
)
from compiler.model.diagnostics import Diagnostic

ROOT = "root"  # the id of the scope that the statements at the top are in
UNDRAWN_IDS = ("", "</join></fork>", "</choice>")


class Scope(NamedTuple):
    """A body in progress: the statements that are left, and the id of its state."""

    statements: Iterator[Statement]
    id: str


class StateBuilder:
    """Collects states, transitions and notes. `tree` returns the syntax tree."""

    def __init__(self, prepared: Prepared) -> None:
        self.prepared = prepared
        self.diagnostics: list[Diagnostic] = []
        self.settings = {"title": decode(prepared.title or ""), "direction": "TB"}
        self.states: dict[str, dict[str, Any]] = {}
        self.descriptions: dict[str, list[str]] = {}  # by state; the first is its label
        self.declared: set[str] = set()  # states with a statement of their own
        self.ranges: dict[str, tuple[int, int]] = {}
        self.transitions: list[dict[str, Any]] = []
        self.notes: list[dict[str, Any]] = []
        self.links: list[dict[str, Any]] = []
        self.class_defs: dict[str, dict[str, Any]] = {}
        self.classes: dict[str, list[str]] = {}
        self.styles: dict[str, list[str]] = {}
        self.last_regions = 0

    def tree(self) -> dict[str, Any]:
        tree: dict[str, Any] = {key: value for key, value in self.settings.items() if value}
        tree |= {"states": [self.finished(own, state) for own, state in self.states.items() if own not in UNDRAWN_IDS]}
        tree |= {"transitions": self.transitions, "notes": self.notes}
        if self.class_defs:
            tree["class_defs"] = list(self.class_defs.values())
        if self.links:
            tree["links"] = self.links
        return tree

    def add(self, statements: Sequence[Statement]) -> None:
        numbers = region_numbers(statements)
        self.read_classes(statements)
        directions = [statement.value for statement in statements if isinstance(statement, Direction)]
        self.settings["direction"] = directions[0] if directions else "TB"
        # A stack instead of recursion, since composite states may be nested deeper than Python may recurse.
        stack = [Scope(iter(statements), ROOT)]
        while stack:
            remaining, scope = stack[-1]
            statement = next(remaining, None)
            if statement is None:
                stack.pop()
            elif isinstance(statement, Transition):
                self.connect(statement, scope)
            elif isinstance(statement, Region):
                # A region that divides nothing, because nothing follows it.
                own = f"divider-id-{numbers[statement.start]}"
                self.mention(State(own, statement.start, statement.end, "divider"), scope)
            elif isinstance(statement, State):
                own = self.mention(statement, scope)
                if statement.body is not None:
                    stack.append(Scope(iter(self.regions(statement, numbers)), own))

    def read_classes(self, statements: Iterable[Statement]) -> None:
        """The first pass: classes, styles, links and settings."""
        for statement in statements:
            match statement:
                case Transition(first, second):
                    for state, bare in ((first, f"{ROOT}_start"), (second, f"{ROOT}_end")):
                        if state.css:
                            self.use_class(bare if state.id == START_OR_END else state.id, state.css)
                case ClassUse(ids, css):
                    self.use_class(ids, css)
                case StyleUse(ids, styles):
                    found = [style.replace(";", "").strip(JS_BLANKS) for style in styles.split(",")]
                    each = ids.split(",")
                    for styled in each if self.prepared.copies.take(len(each) * len(found)) else ():
                        self.styles[styled.strip(JS_BLANKS)] = found
                case ClassDef(css, styles):
                    self.define(css, styles)
                case Click(state_id, url, tooltip):
                    link = {"id": decode(state_id), "url": decode(url), "tooltip": decode(tooltip)}
                    self.links.append({key: value for key, value in link.items() if value})
                case Setting(key, value):
                    self.settings[key] = setting_text(key, value)
                case _:
                    pass

    def use_class(self, ids: str, css: str) -> None:
        for id_ in ids.split(","):
            self.classes.setdefault(id_.strip(JS_BLANKS), []).append(css)

    def define(self, css: str, styles: str) -> None:
        found = self.class_defs.setdefault(css, {"id": css, "styles": []})
        if styles:
            found["styles"] += [decode(style.replace(";", "", 1).strip(JS_BLANKS)) for style in styles.split(",")]

    def regions(self, composite: State, numbers: dict[int, int]) -> list[Statement]:
        """The body of a composite state. Where `--` divides it, its regions, as states."""
        body = composite.body or []
        found: list[Statement] = []
        part: list[Statement] = []
        for statement in body:
            if isinstance(statement, Region):
                start = self.start_of(part, statement.start)
                own = f"divider-id-{numbers[statement.start]}"
                found.append(State(own, start, statement.start, "divider", body=part))
                part = []
            else:
                part.append(statement)
        if not found or not part:
            return body
        return [*found, State("", self.start_of(part, composite.end), composite.end, "divider", body=part)]

    def start_of(self, part: list[Statement], default: int) -> int:
        return next((statement.start for statement in part if isinstance(statement, State | Transition)), default)

    def connect(self, transition: Transition, scope: str) -> None:
        first = self.mention(transition.first, scope)
        second = self.mention(transition.second, scope, ends=True)
        self.transitions.append(
            {
                "from": decode(first),
                "to": decode(second),
                "label": decode(transition.label),
                "span": self.prepared.range(transition.start, transition.end),
            }
        )

    def mention(self, state: State, scope: str, *, ends: bool = False) -> str:
        """Add a mention to its state. Return the id of the state: `[*]` has one for start and end of each scope."""
        own, shape = state.id, {"default": "rect", "": ""}.get(state.kind, state.kind)
        if own == START_OR_END:
            own = f"{scope}_{'end' if ends else 'start'}"
            shape = ("stateEnd" if ends else "stateStart") if state.kind == "default" else shape
        elif state.kind == "divider" and not own:
            self.last_regions += 1
            own = f"divider-last-{self.last_regions}"
        if own == ROOT:
            return own
        found = self.states.get(own)
        if found is None:
            found = self.states[own] = self.new(own, shape)
            if ";" in own:
                place = self.prepared.span(state.start, state.end)
                self.diagnostics.append(codes.SEMICOLON_IN_ID.at(place, state=decode(own)))
            self.ranges[own] = (state.start, state.end)
        if state.declared and own not in self.declared:
            # The span of a statement of its own replaces that of a mention in a transition.
            self.declared.add(own)
            self.ranges[own] = (state.start, state.end)
        self.describe(found, own, state)
        if state.body is not None and not found.get("is_group"):
            directions = [statement.value for statement in state.body if isinstance(statement, Direction)]
            divided = state.kind != "divider" and any(isinstance(statement, Region) for statement in state.body)
            found["is_group"] = True
            found["dir"] = directions[-1] if directions and not divided else "TB"
            found["shape"] = "divider" if state.kind == "divider" else "roundedWithTitle"
        if scope != ROOT:
            found["parent"] = decode(scope)
        if state.note:
            position, text, start, end = state.note
            span = self.prepared.range(start, end)
            self.notes.append({"state": decode(own), "position": position, "text": decode(text), "span": span})
        return own

    def new(self, own: str, shape: str) -> dict[str, Any]:
        classes = [part for css in self.classes.get(own, ()) for part in css.split(" ") if part]
        found: dict[str, Any] = {"id": decode(own), "label": decode(own), "shape": shape}
        lists = {"classes": classes, "styles": self.styles.get(own, [])}
        return found | {key: [decode(value) for value in values] for key, values in lists.items() if values}

    def describe(self, found: dict[str, Any], own: str, state: State) -> None:
        """Add descriptions. The first is the label, and further ones are listed below it."""
        if state.descriptions:
            descriptions = self.descriptions.setdefault(own, [])
            descriptions += state.descriptions
            group = found.get("is_group")
            found["shape"] = "rectWithTitle" if len(descriptions) > 1 else "roundedWithTitle" if group else "rect"

    def finished(self, own: str, state: dict[str, Any]) -> dict[str, Any]:
        """The state with its label, its descriptions and its span."""
        label, *more = self.descriptions.get(own) or [own]
        state["label"] = "" if state["shape"] == "divider" else decode(label)
        if more:
            state["descriptions"] = [decode(style) for style in more]
        if more and state.get("is_group"):
            span = self.prepared.span(*self.ranges[own])
            self.diagnostics.append(codes.DESCRIBED_TWICE.at(span, state=state["id"], count=len(more) + 1))
        state["span"] = self.prepared.range(*self.ranges[own])
        return {key: value for key, value in state.items() if value or key in ("label", "span")}


def region_numbers(statements: Sequence[Statement]) -> dict[int, int]:
    """The number of each `--` by its offset, counted over all bodies in source order."""
    found: list[int] = []
    bodies: list[Sequence[Statement]] = [statements]
    while bodies:
        for statement in bodies.pop():
            if isinstance(statement, Region):
                found.append(statement.start)
            elif isinstance(statement, State) and statement.body:
                bodies.append(statement.body)
    return {start: number for number, start in enumerate(sorted(found), 1)}
