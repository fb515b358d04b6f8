"""The statements of C4 diagrams, in source order, and the methods that make them."""

from typing import Any, NamedTuple

from compiler.languages.diagrams.syntax.shared.lexing import Token
from compiler.languages.diagrams.syntax.shared.statements import Setting, SharedStatements


class Named(NamedTuple):
    """`$tags="old"`."""

    key: str
    value: str


class Arguments(NamedTuple):
    """The arguments of a call. `end` is the offset after the last of them."""

    values: list[str | Named]
    end: int


class Call(NamedTuple):
    """An element, a relation or a change of styles: `Person(customer, "Customer")`."""

    word: Token
    arguments: Arguments


class Boundary(NamedTuple):
    """A boundary or a deployment node with the statements in it. `end` is the offset after its brace."""

    word: Token
    arguments: Arguments
    content: "list[Statement]"
    end: int


Statement = Call | Boundary | Setting


class Statements(SharedStatements):
    """The methods that lark calls: one for each rule of the grammar, with what its parts gave."""

    def start(self, *statements: Statement) -> tuple[Statement, ...]:
        return statements

    def element(self, word: Token, arguments: Arguments) -> Call:
        return Call(word, arguments)

    relation = update = element

    def boundary(self, word: Token, arguments: Arguments, *content: Any) -> Boundary:
        return Boundary(word, arguments, list(content[:-1]), content[-1].end)

    def arguments(self, *arguments: Any) -> Arguments:
        values = [token if isinstance(token, Named) else argument_text(token) for token, _ in map(placed, arguments)]
        return Arguments(values, placed(arguments[-1])[1])

    def named(self, key: Token, value: Token) -> tuple[Named, int]:
        return Named(key.value.strip(), value.value.strip()), value.end

    def setting(self, setting: Token | Setting) -> Setting:
        if isinstance(setting, Setting):
            return setting
        word, text = setting.value[:5], setting.value
        return Setting("title", text[6:]) if word == "title" else Setting("acc_descr", text[15:])


def placed(argument: Token | tuple[Named, int]) -> tuple[Token | Named, int]:
    """An argument and the offset after it."""
    return argument if isinstance(argument, tuple) else (argument, argument.end)


def argument_text(token: Token | Named) -> str:
    return "" if token.type == "EMPTY" else token.value.strip()  # type: ignore[union-attr]
