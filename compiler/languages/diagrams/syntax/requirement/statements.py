"""The statements of requirement diagrams, in source order, and the methods that make them."""

from typing import Any, NamedTuple

from compiler.languages.diagrams.syntax.shared.lexing import Token
from compiler.languages.diagrams.syntax.shared.statements import ClassDef, ClassUse, Setting, StyleUse
from compiler.languages.diagrams.syntax.shared.text import JS_BLANKS, decode


class Name(NamedTuple):
    """A name or value without its quotes, and its range in the code."""

    text: str
    start: int
    end: int


class Block(NamedTuple):
    """`requirement name:::classes { fields }` or `element name { fields }`. `type` is "" for an element."""

    type: str
    name: str
    classes: list[str]
    fields: dict[str, str]
    start: int
    end: int


class Relation(NamedTuple):
    """`source - type -> target`, or `target <- type - source`."""

    type: str
    source: str
    target: str
    start: int
    end: int


Statement = Block | Relation | Setting | ClassDef | ClassUse | StyleUse

KINDS = {
    "REQUIREMENT": "Requirement",
    "FUNCTIONAL": "Functional Requirement",
    "INTERFACE": "Interface Requirement",
    "PERFORMANCE": "Performance Requirement",
    "PHYSICAL": "Physical Requirement",
    "CONSTRAINT": "Design Constraint",
}
FIELDS = {
    "ID": "id",
    "TEXT": "text",
    "RISK": "risk",
    "VERIFY": "verify_method",
    "TYPE": "type",
    "DOCREF": "doc_ref",
}
SETTINGS = {"ACC_TITLE": "acc_title", "ACC_DESCR": "acc_descr", "ACC_DESCR_BLOCK": "acc_descr"}


class Statements:
    """The methods that lark calls: one for each rule of the grammar, with what its parts gave."""

    def start(self, *parts: Any) -> list[Statement]:
        return [part for part in parts if not isinstance(part, Token)]

    def requirement(self, kind: Token, name: Name, classes: list[str] | None, *more: Any) -> Block:
        return self._block(KINDS[kind.type], kind, name, classes, *more)

    def element(self, keyword: Token, name: Name, classes: list[str] | None, *more: Any) -> Block:
        return self._block("", keyword, name, classes, *more)

    def _block(self, type_: str, keyword: Token, name: Name, classes: list[str] | None, *more: Any) -> Block:
        # Of two fields with one key the first counts.
        fields = dict(reversed(more[:-1]))
        return Block(type_, name.text, classes or [], fields, keyword.start, more[-1].end)

    def property(self, key: Token, value: Name | Token) -> tuple[str, str]:
        return FIELDS[key.type], value.text if isinstance(value, Name) else value.value.capitalize()

    def to_right(self, source: Name, _line: Token, type_: str, _arrow: Token, target: Name) -> Relation:
        return Relation(type_, source.text, target.text, source.start, target.end)

    def to_left(self, target: Name, _arrow: Token, type_: str, _line: Token, source: Name) -> Relation:
        return Relation(type_, source.text, target.text, target.start, source.end)

    def relationship(self, keyword: Token) -> str:
        return keyword.value.lower()

    def direction(self, token: Token) -> Setting:
        return Setting("direction", token.value)

    def title(self, token: Token) -> Setting:
        opening = "{" if token.type == "ACC_DESCR_BLOCK" else ":"
        value = token.value.partition(opening)[2]
        return Setting(SETTINGS[token.type], value[:-1] if opening == "{" else value)

    def class_def(self, _: Token, names: list[str], styles: list[str]) -> ClassDef:
        return ClassDef(names, styles)

    def class_use(self, _: Token, names: list[str], classes: list[str]) -> ClassUse:
        return ClassUse(names, classes)

    def class_mark(self, name: Name, classes: list[str]) -> ClassUse:
        return ClassUse([name.text], classes)

    def style_use(self, _: Token, names: list[str], styles: list[str]) -> StyleUse:
        return StyleUse(names, styles)

    def styles(self, *styles: str) -> list[str]:
        return list(styles)

    def style(self, *pieces: Token) -> str:
        return "".join(piece.value for piece in pieces)

    def names(self, *words: Name | Token) -> list[str]:
        return [word.text if isinstance(word, Name) else word.value for word in words]

    def name(self, token: Token) -> Name:
        text = token.value[1:-1] if token.type == "QUOTED" else token.value.strip(JS_BLANKS)
        return Name(decode(text), token.start, token.start + len(token.value.rstrip(JS_BLANKS)))

    def kind(self, keyword: Token) -> Token:
        return keyword
