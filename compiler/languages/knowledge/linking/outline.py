"""What the pipeline needs to know of each file before linking."""

from compiler.languages.knowledge.linking.page_names import may_name_tag_pages, names_in
from compiler.languages.knowledge.linking.roles import Outline
from compiler.languages.knowledge.records import Unit


def outline(path: str, unit: Unit) -> Outline | None:  # noqa: ARG001
    """Return the outline of a file; None if it declares nothing and has no references."""
    vaults = tuple(one.root for one in unit.settings if one.format == "obsidian")
    folders = tuple(folder for one in unit.settings if one.format != "backlog" for folder, _ in one.folders)
    named = tuple((named.kind, named.patterns) for one in unit.settings for named in one.named if named.patterns)
    found = Outline(vaults, folders, named, names_in(unit), may_name_tag_pages(unit))
    return found if any(found) else None
