"""The statements of git graphs, in source order, and the methods that make them."""

from typing import Any, NamedTuple

from compiler.languages.diagrams.syntax.shared.lexing import Token
from compiler.languages.diagrams.syntax.shared.settings import setting_of, text_of
from compiler.languages.diagrams.syntax.shared.statements import Setting, SharedStatements


class Option(NamedTuple):
    """`id: "a1"`. `end` is the offset after it."""

    name: str
    value: str
    end: int


class Statement(NamedTuple):
    """A statement other than a setting. `name` is the branch that it names, or "". `end` is the offset after it."""

    word: Token
    name: str
    options: list[Option]
    end: int

    def last(self, name: str) -> str:
        """The value of an option, the last one if there are several; "" without."""
        return next((option.value for option in reversed(self.options) if option.name == name), "")

    def all(self, name: str) -> list[str]:
        return [option.value for option in self.options if option.name == name]


class Statements(SharedStatements):
    """The methods that lark calls: one for each rule of the grammar, with what its parts gave."""

    def start(self, *statements: Any) -> list[Statement | Setting]:
        return [setting_of(statement) if isinstance(statement, Token) else statement for statement in statements]

    def commit(self, word: Token, *options: Option) -> Statement:
        return Statement(word, "", list(options), options[-1].end if options else word.end)

    cherry_pick = commit

    def merge(self, word: Token, name: Token, *options: Option) -> Statement:
        return Statement(word, text_of(name), list(options), options[-1].end if options else name.end)

    def branch(self, word: Token, name: Token, order: Token | None) -> Statement:
        options = [Option("order", order.value, order.end)] if order else []
        return Statement(word, text_of(name), options, (order or name).end)

    def checkout(self, word: Token, name: Token) -> Statement:
        return Statement(word, text_of(name), [], name.end)

    def id(self, value: Token) -> Option:
        return Option("id", text_of(value), value.end)

    def message(self, value: Token) -> Option:
        return Option("message", text_of(value), value.end)

    def tag(self, value: Token) -> Option:
        return Option("tag", text_of(value), value.end)

    def type(self, value: Token) -> Option:
        return Option("type", value.value, value.end)

    def parent(self, value: Token) -> Option:
        return Option("parent", text_of(value), value.end)
