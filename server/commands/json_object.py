"""A JSON object that a command reads from a file or from standard input, which may be anything."""

from typing import Any, BinaryIO

import click
import orjson

from compiler.model.reasons import words_of

MAX_BYTES = 64_000_000


def read_object(file: BinaryIO, parameter: str, example: str) -> dict[str, Any]:
    """Return the JSON object in a file. Raises click.BadParameter, which names the parameter and an example."""
    text = file.read(MAX_BYTES + 1)
    if len(text) > MAX_BYTES:
        raise click.BadParameter(f"over {MAX_BYTES:,} bytes", param_hint=parameter)
    try:
        found = orjson.loads(text)
    except orjson.JSONDecodeError as error:
        raise click.BadParameter(f"not JSON: {words_of(error)}", param_hint=parameter) from None
    if not isinstance(found, dict):
        raise click.BadParameter(f"give an object, such as {example}", param_hint=parameter)
    return found
