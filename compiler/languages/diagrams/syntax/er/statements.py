"""The statements of entity relationship diagrams, in source order, and the methods that make them."""

from typing import Any, NamedTuple

from compiler.languages.diagrams.syntax.shared.lexing import Token
from compiler.languages.diagrams.syntax.shared.statements import ClassDef, ClassUse, Setting, SharedStatements, StyleUse


class Attribute(NamedTuple):
    """`string name PK, FK "comment"`."""

    type: str
    name: str
    keys: list[str]
    comment: str


class Entity(NamedTuple):
    """`NAME[alias]:::class { attributes }`. `end` is the offset after it."""

    name: Token
    alias: str
    classes: list[str]
    attributes: list[Attribute]
    end: int


class Relation(NamedTuple):
    """`A ||--o{ B : role`. `cardinalities` are the text next to a, the line, and the text next to b, as written."""

    a: Token
    a_classes: list[str]
    b: Token
    b_classes: list[str]
    cardinalities: tuple[str, str, str]
    role: Token


class Subgraph(NamedTuple):
    """`subgraph name [title] … end`. `end` is the offset after it."""

    name: Token
    title: str
    statements: "list[Statement]"
    start: int
    end: int


Statement = Entity | Relation | Setting | ClassDef | ClassUse | StyleUse | Subgraph


class Statements(SharedStatements):
    """The methods that lark calls: one for each rule of the grammar, with what its parts gave."""

    def start(self, *statements: Statement) -> tuple[Statement, ...]:
        return statements

    def relation(
        self,
        a: Token,
        a_classes: list[str] | None,
        cardinalities: Token | tuple[str, str, str],
        b: Token,
        b_classes: list[str] | None,
        role: Token,
    ) -> Relation:
        written = cardinalities if isinstance(cardinalities, tuple) else pieces(cardinalities.value)
        return Relation(a, a_classes or [], b, b_classes or [], written, role)

    def in_pieces(self, *tokens: Token) -> tuple[str, str, str]:
        first, line, second = tokens
        return first.value, line.value, second.value

    def entity(self, name: Token, alias: Token | None, classes: list[str] | None, block: list[Any] | None) -> Entity:
        attributes = block[:-1] if block else []
        end: int = block[-1].end if block else name.end
        return Entity(name, unquoted(alias.value) if alias else "", classes or [], attributes, end)

    def subgraph(self, head: Token, name: Token, title: list[Token] | None, *parts: Any) -> Subgraph:
        *statements, end = parts
        words = " ".join(unquoted(word.value) for word in title or [name])
        last = end.start + len(end.value.rstrip())
        return Subgraph(name, words, [part for part in statements if part is not None], head.start, last)

    def attribute(
        self, type_: Token, mark: Token | None, name: Token, keys: list[str] | None, comment: Token | None
    ) -> Attribute:
        text = type_.value + (mark.value if mark else "")
        return Attribute(text, name.value, keys or [], unquoted(comment.value) if comment else "")

    def class_def(self, ids: list[str], styles: list[str], *_: Token) -> ClassDef:
        return ClassDef(ids, styles)

    def class_statement(self, entities: list[str], classes: list[str]) -> ClassUse:
        return ClassUse(entities, classes)

    def style_statement(self, entities: list[str], styles: list[str], *_: Token) -> StyleUse:
        return StyleUse(entities, styles)

    def style(self, *pieces: Token) -> str:
        return "".join(piece.value for piece in pieces)

    def block(self, *parts: Any) -> list[Any]:
        return list(parts)

    styles = title = block

    def ids(self, *tokens: Token) -> list[str]:
        return [token.value for token in tokens]

    keys = ids


def pieces(symbol: str) -> tuple[str, str, str]:
    """Split `||--o{` into a symbol of two characters (or `u`), the line and another symbol, without the blanks."""
    text = "".join(symbol.split())
    at = 1 if text[0] in "uU" else 2
    return text[:at], text[at : at + 2], text[at + 2 :]


def unquoted(text: str) -> str:
    """The text without its quotes."""
    return text.replace('"', "")
