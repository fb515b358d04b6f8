"""The statements of state diagrams, in source order, and the methods that make them.

A statement without effect is in the list too, as Nothing, because it makes a region non-empty.
"""

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from compiler.languages.diagrams.syntax.shared.lexing import Token
from compiler.languages.diagrams.syntax.shared.statements import Setting
from compiler.languages.diagrams.syntax.shared.text import JS_BLANKS

START_OR_END = "[*]"


@dataclass(slots=True)
class State:
    """One mention of a state. `kind` is "default", "fork", "join", "choice", "divider", or "" in a note."""

    id: str
    start: int
    end: int
    kind: str = "default"
    css: str = ""
    descriptions: list[str] = field(default_factory=list)
    body: "list[Statement] | None" = None
    note: "Note | None" = None
    declared: bool = True  # False for a mention in a transition


class Note(NamedTuple):
    """`note right of Idle : text`."""

    position: str
    text: str
    start: int
    end: int


class Transition(NamedTuple):
    """`Idle --> Busy : label`."""

    first: State
    second: State
    label: str
    start: int
    end: int


class Region(NamedTuple):
    """`--`."""

    start: int
    end: int


class Direction(NamedTuple):
    """`direction LR`, of the diagram or of the composite state it stands in."""

    value: str


class ClassDef(NamedTuple):
    """`classDef bold styles`."""

    id: str
    styles: str


class ClassUse(NamedTuple):
    """`class Idle,Busy bold`."""

    ids: str
    css: str


class StyleUse(NamedTuple):
    """`style Idle,Busy styles`."""

    ids: str
    styles: str


class Click(NamedTuple):
    """`click Idle "url" "tooltip"`."""

    state: str
    url: str
    tooltip: str


class Nothing(NamedTuple):
    """A statement without an effect, such as `scale 350 width`."""


Statement = State | Transition | Region | Direction | ClassDef | ClassUse | StyleUse | Click | Setting | Nothing


def text_after_colon(token: Token | None) -> str:
    return token.value.strip(JS_BLANKS).removeprefix(":").strip(JS_BLANKS) if token else ""


class Statements:
    """The methods that lark calls: one for each rule of the grammar, with what its parts gave."""

    def start(self, *statements: Statement) -> list[Statement]:
        return list(statements)

    def state(self, state: State, text: Token | None) -> State:
        if text:
            state.end = text.end
            description = text_after_colon(text)
            state.descriptions = [description] if description else []
        return state

    def transition(self, first: State, second: State, text: Token | None) -> Transition:
        first.declared = second.declared = False
        return Transition(first, second, text_after_colon(text), first.start, text.end if text else second.end)

    def reference(self, token: Token, css: Token | None) -> State:
        return State(token.value, token.start, token.end, css=css.value if css else "")

    def composite(self, name: Token, body: list[Any] | None) -> State | Nothing:
        if body is None:
            return Nothing()
        *statements, stop = body
        return State(name.value, name.start, stop.end, body=statements)

    def body(self, *parts: Any) -> list[Any]:
        return list(parts)

    def described(self, description: Token, name: Token, body: list[Any] | None) -> State:
        if body is not None:
            *statements, stop = body
            found = [description.value] if description.value else []
            return State(name.value.strip(JS_BLANKS), description.start, stop.end, descriptions=found, body=statements)
        # A colon may precede a second description.
        own, *more = name.value.split(":")
        text = description.value.strip(JS_BLANKS)
        found = [text, more[0]] if more else [text] if text else []
        return State(own.strip(JS_BLANKS), description.start, name.end, descriptions=found)

    def special(self, token: Token) -> State:
        kind = token.type.lower()
        # `<<fork>>` or `[[fork]]` ends the token.
        own = token.value[: -len(kind) - 4].strip(JS_BLANKS)
        return State(own, token.start, token.end, kind)

    def region(self, token: Token) -> Region:
        return Region(token.start, token.end)

    def note(self, position: Token, name: Token, text: Token) -> State:
        start = name.end - len(name.value.lstrip(JS_BLANKS))
        content = text.value[: -len("end note")] if text.value[-8:].lower() == "end note" else text.value[2:]
        side = "left of" if position.type == "LEFT_OF" else "right of"
        note = Note(side, content.strip(JS_BLANKS), position.start, text.end)
        return State(name.value.strip(JS_BLANKS), start, name.end, "", note=note, declared=False)

    def class_def(self, css: Token, styles: Token) -> ClassDef:
        return ClassDef(css.value.strip(JS_BLANKS), styles.value.strip(JS_BLANKS))

    def class_use(self, ids: Token, css: Token) -> ClassUse:
        return ClassUse(ids.value, css.value.strip(JS_BLANKS))

    def style_use(self, ids: Token, styles: Token) -> StyleUse:
        return StyleUse(ids.value, styles.value.strip(JS_BLANKS))

    def click(self, state: State, url: Token, tooltip: Token | None = None) -> Click:
        return Click(state.id, url.value[1:-1], tooltip.value[1:-1] if tooltip else "")

    def direction(self, value: Token) -> Direction:
        return Direction(value.value)

    def acc_title(self, value: Token) -> Setting:
        return Setting("acc_title", value.value)

    def acc_descr(self, value: Token) -> Setting:
        return Setting("acc_descr", value.value)

    def ignored(self, *_: Token) -> Nothing:
        return Nothing()
