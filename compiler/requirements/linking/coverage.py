"""The fifth phase of linking: which assertions are tested, implemented, passing, failing or validated."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from compiler.requirements.facts import RequirementCoverage
from compiler.requirements.linking.evidence import Evidence
from compiler.requirements.linking.stated import Resolved, Stated


@dataclass(slots=True)
class _Marks:
    """What cites one requirement: the labels that are named, and "" where all of it is."""

    tested: set[str] = field(default_factory=set)
    implemented: set[str] = field(default_factory=set)
    reached: set[str] = field(default_factory=set)
    passing: set[str] = field(default_factory=set)
    failing: set[str] = field(default_factory=set)
    validated: set[str] = field(default_factory=set)
    tests: dict[str, None] = field(default_factory=dict)
    codes: dict[str, None] = field(default_factory=dict)


def coverage(
    requirements: Mapping[str, Stated], resolved: Iterable[Resolved], evidence: Evidence
) -> Iterator[RequirementCoverage]:
    """The coverage of each requirement."""
    marks = _marks(resolved, evidence)
    for identity, stated in requirements.items():
        yield _coverage(stated, marks.get(identity) or _Marks())


def _marks(resolved: Iterable[Resolved], evidence: Evidence) -> Mapping[str, _Marks]:
    outcomes = _outcomes(evidence)
    marks: defaultdict[str, _Marks] = defaultdict(_Marks)
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

    def by_name(named: set[str]) -> tuple[str, ...]:
        return tuple(label for label in labels if label in named)

    def of(named: set[str]) -> tuple[str, ...]:
        return labels if "" in named else by_name(named)

    tested = of(marks.tested)
    return RequirementCoverage(
        span=stated.span,
        requirement=stated.id,
        total=len(labels),
        tested_count=len(tested),
        tested=tested,
        untested=() if "" in marks.tested else tuple(label for label in labels if label not in marks.tested),
        tested_by_name=by_name(marks.tested),
        tested_by_whole=labels if "" in marks.tested else (),
        implemented=of(marks.implemented),
        implemented_by_name=by_name(marks.implemented),
        implemented_by_whole=labels if "" in marks.implemented else (),
        reached=of(marks.reached),
        passing=of(marks.passing),
        failing=of(marks.failing),
        validated=of(marks.validated),
        tests=tuple(marks.tests),
        codes=tuple(marks.codes),
    )
