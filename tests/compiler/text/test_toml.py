"""TOML: whatever the text is, it has values or a `TomlError`."""

import pytest

from compiler.text.toml import TomlError, parse_toml


def test_toml_has_values() -> None:
    assert parse_toml('a = 1\n[b]\nc = ["x", -9223372036854775808]\n') == {"a": 1, "b": {"c": ["x", -(2**63)]}}


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("a = \n", "line 1"),
        (f"a = {'1' * 5_000}\n", "A number or a date"),
        (f"a = 0x{'f' * 5_000}\n", "more than 64 bits"),
        ("a = [{b = 9223372036854775808}]\n", "more than 64 bits"),
        ("a = 2025-02-30\n", "line 1|A number or a date"),
        (f"a = {'[' * 50_000}\n", "nested too deeply"),
    ],
)
def test_toml_that_is_none_says_why(text: str, reason: str) -> None:
    with pytest.raises(TomlError, match=reason):
        parse_toml(text)
