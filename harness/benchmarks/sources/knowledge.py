"""Knowledge: decisions that supersede one another, Backlog.md tasks, a Beads export, spec-kit task lists and notes.

They cite one another, and requirements of the same source. A few cite ids that do not exist. `issues` and `backlog`
also serve alone, in any size.
"""

import json
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from random import Random
from typing import NamedTuple

from harness.benchmarks.sources import FILES_A_MISTAKE, Plan
from harness.benchmarks.sources import requirements as specification
from harness.benchmarks.sources.words import (
    ADJECTIVES,
    DEEDS,
    PARTS,
    PEOPLE,
    TEAMS,
    THINGS,
    TIMES,
    coined,
    numbered_name,
    sentence,
    title,
)

WEIGHT = 25
MIN_FILES = 1

WITH_SETTINGS = 5  # files; a larger source has an export of issues and a configuration of Backlog.md
ISSUES_A_FILE = 5  # of the export, for each file of knowledge
LINES_OF_A_LIST = 24
SUPERSEDING = 5  # one decision in so many replaces the second one before it
EPIC = 20  # issues that belong together
BEGINNING = datetime(2025, 1, 6, 8, tzinfo=UTC)


class Counts(NamedTuple):
    """The number of files of each format."""

    decisions: int
    tasks: int
    lists: int
    notes: int
    exports: int


def files(plan: Plan) -> Iterator[tuple[str, str]]:
    """As many decisions, tasks, lists and notes as the plan has room for. A single file is a decision."""
    whole = plan.counts["knowledge"]
    counts = _counts(whole)
    for number in range(counts.decisions):
        yield _decision(plan, number, counts)
    if counts.exports:
        path = ".beads/issues.jsonl"
        random = plan.random(path)
        yield path, issues(random, whole * ISSUES_A_FILE, specification.some_ids(plan, random, whole), counts.decisions)
        yield "backlog/config.yml", backlog_settings()
    for number in range(counts.tasks):
        random = plan.random(f"backlog/{number}")
        yield backlog_task(random, number, specification.some_ids(plan, random, 1))
    for number in range(counts.lists):
        yield _list(plan, number)
    for number in range(counts.notes):
        yield _note(plan, number, counts)


def _counts(whole: int) -> Counts:
    exports = int(whole >= WITH_SETTINGS)
    rest = whole - 2 * exports
    tasks, lists, notes = rest * 4 // 10, rest // 10, rest * 2 // 10
    return Counts(rest - tasks - lists - notes, tasks, lists, notes, exports)


def _subject(number: int) -> str:
    """The subject of a decision, as in its file name."""
    deed = DEEDS[number * 7 % len(DEEDS)]
    return f"{deed}-the-{PARTS[number % len(PARTS)]}-of-{TEAMS[number * 3 % len(TEAMS)]}"


def _decision_path(number: int) -> str:
    return f"docs/adr/{number + 1:04}-{_subject(number)}.md"


def _link_to(number: int) -> str:
    """A link to a decision."""
    name = _decision_path(number).rpartition("/")[2]
    return f"[{number + 1}. {_heading(number)}]({name})"


def _heading(number: int) -> str:
    return _subject(number).replace("-", " ").capitalize()


def _decision(plan: Plan, number: int, counts: Counts) -> tuple[str, str]:
    path = _decision_path(number)
    random = plan.random(path)
    newer = number + 2
    if number % FILES_A_MISTAKE == 7:
        status = f"Superseded by [{number + 9_000}. Ask the harbour master]({number + 9_000:04}-ask.md)"
    elif newer % SUPERSEDING == 4 and newer < counts.decisions:
        status = f"Superseded by {_link_to(newer)}"
    else:
        status = "Proposed" if number % 9 == 8 else "Accepted"
    if number % SUPERSEDING == 4:
        status += f"\n\nSupersedes {_link_to(number - 2)}"
    cited = " and ".join(specification.some_ids(plan, random, 2))
    earlier = f" It goes on from {_link_to(random.randrange(number))}." if number else ""
    consequences = "\n".join(f"- {sentence(random)}" for _ in range(8))
    return path, (
        f"# {number + 1}. {_heading(number)}\n\nDate: {_day(number)}\n\n## Status\n\n{status}\n\n"
        f"## Context\n\n{_prose(random, 9)}{earlier}\n\n"
        f"## Decision\n\n{_prose(random, 7)} This serves {cited}.\n\n"
        f"## Consequences\n\n{consequences}\n"
    )


def backlog(random: Random, files: int) -> Iterator[tuple[str, str]]:
    """A tree of Backlog.md with `files` files."""
    yield "backlog/config.yml", backlog_settings()
    for number in range(files - 1):
        yield backlog_task(random, number, [])


def backlog_settings() -> str:
    """The configuration of a tree of Backlog.md."""
    return 'project_name: "Harbour"\nstatuses: ["To Do", "In Progress", "Done"]\ntask_prefix: "quay"\n'


def backlog_task(random: Random, number: int, cited: Sequence[str]) -> tuple[str, str]:
    """A task that depends on earlier ones, most of which are done."""
    deed, part, time = random.choice(DEEDS), random.choice(PARTS), random.choice(TIMES)
    heading = f"{deed.capitalize()} the {part} {time}"
    earlier = sorted(random.sample(range(max(0, number - 30), number), min(number, random.randrange(3))))
    dependencies = [f"QUAY-{one + 1}" for one in earlier] + ["QUAY-99999"] * (number % FILES_A_MISTAKE == 9)
    status = "Done" if random.random() < 0.5 else random.choice(("To Do", "To Do", "In Progress"))
    parent = [f"parent_task_id: QUAY-{number}"] if number % 6 == 5 else []
    head = [
        f"id: QUAY-{number + 1}",
        f"title: {heading}",
        f"status: {status}",
        f"assignee: ['@{random.choice(PEOPLE)}']",
        f"created_date: '{_day(number)} 09:30'",
        f"labels: [{random.choice(TEAMS)}, {part}]",
        f"dependencies: [{', '.join(dependencies)}]",
        *parent,
        f"priority: {random.choice(('high', 'medium', 'low'))}",
    ]
    criteria = "\n".join(f"- [{' x'[status == 'Done']}] #{at} {sentence(random)}" for at in range(1, 6))
    serves = f" It serves {' and '.join(cited)}." if cited else ""
    text = (
        "---\n" + "\n".join(head) + "\n---\n\n## Description\n\n"
        f"<!-- SECTION:DESCRIPTION:BEGIN -->\n{_prose(random, 6)}{serves}\n<!-- SECTION:DESCRIPTION:END -->\n\n"
        f"## Acceptance Criteria\n\n<!-- AC:BEGIN -->\n{criteria}\n<!-- AC:END -->\n\n"
        f"## Implementation Plan\n\n{_prose(random, 4)}\n"
    )
    return f"backlog/tasks/quay-{number + 1} - {heading.replace(' ', '-')}.md", text


def issues(random: Random, count: int, cited: Sequence[str] = (), decisions: int = 0) -> str:
    """An export of `count` issues: epics with parts, which wait for earlier issues. Some cite requirements and
    decisions. One line in hundreds is truncated."""
    lines = [json.dumps(_issue(random, number, cited, decisions)) for number in range(count)]
    for broken in range(FILES_A_MISTAKE + 1, count, 10 * FILES_A_MISTAKE):
        lines[broken] = lines[broken][:60]
    return "\n".join([*lines, ""])


def issue_id(number: int) -> str:
    """The id of an issue, which looks random: there are 65,536 different ids."""
    return f"pier-{number * 7919 % 65_536:04x}"


def _issue(random: Random, number: int, cited: Sequence[str], decisions: int) -> dict[str, object]:
    id, epic = issue_id(number), number - number % EPIC
    opened = BEGINNING + timedelta(hours=2 * number)
    is_closed = random.random() < 0.45
    links = [(epic, "parent-child")] if number != epic else []
    if number and random.random() < 0.5:
        links.append((random.randrange(max(0, number - 40), number), "blocks"))
    waits = [{"issue_id": id, "depends_on_id": issue_id(one), "type": kind} for one, kind in links]
    if number % (3 * FILES_A_MISTAKE) == 11:
        waits.append({"issue_id": id, "depends_on_id": "pier-gone", "type": "blocks"})
    text = _prose(random, 4)
    if cited and number % 4 == 0:
        text += f" It is asked for by {cited[number % len(cited)]}."
    if decisions and number % 10 == 3:
        text += f" See {_decision_path(number % decisions)}."
    return {
        "id": id,
        "title": f"{random.choice(DEEDS).capitalize()} the {random.choice(PARTS)} of {coined(random)}",
        "description": text,
        "status": "closed" if is_closed else random.choice(("open", "open", "open", "in_progress", "deferred")),
        "priority": random.randrange(5),
        "issue_type": "epic" if number == epic else random.choice(("task", "task", "bug", "feature", "chore")),
        "assignee": random.choice(PEOPLE),
        "labels": sorted(random.sample(TEAMS, 2)),
        "created_at": _instant(opened),
        "updated_at": _instant(opened + timedelta(days=9)),
        **({"closed_at": _instant(opened + timedelta(days=9))} if is_closed else {}),
        "dependencies": [{**one, "created_at": _instant(opened)} for one in waits],
    }


def _list(plan: Plan, number: int) -> tuple[str, str]:
    team, part = TEAMS[number % len(TEAMS)], PARTS[number * 5 % len(PARTS)]
    path = f"specs/{number + 1:03}-{team}-{part}/tasks.md"
    random = plan.random(path)
    (cited,) = specification.some_ids(plan, random, 1)
    lines = [f"# Tasks: {title(team, part)}", "", f"All of it is for {cited}.", ""]
    for at in range(LINES_OF_A_LIST):
        if at % 8 == 0:
            lines += ["", f"## Phase {at // 8 + 1}: {random.choice(TEAMS).capitalize()}", ""]
        done = "x" if at < LINES_OF_A_LIST // 3 else " "
        marks = f"T{at + 1:03}" + (" [P]" if at % 5 == 1 else "") + (f" [US{at // 8}]" if at >= 8 else "")
        waits = f" (depends on T{random.randrange(at) + 1:03})" if at % 3 == 2 else ""
        deed = f"{random.choice(DEEDS).capitalize()} the {random.choice(PARTS)} {random.choice(TIMES)}"
        lines.append(f"- [{done}] {marks} {deed} in src/{team}/{coined(random).lower()}.py{waits}")
    return path, "\n".join([*lines, ""])


def _note_title(number: int) -> str:
    return title(*filter(None, numbered_name(number, ADJECTIVES, THINGS)))


def _note(plan: Plan, number: int, counts: Counts) -> tuple[str, str]:
    name = _note_title(number)
    path = f"notes/{name.lower().replace(' ', '-')}.md"
    random = plan.random(path)
    others = [f"[[{_note_title(random.randrange(counts.notes))}]]" for _ in range(3)]
    if number % FILES_A_MISTAKE == 3:
        others.append("[[What the tide left]]")
    links = "\n".join(f"- {sentence(random)} See {one}." for one in others)
    decision = random.randrange(counts.decisions)
    (cited,) = specification.some_ids(plan, random, 1)
    return path, (
        f"---\ntags: [{random.choice(TEAMS)}, {random.choice(PARTS)}]\naliases: [{name} of the port]\n"
        f"date: {_day(number)}\n---\n# {name}\n\n{_prose(random, 14)}\n\n{links}\n\n"
        f"Decided in ADR-{decision + 1:04}, for {cited}. #{random.choice(THINGS)}\n\n{_prose(random, 10)}\n"
    )


def _prose(random: Random, sentences: int) -> str:
    return " ".join(sentence(random) for _ in range(sentences))


def _day(number: int) -> str:
    return f"{BEGINNING + timedelta(days=number % 300):%Y-%m-%d}"


def _instant(time: datetime) -> str:
    return f"{time:%Y-%m-%dT%H:%M:%SZ}"
