"""Reconciles the units of different files before their entries are read as one log.

A transcript that resumes a session repeats its messages: they are left out, and the conversation becomes a fork of the
one that it continues. A sidechain may have a file of its own: its parent is the conversation of its session, and the
session begins with the first of its files. A note may be linked to by its permalink or file name: such a relation gets
the title of the note as its target.
"""

from collections.abc import Container, Iterable, Iterator, Mapping

from compiler.languages.memory.records import RecordEntry, Unit

_MARKDOWN = ("basic-memory", "auto-memory")


def reconcile(units: Mapping[str, Unit]) -> dict[str, Unit]:
    """Return the units with reconciled entries."""
    titles = _titles_by_alias(units)
    conversation_of: dict[str, str] = {}  # by message
    conversations: set[str] = set()
    result = dict(units)
    for path, unit in units.items():
        if unit.format in _MARKDOWN:
            resolved = (_with_title(entry, titles) for entry in unit.entries)
            result[path] = unit._replace(entries=tuple(_without_repeated_relations(resolved)))
    # Of two transcripts with the same messages, the one that ends first is the original.
    for path in sorted(units, key=lambda file: (_newest_message(units[file]), file)):
        if units[path].format == "claude":
            own = _without_repeated_messages(units[path], conversation_of, conversations)
            result[path] = units[path]._replace(entries=tuple(own))
    first = _first_transcripts(result)
    for path, unit in result.items():
        if unit.format == "claude":
            entries = (entry for entry in unit.entries if entry.type != "session" or first[entry.id] == path)
            result[path] = unit._replace(entries=tuple(_with_parent(entry, conversations) for entry in entries))
    return result


def _titles_by_alias(units: Mapping[str, Unit]) -> dict[str, str]:
    """Map the aliases of notes to their titles. A name that is the title of a note is never an alias of another."""
    entities = [
        entry
        for unit in units.values()
        for entry in unit.entries
        if entry.type == "entity" and unit.format in _MARKDOWN
    ]
    titles = {alias: entity.id for entity in reversed(entities) for alias in entity.fields.get("aliases", ())}
    for entity in entities:
        titles.pop(entity.id, None)
    return titles


def _with_title(entry: RecordEntry, titles: Mapping[str, str]) -> RecordEntry:
    """Give a relation the title of the note that it names by an alias."""
    target = titles.get(entry.fields.get("target", "")) if entry.type == "relation" else None
    return entry if target is None else entry._replace(fields={**entry.fields, "target": target})


def _without_repeated_relations(entries: Iterable[RecordEntry]) -> Iterator[RecordEntry]:
    """Yield the entries of a note without repeated relations, which several aliases of one note may cause."""
    seen: set[tuple[str, ...]] = set()
    for entry in entries:
        link = (
            tuple(entry.fields[name] for name in ("source", "relation", "target")) if entry.type == "relation" else ()
        )
        if not link or link not in seen:
            seen.add(link)
            yield entry


def _first_transcripts(units: Mapping[str, Unit]) -> dict[str, str]:
    """Map each session to the transcript in which it begins."""
    begins: dict[str, tuple[bool, int, str]] = {}
    for path, unit in units.items():
        for entry in unit.entries if unit.format == "claude" else ():
            if entry.type == "session":
                at = entry.fields.get("at")
                beginning = at is None, at.us if at else 0, path
                begins[entry.id] = min(begins.get(entry.id, beginning), beginning)
    return {session: path for session, (_, _, path) in begins.items()}


def _with_parent(entry: RecordEntry, conversations: Container[str]) -> RecordEntry:
    """Give a sidechain without a parent the conversation of its session as parent, if there is one."""
    fields = entry.fields
    if entry.type != "conversation" or fields.get("relation") != "sidechain" or "parent_conversation_id" in fields:
        return entry
    session = fields["session_id"]
    return entry._replace(fields=fields | {"parent_conversation_id": session}) if session in conversations else entry


def _newest_message(unit: Unit) -> int:
    """Return the newest time of the messages of a file, in microseconds, 0 if none has a time."""
    times = (entry.fields.get("at") for entry in unit.entries if entry.type == "message")
    return max((time.us for time in times if time), default=0)


def _without_repeated_messages(
    unit: Unit, conversation_of: dict[str, str], conversations: set[str]
) -> Iterator[RecordEntry]:
    """Yield the entries that no earlier transcript has.

    `conversation_of` (by message) and `conversations` are those of the earlier transcripts; both are extended.
    """
    messages = [entry for entry in unit.entries if entry.type == "message"]
    repeated = {message.id for message in messages if message.id in conversation_of}
    points = {message.fields["conversation_id"]: message.id for message in messages if message.id in repeated}
    own = {message.fields["conversation_id"] for message in messages if message.id not in repeated}
    known = set(conversations)
    for entry in unit.entries:
        if entry.type == "message" and entry.id in repeated:
            continue
        if entry.type == "observation" and entry.fields.get("message") in repeated:
            continue
        if entry.type == "conversation":
            is_repeated = entry.id not in own and entry.fields.get("relation") == "fork"
            if entry.id in known or is_repeated:
                continue
            conversations.add(entry.id)
            entry = _as_fork(entry, points.get(entry.id), conversation_of)
        yield entry
    conversation_of.update(
        (message.id, message.fields["conversation_id"]) for message in messages if message.id not in repeated
    )


def _as_fork(conversation: RecordEntry, point: str | None, conversation_of: Mapping[str, str]) -> RecordEntry:
    """Make a conversation that begins with messages of another one a fork of it, after the message `point`."""
    if point is None or conversation.fields.get("parent_conversation_id") or conversation_of[point] == conversation.id:
        return conversation
    fork = {"parent_conversation_id": conversation_of[point], "fork_point_message_id": point, "relation": "fork"}
    return conversation._replace(fields=conversation.fields | fork)
