"""Decisions in three formats, tasks in five, and notes. They cite one another and requirements."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from random import Random

from harness.benchmarks.known_project.model import Decision, Mention, Note, Preset, Requirement, Task
from harness.benchmarks.known_project.spelling import decision_mention, id_mention, requirement_mention
from harness.benchmarks.sources.words import (
    ADJECTIVES,
    DEEDS,
    PARTS,
    TEAMS,
    THINGS,
    TIMES,
    coined,
    numbered_name,
    title,
)

SHARES = {"backlog": 0.64, "beads": 0.14, "task-master": 0.1, "spec-kit": 0.06, "task-list": 0.06}
LINES_OF_A_LIST = 12
DECISION_FOLDERS = {"adr-tools": "docs/adr", "madr": "docs/decisions", "log4brains": "docs/decision-log"}

# How each format spells the three statuses; a careless project uses all spellings, an orderly one the first.
WORDS: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "backlog": {
        "todo": ("To Do", "todo", "to do", "TO DO"),
        "in_progress": ("In Progress", "in-progress", "in progress", "In progress"),
        "done": ("Done", "done", "Completed"),
    },
    "beads": {"todo": ("open",), "in_progress": ("in_progress",), "done": ("closed",)},
    "task-master": {"todo": ("pending",), "in_progress": ("in-progress",), "done": ("done", "cancelled")},
    "spec-kit": {"todo": (" ",), "in_progress": (" ",), "done": ("x", "X")},
    "task-list": {"todo": (" ",), "in_progress": (" ",), "done": ("x",)},
}
PRIORITIES = ("high", "normal", "normal", "low")


def decisions(preset: Preset) -> dict[str, Decision]:
    """Decisions of three formats, numbered through. In each folder one chain of five replaces one another."""
    found: list[Decision] = []
    counts = _split(preset.size.decisions, {"adr-tools": 0.5, "madr": 0.3, "log4brains": 0.2})
    for form, count in counts.items():
        first = len(found)
        found += [decision(preset, form, first + at + 1) for at in range(count)]
        chains = [[first + at * count // 5 for at in range(5)]] if count >= 5 else []
        taken = {one for chain in chains for one in chain}
        free = [at for at in range(first, first + count) if at not in taken]
        chains += [list(pair) for pair in zip(free[::5], free[3::5], strict=False)]
        for chain in chains:
            for older, newer in pairwise(chain):
                found[older] = replace(found[older], superseded_by=found[newer].id, status="accepted")
                found[newer] = replace(found[newer], status="accepted")
    return {one.id: one for one in found}


def decision(preset: Preset, form: str, number: int) -> Decision:
    """A decision that nothing supersedes and that cites nothing."""
    random = preset.random(f"decision/{number}")
    words = f"{random.choice(DEEDS)} the {random.choice(PARTS)} of {random.choice(TEAMS)} {number}"
    slug = words.replace(" ", "-")
    stem = f"2025{number % 12 + 1:02}{number % 28 + 1:02}-{slug}" if form == "log4brains" else f"{number:04}-{slug}"
    identifier = stem if form == "log4brains" else f"ADR-{number:04}"
    status = random.choice(("accepted",) * 6 + ("proposed", "deprecated"))
    return Decision(identifier, number, form, f"{DECISION_FOLDERS[form]}/{stem}.md", words.capitalize(), status)


def with_mentions(
    preset: Preset, decided: Mapping[str, Decision], cited: Mapping[str, Requirement]
) -> dict[str, Decision]:
    """The decisions, each citing a requirement; some cite an earlier decision of another folder."""
    found: dict[str, Decision] = {}
    for one in decided.values():
        random = preset.random(f"decision/{one.number}/mentions")
        mentions = [requirement_mention(random, random.choice(list(cited.values())), is_messy=preset.is_messy)]
        others = [other for other in found.values() if other.format != one.format]
        if others and random.random() < 0.4:
            folder = DECISION_FOLDERS[one.format]
            mentions.append(decision_mention(random, random.choice(others), folder, is_messy=preset.is_messy))
        found[one.id] = replace(one, mentions=tuple(mentions))
    return found


def tasks(preset: Preset, cited: Mapping[str, Requirement], decided: Mapping[str, Decision]) -> dict[str, Task]:
    """Tasks of five formats. Each waits only for earlier tasks of its own file or folder."""
    found: dict[str, Task] = {}
    for form, count in _split(preset.size.tasks, SHARES).items():
        own: list[Task] = []
        for number in range(1, count + 1):
            own.append(task(preset, form, number, own, cited, decided))
        if form == "backlog":
            own[10:12] = _waiting_for_each_other(own[10], own[11])
        found |= {one.id: one for one in own}
    return found


def _waiting_for_each_other(one: Task, other: Task) -> list[Task]:
    """Two tasks as somebody left them who made a mistake: neither can ever begin."""
    word = WORDS["backlog"]["todo"][0]
    return [
        replace(each, waits_for=(other_id,), status="todo", word=word, priority="high", labels=("harbour",))
        for each, other_id in ((one, other.id), (other, one.id))
    ]


def task(
    preset: Preset,
    form: str,
    number: int,
    earlier: Sequence[Task],
    cited: Mapping[str, Requirement],
    decided: Mapping[str, Decision],
) -> Task:
    """A task of a format. `earlier` are the tasks of the same format, in order."""
    random = preset.random(f"task/{form}/{number}")
    identifier, written, path = _place(form, number)
    status = random.choices(("todo", "in_progress", "done"), (5, 2, 4))[0]
    if form in ("spec-kit", "task-list") and status == "in_progress":
        status = "todo"  # a box to tick has no third state
    near = [one.id for one in earlier if one.path == path or form == "backlog"][-40:]
    has_labels = form in ("backlog", "beads")
    has_priority = form not in ("spec-kit", "task-list")
    words = WORDS[form][status]
    made = Task(
        id=identifier,
        written=written,
        format=form,
        path=path,
        title=_title(random),
        status=status,
        word=random.choice(words) if preset.is_messy else words[0],
        priority=random.choice(PRIORITIES) if has_priority else "normal",
        labels=tuple(sorted(random.sample(TEAMS[:8], random.choice((1, 2))))) if has_labels else (),
        waits_for=tuple(sorted(random.sample(near, min(len(near), random.choice((0, 0, 1, 2)))))),
        missing=(_missing(form),) if number % 17 == 9 and form in ("backlog", "beads") else (),
        is_deferred=form == "task-master" and status == "todo" and number % 11 == 5,
    )
    if form == "backlog":
        made = replace(made, path=f"{made.path}/{made.written.lower()} - {made.title.replace(' ', '-')}.md")
        if number % 9 == 4 and near:
            made = replace(made, parent=near[-1])
    if form == "beads" and number % 4 == 3:
        made = replace(made, parent=near[-1])
    return replace(made, mentions=_task_mentions(random, made, preset, cited, decided))


def _title(random: Random) -> str:
    thing = f"{random.choice(PARTS)} of {coined(random)}"
    return f"{random.choice(DEEDS).capitalize()} the {thing} {random.choice(TIMES)}"


def _place(form: str, number: int) -> tuple[str, str, str]:
    """Id, id as written and file (of Backlog.md the folder) of the task with a number."""
    if form == "backlog":
        return f"TRAM-{number}", f"TRAM-{number}", "backlog/tasks"
    if form == "beads":
        return f"car-{number}", f"car-{number}", ".beads/issues.jsonl"
    if form == "task-master":
        return f"master/{number}", str(number), ".taskmaster/tasks/tasks.json"
    lists, at = divmod(number - 1, LINES_OF_A_LIST)
    scope = f"{lists + 1:03}-{TEAMS[lists % len(TEAMS)]}" if form == "spec-kit" else f"plan-{lists + 1}"
    folder = "specs" if form == "spec-kit" else "plans"
    return f"{scope}/T{at + 1:03}", f"T{at + 1:03}", f"{folder}/{scope}/tasks.md"


def _missing(form: str) -> str:
    return "TRAM-98765" if form == "backlog" else "car-gone"


def _task_mentions(
    random: Random, made: Task, preset: Preset, cited: Mapping[str, Requirement], decided: Mapping[str, Decision]
) -> tuple[Mention, ...]:
    """Mentions in the text of a task: a requirement in half of them, a decision in another half."""
    found = []
    if random.random() < 0.5:
        found.append(requirement_mention(random, random.choice(list(cited.values())), is_messy=preset.is_messy))
    numbered = [one for one in decided.values() if one.format != "log4brains"]
    if random.random() < 0.5:
        folder = made.path.rpartition("/")[0]
        is_messy = preset.is_messy and made.format == "backlog"
        found.append(decision_mention(random, random.choice(numbered), folder, is_messy=is_messy))
    return tuple(found)


def notes(
    preset: Preset,
    cited: Mapping[str, Requirement],
    decided: Mapping[str, Decision],
    planned: Mapping[str, Task],
) -> tuple[Note, ...]:
    """Pages that cite requirements, decisions, tasks and one another."""
    names = [title(*filter(None, numbered_name(at, ADJECTIVES, THINGS))) for at in range(preset.size.notes)]
    backlog = [one.id for one in planned.values() if one.format == "backlog"]
    found: list[Note] = []
    for name in names:
        random = preset.random(f"note/{name}")
        other = random.choice(names)
        mentions = [
            Mention(_note_path(other)[: -len(".md")], f"[[{other}]]"),
            requirement_mention(random, random.choice(list(cited.values())), is_messy=preset.is_messy),
            decision_mention(random, random.choice(list(decided.values())), "notes", is_messy=preset.is_messy),
        ]
        if random.random() < 0.5:
            mentions.append(id_mention(random, random.choice(backlog), is_messy=preset.is_messy))
        kept = tuple(mention for mention in mentions if mention.text != f"[[{name}]]")
        found.append(Note(name, _note_path(name), kept, _dangling(preset, len(found))))
    return tuple(found)


def _dangling(preset: Preset, number: int) -> tuple[str, ...]:
    """Ids that nothing has: one in every fifth note, of a requirement, a decision or a task in turns."""
    if number % 5 != 2:
        return ()
    last = 700 + number
    ids = (f"REQ-d9{last:04}", f"ADR-9{last:03}", f"TRAM-9{last:04}")
    written = ids[number // 5 % len(ids)]
    return (written.lower() if preset.is_messy and number % 2 else written,)


def _note_path(name: str) -> str:
    return f"notes/{name.lower().replace(' ', '-')}.md"


def _split(whole: int, parts: Mapping[str, float]) -> dict[str, int]:
    """Shares of a number; what rounding leaves goes to the first."""
    counts = {name: int(whole * part) for name, part in parts.items()}
    first = next(iter(counts))
    counts[first] += whole - sum(counts.values())
    return counts
