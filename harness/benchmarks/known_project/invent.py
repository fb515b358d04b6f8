"""The project's two revisions: what there is at first, and what somebody changed."""

from dataclasses import replace

from harness.benchmarks.known_project import drawings, remembered, specification, work
from harness.benchmarks.known_project.model import Decision, Preset, Project, Requirement, Size, Task

SMALL = Size(requirements=120, tasks=160, decisions=40, diagrams=25, code=24, tests=24, notes=16, loop=100)
PRESETS = {
    "regular": Preset("regular", Size(3_000, 2_400, 240, 241, 1_500, 1_150, 300), is_messy=False),
    "messy": Preset("messy", Size(420, 340, 60, 48, 160, 120, 60), is_messy=True),
    "small-regular": Preset("small-regular", SMALL, is_messy=False),
    "small-messy": Preset("small-messy", SMALL, is_messy=True),
}


def invent(preset: Preset) -> Project:
    """The first revision."""
    required = specification.requirements(preset)
    decided = work.with_mentions(preset, work.decisions(preset), required)
    planned = work.tasks(preset, required, decided)
    return Project(
        preset=preset,
        revision=1,
        requirements=required,
        functions=specification.functions(preset, required),
        tests=specification.tests(preset, required),
        tasks=planned,
        decisions=decided,
        diagrams=drawings.diagrams(preset, required),
        notes=work.notes(preset, required, decided, planned),
        facts=remembered.facts(preset, required),
        dependencies=remembered.dependencies(preset),
    )


def revise(first: Project) -> Project:
    """The second revision: texts and statuses of requirements, tasks done, decisions replaced, new ones of each."""
    return replace(
        first,
        revision=2,
        requirements=_revised_requirements(first),
        tasks=_revised_tasks(first),
        decisions=_revised_decisions(first),
    )


def _revised_requirements(first: Project) -> dict[str, Requirement]:
    """Every 23rd has another text, every 31st another title, every 29th is deprecated; and six are new."""
    found: dict[str, Requirement] = {}
    for number, one in enumerate(first.requirements.values()):
        random = first.preset.random(f"revised/{one.id}")
        if number % 23 == 11:
            head, *rest = one.assertions
            one = replace(one, assertions=(replace(head, text=specification.duty(random)), *rest))
        if number % 31 == 17:
            one = replace(one, title=f"{one.title} again")
        if number % 29 == 13 and one.status == "Active":
            one = replace(one, status="Deprecated")
        found[one.id] = one
    for number in range(len(found), len(found) + specification.IN_A_FILE):
        made = specification.requirement(first.preset, number, list(found.values()))
        found[made.id] = made
    return found


def _revised_tasks(first: Project) -> dict[str, Task]:
    """Every seventh unfinished task is done."""
    found: dict[str, Task] = {}
    for number, one in enumerate(first.tasks.values()):
        if number % 7 == 3 and one.status != "done" and not one.is_deferred:
            one = replace(one, status="done", word=work.WORDS[one.format]["done"][0])
        found[one.id] = one
    return found


def _revised_decisions(first: Project) -> dict[str, Decision]:
    """A tenth of the accepted decisions of adr-tools is replaced by new ones."""
    found = dict(first.decisions)
    last = max(one.number for one in found.values())
    replaced = [
        one
        for one in found.values()
        if one.format == "adr-tools" and one.status == "accepted" and not one.superseded_by
    ][::4]
    for number, older in enumerate(replaced, last + 1):
        made = replace(work.decision(first.preset, "adr-tools", number), status="accepted")
        found[older.id] = replace(older, superseded_by=made.id)
        found[made.id] = made
    return found
