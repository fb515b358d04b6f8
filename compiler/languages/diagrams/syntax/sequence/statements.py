"""The statements of sequence diagrams, in source order: pairs (kind, parts), and the methods that make them."""

from collections.abc import Callable
from typing import Any

# Parts are tokens. Among those of a block are a document and sections, which are statements themselves.
Statement = tuple[str, tuple[Any, ...]]
Document = list[Statement]


def _kind(name: str) -> Callable[..., Statement]:
    def statement(_: object, *parts: Any) -> Statement:
        return name, parts

    return statement


class Statements:
    """The methods that lark calls: one for each rule of the grammar, with what its parts gave."""

    message = _kind("message")
    note = _kind("note")
    participant = _kind("participant")
    create = _kind("create")
    destroy = _kind("destroy")
    activation = _kind("activation")
    autonumber = _kind("autonumber")
    menu = _kind("menu")
    title = _kind("title")
    stray = _kind("stray")
    block = alternatives = parallel = critical = _kind("block")
    section = _kind("section")
    box = _kind("box")

    def start(self, *parts: Any) -> Document:
        document: Document = parts[-1]
        return document

    def nothing(self) -> Document:
        return []

    def unchanged(self, document: Document, _: object) -> Document:
        return document

    def grown(self, document: Document, statement: Statement) -> Document:
        document.append(statement)
        return document
