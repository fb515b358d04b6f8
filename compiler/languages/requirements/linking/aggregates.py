"""The last phase of linking: the configuration of the project, and the counts that answers read."""

from collections import Counter, defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from compiler.languages.requirements.configuration.configuration import Configuration
from compiler.languages.requirements.configuration.configurations import Configurations
from compiler.languages.requirements.configuration.ids import ids_of
from compiler.languages.requirements.facts import (
    Assertion,
    BrokenReference,
    Requirement,
    RequirementCoverage,
    RequirementProject,
    Test,
    TestResult,
)
from compiler.model.facts import Fact, Object
from compiler.model.spans import whole_file

Json = Any


class _Counted(NamedTuple):
    """What is counted of a requirement."""

    level: str
    status: str
    is_active: bool
    expects: bool
    is_root: bool
    is_orphan: bool
    cycle: int
    is_stale: bool


class _Covered(NamedTuple):
    """What is counted of the coverage of a requirement: numbers of labels."""

    requirement: str
    total: int
    tested: int
    tested_by_name: int
    implemented: int
    implemented_by_name: int
    passing: int
    failing: int
    validated: int


class ProjectCounts:
    """The counts over all facts of a source, without those of examples and nested projects. The facts are given one by
    one (`add`), and none of them is kept."""

    def __init__(
        self, configurations: Configurations, examples: Container[str], journey_citers: Container[str]
    ) -> None:
        """`journey_citers` are the ids of objects that cite a journey or a step."""
        self._configurations = configurations
        self._examples = examples
        self._journey_citers = journey_citers
        self._nested: dict[str, bool] = {}  # by file
        self._kinds = Counter[str]()
        self._requirements: list[_Counted] = []
        self._levels: dict[str, str] = {}
        self._expected: set[str] = set()
        self._covered: dict[str, _Covered] = {}
        self._of_projects: defaultdict[str | None, Counter[str]] = defaultdict(Counter)
        self._counts = Counter[str]()  # of what stands for itself

    def add(self, fact: Fact) -> None:
        """Count a fact."""
        file = fact.span.file
        if file in self._examples:
            return
        if isinstance(fact, RequirementCoverage):
            self._of_projects[self._configurations.of(file).project].update(
                requirements=1,
                assertions=fact.total,
                tested=fact.tested_count,
                implemented=len(fact.implemented),
            )
        if file not in self._nested:
            self._nested[file] = bool(self._configurations.nested_project(file))
        if not self._nested[file]:
            self._add_own(fact)

    def _add_own(self, fact: Fact) -> None:
        """Count a fact of the project."""
        if isinstance(fact, Object):
            self._kinds[fact.kind] += 1
        if isinstance(fact, Requirement):
            self._add_requirement(fact)
        elif isinstance(fact, RequirementCoverage):
            self._covered[fact.requirement] = _covered(fact)
        elif isinstance(fact, Assertion):
            self._counts["retired"] += fact.is_retired
        elif isinstance(fact, BrokenReference):
            self._counts["broken"] += fact.reason != "placeholder"
        elif isinstance(fact, Test):
            self._counts["unlinked"] += not fact.requirements and fact.test not in self._journey_citers
        elif isinstance(fact, TestResult):
            self._counts["unmatched"] += not fact.test

    def _add_requirement(self, requirement: Requirement) -> None:
        expects, is_stale = requirement.expects_implementation, requirement.hash_state == "stale"
        counted = _Counted(
            requirement.level,
            requirement.status,
            requirement.is_active,
            expects,
            requirement.is_root,
            requirement.is_orphan,
            requirement.cycle,
            is_stale,
        )
        self._requirements.append(counted)
        self._levels[requirement.requirement] = requirement.level
        if expects:
            self._expected.add(requirement.requirement)

    def fact(self, algorithm: str, formats: Sequence[Json] = ()) -> RequirementProject:
        """Return the fact about the project. `algorithm` is the hash algorithm. `formats` are those of
        `RequirementProject`."""
        configuration = self._configurations.main
        requirements = self._requirements
        counted = [
            coverage for coverage in self._covered.values() if coverage.total and coverage.requirement in self._expected
        ]
        return RequirementProject(
            span=whole_file(configuration.files[0] if configuration.files else ""),
            name=configuration.name,
            config_files=configuration.files,
            layout=configuration.layout,
            configuration=_configuration_values(configuration, algorithm),
            inferred=tuple(guess.json() for guess in self._configurations.inferred),
            formats=tuple(formats),
            projects=tuple(self._projects()),
            node_counts=dict(sorted(self._kinds.items())),
            by_level={
                "all": _counts(requirement.level for requirement in requirements),
                "active": _counts(requirement.level for requirement in requirements if requirement.is_active),
            },
            by_status=_counts(requirement.status for requirement in requirements),
            coverage=_test_coverage(counted),
            implementation=_implementation(counted),
            coverage_by_level=_coverage_by_level(counted, self._levels),
            assertions=_assertion_counts(self._counts["retired"], self._covered.values()),
            root_count=sum(requirement.is_root for requirement in requirements),
            orphan_count=sum(requirement.is_orphan for requirement in requirements),
            broken_count=self._counts["broken"],
            cycle_count=len({requirement.cycle for requirement in requirements if requirement.cycle}),
            stale_hash_count=sum(requirement.is_stale for requirement in requirements),
            unlinked_tests=self._counts["unlinked"],
            unmatched_results=self._counts["unmatched"],
        )

    def _projects(self) -> Iterator[Json]:
        """`RequirementProject.projects`: outer projects first."""
        for each in reversed(self._configurations.all):
            counts = self._of_projects[each.project]
            is_nested = bool(self._configurations.nested_project(f"{each.folder}/x")) if each.folder else False
            yield {
                "folder": each.folder,
                "name": each.name,
                "prefix": each.namespace,
                "is_nested": is_nested,
                **{name: counts[name] for name in ("requirements", "assertions", "tested", "implemented")},
            }


def _covered(coverage: RequirementCoverage) -> _Covered:
    return _Covered(
        coverage.requirement,
        coverage.total,
        coverage.tested_count,
        len(coverage.tested_by_name),
        len(coverage.implemented),
        len(coverage.implemented_by_name),
        len(coverage.passing),
        len(coverage.failing),
        len(coverage.validated),
    )


def _counts(words: Iterable[str]) -> dict[str, int]:
    return dict(sorted(Counter(words).items()))


def _test_coverage(counted: Sequence[_Covered]) -> dict[str, int]:
    full = sum(coverage.tested == coverage.total for coverage in counted)
    none = sum(coverage.tested == 0 for coverage in counted)
    failing = sum(bool(coverage.failing) for coverage in counted)
    partial = len(counted) - full - none
    return {"total": len(counted), "full": full, "partial": partial, "none": none, "failing": failing}


def _implementation(counted: Sequence[_Covered]) -> dict[str, int]:
    full = sum(coverage.implemented == coverage.total for coverage in counted)
    none = sum(not coverage.implemented for coverage in counted)
    return {"total": len(counted), "full": full, "partial": len(counted) - full - none, "none": none}


def _coverage_by_level(counted: Sequence[_Covered], levels: Mapping[str, str]) -> dict[str, dict[str, int]]:
    """`RequirementProject.coverage_by_level`."""
    by_level: dict[str, Counter[str]] = defaultdict(Counter)
    for coverage in counted:
        by_level[levels[coverage.requirement]].update(
            requirements=1,
            assertions=coverage.total,
            tested=coverage.tested,
            tested_by_name=coverage.tested_by_name,
            implemented=coverage.implemented,
            implemented_by_name=coverage.implemented_by_name,
            passing=coverage.passing,
            failing=coverage.failing,
            validated=coverage.validated,
        )
    return {level: dict(by_level[level]) for level in sorted(by_level)}


def _assertion_counts(retired: int, covered: Iterable[_Covered]) -> dict[str, int]:
    counts = Counter[str]()
    names = ("total", "tested", "tested_by_name", "implemented", "passing", "failing")
    for coverage in covered:
        for name in names:
            counts[name] += getattr(coverage, name)
    return {**{name: counts[name] for name in names}, "retired": retired}


def _configuration_values(configuration: Configuration, algorithm: str) -> dict[str, Json]:
    """`RequirementProject.configuration`."""
    tests = configuration.tests
    return {
        "namespace": configuration.namespace,
        "id_pattern": ids_of(configuration).pattern,
        "spec_directories": list(configuration.spec.directories) if configuration.files else [],
        "code_directories": list(configuration.code.directories) if configuration.files else [],
        "test_directories": list(tests.directories) if tests else [],
        "testing_enabled": configuration.reads_tests,
        "result_patterns": [pattern for patterns in configuration.result_patterns or () for pattern in patterns],
        "levels": {
            level.key: {
                "rank": level.rank,
                "letter": level.letter,
                "name": level.name,
                "implements": list(level.implements),
            }
            for level in configuration.levels
        },
        "hash_algorithm": {"older": "file-order", "newer": "sorted"}.get(configuration.layout, algorithm),
        "separator": configuration.separator,
        "multi_separator": configuration.joiner or "",
        "status_roles": {role: list(names) for role, names in configuration.status_roles.items()},
    }
