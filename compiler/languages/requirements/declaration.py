"""Requirements: markdown that states them, code and tests that cite them, test results, and their configuration."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from compiler.languages.requirements.claims import MARKDOWN, MAX_BYTES, RESULTS, claims, configuration_near
from compiler.model.language import InFolder, Language, Part, imported, imported_value
from compiler.model.source import Source

_HERE = "compiler.languages.requirements"


def _imports(path: str, unit: Any) -> Iterable[InFolder]:  # noqa: ARG001
    return configuration_near(path)


def _parts(source: Source, outlines: Mapping[str, Any]) -> Sequence[Part]:
    """One part. It is told what is in files of results that are none: linking reports what is wrong with them."""
    useless = ((path, file.sha256) for path, file in source.files.items() if path.endswith(RESULTS))
    return (Part("", tuple(outlines), tuple(sorted(one for one in useless if one[0] not in outlines))),)


def _unit_tells_all(unit: Any) -> bool:
    """A document may have to be read once more, by the rules of its project."""
    from compiler.languages.requirements.records import Document

    return not isinstance(unit, Document)


REQUIREMENTS = Language(
    name="requirements",
    version="3",
    kinds=f"requirements (*{MARKDOWN[0]}), the code and tests that cite them, and JUnit results (*{RESULTS})",
    max_bytes=MAX_BYTES,
    claims=claims,
    parse=imported(f"{_HERE}.syntax.parse:parse"),
    imports=_imports,
    link=imported(f"{_HERE}.linking.link:link"),
    fact_classes=imported_value(f"{_HERE}.facts:FACT_CLASSES"),
    link_kinds=imported_value(f"{_HERE}.facts:LINK_KINDS"),
    codes=imported_value(f"{_HERE}.codes:CODES"),
    parts=_parts,
    unit_tells_all=_unit_tells_all,
)
