"""A JSON file is edited by changing what it states: the text states the new value then, and no other line differs."""

import json
from random import Random
from typing import Any

import pytest

from queries.operations.json_file import JsonFile, drop, listed_in, rename_key

LAYOUTS: list[dict[str, Any]] = [
    {},
    {"indent": 2},
    {"indent": "\t"},
    {"separators": (",", ":")},
    {"indent": 4, "ensure_ascii": False},
]


def made(random: Random, depth: int = 0) -> Any:
    kind = random.choice("dlsnb" if depth < 3 else "snb")
    if kind == "d":
        return {random.choice("abcdefé"): made(random, depth + 1) for _ in range(random.randrange(4))}
    if kind == "l":
        return [made(random, depth + 1) for _ in range(random.randrange(4))]
    return {"s": random.choice(("", "x", 'a"b', "é\n")), "n": random.choice((0, 1, -2.5)), "b": None}[kind]


def change(random: Random, value: Any) -> None:
    """Change an object or an array in place, or something in it."""
    for inner in value.values() if isinstance(value, dict) else value:
        if isinstance(inner, dict | list) and random.random() < 0.5:
            change(random, inner)
    for _ in range(random.randrange(3)):
        if isinstance(value, dict):
            name = random.choice([*value, "new", "newer"])
            if random.random() < 0.5:
                value[name] = made(random)
            elif random.random() < 0.5:
                value.pop(name, None)
            elif name in value:
                rename_key(value, name, random.choice("xyz"))
        elif value and random.random() < 0.6:
            del value[random.randrange(len(value))]
        else:
            value.insert(random.randrange(len(value) + 1), made(random))


@pytest.mark.parametrize("layout", LAYOUTS, ids=str)
def test_text_states_what_the_value_is_changed_to(layout: dict[str, Any]) -> None:
    for seed in range(400):
        random = Random(seed)
        before = {"first": made(random), "more": [made(random) for _ in range(4)], "last": {"a": made(random)}}
        file = JsonFile("x.json", f"{json.dumps(before, **layout)}\n")
        assert file.written() == file.text
        change(random, file.value)
        assert json.loads(file.written()) == file.value, seed


def test_lines_of_what_stays_are_not_touched() -> None:
    text = '{\n  "one": [ {"id": 1},   {"id": 2, "odd" : [1,2]} ],\n\n  "two": {"a": 1,"b": null}\n}'
    file = JsonFile("x.json", text)
    listed_in(file.value, "one").append({"id": 3})
    rename_key(file.value["two"], "a", "c")
    assert file.written() == text.replace("[1,2]} ]", '[1,2]},   {"id": 3} ]').replace('"a": 1', '"c": 1')
    file = JsonFile("x.json", text)
    drop(file.value, "one", file.value["one"][:1])
    assert file.written() == text.replace('{"id": 1},   ', "")
