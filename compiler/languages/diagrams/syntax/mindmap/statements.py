"""The lines of mind maps, in source order, and the methods that make them."""

from typing import Any, NamedTuple

from compiler.languages.diagrams.syntax.shared.lexing import Token


class Node(NamedTuple):
    """`  id[Bread]`. `level` is the number of blanks before it, `brackets` the opening and closing ones. `text` is the
    id when the node has no brackets; `place` is the first token."""

    level: int
    id: str
    text: str
    brackets: tuple[str, str]
    place: Token
    end: int


class Decoration(NamedTuple):
    """`::icon(fa fa-book)` or `:::urgent`: of the node before. `kind` is icon or classes."""

    kind: str
    value: Token


Statement = Node | Decoration


class Statements:
    """The methods that lark calls: one for each rule of the grammar, with what its parts gave."""

    def start(self, *statements: Any) -> list[Statement]:
        return [
            statement for statement in statements if not isinstance(statement, Token)
        ]  # blank lines are their blanks

    def node(self, *tokens: Token) -> Node:
        by_type = {token.type: token for token in tokens}
        spaces, id_ = by_type.get("SPACES"), by_type.get("ID")
        level = len(spaces.value) if spaces else 0
        place = tokens[1] if spaces else tokens[0]
        if "TEXT" not in by_type:
            name = id_.value.strip() if id_ else ""
            return Node(level, name, name, ("", ""), place, place.start + len(place.value.rstrip()))
        text = by_type["TEXT"].value
        brackets = (by_type["OPENING"].value, by_type["CLOSING"].value)
        return Node(level, (id_.value if id_ else text).strip(), text.strip(), brackets, place, tokens[-1].end)

    def icon(self, *tokens: Token) -> Decoration:
        return Decoration("icon", tokens[-1])

    def class_line(self, *tokens: Token) -> Decoration:
        return Decoration("classes", tokens[-1])
