"""Wrong arguments of every kind, generated from the input schemas of the tools."""

from collections.abc import Iterator, Mapping
from typing import Any

Json = dict[str, Any]
Call = tuple[str, Any]

NESTED: Any = 0
for _ in range(100):
    NESTED = [NESTED]

# Values of each type, extremes included. All are JSON that the transport and the SDK accept.
VALUES: tuple[Any, ...] = (
    None,
    True,
    0,
    -1,
    1.5,
    1e308,
    2**53,
    -(2**63),
    2**64 - 1,
    "",
    " ",
    "x",
    "x" * 1_001,
    "\x00\x1b[31m\u202e\u200b\U000e0041",
    "../../etc/passwd",
    "w:mill/location/yard",
    "%s{}$(id)`id`'\"; DROP TABLE object; --",
    "(a+)+$" * 20,
    [],
    ["x" * 2_000] * 200,
    [["x"]],
    {},
    {"a": {"b": None}},
    NESTED,
)
NO_ARGUMENTS: tuple[Any, ...] = ([], "x", 1, True, NESTED)  # which no tool accepts as arguments


def wrong_calls(tools: Mapping[str, Json]) -> Iterator[Call]:
    """Calls of every tool, by its name and input schema: each property with each value, without what is required, with
    what no tool knows, and with limits at and beyond their ends."""
    for name, schema in tools.items():
        properties: Mapping[str, Json] = schema["properties"]
        plain = {one: example(properties[one]) for one in schema.get("required", ())}
        yield name, {}
        yield name, {**plain, "no_such_argument": 1, "\x1b[2J": "x"}
        yield name, {str(n): n for n in range(500)}
        for one, declared in properties.items():
            yield name, {key: value for key, value in plain.items() if key != one}
            for value in (*VALUES, *edges(declared)):
                yield name, {**plain, one: value}


def example(declared: Json) -> Any:
    """A value that the schema of a property allows."""
    if "enum" in declared:
        return declared["enum"][0]
    return {"string": "yard", "integer": declared.get("minimum", 1), "number": 1.0, "boolean": True}.get(
        declared["type"], ["yard"] if declared["type"] == "array" else {}
    )


def edges(declared: Json) -> list[Any]:
    """Values just inside and just outside of what a property allows."""
    low, high, longest = declared.get("minimum"), declared.get("maximum"), declared.get("maxLength")
    found: list[Any] = []
    found += [low, low - 1] if low is not None else []
    found += [high, high + 1, float(high)] if high is not None else []
    found += ["é" * longest, "é" * (longest + 1)] if longest is not None else []
    found += [*declared.get("enum", ()), "no_such_choice"] if "enum" in declared else []
    return found
