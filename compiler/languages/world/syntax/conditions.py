"""One condition by itself, as questions about worlds have it: read by the grammar of the content."""

from typing import Any, NamedTuple

from compiler.languages.world.records import Comparison, Containment, Exhaustion
from compiler.languages.world.syntax.content import parse_content
from compiler.languages.world.syntax.source_text import SourceText


class ConditionParts(NamedTuple):
    """The parts of a condition, named as those of the fact `Condition`; nothing in it is resolved."""

    kind: str
    subject: str
    property: str
    operator: str
    value: str


def parse_condition(text: str) -> ConditionParts | None:
    """Return the condition of a text such as `@warden.trust >= 3`, without `? `. None if it cannot be read as one."""
    source = SourceText("", f"? {text.strip()}")
    if len(source.lines) != 1 or "\t" in text:
        return None
    nodes = parse_content(source.content(0))
    return _parts(nodes[0]) if len(nodes) == 1 and source.content_complete else None


def _parts(node: Any) -> ConditionParts | None:
    if isinstance(node, Comparison):
        return ConditionParts("comparison", node.entity, node.property, node.operator, node.value)
    if isinstance(node, Containment):
        return ConditionParts("containment", node.entity, "", "not in" if node.negated else "in", node.container)
    return ConditionParts("exhaustion", node.section, "", "", "") if isinstance(node, Exhaustion) else None
