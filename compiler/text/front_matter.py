"""Front matter: the YAML between two lines of hyphens with which a markdown file begins, the TOML between two lines of
plus signs, or an object of JSON.

Here is what all formats share that read it. What YAML refuses is read line by line, in each format's own way.
World files and Mermaid diagrams have rules of their own for fences, and do not use this module.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

_FENCED = re.compile(r"---[ \t]*\n(?:(.*?)\n)??(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL)
TOML_FENCED = re.compile(r"\+\+\+[ \t]*\n(?:(.*?)\n)??\+\+\+[ \t]*(?:\n|\Z)", re.DOTALL)
JSON_OBJECT = re.compile(
    r'(?:---json[ \t]*\n)?(\{(?=\s*")(?:[^\n]*|.*?\n)\})[ \t]*(?:\n---[ \t]*)?(?:\n|\Z)', re.DOTALL
)


class Block(NamedTuple):
    """A front matter block: the YAML without its last line break, and where the text after the block begins.

    The YAML is TOML or JSON where the pattern is one of these. `body_start` is an offset, `body_line` counts from 1.
    """

    yaml: str
    body_start: int
    body_line: int


def find_block(text: str, fenced: re.Pattern[str] = _FENCED) -> Block | None:
    """Return the front matter block that a text begins with, None if there is none. Lines of `text` end in `\\n`.

    `fenced` matches a whole block; its first group is the YAML.
    """
    found = fenced.match(text)
    return Block(found[1] or "", found.end(), text.count("\n", 0, found.end()) + 1) if found else None


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """The values of a front matter by their keys, and where the text after it begins.

    `error` says why it is not YAML, "" if it is; `error_line` is the line in the file.
    """

    values: Mapping[str, Any]
    body_start: int = 0
    body_line: int = 1
    error: str = ""
    error_line: int = 0

    def value(self, key: str) -> Any:
        """Return the value of a key, None if there is none."""
        return self.values.get(key)

    def text(self, *keys: str) -> str:
        """Return the first text among the values of these keys, without blanks around it; "" if there is none."""
        for key in keys:
            value = self.value(key)
            if isinstance(value, str) and value.strip():
                return value.strip()
        return ""

    def texts(self, *keys: str) -> tuple[str, ...]:
        """Return the texts of the first of these keys that has any: the items of a list, or a text split at commas."""
        for key in keys:
            value = self.value(key)
            if isinstance(value, list):
                return tuple(item.strip() for item in value if isinstance(item, str) and item.strip())
            if isinstance(value, str) and value.strip():
                return tuple(part.strip() for part in value.split(",") if part.strip())
        return ()
