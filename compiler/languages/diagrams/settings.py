"""Settings inside diagrams: the pairs of `@{ … }`, which are YAML, and the JSON of directives."""

import json
import re

from compiler.text.yaml import WORDS, load_yaml

# One line of pairs with plain or quoted values, as nearly every `@{ … }` has: PyYAML takes 100 times as long.
_KEY = r"""[ ]*(?:"([\w-]+)"|([A-Za-z][\w-]*))(?:(?<=")[ ]*:|:(?=[ ]))[ ]*"""
_PAIR = _KEY + r"""(?:"([^"\\\n]*)"|'([^'\n]*)'|(\w[\w-]*))[ ]*"""
_ONE_PAIR = re.compile(_PAIR)
_TAB = re.compile(r"""("(?:\\.|[^"\\])*"|'[^']*'|\n[ \t]*(?=\S))|\t+""")
_PAIRS = re.compile(rf"(?:{_PAIR},)*{_PAIR}")


def load_pairs(text: str) -> dict[str, object]:
    """Return the pairs of `{ key: value, … }` written without the braces, or of a block of `key: value` lines.

    Several lines are read as a block, one line as a flow mapping, as Mermaid does. Anything but a mapping gives {}.
    Raises YamlError. Example: `load_pairs(' shape: cyl, label: "DB" ') == {"shape": "cyl", "label": "DB"}`.
    """
    if _PAIRS.fullmatch(text):
        found = [(a or b, c, d, e) for a, b, c, d, e in _ONE_PAIR.findall(text)]
        if len({key for key, *_ in found}) == len(found):
            return {key: WORDS.get(plain, plain) if plain else double or single for key, double, single, plain in found}
    # A tab is an error before a key only, but PyYAML refuses it behind one too.
    plain = _TAB.sub(_blanks, text) if "\t" in text else text
    value = load_yaml(f"{plain}\n" if "\n" in plain else f"{{\n{plain}\n}}")
    return value if isinstance(value, dict) else {}


def _blanks(match: re.Match[str]) -> str:
    return match[1] or " " * len(match[0])


def load_json(text: str) -> object:
    """Return a JSON value, in which single quotes may stand for double ones. Raises ValueError."""
    try:
        value: object = json.loads(text.replace("'", '"'))
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
    return value


def truthy(value: object) -> bool:
    """Return whether a setting counts as set, as in JavaScript: the text `false` does, the value False does not."""
    return value not in (None, False, "", 0)
