"""Walks over the content of a unit. Choices nest as deep as a writer indents, so nothing here recurses."""

from collections.abc import Iterable, Iterator

from compiler.languages.world.records import ChoiceDecl, Node


def every_node(content: Iterable[Node]) -> Iterator[Node]:
    """Every node in source order: a choice, then what stands in it."""
    open_bodies = [iter(content)]
    while open_bodies:
        for node in open_bodies[-1]:
            yield node
            if type(node) is ChoiceDecl:
                open_bodies.append(iter(node.body))
                break
        else:
            open_bodies.pop()


def in_and_out(content: Iterable[Node]) -> Iterator[tuple[Node, bool]]:
    """Every node in source order, with True; a choice comes again after its body, with False."""
    open_bodies: list[tuple[ChoiceDecl | None, Iterator[Node]]] = [(None, iter(content))]
    while open_bodies:
        choice, body = open_bodies[-1]
        for node in body:
            yield node, True
            if type(node) is ChoiceDecl:
                open_bodies.append((node, iter(node.body)))
                break
        else:
            open_bodies.pop()
            if choice is not None:
                yield choice, False
