"""References of a form that nobody foresaw: many name nothing, and hardly any names something (`compiler.text.shapes`).

The form of a reference is its kind and the pattern of what it names: `A-9` for `ADR-12`. What such references name may
be kept elsewhere: on another branch, in another tracker, among tasks that were removed. So one finding says it.

In Obsidian a link to a note that does not exist is a plan: a click makes the note. So a vault that has many gets one
finding for all of them. A name that is near that of a note is likely a slip, and keeps a finding of its own.
"""

from collections import defaultdict
from collections.abc import Iterator

from compiler.languages.knowledge import codes
from compiler.languages.knowledge.linking.items import Item
from compiler.languages.knowledge.records import Reference
from compiler.model.diagnostics import Diagnostic, Related
from compiler.text.near_names import NearNames
from compiler.text.shapes import UNUSUAL, Dead, Shape, count_alive, folders_above, not_understood, pattern

SHOWN = 3  # names, and places, of a finding about many
VAULT = "obsidian"  # the format of a collection
MANY = 5  # notes of a vault: fewer may be slips
_WORDS = {"blocks": "depends on", "supersedes": "supersedes", "belongs_to": "is a part of", "references": "links to"}


class UnknownForms:
    """The references that name an entity, and the findings on those that name none, while they are resolved."""

    def __init__(self) -> None:
        self._alive: list[tuple[str, Reference]] = []
        self._dead: list[Dead] = []
        self._findings: list[Diagnostic] = []
        self._written: list[str] = []  # what the dead references name

    def count(self, path: str, reference: Reference) -> None:
        """Count a reference that names something."""
        if not reference.is_title:
            self._alive.append((path, reference))

    def take(self, path: str, reference: Reference, finding: Diagnostic) -> bool:
        """Keep a finding for `findings`, unless it is about a name in words, or one that is nearly right. Return
        whether it is kept."""
        is_kept = not reference.is_title and not finding.suggestion
        if is_kept:
            self._dead.append(Dead(tuple(_shapes(path, reference)), reference.target.casefold(), path))
            self._findings.append(finding)
            self._written.append(reference.target)
        return is_kept

    def findings(self) -> Iterator[Diagnostic]:
        """Give the findings that were kept: one for a form that is not understood, the others each by itself."""
        if not self._dead:
            return
        alive = count_alive((tuple(_shapes(path, reference)) for path, reference in self._alive), self._dead)
        told: set[int] = set()
        for group in not_understood(self._dead, alive):
            told.update(group.numbers)
            kept = [self._findings[number] for number in group.numbers]
            files = len({self._dead[number].file for number in group.numbers})
            yield codes.UNKNOWN_FORM.at(
                kept[0].span,
                related=[Related(diagnostic.message, diagnostic.span) for diagnostic in kept[1:SHOWN]],
                references=str(len(kept)),
                shape=group.shape.words,
                files=f"{files} file{'s' if files > 1 else ''}",
                there=str(group.alive) if group.alive else "none",
                names="name" if group.alive > 1 else "names",
                first=self._written[group.numbers[0]],
            )
        yield from (finding for number, finding in enumerate(self._findings) if number not in told)


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


def _shapes(path: str, reference: Reference) -> Iterator[Shape]:
    """The forms of a reference: its kind and the pattern of its target, in the folders above its file."""
    form = f"{_WORDS.get(reference.relation, reference.relation)} {pattern(reference.target)}"
    for folder in folders_above(path):
        yield Shape(folder, f"{form}{f' in {folder!r}' if folder else ''}", UNUSUAL)
