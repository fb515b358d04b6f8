"""What specifications state: requirements, assertions, prose, journeys and terms."""

from typing import Any, ClassVar

from compiler.model.facts import Object, fact

Json = Any


@fact
class Requirement(Object):
    """A requirement: `## REQ-p00060: Kettle` to its End marker. Its span is that whole block.

    `requirement` is its id. Of several definitions of one id the first keeps it; a later one is
    `REQ-d00001#<file stem>`, and `duplicate_of` names the first. `level` is the key of a configured level (`prd`) or
    the text as written, "Unknown" when absent; `status` as written, "Unknown" when absent. `role` is what the status
    means: active, provisional, aspirational or retired; only the first two count as active.

    `parents` are `{"id", "kind", "labels"}`, one entry a parent and kind, Implements before Refines before the others,
    as declared; `labels` is empty when the whole requirement is cited. `children` are the ids of the requirements that
    implement or refine it or one of its assertions. A requirement that cites itself has itself in neither.
    `is_root`: it has no parents. `is_orphan`: it has none and its level is not the topmost. `in_cycle`: it is its own
    ancestor; `cycle` numbers the strongly connected component, from 1.

    `hash` is the one written, None when absent. `hash_sorted` and `hash_file_order` are the right ones by the two
    algorithms, None without assertions. `hash_algorithm` is the one that matches, "" when none does; `hash_state` is
    right, stale, missing (there is none, or a placeholder) or none (nothing to hash). `right_hash` is the right
    value by the algorithm of the project.

    `text` is what it says: preamble, assertions and sections, without headings and metadata. `changelog` has
    `{"date", "hash", "order", "author", "reason"}`. `satisfies` are the ids of templates that it satisfies.
    """

    table: ClassVar[str] = "requirement"
    kind: ClassVar[str] = "requirement"
    indexed: ClassVar[tuple[str, ...]] = ("requirement",)

    requirement: str
    name: str
    level: str
    status: str
    role: str
    is_active: bool
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
    text: str
    changelog: tuple[Json, ...]
    ordinal: int

    @property
    def id(self) -> str:
        return self.requirement

    @property
    def title(self) -> str:
        return self.name

    @property
    def body(self) -> str:
        return self.text


@fact
class Assertion(Object):
    """One testable statement of a requirement: `A. The kettle SHALL boil.`; its id is `REQ-p00060-A`.

    `text` keeps its lines. `directive` is the word of a leading `<RETIRED>`, `[…]` or `{…}`, else "". A retired one
    (`is_retired`) keeps its label, counts in no coverage, and what cites it is broken. Of two with one label the first
    keeps it; the later one is `REQ-p00060-A#2` (`label` stays `A`).
    """

    table: ClassVar[str] = "assertion"
    kind: ClassVar[str] = "assertion"
    indexed: ClassVar[tuple[str, ...]] = ("requirement", "assertion")

    assertion: str
    requirement: str
    label: str
    text: str
    directive: str
    is_retired: bool
    ordinal: int

    @property
    def id(self) -> str:
        return self.assertion

    @property
    def title(self) -> str:
        first, _, _ = self.text.partition("\n")
        return f"{self.label}. {first.rstrip()}"

    @property
    def body(self) -> str:
        return self.text


@fact
class Remainder(Object):
    """Prose that is no assertion: a section of a requirement or journey, or what stands between requirements.

    `owner` is the requirement or journey, "" for prose of the file. `part` is preamble (before the first heading),
    section, changelog, assertions (prose inside the Assertions section) or prose. Its id is `REQ-p00060:section:1`, or
    `spec/kettle.md:12` for prose of a file.
    """

    table: ClassVar[str] = "remainder"
    kind: ClassVar[str] = "remainder"
    indexed: ClassVar[tuple[str, ...]] = ("owner",)

    remainder: str
    owner: str
    part: str
    heading: str
    text: str
    ordinal: int

    @property
    def id(self) -> str:
        return self.remainder

    @property
    def title(self) -> str:
        return self.heading or self.text.partition("\n")[0][:80]

    @property
    def body(self) -> str:
        return "" if self.owner else self.text  # what an owner says is found under the owner


@fact
class Journey(Object):
    """A user journey: `# JNY-Tea-01: First cup`. Its span is the whole block; `text` what its sections say."""

    table: ClassVar[str] = "journey"
    kind: ClassVar[str] = "journey"
    indexed: ClassVar[tuple[str, ...]] = ("journey",)

    journey: str
    name: str
    actor: str
    goal: str
    situation: str
    text: str
    ordinal: int

    @property
    def id(self) -> str:
        return self.journey

    @property
    def title(self) -> str:
        return self.name

    @property
    def body(self) -> str:
        return "\n".join(filter(None, (self.actor, self.goal, self.situation, self.text)))


@fact
class JourneyStep(Object):
    """A numbered step of a journey: `1. Ann fills the kettle`; its id is `JNY-Tea-01/1`, by the number written."""

    table: ClassVar[str] = "journey_step"
    kind: ClassVar[str] = "step"
    indexed: ClassVar[tuple[str, ...]] = ("journey",)

    step: str
    journey: str
    number: int
    text: str
    ordinal: int

    @property
    def id(self) -> str:
        return self.step

    @property
    def title(self) -> str:
        return self.text.split("\n", 1)[0]

    @property
    def body(self) -> str:
        return self.text


@fact
class Term(Object):
    """A defined term: a line, and under it lines that begin with `: `. `fields` maps lower-case names such as `title`
    or `url` to what the definition says of them; a field without a value (`Reference`) is true."""

    table: ClassVar[str] = "term"
    kind: ClassVar[str] = "term"

    term: str
    definition: str
    fields: dict[str, Json]
    ordinal: int

    @property
    def id(self) -> str:
        return self.term

    @property
    def body(self) -> str:
        return self.definition
