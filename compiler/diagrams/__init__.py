"""The diagrams language: Mermaid diagrams of every type, wherever they stand, and the sessions that bind them.

`parse` makes a unit of one file: `files/` reads its format, the folder of each kind of diagram holds its grammar.
`link` makes facts of all units: `linking/` holds its parts.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from compiler.diagnostics import Code
from compiler.facts import Fact, LinkKind
from compiler.language import InFolder, Language, Linked, Parsed, Part, Refs, Units
from compiler.sources import Source

DIAGRAM_SUFFIXES = (".mmd", ".mermaid")
MARKDOWN_SUFFIXES = (".md", ".markdown")
WALKTHROUGH_SUFFIX = ".wt.json"
SIDECAR_SUFFIX = ".meta.json"
SESSION_NAME = "nereid-session.meta.json"
OLD_SESSION_NAME = "session.meta.json"
NOT_OURS = (".urd.md",)  # markdown by name only
BLOCK = "mermaid"  # the language of a block of markdown that is a diagram
MAX_BYTES = 8 * 1024 * 1024  # of one file

_SUFFIXES = (*DIAGRAM_SUFFIXES, *MARKDOWN_SUFFIXES, WALKTHROUGH_SUFFIX, SIDECAR_SUFFIX)


def _claims(path: str) -> bool:
    name = path.lower()
    return name.endswith(_SUFFIXES) and not name.endswith(NOT_OURS)


def _parse(path: str, text: str) -> Parsed:
    # Most markdown has no diagram in it, and loads no parser.
    if path.lower().endswith(MARKDOWN_SUFFIXES) and BLOCK not in text.lower():
        return Parsed(None, ())
    from compiler.diagrams.parse import parse

    return parse(path, text)


def _imports(path: str, unit: Any) -> Iterable[str | InFolder]:
    from compiler.diagrams.files.imports import wanted

    return wanted(path, unit)


def _link(source: Source, units: Units) -> Linked:
    from compiler.diagrams.link import link

    return link(source, units)


def _outline(path: str, unit: Any) -> Any:  # noqa: ARG001
    from compiler.diagrams.linking.parts import outline

    return outline(unit)


def _parts(source: Source, outlines: Mapping[str, Any]) -> Sequence[Part]:
    from compiler.diagrams.linking.parts import parts

    return parts(source, outlines)


def _link_part(source: Source, units: Units, part: Part, refs: Refs) -> Linked:
    from compiler.diagrams.linking.parts import link_part

    return link_part(source, units, part, refs)


def _fact_classes() -> Sequence[type[Fact]]:
    from compiler.diagrams.facts import FACT_CLASSES

    return FACT_CLASSES


def _link_kinds() -> Sequence[LinkKind]:
    from compiler.diagrams.facts import LINK_KINDS

    return LINK_KINDS


def _codes() -> Sequence[Code]:
    from compiler.diagrams.all_codes import CODES

    return CODES


DIAGRAMS = Language(
    name="diagrams",
    version="2",
    kinds="Mermaid diagrams (*.mmd, *.mermaid, ```mermaid blocks in *.md) and their sessions",
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
