"""The linker of memory: from the units of all files to facts, links and diagnostics."""

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import chain

from compiler.languages.memory import codes
from compiler.languages.memory.claims import is_record_file
from compiler.languages.memory.facts import BranchAncestor, ConversationPart, MemorySource, MemoryTag
from compiler.languages.memory.linking.branch_views import BranchViews, drop_vain_retractions, own_versions
from compiler.languages.memory.linking.branches import Branches, link_branches
from compiler.languages.memory.linking.context import read_indexes
from compiler.languages.memory.linking.conversations import Conversations, link_conversations, own_conversations
from compiler.languages.memory.linking.count_checks import count_mismatches
from compiler.languages.memory.linking.objects import ObjectBuilder
from compiler.languages.memory.linking.reconcile import reconcile
from compiler.languages.memory.linking.record_log import RecordLog, read_log, set_refs
from compiler.languages.memory.linking.references import links, unknown_records
from compiler.languages.memory.linking.version_columns import begin_linking
from compiler.languages.memory.linking.versions import tag_facts, version_facts
from compiler.languages.memory.records import Unit
from compiler.model.diagnostics import Diagnostic
from compiler.model.facts import Fact, Link
from compiler.model.language import Linked
from compiler.model.source import Source
from compiler.model.spans import whole_file
from compiler.text.timestamps import format_utc_exact

SECOND = 1_000_000  # microseconds


def link(source: Source, units: Mapping[str, Unit]) -> Linked:
    """Link all files of a source."""
    begin_linking()
    log = read_log(reconcile(units))
    branches = link_branches(log)
    vain = list(drop_vain_retractions(log, branches))
    set_refs(log)
    views = BranchViews(log, branches)
    conversations = link_conversations(log, branches, views)
    index_texts, index_diagnostics = read_indexes(source, units)
    objects = ObjectBuilder(log, branches, views, conversations, index_texts)
    later = chain(
        _with_links(objects, views, tags := list[MemoryTag]()),
        _conversation_parts(conversations),
        _ancestors(branches),
        version_facts(log),
        own_versions(log),
        own_conversations(log, conversations),
        tags,
        (_source_fact(log, path, unit) for path, unit in units.items()),
    )
    diagnostics = [
        *unreadable(source),
        *log.diagnostics,
        *branches.diagnostics,
        *vain,
        *conversations.diagnostics,
        *index_diagnostics,
        *unknown_records(log, branches),
        *count_mismatches(log, conversations),
    ]
    latest = max((time for path, time in log.latest.items() if path not in source.examples), default=None)
    as_of = format_utc_exact(-(-latest // SECOND) * SECOND) if latest is not None else None  # rounded up to a second
    return Linked(diagnostics=diagnostics, as_of=as_of, later=later)


def _with_links(objects: ObjectBuilder, views: BranchViews, tags: list[MemoryTag]) -> Iterator[Fact | Link]:
    """Yield the objects and their links. Their tags, which stand behind other facts, are added to `tags`."""
    for record in objects.build():
        yield record
        yield from links([record], views)
        tags += tag_facts([record])


def _conversation_parts(conversations: Conversations) -> Iterator[ConversationPart]:
    for conversation in conversations.by_ref.values():
        for ordinal, part in enumerate(conversation.parts, 1):
            yield ConversationPart(
                span=conversation.history.now.span,
                conversation=conversation.ref,
                ordinal=ordinal,
                origin=part.origin,
                first=part.first,
                last=part.last,
            )


def _ancestors(branches: Branches) -> Iterator[BranchAncestor]:
    for branch in branches.by_name.values():
        for distance, name in enumerate(branch.lineage):
            yield BranchAncestor(span=branch.span, branch=branch.name, ancestor=name, distance=distance)


def _source_fact(log: RecordLog, path: str, unit: Unit) -> MemorySource:
    latest = log.latest.get(path)
    return MemorySource(
        span=whole_file(path),
        path=path,
        format=unit.format,
        project=unit.project,
        default_branch=unit.default_branch or log.default_branch,
        counts=dict(sorted(Counter(entry.type for entry in unit.entries).items())),
        unknown_types=dict(unit.unknown_types),
        unknown_fields=dict(unit.unknown_fields),
        latest=format_utc_exact(latest) if latest is not None else None,
    )


def unreadable(source: Source, *_: object) -> tuple[Diagnostic, ...]:
    """Report files that are named as record files and cannot be read. Any other file may be no memory.

    `Source.unread` does not serve: it leaves links out of the source and devices to discovery, which reports a file
    only if no language does.
    """
    return tuple(
        codes.UNREADABLE.at(whole_file(path), path=path, reason=problem.reason)
        for path, problem in sorted(source.problems.items())
        if is_record_file(path) and problem.kind != "missing"
    )
