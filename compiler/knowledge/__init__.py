"""Project knowledge: decisions, tasks, notes, prompts, components and links, in the formats that projects keep them in.

`parse` makes a unit of one file: `syntax/` holds a module a format and the grammars of their dialects. `link` makes the
entities of all units, relates them, and says which tasks are ready or blocked: `linking/`.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from compiler.diagnostics import Code
from compiler.facts import Fact, LinkKind
from compiler.knowledge.places import further, is_claimed, is_store, settings_near
from compiler.language import BinaryFiles, InFolder, Language, Linked, Parsed, Units
from compiler.sources import Source

MAX_BYTES = 64 * 1024 * 1024  # of one file: an export of tasks is a single one


def _claims(path: str) -> bool:
    return is_claimed(path)


def _parse(path: str, text: str) -> Parsed:
    from compiler.knowledge.syntax.parse import parse

    return parse(path, text)


def _imports(path: str, unit: Any) -> Iterable[str | InFolder]:  # noqa: ARG001
    return settings_near(path)


def _outline(path: str, unit: Any) -> Any:  # noqa: ARG001
    """The vaults and folders of decisions that a file of settings tells of."""
    vaults = tuple(one.root for one in unit.settings if one.format == "obsidian")
    folders = tuple(folder for one in unit.settings for folder, _ in one.folders)
    return (vaults, folders) if vaults or folders else None


def _further(paths: Iterable[str], outlines: Mapping[str, Any]) -> Sequence[tuple[str, str]]:
    told = [one for one in outlines.values() if one]
    vaults = tuple(dict.fromkeys(vault for found, _ in told for vault in found))
    folders = {folder for _, found in told for folder in found}
    return list(further(paths, outlines, vaults, folders)) if told else []


def _parse_as(path: str, text: str, role: str) -> Parsed:
    from compiler.knowledge.syntax.parse import parse_as

    return parse_as(path, text, role)


def _parse_store(path: str, content: bytes) -> Parsed:
    from compiler.knowledge.syntax.medulla_store import parse_store

    return parse_store(path, content)


def _shown(unit: Any) -> str:
    from compiler.knowledge.syntax.medulla_store import shown

    return shown(unit)


def _reader() -> str:
    from compiler.knowledge.syntax.loro import reader

    return reader()


def _unit_tells_all(unit: Any) -> bool:
    """Linking looks for what a store has in the files of a snapshot of it."""
    return all(one.format != "medulla" for one in unit.documents)


def _link(source: Source, units: Units) -> Linked:
    from compiler.knowledge.linking.link import link

    return link(source, units)


def _fact_classes() -> Sequence[type[Fact]]:
    from compiler.knowledge.facts import FACT_CLASSES

    return FACT_CLASSES


def _link_kinds() -> Sequence[LinkKind]:
    from compiler.knowledge.facts import LINK_KINDS

    return LINK_KINDS


def _codes() -> Sequence[Code]:
    from compiler.knowledge.codes import CODES

    return CODES


KNOWLEDGE = Language(
    name="knowledge",
    version="3",
    kinds="decisions, tasks and notes in markdown, Beads (*.jsonl), Task Master (tasks.json) and Medulla (loro.db)",
    max_bytes=MAX_BYTES,
    claims=_claims,
    parse=_parse,
    imports=_imports,
    link=_link,
    fact_classes=_fact_classes,
    link_kinds=_link_kinds,
    codes=_codes,
    outline=_outline,
    further=_further,
    parse_as=_parse_as,
    binary=BinaryFiles(is_store, _parse_store, _shown, _reader),
    unit_tells_all=_unit_tells_all,
)
