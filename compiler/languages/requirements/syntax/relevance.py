"""Whether a source has requirements at all: tests, results and code are of this language only beside some."""

from collections.abc import Collection, Mapping

from compiler.languages.requirements.claims import PROJECT_SETTINGS, is_configuration, is_markdown
from compiler.languages.requirements.format_registry import is_owned
from compiler.languages.requirements.formats.records import INCLUDES, ItemsFile
from compiler.languages.requirements.records import MarkdownFile, MixedFile, ProjectSettings, Unit, native_units
from compiler.text.requirement_files import is_foreign


def unneeded(units: Mapping[str, Unit]) -> Collection[str]:
    """Return all files of a source that states no requirement, journey or item and has no configuration, but for those
    that are of a format by their names, and of which something was not read."""
    if any(is_configuration(path) for path in units) or _states_ids(units):
        return ()
    if any(isinstance(unit, MixedFile) and any(_proves(other) for other in unit.others) for unit in units.values()):
        return ()
    native = native_units(units)
    pages = (native[path] for path in native if is_markdown(path))
    has_blocks = any(isinstance(unit, MarkdownFile) and (unit.blocks or unit.near_headers) for unit in pages)
    return () if has_blocks else tuple(path for path, unit in units.items() if not _is_unread(path, unit))


def _is_unread(path: str, unit: Unit) -> bool:
    """Whether a file should state something, by its name, and has what no format reads."""
    return isinstance(unit, MixedFile) and (
        is_foreign(path) or (is_owned(path) and any(other.unread for other in unit.others))
    )


def _states_ids(units: Mapping[str, Unit]) -> bool:
    """Whether the settings of the project say what ids look like."""
    settings = units.get(PROJECT_SETTINGS)
    return isinstance(settings, ProjectSettings) and "id" in settings.table


def _proves(file: ItemsFile) -> bool:
    """Whether a file states something in its format, or says that others do."""
    says = any(name != INCLUDES for name, _ in file.settings)
    return says or bool(file.items and not file.is_candidate)
