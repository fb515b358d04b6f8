"""The statements of class diagrams, in source order, and the methods that make them."""

from typing import Any, NamedTuple

from compiler.languages.diagrams.syntax.shared.lexing import Token
from compiler.languages.diagrams.syntax.shared.statements import ClassDef, Setting, SharedStatements


class Name(NamedTuple):
    """The name of a class as written, `List~int~`, and its range in the code."""

    text: str
    start: int
    end: int


class Relation(NamedTuple):
    """`A "1" <|-- "many" B : label`. `arrow` is without blanks; missing cardinalities are ""."""

    first: Name
    first_card: str
    arrow: str
    second_card: str
    second: Name
    label: str | None
    end: int


class Member(NamedTuple):
    """`Duck : +swim()`."""

    owner: Name
    text: Token


class Class(NamedTuple):
    """`class Duck["label"]:::css <<stereotype>> { members }`."""

    name: Name
    label: str
    css: str
    stereotype: str
    members: list[Token]
    start: int
    end: int


class Namespace(NamedTuple):
    """`namespace Shapes["label"] { parts }`."""

    name: str
    label: str
    parts: list[Any]
    start: int
    end: int


class Note(NamedTuple):
    """`note for Duck "text"`."""

    owner: Name | None
    text: str
    start: int
    end: int


class Annotation(NamedTuple):
    """`<<interface>> Duck`."""

    text: str
    owner: Name


class Link(NamedTuple):
    """`link Duck "url" "tooltip" _blank`."""

    owner: Name
    url: str
    tooltip: str | None
    target: str | None


class Callback(NamedTuple):
    """`click Duck call function() "tooltip"`."""

    owner: Name
    tooltip: str | None


class CssClass(NamedTuple):
    """`cssClass "Duck,Fish" bold`."""

    owners: str
    css: str


class Style(NamedTuple):
    """`style Duck styles`."""

    owner: str
    styles: list[str]


Statement = (
    Relation | Member | Class | Namespace | Note | Annotation | Link | Callback | CssClass | ClassDef | Style | Setting
)


def name(*tokens: Token) -> Name:
    """The name that consists of some tokens. Blanks between them vanish."""
    text = "".join(
        f"~{token.value.strip('~')}~" if token.type == "GENERIC" else token.value.strip("`") for token in tokens
    )
    return Name(text, tokens[0].start, tokens[-1].end)


def inside(token: Token | None) -> str:
    """The text of a token in quotes."""
    return token.value[1:-1] if token else ""


class Statements(SharedStatements):
    """The methods that lark calls: one for each rule of the grammar, with what its parts gave."""

    def start(self, *statements: Statement | None) -> list[Statement]:
        return [statement for statement in statements if statement]

    def relation(self, first: Name, *rest: Any) -> Relation:
        # Missing cardinalities and labels are None. The tokens between the cardinalities are the arrow.
        first_card, *arrow, second_card, second, label = rest
        written = "".join(piece.value for piece in arrow)
        end = label.end if label else second.end
        return Relation(first, inside(first_card), written, inside(second_card), second, label and label.value, end)

    def mention(self, _: Name) -> None:
        """A name alone is a statement without effect."""

    def member(self, owner: Name, text: Token) -> Member:
        return Member(owner, text)

    def class_(self, keyword: Token, owner: Name, label: str | None, *rest: Any) -> Class:
        css = stereotype = ""
        members: list[Token] = []
        end = owner.end
        for part in rest:
            if isinstance(part, Css):
                css = part.value
            elif isinstance(part, Stereotype):
                stereotype = part.value
            elif part:
                members, end = part[:-1], part[-1].end
        return Class(owner, label or "", css, stereotype, members, keyword.start, end)

    def label(self, text: Token) -> str:
        return inside(text)

    def css(self, token: Token) -> "Css":
        return Css(token.value)

    def stereotype(self, token: Token) -> "Stereotype":
        return Stereotype(token.value)

    def body(self, *parts: Token) -> list[Token]:
        return list(parts)

    full_body = body

    def namespace(self, keyword: Token, own: Name, label: str | None, *rest: Any) -> Namespace:
        return Namespace(own.text, label or "", list(rest[:-1]), keyword.start, rest[-1].end)

    def note(self, keyword: Token, *rest: Any) -> Note:
        owner = rest[0] if len(rest) > 1 else None
        return Note(owner, inside(rest[-1]), keyword.start, rest[-1].end)

    def annotation(self, text: Token, owner: Name) -> Annotation:
        return Annotation(text.value, owner)

    def link(self, owner: Name, url: Token, tooltip: Token | None, target: Token | None) -> Link:
        return Link(owner, inside(url), inside(tooltip) if tooltip else None, target.value if target else None)

    def callback(self, owner: Name, *rest: Token | None) -> Callback:
        tooltip = rest[-1]
        return Callback(owner, inside(tooltip) if tooltip else None)

    def css_class(self, owners: Token, css: Token) -> CssClass:
        return CssClass(inside(owners), css.value)

    def class_def(self, ids: list[str], styles: list[str]) -> ClassDef:
        return ClassDef(ids, styles)

    def style(self, _: Token, owner: Token, styles: list[str]) -> Style:
        return Style(owner.value, styles)

    def ids(self, *tokens: Token) -> list[str]:
        return [token.value for token in tokens]

    def styles(self, *values: str) -> list[str]:
        return list(values)

    def value(self, *pieces: Token) -> str:
        return "".join(piece.value for piece in pieces)

    def class_name(self, *tokens: Token) -> Name:
        return name(*tokens)

    namespace_name = class_name


class Css(NamedTuple):
    """`:::css`."""

    value: str


class Stereotype(NamedTuple):
    """`<<stereotype>>` after a class."""

    value: str
