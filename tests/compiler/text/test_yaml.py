"""YAML whose scalars stay text: values, errors with their position, bounds."""

import subprocess
import sys
from contextlib import suppress
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from compiler.text.yaml import YamlError, compose, load_yaml
from tests.compiler.tables import table
from tests.paths import ROOT


@table(
    ("text", "value"),
    [
        ("", None),
        ("a: b", {"a": "b"}),
        ("a: no\nb: 0x1F\nc: ~\nd: true", {"a": "no", "b": "0x1F", "c": None, "d": True}),
        ("a: 2025-01-01\nb: 1_000\nc: =", {"a": "2025-01-01", "b": "1_000", "c": "="}),
        ('a: "null"\nb: "x\\ty"', {"a": "null", "b": "x\ty"}),
        ("title: One (two), three\nnull: x", {"title": "One (two), three", "null": "x"}),
        ("- [x, {y: z}]\n-", [["x", {"y": "z"}], None]),
        ("a: &x [1]\nb: *x", {"a": ["1"], "b": ["1"]}),
        ("? [a]\n: b", {"[object Object]": "b"}),
    ],
)
def test_yaml_scalars_stay_text(text: str, value: object) -> None:
    assert load_yaml(text) == value


@table(
    ("text", "line", "column", "kind"),
    [
        ("a: b: c", 0, 4, "syntax"),
        ("x: y\na: [", 1, 4, "syntax"),
        ("a: 1\nbc: \x00", 1, 4, "character"),
        ("[" * 5_000, 0, 0, "nesting"),
        ("a: 1\na: 2", 1, 0, "value"),
        ("a: 1\nb: !x 2", 1, 3, "value"),
    ],
)
def test_yaml_errors_have_position_and_kind(text: str, line: int, column: int, kind: str) -> None:
    with pytest.raises(YamlError) as raised:
        load_yaml(text)
    error = raised.value
    assert (error.line, error.column, error.kind) == (line, column, kind)


def test_yaml_aliases_count_as_their_expansion() -> None:
    bomb = "a: &a [x, x, x, x, x, x, x, x]\n" + "".join(
        f"{name}: &{name} [{', '.join([f'*{before}'] * 8)}]\n"
        for before, name in zip("abcdefgh", "bcdefghi", strict=True)
    )
    with pytest.raises(YamlError, match="too many"):
        load_yaml(bomb)


@given(st.text('ab:-[]{}&*!?|>"#%@\n\t ,~', max_size=40))
def test_yaml_of_any_text_is_a_value_or_an_error(text: str) -> None:
    for read in (load_yaml, compose):
        with suppress(YamlError):
            read(text)


@table("text", ["[" * 100_000, "- " * 100_000, "? " * 100_000, "{a: " * 100_000])
def test_yaml_deep_nesting_never_reaches_c_parser(text: str) -> None:
    with pytest.raises(YamlError):
        compose(text, may_use_c=True)


@table(("text", "loaded"), [("title: A plain line", False), ("a: [1]", True)])
def test_yaml_of_plain_lines_loads_no_parser(text: str, loaded: bool) -> None:
    program = f"import sys; from compiler.text.yaml import load_yaml; load_yaml({text!r}); print('yaml' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == str(loaded)


def test_yaml_parsers_give_the_same_nodes() -> None:
    def shape(node: Any) -> object:
        nested = node.value if isinstance(node.value, list) else []
        parts = [[shape(one) for one in part] if isinstance(part, tuple) else shape(part) for part in nested]
        return (node.id, node.start_mark.line, parts or node.value)

    text = "a: [x, 'y']\nb:\n  - {c: d}\n"
    assert shape(compose(text)) == shape(compose(text, may_use_c=True))


@table(("may_use_c", "sign"), product([True, False], ["\x85", "\u2028", "\u2029"]))
def test_yaml_lines_are_those_of_the_file(sign: str, may_use_c: bool) -> None:
    """YAML 1.1 ends lines at these too, which made a finding about a line that is not there."""
    node = compose(f"a: x{sign}{sign}y\nb: z\n", may_use_c=may_use_c)
    assert node is not None
    assert [key.start_mark.line for key, _ in node.value] == [0, 1]
    with pytest.raises(YamlError) as raised:
        compose(f"a: {sign}{sign}\nb: [\n", may_use_c=may_use_c)
    assert raised.value.line <= 2


@table(("may_use_c", "text"), product([False, True], ['a: "x\\ud800y"', '- &a [b, {"\\U0000DFFF": c}]\n- *a']))
def test_half_of_a_surrogate_pair_is_refused_by_both_parsers(text: str, may_use_c: bool) -> None:
    with pytest.raises(YamlError):
        compose(text, may_use_c=may_use_c)


@table("may_use_c", [False, True])
def test_half_of_a_surrogate_pair_without_quotes_is_no_escape(may_use_c: bool) -> None:
    node = compose(r"C:\udata\ud800", may_use_c=may_use_c)
    assert node is not None
    assert node.value == r"C:\udata\ud800"
