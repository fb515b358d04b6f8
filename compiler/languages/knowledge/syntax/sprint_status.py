"""The status of a sprint in BMAD: `sprint-status.yaml`, whose `development_status` gives each epic and story a word."""

import re

from compiler.languages.knowledge.listed_task import listed_task
from compiler.languages.knowledge.records import IN_REVIEW, Document, EntityRecord, Reference
from compiler.languages.knowledge.trackers.status_words import meaning_of

_HEAD = re.compile(r"development_status:[ \t]*(?:#[^\n]*)?$")
_ENTRY = re.compile(
    r"[ \t]+[\"']?([A-Za-z0-9][\w.-]{0,200})[\"']?[ \t]*+:"
    r"(?:[ \t]*+[\"']?([A-Za-z][\w -]{0,40}?)[\"']?)?[ \t]*+(?:#[^\n]*)?$"
)
_EPIC = "epic-"
# Epics are counted, with others put between: `epic-12`, `epic-12.5`, `epic-11a`, `epic-rig-2` with `rig-2-1-hoist`.
_STORY = re.compile(
    rf"(?!{_EPIC})((?:[a-z]{{1,12}}-){{0,2}}\d{{1,4}}(?:\.\d{{1,3}})?[a-z]?)-(\d{{1,4}}[a-z]?)(?:-(.+))?$"
)
# What words mean here, beside those of any workflow: a story of the backlog is not written yet.
_STATES = {
    **dict.fromkeys(("review", "ready-for-review"), IN_REVIEW),
    **dict.fromkeys(("ready-for-dev", "ready", "contexted"), "todo"),
    **dict.fromkeys(("backlog", "drafted", "draft", "optional"), "draft"),
    **dict.fromkeys(("deferred", "postponed", "on-hold"), "deferred"),
}


def parse_sprint_status(path: str, text: str) -> Document | None:
    """The stories of a sprint as tasks, each a part of its epic; None if the file has no such list. Retrospectives are
    no work of the project."""
    records: list[EntityRecord] = []
    is_inside = False
    for number, line in enumerate(text.split("\n"), start=1):
        if line[:1].strip() and not line.startswith("#"):
            is_inside = _HEAD.match(line) is not None
        elif not is_inside or not (found := _ENTRY.match(line)) or found[1].endswith("-retrospective"):
            continue
        elif found[1] == "status" and records:  # of the story above, which is a map
            records.append(_record(records[-1].native_id, (found[2] or "").strip(), records.pop().line, len(records)))
        elif found[2] or _STORY.match(found[1]):
            records.append(_record(found[1], (found[2] or "").strip(), number, len(records)))
    return Document(path, "bmad", "", path.rpartition("/")[0], tuple(records)) if records else None


def _record(name: str, word: str, line: int, order: int) -> EntityRecord:
    story = _STORY.match(name)
    meaning = meaning_of(word)
    state = _STATES.get(word.casefold()) or (meaning.state if word and meaning.is_known else "")
    is_epic = name.startswith(_EPIC)
    above = f"{_EPIC}{story[1]}" if story else ""
    return listed_task(
        name,
        (story[3] or name if story else name).replace("-", " "),
        (line, line),
        "draft" if is_epic and state in ("", "todo", "deferred") else state or "todo",
        {"status": word, "is_epic": True} if is_epic else {"status": word},
        order=order,
        undecided="" if state else f"nothing says what its status '{word}' means",
        references=(Reference("belongs_to", False, "part of", above, line, is_quiet=True),) if above else (),
    )
