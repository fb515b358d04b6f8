"""The statements of architecture diagrams, in source order, and the methods that make them."""

from typing import Any, NamedTuple

from compiler.languages.diagrams.syntax.shared.lexing import Token
from compiler.languages.diagrams.syntax.shared.settings import setting_of, text_of
from compiler.languages.diagrams.syntax.shared.statements import Setting


class Part(NamedTuple):
    """A group, a service or a junction; `kind` tells which. `parent` is the group that it is in, or ""."""

    kind: str
    id: Token
    icon: str
    icon_text: str
    title: str
    parent: str
    end: int


class End(NamedTuple):
    """The end of an edge: `db{group}:L`. `arrow` tells whether it has an arrowhead."""

    id: Token
    side: str
    at_group: bool
    arrow: bool


class Edge(NamedTuple):
    """`db:L -[reads]-> R:web`. `end` is the offset after it."""

    left: End
    right: End
    title: str
    end: int


class Align(NamedTuple):
    """`align row db web`."""

    word: Token
    members: list[Token]


Statement = Part | Edge | Align | Setting


class Statements:
    """The methods that lark calls: one for each rule of the grammar, with what its parts gave."""

    def start(self, *statements: Any) -> list[Statement]:
        return [setting_of(statement) if isinstance(statement, Token) else statement for statement in statements]

    def group(self, id_: Token, icon: Token | None, title: Token | None, parent: Token | None) -> Part:
        return part("group", id_, icon, title, parent)

    def service(self, id_: Token, icon: Token | None, title: Token | None, parent: Token | None) -> Part:
        return part("service", id_, icon, title, parent)

    def junction(self, id_: Token, parent: Token | None) -> Part:
        return part("junction", id_, None, None, parent)

    def no_title(self) -> None:
        return None

    def edge(
        self,
        left: Token,
        left_group: Token | None,
        left_side: Token,
        left_arrow: Token | None,
        title: Token | None,
        right_arrow: Token | None,
        right_side: Token,
        right: Token,
        right_group: Token | None,
    ) -> Edge:
        return Edge(
            End(left, left_side.value, left_group is not None, left_arrow is not None),
            End(right, right_side.value, right_group is not None, right_arrow is not None),
            title_text(title),
            (right_group or right).end,
        )

    def align(self, word: Token, *members: Token) -> Align:
        return Align(word, list(members))


def part(kind: str, id_: Token, icon: Token | None, title: Token | None, parent: Token | None) -> Part:
    """The part of the tokens that its statement has."""
    end = next(token.end for token in (parent, title, icon, id_) if token)
    is_text = icon is not None and icon.type == "STRING"
    name = icon.value[1:-1] if icon and not is_text else ""
    text = text_of(icon) if icon and is_text else ""
    return Part(kind, id_, name, text, title_text(title), parent.value if parent else "", end)


def title_text(title: Token | None) -> str:
    """The text in brackets, without quotes around it."""
    text = title.value[1:-1].strip() if title else ""
    if len(text) > 1 and text[0] == text[-1] and text[0] in "\"'":
        text = text[1:-1].replace('\\"', '"').replace("\\'", "'")
    return text.strip()
