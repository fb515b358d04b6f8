"""Statements that several kinds of diagrams have, and the methods that make them."""

from typing import NamedTuple

from compiler.languages.diagrams.syntax.shared.lexing import Token


class Setting(NamedTuple):
    """A setting of the whole diagram: `title …`, `accTitle: …`, `accDescr: …`, `direction LR`."""

    key: str
    value: str


class ClassDef(NamedTuple):
    """`classDef ids styles`."""

    ids: list[str]
    styles: list[str]


class ClassUse(NamedTuple):
    """`class ids classes`."""

    ids: list[str]
    classes: list[str]


class StyleUse(NamedTuple):
    """`style ids styles`."""

    ids: list[str]
    styles: list[str]


class SharedStatements:
    """Methods that lark calls for the rules of settings, in the grammars that have them under these names."""

    def acc_title(self, value: Token) -> Setting:
        return Setting("acc_title", value.value)

    def acc_descr(self, value: Token) -> Setting:
        return Setting("acc_descr", value.value)

    def direction(self, value: Token) -> Setting:
        return Setting("direction", value.value)
