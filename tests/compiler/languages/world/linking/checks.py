"""Checks of the facts and links of a linked world."""

from typing import Any

from compiler.model.facts import Fact
from compiler.model.language import Linked
from tests.compiler.languages.world.sources import CAST, facts_of, linked


def lines(*texts: str) -> str:
    """The texts as lines, each with a line end."""
    return "".join(f"{text}\n" for text in texts)


def check_content(content: str, kind: type[Fact], fields: str, *expected: tuple[Any, ...]) -> None:
    """Check the named fields of all facts of one class in content below CAST."""
    check_facts(linked(CAST + content), kind, fields, *expected)


def check_facts(result: Linked, kind: type[Fact], fields: str, *expected: tuple[Any, ...]) -> None:
    """Check the named fields of all facts of one class, and that they are numbered from 0."""
    found = facts_of(result, kind)
    assert [tuple(getattr(one, name) for name in fields.split()) for one in found] == list(expected)
    numbers = [getattr(one, "ordinal", number) for number, one in enumerate(found)]
    assert numbers == list(range(len(found)))


def check_links(content: str, kind: str, *expected: str) -> None:
    """Check the links of one kind in content below CAST, given as `source > target` without the world's prefix."""
    links = [one for one in linked(CAST + content).links if one.kind == kind]
    assert [f"{one.source} > {one.target}".replace("w:main/", "") for one in links] == list(expected)
