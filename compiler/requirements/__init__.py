"""Requirements: markdown that states them, code and tests that cite them, test results, and their configuration."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from compiler.diagnostics import Code
from compiler.facts import Fact, LinkKind
from compiler.language import InFolder, Language, Linked, Parsed, Part, Units
from compiler.requirements.syntax.comments import style_of
from compiler.sources import Source

CONFIGURATION = (".elspais.toml", ".elspais.local.toml")
MARKDOWN = (".md", ".markdown")
WORLD = ".urd.md"  # markdown by its suffix, and another language by its content
RESULTS = ".xml"
MAX_BYTES = 16 * 1024 * 1024  # of one file


def _claims(path: str) -> bool:
    if path.endswith((*MARKDOWN, RESULTS)):
        return not path.endswith(WORLD)
    return path.rpartition("/")[2] in CONFIGURATION or style_of(path) is not None


def _parse(path: str, text: str) -> Parsed:
    from compiler.requirements.syntax.parse import parse

    return parse(path, text)


def _imports(path: str, unit: Any) -> Iterable[InFolder]:  # noqa: ARG001
    return (InFolder(path.rpartition("/")[0], CONFIGURATION.__contains__),)


def _parts(source: Source, outlines: Mapping[str, Any]) -> Sequence[Part]:
    """One part. It is told what is in files of results that are none: linking reports what is wrong with them."""
    useless = ((path, file.sha256) for path, file in source.files.items() if path.endswith(RESULTS))
    return (Part("", tuple(outlines), tuple(sorted(one for one in useless if one[0] not in outlines))),)


def _unit_tells_all(unit: Any) -> bool:
    """A document may have to be read once more, by the rules of its project."""
    from compiler.requirements.records import Document

    return not isinstance(unit, Document)


def _link(source: Source, units: Units) -> Linked:
    from compiler.requirements.linking.link import link

    return link(source, units)


def _fact_classes() -> Sequence[type[Fact]]:
    from compiler.requirements.facts import FACT_CLASSES

    return FACT_CLASSES


def _link_kinds() -> Sequence[LinkKind]:
    from compiler.requirements.facts import LINK_KINDS

    return LINK_KINDS


def _codes() -> Sequence[Code]:
    from compiler.requirements.codes import CODES

    return CODES


REQUIREMENTS = Language(
    name="requirements",
    version="3",
    kinds=f"requirements (*{MARKDOWN[0]}), the code and tests that cite them, and JUnit results (*{RESULTS})",
    max_bytes=MAX_BYTES,
    claims=_claims,
    parse=_parse,
    imports=_imports,
    link=_link,
    fact_classes=_fact_classes,
    link_kinds=_link_kinds,
    codes=_codes,
    parts=_parts,
    unit_tells_all=_unit_tells_all,
)
