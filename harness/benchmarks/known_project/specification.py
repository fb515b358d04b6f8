"""Requirements in three levels, the functions that implement them and the tests that verify them."""

import re
from collections.abc import Mapping, Sequence
from random import Random

from harness.benchmarks.known_project.model import Assertion, Citation, Function, Preset, Requirement
from harness.benchmarks.sources.words import DEEDS, PARTS, TEAMS, TIMES, coined, sentence

IN_A_FILE = 6  # requirements
FUNCTIONS_IN_A_FILE = 4
TESTS_IN_A_FILE = 5
LABELS = "ABCDE"
ZEROS = re.compile(r"(-[pod])0+")
LEVELS = {"p": "prd", "o": "ops", "d": "dev"}
STATUSES = ("Active",) * 8 + ("Draft",) * 2 + ("Deprecated",)
CODE_SUFFIXES = ("py", "ts", "go")


def requirements(preset: Preset) -> dict[str, Requirement]:
    """All requirements of the first revision, parents first."""
    found: dict[str, Requirement] = {}
    for number in range(preset.size.requirements):
        made = requirement(preset, number, list(found.values()))
        found[made.id] = made
    return found


def requirement(preset: Preset, number: int, earlier: Sequence[Requirement]) -> Requirement:
    """A requirement whose parents are among the earlier ones."""
    random = preset.random(f"requirement/{number}")
    letter = _letter(number, preset.size.requirements)
    file = number // IN_A_FILE + 1
    return Requirement(
        id=f"REQ-{letter}{number + 1:05}",
        level=LEVELS[letter],
        title=f"{coined(random)} {random.choice(PARTS)} can {random.choice(DEEDS)} {random.choice(TIMES)}",
        status=random.choice(STATUSES),
        assertions=_assertions(random),
        parents=_parents(random, letter, earlier, is_messy=preset.is_messy),
        prose=f"{sentence(random)} {sentence(random)}",
        path=f"spec/{TEAMS[file % len(TEAMS)]}-{file:04}.md",
    )


def _letter(number: int, whole: int) -> str:
    return "p" if number < max(whole // 12, 2) else "o" if number < whole // 4 else "d"


def _assertions(random: Random) -> tuple[Assertion, ...]:
    count = random.randint(2, len(LABELS))
    retired = random.randrange(2, count) if count > 2 and random.random() < 0.08 else -1
    return tuple(Assertion(LABELS[at], duty(random), at == retired) for at in range(count))


def duty(random: Random) -> str:
    """The text of an assertion."""
    return (
        f"The {random.choice(PARTS)} of {coined(random)} SHALL {random.choice(DEEDS)} the {random.choice(PARTS)} "
        f"{random.choice(TIMES)}."
    )


def _parents(
    random: Random, letter: str, earlier: Sequence[Requirement], *, is_messy: bool
) -> tuple[tuple[str, Citation], ...]:
    """One or two parents of the level above; at times one of the same level, so that there are long chains."""
    above = {"p": [], "o": ["prd"], "d": ["dev"] if random.random() < 0.4 else ["ops"]}[letter]
    among = [one for one in earlier if one.level in above] or [one for one in earlier if one.level == "ops" != letter]
    if letter == "p" or not among:
        return ()
    chosen = random.sample(among, min(len(among), random.choice((1, 1, 2))))
    return tuple((random.choice(("Implements", "Refines")), cite(random, one, is_messy=is_messy)) for one in chosen)


def cite(random: Random, cited: Requirement, *, is_messy: bool) -> Citation:
    """A citation of the whole requirement, or of one or two assertions that are not retired. Careless people write a
    sixth in lower case, and a sixth without zeros."""
    free = [assertion.label for assertion in cited.assertions if not assertion.is_retired]
    labels = tuple(sorted(random.sample(free, random.choice((0, 1, 1, 2)))))
    text = f"{cited.id}-{'+'.join(labels)}" if labels else cited.id
    if is_messy:
        text = random.choice((text, text, text, text, text.lower(), ZEROS.sub(r"\1", text)))
    return Citation(cited.id, labels, text)


def functions(preset: Preset, cited: Mapping[str, Requirement]) -> tuple[Function, ...]:
    """Functions in source files of three languages. Two of three requirements of the lowest levels have one."""
    return tuple(
        Function(f"{name}_{at}", path, cites)
        for at, (name, path, cites) in enumerate(_citing(preset, "code", cited, preset.size.code, FUNCTIONS_IN_A_FILE))
    )


def tests(preset: Preset, cited: Mapping[str, Requirement]) -> tuple[Function, ...]:
    """Tests with their outcomes."""
    outcomes = ("passed",) * 8 + ("failed", "skipped")
    found = []
    for at, (name, path, cites) in enumerate(_citing(preset, "tests", cited, preset.size.tests, TESTS_IN_A_FILE)):
        random = preset.random(f"outcome/{at}")
        found.append(Function(f"test_{name}_{at}", path, cites, random.choice(outcomes)))
    return tuple(found)


def _citing(
    preset: Preset, kind: str, cited: Mapping[str, Requirement], files: int, each: int
) -> list[tuple[str, str, tuple[Citation, ...]]]:
    """Name, path and citations of `each` functions in every file. A third of the requirements are never cited."""
    random = preset.random(kind)
    among = [one for at, one in enumerate(cited.values()) if at % 3 != (1 if kind == "code" else 2)]
    found = []
    for file in range(files):
        team = TEAMS[file % len(TEAMS)]
        suffix = CODE_SUFFIXES[file % len(CODE_SUFFIXES)]
        path = f"src/{team}/{team}_{file + 1}.{suffix}" if kind == "code" else f"tests/test_{team}_{file + 1}.py"
        for _ in range(each):
            name = f"{random.choice(DEEDS)}_{random.choice(PARTS)}"
            chosen = random.sample(among, random.choice((1, 1, 2)))
            found.append((name, path, tuple(cite(random, one, is_messy=preset.is_messy) for one in chosen)))
    return found
