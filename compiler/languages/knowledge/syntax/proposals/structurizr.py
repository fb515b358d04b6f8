"""Decisions in the workspace of Structurizr, `workspace.json`: those of the documentation of the workspace and of its
software systems, containers and components."""

import re
from bisect import bisect_left
from collections.abc import Iterator
from typing import Any

import orjson

from compiler.languages.knowledge.codes import BAD_DATE
from compiler.languages.knowledge.record_values import (
    decision_native,
    decision_properties,
    times_of,
)
from compiler.languages.knowledge.records import Document, EntityRecord, Reference
from compiler.languages.knowledge.syntax.decisions.statuses import status_of
from compiler.model.diagnostics import Diagnostic
from compiler.model.spans import Span
from compiler.text.timestamps import is_without_day, parse_timestamp

Json = Any
MAX_DEPTH = 4  # workspace, software system, container, component


def parse_workspace(path: str, text: str) -> tuple[list[Document], list[Diagnostic]]:
    """The decisions of a workspace, a document for each element that has some; none for a file of another tool."""
    try:
        found = orjson.loads(text)
    except orjson.JSONDecodeError:
        return [], []  # VS Code and others name files so, too
    if not isinstance(found, dict) or not isinstance(found.get("model"), dict | None):
        return [], []
    documents: list[Document] = []
    findings: list[Diagnostic] = []
    finder = _Lines(text)
    for scope, listed in _documentations(found):
        records = []
        for listed_decision in listed:
            if (
                isinstance(listed_decision, dict)
                and str(listed_decision.get("id") or "").strip()
                and str(listed_decision.get("title") or "").strip()
            ):
                record, found_here = _record(path, listed_decision, finder)
                records.append(record)
                findings += found_here
        if records:
            documents.append(Document(path, "structurizr", scope, path.rpartition("/")[0], tuple(records)))
    return documents, findings


def _documentations(workspace: dict[str, Json]) -> Iterator[tuple[str, list[Json]]]:
    """Yield the decisions of the workspace, then of each element, with the names that lead to it."""
    yield "structurizr", _decisions(workspace)
    model = workspace.get("model")
    yield from _of_elements(model if isinstance(model, dict) else {}, "softwareSystems", "", 1)


def _of_elements(parent: dict[str, Json], key: str, names: str, depth: int) -> Iterator[tuple[str, list[Json]]]:
    below = {"softwareSystems": "containers", "containers": "components"}
    listed = parent.get(key)
    for listed_item in listed if isinstance(listed, list) else ():
        if isinstance(listed_item, dict) and depth < MAX_DEPTH:
            name = "-".join(str(listed_item.get("name") or listed_item.get("id") or "").lower().split())
            path = f"{names}/{name}" if names else name
            yield path, _decisions(listed_item)
            if key in below:
                yield from _of_elements(listed_item, below[key], path, depth + 1)


def _decisions(element: dict[str, Json]) -> list[Json]:
    documentation = element.get("documentation")
    found = documentation.get("decisions") if isinstance(documentation, dict) else None
    return found if isinstance(found, list) else []


class _Lines:
    """Finds the lines of decisions by their titles, in the order of the file."""

    def __init__(self, text: str) -> None:
        self._at = 0
        self._breaks = [found.start() for found in _BREAK.finditer(text)]
        self._places: dict[str, list[int]] = {}  # of each text in quotes
        for found in _STRING.finditer(text):
            self._places.setdefault(_decoded(found[0]), []).append(found.start())

    def line(self, title: str) -> int:
        places = self._places.get(title)
        if not places:
            return 1
        following = bisect_left(places, self._at)
        at = places[following] if following < len(places) else places[0]
        self._at = at + 1
        return bisect_left(self._breaks, at) + 1


_BREAK = re.compile("\n")
_STRING = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*(?:"|\\?\Z)', re.DOTALL)


def _decoded(written: str) -> str:
    """The text that JSON writes so; what it writes if that is no JSON."""
    if "\\" not in written:
        return written[1:-1]
    try:
        return str(orjson.loads(written))
    except orjson.JSONDecodeError:
        return written


def _record(path: str, decision: dict[str, Json], finder: _Lines) -> tuple[EntityRecord, list[Diagnostic]]:
    identifier, title = str(decision["id"]).strip(), str(decision["title"]).strip()
    line = finder.line(str(decision["title"]))
    word = str(decision.get("status") or "").strip()
    references = tuple(_references(decision, line))
    successor = next((each.target for each in references if each.is_reversed), None)
    status = "superseded" if successor else (status_of(word) or "proposed") if word else "accepted"
    date = str(decision.get("date") or "").strip()
    times = times_of(date)
    findings = []
    if date and not parse_timestamp(date) and not is_without_day(date):
        findings.append(BAD_DATE.at(Span(path, line, 1, line, 1), text=date, id=f"'{title}'"))
    content = decision.get("content")
    record = EntityRecord(
        type="decision",
        native_id=identifier,
        number=int(identifier) if identifier.isdecimal() and len(identifier) < 9 else None,
        name=title,
        line=line,
        last_line=line,
        status=status,
        properties=decision_properties(status, successor),
        native=decision_native(
            word,
            is_known=bool(status_of(word)),
            line=line if word else None,
            recognised_by="it stands in the documentation of a workspace of Structurizr",
            fields={"format": str(decision["format"])} if decision.get("format") else {},
        ),
        content=content if isinstance(content, str) and content.strip() else None,
        times=times,
        references=references,
    )
    return record, findings


def _references(decision: dict[str, Json], line: int) -> Iterator[Reference]:
    """Yield the links of a decision: their description is a verb, such as `superseded by`."""
    listed = decision.get("links")
    for link in listed if isinstance(listed, list) else ():
        if not isinstance(link, dict) or not str(link.get("id") or "").strip():
            continue
        word = str(link.get("description") or "links").strip().lower()
        verb = word.replace("superceded", "superseded").replace("supercedes", "supersedes")
        is_passive = verb.startswith(("superseded", "replaced"))
        is_supersession = is_passive or verb.startswith(("supersedes", "replaces"))
        relation = "supersedes" if is_supersession else "references"
        yield Reference(relation, is_passive, word, str(link["id"]).strip(), line, is_quiet=not is_supersession)
