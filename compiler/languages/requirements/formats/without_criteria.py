"""What has no scenario or criterion: a finding for each, or one where most of a source has none, as its custom is."""

from collections.abc import Iterator, Sequence

from compiler.languages.requirements.formats.codes import NO_CRITERIA
from compiler.languages.requirements.formats.stated import StatedItem
from compiler.model.diagnostics import Diagnostic, Related

MANY = 4  # of a source: fewer are told one by one
SHOWN = 3  # that a finding about many names


def without_criteria(items: Sequence[StatedItem], criteria: str) -> Iterator[Diagnostic]:
    """Give the findings on those of some requirements that need `criteria` and have none."""
    found = [item for item in items if not item.item.needs]
    if len(found) < MANY or 2 * len(found) <= len(items):
        yield from (no_criteria(item, criteria) for item in found)
        return
    names = [item.id for item in found]
    related = [Related(f"{item.id} has no {criteria}.", item.line_span) for item in found[1:]]
    shown = [*names[:SHOWN], f"{len(names) - SHOWN} more"]
    yield NO_CRITERIA.at(
        found[0].line_span,
        severity="info",
        related=related,
        id=f"{', '.join(shown[:-1])} and {shown[-1]}",
        has="have",
        criteria=criteria,
        it_holds="they hold",
    )


def no_criteria(item: StatedItem, criteria: str) -> Diagnostic:
    """Return the finding on one requirement."""
    return NO_CRITERIA.at(item.line_span, id=item.id, has="has", criteria=criteria, it_holds="it holds")
