"""The parameters of tools: their JSON Schemas, and the checks of their values."""

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from keyword import iskeyword
from typing import Any, Literal

import orjson

from queries.errors.near import nearest
from queries.errors.query_error import ECHO

ParameterType = Literal["string", "integer", "number", "boolean", "strings", "object", "objects", "values"]

_NAMED = {
    "string": "a string",
    "integer": "an integer",
    "number": "a number",
    "boolean": "true or false",
    "strings": "an array of strings",
    "object": "an object",
    "objects": "an array of objects",
    "values": "an object, or an array",
}
_READ_AS: Mapping[str, tuple[type, ...]] = {
    "integer": (int, float),
    "number": (int, float),
    "boolean": (bool,),
    "strings": (list,),
    "object": (dict,),
    "objects": (list,),
    "values": (dict, list),
}
_WORDS = re.compile(r"[\w.:@*-]++(?:,[ ]?[\w.:@*-]++)*+")
MAX_JSON = 100_000  # characters of an object or array


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of a tool.

    `values` is an object or an array; its schema says object, since clients refuse a choice of types. `objects` is an
    array of objects, `strings` one of strings; `choices` and `max_length` then apply to each string. Without a value,
    or with null, an optional parameter has its default, which may be None. `minimum` and `maximum` are inclusive.

    `description` stands in the reference and in the help of the command line. `brief` is what the list of tools says,
    in a few words; the list has the parameters that are required or have it. `aliases` are further names that a caller
    may use, such as a seed's `req_id` for `id`; `synonyms` maps further values to choices, such as `forward` to `out`.
    Neither is in a schema. `passed_as` is the name of the query's own argument, if that is another one.
    """

    name: str
    type: ParameterType
    description: str
    required: bool = False
    default: Any = None
    minimum: int | float | None = None
    maximum: int | float | None = None
    choices: tuple[str, ...] = ()
    max_length: int = 1_000
    max_items: int = 100
    aliases: tuple[str, ...] = ()
    synonyms: Mapping[str, str] = field(default_factory=dict)
    passed_as: str = ""
    brief: str = ""

    @property
    def is_listed(self) -> bool:
        """Whether the list of tools has the parameter."""
        return self.required or bool(self.brief)

    @property
    def keyword(self) -> str:
        """The name of the Python argument: `from_` for `from`."""
        name = self.passed_as or self.name
        return f"{name}_" if iskeyword(name) else name

    def meant(self, value: Any) -> Any:
        """Return the choice that a synonym stands for; any other value unchanged."""
        return self.synonyms.get(value, value) if isinstance(value, str) else value

    def read(self, value: Any) -> Any:
        """Return the value that a text stands for where no text is declared: `"2"` and `"[\\"a\\"]"` are JSON for a
        number and a list, as some clients send them. Any other value is returned as it is, to be checked."""
        if type(value) is not str or self.type == "string" or len(value) > MAX_JSON:
            return value
        try:
            read = orjson.loads(value)
        except orjson.JSONDecodeError:
            read = None
        if type(read) in _READ_AS[self.type]:
            return read
        return _elements(value) if self.type == "strings" and value else value

    def near_choice(self, value: Any) -> str | None:
        """Return the choice that a wrong value is nearest to, or None."""
        if not self.choices or not isinstance(value, str):
            return None
        near = nearest(value, [*self.choices, *self.synonyms], 1)
        return self.meant(near[0]) if near else None

    def schema(self) -> dict[str, Any]:
        """Return the JSON Schema of the value, such as `{"type": "string", "maxLength": 1000, "description": "…"}`."""
        schema: dict[str, Any]
        if self.type == "strings":
            schema = {"type": "array", "items": self._string_schema(), "maxItems": self.max_items}
        elif self.type == "objects":
            schema = {"type": "array", "items": {"type": "object"}, "maxItems": self.max_items}
        elif self.type == "string":
            schema = self._string_schema()
        else:
            schema = {"type": "object" if self.type == "values" else self.type}
        schema |= {"minimum": self.minimum} if self.minimum is not None else {}
        schema |= {"maximum": self.maximum} if self.maximum is not None else {}
        schema |= {"default": self.default} if self.default is not None else {}
        return schema | {"description": self.description}

    def listed_schema(self) -> dict[str, Any]:
        """Return the JSON Schema for the list of tools, which agents read with every conversation: `brief` in place of
        the description, and no bounds. A value beyond its bound is answered with the bound."""
        kind: dict[str, Any] = {"type": "object" if self.type == "values" else self.type}
        if self.type == "strings":
            kind = {"type": "array", "items": {"type": "string"}}
            kind["items"] |= {"enum": list(self.choices)} if self.choices else {}
        elif self.type == "objects":
            kind = {"type": "array", "items": {"type": "object"}}
        elif self.choices:
            kind = {"type": "string", "enum": list(self.choices)}
        is_first = bool(self.choices) and self.default == self.choices[0]  # the one that a reader takes for the default
        default = {} if is_first or self.default in (None, False, "") else {"default": self.default}
        return kind | default | {"description": self.brief or self.description}

    def _string_schema(self) -> dict[str, Any]:
        return (
            {"type": "string", "enum": list(self.choices)}
            if self.choices
            else {"type": "string", "maxLength": self.max_length}
        )

    def problem(self, value: Any) -> str | None:
        """Return what is wrong with a value, as the end of a sentence ("must be an integer, not a string"); None for a
        valid value."""
        return _CHECKS[self.type](self, value)


def _elements(text: str) -> list[str]:
    """Return the elements that a text stands for. A text with other letters than those of words is one element, since
    a title or a path may have commas."""
    return re.split(",[ ]?", text) if _WORDS.fullmatch(text) else [text]


def _string(parameter: Parameter, value: Any) -> str | None:
    if type(value) is not str:
        return _wrong_type(parameter, value)
    if len(value) > parameter.max_length:
        return f"must be at most {parameter.max_length} characters long, not {len(value)}"
    if parameter.choices and value not in parameter.choices:
        return f"must be one of {', '.join(parameter.choices)}"
    return None if value.isascii() else _unicode(value)


def _unicode(value: str) -> str | None:
    try:
        value.encode()
    except UnicodeEncodeError:
        return "must be text: it has half of a surrogate pair"
    return None


def _number(parameter: Parameter, value: Any) -> str | None:
    if type(value) not in (int, float) or (type(value) is float and not math.isfinite(value)):
        return _wrong_type(parameter, value)
    if parameter.type == "integer" and value != int(value):
        return "must be an integer, not a fraction"
    low, high = parameter.minimum, parameter.maximum
    # Neither the JSON library nor SQLite has integers of more than 64 bits.
    if value < (low if low is not None else -(2**63)) or value > (high if high is not None else 2**63 - 1):
        return f"must be {_range(low, high)}"
    return None


def _range(low: float | None, high: float | None) -> str:
    if low is not None and high is not None:
        return f"from {low} to {high}"
    if low is not None:
        return f"at least {low}"
    return f"at most {high}" if high is not None else "within 64 bits"


def _boolean(parameter: Parameter, value: Any) -> str | None:
    return None if type(value) is bool else _wrong_type(parameter, value)


def _strings(parameter: Parameter, value: Any) -> str | None:
    if type(value) is not list:
        return _wrong_type(parameter, value)
    if len(value) > parameter.max_items:
        return f"must have at most {parameter.max_items} elements, not {len(value)}"
    for at, item in enumerate(value):
        if (problem := _string(parameter, item)) is not None:
            return f"element {at} {problem.replace('an array of strings', 'a string')}"
    return None


def _objects(parameter: Parameter, value: Any) -> str | None:
    if type(value) is not list:
        return _wrong_type(parameter, value)
    if len(value) > parameter.max_items:
        return f"must have at most {parameter.max_items} elements, not {len(value)}"
    return next((f"element {at} {problem}" for at, item in enumerate(value) if (problem := _of_list(item))), None)


def _of_list(value: Any) -> str | None:
    return _as_json(value) if type(value) is dict else f"must be an object, not {_kind(value)}"


def _object(parameter: Parameter, value: Any) -> str | None:
    if type(value) is not dict and not (parameter.type == "values" and type(value) is list):
        return _wrong_type(parameter, value)
    return _as_json(value)


def _as_json(value: Any) -> str | None:
    try:
        length = len(orjson.dumps(value))
    except orjson.JSONEncodeError:
        return "must be JSON: it has text or numbers that are not"
    return None if length <= MAX_JSON else f"must be at most {MAX_JSON} characters long"


_CHECKS: dict[str, Callable[[Parameter, Any], str | None]] = {
    "string": _string,
    "integer": _number,
    "number": _number,
    "boolean": _boolean,
    "strings": _strings,
    "object": _object,
    "objects": _objects,
    "values": _object,
}


def _wrong_type(parameter: Parameter, value: Any) -> str:
    return f"must be {_NAMED[parameter.type]}, not {_kind(value)}"


def _kind(value: Any) -> str:
    kinds = {
        bool: "a boolean",
        int: "an integer",
        float: "a number",
        str: "a string",
        list: "an array",
        dict: "an object",
    }
    if type(value) is float and not math.isfinite(value):
        return "NaN" if math.isnan(value) else "an infinite number"
    return kinds.get(type(value), "null" if value is None else "something else")


def echoed(value: Any) -> str:
    """Return an invalid value for an error: as text or JSON, at most 200 characters of it."""
    text = value if isinstance(value, str) else _json(value)
    return text if len(text) <= ECHO else f"{text[: ECHO - 1]}…"


def _json(value: Any) -> str:
    if type(value) is float and not math.isfinite(value):
        return str(value)
    try:
        return orjson.dumps(value).decode()
    except (orjson.JSONEncodeError, RecursionError):
        return _kind(value)
