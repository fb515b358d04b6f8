"""YAML whose scalars stay the text that was written: no dates, no octal numbers, and no tag builds anything.

`load_yaml` is strict. A format that tolerates more composes nodes with `compose` and reads them with a `NodeReader` of
its own. PyYAML's import takes 20 ms, so it is imported for the first text that needs it.
"""

import re
from collections.abc import Mapping
from typing import Any, ClassVar, Literal

from compiler.model.reasons import words_of
from compiler.text.surrogates import SURROGATES

Node = Any  # yaml.Node; its type stubs know neither `id` nor `style`

WORDS: Mapping[str, bool | None] = {
    "": None,
    "~": None,
    **dict.fromkeys(("null", "Null", "NULL"), None),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}  # the values of plain scalars that are not text

_STANDARD_TAG = "tag:yaml.org,2002:"
# Lines of pairs with plain values, as most front matter has: PyYAML takes 100 times as long.
_LINE = r"[A-Za-z]\w*:[ ]+[A-Za-z][\w ,.()/+&'-]*"
_LINES = re.compile(rf"(?:{_LINE}\n)*{_LINE}\n?", re.ASCII)

# The C parser takes the process down on deep nesting, where Python's raises an error.
_C_MAX_LENGTH = 50_000  # characters
_C_MAX_NESTING = 200  # marks that may open something inside of something
_NESTING_MARKS = ("[", "{", "- -", "? ")

Kind = Literal["syntax", "character", "nesting", "value"]


class YamlError(ValueError):
    """What is wrong with a YAML text, and where: a line and a column in characters, both from 0.

    `kind` is syntax, character (a control character), nesting (too deep) or value (well-formed, but not accepted).
    """

    def __init__(self, reason: str, line: int = 0, column: int = 0, kind: Kind = "value") -> None:
        super().__init__(reason)
        self.reason, self.line, self.column, self.kind = reason, line, column, kind


def load_yaml(text: str) -> object:
    """Return the value of a YAML document: dict, list, str, bool or None. Raises YamlError, and nothing else."""
    if _LINES.fullmatch(text):
        pairs = [line.split(":", 1) for line in text.rstrip("\n").split("\n")]
        plain = {key: value.strip(" ") for key, value in pairs}
        if len(plain) == len(pairs):
            return {key: WORDS.get(value, value) for key, value in plain.items()}
    node = compose(text)
    return None if node is None else NodeReader().value(node)


_SURROGATE_ESCAPE = re.compile(r"\\(?:u|U0000)[dD][89a-fA-F]")

# Line ends to YAML 1.1 alone, which would make its lines others than those of the file; it folds them to a blank.
_OTHER_BREAKS = str.maketrans("\x85\u2028\u2029", "   ")


def compose(text: str, *, may_use_c: bool = False) -> Node | None:
    """Return the root node of a YAML document, None if it is empty. Raises YamlError, and nothing else.

    `may_use_c` allows the parser in C, which is ten times as fast and words its errors in another way.
    """
    import yaml

    text = text if text.isascii() else text.translate(_OTHER_BREAKS)
    loader = yaml.BaseLoader
    if may_use_c and _is_safe_for_c(text):
        loader = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
    try:
        node = yaml.compose(text, Loader=loader)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line, column = (mark.line, mark.column) if mark else (0, 0)
        raise YamlError(words_of(error.problem or "unreadable"), line, column, "syntax") from None
    except yaml.reader.ReaderError as error:
        before = text[: error.position] if isinstance(error.position, int) else ""
        column = len(before) - before.rfind("\n") - 1
        raise YamlError("a control character", before.count("\n"), column, "character") from None
    except (RecursionError, ValueError, OverflowError):
        raise YamlError("it is nested too deeply, or holds an impossible escape", kind="nesting") from None
    # The parser in Python takes an escape that no text can hold; the one in C refuses it.
    if _SURROGATE_ESCAPE.search(text) and (refused := _with_surrogate(node)) is not None:
        raise error_at(refused, "half of a surrogate pair")
    return node


def _with_surrogate(root: Node | None) -> Node | None:
    """The first scalar that holds half of a surrogate pair, None if there is none."""
    left, seen = [root], {id(root)}
    while left:
        node = left.pop()
        if node is None or node.id == "scalar":
            if node is not None and SURROGATES.search(node.value):
                return node
            continue
        below = node.value if node.id == "sequence" else [child for pair in node.value for child in pair]
        left += [child for child in reversed(below) if id(child) not in seen]
        seen |= {id(child) for child in below}
    return None


def _is_safe_for_c(text: str) -> bool:
    return len(text) < _C_MAX_LENGTH and sum(text.count(mark) for mark in _NESTING_MARKS) < _C_MAX_NESTING


class NodeReader:
    """Reads nodes as dicts, lists, texts and the values of `words`. Refuses unknown tags and repeated keys.

    An alias counts as what it stands for, so that a few lines cannot stand for gigabytes: reading ends at `max_values`.
    A subclass states what its format tolerates.
    """

    words: ClassVar[Mapping[str, Any]] = WORDS
    max_values: ClassVar[int] = 20_000
    max_depth: ClassVar[int] = 100

    def __init__(self) -> None:
        self._left = self.max_values

    def value(self, node: Node, depth: int = 0) -> Any:
        """Return the value of a node. Raises YamlError."""
        self._left -= 1
        if self._left < 0 or depth > self.max_depth:
            raise error_at(node, "it stands for too many values")
        self.check(node)
        if node.id == "mapping":
            return self.mapping(node, depth)
        if node.id == "sequence":
            return [self.value(child, depth + 1) for child in node.value]
        text = self.text(node)
        return self.words.get(text, text) if node.style is None else text

    def check(self, node: Node) -> None:
        """Raise YamlError for a node that the format refuses."""
        if not node.tag.startswith(_STANDARD_TAG):
            raise error_at(node, f"unknown tag {node.tag}")

    def text(self, node: Node) -> str:
        """Return the text of a scalar."""
        return str(node.value)

    def mapping(self, node: Node, depth: int) -> dict[str, Any]:
        """Return the pairs of a mapping."""
        found: dict[str, Any] = {}
        for key, value in node.value:
            name = key.value if key.id == "scalar" else "[object Object]"
            if name in found:
                raise error_at(key, f"the key {name} stands twice")
            found[name] = self.value(value, depth + 1)
        return found


def error_at(node: Node, reason: str) -> YamlError:
    """Return the error of a node that is well-formed, but not accepted."""
    return YamlError(reason, node.start_mark.line, node.start_mark.column)
