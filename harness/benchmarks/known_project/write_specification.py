"""Files of requirements, code, tests and results, and their settings."""

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from typing import TypeVar

from harness.benchmarks.known_project.model import Citation, Function, Project, Requirement
from harness.benchmarks.known_project.specification import LEVELS
from harness.benchmarks.sources.words import title

Stated = TypeVar("Stated", Requirement, Function)

TEST_FILES_OF_A_RESULT = 20
COMMENTS = {"py": "#", "ts": "//", "go": "//"}
HEADS = {
    "py": "def {}(amount):",
    "ts": "export function {}(amount: number): number {{",
    "go": "func {}(amount int) int {{",
}


def files(project: Project) -> Iterator[tuple[str, str]]:
    """Path and text of each file."""
    is_older = project.preset.is_messy and project.revision == 1
    yield ".elspais.toml", _older_settings() if is_older else _settings()
    for path, stated in by_path(project.requirements.values()).items():
        yield path, specification(path, stated, is_messy=project.preset.is_messy)
    for path, found in by_path(project.functions).items():
        yield path, _code(path, found)
    tests = by_path(project.tests)
    for path, found in tests.items():
        yield path, _tests(found)
    paths = list(tests)
    for first in range(0, len(paths), TEST_FILES_OF_A_RESULT):
        taken = {path: tests[path] for path in paths[first : first + TEST_FILES_OF_A_RESULT]}
        yield f"results/unit-{first // TEST_FILES_OF_A_RESULT + 1:03}.xml", _results(taken)


def by_path(listed: Iterable[Stated]) -> dict[str, list[Stated]]:
    """What stands in each file, in order."""
    found: dict[str, list[Stated]] = {}
    for one in listed:
        found.setdefault(one.path, []).append(one)
    return found


def specification(path: str, stated: Iterable[Requirement], *, is_messy: bool) -> str:
    """A file of requirements."""
    team = path.rpartition("/")[2].rpartition("-")[0]
    return f"# What {title(team)} has to do\n\n" + "\n---\n\n".join(
        block(requirement, is_messy=is_messy) for requirement in stated
    )


def block(stated: Requirement, *, is_messy: bool) -> str:
    """The markdown of a requirement. Careless people write its fields below one another, too."""
    fields = [f"**Level**: {stated.level.upper()}", f"**Status**: {stated.status}"]
    for keyword in ("Implements", "Refines"):
        cited = ", ".join(one.text for word, one in stated.parents if word == keyword)
        fields += [f"**{keyword}**: {cited}"] if cited else []
    joint = "\n" if is_messy and int(stated.id[-2:]) % 4 == 1 else " | "
    lines = [f"## {stated.id}: {stated.title}", "", joint.join(fields), "", stated.prose, "", "## Assertions", ""]
    texts = [
        f"{assertion.label}. {'<RETIRED> ' if assertion.is_retired else ''}{assertion.text}"
        for assertion in stated.assertions
    ]
    for text in texts:
        lines += [text, ""]
    return "\n".join([*lines, f"*End* *{stated.title}* | **Hash**: {_hash(texts)}", ""])


def _hash(texts: Iterable[str]) -> str:
    """The hash of assertions that does not depend on their order."""
    digests = sorted(hashlib.sha256(text.encode()).hexdigest() for text in texts)
    return hashlib.sha256("\n".join(digests).encode()).hexdigest()[:8]


def _cited(citations: Iterable[Citation]) -> str:
    return ", ".join(citation.text for citation in citations)


def _code(path: str, found: Iterable[Function]) -> str:
    suffix = path.rpartition(".")[2]
    comment, head = COMMENTS[suffix], HEADS[suffix]
    lines = [f"{comment} A part of {path.split('/')[1]}."]
    for function in found:
        lines += ["", "", f"{comment} Implements: {_cited(function.cites)}", head.format(function.name)]
        lines += ["    return amount + 1"] if suffix == "py" else ["    return amount + 1;", "}"]
    return "\n".join([*lines, ""])


def _tests(found: Iterable[Function]) -> str:
    lines = ['"""Tests of one part."""', "", "import pytest"]
    for function in found:
        lines += ["", "", *_verifying(function)]
        lines += [f"def {function.name}({'amount' if _has_cases(function) else ''}):", "    assert True"]
    return "\n".join([*lines, ""])


def _verifying(test: Function) -> list[str]:
    """The comment of a test, a line for each citation, and a decorator of those that have several cases."""
    first, *others = [one.text for one in test.cites]
    lines = [f"# Verifies: {first}{',' if others else ''}", *(f"#   {one}" for one in others)]
    return [*lines, '@pytest.mark.parametrize("amount", [1, 2])'] if _has_cases(test) else lines


def _has_cases(test: Function) -> bool:
    return test.name.endswith("7")


def _results(tests: Mapping[str, Iterable[Function]]) -> str:
    lines = ['<?xml version="1.0" encoding="utf-8"?>', "<testsuites>"]
    marks = {"passed": "/>", "failed": '><failure message="no"/></testcase>', "skipped": "><skipped/></testcase>"}
    for path, found in tests.items():
        module = path.removesuffix(".py").replace("/", ".")
        lines.append(f' <testsuite name="{module}">')
        for one in found:
            cases = (f"{one.name}[1]", f"{one.name}[2]") if _has_cases(one) else (one.name,)
            lines += [f'  <testcase classname="{module}" name="{name}"{marks[one.outcome]}' for name in cases]
        lines.append(" </testsuite>")
    return "\n".join([*lines, "</testsuites>", ""])


def _settings() -> str:
    lines = ["version = 4", "", "[project]", 'name = "tramway"', 'namespace = "REQ"', ""]
    keys = list(LEVELS.values())
    for rank, (letter, key) in enumerate(LEVELS.items(), 1):
        allowed = ", ".join(f'"{one}"' for one in keys[:rank])
        lines += [f"[levels.{key}]", f"rank = {rank}", f'letter = "{letter}"', f"implements = [{allowed}]", ""]
    lines += ["[id-patterns.assertions]", 'label_style = "uppercase"', 'multi_separator = "+"', ""]
    lines += ["[scanning.spec]", 'directories = ["spec"]', "", "[scanning.code]", 'directories = ["src"]', ""]
    lines += ["[scanning.test]", "enabled = true", 'directories = ["tests"]', ""]
    lines += ["[[scanning.test.targets]]", 'name = "unit"', 'reporter = "junit"', 'results = "results/*.xml"', ""]
    return "\n".join(lines)


def _older_settings() -> str:
    """The same in the layout of before, which joins labels by another sign."""
    lines = ["[project]", 'name = "tramway"', "", "[patterns]", 'prefix = "REQ"', ""]
    for rank, (letter, key) in enumerate(LEVELS.items(), 1):
        lines += [f"[patterns.types.{key}]", f'id = "{letter}"', f'name = "{key.upper()}"', f"level = {rank}", ""]
    lines += ["[patterns.id_format]", 'style = "numeric"', "digits = 5", ""]
    lines += ["[directories]", 'spec = "spec"', 'code = ["src"]', ""]
    lines += ["[testing]", "enabled = true", 'test_dirs = ["tests"]', 'result_files = ["results/*.xml"]']
    lines += ['reference_keyword = "Verifies"', ""]
    return "\n".join(lines)
