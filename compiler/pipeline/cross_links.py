"""Links between languages that no language can make by itself, because each sees only its own units: a requirement in a
diagram is the requirement of the same id in markdown. What texts cite is found by `compiler.pipeline.mentions`.
"""

from collections.abc import Iterator

import orjson

from compiler.model.facts import Link
from compiler.model.spans import Span
from compiler.store.writer import Writer


def cross_links(facts: Writer) -> Iterator[Link]:
    """Link the requirements in diagrams to the requirements of the same id. None of the links dangles."""
    from compiler.languages.diagrams.facts import Node

    for ref, details, *span in facts.columns(Node, ("ref", "details", *Span._fields), family="req"):
        target = f"r:{orjson.loads(details).get('id', '')}"
        if facts.has(target):
            yield Link(ref, target, "same_as", Span(*span))
