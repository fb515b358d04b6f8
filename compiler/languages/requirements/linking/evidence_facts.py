"""The facts of what cites: code references, tests and results."""

import re

from compiler.languages.requirements.facts import CodeReference, Test, TestResult, code_ref, result_ref, test_ref
from compiler.languages.requirements.linking.evidence import Cites, Evidence, Tested, Yielded
from compiler.model.facts import Link
from compiler.model.language import Linked
from compiler.model.spans import Span

_SIGNS = re.compile(r"^[^\w\n]+", re.MULTILINE)  # what a line of a comment has before its first id


def add_evidence(linked: Linked, evidence: Evidence) -> None:
    """Adds each code reference, test and result, and which test yielded which result."""
    linked.facts += [_code(cites, ordinal) for ordinal, cites in enumerate(evidence.cites)]
    linked.facts += [_test(tested, ordinal) for ordinal, tested in enumerate(evidence.tests.values())]
    for yielded in evidence.results:
        result = _result(yielded)
        linked.facts.append(result)
        if yielded.test:
            linked.links.append(Link(test_ref(yielded.test), result.ref, "yields", result.span))


def _code(one: Cites, ordinal: int) -> CodeReference:
    citation, function = one.comment.citation, one.comment.function
    return CodeReference(
        span=citation.span(one.path, 0, len(citation.text)),
        ref=code_ref(one.id),
        code=one.id,
        path=one.path,
        keyword=citation.keyword,
        written=" ".join(_SIGNS.sub("", citation.text).split()),
        is_refused=not one.edge_kind,
        function=function.name if function else "",
        class_name=function.class_name if function else "",
        requirements=tuple(one.requirements),
        ordinal=ordinal,
    )


def _test(one: Tested, ordinal: int) -> Test:
    return Test(
        span=Span(one.path, one.function.line, 1, one.function.last, 1),
        ref=test_ref(one.id),
        test=one.id,
        path=one.path,
        class_name=one.function.class_name,
        function=one.function.name,
        requirements=tuple(one.requirements),
        outcome=one.outcome,
        imports=one.imports,
        ordinal=ordinal,
    )


def _result(one: Yielded) -> TestResult:
    identity = f"{one.path}#{one.ordinal}"
    return TestResult(
        span=Span(one.path, one.case.line, 1, one.case.line, 1),
        ref=result_ref(identity),
        result=identity,
        path=one.path,
        classname=one.case.classname,
        name=one.case.name,
        status=one.case.status,
        duration=one.case.duration,
        message=one.case.message,
        test=one.test,
        ordinal=one.ordinal,
    )
