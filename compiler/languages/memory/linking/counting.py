"""Numbers and states that a record says and that the other records know better."""

from collections.abc import Iterator

from compiler.languages.memory import codes
from compiler.languages.memory.linking.columns import told_columns
from compiler.languages.memory.linking.conversations import Talk, Talks
from compiler.languages.memory.linking.histories import Histories, Told
from compiler.model.diagnostics import Diagnostic


def wrong_counts(made: Histories, talks: Talks) -> Iterator[Diagnostic]:
    """The records that say something else than what is counted."""
    for talk in talks.by_id.values():
        if talk.is_declared:
            yield from _of_talk(talk)
    for one in made.of("handoff"):
        for field, listed in (("fact_count", "fact_ids"), ("conversation_count", "conversation_ids")):
            yield from _differs(one.now, field, len(one.now.get(listed, ())))
    for one in made.of("bundle"):
        columns = told_columns(one.now)
        if one.now.get("data") is not None:
            for field in ("fact_count", "conversation_count", "relation_count"):
                yield from _differs(one.now, field, columns[field])
    for one in made.of("task"):
        counted = told_columns(one.now)["progress"]
        for key, written in one.now.get("progress", {}).items():
            if isinstance(written, int) and key in counted and written != counted[key]:
                yield _wrong(one.now, f"progress.{key}", written, counted[key])


def _of_talk(talk: Talk) -> Iterator[Diagnostic]:
    now = talk.history.now
    own = len(talk.messages)
    written = now.get("message_count")
    if written is not None and written not in (own, own + talk.shared_count):
        yield _wrong(now, "message_count", written, own + talk.shared_count)
    if now.get("status") == "forked" and not talk.forks:
        yield _wrong(now, "status", "'forked'", "active: nothing forks it")


def _differs(told: Told, field: str, counted: int) -> Iterator[Diagnostic]:
    written = told.get(field)
    if written is not None and written != counted:
        yield _wrong(told, field, written, counted)


def _wrong(told: Told, field: str, written: object, counted: object) -> Diagnostic:
    named = f"{told.entry.type} {told.entry.id}"
    return codes.WRONG_COUNT.at(told.span, id=named, field=field, written=written, counted=counted)
