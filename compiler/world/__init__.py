"""The world language: `.urd.md` files of places, people, dialogue and rules."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from compiler.diagnostics import Code
from compiler.facts import Fact, LinkKind
from compiler.language import Language, Linked, Parsed, Part, Refs, Units
from compiler.sources import Source

SUFFIX = ".urd.md"
MAX_BYTES = 1024 * 1024  # of one file; a contract of the language


def _claims(path: str) -> bool:
    return path.endswith(SUFFIX)


def _parse(path: str, text: str) -> Parsed:
    from compiler.world.syntax.parse import parse

    return parse(path, text)


def _imports(path: str, unit: Any) -> Iterable[str]:
    from compiler.world.linking.imports import wanted

    return wanted(path, unit)


def _link(source: Source, units: Units) -> Linked:
    from compiler.world.linking.link import link

    return link(source, units)


def _outline(path: str, unit: Any) -> Sequence[str]:
    from compiler.world.linking.imports import wanted

    return tuple(wanted(path, unit))


def _parts(source: Source, outlines: Mapping[str, Any]) -> Sequence[Part]:
    from compiler.world.linking.parts import parts

    return parts(source, outlines)


def _link_part(source: Source, units: Units, part: Part, refs: Refs) -> Linked:
    from compiler.world.linking.parts import link_part

    return link_part(source, units, part, refs)


def _fact_classes() -> Sequence[type[Fact]]:
    from compiler.world.facts import FACT_CLASSES

    return FACT_CLASSES


def _link_kinds() -> Sequence[LinkKind]:
    from compiler.world.facts import LINK_KINDS

    return LINK_KINDS


def _codes() -> Sequence[Code]:
    from compiler.world.codes import CODES

    return CODES


WORLD = Language(
    name="world",
    version="2",
    kinds=f"world files (*{SUFFIX})",
    max_bytes=MAX_BYTES,
    claims=_claims,
    parse=_parse,
    imports=_imports,
    link=_link,
    fact_classes=_fact_classes,
    link_kinds=_link_kinds,
    codes=_codes,
    outline=_outline,
    parts=_parts,
    link_part=_link_part,
)
