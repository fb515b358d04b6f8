"""Links of a vault to notes that do not exist.

In Obsidian such a link is a plan: a click makes the note. So a vault that has many gets one finding for all of them. A
name that is near that of a note is likely a slip, and keeps a finding of its own.
"""

from collections import defaultdict
from collections.abc import Iterator

from compiler.languages.knowledge import codes
from compiler.languages.knowledge.linking.items import Item
from compiler.languages.knowledge.records import Reference
from compiler.model.diagnostics import Diagnostic, Related
from compiler.text.near_names import NearNames

VAULT = "obsidian"  # the format of a collection
MANY = 5  # notes of a vault: fewer may be slips
SHOWN = 3  # names, and places, of a finding about many


class UnwrittenNotes:
    """The wikilinks of vaults that name nothing, while references are resolved."""

    def __init__(self, items: list[Item]) -> None:
        titles = (name for item in items for name in (item.id.rpartition("/")[2], item.record.name))
        self._near = NearNames(dict.fromkeys(titles))
        self._by_vault: defaultdict[str, list[tuple[str, Diagnostic]]] = defaultdict(list)

    def nearest(self, reference: Reference) -> str | None:
        """Return the name or title of a note that a wikilink may have meant."""
        return self._near.nearest(reference.target.rpartition("/")[2])

    def take(self, item: Item, reference: Reference, finding: Diagnostic) -> bool:
        """Keep a finding for `findings` if it is about a wikilink of a vault that is no slip. Return whether it is."""
        is_plan = item.group.format == VAULT and reference.is_title and not finding.suggestion
        if is_plan:
            self._by_vault[item.group.name].append((reference.target.casefold(), finding))
        return is_plan

    def findings(self) -> Iterator[Diagnostic]:
        """Give the findings that were kept: each by itself, or one for a vault that has many."""
        for kept in self._by_vault.values():
            names = dict.fromkeys(name for name, _ in kept)
            if len(names) < MANY:
                yield from (finding for _, finding in kept)
                continue
            firsts = dict(reversed(kept))
            shown = [firsts[name] for name in list(names)[:SHOWN]]
            related = tuple(Related(diagnostic.message, diagnostic.span) for diagnostic in shown[1:])
            yield codes.UNWRITTEN_NOTES.at(
                shown[0].span, related=related, links=str(len(kept)), notes=str(len(names)), first=kept[0][0]
            )
