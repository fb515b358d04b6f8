"""The third phase of linking: what code and tests cite, and which test yielded each result."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from compiler.languages.requirements import codes
from compiler.languages.requirements.facts import code_ref
from compiler.languages.requirements.linking.citations_of_tests import link_tests
from compiler.languages.requirements.linking.project import Project
from compiler.languages.requirements.linking.resolve import Citer, Resolver
from compiler.languages.requirements.linking.result_matching import LinkedTest, TestMatcher
from compiler.languages.requirements.records import (
    CitingComment,
    CodeFile,
    Function,
    MixedFile,
    ResultCase,
    ResultsFile,
    Unit,
)
from compiler.model.diagnostics import Diagnostic
from compiler.model.spans import Span

_RANK = {"": 0, "passed": 1, "skipped": 2, "error": 3, "failed": 4}
# The kind of link that each allowed keyword makes.
_CODE_KEYWORDS = {"implements": "implements", "verifies": "verifies", "validates": "verifies"}
_SCRIPTS = (".sql", ".sh", ".bash", ".zsh", ".ps1", ".tcl", ".feature", ".robot", ".yaml", ".yml", ".tf")
_WITH_TESTS_BESIDE_CODE = (".rs", ".feature")
MANY_RESULTS = 3  # if none of so many belongs to a test, their file is of other tests
_TEST_KEYWORDS = {"verifies": "verifies", "validates": "verifies"}


@dataclass(slots=True)
class CodeCitation:
    """A comment in code, and the ids of the requirements that it cites. `edge_kind` is "" if code may not use the
    keyword."""

    id: str
    path: str
    comment: CitingComment
    edge_kind: str
    requirements: list[str]


class LinkedResult(NamedTuple):
    """A test case, counted from 1 in its file, and the id of its test, "" for none."""

    path: str
    ordinal: int
    case: ResultCase
    test: str


@dataclass(slots=True)
class Evidence:
    """All code, tests and results, in the order of the files."""

    citations: list[CodeCitation] = field(default_factory=list)
    tests: dict[str, LinkedTest] = field(default_factory=dict)
    results: list[LinkedResult] = field(default_factory=list)
    findings: list[Diagnostic] = field(default_factory=list)


def collect_evidence(project: Project, resolver: Resolver) -> Evidence:
    """The code, tests and results of a project. Their citations are resolved."""
    evidence = Evidence()
    test_files = list(project.tests)
    for unit in project.codes:
        of_tests = [comment for comment in unit.comments if _is_of_test(comment)]
        if of_tests:  # in some languages tests stand beside the code
            tests = tuple(dict.fromkeys(test.function for test in of_tests if test.function))
            test_files.append(unit._replace(comments=tuple(of_tests), tests=tests))
        for comment in unit.comments:
            if not _is_of_test(comment):
                _add_code(evidence, project, resolver, unit.path, comment)
    for unit in sorted(test_files, key=lambda unit: unit.path.encode()):
        if _is_code_too(project, unit.path):
            unit = _add_implementations(evidence, project, resolver, unit)
        if not unit.tests and unit.path.lower().endswith(_SCRIPTS):
            _add_script(evidence, project, resolver, unit)
        else:
            _add_tests(evidence, project, resolver, unit)
    _add_results(evidence, project)
    return evidence


def add_tests_beside_code(evidence: Evidence, units: Mapping[str, Unit]) -> None:
    """Add the tests that stand beside code, as those of Rust do, and scenarios, where a tag of any format stands in or
    above one."""
    for path, unit in units.items():
        if isinstance(unit, MixedFile) and path.endswith(_WITH_TESTS_BESIDE_CODE):
            for function in unit.functions:
                if function is not None and function.is_test:
                    native_id = _test_id(path, function)
                    evidence.tests.setdefault(native_id, LinkedTest(native_id, path, function, ()))


def _is_of_test(comment: CitingComment) -> bool:
    """Whether a comment in a code file cites for a test."""
    return bool(comment.function and comment.function.is_test and comment.citation.keyword in _TEST_KEYWORDS)


def _add_code(evidence: Evidence, project: Project, resolver: Resolver, path: str, comment: CitingComment) -> None:
    citation = comment.citation
    edge_kind = _edge_kind(project, path, citation.keyword, _CODE_KEYWORDS)
    if edge_kind is None:
        return
    native_id = f"{path}:{citation.line}"
    if not edge_kind:
        evidence.findings.append(_forbidden(path, comment, "code", "Implements"))
        evidence.citations.append(CodeCitation(native_id, path, comment, "", []))
        return
    citer = Citer(native_id, code_ref(native_id), "code", path, is_code=True)
    reached = resolver.resolve(citer, edge_kind, citation, project.configurations.ids(path))
    evidence.citations.append(CodeCitation(native_id, path, comment, edge_kind, reached))


def _is_code_too(project: Project, path: str) -> bool:
    """Whether a test is code too: in the older layout one in a folder of code is."""
    configuration = project.configurations.of(path)
    return configuration.layout == "older" and configuration.code.holds(configuration.inside(path))


def _add_implementations(evidence: Evidence, project: Project, resolver: Resolver, unit: CodeFile) -> CodeFile:
    """Add the comments of a test that implement, as those of code. Gives the test with the others."""
    others = []
    for comment in unit.comments:
        if comment.citation.keyword == "implements":
            _add_code(evidence, project, resolver, unit.path, comment)
        else:
            others.append(comment)
    return unit._replace(comments=tuple(others))


def _add_script(evidence: Evidence, project: Project, resolver: Resolver, unit: CodeFile) -> None:
    """Add the citations of a script that is a test as a whole: none of its functions is one."""
    for comment in unit.comments:
        kind = _edge_kind(project, unit.path, comment.citation.keyword, _TEST_KEYWORDS)
        if kind:
            _add_code(evidence, project, resolver, unit.path, comment)
        elif kind == "":
            evidence.findings.append(_forbidden(unit.path, comment, "tests", "Verifies"))


def _add_tests(evidence: Evidence, project: Project, resolver: Resolver, unit: CodeFile) -> None:
    by_line: dict[int, LinkedTest] = {}
    for function in unit.tests:
        native_id = _test_id(unit.path, function)
        tested = evidence.tests.setdefault(native_id, LinkedTest(native_id, unit.path, function, unit.imports))
        by_line[function.line] = tested
    kinds = {
        comment: _edge_kind(project, unit.path, comment.citation.keyword, _TEST_KEYWORDS) for comment in unit.comments
    }
    for comment in unit.comments:
        if kinds[comment] == "":
            evidence.findings.append(_forbidden(unit.path, comment, "tests", "Verifies"))
    cited = [comment for comment in unit.comments if kinds[comment]]
    ids, ids_in_names = project.configurations.ids(unit.path), project.configurations.ids_in_names(unit.path)
    for comment in link_tests(by_line, cited, lambda comment: kinds[comment] or "", resolver, ids, ids_in_names):
        text = comment.citation.text.split("\n")[0]
        evidence.findings.append(codes.UNBOUND.at(comment.citation.span(unit.path, 0, len(text))))


def _edge_kind(project: Project, path: str, keyword: str, allowed: dict[str, str]) -> str | None:
    """The kind of link that a keyword makes; "" if it is not allowed, None if the project has no such keyword."""
    if keyword == "tests":
        return "verifies" if keyword in project.configurations.of(path).extra_keywords else None
    return allowed.get(keyword, "")


def _forbidden(path: str, comment: CitingComment, place: str, right: str) -> Diagnostic:
    citation = comment.citation
    span = citation.span(path, 0, len(citation.text.split("\n")[0]))
    return codes.FORBIDDEN_KEYWORD.at(span, keyword=citation.keyword.capitalize(), place=place, right=right)


def _test_id(path: str, function: Function) -> str:
    return "::".join(filter(None, (path, function.class_name, function.name)))


def _add_results(evidence: Evidence, project: Project) -> None:
    matcher = TestMatcher(evidence.tests)
    for unit in project.results:
        folder = project.configurations.of(unit.path).folder
        unmatched: list[ResultCase] = []
        for ordinal, case in enumerate(unit.cases, 1):
            test = matcher.test_of(case, folder)
            evidence.results.append(LinkedResult(unit.path, ordinal, case, test.id if test else ""))
            # A result that names a file, but no test in it, is that of the file as a whole.
            if test is None and not case.file:
                unmatched.append(case)
            elif test is not None and _RANK[case.status] > _RANK[test.outcome]:
                test.outcome = case.status
        evidence.findings += _unmatched(unit, unmatched)


def _unmatched(unit: ResultsFile, cases: Sequence[ResultCase]) -> Iterator[Diagnostic]:
    """Findings on the results of a file that belong to no test: one if no result of it does, since then the whole file
    is of other tests."""
    if len(cases) == len(unit.cases) >= MANY_RESULTS:
        span = Span(unit.path, cases[0].line, 1, cases[0].line, 1)
        yield codes.RESULTS_OF_OTHER_TESTS.at(span, count=f"{len(cases):,}")
        return
    for case in cases:
        name = "::".join(filter(None, (case.classname, case.name)))
        span = Span(unit.path, case.line, 1, case.line, 1)
        yield codes.UNMATCHED_RESULT.at(span, name=name, status=case.status)
