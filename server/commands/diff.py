"""`frieze diff`: what changed in meaning between two revisions, for people."""

from collections.abc import Iterator
from itertools import groupby
from typing import Any

import orjson

import queries
from compiler.workspace.interface import Workspace

Answer = dict[str, Any]

PAGE = 500  # changes that are asked for at a time
SIGNS = {"added": "+", "removed": "-", "changed": "~", "moved": ">", "renamed": ">"}
PLURALS = {"object": "Objects", "link": "Links", "diagnostic": "Diagnostics"}
NOTHING = "Nothing has changed."


def difference(workspace: Workspace, base: str, target: str | None) -> Answer:
    """The whole answer of compare_revisions, its pages joined; an error, if it is one."""
    asked: dict[str, Any] = {"base": base, "limit": PAGE} | ({} if target is None else {"target": target})
    whole = queries.answer(workspace, "compare_revisions", asked)
    cursor = whole.pop("next_cursor", None)
    while cursor:
        page = queries.answer(workspace, "compare_revisions", asked | {"cursor": cursor})
        whole["changes"] += page["changes"]
        cursor = page.get("next_cursor")
    whole.pop("truncated", None)
    return whole


def text(compared: Answer) -> str:
    """The answer for people: a line a change, grouped as it is."""
    lines = [f"{_revision(compared['base'])} -> {_revision(compared['target'])}"]
    for about, of_one in groupby(compared["changes"], lambda one: one["about"]):
        lines += ["", PLURALS[about]]
        for kind, changes in groupby(of_one, lambda one: one["kind"]):
            listed = list(changes)
            lines.append(f"  {kind}: {_counts(compared['counts'][f'{about}s'][kind])}")
            lines += [line for one in listed for line in _change(one)]
    if not compared["changes"]:
        lines += ["", NOTHING]
    return "\n".join(lines)


def _revision(one: Answer) -> str:
    """`main (72bd398a1b2c, 2026-03-01T12:00:00Z)`, `source:old`, or what stands for files that are in no commit."""
    if "commit" not in one:
        return str(one.get("name", "the files as they are"))
    name, commit = one.get("name", ""), one["commit"][:12]
    return f"{name or commit} ({', '.join([commit, one['at']] if name else [one['at']])})"


def _counts(counts: dict[str, int]) -> str:
    return ", ".join(f"{number} {change}" for change, number in counts.items())


def _change(one: Answer) -> Iterator[str]:
    places = [one[side] for side in ("before", "after") if side in one]
    name = f"{one['was']} -> {one['name']}" if "was" in one else one["name"]
    title = f"  {one['title']}" if one.get("title") and not one["name"].endswith(one["title"]) else ""
    yield f"    {SIGNS[one['change']]} {_one_line(name)}{_one_line(title)}  {' -> '.join(dict.fromkeys(places))}"
    for field in one.get("fields", ()):
        sides = [f"{side} {_value(value)}" for side, value in field["values"].items()]
        yield f"        {field['field']}: {', '.join(sides)}"


def _value(value: Any) -> str:
    return orjson.dumps(value).decode()


def _one_line(told: str) -> str:
    """Text of a source, in which nothing moves the cursor of a terminal."""
    return "".join(one if one.isprintable() else orjson.dumps(one).decode()[1:-1] for one in told)
