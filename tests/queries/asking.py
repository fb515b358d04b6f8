"""Asks questions as a client does, for one page or for all. Every answer is checked against its schema and the
bound."""

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import orjson

from compiler.store.snapshot import Snapshot
from compiler.workspace.interface import Workspace
from queries import TOOLS, answer, is_error
from tests.paths import ROOT

Json = dict[str, Any]


def ask(source: Snapshot | Workspace, tool: str, **arguments: Any) -> Json:
    """Return an answer, which must not be an error. Pass the argument `from` as `from_`."""
    return asked(source, tool, {name.rstrip("_"): value for name, value in arguments.items()})


def asked(source: Snapshot | Workspace, tool: str, arguments: Json) -> Json:
    """Return an answer to arguments in a dict. See `ask`."""
    found = answer(source, tool, arguments)
    text = orjson.dumps(found).decode()
    assert next(iter(found)) == "schema_version"
    assert len(text) <= 40_000
    if not is_error(found):
        validator(tool.replace(".", "_")).validate(orjson.loads(text))
        assert set(found) <= set(TOOLS[tool.replace(".", "_")].output_schema()["properties"])
    return found


@cache
def validator(tool: str) -> Any:
    return jsonschema.Draft202012Validator(TOOLS[tool].output_schema())


def pages(source: Snapshot | Workspace, tool: str, **arguments: Any) -> list[Json]:
    """Return all pages of an answer, in order."""
    found = [ask(source, tool, **arguments)]
    while "next_cursor" in found[-1]:
        found.append(ask(source, tool, **{**arguments, "cursor": found[-1]["next_cursor"]}))
    return found


def all_rows(source: Snapshot | Workspace, tool: str, field: str, **arguments: Any) -> list[Any]:
    """Return the rows of all pages."""
    return [row for page in pages(source, tool, **arguments) for row in page[field]]


def error(source: Snapshot | Workspace, tool: str, **arguments: Any) -> Json:
    """Return the error answer to a question."""
    found = ask(source, tool, **arguments)
    assert is_error(found), found
    return found


WIDTH = 600  # of a line of a locked answer
CHANGING = ("snapshot_id", "next_cursor", "cursor", "compiler_version")  # every commit may change them


def locked(answer: Json) -> str:
    """Return an answer as a golden file has it: JSON in the order of the answer, a row of a list in a line."""
    return "\n".join(_lines({name: "…" if name in CHANGING else value for name, value in answer.items()}))


def _lines(value: Any, head: str = "", tail: str = "") -> Iterator[str]:
    text = orjson.dumps(value).decode()
    if len(text) <= WIDTH or not isinstance(value, dict | list):
        yield f"{head}{text}{tail}"
        return
    named = [(f'"{name}": ', each) for name, each in value.items()] if isinstance(value, dict) else []
    inner = named or [("", each) for each in value]
    yield f"{head}{text[0]}"
    for number, (name, each) in enumerate(inner, 1):
        yield from (f"  {line}" for line in _lines(each, name, "," if number < len(inner) else ""))
    yield f"{text[-1]}{tail}"


ANSWER_ALL = """
import sys
import orjson
from compiler import compile_source
from queries import answer
for source, calls in orjson.loads(sys.stdin.buffer.read()):
    with compile_source(source) as snapshot:
        for tool, arguments in calls:
            sys.stdout.buffer.write(orjson.dumps(answer(snapshot, tool, arguments)) + b"\\n")
"""


def answers_of_processes(asked: Mapping[Path, Sequence[tuple[str, Json]]]) -> set[bytes]:
    """The answers to all calls to sources, a line each, as processes with different hash seeds give them: one item when
    they give the same bytes."""
    calls = [(str(source), calls) for source, calls in asked.items()]
    return {
        subprocess.run(
            [sys.executable, "-c", ANSWER_ALL],
            env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONHASHSEED": seed},
            input=orjson.dumps(calls),
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("0", "4711")
    }
