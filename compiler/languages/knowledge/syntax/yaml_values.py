"""YAML whose scalars stay as they were written: dates, `yes` and `1_000` are texts here, and `=` is no error."""

import yaml

from compiler.languages.knowledge.syntax.frontmatter import Value

LONGEST = 50_000  # characters that the fast loader is trusted with
MOST_NESTING = 200  # marks that may open something inside of something
MOST_VALUES = 5_000  # with aliases expanded: a few lines of YAML can stand for gigabytes
DEEPEST = 20

_Fast: type[yaml.BaseLoader] = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
_NESTING = ("[", "{", "- -", "? ")


class BadYamlError(ValueError):
    """The text is no YAML, or no mapping; `line` counts from 0."""

    def __init__(self, reason: str, line: int = 0) -> None:
        super().__init__(reason)
        self.reason, self.line = reason, line


def compose(text: str) -> tuple[dict[str, Value], dict[str, int]]:
    """The values by their keys, and the line of each in a frontmatter. Raises BadYamlError."""
    try:
        node = yaml.compose(text, Loader=_loader(text))
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        raise BadYamlError(
            "a quote, a bracket or another sign of it is out of place", mark.line if mark else 0
        ) from None
    except yaml.YAMLError:
        raise BadYamlError("it holds a control character") from None
    except (RecursionError, ValueError, OverflowError):
        raise BadYamlError("it is nested too deeply, or holds an impossible escape") from None
    if node is None:
        return {}, {}
    if not isinstance(node, yaml.MappingNode):
        raise BadYamlError("it is no list of keys and values")
    reading = _Reading()
    values = reading.mapping(node, 0)
    lines = {str(key.value): key.start_mark.line + 2 for key, _ in node.value if isinstance(key, yaml.ScalarNode)}
    return values, lines


def _loader(text: str) -> type[yaml.BaseLoader]:
    """The loader in C, but for texts that may be nested deeply: it would take the process down, where Python's own
    raises an error."""
    is_harmless = len(text) < LONGEST and sum(text.count(mark) for mark in _NESTING) < MOST_NESTING
    return _Fast if is_harmless else yaml.BaseLoader


class _Reading:
    """Nodes to values, within a budget. A null is an empty text."""

    def __init__(self) -> None:
        self.left = MOST_VALUES

    def value(self, node: yaml.Node, depth: int) -> Value:
        self.left -= 1
        if self.left < 0 or depth > DEEPEST:
            raise BadYamlError("it stands for too many values", node.start_mark.line)
        if isinstance(node, yaml.MappingNode):
            return self.mapping(node, depth)
        if isinstance(node, yaml.SequenceNode):
            return [self.value(one, depth + 1) for one in node.value]
        text = _whole(node)
        is_plain = isinstance(node, yaml.ScalarNode) and node.style is None
        return "" if is_plain and text in ("~", "null", "Null", "NULL") else text

    def mapping(self, node: yaml.MappingNode, depth: int) -> dict[str, Value]:
        return {
            _whole(key): self.value(value, depth + 1) for key, value in node.value if isinstance(key, yaml.ScalarNode)
        }


def _whole(node: yaml.Node) -> str:
    """The text of a scalar. Not every loader refuses the half of a character."""
    text = str(node.value)
    if not text.isascii() and any("\ud800" <= one <= "\udfff" for one in text):
        raise BadYamlError("it holds half a character", node.start_mark.line)
    return text
