"""What the parser makes of one `.urd.md` file: a `Unit` of typed records, names still unresolved.

Records hold what the writer wrote, cut out of its syntax, each with its span. Nothing here has seen another file.
Lists are tuples, so that a unit is frozen through and through. Named tuples, not dataclasses: a large world makes a
hundred thousand of them, and a tuple is made five times as fast.
"""

from typing import Literal, NamedTuple

from compiler.model.spans import Span

# --- scalars of the frontmatter --------------------------------------------------------------------------------------


class EntityRef(NamedTuple):
    """`@lantern` as a value."""

    name: str


Scalar = bool | int | float | str | EntityRef | tuple["Scalar", ...]


# --- frontmatter -----------------------------------------------------------------------------------------------------


class Import(NamedTuple):
    """`import: ./people.urd.md`; `path` as written, without quotes."""

    span: Span
    path: str


class WorldBlock(NamedTuple):
    """`world:` and its recognised fields, in source order; a repeated key keeps the last value."""

    span: Span
    fields: tuple[tuple[str, Scalar], ...]


class PropertyDecl(NamedTuple):
    """`~trust: int(0, 5) = 2` inside a type.

    `value_type` is the normalised word: boolean, integer, number, string, enum, ref or list. `raw_type` is the
    signature when no such word fits it (the property then is a string), else None. `element` is what stands in
    `list(…)`.
    """

    span: Span
    name: str
    hidden: bool
    value_type: str
    raw_type: str | None
    default: Scalar | None
    values: tuple[str, ...] | None
    minimum: float | None
    maximum: float | None
    ref_type: str | None
    element: "ElementType | None"


class ElementType(NamedTuple):
    """What the elements of a list are: `list(enum(red, blue))`, `list(ref(Room))`, `list(int)`."""

    value_type: str
    values: tuple[str, ...] | None
    ref_type: str | None


class TypeDecl(NamedTuple):
    """`Character [mobile, container]:` and its properties; the span runs to the last consumed line."""

    span: Span
    name: str
    traits: tuple[str, ...]
    properties: tuple[PropertyDecl, ...]


class EntityDecl(NamedTuple):
    """`@warden: Character { trust: 2 }`; a repeated override keeps the last value."""

    span: Span
    id: str
    type: str
    overrides: tuple[tuple[str, Scalar], ...]


# --- conditions and effects ------------------------------------------------------------------------------------------


class Comparison(NamedTuple):
    """`@warden.trust >= 3`. `reserved` is "target" or "player" for `target.x == 1`, and `entity` is then that word."""

    span: Span
    entity: str
    reserved: bool
    property: str
    operator: str
    value: str


class Containment(NamedTuple):
    """`@key in player`, `@key not in chest`."""

    span: Span
    entity: str
    negated: bool
    container: str


class Exhaustion(NamedTuple):
    """`greet.exhausted`."""

    span: Span
    section: str


Test = Comparison | Containment | Exhaustion


class AnyOf(NamedTuple):
    """`? any:` and its indented conditions: one of them suffices."""

    span: Span
    tests: tuple[Test, ...]


Condition = Test | AnyOf


class SetEffect(NamedTuple):
    """`> @warden.trust + 1`. `target` is the text before the operator, `operator` one of = + -."""

    span: Span
    target: str
    operator: str
    value: str


class MoveEffect(NamedTuple):
    """`> move @key -> player`; `destination` without its leading @."""

    span: Span
    entity: str
    destination: str


class RevealEffect(NamedTuple):
    """`> reveal @warden.role`; `target` is the text after the word."""

    span: Span
    target: str


class DestroyEffect(NamedTuple):
    """`> destroy @key`."""

    span: Span
    entity: str


Effect = SetEffect | MoveEffect | RevealEffect | DestroyEffect


# --- content ---------------------------------------------------------------------------------------------------------


class Heading(NamedTuple):
    """`# Gatehouse` (location), `## Act` (sequence), `### Night (auto)` (phase)."""

    span: Span
    level: Literal["location", "sequence", "phase"]
    text: str
    auto: bool = False


class SectionLabel(NamedTuple):
    """`== greet`."""

    span: Span
    name: str


class Speech(NamedTuple):
    """`@warden: Halt.`"""

    span: Span
    speaker: str
    text: str


class StageDirection(NamedTuple):
    """`@warden turns away.`"""

    span: Span
    actor: str
    text: str


class Prose(NamedTuple):
    """Any line of text that is nothing else."""

    span: Span
    text: str


class Presence(NamedTuple):
    """`[@warden, @lantern]`."""

    span: Span
    entities: tuple[str, ...]


class BlockedMessage(NamedTuple):
    """`! The gate is locked.` under an exit; elsewhere it says nothing."""

    span: Span
    text: str


class ExitDecl(NamedTuple):
    """`-> north: Gatehouse` and the conditions and blocked messages indented under it."""

    span: Span
    direction: str
    destination: str
    children: tuple[Condition | BlockedMessage, ...]


class Jump(NamedTuple):
    """`-> greet`, `-> end`, `-> exit:north` (`exit` is True, `target` is `north`)."""

    span: Span
    target: str
    exit: bool


class ChoiceDecl(NamedTuple):
    """`* Ask` (once) or `+ Ask` (sticky) with what is indented under it.

    `level` is the indentation level of the line. `target` is the word after `->`, `target_type` the type after `->
    any`.
    """

    span: Span
    level: int
    sticky: bool
    label: str
    target: str | None
    target_type: str | None
    body: tuple["Node", ...]


class Select(NamedTuple):
    """`selects door from [@a, @b]` in a rule, with the `where` lines that follow it."""

    variable: str
    entities: tuple[str, ...]
    where: tuple[Test, ...]


class RuleDecl(NamedTuple):
    """`rule host opens:` and its body."""

    span: Span
    name: str
    actor: str | None
    trigger: str
    select: Select | None
    where: tuple[Test, ...]
    effects: tuple[Effect, ...]


Node = (
    Heading
    | SectionLabel
    | Speech
    | StageDirection
    | Prose
    | Presence
    | ExitDecl
    | Jump
    | ChoiceDecl
    | RuleDecl
    | Comparison
    | Containment
    | Exhaustion
    | AnyOf
    | SetEffect
    | MoveEffect
    | RevealEffect
    | DestroyEffect
    | BlockedMessage
)


class Unit(NamedTuple):
    """One parsed file. Frontmatter records in source order, repeated blocks accumulated; content as a tree.

    A part is not complete when an error cost a line of it: something may be missing that another line refers to.
    """

    path: str
    imports: tuple[Import, ...]
    worlds: tuple[WorldBlock, ...]
    types: tuple[TypeDecl, ...]
    entities: tuple[EntityDecl, ...]
    content: tuple[Node, ...]
    frontmatter_complete: bool
    content_complete: bool

    @property
    def complete(self) -> bool:
        """Whether every line could be read."""
        return self.frontmatter_complete and self.content_complete
