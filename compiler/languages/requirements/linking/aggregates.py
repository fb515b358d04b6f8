"""The last phase of linking: the configuration of the project, and the counts that answers read."""

from collections import Counter, defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from typing import Any

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


def project_fact(
    facts: Sequence[Fact],
    configurations: Configurations,
    algorithm: str,
    journey_citers: Container[str],
    formats: Sequence[Json] = (),
) -> RequirementProject:
    """The counts over all facts of a source, without those of nested projects.

    `algorithm` is the hash algorithm. `journey_citers` are the ids of objects that cite a journey or a step. `formats`
    are those of `RequirementProject`.
    """
    configuration = configurations.main
    by_class: dict[type[Fact], list[Any]] = defaultdict(list)
    nested = {file for file in {one.span.file for one in facts} if configurations.nested_project(file)}
    for one in facts:
        if one.span.file not in nested:
            by_class[type(one)].append(one)
    requirements: list[Requirement] = by_class[Requirement]
    active = [one for one in requirements if one.is_active]
    expected = {one.requirement for one in requirements if one.expects_implementation}
    covered: dict[str, RequirementCoverage] = {one.requirement: one for one in by_class[RequirementCoverage]}
    counted = [one for one in covered.values() if one.total and one.requirement in expected]
    return RequirementProject(
        span=whole_file(configuration.files[0] if configuration.files else ""),
        name=configuration.name,
        config_files=configuration.files,
        layout=configuration.layout,
        configuration=_configuration_values(configuration, algorithm),
        inferred=tuple(one.json() for one in configurations.inferred),
        formats=tuple(formats),
        projects=tuple(_projects(configurations, facts)),
        node_counts=_node_counts(by_class),
        by_level={"all": _counts(one.level for one in requirements), "active": _counts(one.level for one in active)},
        by_status=_counts(one.status for one in requirements),
        coverage=_test_coverage(counted),
        implementation=_implementation(counted),
        coverage_by_level=_coverage_by_level(counted, {one.requirement: one.level for one in requirements}),
        assertions=_assertion_counts(by_class[Assertion], covered.values()),
        root_count=sum(one.is_root for one in requirements),
        orphan_count=sum(one.is_orphan for one in requirements),
        broken_count=sum(one.reason != "placeholder" for one in by_class[BrokenReference]),
        cycle_count=len({one.cycle for one in requirements if one.cycle}),
        stale_hash_count=sum(one.hash_state == "stale" for one in requirements),
        unlinked_tests=sum(not one.requirements and one.test not in journey_citers for one in by_class[Test]),
        unmatched_results=sum(not one.test for one in by_class[TestResult]),
    )


def _projects(configurations: Configurations, facts: Sequence[Fact]) -> Iterator[Json]:
    """`RequirementProject.projects`: outer projects first."""
    covered: dict[str | None, list[RequirementCoverage]] = defaultdict(list)
    for one in facts:
        if isinstance(one, RequirementCoverage):
            covered[configurations.of(one.span.file).project].append(one)
    for each in reversed(configurations.all):
        members = covered[each.project]
        yield {
            "folder": each.folder,
            "name": each.name,
            "prefix": each.namespace,
            "is_nested": bool(configurations.nested_project(f"{each.folder}/x")) if each.folder else False,
            "requirements": len(members),
            "assertions": sum(one.total for one in members),
            "tested": sum(one.tested_count for one in members),
            "implemented": sum(len(one.implemented) for one in members),
        }


def _node_counts(by_class: Mapping[type[Fact], Sequence[Fact]]) -> dict[str, int]:
    counts = {one.kind: len(members) for one, members in by_class.items() if issubclass(one, Object) and members}
    return dict(sorted(counts.items()))


def _counts(words: Iterable[str]) -> dict[str, int]:
    return dict(sorted(Counter(words).items()))


def _test_coverage(counted: Sequence[RequirementCoverage]) -> dict[str, int]:
    full = sum(one.tested_count == one.total for one in counted)
    none = sum(one.tested_count == 0 for one in counted)
    failing = sum(bool(one.failing) for one in counted)
    partial = len(counted) - full - none
    return {"total": len(counted), "full": full, "partial": partial, "none": none, "failing": failing}


def _implementation(counted: Sequence[RequirementCoverage]) -> dict[str, int]:
    full = sum(len(one.implemented) == one.total for one in counted)
    none = sum(not one.implemented for one in counted)
    return {"total": len(counted), "full": full, "partial": len(counted) - full - none, "none": none}


def _coverage_by_level(counted: Sequence[RequirementCoverage], levels: Mapping[str, str]) -> dict[str, dict[str, int]]:
    """`RequirementProject.coverage_by_level`."""
    by_level: dict[str, Counter[str]] = defaultdict(Counter)
    for one in counted:
        by_level[levels[one.requirement]].update(
            requirements=1,
            assertions=one.total,
            tested=one.tested_count,
            tested_by_name=len(one.tested_by_name),
            implemented=len(one.implemented),
            implemented_by_name=len(one.implemented_by_name),
            passing=len(one.passing),
            failing=len(one.failing),
            validated=len(one.validated),
        )
    return {level: dict(by_level[level]) for level in sorted(by_level)}


def _assertion_counts(item: Sequence[Assertion], covered: Iterable[RequirementCoverage]) -> dict[str, int]:
    counts = Counter[str]()
    for one in covered:
        counts["tested"] += one.tested_count
        counts["tested_by_name"] += len(one.tested_by_name)
        counts["implemented"] += len(one.implemented)
        counts["passing"] += len(one.passing)
        counts["failing"] += len(one.failing)
        counts["total"] += one.total
    names = ("total", "tested", "tested_by_name", "implemented", "passing", "failing")
    retired = sum(one.is_retired for one in item)
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
        "result_patterns": [one for patterns in configuration.result_patterns or () for one in patterns],
        "levels": {
            one.key: {"rank": one.rank, "letter": one.letter, "name": one.name, "implements": list(one.implements)}
            for one in configuration.levels
        },
        "hash_algorithm": {"older": "file-order", "newer": "sorted"}.get(configuration.layout, algorithm),
        "separator": configuration.separator,
        "multi_separator": configuration.joiner or "",
        "status_roles": {role: list(names) for role, names in configuration.status_roles.items()},
    }
