"""Beads: `issues.jsonl`, one issue per line, and the settings beside it.

A bad line costs that line. Conflict markers are skipped. Unknown fields, statuses and types are kept as they are.
"""

from collections.abc import Iterator, Mapping
from typing import Any

import orjson

from compiler.languages.knowledge.codes import BAD_LINE, BAD_SETTINGS, CONFLICT
from compiler.languages.knowledge.record_values import json_text, task_properties, times_of
from compiler.languages.knowledge.records import Document, EntityRecord, Reference, Scheduling, Settings
from compiler.languages.knowledge.syntax.task_lists.unread_waits import is_waiting_word, unread_list, unread_waits
from compiler.model.diagnostics import Diagnostic
from compiler.model.reasons import words_of
from compiler.model.spans import Span, whole_file
from compiler.text.timestamps import parse_timestamp

Json = Any
MAX_FINDINGS = 100  # in one file
LOWEST_PRIORITY = 4

_CONFLICT_MARKS = ("<<<<<<<", "=======", ">>>>>>>", "|||||||")
_STATUSES = {
    "open": "todo",
    "in_progress": "in_progress",
    "hooked": "in_progress",
    "blocked": "blocked",
    "closed": "done",
    "deferred": "todo",
    "pinned": "todo",
}
_DECISION_STATUSES = {"closed": "accepted"}
_DECISION_TYPES = ("decision", "dec", "adr")
_BLOCKING = ("blocks", "conditional-blocks", "waits-for")
_TIMES = ("started_at", "closed_at", "deleted_at", "compacted_at", "last_activity")
_SECTIONS = (("design", "Design"), ("acceptance_criteria", "Acceptance Criteria"), ("notes", "Notes"))
_MODEL_FIELDS = frozenset(
    {"id", "title", "status", "issue_type", "description", "labels", "dependencies", "_type"}
    | {"created_at", "updated_at", "created_by"}
    | {name for name, _ in _SECTIONS}
)
_DERIVED = frozenset({"dependency_count", "dependent_count", "comment_count", "content_hash"})


def parse_issues(path: str, text: str) -> tuple[Document | None, list[Diagnostic]]:
    """The issues of a file. The document is None when no line is an issue and the file is not in `.beads`."""
    records: list[EntityRecord] = []
    gone: list[str] = []
    found: list[Diagnostic] = []
    for number, line in enumerate(text.split("\n"), 1):
        stripped = line.strip()
        if not stripped:
            continue
        if stripped.startswith(_CONFLICT_MARKS):
            if stripped.startswith("<"):
                found.append(CONFLICT.at(_span(path, number, line)))
            continue
        issue, wrong = _issue(stripped)
        if wrong:
            found.append(BAD_LINE.at(_span(path, number, line), reason=wrong))
        elif issue and issue.get("status") == "tombstone":
            gone.append(issue["id"])
        elif issue:
            records.append(_record(issue, number))
    folder = path.rpartition("/")[0]
    if not records and not gone and folder.rpartition("/")[2] != ".beads":
        return None, []
    return Document(path, "beads", "", _root(path), tuple(records), tuple(gone)), found[:MAX_FINDINGS]


def parse_settings(path: str, text: str) -> tuple[Settings | None, list[Diagnostic]]:
    """The settings of `config.yaml` or `metadata.json`: custom statuses, and whether the file of issues is only an
    export."""
    from compiler.languages.knowledge.front_matter import read_frontmatter

    root = _root(path)
    if path.endswith(".json"):
        try:
            values = orjson.loads(text)
        except orjson.JSONDecodeError:
            return None, [BAD_SETTINGS.at(whole_file(path), path=path, reason="it is no JSON")]
        is_export = isinstance(values, dict) and "dolt" in map(values.get, ("backend", "storage", "database"))
        return Settings(path, "beads", root, is_stale_export=is_export), []
    front = read_frontmatter(f"---\n{text.rstrip()}\n---\n")
    if front.error:
        return None, [BAD_SETTINGS.at(whole_file(path), path=path, reason=front.error)]
    listed = front.values.get("status")
    custom = listed.get("custom", "") if isinstance(listed, dict) else front.values.get("status.custom", "")
    names = custom if isinstance(custom, list) else str(custom).split(",")
    sync = front.values.get("sync")
    mode = sync.get("mode") if isinstance(sync, dict) else front.values.get("sync.mode")
    statuses = tuple(name.strip() for name in names if isinstance(name, str) and name.strip())
    return Settings(path, "beads", root, statuses, is_stale_export=mode == "dolt-native"), []


def parse_deletions(path: str, text: str) -> Settings | None:
    """The ids in the log of deletions. Bad lines are skipped, as Beads does."""
    found = (_issue(line)[0] for line in text.split("\n") if line.strip())
    gone = tuple(dict.fromkeys(dependency["id"].strip() for dependency in found if dependency))
    return Settings(path, "beads", _root(path), gone=gone) if gone else None


def _root(path: str) -> str:
    """The folder of the project of a Beads file."""
    return path.rpartition("/")[0].removesuffix(".beads").rstrip("/")


def _span(path: str, number: int, line: str) -> Span:
    return Span(path, number, 1, number, len(line.rstrip("\r").encode()) + 1)


def _issue(line: str) -> tuple[dict[str, Json] | None, str]:
    """The issue of a line, or what is wrong with it; neither for lines that are not issues by design."""
    try:
        found = orjson.loads(line)
    except orjson.JSONDecodeError as error:
        return None, f"it is no JSON ({words_of(error.msg)})"
    if not isinstance(found, dict):
        return None, "it is no JSON object"
    if "_schema" in found or found.get("_type", "issue") != "issue":
        return None, ""  # a header, or a memory of bd
    if not isinstance(found.get("id"), str) or not found["id"].strip():
        return None, "it has no id"
    return found, ""


def _record(issue: Mapping[str, Json], number: int) -> EntityRecord:
    kind = _text(issue, "issue_type") or "task"
    native_status = _text(issue, "status") or "open"
    rank = min(max(_number(issue, "priority", 2), 0), LOWEST_PRIORITY)
    is_decision = kind in _DECISION_TYPES
    status = _STATUSES.get(native_status, "todo")
    due = parse_timestamp(_text(issue, "due_at"))
    deferred = parse_timestamp(_text(issue, "defer_until"))
    times = times_of(
        _text(issue, "created_at"),
        _text(issue, "updated_at"),
        (*(_text(issue, name) for name in _TIMES), *_comment_times(issue)),
    )
    if is_decision:
        status = _DECISION_STATUSES.get(native_status, "proposed")
        nothing: Json = {"context": None, "consequences": [], "superseded_by": None}
        properties = json_text({"status": status, **nothing})
    else:
        properties = task_properties(status, rank, due.day if due else None, _text(issue, "assignee"))
    is_ephemeral = issue.get("ephemeral") is True or issue.get("wisp") is True
    return EntityRecord(
        type="decision" if is_decision else "task",
        native_id=issue["id"].strip(),
        number=None,
        name=_text(issue, "title").strip() or issue["id"],
        line=number,
        last_line=number,
        status=status,
        properties=properties,
        native=json_text(_native(issue, native_status, kind)),
        content=_content(issue),
        tags=tuple(label for label in _listed(issue, "labels") if isinstance(label, str)),
        times=times,
        created_by=_text(issue, "created_by") or None,
        references=(*_references(issue, number), *_blocked(issue, number)),
        scheduling=Scheduling(
            native_status,
            rank,
            due.day if due else None,
            times.created,
            deferred.text if deferred else None,
            number,
            kind,
            issue.get("pinned") is True,
            is_ephemeral,
            _undecided(issue),
        ),
    )


def _undecided(issue: Mapping[str, Json]) -> str:
    """What says that an issue waits, and is none of the dependencies that Beads reads; "" if nothing does."""
    words = (_dependency_word(each) for each in _listed(issue, "dependencies") if isinstance(each, dict))
    unknown = next((word for word in words if word not in _BLOCKING and is_waiting_word(word)), "")
    of_type = f"it has a dependency of type '{unknown}', which Beads does not know" if unknown else ""
    return of_type or unread_list(issue, "dependencies", (str, dict)) or unread_waits(issue, "dependencies")


def _dependency_word(dependency: Mapping[str, Json]) -> str:
    """The type of a dependency. `bd show --json` embeds the issue that is waited for, under its own names."""
    return _text(dependency, "type") or _text(dependency, "dependency_type") or "blocks"


def _native(issue: Mapping[str, Json], status: str, kind: str) -> dict[str, Json]:
    rest = {name: value for name, value in issue.items() if name not in _MODEL_FIELDS and name not in _DERIVED}
    return {"status": status, "priority": issue.get("priority"), "issue_type": kind} | rest


def _content(issue: Mapping[str, Json]) -> str | None:
    sections = (f"## {title}\n\n{text}" for name, title in _SECTIONS if (text := _text(issue, name)))
    return "\n\n".join(filter(None, (_text(issue, "description"), *sections))) or None


def _references(issue: Mapping[str, Json], line: int) -> Iterator[Reference]:
    for one in _listed(issue, "dependencies"):
        if isinstance(one, str):
            one = {"id": one}
        if not isinstance(one, dict):
            continue
        word = _dependency_word(one)
        target = (_text(one, "depends_on_id") or _text(one, "id") or _text(one, "depends_on")).strip()
        if not target:
            continue
        created = parse_timestamp(_text(one, "created_at"))
        gate = _gate(one.get("metadata")) if word == "waits-for" else ""
        relation = {"parent-child": "belongs_to", "supersedes": "supersedes"}.get(word, "references")
        is_blocking = word in _BLOCKING
        yield Reference(
            "blocks" if is_blocking else relation,
            is_blocking,
            word,
            target,
            line,
            is_quiet=target.startswith("external:"),
            created_at=created.text if created else None,
            gate=gate,
        )


def _blocked(issue: Mapping[str, Json], line: int) -> Iterator[Reference]:
    """What a key of an issue says that waits for it. Beads writes that into the other issue."""
    for target in _listed(issue, "blocks"):
        if isinstance(target, str) and target.strip():
            yield Reference("blocks", False, "blocks", target.strip(), line)


def _gate(metadata: Json) -> str:
    """The gate of a `waits-for` dependency. Its metadata is JSON, or JSON in a string."""
    try:
        found = orjson.loads(metadata) if isinstance(metadata, str) else metadata
    except orjson.JSONDecodeError:
        return ""
    return str(found.get("gate", "")) if isinstance(found, dict) else ""


def _comment_times(issue: Mapping[str, Json]) -> Iterator[str]:
    for comment in _listed(issue, "comments"):
        if isinstance(comment, dict):
            yield _text(comment, "created_at")


def _text(values: Mapping[str, Json], name: str) -> str:
    value = values.get(name)
    return value if isinstance(value, str) else ""


def _number(values: Mapping[str, Json], name: str, default: int) -> int:
    value = values.get(name)
    return value if isinstance(value, int) and not isinstance(value, bool) else default


def _listed(values: Mapping[str, Json], name: str) -> list[Json]:
    value = values.get(name)
    return value if isinstance(value, list) else []
