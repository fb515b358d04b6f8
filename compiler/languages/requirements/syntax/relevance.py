"""Whether a source has requirements at all: tests, results and code are of this language only beside some."""

from collections.abc import Collection, Mapping

from compiler.languages.requirements.claims import is_configuration, is_markdown
from compiler.languages.requirements.records import MarkdownFile, MixedFile, Unit, native_units


def unneeded(units: Mapping[str, Unit]) -> Collection[str]:
    """Return all files of a source that states no requirement, journey or item and has no configuration."""
    if any(is_configuration(path) for path in units):
        return ()
    if any(isinstance(unit, MixedFile) and any(one.items for one in unit.others) for unit in units.values()):
        return ()
    native = native_units(units)
    pages = (native[path] for path in native if is_markdown(path))
    has_blocks = any(isinstance(unit, MarkdownFile) and (unit.blocks or unit.near_headers) for unit in pages)
    return () if has_blocks else tuple(units)
