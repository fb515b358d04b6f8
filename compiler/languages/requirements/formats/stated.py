"""Items and tags of a whole source, and what tracing them finds: what a format is given, and what it gives back."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from compiler.languages.requirements.formats.records import Cited, Item, Tag
from compiler.model.diagnostics import Diagnostic
from compiler.model.spans import Span
from compiler.text.paths_of_tests import is_test_of_features

Json = Any
MISSING = "unknown_requirement"  # the reason of a citation of what nothing states, which is reported for every format


@dataclass(frozen=True, slots=True)
class StatedItem:
    """An item of the source. `id` is unique: of several items with one id, the first keeps it and is the
    `duplicate_of` of the others."""

    id: str
    path: str
    item: Item
    duplicate_of: str | None = None

    @property
    def subject(self) -> str:
        """The item as the subject of a message."""
        return self.id

    @property
    def line_span(self) -> Span:
        """The beginning of the first line of the item."""
        return Span(self.path, self.item.first, 1, self.item.first, 1)


@dataclass(frozen=True, slots=True)
class StatedTag:
    """A tag of the source, and what cites by it: `id` and `kind` (code, test, task or decision) of that object, in the
    file `path`. `map` is the file with the tag if that is another one: a map or a matrix. `is_skipped`: it stands in a
    test that does not run, and shows nothing."""

    id: str
    kind: str
    path: str
    tag: Tag
    map: str = ""
    is_skipped: bool = False

    @property
    def place(self) -> Span:
        """Where the tag stands."""
        return self.tag.cited.place.span(self.map or self.path)

    @property
    def evidence(self) -> str:
        """What its citation is evidence of: task, test or code. All that stands in a file of tests is of tests."""
        return "test" if self.kind == "code" and is_test_of_features(self.path) else self.kind

    @property
    def subject(self) -> str:
        """The tag as the subject of a message."""
        return f"The {self.kind} {self.id}"


class TracedCitation(NamedTuple):
    """What became of one citation.

    `target` is the id of the item that it leads to and `label` the need that it meets, "" for the item as a whole.
    Where `reason` is not "", it leads to nothing: `target` is then what was looked for, and `nearest` an id that exists
    and may be meant. Whoever gives a reason reports it, but for `MISSING`.
    """

    source: StatedItem | StatedTag
    cited: Cited
    target: str
    label: str = ""
    reason: str = ""
    nearest: str | None = None


class Stamp(NamedTuple):
    """A fingerprint that a review wrote into an item, None for none, whether it is right, stale or missing, and the
    right one."""

    written: str | None
    state: str
    right: str


@dataclass(slots=True)
class Traced:
    """The citations of a source as traced, and verdicts by the format's own rules.

    `met` are the needs of each item that evidence of their kind covers, or, where they are criteria, tests. A task
    covers nothing. `made` are those criteria that code cites which is no test, None where needs are kinds of evidence.
    `verdicts` are what the format says of each item beside that, by the name of the statement: `{"coverage": "shallow",
    "is_defect": True}`. `stamps` are the fingerprints of items that have one. `orphans` are the items that should
    derive from another one, with the level of that.
    """

    citations: list[TracedCitation] = field(default_factory=list)
    met: Mapping[str, Sequence[str]] = field(default_factory=dict)
    made: Mapping[str, Sequence[str]] | None = None
    verdicts: Mapping[str, Mapping[str, Json]] = field(default_factory=dict)
    stamps: Mapping[str, Stamp] = field(default_factory=dict)
    orphans: dict[str, str] = field(default_factory=dict)
    findings: list[Diagnostic] = field(default_factory=list)
