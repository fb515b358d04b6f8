"""The strictest rules of clients for names, descriptions and schemas, checked for every tool.

The rules come from what clients refuse: a composed root, `$ref`, an array of types, an array without items, long names,
long descriptions. `lint` finds what breaks them; the first tests show that it does.
"""

import re
from collections.abc import Iterator
from typing import Any

import pytest

import queries.tools.packs
from queries import TOOLS
from queries.tools.tool import Tool
from server.protocol.instructions import PACKS, instructions
from tests.compiler.tables import table

Json = dict[str, Any]

NAME = re.compile(r"[a-z][a-z0-9_]{0,39}")
LONGEST_DESCRIPTION, LONGEST_INSTRUCTIONS = 2_000, 1_950
COMPOSITIONS = {"oneOf", "anyOf", "allOf", "not", "if", "then", "else"}
REFERENCES = {"$ref", "$defs", "definitions", "$schema", "x-mcp-header"}
TYPES = {"string", "integer", "number", "boolean", "array", "object"}


def lint(tool: Json) -> list[str]:
    """The faults of a tool in `tools/list`."""
    return list(_tool_faults(tool))


def _tool_faults(tool: Json) -> Iterator[str]:
    if not NAME.fullmatch(tool["name"]):
        yield "name"
    for field in ("title", "description"):
        if not tool.get(field):
            yield f"no {field}"
    if len(tool.get("description") or "") > LONGEST_DESCRIPTION:
        yield "long description"
    for which in ("inputSchema", "outputSchema"):
        schema = tool[which]
        if schema.get("type") != "object" or "properties" not in schema:
            yield f"{which}: root"
        yield from (f"{which}{fault}" for fault in _schema_faults(schema, ""))
    for name, declared in tool["inputSchema"].get("properties", {}).items():
        yield from (f"{name}: {fault}" for fault in _argument_faults(name, declared))


def _schema_faults(schema: Any, path: str) -> Iterator[str]:
    """The faults of a schema and its parts."""
    if not isinstance(schema, dict):
        yield f"{path}: no schema"
        return
    yield from (f"{path}: {word}" for word in sorted((COMPOSITIONS | REFERENCES) & set(schema)))
    if "type" in schema and (not isinstance(schema["type"], str) or schema["type"] not in TYPES):
        yield f"{path}: type"
    if schema.get("type") == "array" and not schema.get("items"):
        yield f"{path}: no items"
    for name, one in schema.get("properties", {}).items():
        if not (isinstance(one, dict) and one.get("description")):
            yield f"{path}/{name}: no description"
        yield from _schema_faults(one, f"{path}/{name}")
    for member in ("items", "additionalProperties"):
        if isinstance(schema.get(member), dict):
            yield from _schema_faults(schema[member], f"{path}/{member}")


def _argument_faults(name: str, declared: Json) -> Iterator[str]:
    if not NAME.fullmatch(name):
        yield "name"
    if declared.get("type") == "string" and not {"maxLength", "enum"} & set(declared):
        yield "no maxLength"
    if declared.get("type") == "array":
        if "maxItems" not in declared:
            yield "no maxItems"
        yield from _argument_faults("items", declared.get("items") or {})
    if len(declared.get("description", "")) > LONGEST_DESCRIPTION:
        yield "long description"


def shown(tool: Tool) -> Json:
    return {
        "name": tool.name,
        "title": tool.title,
        "description": tool.description,
        "inputSchema": tool.input_schema(),
        "outputSchema": tool.output_schema(),
    }


def good(**changed: Any) -> Json:
    """A tool without faults, with changes."""
    text = {"type": "string", "description": "It.", "maxLength": 9}
    root = {"type": "object", "properties": {"it": text}, "additionalProperties": False}
    return {
        "name": "get_it",
        "title": "It",
        "description": "Gets it.",
        "inputSchema": root,
        "outputSchema": root,
        **changed,
    }


def taking(**declared: Any) -> Json:
    """The input schema of a tool that takes one argument."""
    properties = {"it": {"description": "It.", **declared}}
    return {"type": "object", "properties": properties, "additionalProperties": False}


def test_lint_accepts_a_valid_schema() -> None:
    assert lint(good()) == []
    assert lint(good(inputSchema=taking(type="array", items={"type": "string", "maxLength": 1}, maxItems=2))) == []


@table(
    "faulty",
    [
        good(name="get.it"),
        good(name="x" * 41),
        good(name="GetIt"),
        good(title=""),
        good(description=""),
        good(description="x" * 2_001),
        good(inputSchema={"type": "object"}),
        good(outputSchema={"type": "array", "items": {"type": "string"}}),
        *(good(inputSchema={**taking(type="boolean"), word: []}) for word in sorted(COMPOSITIONS)),
        *(good(outputSchema={**taking(type="boolean"), word: {}}) for word in sorted(REFERENCES)),
        good(inputSchema=taking(type=["string", "null"], maxLength=1)),
        good(inputSchema=taking(type="null")),
        good(inputSchema=taking(type="string")),
        good(inputSchema=taking(type="string", maxLength=1, description="")),
        good(inputSchema=taking(type="array", maxItems=1)),
        good(inputSchema=taking(type="array", maxItems=1, items={"type": "string"})),
        good(inputSchema=taking(type="array", items={"type": "boolean"})),
        good(outputSchema=taking(type="array", items={"type": "object", "properties": {"x": {"type": "string"}}})),
        good(outputSchema=taking(type="object", additionalProperties={"$ref": "#"})),
    ],
)
def test_lint_finds_each_fault(faulty: Json) -> None:
    assert lint(faulty)


@table("tool", TOOLS.values())
def test_lint_accepts_every_tool(tool: Tool) -> None:
    assert lint(shown(tool)) == []


@pytest.mark.parametrize("pack", ["diagrams", "flow", "sequence", "walkthroughs"])
def test_instructions_name_every_tool_of_diagrams(pack: str) -> None:
    named = set(re.findall(NAME, instructions([pack])))
    assert {one.name for one in queries.TOOLS.values() if one.pack == pack} <= named


def test_instructions_are_short_enough_for_any_packs() -> None:
    assert len(instructions(PACKS)) <= LONGEST_INSTRUCTIONS
    for are_all in (True, False):
        assert len(instructions(queries.tools.packs.PACKS, are_all=are_all, is_deferred=True)) <= LONGEST_INSTRUCTIONS
