"""Reads the values of a configuration by their dotted keys, such as `project.name`."""

from collections.abc import Iterator
from typing import Any, TypeVar

from compiler.languages.requirements import codes
from compiler.model.diagnostics import Diagnostic
from compiler.model.spans import whole_file

T = TypeVar("T")
Json = Any


class Reader:
    """Typed access to the values of a configuration. A value of the wrong type is reported, and its default used."""

    def __init__(self, values: dict[str, Json], path: str) -> None:
        self.values, self._path = values, path
        self.findings: list[Diagnostic] = []

    def has(self, *keys: str) -> bool:
        """Whether any of the keys has a value."""
        return any(self._value(key) is not None for key in keys)

    def text(self, key: str, default: str) -> str:
        return self._typed(key, str, "text", default)

    def sign(self, key: str, default: str) -> str:
        """A single punctuation character."""
        value = self.text(key, default)
        if len(value) == 1 and not value.isalnum() and value not in ",: ":
            return value
        self._report(key, "a single sign other than a comma and a colon")
        return default

    def number(self, key: str, default: int, maximum: int) -> int:
        value = self._typed(key, int, "a whole number", default)
        if 0 <= value <= maximum:
            return value
        self._report(key, f"a number from 0 to {maximum}")
        return default

    def boolean(self, key: str, default: bool) -> bool:
        return self._typed(key, bool, "true or false", default)

    def texts(self, key: str, default: tuple[str, ...] = ()) -> tuple[str, ...]:
        """A list of texts; a single text is a list of one."""
        value = self._value(key)
        if isinstance(value, str):
            return (value,)
        if value is None or (isinstance(value, list) and all(isinstance(item, str) for item in value)):
            return default if value is None else tuple(value)
        self._report(key, "a list of texts")
        return default

    def table(self, key: str) -> dict[str, Json]:
        return self._typed(key, dict, "a table", {})

    def tables(self, key: str) -> Iterator[dict[str, Json]]:
        """The tables of a list of tables; other members are reported."""
        for item in self._typed(key, list, "a list of tables", []):
            if isinstance(item, dict):
                yield item
            else:
                self._report(key, "a list of tables")

    def _value(self, key: str) -> Json:
        """The value of a key; None when the key, or a table on the way to it, is missing."""
        value: Json = self.values
        for part in key.split("."):
            value = value.get(part) if isinstance(value, dict) else None
        return value

    def _typed(self, key: str, kind: type[T], expected: str, default: T) -> T:
        value = self._value(key)
        if value is None:
            return default
        if isinstance(value, kind) and isinstance(value, bool) == (kind is bool):  # a bool is an int to Python
            return value
        self._report(key, expected)
        return default

    def _report(self, key: str, expected: str) -> None:
        self.findings.append(codes.BAD_VALUE.at(whole_file(self._path), key=key, path=self._path, expected=expected))
