"""What the net catches. A doubt says nothing of the project; the relation `unread` shows those that no fact accounts for."""

from typing import ClassVar

from compiler.model.facts import Fact, LinkKind, fact


@fact
class Doubt(Fact):
    """A place that a person would take for a thing of the kind `looks_like`: decision, status, date, task, dependency.

    `text` is what stands there, `reason` why it looks so, in plain words. `setting` is the line of `frieze.toml` that
    would teach it, None if none does. It stands at its span; several of one cause and file are one, with their number
    in the reason.
    """

    table: ClassVar[str] = "doubt"
    shared: ClassVar[tuple[str, ...]] = ("looks_like",)

    looks_like: str
    text: str
    reason: str
    setting: str | None


FACT_CLASSES: tuple[type[Fact], ...] = (Doubt,)
LINK_KINDS: tuple[LinkKind, ...] = ()
