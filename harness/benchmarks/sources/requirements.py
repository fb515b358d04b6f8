"""Requirements: a specification in markdown, code in several languages and tests that cite it, and JUnit results.

Specifications are of product, operations or development level, and cite the level above. The ids depend on the number
of files only, so that other languages can cite them.
"""

from collections.abc import Iterator, Sequence
from random import Random

from compiler.languages.requirements.linking.hashes import hashes
from harness.benchmarks.sources import FILES_A_MISTAKE, Plan
from harness.benchmarks.sources.words import DEEDS, PARTS, TEAMS, TIMES, coined, sentence, title

WEIGHT = 35
MIN_FILES = 4  # without results

IN_A_FILE = 8  # requirements of a specification
TESTS_IN_A_FILE = 18
FUNCTIONS_IN_A_FILE = 14
LABELS = "ABCDE"
LEVELS = {"p": ("prd", "Product"), "o": ("ops", "Operations"), "d": ("dev", "Development")}
CODE = ("py", "ts", "go", "rs", "c", "java")
TEST_FILES_OF_A_RESULT = 12


def files(plan: Plan) -> Iterator[tuple[str, str]]:
    """The configuration, and specifications, code, tests and results as the plan has room for."""
    specs, code, tests, results = _counts(plan)
    yield ".elspais.toml", _configuration()
    for number in range(specs):
        yield _specification(plan, number, specs)
    for number in range(code):
        yield _code(plan, number)
    for number in range(tests):
        yield _tests(plan, number)
    for number in range(results):
        first = number * TEST_FILES_OF_A_RESULT
        last = tests if number == results - 1 else min(tests, first + TEST_FILES_OF_A_RESULT)
        path = f"results/unit-{number + 1:03}.xml"
        yield path, _results(plan.random(path), range(first, last))


def _counts(plan: Plan) -> tuple[int, int, int, int]:
    rest = plan.counts["requirements"] - 1
    results = max(rest // 40, int(rest >= MIN_FILES))
    tests = max(rest * 24 // 100, 1)
    code = max(rest * 33 // 100, 1)
    return rest - results - tests - code, code, tests, results


def some_ids(plan: Plan, random: Random, count: int) -> list[str]:
    """The ids of `count` different requirements of the source."""
    whole = _counts(plan)[0] * IN_A_FILE
    return [_id(number, whole) for number in sorted(random.sample(range(whole), min(count, whole)))]


def _id(number: int, whole: int) -> str:
    """The id of a requirement. The first fifth of the numbers is product, the next third operations."""
    return f"REQ-{_level(number, whole)}{number + 1:05}"


def _level(number: int, whole: int) -> str:
    return "p" if number < whole // 5 else "o" if number < whole // 2 else "d"


def _labels(number: int) -> str:
    """The labels of the assertions of a requirement: two to five."""
    return LABELS[: 2 + number * 7 % 4]


def _cited(random: Random, first: int, last: int, whole: int) -> str:
    """A reference to a requirement of a range, or to one or two of its assertions."""
    number = random.randrange(first, last)
    some = sorted(random.sample(_labels(number), random.randrange(3)))
    return f"{_id(number, whole)}-{'+'.join(some)}" if some else _id(number, whole)


def _specification(plan: Plan, number: int, specs: int) -> tuple[str, str]:
    whole = specs * IN_A_FILE
    level = LEVELS[_level(number * IN_A_FILE, whole)][0]
    path = f"spec/{level}-{TEAMS[number % len(TEAMS)]}-{number + 1:04}.md"
    random = plan.random(path)
    faulty = number % FILES_A_MISTAKE == 5
    blocks = [
        _requirement(random, number * IN_A_FILE + index, whole, faulty=faulty and index == 2)
        for index in range(IN_A_FILE)
    ]
    head = f"# {title(TEAMS[number % len(TEAMS)])}, part {number + 1}\n\n{sentence(random)}\n\n"
    return path, head + "---\n\n".join(blocks)


def _requirement(random: Random, number: int, whole: int, *, faulty: bool) -> str:
    id, level = _id(number, whole), _level(number, whole)
    heading = f"{coined(random)} {random.choice(PARTS)} can {random.choice(DEEDS)} {random.choice(TIMES)}"
    texts = [(label, _duty(random)) for label in _labels(number)]
    found = hashes(texts)
    assert found
    cites = (
        "" if level == "p" else f" | **{random.choice(('Implements', 'Refines'))}**: {_parent(random, level, whole)}"
    )
    if faulty:
        cites += f"\n**Refines**: REQ-p{whole + 90_000}"
    status = "Draft" if number % 11 == 4 else "Active"
    assertions = "".join(f"{label}. {text}\n\n" for label, text in texts)
    return (
        f"## {id}: {heading}\n\n**Level**: {LEVELS[level][0].upper()} | **Status**: {status}{cites}\n\n"
        f"{sentence(random)} {sentence(random)}\n\n## Assertions\n\n{assertions}"
        f"## Rationale\n\n{sentence(random)}\n\n"
        f"*End* *{heading}* | **Hash**: {'badcafe0' if faulty else found.sorted}\n\n"
    )


def _duty(random: Random) -> str:
    part, other = random.choice(PARTS), random.choice(PARTS)
    return f"The {part} SHALL {random.choice(DEEDS)} the {other} {random.choice(TIMES)}."


def _parent(random: Random, level: str, whole: int) -> str:
    first, last = (0, whole // 5) if level == "o" else (whole // 5, whole // 2)
    return _cited(random, first, max(last, first + 1), whole)


def _code(plan: Plan, number: int) -> tuple[str, str]:
    ending = CODE[number % len(CODE)]
    team = TEAMS[number % len(TEAMS)]
    path = f"src/{team}/{team}_{PARTS[number % len(PARTS)]}_{number + 1}.{ending}"
    random = plan.random(path)
    whole = _counts(plan)[0] * IN_A_FILE
    comment = "#" if ending == "py" else "//"
    lines = [f"{comment} What {team} does with every {PARTS[number % len(PARTS)]}."]
    for index in range(FUNCTIONS_IN_A_FILE):
        lines += ["", "", f"{comment} {sentence(random)}", f"{comment} Implements: {_cited(random, 0, whole, whole)}"]
        lines += _function(random, f"{random.choice(DEEDS)}_{random.choice(PARTS)}_{index}", ending)
    return path, "\n".join([*lines, ""])


HEADS = {
    "py": "def {0}(amount: int) -> int:",
    "ts": "export function {0}(amount: number): number {{",
    "go": "func {0}(amount int) int {{",
    "rs": "pub fn {0}(amount: i64) -> i64 {{",
    "c": "int {0}(int amount)\n{{",
    "java": "static int {0}(int amount) {{",
}


def _function(random: Random, name: str, ending: str) -> list[str]:
    head, most = HEADS[ending].format(name), random.randrange(100)
    part, other = random.choice(PARTS), random.choice(PARTS)
    if ending == "py":
        return [
            *head.split("\n"),
            f"    if amount < {most}:",
            f"        return count_{part}(amount)",
            f"    return {other}(amount)",
        ]
    return [
        *head.split("\n"),
        f"    if (amount < {most}) {{",
        f"        return count_{part}(amount);",
        "    }",
        f"    return {other}(amount);",
        "}",
    ]


def _test_file(number: int) -> str:
    return f"test_{TEAMS[number % len(TEAMS)]}_{number + 1}"


def _tests(plan: Plan, number: int) -> tuple[str, str]:
    """A file of tests: functions and classes that verify the requirements they cite."""
    path = f"tests/{_test_file(number)}.py"
    random = plan.random(path)
    whole = _counts(plan)[0] * IN_A_FILE
    lines = [f'"""Tests of {TEAMS[number % len(TEAMS)]}."""', "", "import pytest"]
    for index in range(TESTS_IN_A_FILE):
        keyword = "Validates" if index % 9 == 8 else "Verifies"
        lines += ["", "", f"# {keyword}: {_cited(random, 0, whole, whole)}"]
        if index % 6 == 5:
            lines.append(f'@pytest.mark.parametrize("amount", [{index}, {index + 1}])')
        lines += [f"def {_test_name(index)}({'amount: int' if index % 6 == 5 else ''}) -> None:"]
        lines += [
            f'    """{sentence(random)}"""',
            f"    assert {random.choice(DEEDS)}({index}) == {random.randrange(100)}",
        ]
    return path, "\n".join([*lines, ""])


def _test_name(index: int) -> str:
    return f"test_the_{PARTS[index % len(PARTS)]}_can_{DEEDS[index % len(DEEDS)]}_{index}"


def _results(random: Random, files: Sequence[int]) -> str:
    suites = []
    for file in files:
        cases = []
        for index in range(TESTS_IN_A_FILE):
            name = _test_name(index) + (f"[{index}]" if index % 6 == 5 else "")
            place = f'classname="tests.{_test_file(file)}" name="{name}" time="0.00{index % 10}"'
            fails = random.random() < 0.03
            cases.append(
                f'  <testcase {place}><failure message="no"/></testcase>' if fails else f"  <testcase {place}/>"
            )
        suites.append("\n".join([f' <testsuite name="{_test_file(file)}">', *cases, " </testsuite>"]))
    body = "\n".join(suites)
    return f'<?xml version="1.0" encoding="utf-8"?>\n<testsuites>\n{body}\n</testsuites>\n'


def _configuration() -> str:
    lines = ["version = 4", "", "[project]", 'name = "harbour"', 'namespace = "REQ"', ""]
    keys = [key for key, _ in LEVELS.values()]
    for rank, (letter, (key, name)) in enumerate(LEVELS.items(), 1):
        allowed = ", ".join(f'"{key}"' for key in keys[:rank])
        lines += [f"[levels.{key}]", f"rank = {rank}", f'letter = "{letter}"', f'display_name = "{name}"']
        lines += [f"implements = [{allowed}]", ""]
    lines += ["[id-patterns.assertions]", 'label_style = "uppercase"', 'multi_separator = "+"', ""]
    for kind, folder in {"spec": "spec", "code": "src"}.items():
        lines += [f"[scanning.{kind}]", f'directories = ["{folder}"]', ""]
    lines += ["[scanning.test]", "enabled = true", 'directories = ["tests"]', ""]
    lines += ["[[scanning.test.targets]]", 'name = "unit"', 'reporter = "junit"', 'results = "results/*.xml"', ""]
    return "\n".join(lines)
