"""Agent memory: what agents learnt, said and handed over, in the files that they leave behind.

`parse` makes a unit of one file: `syntax/` holds a module a format (records of one a line, notes, auto-memory,
transcripts). `link` makes versions, branches and conversations of all of them: `linking/`.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from compiler.diagnostics import Code
from compiler.facts import Fact, LinkKind
from compiler.language import InFolder, Language, Linked, Parsed, Units
from compiler.memory.places import is_claimed, is_index, is_named_memory
from compiler.sources import Source

MAX_BYTES = 64 * 1024 * 1024  # of one file: a transcript is a long one


def _claims(path: str) -> bool:
    return is_claimed(path)


def _is_named(path: str) -> bool:
    return is_named_memory(path) or is_index(path)


def _parse(path: str, text: str) -> Parsed:
    from compiler.memory.syntax.parse import parse

    return parse(path, text)


def _imports(path: str, unit: Any) -> Iterable[str | InFolder]:  # noqa: ARG001
    return ()


def _link(source: Source, units: Units) -> Linked:
    from compiler.memory.linking.link import link

    return link(source, units)


def _fact_classes() -> Sequence[type[Fact]]:
    from compiler.memory.facts import FACT_CLASSES

    return FACT_CLASSES


def _link_kinds() -> Sequence[LinkKind]:
    from compiler.memory.facts import LINK_KINDS

    return LINK_KINDS


def _codes() -> Sequence[Code]:
    from compiler.memory.codes import CODES

    return CODES


MEMORY = Language(
    name="memory",
    version="2",
    kinds="agent memory (memory.jsonl, *.memory.jsonl, notes with observations, auto-memory, transcripts)",
    max_bytes=MAX_BYTES,
    claims=_claims,
    parse=_parse,
    imports=_imports,
    link=_link,
    fact_classes=_fact_classes,
    link_kinds=_link_kinds,
    codes=_codes,
    is_named=_is_named,
)
