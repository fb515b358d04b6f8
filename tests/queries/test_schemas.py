"""The surface for clients: each tool's schemas are kept as a file, so that a review shows their changes.

To accept a change: `UPDATE_SCHEMAS=1 pytest tests/queries/test_schemas.py`, and read the difference.
"""

import json
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import pytest

from queries import TOOLS
from queries.tools.tool import Tool

KEPT = Path(__file__).parent / "schemas"
TOOL_NAMES = sorted(TOOLS)


def surface(tool: Tool) -> str:
    shown = {
        "name": tool.name,
        "title": tool.title,
        "description": tool.description,
        "details": tool.details,
        "pack": tool.pack,
        "listed_schema": tool.listed_schema(),
        "input_schema": tool.input_schema(),
        "output_schema": tool.output_schema(),
    }
    return json.dumps(shown, indent=2, ensure_ascii=False) + "\n"


@pytest.mark.parametrize("name", TOOL_NAMES)
def test_schema_of_each_tool_is_the_reviewed_one(name: str) -> None:
    kept = KEPT / f"{name}.json"
    if os.environ.get("UPDATE_SCHEMAS"):
        kept.write_text(surface(TOOLS[name]), encoding="utf-8")
    assert kept.read_text(encoding="utf-8") == surface(TOOLS[name])


def test_schema_files_belong_to_existing_tools() -> None:
    assert sorted(path.stem for path in KEPT.glob("*.json")) == TOOL_NAMES


@pytest.mark.parametrize("name", TOOL_NAMES)
def test_schema_names_and_texts_fit_every_client(name: str) -> None:
    tool = TOOLS[name]
    assert re.fullmatch(r"[a-z][a-z0-9_]{0,39}", name)
    assert 0 < len(tool.title) <= 40
    assert 30 <= len(tool.description) <= 300
    assert all(re.fullmatch(r"[a-z][a-z0-9_]*", one.name) for one in tool.parameters)
    assert all(len(one.description) >= 10 for one in tool.parameters)


FORBIDDEN = {"$ref", "$defs", "definitions", "oneOf", "anyOf", "allOf", "not", "if", "then", "else"}


def schemas_in(schema: dict[str, Any], path: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """The schema and all schemas in it, each with its path."""
    yield path, schema
    for name, inner in schema.get("properties", {}).items():
        yield from schemas_in(inner, f"{path}.{name}")
    if "items" in schema:
        yield from schemas_in(schema["items"], f"{path}[]")


@pytest.mark.parametrize("name", TOOL_NAMES)
@pytest.mark.parametrize("side", ["input", "output"])
def test_schemas_use_plain_keywords_only(name: str, side: str) -> None:
    """No composition, references or arrays of types; every array has items, every property a description."""
    schema = TOOLS[name].input_schema() if side == "input" else TOOLS[name].output_schema()
    jsonschema.Draft202012Validator.check_schema(schema)
    assert schema["type"] == "object"
    assert "$schema" not in schema
    for path, inner in schemas_in(schema):
        assert not FORBIDDEN & set(inner), path
        assert isinstance(inner.get("type", ""), str), path
        assert inner.get("type") != "array" or "items" in inner, path
        assert inner.get("description") or not path or path.endswith("[]"), path
        assert side == "output" or inner.get("type"), path


@pytest.mark.parametrize("name", TOOL_NAMES)
def test_schema_bounds_every_argument(name: str) -> None:
    """In the list of tools the bounds are left out; calls are checked against them."""
    schema = TOOLS[name].input_schema()
    assert set(schema.get("required", ())) <= set(schema["properties"])
    for path, inner in schemas_in(schema):
        assert inner["type"] != "string" or "maxLength" in inner or "enum" in inner, path
        assert inner["type"] != "array" or "maxItems" in inner, path
        assert inner["type"] != "integer" or {"minimum", "maximum"} <= set(inner), path


@pytest.mark.parametrize("name", TOOL_NAMES)
def test_output_schema_begins_with_the_version(name: str) -> None:
    properties = TOOLS[name].output_schema()["properties"]
    assert next(iter(properties)) == "schema_version"
    assert properties["schema_version"]["const"] == "1"
