"""`frieze diff`: the changes between two revisions, as text for people."""

from collections.abc import Iterator
from itertools import groupby
from typing import Any

import orjson

import queries
from compiler.workspace.interface import WORKTREE, Workspace
from server.people.plain_text import cell

Answer = dict[str, Any]

PAGE = 500  # changes in one answer of compare_revisions
SIGNS = {"added": "+", "removed": "-", "changed": "~", "moved": ">", "renamed": ">"}
PLURALS = {"object": "Objects", "link": "Links", "diagnostic": "Diagnostics"}
NO_CHANGES = "Nothing has changed."


def compare(workspace: Workspace, base: str, target: str | None) -> Answer:
    """Return the answer of compare_revisions with its pages joined, or its error answer."""
    arguments: dict[str, Any] = {"base": base, "limit": PAGE} | ({} if target is None else {"target": target})
    whole = queries.answer(workspace, "compare_revisions", arguments)
    cursor = whole.pop("next_cursor", None)
    while cursor:
        page = queries.answer(workspace, "compare_revisions", arguments | {"cursor": cursor})
        whole["changes"] += page["changes"]
        cursor = page.get("next_cursor")
    whole.pop("truncated", None)
    return whole


def text(answer: Answer) -> str:
    """An answer of compare_revisions as text: a line a change, under headings for what changed and its kind."""
    lines = [f"{_revision(answer['base'])} -> {_revision(answer['target'])}"]
    for about, changes_about in groupby(answer["changes"], lambda change: change["about"]):
        lines += ["", PLURALS[about]]
        for kind, changes in groupby(changes_about, lambda change: change["kind"]):
            lines.append(f"  {kind}: {_counts(answer['counts'][f'{about}s'][kind])}")
            lines += [line for change in changes for line in _change_lines(change)]
    if not answer["changes"]:
        lines += ["", NO_CHANGES]
    return "\n".join(lines)


def _revision(revision: Answer) -> str:
    """`main (72bd398a1b2c, 2026-03-01T12:00:00Z)`, `source:old`, or "the files as they are"."""
    if "commit" not in revision:
        named = str(revision.get("name", WORKTREE))
        return "the files as they are" if named == WORKTREE else named
    name, commit, at = revision.get("name", ""), revision["commit"][:12], revision["at"]
    return f"{name} ({commit}, {at})" if name else f"{commit} ({at})"


def _counts(counts: dict[str, int]) -> str:
    return ", ".join(f"{number} {change}" for change, number in counts.items())


def _change_lines(change: Answer) -> Iterator[str]:
    """A line with the sign, name, title and places of a change, and a line for each field that changed."""
    places = [change[side] for side in ("before", "after") if side in change]
    name = f"{change['was']} -> {change['name']}" if "was" in change else change["name"]
    title = f"  {change['title']}" if change.get("title") and not change["name"].endswith(change["title"]) else ""
    yield f"    {SIGNS[change['change']]} {cell(name)}{cell(title)}  {' -> '.join(dict.fromkeys(places))}"
    for field in change.get("fields", ()):
        sides = [f"{side} {_value(value)}" for side, value in field["values"].items()]
        yield f"        {field['field']}: {', '.join(sides)}"


def _value(value: Any) -> str:
    return cell(orjson.dumps(value).decode())
