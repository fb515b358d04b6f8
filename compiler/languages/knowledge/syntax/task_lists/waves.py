"""Waves of tasks: the section `Task Dependency Graph` of Kiro, as JSON, as a list, or as a flowchart.

The tasks of a wave wait for those of the wave before it. An edge of a flowchart is one wait.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise, product
from typing import Any

import orjson

from compiler.languages.knowledge.records import Reference
from compiler.text.numbers import whole_number

BY_WAVE = "wave"
MAX_WAITS = 5_000  # of one page
Json = Any

MAY_HAVE_WAVES = re.compile(
    r"^#{1,6}[ \t][^\n]{0,80}\b(?:dependency[ \t]+graph|waves?)\b", re.MULTILINE | re.IGNORECASE
)
_HEADING = re.compile(r"#{1,6}[ \t]")
_FENCE = re.compile(r"[ \t]*(?:`{3}|~{3})[ \t]*(\w*)")
_WAVE = re.compile(r"[ \t>*_-]{0,12}(?:\d{1,3}[.)][ \t]*)?[*_]{0,2}wave[ \t]*#?(\d{1,3})\b([^\n]*)", re.IGNORECASE)
_ID = re.compile(r"(?<![\w.])(?:T\d{1,6}|\d{1,4}(?:\.\d{1,4}){0,4})(?![\w.]*\w)")
_LABEL = re.compile(
    r"\b([\w-]{1,40})[\[({]{1,3}\"?(?:Task[ \t]{1,4})?(T\d{1,6}|\d{1,4}(?:\.\d{1,4}){0,4})(?![\w.]{0,4}\w)"
)
_EDGE = re.compile(r"[-=.]{2,12}>(?:\|[^|\n]{0,60}\|)?")
_NODE = re.compile(r"[ \t]*([\w.-]+?)(?:[\[({>]{1,3}\"?([^\])}\"\n]{0,200})|(?=[ \t;]|$))")

Wait = tuple[str, Reference]  # the id of the task that waits, and its reference


def waits_of_waves(text: str, ids: Collection[str]) -> list[Wait]:
    """What the waves and graphs of a page say that its tasks wait for. `ids` are those of its tasks."""
    if not MAY_HAVE_WAVES.search(text):
        return []
    found: list[Wait] = []
    labels = _labels(text)
    waves: dict[int, list[str]] = {}  # by number, in lists
    line_of_waves = 0
    for number, line, language in _lines_of_graphs(text):
        if language == "json":
            found += _of_json(line, number, ids)
        elif _EDGE.search(line):
            found += _of_edges(line, number, ids, labels)
        elif wave := _WAVE.match(line):
            line_of_waves = line_of_waves or number
            waves.setdefault(whole_number(wave[1]) or 0, []).extend(id_ for id_ in _ID.findall(wave[2]) if id_ in ids)
    found += _between([waves[number] for number in sorted(waves)], line_of_waves)
    return found[:MAX_WAITS]


def _labels(text: str) -> dict[str, str]:
    """The ids of tasks in the labels of the nodes of flowcharts, by the names of the nodes."""
    return {found[1]: found[2] for found in _LABEL.finditer(text)}


def _lines_of_graphs(text: str) -> Iterator[tuple[int, str, str]]:
    """The lines of the sections about waves, with their numbers and the language of the code around. A block of JSON is
    given as one line."""
    is_inside, language = False, ""
    fenced: list[str] = []
    start = 0
    for number, line in enumerate(text.split("\n"), start=1):
        fence = _FENCE.match(line)
        if not language and _HEADING.match(line):
            is_inside = MAY_HAVE_WAVES.match(line) is not None
        elif fence and language:
            if language == "json" and is_inside:
                yield start, "\n".join(fenced), "json"
            language, fenced = "", []
        elif fence:
            language, start = fence[1].lower() or "text", number
        elif language == "json":
            fenced.append(line)
        elif is_inside:
            yield number, line, language


def _of_json(text: str, line: int, ids: Collection[str]) -> Iterator[Wait]:
    try:
        found: Json = orjson.loads(text)
    except orjson.JSONDecodeError:
        return
    listed = found.get("waves") if isinstance(found, dict) else found
    waves = [_tasks_of(wave, ids) for wave in listed] if isinstance(listed, list) else []
    yield from _between(waves, line)


def _tasks_of(wave: Json, ids: Collection[str]) -> list[str]:
    tasks = wave.get("tasks", wave.get("task_ids", [])) if isinstance(wave, dict) else wave
    names = [task.get("id") if isinstance(task, dict) else task for task in tasks] if isinstance(tasks, list) else []
    return [str(name) for name in names if str(name) in ids]


def _of_edges(line: str, number: int, ids: Collection[str], labels: dict[str, str]) -> Iterator[Wait]:
    """What a line of a flowchart says: `A[1.1 Model] --> B & C --> D`."""
    groups = [
        [name for node in part.split("&") if (name := _task_of_node(node, ids, labels))] for part in _EDGE.split(line)
    ]
    for before, after in pairwise(groups):
        yield from ((waiter, _reference(target, number)) for waiter, target in product(after, before))


def _task_of_node(node: str, ids: Collection[str], labels: dict[str, str]) -> str:
    found = _NODE.match(node)
    if not found:
        return ""
    name = found[1]
    dotted = re.sub(r"^[A-Za-z]+_?(?=\d)", "", name).replace("_", ".")
    return next((candidate for candidate in (labels.get(name, ""), name, dotted) if candidate in ids), "")


def _between(waves: Sequence[Sequence[str]], line: int) -> Iterator[Wait]:
    for before, after in pairwise([wave for wave in waves if wave]):
        yield from ((waiter, _reference(target, line)) for waiter, target in product(after, before))


def _reference(target: str, line: int) -> Reference:
    return Reference("blocks", True, BY_WAVE, target, line)
