"""What specifications state: requirements, assertions, prose, journeys and terms."""

from collections.abc import Mapping
from typing import Any, ClassVar

from compiler.model.facts import Object, fact

Json = Any


@fact
class Requirement(Object):
    """A requirement, from its header `## REQ-p00060: Kettle` to its End marker; the span covers all of it.

    `requirement` is the id. If several requirements have one id, the first keeps it; a later one becomes
    `REQ-d00001#<file stem>`, with the first as `duplicate_of`. `level` is the key of a configured level (`prd`), or
    else the text as written. `status` is as written. Both are "Unknown" when absent. `role` is that of the status:
    active, provisional, aspirational or retired. `is_active` is true for the first two. `expects_implementation`: the
    status asks for code and tests, which without settings for it only those of active roles do.

    `parents` are `{"id", "kind", "labels"}`, one entry per parent and kind: first those of Implements, then those of
    Refines, as declared. `labels` is empty when the whole requirement is cited. `children` are the ids of the
    requirements that implement or refine it or one of its assertions. A requirement is never its own parent or child.
    `is_root`: it has no parents. `is_orphan`: it has no parents and its level is not the topmost. `in_cycle`: it is its
    own ancestor. `cycle` numbers its strongly connected component, from 1; 0 for none.

    `hash` is as written, None when absent. `hash_sorted` and `hash_file_order` are computed by the two algorithms, None
    without assertions. `hash_algorithm` is the algorithm by which `hash` is right, "" for none. `hash_state` is right,
    stale, missing (absent, or a placeholder) or none (nothing to hash). `right_hash` is the value by the algorithm of
    the project.

    `project` is the folder of its project if that lies in another project, with settings and ids of its own; else "".

    `text` is the preamble, the assertions and the sections in the order of the file, without headings and metadata.
    `changelog` has entries `{"date", "hash", "order", "author", "reason"}`. `satisfies` are the ids of the templates
    that it satisfies.

    `format` is the format that states it, "elspais" or a name in `format_registry.py`. `statements` are what only that
    format says: further fields as written, and its own verdicts, such as `{"tags": "Ui", "deep_coverage": "covered"}`.
    """

    table: ClassVar[str] = "requirement"
    id_field: ClassVar[str] = "requirement"
    title_fields: ClassVar[tuple[str, ...]] = ("name",)
    body_fields: ClassVar[tuple[str, ...]] = ("text",)
    indexed: ClassVar[tuple[str, ...]] = ("requirement",)
    unsaid: ClassVar[Mapping[str, object]] = {"format": "elspais", "statements": {}}
    linked: ClassVar[tuple[str, ...] | None] = (
        "duplicate_of",
        "parents",
        "children",
        "satisfies",
        "is_root",
        "is_orphan",
        "in_cycle",
        "cycle",
        "statements",
    )

    requirement: str
    name: str
    level: str
    status: str
    role: str
    is_active: bool
    expects_implementation: bool
    is_template: bool
    duplicate_of: str | None
    parents: tuple[Json, ...]
    children: tuple[str, ...]
    satisfies: tuple[str, ...]
    is_root: bool
    is_orphan: bool
    in_cycle: bool
    cycle: int
    hash: str | None
    hash_state: str
    hash_algorithm: str
    hash_sorted: str | None
    hash_file_order: str | None
    right_hash: str | None
    project: str
    text: str
    changelog: tuple[Json, ...]
    format: str
    statements: dict[str, Json]
    ordinal: int


@fact
class Assertion(Object):
    """One testable statement of a requirement: `A. The kettle SHALL boil.`; its id is `REQ-p00060-A`.

    `text` keeps its lines. `directive` is the word of a leading `<RETIRED>`, `[…]` or `{…}`, else "". An assertion with
    `<RETIRED>`, `[Removed - why]` or `[Retired - why]` is retired (`is_retired`): it keeps its label and counts in no
    coverage; citations of it are broken. If a label is repeated, the second assertion gets the id `REQ-p00060-A#2`
    (`label` stays `A`).
    """

    table: ClassVar[str] = "assertion"
    id_field: ClassVar[str] = "assertion"
    body_fields: ClassVar[tuple[str, ...]] = ("text",)
    indexed: ClassVar[tuple[str, ...]] = ("requirement", "assertion")
    linked: ClassVar[tuple[str, ...] | None] = ()

    assertion: str
    requirement: str
    label: str
    text: str
    directive: str
    is_retired: bool
    ordinal: int

    @property
    def title(self) -> str:
        first, _, _ = self.text.partition("\n")
        return f"{self.label}. {first.rstrip()}"


@fact
class Remainder(Object):
    """Prose: a section of a requirement or journey, or text between requirements.

    `owner` is the id of the requirement or journey, "" for text between requirements. `part` is preamble (before the
    first heading), section, changelog, assertions (prose in the Assertions section) or prose (between requirements).
    The id is `REQ-p00060:section:1`, or `spec/kettle.md:12` between requirements.
    """

    table: ClassVar[str] = "remainder"
    id_field: ClassVar[str] = "remainder"
    indexed: ClassVar[tuple[str, ...]] = ("owner",)
    linked: ClassVar[tuple[str, ...] | None] = ()
    shared: ClassVar[tuple[str, ...]] = ("part",)
    packed: ClassVar[tuple[str, ...]] = ("text",)

    remainder: str
    owner: str
    part: str
    heading: str
    text: str
    ordinal: int

    @property
    def title(self) -> str:
        return self.heading or self.text.partition("\n")[0][:80]

    @property
    def body(self) -> str:
        return "" if self.owner else self.text  # the owner's body includes it


@fact
class Journey(Object):
    """A user journey: `# JNY-Tea-01: First cup`. Its span covers the whole block; `text` is that of its sections."""

    table: ClassVar[str] = "journey"
    id_field: ClassVar[str] = "journey"
    title_fields: ClassVar[tuple[str, ...]] = ("name",)
    indexed: ClassVar[tuple[str, ...]] = ("journey",)

    journey: str
    name: str
    actor: str
    goal: str
    situation: str
    text: str
    ordinal: int

    @property
    def body(self) -> str:
        return "\n".join(filter(None, (self.actor, self.goal, self.situation, self.text)))


@fact
class JourneyStep(Object):
    """A numbered step of a journey: `1. Ann fills the kettle`; its id has the number as written: `JNY-Tea-01/1`."""

    table: ClassVar[str] = "journey_step"
    kind: ClassVar[str] = "step"
    id_field: ClassVar[str] = "step"
    body_fields: ClassVar[tuple[str, ...]] = ("text",)
    indexed: ClassVar[tuple[str, ...]] = ("journey",)

    step: str
    journey: str
    number: int
    text: str
    ordinal: int

    @property
    def title(self) -> str:
        return self.text.split("\n", 1)[0]


@fact
class Term(Object):
    """A defined term: a line, and below it lines that begin with `: `.

    `fields` maps names in lower case, such as `title` or `url`, to their values; a field without value is true.
    """

    table: ClassVar[str] = "term"
    id_field: ClassVar[str] = "term"
    body_fields: ClassVar[tuple[str, ...]] = ("definition",)

    term: str
    definition: str
    fields: dict[str, Json]
    ordinal: int
