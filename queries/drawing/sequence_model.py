"""What a sequence is made of, before it has a place: lives, and what happens between them in order."""

from typing import NamedTuple


class Life(NamedTuple):
    """A participant. `kind` is participant, actor, database, …; `box` the number of the box around it, 0 for none."""

    label: str
    kind: str = "participant"
    box: int = 0


class Said(NamedTuple):
    """A message between lives, by their numbers. Heads are arrow, open, cross or ""."""

    source: int
    target: int
    text: str
    dotted: bool = False
    start: str = ""
    end: str = "arrow"
    creates: bool = False  # the target comes into being
    destroys: tuple[int, ...] = ()


class Noted(NamedTuple):
    """A note. `placement` is left_of, right_of or over; over the first and the last of `lives`."""

    placement: str
    lives: tuple[int, ...]
    text: str


class Opened(NamedTuple):
    """A frame begins. `label` says when it is passed; it has no name to be shown when `kind` is rect."""

    kind: str
    label: str


class Divided(NamedTuple):
    """The next section of the frame that is open."""

    keyword: str
    label: str


class Closed(NamedTuple):
    """The end of the frame that is open."""


class Active(NamedTuple):
    """A life begins or ends to be active."""

    life: int
    begins: bool


Event = Said | Noted | Opened | Divided | Closed | Active


class Score(NamedTuple):
    """A sequence to draw. `boxes` are the names of the boxes around lives, from 1."""

    lives: tuple[Life, ...]
    events: tuple[Event, ...]
    boxes: tuple[str, ...] = ()


class Spacing(NamedTuple):
    """How closely to draw: to how many cells texts are wrapped, and how far lives are apart at least."""

    text: int
    label: int
    gap: int


def heading(one: Opened | Divided) -> str:
    """What stands on the border of a frame or section: `alt [in stock]`."""
    word = one.kind if isinstance(one, Opened) else one.keyword
    if word == "rect":
        return ""
    return f"{word.replace('_', ' ')} [{one.label}]" if one.label else word
