"""What was known when, and in which file: versions of records, and the files of the memory."""

from typing import Any, ClassVar

from compiler.model.facts import Fact, fact

Json = Any


@fact
class Version(Fact):
    """One version of a record, as one line states it. `span` is that line.

    Records of every type have versions, numbered by `ordinal` from 1; only messages that never changed have none. `ref`
    and `record_id` name the record. `record_type` is its type without `memory_` (`fact`, `relation`). Facts,
    observations, relations, sessions, conversations, messages and tasks have versions branch by branch: `ordinal`,
    `is_current` and `ends` only regard the versions of the same branch, and `ref` is that of the record on this branch.
    `op` is put or retract; a retraction has no text and no fields.

    `starts` is the time the version was written (`updated_at`, else `at` of the line), in microseconds since 1970.
    `ends` is the time a later version replaces it, None if no version does. The versions known at T are those with
    `op = 'put' AND starts <= T AND (ends IS NULL OR ends > T)`: at most one a record and branch. If clocks ran
    backwards, the last line of the source counts among those written by T. `starts` is None if the line has no time and
    is the first of its record: such a version is known at no T. A later line without a time starts at the newest time
    of the lines before it (`is_inferred`).

    `branch`, `text`, `category`, `status` and `is_active` are those of the version. `text` is the text of a fact, the
    summary of an observation, `source relation target` of a relation. `at_us` and `at_last_us` are the time of the
    event. `fields` are the columns of the record's fact class as this version states them, without the computed ones.
    """

    table: ClassVar[str] = "memory_version"
    indexed: ClassVar[tuple[str, ...]] = ("ref", "record_id", "record_type", "starts")
    packed: ClassVar[tuple[str, ...]] = ("fields",)

    ref: str
    record_id: str
    record_type: str
    ordinal: int
    op: str
    is_current: bool
    branch: str
    text: str
    category: str | None
    status: str
    is_active: bool
    at_us: int | None
    at_last_us: int | None
    starts: int | None
    ends: int | None
    is_inferred: bool
    fields: dict[str, Json]


@fact
class OwnVersion(Fact):
    """A branch has versions of its own of a record that other branches wrote too. Of a record that one branch alone
    wrote there is no such fact. A branch has a conversation for itself as soon as it wrote a message in it.

    A branch sees the version of the nearest branch in its lineage that has its own; nothing if the record
    `is_retracted` there. `ref` is that of the record on this branch. `since` is the earliest time of a version of the
    branch, retractions included, in microseconds; None if none has a time. What counted at T are the own versions with
    `since <= T`.
    """

    table: ClassVar[str] = "memory_own_version"

    record_type: str
    record_id: str
    branch: str
    ref: str
    is_retracted: bool
    since: int | None


@fact
class MemoryTag(Fact):
    """The record with the ref `ref` has the tag: one of its tags, or its category."""

    table: ClassVar[str] = "memory_tag"
    indexed: ClassVar[tuple[str, ...]] = ("ref", "tag")

    ref: str
    tag: str


@fact
class MemorySource(Fact):
    """A file of memory. `counts` are the records of each type. `unknown_types` and `unknown_fields` count the record
    types and fields that are not understood; a field is named `fact.colour`. Records without a branch belong to
    `default_branch`. `latest` is the newest time of an event in the file, None if there is no time in it."""

    table: ClassVar[str] = "memory_source"

    path: str
    format: str
    project: str | None
    default_branch: str
    counts: dict[str, int]
    unknown_types: dict[str, int]
    unknown_fields: dict[str, int]
    latest: str | None
