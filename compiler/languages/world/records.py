"""The syntax tree of one world file: `Unit`, its records with their spans, and walks over its content.

Names are unresolved: no record depends on another file. Lists are tuples, so that a unit is immutable. Records are
named tuples, not dataclasses: a large world has a hundred thousand of them, and a tuple is made five times as fast.
"""

from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple

from compiler.model.spans import Span

# --- scalars of the frontmatter --------------------------------------------------------------------------------------


class EntityRef(NamedTuple):
    """`@lantern` as a value."""

    name: str


Scalar = bool | int | float | str | EntityRef | tuple["Scalar", ...]


# --- frontmatter -----------------------------------------------------------------------------------------------------


class Import(NamedTuple):
    """`import: ./people.urd.md`. `path` is the path as written, without quotes."""

    span: Span
    path: str


class WorldBlock(NamedTuple):
    """`world:` and its known fields, in source order. A repeated key keeps its last value."""

    span: Span
    fields: tuple[tuple[str, Scalar], ...]


class PropertyDecl(NamedTuple):
    """`~trust: int(0, 5) = 2` inside a type.

    `value_type` is boolean, integer, number, string, enum, ref or list. `raw_type` is the type as written when it is
    unknown, else None; the property is then a string. `element` is the type in the parentheses of `list(…)`.
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
    """The type of the elements of a list: `enum(red, blue)` in `list(enum(red, blue))`."""

    value_type: str
    values: tuple[str, ...] | None
    ref_type: str | None


class TypeDecl(NamedTuple):
    """`Character [mobile, container]:` and its properties. The span ends with the last line of the block."""

    span: Span
    name: str
    traits: tuple[str, ...]
    properties: tuple[PropertyDecl, ...]


class EntityDecl(NamedTuple):
    """`@warden: Character { trust: 2 }`. A repeated override keeps its last value."""

    span: Span
    id: str
    type: str
    overrides: tuple[tuple[str, Scalar], ...]


# --- conditions and effects ------------------------------------------------------------------------------------------


class Comparison(NamedTuple):
    """`@warden.trust >= 3`. With `reserved`, the subject has no @, and `entity` is "target" or "player"."""

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
    """`? any:` and its indented conditions, of which at least one must hold."""

    span: Span
    tests: tuple[Test, ...]


Condition = Test | AnyOf


class SetEffect(NamedTuple):
    """`> @warden.trust + 1`. `target` is the text before the operator, `operator` is =, + or -."""

    span: Span
    target: str
    operator: str
    value: str


class MoveEffect(NamedTuple):
    """`> move @key -> player`. `destination` has no leading @."""

    span: Span
    entity: str
    destination: str


class RevealEffect(NamedTuple):
    """`> reveal @warden.role`. `target` is the text after the word."""

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
    """A line of text of no other kind."""

    span: Span
    text: str


class Presence(NamedTuple):
    """`[@warden, @lantern]`."""

    span: Span
    entities: tuple[str, ...]


class BlockedMessage(NamedTuple):
    """`! The gate is locked.` under an exit. Elsewhere it is ignored."""

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

    `level` is the indentation level of the line. `target` is the entity after `->`, `target_type` the type after
    `-> any`.
    """

    span: Span
    level: int
    sticky: bool
    label: str
    target: str | None
    target_type: str | None
    body: tuple["Node", ...]


class Select(NamedTuple):
    """`selects door from [@a, @b]` in a rule, with the `where` lines right below it."""

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
    """One parsed file: the records of all its frontmatter blocks in source order, and its content as a tree.

    `frontmatter_complete` and `content_complete` are False when a line of that part could not be read: a declaration
    may be missing.
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


# --- walks -----------------------------------------------------------------------------------------------------------
# Choices nest as deep as a writer indents, so these do not recurse.


def walk(content: Iterable[Node]) -> Iterator[Node]:
    """Yield every node in source order, each choice before its body."""
    return (node for node, is_start in walk_events(content) if is_start)


def walk_events(content: Iterable[Node]) -> Iterator[tuple[Node, bool]]:
    """Yield every node in source order, with True. Yield a choice again after its body, with False."""
    stack: list[tuple[ChoiceDecl | None, Iterator[Node]]] = [(None, iter(content))]
    while stack:
        choice, body = stack[-1]
        for node in body:
            yield node, True
            if type(node) is ChoiceDecl:
                stack.append((node, iter(node.body)))
                break
        else:
            stack.pop()
            if choice is not None:
                yield choice, False
