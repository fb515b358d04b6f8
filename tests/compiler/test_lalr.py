"""The loop over lark's tables gives and refuses what lark's own does."""

from collections.abc import Callable
from typing import Any

import lark
import pytest

from compiler.lalr import quicken

GRAMMAR = """
start: sum
?sum: product | sum "+" product -> add
?product: atom | product "*" atom -> times
atom: NUMBER | "(" sum ")" | NAME? "[" _items "]"
_items: [sum ("," sum)*]
NUMBER: /[0-9]+/
NAME: /[a-z]+/
%ignore " "
"""


def lines(transformer: Any = None) -> tuple[lark.Lark, lark.Lark]:
    """A parser as lark makes it, and one that was quickened."""

    def made() -> lark.Lark:
        return lark.Lark(GRAMMAR, parser="lalr", transformer=transformer)

    return made(), quicken(made())


@pytest.mark.parametrize("text", ["1", "1 + 2 * (3 + 4)", "a[1, [], [2]] * 7", "[]"])
def test_the_same_tree(text: str) -> None:
    plain, quick = lines()
    assert quick.parse(text) == plain.parse(text)


@pytest.mark.parametrize("text", ["", "1 +", "1 2", "(1", "a 1", "[1,, 2]"])
def test_the_same_refusal(text: str) -> None:
    def refusal(parse: Callable[[str], object]) -> tuple[object, ...]:
        with pytest.raises(lark.UnexpectedInput) as raised:
            parse(text)
        error: Any = raised.value
        return type(error), str(error), getattr(error, "expected", None), error.interactive_parser.accepts()

    plain, quick = lines()
    assert refusal(quick.parse) == refusal(plain.parse)


def test_methods_are_called_for_rules_and_tokens() -> None:
    class Numbers(lark.Transformer):  # type: ignore[type-arg]
        NUMBER = int

        def atom(self, parts: list[int]) -> int:
            return sum(parts)

        def add(self, parts: list[int]) -> int:
            return sum(parts)

    plain, quick = lines(Numbers())
    assert quick.parse("1 + (2 + 3)") == plain.parse("1 + (2 + 3)") == lark.Tree("start", [6])
