"""Checks the hash of each requirement."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from compiler.languages.requirements import codes
from compiler.languages.requirements.linking.hashes import FILE_ORDER, SORTED, Hashes, hashes, is_placeholder
from compiler.languages.requirements.linking.spec_item import SpecItem
from compiler.model.diagnostics import Diagnostic
from compiler.model.spans import Span


class HashCheck(NamedTuple):
    """The hash of a requirement as checked: the values of the fields `hash_…` of its fact.

    `right` is the value by the algorithm of the project. It and `hashes` are None if there is nothing to hash.
    """

    state: str
    algorithm: str
    right: str | None
    hashes: Hashes | None


class HashChecks(NamedTuple):
    """The checks of all requirements, the algorithm that most hashes agree with, and findings."""

    by_id: dict[str, HashCheck]
    algorithm: str
    findings: list[Diagnostic]


def check_hashes(requirements: Mapping[str, SpecItem]) -> HashChecks:
    """Check each hash. Without a configuration, the right algorithm is the one that most hashes agree with."""
    right = {
        requirement.id: hashes([(each.label, each.text) for each in requirement.assertions])
        for requirement in requirements.values()
    }
    votes = [
        found.algorithm(requirement.block.hash or "")
        for requirement in requirements.values()
        if (found := right[requirement.id])
    ]
    voted = FILE_ORDER if votes.count(FILE_ORDER) > votes.count(SORTED) else SORTED
    by_id: dict[str, HashCheck] = {}
    findings: list[Diagnostic] = []
    for requirement in requirements.values():
        algorithm = {"older": FILE_ORDER, "newer": SORTED}.get(requirement.configuration.layout, voted)
        by_id[requirement.id] = _check(requirement, right[requirement.id], algorithm)
        findings += _findings(requirement, by_id[requirement.id], algorithm)
    return HashChecks(by_id, voted, findings)


def _check(item: SpecItem, found: Hashes | None, algorithm: str) -> HashCheck:
    if found is None:
        return HashCheck("none", "", None, None)
    written = item.block.hash
    if written is None or is_placeholder(written):
        return HashCheck("missing", "", found.right(algorithm), found)
    matched = found.algorithm(written)
    return HashCheck("right" if matched else "stale", matched, found.right(algorithm), found)


def _findings(item: SpecItem, check: HashCheck, algorithm: str) -> Iterator[Diagnostic]:
    line = item.block.end_line or item.block.header.first
    span = Span(item.path, line, 1, line, 1)
    if check.state == "stale":
        written = item.block.hash
        yield codes.STALE_HASH.at(span, id=item.id, written=written, right=check.right, algorithm=algorithm)
    elif check.state == "missing" and item.configuration.requires_hashes:
        yield codes.MISSING_HASH.at(span, id=item.id, right=check.right, algorithm=algorithm)
