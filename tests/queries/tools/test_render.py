"""Hidden characters are escaped everywhere in an answer, and an answer that is too long is shortened."""

from typing import Any

import orjson

from queries.tools.render import BOUND, bounded, shortened, unescaped, visible
from tests.queries.asking import ask
from tests.queries.cases import each
from tests.queries.snapshots import person, place, snapshot


@each(
    "hidden, shown",
    [
        ("a\x00b", "a\\u0000b"),
        ("\x1b[31mred\x1b[0m", "\\u001b[31mred\\u001b[0m"),
        ("a\rb\x08\x0c", "a\\u000db\\u0008\\u000c"),
        ("\x7f\x85\xad", "\\u007f\\u0085\\u00ad"),
        ("\u202eevil\u2066", "\\u202eevil\\u2066"),
        ("zero\u200bwidth\ufeff", "zero\\u200bwidth\\ufeff"),
        ("tag\U000e0041", "tag\\U000e0041"),
        ("\ud800", "\\ud800"),
        ("a\ufe00b\ufe0fc\ufe0e", "a\\ufe00b\\ufe0fc\\ufe0e"),
        ("\u180bx\U0001bca0\U0001d173\ufff0", "\\u180bx\\U0001bca0\\U0001d173\\ufff0"),
        ("☀\ufe0f 1\ufe0f 🖋\ufe0f", "☀\ufe0f 1\ufe0f 🖋\ufe0f"),
        ("line\u2028separator", "line\\u2028separator"),
        ("plain\ttext\n", "plain\ttext\n"),
        ("schöne Grüße — “日本” 🙂", "schöne Grüße — “日本” 🙂"),
        ("C:\\new\\bin", "C:\\new\\bin"),
    ],
)
def test_visible_escapes_hidden_characters(hidden: str, shown: str) -> None:
    assert visible({hidden: [hidden, {"k": hidden}, 1, None, True]}) == {shown: [shown, {"k": shown}, 1, None, True]}


def test_visible_returns_a_plain_value_itself() -> None:
    plain = {"a": ["b", 'with "quotes" and a \\ in it', "ö"]}
    assert visible(plain) is plain


def test_unescaped_reverses_visible() -> None:
    assert unescaped("a\\u202eb\\U000e0041\\ud800\\x") == "a\u202eb\U000e0041\\ud800\\x"


def test_answers_escape_hidden_characters_in_all_texts() -> None:
    made = snapshot(person("a\u202eda", text="\x1b[2J gone"), place("x", name="\u200bZero"))
    for tool, arguments in [
        ("search", {"query": "gone"}),
        ("list_objects", {"kind": "place"}),
        ("object_get", {"object_ref": "x"}),
    ]:
        found = ask(made, tool, **arguments)
        assert visible(found) == found
        assert "\\\\u" in repr(found)


@each(
    "answer",
    [
        {"schema_version": "1", "text": "x" * 100_000},
        {"schema_version": "1", "texts": ["x" * 10_000] * 20},
        {"schema_version": "1", "text": "\u202e" * 39_000},
    ],
)
def test_bounded_shortens_long_texts(answer: dict[str, Any]) -> None:
    found = bounded(answer)
    assert len(orjson.dumps(found)) <= BOUND
    assert list(found)[: len(answer)] == list(answer)
    assert found["truncated"] == "size"
    assert "left out]" in orjson.dumps(found).decode()


def test_bounded_keeps_a_short_answer() -> None:
    answer = {"schema_version": "1", "text": "ö" * 39_000}  # 78,000 bytes, and 39,000 characters
    assert bounded(answer) is answer


def test_bounded_makes_an_error_of_too_many_parts() -> None:
    found = bounded({"schema_version": "1", "rows": list(range(20_000))})
    assert found["code"] == "too_large"
    assert found["hint"]


def test_shortened_is_none_when_nothing_helps() -> None:
    assert shortened({str(number): {str(number): number} for number in range(10)}, 20) == {"0": {"0": 0}}
    assert shortened("x" * 300, 20) is None
