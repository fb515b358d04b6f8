"""The project as a whole: its configuration, and the counts that answers read instead of counting again."""

from collections import Counter, defaultdict
from collections.abc import Container, Iterable, Mapping, Sequence
from typing import Any

from compiler.languages.requirements.configuration import Configuration
from compiler.languages.requirements.facts import (
    Assertion,
    BrokenReference,
    Requirement,
    RequirementCoverage,
    RequirementProject,
    Test,
    TestResult,
)
from compiler.languages.requirements.ids import Ids
from compiler.model.facts import Fact, Object
from compiler.model.spans import whole_file

Json = Any


def project_fact(
    facts: Sequence[Fact],
    configuration: Configuration,
    algorithm: str,
    cycles: int,
    of_journeys: Container[str],
    expected: Container[str],
) -> RequirementProject:
    """The aggregates over all facts of a source; `of_journeys` are the ids of what cites a journey or a step,
    `expected` those of the requirements that somebody should have implemented."""
    by_class: dict[type[Fact], list[Any]] = defaultdict(list)
    for one in facts:
        by_class[type(one)].append(one)
    requirements: list[Requirement] = by_class[Requirement]
    active = [one for one in requirements if one.is_active]
    covered: dict[str, RequirementCoverage] = {one.requirement: one for one in by_class[RequirementCoverage]}
    counted = [one for one in covered.values() if one.total and one.requirement in expected]
    return RequirementProject(
        span=whole_file(configuration.files[0] if configuration.files else ""),
        name=configuration.name,
        config_files=configuration.files,
        layout=configuration.layout,
        configuration=_shown(configuration, algorithm),
        node_counts=_node_counts(by_class),
        by_level={"all": _counts(one.level for one in requirements), "active": _counts(one.level for one in active)},
        by_status=_counts(one.status for one in requirements),
        coverage=_buckets(counted),
        implementation=_implementation(counted),
        assertions=_assertions(by_class[Assertion], covered.values()),
        root_count=sum(one.is_root for one in requirements),
        orphan_count=sum(one.is_orphan for one in requirements),
        broken_count=sum(one.reason != "placeholder" for one in by_class[BrokenReference]),
        cycle_count=cycles,
        stale_hash_count=sum(one.hash_state == "stale" for one in requirements),
        unlinked_tests=sum(not one.requirements and one.test not in of_journeys for one in by_class[Test]),
        unmatched_results=sum(not one.test for one in by_class[TestResult]),
    )


def _node_counts(by_class: Mapping[type[Fact], Sequence[Fact]]) -> dict[str, int]:
    counts = {one.kind: len(members) for one, members in by_class.items() if issubclass(one, Object) and members}
    return dict(sorted(counts.items()))


def _counts(words: Iterable[str]) -> dict[str, int]:
    return dict(sorted(Counter(words).items()))


def _buckets(counted: Sequence[RequirementCoverage]) -> dict[str, int]:
    full = sum(one.tested_count == one.total for one in counted)
    none = sum(one.tested_count == 0 for one in counted)
    failing = sum(bool(one.failing) for one in counted)
    partial = len(counted) - full - none
    return {"total": len(counted), "full": full, "partial": partial, "none": none, "failing": failing}


def _implementation(counted: Sequence[RequirementCoverage]) -> dict[str, int]:
    full = sum(len(one.implemented) == one.total for one in counted)
    none = sum(not one.implemented for one in counted)
    return {"total": len(counted), "full": full, "partial": len(counted) - full - none, "none": none}


def _assertions(stated: Sequence[Assertion], covered: Iterable[RequirementCoverage]) -> dict[str, int]:
    counts = Counter[str]()
    for one in covered:
        counts["tested"] += one.tested_count
        counts["tested_by_name"] += len(one.tested_by_name)
        counts["implemented"] += len(one.implemented)
        counts["passing"] += len(one.passing)
        counts["failing"] += len(one.failing)
        counts["total"] += one.total
    names = ("total", "tested", "tested_by_name", "implemented", "passing", "failing")
    retired = sum(one.is_retired for one in stated)
    return {**{name: counts[name] for name in names}, "retired": retired}


def _shown(configuration: Configuration, algorithm: str) -> dict[str, Json]:
    tests = configuration.tests
    return {
        "namespace": configuration.namespace,
        "id_pattern": Ids(configuration).pattern,
        "spec_directories": list(configuration.spec.directories) if configuration.files else [],
        "code_directories": list(configuration.code.directories) if configuration.files else [],
        "test_directories": list(tests.directories) if tests else [],
        "testing_enabled": configuration.reads_tests,
        "result_patterns": [one for places in configuration.result_patterns or () for one in places],
        "levels": {
            one.key: {"rank": one.rank, "letter": one.letter, "name": one.name, "implements": list(one.implements)}
            for one in configuration.levels
        },
        "hash_algorithm": {"older": "file-order", "newer": "sorted"}.get(configuration.layout, algorithm),
        "separator": configuration.separator,
        "multi_separator": configuration.joiner or "",
        "status_roles": {role: list(names) for role, names in configuration.status_roles.items()},
    }
