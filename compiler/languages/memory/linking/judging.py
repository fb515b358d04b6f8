"""Verdicts: what the newest judgement of each fact says."""

from typing import Any

from compiler.languages.memory.linking.columns import VERDICTS, judgement, verdict
from compiler.languages.memory.linking.histories import Histories, History

Json = Any


class Verdicts:
    """The newest verdict of a record of its own on each fact. A judgement without a time is older than any other."""

    def __init__(self, made: Histories) -> None:
        self._newest: dict[str, History] = {}
        for one in made.of("verification"):
            if verdict(one.now.get("verdict", "")) in VERDICTS and one.now.get("target_type", "fact") == "fact":
                fact = one.now.get("target_id")
                before = self._newest.get(fact)
                if before is None or _time(before) <= _time(one):
                    self._newest[fact] = one

    def of(self, fact: History) -> dict[str, Json]:
        """The columns that such a verdict overrules; none when the fact itself knows a newer one."""
        found = self._newest.get(fact.id)
        if found is None:
            return {}
        own = judgement(fact.now)
        if own["status"] and own["at"] and own["at"].us > _time(found):
            return {}
        at = found.now.get("at")
        return {
            "verification": verdict(found.now.get("verdict")),
            "verification_reason": found.now.get("explanation"),
            "verified_at": at.text if at else None,
        }


def _time(one: History) -> int:
    at = one.now.get("at")
    return at.us if at else -1
