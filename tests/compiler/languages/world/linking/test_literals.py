"""Literals of conditions and effects, and values as messages show them."""

from compiler.languages.world.linking.literals import integer, number, shown, shown_number
from compiler.languages.world.records import EntityRef, Scalar
from tests.compiler.tables import table


@table(
    ("text", "value"),
    [
        ("5", 5),
        ("+5", 5),
        ("-007", -7),
        ("5.0", None),
        ("1_0", None),
        (" 5", None),
        ("٣", None),
        ("", None),
        ("9223372036854775807", 2**63 - 1),
        ("9223372036854775808", None),
        ("9" * 5000, None),
    ],
)
def test_integer_literal(text: str, value: int | None) -> None:
    assert integer(text) == value


@table(
    ("text", "value"),
    [("1", 1.0), ("1.", 1.0), (".5", 0.5), ("1e3", 1000.0), ("-INF", float("-inf")), (".", None), ("1 ", None)],
)
def test_number_literal(text: str, value: float | None) -> None:
    assert number(text) == value


@table(
    ("value", "text"),
    [
        (10.0, "10"),
        (0.5, "0.5"),
        (-0.25, "-0.25"),
        (1e-7, "0.0000001"),
        (1e21, "1000000000000000000000"),
        (2.0**63, "9223372036854776000"),
        (float("inf"), "inf"),
        (float("-inf"), "-inf"),
        (float("nan"), "NaN"),
    ],
)
def test_number_is_shown_without_exponent(value: float, text: str) -> None:
    assert shown_number(value) == text


@table(
    ("value", "text"),
    [(True, "true"), (5, "5"), ("x y", "x y"), (EntityRef("ada"), "@ada"), ((1, "a", ()), "[1, a, []]")],
)
def test_value_is_shown_as_written(value: Scalar, text: str) -> None:
    assert shown(value) == text
