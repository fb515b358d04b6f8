"""The words for statuses that the settings of a project give a meaning."""

from collections.abc import Iterable

from compiler.languages.knowledge.linking.items import BEADS, TASK_MASTER, Item
from compiler.languages.knowledge.records import Settings

_TYPES = {"decisions": "decision", "tasks": "task"}
# Where the rules of a format look at its own words.
_OWN = {
    BEADS: {"todo": "open", "done": "closed", "archived": "closed"},
    TASK_MASTER: {"todo": "pending", "in_progress": "in-progress", "archived": "cancelled"},
}


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
            _set(item, state)


def _set(item: Item, state: str) -> None:
    item.status = item.properties["status"] = state
    item.has_named_status = True
    item.native.pop("status_known", None)
    if scheduling := item.record.scheduling:
        own = _OWN.get(item.group.profile, {}).get(state, state)
        item.record = item.record._replace(scheduling=scheduling._replace(state=own))
