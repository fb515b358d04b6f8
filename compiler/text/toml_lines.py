"""The lines of a TOML text in which its tables and keys stand, which `tomllib` does not tell."""

import re
from collections.abc import Iterator

Key = tuple[str | int, ...]  # ("rule", 0, "sql"): the key `sql` of the first table `[[rule]]`

# A multi-line string may end in a quote of its own, so the end is not followed by another quote.
_STRING_OR_COMMENT = re.compile(
    r'"""(?:\\.|[^\\])*?"""(?!")'
    r"|'''.*?'''(?!')"
    r'|"(?:\\.|[^"\\\n])*"'
    r"|'[^'\n]*'"
    r"|#[^\n]*",
    re.DOTALL,
)
_NOT_LINE_END = re.compile(r"[^\n]")
_HEADER = re.compile(r"\s*(\[\[?)\s*([\w.-]+)\s*\]\]?\s*")
_KEY = re.compile(r"\s*+([\w-]++)[\w\s.-]*+=(.*)")
_OPENING, _CLOSING = "[{", "]}"


def toml_lines(text: str) -> dict[Key, int]:
    """Return the lines, from 1, of the tables and keys of a valid TOML text. A dotted key stands for its first word,
    and `[a.b]` for the tables `("a",)` and `("a", "b")`. Quoted keys and the keys of inline tables are left out."""
    lines: dict[Key, int] = {}
    counts: dict[str, int] = {}
    table: Key = ()
    for number, line in _statements(text):
        header = _HEADER.fullmatch(line)
        key = _KEY.fullmatch(line)
        if header:
            name = header[2]
            parts = tuple(name.split("."))
            table = parts
            if header[1] == "[[":
                counts[name] = counts.get(name, -1) + 1
                table = (*parts, counts[name])
            for end in range(1, len(parts) + 1):
                lines.setdefault(parts[:end], number)
            lines.setdefault(table, number)
        elif key:
            lines.setdefault((*table, key[1]), number)
    return lines


def without_strings(text: str) -> str:
    """Return a TOML text with blanks for its strings and comments, in lines as they were."""
    return _STRING_OR_COMMENT.sub(lambda found: _NOT_LINE_END.sub(" ", found[0]), text)


def line_of(lines: dict[Key, int], key: Key) -> int:
    """Return the line of a key; if that is not known, of the nearest table around it; 1 if there is none."""
    return next((lines[key[:end]] for end in range(len(key), 0, -1) if key[:end] in lines), 1)


def _statements(text: str) -> Iterator[tuple[int, str]]:
    """Give the first line of each statement with its number. Strings and comments are blank."""
    depth = 0  # of open brackets in a value
    for number, line in enumerate(without_strings(text).split("\n"), 1):
        if depth == 0:
            yield number, line
            key = _KEY.fullmatch(line)
            line = key[2] if key else ""
        depth += sum(map(line.count, _OPENING)) - sum(map(line.count, _CLOSING))
