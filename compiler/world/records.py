"""What the parser makes of one `.urd.md` file: a `Unit` of typed records, names still unresolved.

Records hold what the writer wrote, cut out of its syntax, each with its span. Nothing here has seen another file.
Lists are tuples, so that a unit is frozen through and through.
"""

from dataclasses import dataclass
from typing import Literal, NamedTuple

from compiler.spans import Span

# --- scalars of the frontmatter --------------------------------------------------------------------------------------


class EntityRef(NamedTuple):
    """`@lantern` as a value."""

    name: str


Scalar = bool | int | float | str | EntityRef | tuple["Scalar", ...]


# --- frontmatter -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Import:
    """`import: ./people.urd.md`; `path` as written, without quotes."""

    span: Span
    path: str


@dataclass(frozen=True, slots=True)
class WorldBlock:
    """`world:` and its recognised fields, in source order; a repeated key keeps the last value."""

    span: Span
    fields: tuple[tuple[str, Scalar], ...]


@dataclass(frozen=True, slots=True)
class PropertyDecl:
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


@dataclass(frozen=True, slots=True)
class TypeDecl:
    """`Character [mobile, container]:` and its properties; the span runs to the last consumed line."""

    span: Span
    name: str
    traits: tuple[str, ...]
    properties: tuple[PropertyDecl, ...]


@dataclass(frozen=True, slots=True)
class EntityDecl:
    """`@warden: Character { trust: 2 }`; a repeated override keeps the last value."""

    span: Span
    id: str
    type: str
    overrides: tuple[tuple[str, Scalar], ...]


# --- conditions and effects ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Comparison:
    """`@warden.trust >= 3`. `reserved` is "target" or "player" for `target.x == 1`, and `entity` is then that word."""

    span: Span
    entity: str
    reserved: bool
    property: str
    operator: str
    value: str


@dataclass(frozen=True, slots=True)
class Containment:
    """`@key in player`, `@key not in chest`."""

    span: Span
    entity: str
    negated: bool
    container: str


@dataclass(frozen=True, slots=True)
class Exhaustion:
    """`greet.exhausted`."""

    span: Span
    section: str


Test = Comparison | Containment | Exhaustion


@dataclass(frozen=True, slots=True)
class AnyOf:
    """`? any:` and its indented conditions: one of them suffices."""

    span: Span
    tests: tuple[Test, ...]


Condition = Test | AnyOf


@dataclass(frozen=True, slots=True)
class SetEffect:
    """`> @warden.trust + 1`. `target` is the text before the operator, `operator` one of = + -."""

    span: Span
    target: str
    operator: str
    value: str


@dataclass(frozen=True, slots=True)
class MoveEffect:
    """`> move @key -> player`; `destination` without its leading @."""

    span: Span
    entity: str
    destination: str


@dataclass(frozen=True, slots=True)
class RevealEffect:
    """`> reveal @warden.role`; `target` is the text after the word."""

    span: Span
    target: str


@dataclass(frozen=True, slots=True)
class DestroyEffect:
    """`> destroy @key`."""

    span: Span
    entity: str


Effect = SetEffect | MoveEffect | RevealEffect | DestroyEffect


# --- content ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Heading:
    """`# Gatehouse` (location), `## Act` (sequence), `### Night (auto)` (phase)."""

    span: Span
    level: Literal["location", "sequence", "phase"]
    text: str
    auto: bool = False


@dataclass(frozen=True, slots=True)
class SectionLabel:
    """`== greet`."""

    span: Span
    name: str


@dataclass(frozen=True, slots=True)
class Speech:
    """`@warden: Halt.`"""

    span: Span
    speaker: str
    text: str


@dataclass(frozen=True, slots=True)
class StageDirection:
    """`@warden turns away.`"""

    span: Span
    actor: str
    text: str


@dataclass(frozen=True, slots=True)
class Prose:
    """Any line of text that is nothing else."""

    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class Presence:
    """`[@warden, @lantern]`."""

    span: Span
    entities: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BlockedMessage:
    """`! The gate is locked.` under an exit; elsewhere it says nothing."""

    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class ExitDecl:
    """`-> north: Gatehouse` and the conditions and blocked messages indented under it."""

    span: Span
    direction: str
    destination: str
    children: tuple[Condition | BlockedMessage, ...]


@dataclass(frozen=True, slots=True)
class Jump:
    """`-> greet`, `-> end`, `-> exit:north` (`exit` is True, `target` is `north`)."""

    span: Span
    target: str
    exit: bool


@dataclass(frozen=True, slots=True)
class ChoiceDecl:
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


@dataclass(frozen=True, slots=True)
class Select:
    """`selects door from [@a, @b]` in a rule, with the `where` lines that follow it."""

    variable: str
    entities: tuple[str, ...]
    where: tuple[Test, ...]


@dataclass(frozen=True, slots=True)
class RuleDecl:
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


@dataclass(frozen=True, slots=True)
class Unit:
    """One parsed file. Frontmatter records in source order, repeated blocks accumulated; content as a tree.

    `complete` is False when a line could not be read, so that something may be missing that another line refers to.
    """

    path: str
    imports: tuple[Import, ...]
    worlds: tuple[WorldBlock, ...]
    types: tuple[TypeDecl, ...]
    entities: tuple[EntityDecl, ...]
    content: tuple[Node, ...]
    complete: bool
