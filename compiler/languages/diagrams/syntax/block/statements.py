"""The statements of block diagrams, in source order, and the methods that make them."""

from typing import Any, NamedTuple

from compiler.languages.diagrams.syntax.shared.lexing import Token

MAX_COLUMNS = 1_000_000_000  # of a block, of a space or side by side


class Shape(NamedTuple):
    """`["Text"]`, or `<["Text"]>(right)` with its sides. `brackets` are both of them: `[]`."""

    brackets: str
    text: str
    sides: list[str]
    end: int


class Node(NamedTuple):
    """`a["Text"]`. `end` is the offset after it."""

    id: Token
    shape: Shape | None
    end: int


class Link(NamedTuple):
    """`-- "sends" -->`: the arrow and the text."""

    arrow: str
    text: str


class Blocks(NamedTuple):
    """`a --> b --> c`: the first block with its width, and the others with the links that lead to them."""

    first: Node
    width: int
    others: list[tuple[Link, Node]]


class Composite(NamedTuple):
    """`block … end`, with a block of its own for `block:id`. `end` is the offset after its last word."""

    word: Token
    node: Node | None
    width: int
    content: "list[Statement]"
    end: int


class Styling(NamedTuple):
    """`class a,b blue` or `style a fill:#00f`."""

    word: Token
    ids: Token
    rest: str


class Space(NamedTuple):
    """`space:2`: columns that stay empty."""

    width: int


class Columns(NamedTuple):
    """`columns 3`: how many blocks stand side by side; 0 for all of them."""

    number: int


class ClassDef(NamedTuple):
    """`classDef blue fill:#00f`."""

    text: str


Statement = Blocks | Composite | Styling | Space | Columns | ClassDef


class Statements:
    """The methods that lark calls: one for each rule of the grammar, with what its parts gave."""

    def start(self, *parts: Any) -> list[Statement]:
        return kept(parts[1:])

    def blocks(self, first: Node, size: Token | None, *others: Any) -> Blocks:
        return Blocks(
            first, width_of(size.value[1:] if size else ""), list(zip(others[::2], others[1::2], strict=True))
        )

    def link(self, *tokens: Token) -> Link:
        return Link(tokens[-1].value.strip(), tokens[0].value if len(tokens) > 1 else "")

    def node(self, id_: Token, shape: Shape | None) -> Node:
        return Node(id_, shape, shape.end if shape else id_.end)

    def shape(self, opening: Token, text: Token, *rest: Token) -> Shape:
        closing = "]>" if opening.type == "ARROW_OPENING" else rest[-1].value
        sides = [token.value.strip(", \n\t") for token in rest[:-1]]
        return Shape(opening.value + closing, text.value, sides, rest[-1].start + len(rest[-1].value.strip()))

    def composite(self, word: Token, *content: Any) -> Composite:
        return Composite(word, None, 1, kept(content[:-1]), content[-1].start + 3)

    def named_composite(self, word: Token, node: Node, size: Token | None, *content: Any) -> Composite:
        return Composite(
            word, node, width_of(size.value[1:] if size else ""), kept(content[:-1]), content[-1].start + 3
        )

    def columns(self, token: Token) -> Columns | None:
        """Return the number of columns; None for a token that only ends a statement after a mistake."""
        words = token.value.split()
        return Columns(min(int(words[1][:9]), MAX_COLUMNS) if words[1].isdecimal() else 0) if len(words) == 2 else None

    def space(self, token: Token) -> Space:
        return Space(width_of(token.value.partition(":")[2]))

    def class_def(self, token: Token) -> ClassDef:
        return ClassDef(token.value)

    def class_use(self, word: Token, ids: Token, rest: Token) -> Styling:
        return Styling(word, ids, rest.value.strip())

    style = class_use


def kept(parts: Any) -> list[Statement]:
    """The statements that say something about blocks."""
    return [part for part in parts if isinstance(part, Statement)]


def width_of(digits: str) -> int:
    """The number of columns behind a colon, "" for none."""
    return min(int(digits[:9]), MAX_COLUMNS) if digits else 1
