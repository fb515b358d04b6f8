"""Scalars, overrides and the signatures of properties."""

import math
from typing import Any

from compiler.languages.world.records import ElementType, EntityRef
from compiler.languages.world.syntax.values import Signature, overrides, scalar, signature
from tests.compiler.tables import table


@table(
    ("written", "expected"),
    [
        ("true", True),
        ("false", False),
        ("True", "True"),
        ("yes", "yes"),
        ("", ""),
        ('"Sir Hugh"', "Sir Hugh"),
        ("'it'", "it"),
        ('""', ""),
        ('"', '"'),
        ('"open', '"open'),
        ("\"mixed'", "\"mixed'"),
        ('"a" or "b"', 'a" or "b'),
        ("7", 7),
        ("+5", 5),
        ("007", 7),
        ("-0", 0),
        ("9223372036854775807", 2**63 - 1),
        ("9223372036854775808", 2.0**63),
        ("5.0", 5.0),
        ("5.", 5.0),
        (".5", 0.5),
        ("1e3", 1000.0),
        ("-Infinity", -math.inf),
        ("1_000", "1_000"),
        ("0x5", "0x5"),
        ("1, 2", "1, 2"),
        ("@lantern", EntityRef("lantern")),
        ("@old-lantern", "@old-lantern"),
        ("@", "@"),
        ("plain words: here", "plain words: here"),
    ],
)
def test_scalar_has_the_type_of_its_text(written: str, expected: Any) -> None:
    value = scalar(written)
    assert (value, type(value)) == (expected, type(expected))


def test_scalar_nan_is_a_float() -> None:
    assert isinstance(value := scalar("NaN"), float) and math.isnan(value)


@table(
    ("written", "expected"),
    [
        ("[]", ()),
        ("[ a , 1 ]", ("a", 1)),
        ("[a, , b,]", ("a", "b")),
        ('["b, c", [d, [e]], @f]', ("b, c", ("d", ("e",)), EntityRef("f"))),
        ("[O'Brien, x]", ("O'Brien, x",)),
        ("[a [b, c] d]", ("a [b, c] d",)),
        ("[a", "[a"),
        ("[a] b", "[a] b"),
        ("[" * 100 + "]" * 100, "[" * 100 + "]" * 100),
    ],
)
def test_list_contains_scalars(written: str, expected: Any) -> None:
    assert scalar(written) == expected


def test_scalar_with_thousands_of_digits_is_a_float() -> None:
    assert scalar("9" * 10_000) == math.inf


@table(
    ("written", "expected"),
    [
        ("", ()),
        (" n: 1 ", (("n", 1),)),
        ("n: 1, s: a:b,", (("n", 1), ("s", "a:b"))),
        ('s: "x, y", l: [1, 2]', (("s", "x, y"), ("l", (1, 2)))),
        ("n:, m: 2", (("n", ""), ("m", 2))),
        ("words, m: 2", (("m", 2),)),
        ("n: a], m: [b", (("n", "a]"), ("m", "[b"))),
        ("name: Smuggler's Cipher", (("name", "Smuggler's Cipher"),)),
    ],
)
def test_overrides_are_pairs(written: str, expected: Any) -> None:
    assert overrides(written) == expected


@table(
    ("written", "expected"),
    [
        ("bool", Signature("boolean")),
        ("boolean", Signature("boolean")),
        ("int", Signature("integer")),
        ("integer(0, 5)", Signature("integer", minimum=0.0, maximum=5.0)),
        ("num(-1, 1e3)", Signature("number", minimum=-1.0, maximum=1000.0)),
        ("int(a, 5)", Signature("integer", maximum=5.0)),
        ("int(5)", Signature("integer")),
        ("int(1, 2, 3)", Signature("integer")),
        ("string", Signature("string")),
        ("str(5)", Signature("string", "str(5)")),
        ("bool()", Signature("string", "bool()")),
        ("enum", Signature("enum")),
        ("enum(calm, very angry )", Signature("enum", values=("calm", "very angry"))),
        ("enum(a,,b)", Signature("enum", values=("a", "", "b"))),
        ("enum()", Signature("enum", values=("",))),
        ("enum (a)", Signature("string", "enum (a)")),
        ("ref", Signature("ref")),
        ("ref(Room)", Signature("ref", ref_type="Room")),
        ("ref()", Signature("ref", ref_type="")),
        ("list", Signature("list")),
        ("list(int)", Signature("list", element=ElementType("integer", None, None))),
        ("list( enum(a, b) )", Signature("list", element=ElementType("enum", ("a", "b"), None))),
        ("list(ref(Room))", Signature("list", element=ElementType("ref", None, "Room"))),
        ("list(int(0, 5))", Signature("list", element=ElementType("string", None, None))),
        ("list(list(int))", Signature("list", element=ElementType("string", None, None))),
        ("list()", Signature("list", element=ElementType("string", None, None))),
        ("Int", Signature("string", "Int")),
    ],
)
def test_signature_is_parsed_or_kept_as_text(written: str, expected: Signature) -> None:
    assert signature(written) == expected
