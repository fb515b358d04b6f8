"""Helpers that parse and link small sources of memory from text, without a file system."""

import json
from pathlib import Path
from typing import Any, TypeVar

from compiler.disk.folder_tree import FolderTree
from compiler.languages.memory.declaration import MEMORY
from compiler.languages.memory.facts import ConversationPart, Message
from compiler.languages.memory.linking.link import link
from compiler.languages.memory.syntax.parse import parse
from compiler.model.diagnostics import Diagnostic
from compiler.model.facts import Fact
from compiler.model.language import Linked
from compiler.model.source import Problem, Source
from tests.compiler.languages.whole import whole

F = TypeVar("F", bound=Fact)

Json = Any
LOG = "memory.jsonl"


def lines(*records: dict[str, Json] | str) -> str:
    """Return records as the lines of a file. A text stands for a line as it is."""
    return "\n".join(one if isinstance(one, str) else json.dumps(one) for one in records) + "\n"


def fact(identity: str, text: str = "The pier is long", **fields: Json) -> dict[str, Json]:
    """Return a fact in the canonical form."""
    return {"type": "fact", "id": identity, "text": text, **fields}


def linked(files: str | dict[str, str], *, problems: dict[str, Problem] | None = None) -> Linked:
    """Parse and link files by path. A text stands for the content of one file `memory.jsonl`."""
    named = {LOG: files} if isinstance(files, str) else files
    source = Source(Path(), "memory", FolderTree(Path()))
    source.problems.update(problems or {})
    units: dict[str, Json] = {}
    parse_diagnostics: list[Diagnostic] = []
    for path in sorted(named):
        assert MEMORY.claims(path), path
        unit, diagnostics = parse(path, named[path])
        parse_diagnostics += diagnostics
        if unit is not None:
            units[path] = unit
    result = whole(link(source, units))
    result.diagnostics[:0] = parse_diagnostics
    return result


def facts_of(result: Linked, fact_class: type[F]) -> list[F]:
    """Return the facts of one class, in order."""
    return [one for one in result.facts if isinstance(one, fact_class)]


def findings(result: Linked) -> list[str]:
    """Return the code and line of each diagnostic: `MEM102 memory.jsonl:2`."""
    return [f"{one.code} {one.span}" for one in result.diagnostics]


def messages(result: Linked, conversation: str) -> list[str]:
    """Return the ids of the messages of a conversation, own and shared, in order."""
    by_place = {(one.conversation, one.place): one.record_id for one in facts_of(result, Message)}
    parts = [one for one in facts_of(result, ConversationPart) if one.conversation == f"m:conversation/{conversation}"]
    return [by_place[part.origin, place] for part in parts for place in range(part.first, part.last + 1)]
