"""Constructors for the JSON Schemas of answers. The schemas are shallow on purpose: no `$ref`, no composition, no
arrays of types, which some clients refuse."""

from typing import Any

Schema = dict[str, Any]


def string(description: str) -> Schema:
    return {"type": "string", "description": description}


def string_or_null(description: str) -> Schema:
    """A text that is never empty, or null. Clients refuse `type: [string, null]` and `anyOf`, and some warn of a schema
    without constraints. `minLength` applies to texts only, so that null is valid too."""
    return {"minLength": 1, "description": description}


def object_or_null(description: str) -> Schema:
    """An object that is never empty, or null. See `string_or_null`."""
    return {"minProperties": 1, "description": description}


def integer(description: str) -> Schema:
    return {"type": "integer", "description": description}


def number(description: str) -> Schema:
    return {"type": "number", "description": description}


def boolean(description: str) -> Schema:
    return {"type": "boolean", "description": description}


def strings(description: str) -> Schema:
    return {"type": "array", "items": {"type": "string"}, "description": description}


def objects(description: str, /, **fields: Schema) -> Schema:
    """A list of objects with these fields, and possibly others."""
    return {"type": "array", "items": {"type": "object", "properties": fields}, "description": description}


def mapping(description: str, /, **fields: Schema) -> Schema:
    """An object with these fields; a map if no fields are given."""
    return {"type": "object", **({"properties": fields} if fields else {}), "description": description}


SPAN: Schema = {
    "file": string("Path below the source's root."),
    "start_line": integer("From 1."),
    "start_col": integer("In UTF-8 bytes, from 1."),
    "end_line": integer("The last line."),
    "end_col": integer("Behind the last character."),
}

IS_EXAMPLE: Schema = boolean("True for what is no part of the project, such as a template; else absent.")

OBJECT: dict[str, Schema] = {
    "ref": string("Canonical reference: pass it to any tool."),
    "kind": string("Kind of object."),
    "id": string("Id in its own language."),
    "title": string("A line for people."),
    "source": string("Where it stands: path:line."),
    "is_example": IS_EXAMPLE,
}

SEARCHED: Schema = mapping("In an answer without rows: what was looked at, objects by kind and files.")
DID_YOU_MEAN: Schema = strings("Near names, when nothing was found.")
