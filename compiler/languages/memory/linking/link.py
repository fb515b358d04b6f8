"""The linker of memory: from the units of all files to facts, links and findings, a phase a line."""

from collections import Counter
from collections.abc import Iterator

from compiler.languages.memory import codes
from compiler.languages.memory.facts import BranchAncestor, ConversationPart, MemorySource, record_ref
from compiler.languages.memory.linking.branches import Branches, branches
from compiler.languages.memory.linking.conversations import Talks, conversations
from compiler.languages.memory.linking.counting import wrong_counts
from compiler.languages.memory.linking.histories import Histories, histories
from compiler.languages.memory.linking.indexes import indexes
from compiler.languages.memory.linking.joining import joined
from compiler.languages.memory.linking.judging import Verdicts
from compiler.languages.memory.linking.objects import Objects
from compiler.languages.memory.linking.references import links, unknown_records
from compiler.languages.memory.linking.versions import version_facts
from compiler.languages.memory.places import is_named_memory
from compiler.languages.memory.records import Document
from compiler.model.diagnostics import Diagnostic
from compiler.model.facts import Fact
from compiler.model.language import Linked, Units
from compiler.model.source import Source
from compiler.model.spans import whole_file
from compiler.text.timestamps import format_utc_exact

SECOND = 1_000_000  # microseconds


def link(source: Source, units: Units) -> Linked:
    """The facts of a source."""
    made = histories(joined(units))
    branching = branches(made)
    talks = conversations(made)
    listed, unlisted = indexes(source, units)
    objects = list(Objects(made, branching, talks, Verdicts(made), listed).all())
    facts: list[Fact] = [
        *objects,
        *_parts(talks),
        *_ancestors(branching),
        *version_facts(made),
        *(_source_fact(made, path, document) for path, document in units.items()),
    ]
    findings = [
        *_unread(source, units),
        *made.findings,
        *branching.findings,
        *talks.findings,
        *unlisted,
        *unknown_records(made, branching),
        *wrong_counts(made, talks),
    ]
    latest = max(made.latest.values(), default=None)
    as_of = format_utc_exact(-(-latest // SECOND) * SECOND) if latest is not None else None
    return Linked(facts=facts, links=list(links(objects)), diagnostics=findings, as_of=as_of)


def _parts(talks: Talks) -> Iterator[ConversationPart]:
    for talk in talks.by_id.values():
        for ordinal, part in enumerate(talk.parts, 1):
            yield ConversationPart(
                span=talk.history.now.span,
                conversation=record_ref("conversation", talk.id),
                ordinal=ordinal,
                origin=record_ref("conversation", part.origin),
                first=part.first,
                last=part.last,
            )


def _ancestors(branching: Branches) -> Iterator[BranchAncestor]:
    for branch in branching.by_name.values():
        for distance, name in enumerate(branch.lineage):
            yield BranchAncestor(span=branch.span, branch=branch.name, ancestor=name, distance=distance)


def _source_fact(made: Histories, path: str, document: Document) -> MemorySource:
    latest = made.latest.get(path)
    return MemorySource(
        span=whole_file(path),
        path=path,
        format=document.format,
        project=document.project,
        default_branch=document.default_branch or made.default_branch,
        counts=dict(sorted(Counter(one.type for one in document.entries).items())),
        unknown_types=dict(document.unknown_types),
        unknown_fields=dict(document.unknown_fields),
        latest=format_utc_exact(latest) if latest is not None else None,
    )


def _unread(source: Source, units: Units) -> Iterator[Diagnostic]:
    """Files that cannot be read and are named as memory is: of others nothing says that they are any."""
    for path, problem in sorted(source.problems.items()):
        if path not in units and is_named_memory(path) and problem.kind != "missing":
            yield codes.UNREADABLE.at(whole_file(path), path=path, reason=problem.reason)
