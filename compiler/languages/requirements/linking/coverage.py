"""The fifth phase of linking: which assertions are tested, implemented, passing, failing or validated."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from compiler.languages.requirements.facts import Reference, RequirementCoverage
from compiler.languages.requirements.linking.evidence import Evidence
from compiler.languages.requirements.linking.stated import Stated


class _Marks(NamedTuple):
    """What cites one requirement: the labels that are named, and "" where all of it is."""

    tested: set[str]
    implemented: set[str]
    reached: set[str]
    passing: set[str]
    failing: set[str]
    validated: set[str]
    tests: dict[str, None]
    codes: dict[str, None]


def _no_marks() -> _Marks:
    return _Marks(set(), set(), set(), set(), set(), set(), {}, {})


def coverage(
    requirements: Mapping[str, Stated], resolved: Iterable[Reference], evidence: Evidence
) -> Iterator[RequirementCoverage]:
    """The coverage of each requirement."""
    marks, unmarked = _marks(resolved, evidence), _no_marks()
    for identity, stated in requirements.items():
        yield _coverage(stated, marks.get(identity, unmarked))


def _marks(resolved: Iterable[Reference], evidence: Evidence) -> Mapping[str, _Marks]:
    outcomes = _outcomes(evidence)
    marks: defaultdict[str, _Marks] = defaultdict(_no_marks)
    for one in resolved:
        mark = marks[one.requirement]
        if one.source_kind == "test":
            mark.tests[one.source] = None
            mark.tested.add(one.label)
            mark.reached.add(one.label)
            passed, failed = outcomes.get(one.source, (False, False))
            if passed:
                mark.passing.add(one.label)
            if failed:
                mark.failing.add(one.label)
        # Code that says `Verifies` is no test: it reaches, and does not test.
        elif one.source_kind == "code":
            mark.codes[one.source] = None
            mark.reached.add(one.label)
        elif one.edge_kind == "validates":
            mark.validated.add(one.label)
        if one.edge_kind == "implements" and one.requirement != one.source:
            mark.implemented.add(one.label)
    return marks


def _outcomes(evidence: Evidence) -> dict[str, tuple[bool, bool]]:
    """Whether some result of a test passed, and whether some failed or was an error."""
    outcomes: dict[str, tuple[bool, bool]] = {}
    for one in evidence.results:
        if one.test:
            passed, failed = outcomes.get(one.test, (False, False))
            status = one.case.status
            outcomes[one.test] = passed or status == "passed", failed or status in ("failed", "error")
    return outcomes


def _coverage(stated: Stated, marks: _Marks) -> RequirementCoverage:
    labels = stated.labels
    tested = _of(labels, marks.tested)
    return RequirementCoverage(
        span=stated.span,
        requirement=stated.id,
        total=len(labels),
        tested_count=len(tested),
        tested=tested,
        untested=labels if not tested else tuple([one for one in labels if one not in tested]),
        tested_by_name=_by_name(labels, marks.tested),
        tested_by_whole=labels if "" in marks.tested else (),
        implemented=_of(labels, marks.implemented),
        implemented_by_name=_by_name(labels, marks.implemented),
        implemented_by_whole=labels if "" in marks.implemented else (),
        reached=_of(labels, marks.reached),
        passing=_of(labels, marks.passing),
        failing=_of(labels, marks.failing),
        validated=_of(labels, marks.validated),
        tests=tuple(marks.tests),
        codes=tuple(marks.codes),
    )


def _by_name(labels: tuple[str, ...], named: set[str]) -> tuple[str, ...]:
    return tuple([one for one in labels if one in named]) if named else ()


def _of(labels: tuple[str, ...], named: set[str]) -> tuple[str, ...]:
    return labels if "" in named else _by_name(labels, named)
