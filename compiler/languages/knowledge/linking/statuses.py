"""Statuses in the model: of tasks by the settings of their format, and of all by those of the project."""

from collections.abc import Iterable

from compiler.languages.knowledge import codes
from compiler.languages.knowledge.linking.items import BEADS, TASK_MASTER, TRACKER, Group, Item
from compiler.languages.knowledge.records import Settings
from compiler.model.diagnostics import Diagnostic

_DONE = frozenset(
    {"done", "complete", "completed", "closed", "resolved", "finished", "released", "shipped"}
    | {"cancelled", "canceled", "won't do", "wont do", "won’t do", "won't fix", "wontfix", "not doing"}
)
_IN_PROGRESS = ("progress", "doing", "review", "testing", "started", "active", "qa")
_TODO = frozenset({"to do", "todo", "open", "new", "backlog", "draft", "ready", "planned", "pending", ""})
_BEADS = frozenset({"open", "in_progress", "blocked", "deferred", "closed", "pinned", "hooked"})
_BEADS_CATEGORIES = {"active": "todo", "wip": "in_progress", "done": "done", "frozen": "todo"}
_TASK_MASTER = frozenset(
    {"pending", "todo", "deferred", "in-progress", "in_progress", "review", "blocked"}
    | {"done", "completed", "cancelled", "canceled"}
)

_TYPES = {"decisions": "decision", "tasks": "task"}
# Where the rules of a format look at its own words.
_OWN = {
    BEADS: {"todo": "open", "done": "closed", "archived": "closed"},
    TASK_MASTER: {"todo": "pending", "in_progress": "in-progress", "archived": "cancelled"},
}


def set_task_statuses(items: list[Item]) -> list[Diagnostic]:
    """Set the status of every task, and report the words that are unknown."""
    wrong: list[Diagnostic] = []
    for item in items:
        if (item.type != "task" and item.group.format != "beads") or item.has_named_status:
            continue
        native = str(item.native.get("status") or "")
        is_known = True
        if item.group.format == "backlog":
            item.status, is_known = _of_backlog(item, native)
        elif item.group.format == "beads" and native not in _BEADS:
            status, is_known = _of_beads(native, item.group)
            item.status = status if item.type == "task" else item.status
        elif item.group.format == "task-master":
            is_known = native in _TASK_MASTER
        elif item.group.profile == TRACKER:
            is_known = item.native.get("status_known") != "no"
        elif item.group.format == "medulla" and item.native.get("status_certain") is False:
            _restore_in_progress(item)
        if item.type == "task":
            item.properties["status"] = item.status
        if not is_known:
            item.undecided = f"nothing says what its status '{native[:80]}' means"
            wrong.append(codes.UNKNOWN_STATUS.at(item.span, status=native, id=item.id, counted=f"'{item.status}'"))
    return wrong


def _of_backlog(item: Item, native: str) -> tuple[str, bool]:
    """The status of a task of Backlog.md, and whether its word is known. Words are free: the first of the settings
    means to do, the last done."""
    assert item.record.scheduling
    if item.record.scheduling.state == "archived":
        return "archived", True
    word = native.strip().strip("\"'").casefold()
    listed = [status.strip().casefold() for status in item.group.statuses]
    if item.record.scheduling.state == "done" or word in _DONE or (listed and word == listed[-1]):
        return "done", True
    if word == "archived":
        return word, True
    if word in _TODO or (listed and word == listed[0]):
        return "todo", True
    if "block" in word or "hold" in word:
        return "blocked", True
    if word in listed or any(part in word for part in _IN_PROGRESS):
        return "in_progress", True
    return "todo", False


def _of_beads(native: str, group: Group) -> tuple[str, bool]:
    """The status for a custom word of Beads, defined as `awaiting:wip` in the settings, and whether it is defined.
    Without a category it is to do."""
    for setting in group.settings:
        for custom in setting.statuses:
            name, _, category = custom.partition(":")
            if name.strip() == native:
                return _BEADS_CATEGORIES.get(category.strip(), "todo"), True
    return "todo", False


def _restore_in_progress(item: Item) -> None:
    """A Medulla snapshot lists tasks in progress as open, but its overview names the latest of them."""
    if any(item.record.number in setting.in_progress for setting in item.group.settings):
        item.status = "in_progress"
        item.native |= {"status": item.status, "status_certain": True}


def apply_status_words(items: Iterable[Item], settings: Iterable[Settings]) -> None:
    """Give each entity the status that the settings say its word means. It counts as known, whatever its format."""
    words = {
        (_TYPES[named.kind], word): state
        for setting in settings
        for named in setting.named
        for word, state in named.words
    }
    if not words:
        return
    for item in items:
        word = " ".join(str(item.native.get("status") or "").split()).casefold()
        state = words.get((item.type, word))
        if state:
            _set_named(item, state)


def _set_named(item: Item, state: str) -> None:
    item.status = item.properties["status"] = state
    item.has_named_status = True
    item.native.pop("status_known", None)
    if scheduling := item.record.scheduling:
        own = _OWN.get(item.group.profile, {}).get(state, state)
        item.record = item.record._replace(scheduling=scheduling._replace(state=own))
