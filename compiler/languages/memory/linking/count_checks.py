"""Checks of the counts and states that a record gives against those that are computed."""

from collections.abc import Iterator

from compiler.languages.memory import codes
from compiler.languages.memory.linking.conversations import Conversations, LinkedConversation
from compiler.languages.memory.linking.record_log import RecordLog, RecordVersion
from compiler.languages.memory.linking.version_columns import version_columns
from compiler.model.diagnostics import Diagnostic


def count_mismatches(log: RecordLog, conversations: Conversations) -> Iterator[Diagnostic]:
    """Report the records whose counts or states differ from the computed ones."""
    for conversation in conversations.by_ref.values():
        if conversation.is_declared and conversation.history.now.branch == conversation.branch:
            yield from _check_conversation(conversation)
    for history in log.of("handoff"):
        for field, listed in (("fact_count", "fact_ids"), ("conversation_count", "conversation_ids")):
            yield from _check_count(history.now, field, len(history.now.get(listed, ())))
    for history in log.of("bundle"):
        columns = version_columns(history.now)
        if history.now.get("data") is not None:
            for field in ("fact_count", "conversation_count", "relation_count"):
                yield from _check_count(history.now, field, columns[field])
    for history in log.of("task"):
        counted = version_columns(history.now)["progress"]
        for key, stated in history.now.get("progress", {}).items():
            if isinstance(stated, int) and key in counted and stated != counted[key]:
                yield _mismatch(history.now, f"progress.{key}", stated, counted[key])


def _check_conversation(conversation: LinkedConversation) -> Iterator[Diagnostic]:
    now = conversation.history.now
    own = len(conversation.messages)
    stated = now.get("message_count")
    if stated is not None and stated not in (own, own + conversation.shared_count):
        yield _mismatch(now, "message_count", stated, own + conversation.shared_count)
    if now.get("status") == "forked" and not conversation.forks:
        yield _mismatch(now, "status", "'forked'", "active: nothing forks it")


def _check_count(version: RecordVersion, field: str, counted: int) -> Iterator[Diagnostic]:
    stated = version.get(field)
    if stated is not None and stated != counted:
        yield _mismatch(version, field, stated, counted)


def _mismatch(version: RecordVersion, field: str, stated: object, counted: object) -> Diagnostic:
    named = f"{version.entry.type} {version.entry.id}"
    return codes.WRONG_COUNT.at(version.span, id=named, field=field, written=stated, counted=counted)
