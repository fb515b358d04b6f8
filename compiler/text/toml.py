"""TOML as values. Of a hostile text every mistake is a `TomlError`, also those that `tomllib` lets escape."""

import re
import tomllib
from typing import Any

from compiler.model.reasons import words_of
from compiler.text.toml_lines import without_strings

MAX_PARTS = 100  # of a dotted key
_VALUE = re.compile(r"[,=\[\]{}]")  # what stands between keys and values
MAX_NUMBER = 2**63  # TOML's integers have 64 bits


class TomlError(ValueError):
    """The text is no TOML. The message says why, and where if that is known: `Invalid value (at line 1, column 5)`."""


def parse_toml(text: str) -> dict[str, Any]:
    """Return the values of a TOML text. Raises TomlError."""
    _check_keys(text)
    try:
        values = tomllib.loads(text)
        _check_numbers(values)
    except TomlError:
        raise
    except tomllib.TOMLDecodeError as error:
        raise TomlError(words_of(error)) from None
    except RecursionError:
        raise TomlError("It is nested too deeply") from None
    except ValueError:  # Python converts no number of thousands of digits, and no time that is none
        raise TomlError("A number or a date in it is none") from None
    return values


def _check_keys(text: str) -> None:
    """Raise TomlError for a key of very many parts, for which `tomllib` takes squared time."""
    if text.count(".") <= MAX_PARTS:
        return
    for line, words in enumerate(without_strings(text).split("\n"), 1):
        if words.count(".") > MAX_PARTS and any(part.count(".") > MAX_PARTS for part in _VALUE.split(words)):
            raise TomlError(f"A key in it has more than {MAX_PARTS} parts (at line {line}, column 1)")


def _check_numbers(value: Any) -> None:
    """Raise TomlError for a whole number of more than 64 bits, which cannot even be shown if it is very large."""
    if isinstance(value, int) and not -MAX_NUMBER <= value < MAX_NUMBER:
        raise TomlError("A whole number in it has more than 64 bits")
    for item in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        _check_numbers(item)
