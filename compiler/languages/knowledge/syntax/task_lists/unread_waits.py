"""Dependencies of a task that its tool does not read: `blocked_by: …` in Beads, a list that is none, an unknown type.

The tool takes such a task for ready. Whoever wrote it means that it waits, so it is neither.
"""

import re
from collections.abc import Mapping

_WAITING = re.compile(
    r"(?:is[_ -]?)?block(?:ed)?[_ -]?(?:by|on)|blockers?|depend(?:s|ent)?[_ -]?(?:up)?on|dependency|dependencies"
    r"|depends|requires|prerequisites?|wait(?:s|ing)?[_ -]?(?:for|on)"
    r"|bloqu[eé](?:e?s?[_ -]par|ad[oa]s?[_ -]por)|d[ée]pend(?:[_ -]de|e[_ -]d[eio]|ances?|[eê]ncias?|encias)|dipendenze"
    r"|pr[ée]-?requis|pr[eé]r?-?requisitos?|blockiert[_ -](?:von|durch)|abh[äa]ngig(?:keit(?:en)?|[_ -]von)"
    r"|wartet[_ -]auf|voraussetzung(?:en)?|зависит[_ -]от|зависимости|前置(?:依[赖賴]|任务|任務|条件|條件)?"
    r"|依[赖賴存](?:项|項|关系|関係)?|dipende[_ -]da|afhankelijk(?:heden|[_ -]van)|zależ(?:y[_ -]od|ności)"
    r"|predecessors?",
    re.IGNORECASE,
)


def is_waiting_word(word: str) -> bool:
    """Return whether a key or a type says that a task waits: `dependsOn`, `blocked-by`."""
    return _WAITING.fullmatch(word) is not None


def unread_waits(values: Mapping[str, object], *read: str) -> str:
    """Return what is not understood of the `values` of a task, by their keys: another key of waiting than those that
    are `read`; "" if there is none."""
    for key, value in values.items():
        if key not in read and value and is_waiting_word(key):
            return f"its key '{key}' says that it waits, and its format has no such key"
    return ""


def unread_list(values: Mapping[str, object], key: str, kinds: tuple[type, ...]) -> str:
    """Return what is not understood of the list of dependencies of a task, whose items are of these `kinds`; "" if all
    is."""
    listed = values.get(key)
    if not listed or (isinstance(listed, list) and all(isinstance(item, kinds) for item in listed)):
        return ""
    return f"its {key} are written in a form that its format does not have"
