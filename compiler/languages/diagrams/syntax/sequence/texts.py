"""Texts of sequence diagrams: labels with `wrap:`, and the links of participants."""

import json
import re

from compiler.languages.diagrams.syntax.shared.text import JS_BLANKS, decode

WRAP = re.compile(r":?(no)?wrap:")


def read_text(text: str) -> tuple[str, bool | None]:
    """Return a message or label as a reader sees it, and whether `wrap:` or `nowrap:` asks to wrap it, or None."""
    text = text.strip(JS_BLANKS)
    found = WRAP.match(text)
    if not found:
        return decode(text), None
    return decode(text[found.end() :].strip(JS_BLANKS)), not found[1]


def json_pairs(text: str) -> dict[str, object]:
    """The pairs of a JSON object. An array and a text give pairs of index and value. Raises ValueError."""
    try:
        value = json.loads(text.replace("&equals;", "=").replace("&amp;", "&"), parse_constant=_no_constant)
    except RecursionError:
        raise ValueError("nested too deeply") from None
    if isinstance(value, list | str):
        return {str(index): _decoded(item) for index, item in enumerate(value)}
    return {decode(key): _decoded(item) for key, item in value.items()} if isinstance(value, dict) else {}


def _no_constant(name: str) -> object:
    raise ValueError(name)


def _decoded(value: object) -> object:
    return decode(value) if isinstance(value, str) else value


def labelled_link(text: str) -> dict[str, object]:
    """Label and URL of `Wiki @ https://example.org`."""
    at = text.find("@")
    label, url = text[: at - 1], text[at + 1 :]
    return {decode(label.strip(JS_BLANKS)): decode(url.strip(JS_BLANKS))}
