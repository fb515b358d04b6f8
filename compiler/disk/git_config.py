"""Git's settings as a file states them (git-config(1)). `[include]` names a setting like any other: no other file is
opened, since whoever made a repository chose its path."""

import re
from collections.abc import Iterator, Sequence

MAX_CONFIG_BYTES = 4 * 1024 * 1024

_SECTION = re.compile(r'\[\s*([\w.-]+)\s*(?:"((?:[^"\\\n]|\\.)*)"\s*)?\]')
_KEY = re.compile(r"[A-Za-z][\w-]*")
_ESCAPES = {"n": "\n", "t": "\t", "b": "\b", '"': '"', "\\": "\\"}
_TRUE = ("true", "yes", "on", "1", "")


class GitConfig:
    """The settings of a file. Those of a subsection (`[branch "main"]`) are left out: none is needed here."""

    def __init__(self, content: bytes) -> None:
        """Read the settings. Raises ValueError, without a text of the file, where git would refuse it."""
        self._values: dict[str, list[str]] = {}
        for key, value in _settings(content.removeprefix(b"\xef\xbb\xbf").decode(errors="surrogateescape")):
            self._values.setdefault(key, []).append(value)

    def all(self, key: str) -> Sequence[str]:
        """Return every value of a key, such as `safe.directory`, in lower case, in their order."""
        return self._values.get(key, ())

    def get(self, key: str) -> str | None:
        """Return the value of a key, the last one of several; None if it is not set."""
        values = self.all(key)
        return values[-1] if values else None

    def is_true(self, key: str) -> bool:
        """Whether a key is set to true."""
        value = self.get(key)
        return value is not None and value.lower() in _TRUE

    def section(self, name: str) -> dict[str, str]:
        """Return the last values of a section by their keys."""
        prefix = f"{name}."
        return {key.removeprefix(prefix): found[-1] for key, found in self._values.items() if key.startswith(prefix)}


def _settings(text: str) -> Iterator[tuple[str, str]]:
    section: str | None = None
    lines = iter(text.split("\n"))
    for line in lines:
        rest = line.strip()
        while header := _SECTION.match(rest):
            section = "" if header[2] is not None else header[1].lower()
            rest = rest[header.end() :].lstrip()
        if not rest or rest[0] in "#;":
            continue
        key = _KEY.match(rest)
        if key is None or section is None:
            raise ValueError
        after = rest[key.end() :].lstrip()
        if after and after[0] not in "=#;":
            raise ValueError
        value = _value(after[1:], lines) if after.startswith("=") else "true"
        if section:
            yield f"{section}.{key[0].lower()}", value


def _value(text: str, lines: Iterator[str]) -> str:
    """A value, without its quotes and comments. A backslash at the end of a line goes on in the next of `lines`."""
    parts: list[str] = []
    kept, is_quoted = 0, False  # blanks at the end do not count unless they are quoted
    text = text.lstrip()
    while True:
        at = 0
        while at < len(text):
            letter = text[at]
            at += 1
            if letter == '"':
                is_quoted = not is_quoted
            elif letter in "#;" and not is_quoted:
                return "".join(parts[:kept])
            elif letter == "\\" and at == len(text):
                break
            elif letter == "\\":
                parts.append(_ESCAPES.get(text[at], text[at]))
                at += 1
            else:
                parts.append(letter)
            kept = len(parts) if is_quoted or not letter.isspace() else kept
        else:
            return "".join(parts[:kept])
        text = next(lines, "")
