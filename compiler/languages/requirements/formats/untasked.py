"""What no task of a feature cites: a finding for each requirement, or one for a feature that has many."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from compiler.languages.requirements.formats.codes import NO_TASK
from compiler.model.diagnostics import Diagnostic, Related
from compiler.model.spans import Span

MANY = 4  # requirements of a feature: fewer are told one by one
SHOWN = 3  # requirements that a finding about many names


class Untasked(NamedTuple):
    """A requirement of a feature that no task cites. `labels` are those of its criteria if the others are cited."""

    feature: str
    id: str
    span: Span
    labels: str = ""


def untasked(found: Iterable[Untasked]) -> Iterator[Diagnostic]:
    """Give the findings on requirements that no task cites."""
    by_feature: dict[str, list[Untasked]] = {}
    for story in found:
        by_feature.setdefault(story.feature, []).append(story)
    for every in by_feature.values():
        if len(every) < MANY:
            yield from (NO_TASK.at(story.span, id=story.id, labels=_of(story)) for story in every)
        else:
            yield _of_many(every)


def _of_many(every: Sequence[Untasked]) -> Diagnostic:
    names = [f"{story.labels} of {story.id}" if story.labels else story.id for story in every]
    shown = f"{', '.join(names[:SHOWN])} and {len(names) - SHOWN} more"
    related = [Related(f"No task cites {name}.", story.span) for name, story in zip(names[1:], every[1:], strict=True)]
    return NO_TASK.at(every[0].span, related=related, id=shown, labels="")


def _of(story: Untasked) -> str:
    return f" {story.labels} of" if story.labels else ""
