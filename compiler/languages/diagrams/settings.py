"""Settings inside diagrams: YAML (front matter, `@{ … }`) and the JSON of directives.

Mermaid reads YAML with the JSON schema. Here every scalar stays the text that was written, but for a plain null, true
or false: nothing is guessed (no dates, no octal numbers), no tag builds anything, an alias costs what it stands for.
"""

import json
import re

import yaml

MOST_VALUES = 20_000  # with aliases expanded: a few lines of YAML can stand for gigabytes
DEEPEST = 100
WORDS: dict[str, bool | None] = {
    "": None,
    "~": None,
    **dict.fromkeys(("null", "Null", "NULL"), None),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
STANDARD_TAG = "tag:yaml.org,2002:"

# One line of pairs with harmless values, the form nearly every `@{ … }` has: a YAML parser takes 100 times as long.
_KEY = r"""[ ]*(?:"([\w-]+)"|([A-Za-z][\w-]*))(?:(?<=")[ ]*:|:(?=[ ]))[ ]*"""
_PAIR = _KEY + r"""(?:"([^"\\\n]*)"|'([^'\n]*)'|(\w[\w-]*))[ ]*"""
PAIR = re.compile(_PAIR)
TAB = re.compile(r"""("(?:\\.|[^"\\])*"|'[^']*'|\n[ \t]*(?=\S))|\t+""")
PAIRS = re.compile(rf"(?:{_PAIR},)*{_PAIR}")
# Lines of pairs with plain values: a front matter that is but a title.
_LINE = r"[A-Za-z]\w*:[ ]+[A-Za-z][\w ,.()/+&'-]*"
LINES = re.compile(rf"(?:{_LINE}\n)*{_LINE}\n?", re.ASCII)


class BadYamlError(ValueError):
    """What is wrong with a YAML text, and where: a 0-based line and a 0-based column in characters."""

    def __init__(self, reason: str, line: int = 0, column: int = 0) -> None:
        super().__init__(reason)
        self.reason, self.line, self.column = reason, line, column


def load_yaml(text: str) -> object:
    """The value of a YAML document: dict, list, str, bool or None. Raises BadYamlError, and nothing else."""
    if LINES.fullmatch(text):
        pairs = [line.split(":", 1) for line in text.rstrip("\n").split("\n")]
        plain = {key: value.strip(" ") for key, value in pairs}
        if len(plain) == len(pairs):
            return {key: WORDS.get(value, value) for key, value in plain.items()}
    try:
        node = yaml.compose(text, Loader=yaml.BaseLoader)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        raise BadYamlError(
            error.problem or "unreadable", mark.line if mark else 0, mark.column if mark else 0
        ) from None
    except yaml.reader.ReaderError as error:
        before = text[: error.position] if isinstance(error.position, int) else ""
        column = len(before) - before.rfind("\n") - 1
        raise BadYamlError("a control character", before.count("\n"), column) from None
    except (RecursionError, ValueError, OverflowError):
        raise BadYamlError("it is nested too deeply, or holds an impossible escape") from None
    return None if node is None else _Reading().value(node, 0)


def load_pairs(text: str) -> dict[str, object]:
    """The pairs of `{ key: value, … }` written without the braces, or of a block of `key: value` lines.

    Several lines are read as a block, one line as a flow mapping, as Mermaid does; what is no mapping is empty. Raises
    BadYamlError. Example: `load_pairs(' shape: cyl, label: "DB" ') == {"shape": "cyl", "label": "DB"}`.
    """
    if PAIRS.fullmatch(text):
        found = [(a or b, c, d, e) for a, b, c, d, e in PAIR.findall(text)]
        if len({key for key, *_ in found}) == len(found):
            return {key: WORDS.get(plain, plain) if plain else double or single for key, double, single, plain in found}
    # Tabs are a mistake before a key, but not behind one, where the loader takes them for one, too.
    plain = TAB.sub(_blanks, text) if "\t" in text else text
    value = load_yaml(f"{plain}\n" if "\n" in plain else f"{{\n{plain}\n}}")
    return value if isinstance(value, dict) else {}


def _blanks(match: re.Match[str]) -> str:
    return match[1] or " " * len(match[0])


def load_json(text: str) -> object:
    """A JSON value in which single quotes may stand for double ones. Raises ValueError."""
    try:
        value: object = json.loads(text.replace("'", '"'))
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
    return value


def truthy(value: object) -> bool:
    """Whether a setting counts as set, as JavaScript sees it: the text `false` does, the value False does not."""
    return value not in (None, False, "", 0)


class _Reading:
    """Nodes to values, within a budget."""

    def __init__(self) -> None:
        self.left = MOST_VALUES

    def value(self, node: yaml.Node, depth: int) -> object:
        self.left -= 1
        if self.left < 0 or depth > DEEPEST:
            raise BadYamlError("it stands for too many values", node.start_mark.line, node.start_mark.column)
        if not node.tag.startswith(STANDARD_TAG):
            raise BadYamlError(f"unknown tag {node.tag}", node.start_mark.line, node.start_mark.column)
        if isinstance(node, yaml.MappingNode):
            return self.mapping(node, depth)
        if isinstance(node, yaml.SequenceNode):
            return [self.value(one, depth + 1) for one in node.value]
        text = str(node.value)
        plain = isinstance(node, yaml.ScalarNode) and node.style is None
        return WORDS.get(text, text) if plain else text

    def mapping(self, node: yaml.MappingNode, depth: int) -> dict[str, object]:
        found: dict[str, object] = {}
        for key, value in node.value:
            name = key.value if isinstance(key, yaml.ScalarNode) else "[object Object]"
            if name in found:
                raise BadYamlError(f"the key {name} stands twice", key.start_mark.line, key.start_mark.column)
            found[name] = self.value(value, depth + 1)
        return found
