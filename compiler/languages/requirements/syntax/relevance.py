"""Whether a source has requirements at all: tests, results and code are of this language only beside some."""

from collections.abc import Collection, Mapping

from compiler.languages.requirements.claims import is_configuration, is_markdown
from compiler.languages.requirements.records import MarkdownFile, Unit


def unneeded(units: Mapping[str, Unit]) -> Collection[str]:
    """Return all files of a source that states no requirement and no journey and has no configuration."""
    if any(is_configuration(path) for path in units):
        return ()
    pages = (units[path] for path in units if is_markdown(path))
    has_blocks = any(isinstance(unit, MarkdownFile) and (unit.blocks or unit.near_headers) for unit in pages)
    return () if has_blocks else tuple(units)
