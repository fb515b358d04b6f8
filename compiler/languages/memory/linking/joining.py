"""What one file says in the words of another, put into its own: before versions are made of anything.

A transcript that resumes a session repeats its messages; they are left out, and the conversation becomes a fork of the
one that it goes on from. A sidechain may have a file of its own; it was begun from the conversation of its session, and
the session with the first of its files. A note may be linked to by its permalink or file name; the link leads to its
title.
"""

from collections.abc import Container, Iterable, Iterator, Mapping

from compiler.languages.memory.records import Document, Entry

_MARKDOWN = ("basic-memory", "auto-memory")


def joined(documents: Mapping[str, Document]) -> dict[str, Document]:
    """The files with what they say of each other."""
    names = _names(documents)
    said: dict[str, str] = {}  # a message to its conversation
    talks: set[str] = set()
    found = dict(documents)
    for path, document in documents.items():
        if document.format in _MARKDOWN:
            found[path] = document._replace(entries=tuple(_once(_named(one, names) for one in document.entries)))
    # The one that ends first is the one that the other goes on from.
    for path in sorted(documents, key=lambda one: (_end(documents[one]), one)):
        if documents[path].format == "claude":
            found[path] = documents[path]._replace(entries=tuple(_without_repeats(documents[path], said, talks)))
    first = _first_of_sessions(found)
    for path, document in found.items():
        if document.format == "claude":
            entries = (one for one in document.entries if one.type != "session" or first[one.id] == path)
            found[path] = document._replace(entries=tuple(_begun(one, talks) for one in entries))
    return found


def _names(documents: Mapping[str, Document]) -> dict[str, str]:
    """The further names of notes, with their titles; a title is nobody else's further name."""
    entities = [
        one
        for document in documents.values()
        for one in document.entries
        if one.type == "entity" and document.format in _MARKDOWN
    ]
    further = {alias: one.id for one in reversed(entities) for alias in one.fields.get("aliases", ())}
    for one in entities:
        further.pop(one.id, None)
    return further


def _named(entry: Entry, names: Mapping[str, str]) -> Entry:
    target = names.get(entry.fields.get("target", "")) if entry.type == "relation" else None
    return entry if target is None else entry._replace(fields={**entry.fields, "target": target})


def _once(entries: Iterable[Entry]) -> Iterator[Entry]:
    """The entries of a note, of which two may come to be the same link."""
    seen: set[tuple[str, ...]] = set()
    for one in entries:
        link = tuple(one.fields[name] for name in ("source", "relation", "target")) if one.type == "relation" else ()
        if not link or link not in seen:
            seen.add(link)
            yield one


def _first_of_sessions(documents: Mapping[str, Document]) -> dict[str, str]:
    """The transcript in which each session begins: others of it tell when a part of it did."""
    begins: dict[str, tuple[bool, int, str]] = {}
    for path, document in documents.items():
        for one in document.entries if document.format == "claude" else ():
            if one.type == "session":
                at = one.fields.get("at")
                beginning = at is None, at.us if at else 0, path
                begins[one.id] = min(begins.get(one.id, beginning), beginning)
    return {session: path for session, (_, _, path) in begins.items()}


def _begun(entry: Entry, talks: Container[str]) -> Entry:
    """A sidechain without a parent, as one of the conversation of its session where there is one."""
    told = entry.fields
    if entry.type != "conversation" or told.get("relation") != "sidechain" or "parent_conversation_id" in told:
        return entry
    session = told["session_id"]
    return entry._replace(fields=told | {"parent_conversation_id": session}) if session in talks else entry


def _end(document: Document) -> int:
    """The newest time of the messages of a file, in microseconds; 0 when they have none."""
    times = (one.fields.get("at") for one in document.entries if one.type == "message")
    return max((one.us for one in times if one), default=0)


def _without_repeats(document: Document, said: dict[str, str], talks: set[str]) -> Iterator[Entry]:
    """The entries that no file before has; `said` and `talks` are what these have, and are added to."""
    messages = [one for one in document.entries if one.type == "message"]
    repeated = {one.id for one in messages if one.id in said}
    points = {one.fields["conversation_id"]: one.id for one in messages if one.id in repeated}
    own = {one.fields["conversation_id"] for one in messages if one.id not in repeated}
    known = set(talks)
    for one in document.entries:
        if one.type == "message" and one.id in repeated:
            continue
        if one.type == "observation" and one.fields.get("message") in repeated:
            continue
        if one.type == "conversation":
            is_repeated = one.id not in own and one.fields.get("relation") == "fork"
            if one.id in known or is_repeated:
                continue
            talks.add(one.id)
            one = _going_on(one, points.get(one.id), said)
        yield one
    said.update((one.id, one.fields["conversation_id"]) for one in messages if one.id not in repeated)


def _going_on(talk: Entry, point: str | None, said: Mapping[str, str]) -> Entry:
    """A conversation that begins with messages of another, as a fork of that."""
    if point is None or talk.fields.get("parent_conversation_id") or said[point] == talk.id:
        return talk
    fork = {"parent_conversation_id": said[point], "fork_point_message_id": point, "relation": "fork"}
    return talk._replace(fields=talk.fields | fork)
