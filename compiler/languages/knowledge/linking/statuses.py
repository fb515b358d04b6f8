"""Statuses of tasks that their own file does not tell the meaning of: the settings of their project do."""

from compiler.languages.knowledge import codes
from compiler.languages.knowledge.linking.stated import Group, Item
from compiler.model.diagnostics import Diagnostic

_DONE = frozenset(
    {"done", "complete", "completed", "closed", "resolved", "finished", "released", "shipped"}
    | {"cancelled", "canceled", "archived", "won't do", "wont do", "won’t do", "won't fix", "wontfix", "not doing"}
)
_BEGUN = ("progress", "doing", "review", "testing", "started", "active", "qa")
_TODO = frozenset({"to do", "todo", "open", "new", "backlog", "draft", "ready", "planned", "pending", ""})
_BEADS = frozenset({"open", "in_progress", "blocked", "deferred", "closed", "pinned", "hooked"})
_BEADS_CATEGORIES = {"active": "todo", "wip": "in_progress", "done": "done", "frozen": "todo"}
_TASK_MASTER = frozenset(
    {"pending", "todo", "deferred", "in-progress", "in_progress", "review", "blocked"}
    | {"done", "completed", "cancelled", "canceled"}
)


def settle_tasks(items: list[Item]) -> list[Diagnostic]:
    """Gives every task its status in the model."""
    wrong: list[Diagnostic] = []
    for item in items:
        if item.type != "task" and item.group.format != "beads":
            continue
        native = str(item.native.get("status") or "")
        known = True
        if item.group.format == "backlog":
            item.status, known = _of_backlog(item, native)
        elif item.group.format == "beads" and native not in _BEADS:
            status, known = _of_beads(native, item.group)
            item.status = status if item.type == "task" else item.status
        elif item.group.format == "task-master":
            known = native in _TASK_MASTER
        elif item.group.format == "medulla" and item.native.get("status_certain") is False:
            _recover(item)
        if item.type == "task":
            item.properties["status"] = item.status
        if not known:
            wrong.append(codes.UNKNOWN_STATUS.at(item.span, status=native, id=item.id, counted=f"'{item.status}'"))
    return wrong


def _of_backlog(item: Item, native: str) -> tuple[str, bool]:
    """A status of Backlog.md, which are free words: the last of the settings is done, the first is to do."""
    assert item.entry.work
    word = native.strip().strip("\"'").casefold()
    listed = [one.strip().casefold() for one in item.group.statuses]
    if item.entry.work.state == "done" or word in _DONE or (listed and word == listed[-1]):
        return "done", True
    if word in _TODO or (listed and word == listed[0]):
        return "todo", True
    if "block" in word or "hold" in word:
        return "blocked", True
    if word in listed or any(one in word for one in _BEGUN):
        return "in_progress", True
    return "todo", False


def _of_beads(native: str, group: Group) -> tuple[str, bool]:
    """A status that a project made up, as `awaiting:wip`; one without category is still to do."""
    for one in group.settings:
        for custom in one.statuses:
            name, _, category = custom.partition(":")
            if name.strip() == native:
                return _BEADS_CATEGORIES.get(category.strip(), "todo"), True
    return "todo", False


def _recover(item: Item) -> None:
    """A snapshot shows begun tasks as open ones, but its overview names the latest of them."""
    if any(item.entry.number in one.in_progress for one in item.group.settings):
        item.status = "in_progress"
        item.native |= {"status": item.status, "status_certain": True}
