"""What the pipeline needs to know of each file before linking."""

from compiler.languages.knowledge.linking.page_names import may_name_tag_pages, names_in
from compiler.languages.knowledge.linking.roles import Outline
from compiler.languages.knowledge.records import Unit
from compiler.languages.knowledge.syntax.proposals.statuses import FORMATS


def outline(path: str, unit: Unit) -> Outline | None:  # noqa: ARG001
    """Return the outline of a file; None if it declares nothing and has no references."""
    vaults = tuple(setting.root for setting in unit.settings if setting.format == "obsidian")
    folders = tuple(folder for setting in unit.settings if setting.format != "backlog" for folder, _ in setting.folders)
    named = tuple(
        (named.kind, named.patterns) for setting in unit.settings for named in setting.named if named.patterns
    )
    found = Outline(vaults, folders, named, names_in(unit), may_name_tag_pages(unit), _series(unit))
    return found if any(found) else None


def _series(unit: Unit) -> str:
    """The format and the prefix of the only record of a file that is a proposal: `eip MPS`, `rfc -` where its id is the
    name of the file; "" of other files."""
    records = [(document.format, record) for document in unit.documents for record in document.records]
    if len(records) != 1 or records[0][0] not in FORMATS or records[0][1].type != "decision":
        return ""
    form, record = records[0]
    prefix, hyphen, number = record.native_id.rpartition("-")
    return f"{form} {prefix}" if hyphen and number.isdecimal() and " " not in prefix else f"{form} -"
