"""Tasks in Org: headings with a word for a state, `** TODO [#A] Splice :rope:`.

`#+TODO: NEXT WAIT | DONE DROPPED` names the words of a file, those that end a task behind the bar. Without such a line
TODO and DONE count, and the words that people commonly add.
"""

import re
from collections.abc import Sequence

from compiler.languages.knowledge.listed_task import listed_task
from compiler.languages.knowledge.record_values import present, rank_of
from compiler.languages.knowledge.records import Document, EntityRecord, Reference
from compiler.languages.knowledge.trackers.status_words import meaning_of
from compiler.text.timestamps import parse_timestamp

_HEADING = re.compile(
    r"(?P<stars>\*++)[ \t]++(?:(?P<word>[A-Z][A-Z_/-]{1,20})(?=[ \t]|$))?+[ \t]*+(?:\[#(?P<priority>[A-Z0-9])\])?+"
    r"[ \t]*+(?P<title>.*)"
)
_TAGS = re.compile(r":[\w@#%:]+:")  # the last word of a heading
_WORDS = re.compile(r"#\+(?:SEQ_|TYP_)?TODO:[ \t]*(.*)$", re.IGNORECASE)
_WORD = re.compile(r"[^\s(|]+")
_BLOCK = re.compile(r"[ \t]*#\+(begin|end)_\w", re.IGNORECASE)
_TIMES = re.compile(r"(DEADLINE|SCHEDULED):[ \t]*<(\d{4}-\d\d-\d\d)")
_BLOCKER = re.compile(r"^[ \t]*:BLOCKER:[ \t]+(\S[^\n]*)", re.IGNORECASE | re.MULTILINE)
_USUAL = {
    **dict.fromkeys(("TODO", "NEXT", "TASK", "FIXME"), "todo"),
    **dict.fromkeys(("DOING", "STARTED", "WIP", "INPROGRESS", "IN-PROGRESS", "IN_PROGRESS"), "in_progress"),
    **dict.fromkeys(("WAITING", "WAIT", "HOLD", "BLOCKED"), "blocked"),
    **dict.fromkeys(("SOMEDAY", "MAYBE", "DEFERRED", "POSTPONED"), "deferred"),
    **dict.fromkeys(("DONE", "COMPLETE", "COMPLETED", "CANCELLED", "CANCELED"), "done"),
}
_PRIORITIES = {"A": "high", "B": "medium", "C": "low"}


def parse_org(path: str, text: str) -> Document | None:
    """The tasks of a file in Org; None without any."""
    lines = text.split("\n")
    states = _states(lines)
    headings = _headings(lines)
    around: list[tuple[int, str]] = []  # the levels and ids of the tasks around the next heading
    records: list[EntityRecord] = []
    archived = 0  # the level of a heading that is put away
    for (line, heading), (following, _) in zip(headings, [*headings[1:], (len(lines) + 1, None)], strict=False):
        level = len(heading["stars"])
        around = [task for task in around if task[0] < level]
        if not 0 < archived < level:
            archived = level if "ARCHIVE" in _tags(heading["title"]) else 0
        if heading["word"] in states:
            identifier = f"#{len(records) + 1}"
            state = "archived" if archived else states[heading["word"]]
            content = "\n".join(lines[line : following - 1]).rstrip()
            records.append(_record(heading, identifier, state, around[-1][1] if around else "", line, content))
            around.append((level, identifier))
    scope = path.rpartition("/")[2].rpartition(".")[0]
    return Document(path, "org", scope, path.rpartition("/")[0], tuple(records)) if records else None


def _states(lines: Sequence[str]) -> dict[str, str]:
    """The state that each word of a file means."""
    found: dict[str, str] = {}
    for line in lines:
        if named := _WORDS.match(line):
            opened, bar, closed = named[1].partition("|")
            words = _WORD.findall(opened)
            ends = _WORD.findall(closed) if bar else words[-1:]
            found |= {word: _USUAL.get(word) or meaning_of(word).state for word in words}
            found |= dict.fromkeys(ends, "done")
    return found or _USUAL


def _headings(lines: Sequence[str]) -> list[tuple[int, re.Match[str]]]:
    """The headings outside of blocks, by their lines."""
    headings = []
    is_inside = False
    for number, line in enumerate(lines, start=1):
        if block := _BLOCK.match(line):
            is_inside = block[1].lower() == "begin"
        elif not is_inside and line.startswith("*") and (heading := _HEADING.match(line)):
            headings.append((number, heading))
    return headings


def _tags(title: str) -> tuple[str, ...]:
    last = title.rstrip().rpartition(" ")[2]
    return tuple(filter(None, last.split(":"))) if _TAGS.fullmatch(last) else ()


def _record(heading: re.Match[str], identifier: str, state: str, parent: str, line: int, content: str) -> EntityRecord:
    title, tags = heading["title"].rstrip(), _tags(heading["title"])
    times = dict(_TIMES.findall(content))
    blocker = _BLOCKER.search(content)
    starts = parse_timestamp(times["SCHEDULED"]) if "SCHEDULED" in times else None
    return listed_task(
        identifier,
        title.removesuffix(f":{':'.join(tags)}:").strip() or identifier,
        (line, line + (content.count("\n") + 1 if content else 0)),
        state,
        present(status=heading["word"], priority=heading["priority"]),
        order=line,
        undecided=f"it waits for something that is no task here: {blocker[1][:80]}" if blocker else "",
        rank=rank_of(_PRIORITIES.get(heading["priority"] or "", "")),
        content=content or None,
        tags=tags,
        references=(Reference("belongs_to", False, "part of", parent, line),) if parent else (),
        due=times.get("DEADLINE"),
        deferred_until=starts.text if starts else None,
    )
