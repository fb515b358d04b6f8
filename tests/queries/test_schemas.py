"""The surface for clients: each tool's schemas are kept as a file, so that a review shows their changes.

A line of a file is one field of a schema, with all that the schema says of it. What many tools say alike stands once,
in `_shared.txt`, and is only named in their files. To accept a change: `UPDATE_SCHEMAS=1 pytest
tests/queries/test_schemas.py`, and read the difference.
"""

import json
import os
import re
from collections import Counter
from collections.abc import Collection, Iterator
from difflib import unified_diff
from pathlib import Path
from typing import Any

import jsonschema  # type: ignore[import-untyped]

from queries import TOOLS
from queries.tools.tool import Tool

KEPT = Path(__file__).parent / "schemas"
MANY = 10  # tools: what so many say alike is shown once
# What a list is with `format` table, beside a list.
TABLE = {
    "columns": {"type": "array", "items": {"type": "string"}, "description": "With format table: the fields."},
    "rows": {
        "type": "array",
        "items": {"type": "array", "items": {"description": "A value."}},
        "description": "With format table: the values of each row.",
    },
}
FORBIDDEN = {"$ref", "$defs", "definitions", "oneOf", "anyOf", "allOf", "not", "if", "then", "else"}


def schemas_in(schema: dict[str, Any], path: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """The schema and all schemas in it, each with its path."""
    yield path, schema
    for name, inner in schema.get("properties", {}).items():
        yield from schemas_in(inner, f"{path}.{name}")
    if "items" in schema:
        yield from schemas_in(schema["items"], f"{path}[]")


def outline(name: str, schema: dict[str, Any]) -> Iterator[str]:
    """A line for each schema in a schema: its path, and what it says apart from the schemas in it. Of a list that may
    be a table it is said that it may."""
    tables = [path for path, inner in schemas_in(schema, name) if inner.get("properties") == TABLE]
    for path, inner in schemas_in(schema, name):
        if not any(path.startswith((f"{table}.columns", f"{table}.rows")) for table in tables):
            own = {key: value for key, value in inner.items() if key not in ("properties", "items") or not value}
            yield f"{path}{' or table' * (path in tables)} {json.dumps(own, ensure_ascii=False)}"


def outlines(tool: Tool) -> dict[str, list[str]]:
    """The outlines of the schemas of a tool, by which it is."""
    schemas = {"listed": tool.listed_schema(), "input": tool.input_schema(), "output": tool.output_schema()}
    return {side: [*outline(side, schema)] for side, schema in schemas.items()}


def surface(tool: Tool, shared: Collection[str]) -> str:
    lines = [f"{name} {getattr(tool, name)!r}" for name in ("name", "title", "description", "pack")]
    lines += [f"details {line}" for line in tool.details.split("\n")]
    for side, told in outlines(tool).items():
        lines += [line for line in told if line not in shared]
        lines.append(" ".join([side, "as shared:", *(line.partition(" ")[0] for line in told if line in shared)]))
    return "".join(f"{line}\n" for line in lines)


def told_by_many() -> str:
    """Each line of an outline that many tools have."""
    counts = Counter(line for tool in TOOLS.values() for told in outlines(tool).values() for line in told)
    return "".join(f"{line}\n" for line in sorted(counts) if counts[line] >= MANY)


def test_schema_of_each_tool_is_the_reviewed_one() -> None:
    if os.environ.get("UPDATE_SCHEMAS"):
        (KEPT / "_shared.txt").write_text(many := told_by_many(), encoding="utf-8")
        for tool in TOOLS.values():
            (KEPT / f"{tool.name}.txt").write_text(surface(tool, many.splitlines()), encoding="utf-8")
    kept = {path.stem: path.read_text(encoding="utf-8") for path in KEPT.iterdir()}
    shared = kept.pop("_shared").splitlines()
    differences = [
        line
        for name in sorted({*kept, *TOOLS})
        for line in unified_diff(
            kept.get(name, "").splitlines(),
            surface(TOOLS[name], shared).splitlines() if name in TOOLS else [],
            name,
            n=0,
        )
    ]
    assert differences == []


def test_schema_outline_tells_every_part_of_a_schema() -> None:
    text = {"type": "string", "description": "A\nline"}
    row = {"type": "object", "properties": {"a.b": text, "none": {}}, "required": ["a.b"]}
    assert [*outline("output", {"type": "object", "properties": {"rows": {"type": "array", "items": row}}})] == [
        'output {"type": "object"}',
        'output.rows {"type": "array"}',
        'output.rows[] {"type": "object", "required": ["a.b"]}',
        'output.rows[].a.b {"type": "string", "description": "A\\nline"}',
        "output.rows[].none {}",
    ]


def test_schema_names_and_texts_fit_every_client() -> None:
    for name, tool in TOOLS.items():
        assert name == tool.name
        assert re.fullmatch(r"[a-z][a-z0-9_]{0,39}", name), name
        assert 0 < len(tool.title) <= 40, name
        assert 30 <= len(tool.description) <= 300, name
        assert all(re.fullmatch(r"[a-z][a-z0-9_]*", parameter.name) for parameter in tool.parameters), name
        assert all(len(parameter.description) >= 10 for parameter in tool.parameters), name


def test_schema_outline_names_a_list_that_may_be_a_table() -> None:
    row = {"type": "object", "properties": {"id": {"type": "string"}}}
    rows = {"items": row, "properties": TABLE, "description": "Rows"}
    assert [*outline("output", {"properties": {"rows": rows}})][1:] == [
        'output.rows or table {"description": "Rows"}',
        'output.rows[] {"type": "object"}',
        'output.rows[].id {"type": "string"}',
    ]


def test_schemas_use_plain_keywords_only() -> None:
    """No composition, references or arrays of types; every array has items, every property a description."""
    for tool in TOOLS.values():
        for side, schema in (("input", tool.input_schema()), ("output", tool.output_schema())):
            jsonschema.Draft202012Validator.check_schema(schema)
            assert schema["type"] == "object", tool.name
            assert "$schema" not in schema, tool.name
            for path, inner in schemas_in(schema):
                place = f"{tool.name} {side}{path}"
                assert not FORBIDDEN & set(inner), place
                assert isinstance(inner.get("type", ""), str), place
                assert inner.get("type") != "array" or "items" in inner, place
                assert inner.get("description") or not path or path.endswith("[]"), place
                assert side == "output" or inner.get("type"), place


def test_schema_bounds_every_argument() -> None:
    """In the list of tools the bounds are left out; calls are checked against them."""
    for tool in TOOLS.values():
        schema = tool.input_schema()
        assert set(schema.get("required", ())) <= set(schema["properties"]), tool.name
        for path, inner in schemas_in(schema):
            place = f"{tool.name} {path}"
            assert inner["type"] != "string" or "maxLength" in inner or "enum" in inner, place
            assert inner["type"] != "array" or "maxItems" in inner, place
            assert inner["type"] != "integer" or {"minimum", "maximum"} <= set(inner), place


def test_output_schema_begins_with_the_version() -> None:
    for tool in TOOLS.values():
        properties = tool.output_schema()["properties"]
        assert next(iter(properties)) == "schema_version", tool.name
        assert properties["schema_version"]["const"] == "1", tool.name
