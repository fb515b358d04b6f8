"""Writes the mentions of a source: a fact for each, a link for each pair of objects, and a diagnostic for each that
dangles.

The mentions of a file are a part of their own (`compiler.store.part_rows`), so that an incremental build replaces those
of few files.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property, partial
from itertools import chain

import orjson

from compiler.languages.knowledge.facts import Task, UnresolvedReference
from compiler.languages.requirements.claims import is_markdown
from compiler.languages.requirements.facts import BrokenReference
from compiler.mentions.fields import is_citing_field
from compiler.mentions.file_mentions import CitingFile, FoundMention, first_of_each
from compiler.mentions.samples import (
    addresses,
    is_explained,
    is_generated,
    is_of_another_project,
    is_of_the_past,
    is_said_to_be_gone,
    is_sample,
    is_text_of_link,
)
from compiler.model.diagnostics import Code, Diagnostic, Phase, Related, Severity
from compiler.model.facts import Fact, File, Link, Mention, file_ref
from compiler.pipeline.deadline import seconds_for
from compiler.pipeline.failures import Culprit, FailedError, TooMuchError, finding, guarded
from compiler.pipeline.file_places import file_places
from compiler.pipeline.file_texts import FileTexts
from compiler.pipeline.kept_names import ReadNames, names_of
from compiler.pipeline.memory import look_at_memory
from compiler.pipeline.mention_changes import affected_files
from compiler.pipeline.mention_reading import MentionReader, NothingRead, mention_reader
from compiler.pipeline.options import CompileOptions
from compiler.pipeline.pool import worker_count
from compiler.store.diagnostic_table import PartDiagnostic
from compiler.store.link_table import LinkPlace
from compiler.store.part_rows import part_rows
from compiler.store.row_ranges import rows_of
from compiler.store.writer import Writer
from compiler.text.paths_of_tests import is_test_path

KIND = "mentions"  # of the links
BYTES_PER_WORKER = 4_000_000  # of source: what a worker saves with less, forking it and decoding its results cost

DANGLING = Code(
    "FRZ301", "info", Phase.CROSS, "'{text}' is written like an id of this source, but nothing has it.", cause=("text",)
)
MANY_DANGLE = Code(
    "FRZ302",
    "info",
    Phase.CROSS,
    "{count} words of this file, such as '{text}', are written like ids of this source, but nothing has them.",
)
CODES = (DANGLING, MANY_DANGLE)

_JOURNEY = "r:JNY-"
MENTIONS_AT_ONCE = 20_000  # that are in memory, beside those of one file
MANY_MISSING = 3  # ids of one file that nothing has: fewer may be slips
MANY_OF_A_FILE = 4  # ids of one file that nothing has: so many are a list of what is missing, planned or elsewhere
SHOWN = 3  # places of a finding about many
# Statuses, as files write them, of tasks that nobody changes any more. What they mean by the settings of another file
# does not count: a mention is read again only when its own file changes.
FINISHED = frozenset({"done", "completed", "complete", "closed", "archived"})

# What the languages report themselves: references that lead nowhere, with the column of what was written.
_REPORTED: dict[type[Fact], str] = {BrokenReference: "target", UnresolvedReference: "text"}


class Mentions:
    """The mentions of some files of a source, as they are read. `parts` are the numbers of their parts."""

    def __init__(
        self, writer: Writer, parts: Mapping[str, int], mentions: MentionReader, names: ReadNames | None = None
    ) -> None:
        """`names` are those that can be cited, None if they could not be read."""
        self._writer = writer
        self._mentions = mentions
        self.parts = parts
        self.names = names

    def write(self) -> list[PartDiagnostic]:
        """Write them, and return what was found in them."""
        found: list[PartDiagnostic] = []
        for read in self._batches():
            linked = _Linked(self._writer.links_touching({mention.target for mention in chain(*read.values())}, KIND))
            for path, mentions in read.items():
                if mentions or not self._writer.is_new:
                    found += self._write_file(path, [linked.with_source(mention) for mention in mentions], linked)
        for culprit in self._mentions.culprits:
            part = self.parts.get(culprit.path, 0)  # before all files, if it is about none in particular
            found.append(PartDiagnostic(part, finding(culprit, "reading what it cites", "Frieze")))
        return found

    def _batches(self) -> Iterator[dict[str, list[FoundMention]]]:
        """Give the mentions of the files, few of all at a time."""
        read: dict[str, list[FoundMention]] = {}
        count = 0
        for path in self.parts:
            read[path] = self._mentions.mentions(path)
            count += len(read[path])
            look_at_memory()
            if count > MENTIONS_AT_ONCE:
                yield read
                read, count = {}, 0
        yield read

    def _write_file(self, path: str, placed: list[FoundMention], linked: "_Linked") -> list[PartDiagnostic]:
        """Write the mentions of a file. Return what was found in them."""
        writer, part = self._writer, self.parts[path]
        if len(placed) > len(rows_of(part)):  # of an archive, whose text may be far longer than it is
            failure = FailedError(TooMuchError(f"it cites others {len(placed):,} times"), 0.0)
            writer.replace(part, part_rows(()), (Mention,))
            return [PartDiagnostic(part, finding(Culprit(path, failure), "reading what it cites", "Frieze"))]
        missing = {mention.target for mention in placed if not writer.has(mention.target)}
        writer.replace(part, part_rows(_facts(placed, missing), linked.new_links(placed)), (Mention,))
        if not missing:
            return []
        broken = [mention for mention in placed if mention.target in missing]
        text = self._mentions.file(path).text
        is_quiet = _shows_examples(placed, missing) or is_generated(text) or _is_test(path)
        known = self._reported, self._finished
        here = _together(list(_dangling(text, broken, *known, is_quiet=is_quiet)))
        return [PartDiagnostic(part, diagnostic) for diagnostic in here]

    # Most builds that read few files find nothing that dangles, and need neither.

    @cached_property
    def _reported(self) -> set[tuple[str, str]]:
        """The references that languages report as leading nowhere: the file, and what was written, case-folded."""
        return {
            (file, written.casefold())
            for fact_class, column in _REPORTED.items()
            for file, written in self._writer.columns(fact_class, ("file", column))
        }

    @cached_property
    def _finished(self) -> set[str]:
        """The refs of the tasks that are finished, as their own files say."""
        tasks = ((ref, orjson.loads(native)) for ref, native in self._writer.columns(Task, ("ref", "native")))
        return {ref for ref, native in tasks if str(native.get("status", "")).casefold() in FINISHED}


@contextmanager
def read_mentions(
    writer: Writer,
    parts: Mapping[str, int],
    texts: FileTexts,
    units: Mapping[str, Collection[str]],
    options: CompileOptions,
) -> Iterator[Mentions]:
    """Read the mentions of all files for a new database, or those that may have changed for a copied one. Workers read
    them while the context lasts.

    `parts` are those of the files, by path. `texts` are the texts of the files that are new or changed,
    `units` the files that each language reads, by its name. All objects and links of languages must be written.
    """
    languages: dict[str, str] = dict(writer.columns(File, ("path", "language")))
    try:
        size = sum(map(texts.size, texts))
        with guarded(seconds_for(size), size):
            read = names_of(writer, options.resident.names if options.resident else None)
            names = read.names
            paths = list(languages) if writer.is_new else affected_files(writer, names, languages, texts)
            places = file_places(writer, paths, units, names)
    except FailedError as failure:
        yield Mentions(writer, parts, NothingRead(failure.with_traceback(None)))
        return

    def file(path: str) -> CitingFile:
        text = texts.get(path)
        return CitingFile(path, languages[path], writer.text(path) if text is None else text, partial(places.of, path))

    size = sum(map(texts.size, paths))
    workers = worker_count(options.jobs, size, BYTES_PER_WORKER) if writer.is_new else 1
    with mention_reader(paths, file, names, writer.has, workers) as mentions:
        yield Mentions(writer, {path: parts[path] for path in paths}, mentions, read)


def _facts(mentions: Iterable[FoundMention], missing: Collection[str]) -> Iterator[Mention]:
    for source, target, text, span in mentions:
        yield Mention(span=span, source=source, text=text, target=None if target in missing else target)


class _Linked:
    """The links that languages have made of citations."""

    def __init__(self, links: Iterable[LinkPlace]) -> None:
        self._pairs: set[tuple[str, str, str]] = set()
        self._sources: dict[tuple[str, int, str], set[str]] = {}
        for link in links:
            self._pairs.add((link.file, link.source, link.target))
            self._sources.setdefault((link.file, link.line, link.target), set()).add(link.source)

    def with_source(self, mention: FoundMention) -> FoundMention:
        """Return a mention that stands in no object with the source that a language has found for it: a comment above a
        test is the test's."""
        file = mention.span.file
        sources = self._sources.get((file, mention.span.start_line, mention.target), set())
        if mention.source != file_ref(file) or len(sources) != 1:
            return mention
        return mention._replace(source=next(iter(sources)))

    def new_links(self, mentions: Iterable[FoundMention]) -> Iterator[Link]:
        """Give a link for each pair of objects that no language links in the same file, in either direction."""
        for mention in first_of_each(mentions):
            file, source, target = mention.span.file, mention.source, mention.target
            if (file, source, target) not in self._pairs and (file, target, source) not in self._pairs:
                yield Link(source, target, KIND, mention.span)


def _is_test(path: str) -> bool:
    """Whether a file is code of tests, whose ids are made up."""
    return is_test_path(path) and not is_markdown(path)


def _shows_examples(mentions: Iterable[FoundMention], missing: Collection[str]) -> bool:
    """Whether a file shows made-up ids, or tells of another project: most of its ids are missing, and several."""
    named = {mention.target for mention in mentions} - set(missing)
    return len(missing) >= MANY_MISSING and len(missing) > len(named)


def _dangling(
    text: str,
    mentions: Iterable[FoundMention],
    reported: Collection[tuple[str, str]],
    finished: Collection[str],
    *,
    is_quiet: bool,
) -> Iterator[tuple[str, Diagnostic]]:
    """Report the mentions of a file whose target does not exist, each target once for each source, unless a language
    has reported it. In a field that is there to cite it is a mistake. Else it may be an example or a sample; a file
    that `is_quiet` holds nothing but such. `finished` tasks, and files of the past, may cite what was removed since."""
    lines, listed = text.split("\n"), addresses(text)
    for mention in first_of_each(mentions):
        written = {mention.text.casefold(), mention.target.partition(":")[2].rpartition("/")[2].casefold()}
        if not any((mention.span.file, word) in reported for word in written):
            severity: Severity = "warning" if is_citing_field(lines, mention.span.start_line) else "info"
            is_told = mention.source.startswith(_JOURNEY)  # a journey tells a story, with ids of its own
            is_past = mention.source in finished or is_of_the_past(mention.span.file)
            if is_past:  # nobody mends what a finished task was filed under
                continue
            if severity == "info" and (is_quiet or is_told or is_sample(lines, mention.span, mention.text)):
                continue
            if severity == "info" and is_text_of_link(lines, mention.span):
                continue
            if severity == "info" and ("#" in mention.text or is_said_to_be_gone(lines, mention.span)):
                continue  # `ADR #207` is likely the number of an issue
            if is_explained(listed, mention.text) or is_of_another_project(lines, mention.span):
                continue
            yield mention.text, DANGLING.at(mention.span, severity=severity, text=mention.text)


def _together(found: Sequence[tuple[str, Diagnostic]]) -> Iterator[Diagnostic]:
    """Give the findings on mentions of one file, each with the id: one for those that are info, if they are of many
    different ids."""
    many = {text: diagnostic for text, diagnostic in reversed(found) if diagnostic.severity == "info"}
    if len(many) < MANY_OF_A_FILE:
        yield from (diagnostic for _, diagnostic in found)
        return
    first, *others = reversed(many.items())
    related = [Related(diagnostic.message, diagnostic.span) for _, diagnostic in others[: SHOWN - 1]]
    yield MANY_DANGLE.at(first[1].span, related=related, count=str(len(many)), text=first[0])
    yield from (diagnostic for _, diagnostic in found if diagnostic.severity != "info")
