"""What was known when, and where it is written."""

from typing import Any, ClassVar

from compiler.model.facts import Fact, fact

Json = Any


@fact
class Version(Fact):
    """One version of a record: what a line says; its span is that line.

    Records of every type have their versions, in the order of `ordinal` from 1, but for messages that were never
    changed. `ref` and `record_id` name the record, `record_type` is its type without `memory_` (`fact`, `relation`).
    `op` is put or retract; a retraction has no text and no fields.

    `starts` is when the version was written, in microseconds since 1970 (`updated_at` or else `at` of the line);
    `ends` is when a later version replaces it, None while none does. What was known at T are the versions with
    `op = 'put' AND starts <= T AND (ends IS NULL OR ends > T)`: one of a record at most. Of several versions that are
    not after T that is the last one of the source, so that a clock that ran backwards changes nothing. `starts` is
    None when the line has no time and is the first of its record: when that was known is not known, and it is known at
    no T. A later line without a time counts from the newest time of the lines before it (`is_inferred`).

    `branch`, `text` (of a fact its text, of an observation its summary, of a relation `source relation target`),
    `category`, `status` and `is_active` are those of the version; `at_us` and `at_last_us` are when it happened.
    `fields` are the fields of the record's fact class as this version has them, those apart that are worked out.
    """

    table: ClassVar[str] = "memory_version"
    indexed: ClassVar[tuple[str, ...]] = ("ref", "record_id", "record_type", "starts")

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
class MemorySource(Fact):
    """A file of memory. `counts` are the lines or records of each type; `unknown_types` and `unknown_fields` count
    what this version has no place for (of fields: `fact.colour`). `default_branch` is where records without a branch
    are put. `latest` is the newest time at which something in it happened, None when it tells none."""

    table: ClassVar[str] = "memory_source"

    path: str
    format: str
    project: str | None
    default_branch: str
    counts: dict[str, int]
    unknown_types: dict[str, int]
    unknown_fields: dict[str, int]
    latest: str | None
