"""TOML: whatever the text is, it has values or a `TomlError`."""

import pytest

from compiler.text.toml import TomlError, parse_toml
from tests.compiler.tables import table


def test_toml_has_values() -> None:
    assert parse_toml('a = 1\n[b]\nc = ["x", -9223372036854775808]\n') == {"a": 1, "b": {"c": ["x", -(2**63)]}}


@table(
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


@table("text", ["{} = 1", "[{}]", "[[{}]]", "a = {{{} = 1}}", "x = 1\n{} = 'a.b'", "a = [{{{} = 1}}]"])
def test_toml_key_of_very_many_parts_is_refused_at_once(text: str) -> None:
    """It takes squared time: 20,000 parts took 20 seconds."""
    with pytest.raises(TomlError, match="more than 100 parts"):
        parse_toml(text.format(".".join("a" * 20_000)))


@table("text", ["a = '{}'", "a = 1 # {}", 'a = """\n{}\n"""', "a = [" + "1.5, " * 300 + "]"])
def test_toml_values_may_have_many_dots(text: str) -> None:
    assert parse_toml(text.replace("{}", "." * 500))
