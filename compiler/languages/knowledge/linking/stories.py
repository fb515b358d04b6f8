"""Stories of BMAD, whose `sprint-status.yaml` says what state each has; what their pages say may be old."""

import re
from collections.abc import Sequence

from compiler.languages.knowledge.linking.items import BMAD, TASK_PAGE, Item
from compiler.languages.knowledge.records import IN_REVIEW, OF_FINISHED_PAGE

_STORY = re.compile(r"(\d{1,4}(?:\.\d{1,3})?[a-z]?)-(\d{1,4}[a-z]?)(?=[-._]|$)")
_DOTTED = re.compile(r"(\d{1,4})\.(\d{1,4})(?=[-._])")  # the page of a story may be `2.3.story.md`
_FOLDER_OF_STORIES = re.compile(r"(?:^|[/_-])stor(?:y|ies)(?:[/_-]|$)", re.IGNORECASE)
_PUT_OFF = ("draft", "deferred", "blocked")


def follow_stories(items: Sequence[Item]) -> list[Item]:
    """Return the items without the pages of stories that a list has. The open boxes on such a page get the state of the
    story: where that is done, nothing is left to be worked on, and where it is put off or not understood, the boxes are
    too."""
    sprints: dict[str, dict[str, Item]] = {}  # by the folder of the list; stories by their numbers and their names
    for item in items:
        if item.group.format == BMAD:
            stories = sprints.setdefault(item.group.root, {})
            stories[item.record.native_id] = item
            if numbers := _STORY.match(item.record.native_id):
                stories[numbers[0]] = item
    if not sprints:
        return [*items]
    left: list[Item] = []
    for item in items:
        story = _story_of(item.path, sprints) if item.group.format != BMAD else None
        if story and item.record.scheduling is not None and item.status not in ("done", "archived"):
            _follow(item, story)
        if story is None or item.group.format != TASK_PAGE:
            left.append(item)
    return left


def _story_of(path: str, sprints: dict[str, dict[str, Item]]) -> Item | None:
    """The story whose page a path is, by its name or the numbers that it begins with: in the innermost folder with a
    list, or in a folder of stories beside the only one."""
    folder, _, name = path.rpartition("/")
    numbers, dotted = _STORY.match(name), _DOTTED.match(name)
    names = [name.rpartition(".")[0], numbers[0] if numbers else "", f"{dotted[1]}-{dotted[2]}" if dotted else ""]
    around = [root for root in sprints if not root or f"{folder}/".startswith(f"{root}/")]
    if not around and len(sprints) == 1 and _FOLDER_OF_STORIES.search(folder):
        around = list(sprints)
    near = sprints[max(around, key=len)] if around else {}
    return next((near[key] for key in names if key in near), None)


def _follow(item: Item, story: Item) -> None:
    scheduling, record = story.record.scheduling, item.record
    if scheduling is None or record.scheduling is None:
        return
    if story.status == "done":
        item.record = record._replace(scheduling=record.scheduling._replace(state=OF_FINISHED_PAGE))
    elif scheduling.state in _PUT_OFF:
        item.record = record._replace(scheduling=record.scheduling._replace(state="deferred"))
    elif record.scheduling.state == IN_REVIEW:
        item.record = record._replace(scheduling=record.scheduling._replace(state=item.status))
    item.undecided = item.undecided or (f"of its story {story.undecided}" if story.undecided else "")
