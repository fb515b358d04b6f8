"""Project knowledge: decisions, tasks, notes, prompts, components and links, in the formats of their programs."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from compiler.languages.knowledge.places import MAX_BYTES, further, is_claimed, is_store, settings_near
from compiler.model.language import BinaryFiles, InFolder, Language, imported, imported_value

_HERE = "compiler.languages.knowledge"


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


def _unit_tells_all(unit: Any) -> bool:
    """Linking looks for what a store has in the files of a snapshot of it."""
    return all(one.format != "medulla" for one in unit.documents)


KNOWLEDGE = Language(
    name="knowledge",
    version="3",
    kinds="decisions, tasks and notes in markdown, Beads (*.jsonl), Task Master (tasks.json) and Medulla (loro.db)",
    max_bytes=MAX_BYTES,
    claims=is_claimed,
    parse=imported(f"{_HERE}.syntax.parse:parse"),
    imports=_imports,
    link=imported(f"{_HERE}.linking.link:link"),
    fact_classes=imported_value(f"{_HERE}.facts:FACT_CLASSES"),
    link_kinds=imported_value(f"{_HERE}.facts:LINK_KINDS"),
    codes=imported_value(f"{_HERE}.codes:CODES"),
    outline=_outline,
    further=_further,
    parse_as=imported(f"{_HERE}.syntax.parse:parse_as"),
    binary=BinaryFiles(
        is_store,
        imported(f"{_HERE}.syntax.medulla_store:parse_store"),
        imported(f"{_HERE}.syntax.medulla_store:shown"),
        imported(f"{_HERE}.syntax.loro:reader"),
    ),
    unit_tells_all=_unit_tells_all,
)
