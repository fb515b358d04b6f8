"""Verdicts of generated sources: chains of decisions, requirements, changes and pages whose verdicts are known.

What is expected is reckoned from the rules of docs/verdicts.md, and not from facts.
"""

from itertools import combinations
from pathlib import Path
from random import Random

import pytest

from tests.closing import compile_source
from tests.queries.asking import all_rows

SOURCES = [*range(8), *(pytest.param(seed, marks=pytest.mark.long("a build of each source")) for seed in range(8, 40))]
STATUSES = (
    "Accepted",
    "Accepted",
    "Accepted",
    "Proposed",
    "Proposed",
    "Rejected",
    "Deprecated",
    "Superseded",
    "Odd",
    "",
)
Expected = set[tuple[str, str]]


def _reached(start: int, newer: dict[int, set[int]]) -> set[int]:
    found: set[int] = set()
    waiting = [*newer.get(start, ())]
    while waiting:
        node = waiting.pop()
        if node not in found:
            found.add(node)
            waiting += newer.get(node, ())
    return found


def _decisions(random: Random, folder: Path) -> Expected:
    """Write decisions that replace each other, are cited by code and link to what is gone."""
    count = random.randint(4, 14)
    numbers = range(1, count + 1)
    status = {number: random.choice(STATUSES) for number in numbers}
    cited = {number for number in numbers if random.random() < 0.4}
    broken = {number for number in numbers if random.random() < 0.3}
    stated: dict[int, set[int]] = {}  # successors, by the decision that they replace
    said_by_older: set[tuple[int, int]] = set()
    lines: dict[int, list[str]] = {number: [] for number in numbers}
    for _ in range(random.randint(0, count)):
        older, newer = random.sample(numbers, 2)
        if random.random() < 0.85:
            older, newer = sorted((older, newer))
        if newer in stated.get(older, ()):
            continue
        stated.setdefault(older, set()).add(newer)
        if random.random() < 0.3 and status[older] == "Superseded":
            lines[older].append(f"Superseded by ADR-{newer:04}")
            said_by_older.add((older, newer))
        else:
            lines[newer].append(f"Supersedes ADR-{older:04}")
    for number in numbers:
        log = f"See [the log](../gone-{number}.md)." if number in broken else "See [the page](../page.md)."
        if lines[number] and lines[number][0].startswith("Superseded by"):
            said = lines[number]
        else:
            said = [status[number], *lines[number]]
        text = "\n\n".join(filter(None, said))
        page = f"# {number}. Press number {number}\n\n## Status\n\n{text}\n\n## Context\n\n{log}\n"
        _write(folder / f"docs/adr/{number:04}-press-{number}.md", page)
    _write(folder / "docs/page.md", "# A page\n")
    comments = "\n".join(f"# See ADR-{number:04}." for number in sorted(cited))
    _write(folder / "src/press.py", f"# Implements: REQ-d00001\n{comments}\ndef press(): ...\n")

    effective = {
        older: {one for one in ones if status[one] not in ("Proposed", "Rejected")} for older, ones in stated.items()
    }
    effective = {older: ones for older, ones in effective.items() if ones}
    circle = {number for number in numbers if number in _reached(number, stated)}
    held = {one for one in numbers if status[one] == "Accepted" and one not in effective and one not in circle}
    expected: Expected = {("in_force", _adr(number)) for number in held}
    expected |= {("contested", _adr(number)) for number in circle}
    for number in numbers:
        if number not in circle and (number in effective or status[number] == "Superseded"):
            expected.add(("replaced", _adr(number)))
        if status[number] == "Proposed" and number in cited and number not in effective:
            expected.add(("built", _adr(number)))
        over = status[number] in ("Superseded", "Deprecated", "Rejected") or number in effective
        over = over or (not status[number] and number in stated)  # who states nothing is what others say
        if number in broken and not over:
            expected.add(("broken_ground", _adr(number)))
    for older, ones in stated.items():
        for first, second in combinations(sorted(ones & held), 2):
            if not {(older, first), (older, second)} <= said_by_older:
                expected |= {("contested", _adr(first)), ("contested", _adr(second))}
    return expected


def _adr(number: int) -> str:
    return f"k:decision/ADR-{number:04}"


def _requirements(random: Random, folder: Path) -> Expected:
    """Write requirements of which code cites some. `src/press.py` cites the first."""
    status = {1: "Active"} | {
        number: random.choice(("Active", "Active", "Draft", "Odd", "Superseded")) for number in range(2, 9)
    }
    cited = {1} | {number for number in status if random.random() < 0.6}
    blocks = [
        f"## REQ-d{number:05}: Part {number}\n\n**Level**: Dev | **Status**: {word}\n\n## Assertions\n\n"
        f"A. The press SHALL have part {number}.\n\n*End* *Part {number}*\n"
        for number, word in status.items()
    ]
    _write(folder / "spec/press.md", "\n".join(blocks))
    comments = [f"# Implements: REQ-d{number:05}-A\ndef part_{number}(): ...\n" for number in sorted(cited - {1})]
    _write(folder / "src/parts.py", "\n\n".join(comments))
    active = {number for number, word in status.items() if word == "Active"}
    expected: Expected = {("in_force", f"r:REQ-d{number:05}") for number in active}
    if 2 * len(active & cited) >= len(active):
        expected |= {("unbuilt", f"r:REQ-d{number:05}") for number in active - cited}
    for number, word in status.items():
        if word == "Draft" and number in cited:
            expected.add(("built", f"r:REQ-d{number:05}"))
        if word == "Superseded":
            expected.add(("replaced", f"r:REQ-d{number:05}"))
    return expected


def _changes(random: Random, folder: Path) -> Expected:
    """Write OpenSpec changes that modify some requirements, with their tasks."""
    names = [f"part-{number}" for number in range(4)]
    scenario = "#### Scenario: it turns\n\n- **WHEN** it is turned\n- **THEN** it SHALL turn\n"
    stated = [f"### Requirement: {name}\n\nThe press SHALL have {name}.\n\n{scenario}" for name in names]
    _write(folder / "openspec/specs/press/spec.md", "# Press\n\n## Requirements\n\n" + "\n".join(stated))
    expected: Expected = {("in_force", f"r:press/{name}") for name in names}
    modified: dict[str, list[str]] = {}
    for number in range(random.randint(1, 4)):
        change = f"change-{number}"
        done = [random.random() < 0.8 for _ in range(random.randint(1, 3))]
        chosen = random.sample(names, random.randint(0, 2))
        below = folder / f"openspec/changes/{change}"
        _write(below / "proposal.md", f"# Change: number {number}\n\n## Why\n\nThe press is loud.\n")
        boxes = [f"- [{'x' if is_done else ' '}] 1.{at} Turn it" for at, is_done in enumerate(done, 1)]
        _write(below / "tasks.md", "## 1. Work\n\n" + "\n".join(boxes) + "\n")
        if chosen:
            deltas = [f"### Requirement: {name}\n\nThe press SHALL keep {name}.\n\n{scenario}" for name in chosen]
            _write(below / "specs/press/spec.md", "## MODIFIED Requirements\n\n" + "\n".join(deltas))
        for name in chosen:
            modified.setdefault(name, []).append(f"r:{change}/press/{name}")
        if all(done):
            expected.add(("built", f"r:{change}"))
    for deltas in modified.values():
        expected |= {("contested", ref) for ref in deltas if len(deltas) > 1}
    return expected


def _pages(random: Random, folder: Path) -> Expected:
    """Write pages whose links lead to something or to nothing."""
    expected: Expected = set()
    for number in range(3):  # many dead links of one form are not understood
        gone, there, web = random.randint(0, 2), random.randint(0, 1), random.random() < 0.3
        links = [f"[a{at}](gone-{number}-{at}.md)" for at in range(gone)] + ["[b](page.md)"] * there
        links += ["[web](https://press.example/)"] * web
        _write(folder / f"docs/guide-{number}.md", f"# Guide {number}\n\nRead {', '.join(links) or 'nothing'}.\n")
        if gone:
            expected.add(("broken_ground", f"f:docs/guide-{number}.md"))
        if gone > 1 and not there and not web:
            expected.add(("unfounded", f"f:docs/guide-{number}.md"))
    return expected


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")


@pytest.mark.parametrize("seed", SOURCES)
def test_health_of_generated_source_is_what_its_rules_give(tmp_path: Path, seed: int) -> None:
    random = Random(seed)
    parts = [part(random, tmp_path) for part in (_decisions, _requirements, _changes, _pages)]
    snapshot = compile_source(tmp_path)
    claimed = {(verdict, ref) for verdict, ref in snapshot.rows("SELECT verdict, ref FROM verdict")}
    expected = set().union(*parts)
    assert (claimed - expected, expected - claimed) == (set(), set())
    named = "SELECT ref, kind, id, verdict, since, why, file || ':' || line FROM verdict"
    fields = ("ref", "kind", "id", "verdict", "since", "why", "source")
    listed = [tuple(map(row.get, fields)) for row in all_rows(snapshot, "get_health", "verdicts")]
    assert sorted(listed, key=repr) == sorted(snapshot.rows(named), key=repr)
