"""The third phase of linking: code and tests that cite, and the results that tests yielded."""

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from compiler.languages.requirements import codes
from compiler.languages.requirements.facts import code_ref, test_ref
from compiler.languages.requirements.linking.project import Project
from compiler.languages.requirements.linking.resolve import Citing, Resolver
from compiler.languages.requirements.records import Case, Code, Comment, Function
from compiler.model.diagnostics import Diagnostic
from compiler.model.spans import Span

_RANK = {"": 0, "passed": 1, "skipped": 2, "error": 3, "failed": 4}
_OF_CODE = {"implements": "implements", "verifies": "verifies", "validates": "verifies"}
_OF_TESTS = {"verifies": "verifies", "validates": "verifies"}


@dataclass(slots=True)
class Cites:
    """A comment in code, and the requirements that it reaches; `edge_kind` is empty for a keyword of no use there."""

    id: str
    path: str
    comment: Comment
    edge_kind: str
    requirements: list[str]


@dataclass(slots=True)
class Tested:
    """A test, what it verifies and how its results came out."""

    id: str
    path: str
    function: Function
    imports: tuple[str, ...]
    requirements: dict[str, None] = field(default_factory=dict)
    outcome: str = ""


class Yielded(NamedTuple):
    """A result and the id of its test, "" when it has none."""

    path: str
    ordinal: int
    case: Case
    test: str


@dataclass(slots=True)
class Evidence:
    """All code, tests and results, in the order of the files."""

    cites: list[Cites] = field(default_factory=list)
    tests: dict[str, Tested] = field(default_factory=dict)
    results: list[Yielded] = field(default_factory=list)
    findings: list[Diagnostic] = field(default_factory=list)


def gather(project: Project, resolver: Resolver) -> Evidence:
    """The evidence of a project; what it cites is resolved on the way."""
    evidence = Evidence()
    testing = list(project.tests)
    for unit in project.codes:
        inside = [one for one in unit.comments if _is_of_test(one)]
        if inside:  # some languages keep tests among the code
            tests = tuple(dict.fromkeys(one.function for one in inside if one.function))
            testing.append(unit._replace(comments=tuple(inside), tests=tests))
        for comment in unit.comments:
            if not _is_of_test(comment):
                _take_code(evidence, project, resolver, unit.path, comment)
    for unit in sorted(testing, key=lambda one: one.path.encode()):
        _take_tests(evidence, project, resolver, unit)
    _take_results(evidence, project)
    return evidence


def _is_of_test(comment: Comment) -> bool:
    return bool(comment.function and comment.function.is_test and comment.citation.keyword in _OF_TESTS)


def _take_code(evidence: Evidence, project: Project, resolver: Resolver, path: str, comment: Comment) -> None:
    citation = comment.citation
    edge_kind = _edge_kind(project, path, citation.keyword, _OF_CODE)
    if edge_kind is None:
        return
    identity = f"{path}:{citation.line}"
    if not edge_kind:
        evidence.findings.append(_forbidden(path, comment, "code", "Implements"))
        evidence.cites.append(Cites(identity, path, comment, "", []))
        return
    citing = Citing(identity, code_ref(identity), "code", path, is_code=True)
    reached = resolver.cite(citing, edge_kind, citation, project.ids(path))
    evidence.cites.append(Cites(identity, path, comment, edge_kind, reached))


def _take_tests(evidence: Evidence, project: Project, resolver: Resolver, unit: Code) -> None:
    by_line: dict[int, Tested] = {}
    for function in unit.tests:
        identity = _test_id(unit.path, function)
        tested = evidence.tests.setdefault(identity, Tested(identity, unit.path, function, unit.imports))
        by_line[function.line] = tested
    for comment in unit.comments:
        citation = comment.citation
        edge_kind = _edge_kind(project, unit.path, citation.keyword, _OF_TESTS)
        if edge_kind is None:
            continue
        found = by_line.get(comment.function.line) if comment.function else None
        if not edge_kind:
            evidence.findings.append(_forbidden(unit.path, comment, "tests", "Verifies"))
        elif found is None:
            evidence.findings.append(codes.UNBOUND.at(citation.span(unit.path, 0, len(citation.text.split("\n")[0]))))
        else:
            citing = Citing(found.id, test_ref(found.id), "test", unit.path, is_code=True)
            reached = resolver.cite(citing, edge_kind, citation, project.ids(unit.path))
            found.requirements.update(dict.fromkeys(reached))


def _edge_kind(project: Project, path: str, keyword: str, allowed: dict[str, str]) -> str | None:
    """The kind of link that a keyword makes; "" for one that is refused there, None for one that is none at all."""
    if keyword == "tests":
        return "verifies" if keyword in project.configuration(path).extra_keywords else None
    return allowed.get(keyword, "")


def _forbidden(path: str, comment: Comment, place: str, right: str) -> Diagnostic:
    citation = comment.citation
    span = citation.span(path, 0, len(citation.text.split("\n")[0]))
    return codes.FORBIDDEN_KEYWORD.at(span, keyword=citation.keyword.capitalize(), place=place, right=right)


def _test_id(path: str, function: Function) -> str:
    return "::".join(filter(None, (path, function.class_name, function.name)))


def _take_results(evidence: Evidence, project: Project) -> None:
    matching = Matching(evidence.tests)
    for unit in project.results:
        folder = project.configuration(unit.path).folder
        for ordinal, case in enumerate(unit.cases, 1):
            test = matching.test(case, folder)
            evidence.results.append(Yielded(unit.path, ordinal, case, test.id if test else ""))
            # A result that names its file but no test of it belongs to the file as such.
            if test is None and not case.file:
                name = "::".join(filter(None, (case.classname, case.name)))
                span = Span(unit.path, case.line, 1, case.line, 1)
                evidence.findings.append(codes.UNMATCHED_RESULT.at(span, name=name, status=case.status))
            elif test is not None and _RANK[case.status] > _RANK[test.outcome]:
                test.outcome = case.status


class Matching:
    """Finds the test of a result: by module, class and name, or by name where the module is not told."""

    def __init__(self, tests: dict[str, Tested]) -> None:
        self._by_id = tests
        self._by_line = {(one.path, one.function.line): one for one in tests.values()}
        self._paths = {one.path for one in tests.values()}
        self._by_file: defaultdict[str, set[str]] = defaultdict(set)
        self._by_name: defaultdict[str, list[Tested]] = defaultdict(list)
        for one in tests.values():
            self._by_file[one.path.rpartition("/")[2]].add(one.path)
            self._by_name[one.function.name].append(one)

    def test(self, case: Case, folder: str) -> Tested | None:
        """The test that yielded a result. Cases of one parametrised test all have that one."""
        name = case.name.split("[", 1)[0] if case.name.endswith("]") else case.name
        if case.file:
            return self._in_file(case, name, folder)
        for path, class_name in _modules(case.classname):
            for known in self._known(path, folder):
                found = self._by_id.get("::".join(filter(None, (known, class_name, name))))
                if found:
                    return found
        return self._by_names(case.classname, name)

    def _known(self, path: str, folder: str) -> Iterator[str]:
        """The files that a module may be: below the configuration's folder, or anywhere if it is only one."""
        direct = f"{folder}/{path}" if folder else path
        if direct in self._paths:
            yield direct
            return
        fitting = [one for one in self._by_file.get(path.rpartition("/")[2], ()) if one.endswith(f"/{path}")]
        if len(fitting) == 1:
            yield fitting[0]

    def _in_file(self, case: Case, name: str, folder: str) -> Tested | None:
        """The test by name in the file that the result names; of several the one that begins at its line, counted
        from 0, or else that of its class."""
        for path in self._known(case.file.removeprefix("./"), folder):
            inside = [one for one in self._by_name.get(name, ()) if one.path == path]
            if len(inside) == 1:
                return inside[0]
            if (path, case.file_line + 1) in self._by_line:
                return self._by_line[path, case.file_line + 1]
            classes = {class_name for _, class_name in _modules(case.classname)}
            inside = [one for one in inside if one.function.class_name in classes]
            if len(inside) == 1:
                return inside[0]
        return None

    def _by_names(self, classname: str, name: str) -> Tested | None:
        """The only test of this name, in a class that the result names; for languages without modules."""
        classes = re.split(r"::|[.$]", classname)
        fitting = [one for one in self._by_name.get(name, ()) if not one.path.endswith(".py")]
        last = {one.id: one.function.class_name.rpartition("::")[2] for one in fitting}
        # Of nested classes the innermost comes last.
        named = [one for one in fitting if last[one.id] in (classes[-1], classname)]
        named = named or [one for one in fitting if last[one.id] in classes]
        best = named or fitting
        return best[0] if len(best) == 1 else None


def _modules(classname: str) -> Iterator[tuple[str, str]]:
    """What a dotted name may mean: a module's path, and the class inside of it."""
    # Modules are written small and classes with a capital: nothing else tells them apart.
    parts = classname.split(".")
    at = len(parts)
    while at > 0 and parts[at - 1][:1].isupper():
        at -= 1
    if at:
        yield "/".join(parts[:at]) + ".py", "::".join(parts[at:])
