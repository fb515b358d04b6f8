"""The fifth phase of linking: which assertions are tested, implemented, passing, failing or validated."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from compiler.languages.requirements.facts import Reference, RequirementCoverage
from compiler.languages.requirements.linking.evidence import Evidence
from compiler.languages.requirements.linking.spec_item import SpecItem


class _CitedLabels(NamedTuple):
    """How one requirement is cited: labels, "" for the whole, and the ids of the tests and code that cite it."""

    tested: set[str]
    implemented: set[str]
    passing: set[str]
    failing: set[str]
    validated: set[str]
    tests: dict[str, None]
    codes: dict[str, None]


def _no_labels() -> _CitedLabels:
    return _CitedLabels(set(), set(), set(), set(), set(), {}, {})


def coverage(
    requirements: Mapping[str, SpecItem], resolved: Iterable[Reference], evidence: Evidence
) -> Iterator[RequirementCoverage]:
    """The coverage of each requirement."""
    cited, none = _cited_labels(resolved, evidence), _no_labels()
    for native_id, item in requirements.items():
        yield _coverage(item, cited.get(native_id, none))


def _cited_labels(resolved: Iterable[Reference], evidence: Evidence) -> Mapping[str, _CitedLabels]:
    results = outcomes(evidence)
    cited: defaultdict[str, _CitedLabels] = defaultdict(_no_labels)
    for reference in resolved:
        labels = cited[reference.requirement]
        if reference.source_kind == "test":
            labels.tests[reference.source] = None
            labels.tested.add(reference.label)
            passed, failed = results.get(reference.source, (False, False))
            if passed and not failed:  # a parametrised test passes if all of its cases do
                labels.passing.add(reference.label)
            if failed:
                labels.failing.add(reference.label)
        elif reference.source_kind == "code":
            labels.codes[reference.source] = None
            if reference.edge_kind == "verifies":  # a benchmark or a fixture that tests
                labels.tested.add(reference.label)
        elif reference.edge_kind == "validates":
            labels.validated.add(reference.label)
        if reference.edge_kind == "implements" and reference.requirement != reference.source:
            labels.implemented.add(reference.label)
    return cited


def outcomes(evidence: Evidence) -> dict[str, tuple[bool, bool]]:
    """By test id: whether a result passed, and whether a result failed or was an error."""
    outcomes: dict[str, tuple[bool, bool]] = {}
    for result in evidence.results:
        if result.test:
            passed, failed = outcomes.get(result.test, (False, False))
            status = result.case.status
            outcomes[result.test] = passed or status == "passed", failed or status in ("failed", "error")
    return outcomes


def _coverage(item: SpecItem, cited: _CitedLabels) -> RequirementCoverage:
    labels = item.labels
    tested = _covered(labels, cited.tested)
    return RequirementCoverage(
        span=item.span,
        requirement=item.id,
        project=item.nested_project,
        total=len(labels),
        tested_count=len(tested),
        tested=tested,
        untested=labels if not tested else tuple([label for label in labels if label not in tested]),
        tested_by_name=_named(labels, cited.tested),
        tested_by_whole=labels if "" in cited.tested else (),
        implemented=_covered(labels, cited.implemented),
        implemented_by_name=_named(labels, cited.implemented),
        implemented_by_whole=labels if "" in cited.implemented else (),
        passing=_covered(labels, cited.passing),
        failing=_covered(labels, cited.failing),
        validated=_covered(labels, cited.validated),
        tests=tuple(cited.tests),
        codes=tuple(cited.codes),
    )


def _named(labels: tuple[str, ...], named: set[str]) -> tuple[str, ...]:
    """The labels that are named, in order."""
    return tuple([label for label in labels if label in named]) if named else ()


def _covered(labels: tuple[str, ...], named: set[str]) -> tuple[str, ...]:
    """The labels that are named; all, if the whole requirement is."""
    return labels if "" in named else _named(labels, named)
