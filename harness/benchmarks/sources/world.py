"""Worlds: an entry file, a file of types and people, and chapters, each of which imports what it names.

A world has 1 to 24 files. Every chapter has locations, entities, dialogue and a rule. The entry leads to the first
location of each chapter.
"""

from collections.abc import Iterator
from random import Random

from harness.benchmarks.sources import FILES_A_MISTAKE, Plan
from harness.benchmarks.sources.words import (
    ADJECTIVES,
    PEOPLE,
    PLACES,
    SAYINGS,
    SENTENCES,
    TEAMS,
    THINGS,
    coined,
    numbered_name,
    title,
)

WEIGHT = 30
MIN_FILES = 1

SIZES = (8, 4, 24, 1, 12, 6)  # files of a world, in turns
LOCATIONS = 4  # of a chapter
CAST = ("host", "guest")

TYPES = """types:
  Person [mobile, container]:
    mood: enum(wary, calm, warm) = calm
    trust: int(0, 10) = 1
    ~secret: str

  Thing [portable]:
    examined: bool = false
    owner: ref(Person)

  Door:
    locked: bool = true

  Clock:
    turns: int = 0
    watch: enum(day, dusk, night) = day
"""


def files(plan: Plan) -> Iterator[tuple[str, str]]:
    """The files of as many worlds as the plan has room for. The last world may be smaller."""
    left, number = plan.counts["world"], 0
    while left:
        size = min(SIZES[number % len(SIZES)], left)
        yield from _world(plan, number, size)
        left, number = left - size, number + 1


def _world(plan: Plan, number: int, size: int) -> Iterator[tuple[str, str]]:
    adjective, place, behind = numbered_name(number, ADJECTIVES, TEAMS)
    name = f"{adjective}-{place}{behind and '-' + behind}"
    chapters = [_chapter_name(index) for index in range(size - 2)]
    entry = f"worlds/{name}/{name}.urd.md"
    if size == 1:
        yield entry, _single_file(plan.random(entry), name, number)
        return
    yield entry, _entry(plan.random(entry), name, chapters)
    cast = f"worlds/{name}/cast.urd.md"
    yield cast, _cast(plan.random(cast))
    for index, chapter in enumerate(chapters):
        path = f"worlds/{name}/{chapter}.urd.md"
        faulty = (number * 7 + index) % FILES_A_MISTAKE == 3
        yield path, _chapter(plan.random(path), chapter, index, faulty=faulty)


def _chapter_name(index: int) -> str:
    adjective, place, behind = numbered_name(index, ADJECTIVES, PLACES)
    return f"{adjective}-{place}{behind and '-' + behind}"


def _single_file(random: Random, name: str, number: int) -> str:
    """A world in one file."""
    entities = [f"  @{person}: Person {{ secret: {random.choice(SAYINGS)!r} }}" for person in PEOPLE[:4]]
    entities += ["  @player: Person", "  @clock: Clock", *_entities(random, name)]
    head = ["---", *_header(name, _location(name, 0)), "", TYPES, "entities:", *entities, "---", ""]
    faulty = number % FILES_A_MISTAKE == 3
    return "\n".join([*head, *_content(random, name, PEOPLE[:4], "@clock", faulty=faulty), *_sequence(name)])


def _entry(random: Random, name: str, chapters: list[str]) -> str:
    imports = [f"import: ./{chapter}.urd.md" for chapter in ("cast", *chapters)]
    lines = ["---", *_header(name, f"{name} arrival"), "", *imports, "---", ""]
    lines += [f"# {title(name)} Arrival", "", *random.sample(SENTENCES, 3), "", "[@host, @guest]", ""]
    lines += [f"-> way {index}: {title(_location(chapter, 0))}" for index, chapter in enumerate(chapters, 1)]
    lines += ["", "== welcome", "", *_dialogue(random, "host", "guest"), *_choices(random, "welcome", "host", "@clock")]
    return "\n".join([*lines, *_sequence(name)])


def _header(name: str, start: str) -> list[str]:
    return [
        "world:",
        f"  name: {title(*name.split('-'))}",
        "  version: 1.0.0",
        f"  description: What became of the {name.replace('-', ' ')} and of those who kept it.",
        "  author: The Frieze authors",
        f"  start: {start.replace(' ', '-')}",
    ]


def _cast(random: Random) -> str:
    people = [f"  @{one}: Person {{ secret: {random.choice(SAYINGS)!r} }}" for one in (*CAST, *PEOPLE)]
    declared = [*people, "  @player: Person", "  @clock: Clock"]
    return "\n".join(["---", TYPES, "entities:", *declared, "---", "", "// Where they stand, the chapters say.", ""])


def _entities(random: Random, chapter: str) -> list[str]:
    things = [
        f"  @{_id(chapter, thing)}: Thing {{ owner: @{random.choice(PEOPLE[:4])} }}" for thing in THINGS[:LOCATIONS]
    ]
    return [*things, f"  @{_id(chapter, 'door')}: Door"]


def _chapter(random: Random, chapter: str, index: int, *, faulty: bool) -> str:
    lines = ["---", "import: ./cast.urd.md", "", "entities:", *_entities(random, chapter), "---", ""]
    people = [PEOPLE[(index + step) % len(PEOPLE)] for step in range(4)]
    return "\n".join([*lines, *_content(random, chapter, people, "@clock", faulty=faulty)])


def _content(
    random: Random, chapter: str, people: tuple[str, ...] | list[str], clock: str, *, faulty: bool
) -> list[str]:
    """Locations in a ring, each with a dialogue, and a rule."""
    lines = []
    for place in range(LOCATIONS):
        thing, person = _id(chapter, THINGS[place]), people[place % len(people)]
        onward, back = _location(chapter, place + 1), _location(chapter, place - 1)
        lines += [
            f"# {title(_location(chapter, place))}",
            "",
            *random.sample(SENTENCES, 2),
            f"They call it {coined(random)}.",
            "",
        ]
        present = f"[@{person}, @{thing}]" if place < len(people) else f"[@{thing}]"
        lines += [present, "", f"-> onward: {title(onward)}", f"-> back: {title(back)}"]
        lines += [
            f"  ? @{_id(chapter, 'door')}.locked == false",
            "  ! The door has been locked from the other side.",
            "",
        ]
        label = f"{chapter.replace('-', ' ')} {THINGS[place]}"
        lines += [f"== {label}", "", *_dialogue(random, person, people[(place + 1) % len(people)])]
        lines += [*_choices(random, label, person, clock), *_choice_effects(label, thing, _id(chapter, "door"), person)]
    if faulty:
        lines += [
            f"== {chapter.replace('-', ' ')} nowhere",
            "",
            "+ Ask for somebody who is not here",
            "  ? @nobody.trust >= 2",
        ]
        lines += ["  -> no such talk", ""]
    return [*lines, *_rule(chapter, people[0], _id(chapter, THINGS[0]))]


def _dialogue(random: Random, person: str, other: str) -> list[str]:
    first, second = random.sample(SAYINGS, 2)
    return [f"@{person}: {first}", f"@{other} looks for {coined(random)} and says nothing.", f"@{person}: {second}", ""]


def _choices(random: Random, label: str, person: str, clock: str) -> list[str]:
    return [
        f"* Ask what {random.choice(PEOPLE)} had to do with it",
        f"  ? @{person}.mood == calm",
        f"  @{person}: {random.choice(SAYINGS)}",
        f"  > @{person}.trust + 1",
        f"  -> {label}",
        "",
        "* Press the question",
        f"  ? @{person}.trust >= {random.randint(2, 4)}",
        f"  @{person}: {random.choice(SAYINGS)}",
        f"  > @{person}.mood = {random.choice(('wary', 'warm'))}",
        f"  > reveal @{person}.secret",
        f"  + Let it rest for {random.choice(('today', 'now', 'good'))}",
        f"    ? @{person}.mood == warm",
        f"    > @{person}.mood = calm",
        f"    -> {label}",
        "",
        "* Make it up again",
        f"  ? @{person}.mood == wary",
        f"  > @{person}.mood = calm",
        "",
        "+ Wait for the bell",
        f"  > {clock}.turns + 1",
        f"  > {clock}.watch = dusk",
        f"  -> {label}",
        "",
    ]


def _choice_effects(label: str, thing: str, door: str, person: str) -> list[str]:
    return [
        f"* Look at the {thing.rsplit('_', 1)[-1]}",
        f"  ? @{thing} in here",
        f"  > move @{thing} -> player",
        f"  > @{thing}.examined = true",
        f"  > @{thing}.owner = @{person}",
        "",
        "* Show it around",
        "  ? any:",
        f"    @{thing}.owner == @{person}",
        f"    @{thing} in player",
        f"  ? @{thing}.examined == true",
        f"  > @{door}.locked = false",
        f"  -> {label}",
        "",
    ]


def _rule(chapter: str, person: str, thing: str) -> list[str]:
    return [
        f"rule {chapter.replace('-', ' ')} settles:",
        f"  actor: @{person} walks the rounds",
        "  where @clock.turns >= 3",
        "  where @clock.watch == dusk",
        f"  selects found from [@{thing}]",
        f"    where @{thing}.examined == true",
        "  > @clock.turns = 0",
        "",
    ]


def _sequence(name: str) -> list[str]:
    return [f"## The Days Of {title(*name.split('-'))}", "", "### Morning", "", "### The Long Night (auto)", ""]


def _location(chapter: str, place: int) -> str:
    return f"{chapter} {PLACES[place % LOCATIONS]}"


def _id(chapter: str, thing: str) -> str:
    return f"{chapter}_{thing}".replace("-", "_")
