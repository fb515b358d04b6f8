"""The last step of an answer: hidden characters are escaped, and the size is bounded.

Text of the sources is data that an agent reads. Characters that hide, reorder or colour text, or that only machines
see, are replaced by visible escapes such as `\\u202e`. Newlines and tabs stay.
"""

import re
from typing import Any

import orjson

from queries.errors.query_error import QueryError

BOUND = 40_000  # characters of an answer as JSON, which agents' clients accept without cutting it themselves

# Control characters and escape sequences, bidirectional marks, line separators, annotations, halves of surrogate pairs,
# and what Unicode says may be ignored by default (Default_Ignorable_Code_Point): soft hyphen, zero-width characters,
# fillers, variation selectors, shorthand and musical format controls, tags. All but U+FE0F, which makes an emoji.
_CODES = (
    "\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e"
    "\u2060-\u206f\u3164\ud800-\udfff\ufe00-\ufe0e\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3"
    "\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
_OF_EMOJI = "#*0-9\xa9\xae\u203c-\u3299\U0001f000-\U0001faff"  # behind which U+FE0F stays
_HIDDEN = re.compile(f"[{_CODES}]|(?<![{_OF_EMOJI}])\ufe0f")
_ASCII = bytes(range(128))
_ESCAPED_BY_JSON = (b"\\u", b"\\b", b"\\f", b"\\r")  # hidden ASCII characters in JSON
_DELETE = b"\x7f"  # the hidden ASCII character that JSON does not escape


def visible(value: Any) -> Any:
    """Return a value with the hidden characters of its texts and keys escaped; the value itself if it has none."""
    try:
        raw = orjson.dumps(value)
    except orjson.JSONEncodeError:  # a lone surrogate, which JSON cannot carry
        return _escaped(value)
    return value if _is_plain(raw) else _escaped(value)


def _is_plain(raw: bytes) -> bool:
    # One byte is found far quicker than two, and usually nothing is escaped.
    if _DELETE in raw or (b"\\" in raw and any(mark in raw for mark in _ESCAPED_BY_JSON)):
        return False
    # Search only the characters that are not ASCII: usually a few of many thousands.
    return raw.isascii() or not _HIDDEN.search(raw.translate(None, _ASCII).decode())


def _escaped(value: Any) -> Any:
    if isinstance(value, str):
        return _HIDDEN.sub(_escape, value)
    if isinstance(value, dict):
        return {_escaped(key): _escaped(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_escaped(inner) for inner in value]
    return value


def _escape(match: re.Match[str]) -> str:
    code = ord(match[0])
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


_ESCAPE = re.compile(r"\\u([0-9a-f]{4})|\\U([0-9a-f]{8})")


def unescaped(text: str) -> str:
    """Return a name copied from an answer as the source has it: the reverse of `visible`."""
    if "\\" not in text:
        return text
    return _ESCAPE.sub(lambda match: _character(match), text)


def _character(match: re.Match[str]) -> str:
    code = int(match[1] or match[2], 16)
    return chr(code) if code < 0x110000 and not 0xD800 <= code < 0xE000 else match[0]


def size(value: Any) -> int:
    """Return the size of a value as JSON in bytes, an upper bound for its characters."""
    return len(orjson.dumps(value))


def abbreviated(value: Any, max_text: int, where: str) -> Any:
    """Return the value of a field for a list: the first `max_text` characters of a text; of a large list or map only
    its length, and where to see its elements."""
    if isinstance(value, str):
        return f"{value[:max_text]}…" if len(value) > max_text else value
    if isinstance(value, list | tuple | dict) and size(value) > CONTAINER_SHOWN:
        return f"{len(value)} elements: {where}"
    return value


CONTAINER_SHOWN = 1_000  # characters of a list or map in an abbreviated field


def shortened(value: Any, room: int) -> Any:
    """Return a value with its long texts cut to fit `room` characters and, if that is not enough, its long lists and
    maps too; None if nothing helps.

    Each cut text and list of texts ends with a note of how much is left out.
    """
    for longest in (16_000, 8_000, 4_000, 2_000, 1_000, 500, 200):
        short = _cut(value, longest, 1_000_000)
        if size(short) <= room:
            return short
    for most in (1_000, 300, 100, 30, 10, 3, 1):
        short = _cut(value, 200, most)
        if size(short) <= room:
            return short
    return None


def _cut(value: Any, longest: int, most: int) -> Any:
    if isinstance(value, str):
        return value if len(value) <= longest else f"{value[:longest]}… [{len(value) - longest} characters left out]"
    if isinstance(value, dict):
        return {key: _cut(value[key], longest, most) for key in list(value)[:most]}
    if isinstance(value, list | tuple):
        kept = [_cut(inner, longest, most) for inner in value[:most]]
        if len(value) > most and isinstance(value[0], str):
            kept.append(f"… [{len(value) - most} more left out]")
        return kept
    return value


def bounded(answer: dict[str, Any]) -> dict[str, Any]:
    """Return an answer with hidden characters escaped and at most BOUND characters; long texts are shortened if needed.

    An answer that is too long for another reason becomes the error `too_large`: queries page their own rows.
    """
    shown: dict[str, Any] = visible(answer)
    if _fits(shown):
        return shown
    for longest in (8_000, 4_000, 2_000, 1_000, 500, 200):
        short: dict[str, Any] = _cut(shown, longest, 1_000_000)
        short["truncated"] = "size"
        short["hint"] = _joined(short.get("hint"), f"Texts over {longest} characters are shortened to fit the answer.")
        if _fits(short):
            return short
    error = f"The answer is longer than {BOUND} characters"
    return QueryError("too_large", error, hint="Ask for less: a smaller limit, a filter, or one object.").answer()


def _fits(answer: dict[str, Any]) -> bool:
    raw = orjson.dumps(answer)
    return len(raw) <= BOUND or len(raw.decode()) <= BOUND


def _joined(hint: Any, more: str) -> str:
    return f"{hint} {more}" if hint else more
