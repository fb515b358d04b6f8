"""Verification of facts: what a fact says of itself, and the newest verdict that another record gives on it."""

from collections.abc import Mapping
from typing import Any

from compiler.languages.memory.linking.branch_views import BranchViews
from compiler.languages.memory.linking.record_log import RecordHistory, RecordLog, RecordVersion
from compiler.languages.memory.syntax.timestamps import parse_time

Json = Any

VERDICTS = ("verified", "unverified", "invalidated")


def own_verification(version: RecordVersion) -> Mapping[str, Json]:
    """Return what a fact says of its own verification: status, reason and at (a Moment), each None if not given.

    Each is taken from the field `verification`, else from a field of its own, else from the metadata.
    """
    metadata = version.get("metadata", {})
    verification = version.get("verification") or {}
    status = verification.get("status") or version.get("verification_status") or metadata.get("verification_status")
    reason = verification.get("reason") or version.get("verification_reason") or metadata.get("verification_reason")
    at = verification.get("at") or version.get("verified_at") or parse_time(metadata.get("verified_at"))
    return {
        "status": normalized_verdict(status) if isinstance(status, str) else None,
        "reason": reason if isinstance(reason, str) else None,
        "at": at,
    }


def normalized_verdict(written: str) -> str:
    """Return a verdict in lower case if it is one of VERDICTS, any other word as it is."""
    return lowered if (lowered := written.strip().lower()) in VERDICTS else written


class NewestVerdicts:
    """The newest `verification` record of each fact. A record without a time is older than any other.

    It judges the version that its branch sees. If its branch never had the fact, it judges the versions of all
    branches.
    """

    def __init__(self, log: RecordLog, views: BranchViews) -> None:
        self._newest: dict[str, RecordHistory] = {}  # by the ref of the fact
        for history in log.of("verification"):
            is_verdict = normalized_verdict(history.now.get("verdict", "")) in VERDICTS
            if is_verdict and history.now.get("target_type", "fact") == "fact":
                for fact in views.judged("fact", history.now.get("target_id"), history.now.branch):
                    before = self._newest.get(fact.ref)
                    if before is None or _time(before) <= _time(history):
                        self._newest[fact.ref] = history

    def columns_of(self, fact: RecordHistory) -> dict[str, Json]:
        """Return the columns of a fact that its newest verdict overrules; none if the fact itself has a newer one."""
        newest = self._newest.get(fact.ref)
        if newest is None:
            return {}
        own = own_verification(fact.now)
        if own["status"] and own["at"] and own["at"].us > _time(newest):
            return {}
        at = newest.now.get("at")
        return {
            "verification": normalized_verdict(newest.now.get("verdict")),
            "verification_reason": newest.now.get("explanation"),
            "verified_at": at.text if at else None,
        }


def _time(history: RecordHistory) -> int:
    at = history.now.get("at")
    return at.us if at else -1
