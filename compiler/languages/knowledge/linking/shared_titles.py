"""Notes of one collection that share a title, so that a link by it is ambiguous to a reader."""

import re
from collections.abc import Iterable, Iterator
from pathlib import PurePosixPath

from compiler.languages.knowledge import claims, codes
from compiler.languages.knowledge.linking.items import Item
from compiler.languages.knowledge.linking.names import folded_title, page_preference
from compiler.model.diagnostics import Diagnostic, Related

_DATED = re.compile(r"(?<!\d)\d{4}[-./]\d{2}[-./]\d{2}(?!\d)")
MANY = 3  # notes that begin with one heading: it is a section that all of them have, such as "Set up"
_FORMATS = ("note", "obsidian")


def shared_titles(items: Iterable[Item]) -> Iterator[Diagnostic]:
    """A finding for each note with the title of another note of its folder or vault, but the one that a link by this
    title means. Notes that are titled by nothing but the names of their files share no title, and pages such as
    `index.md` are not linked by one. Of a title that many notes have, of one with a date, such as those of a log, and
    in a vault of Obsidian, which links by the names of files, only a link makes it one, and in a vault only if no file
    has the name."""
    items = list(items)
    linked = {folded_title(reference.target) for item in items for reference in item.record.references}
    by_title: dict[tuple[str, str], list[Item]] = {}
    for item in items:
        if item.type == "note" and item.format in _FORMATS and not claims.is_template_or_index(item.path):
            by_title.setdefault((item.group.name, folded_title(item.record.name)), []).append(item)
    for (_, title), sharing in by_title.items():
        named = [item for item in sharing if folded_title(PurePosixPath(item.path).stem) == title]
        is_vault = sharing[0].format == "obsidian"
        if len(named) == len(sharing) or (named and is_vault):
            continue
        if title not in linked and (len(sharing) >= MANY or is_vault or _DATED.search(title)):
            continue
        chosen = min(sharing, key=page_preference)
        for item in sharing:
            if item is not chosen:
                related = (Related("the note that a link by this title means", chosen.span),)
                yield codes.SHARED_TITLE.at(
                    item.span, related=related, id=item.id, title=item.record.name, other=chosen.id, chosen=chosen.id
                )
