"""Makes the facts of code references, tests and results."""

import re
from collections.abc import Iterator

from compiler.languages.requirements.facts import CodeReference, Test, TestResult, code_ref, result_ref, test_ref
from compiler.languages.requirements.linking.evidence import CodeCitation, Evidence, LinkedResult
from compiler.languages.requirements.linking.result_matching import LinkedTest
from compiler.model.facts import Fact, Link
from compiler.model.spans import Span

_SIGNS = re.compile(r"^[^\w\n]+", re.MULTILINE)  # what stands before the first id of a comment line


def evidence_facts(evidence: Evidence) -> Iterator[Fact | Link]:
    """Yield code references, tests and results, and the links from tests to their results."""
    for ordinal, citation in enumerate(evidence.citations):
        yield _code(citation, ordinal)
    for ordinal, test in enumerate(evidence.tests.values()):
        yield _test(test, ordinal)
    for linked in evidence.results:
        result = _result(linked)
        yield result
        if linked.test:
            yield Link(test_ref(linked.test), result.ref, "yields", result.span)


def _code(code: CodeCitation, ordinal: int) -> CodeReference:
    citation, function = code.comment.citation, code.comment.function
    return CodeReference(
        span=citation.span(code.path, 0, len(citation.text)),
        ref=code_ref(code.id),
        code=code.id,
        path=code.path,
        keyword=citation.keyword,
        written=" ".join(_SIGNS.sub("", citation.text).split()),
        is_refused=not code.edge_kind,
        function=function.name if function else "",
        class_name=function.class_name if function else "",
        requirements=tuple(code.requirements),
        ordinal=ordinal,
    )


def _test(test: LinkedTest, ordinal: int) -> Test:
    return Test(
        span=Span(test.path, test.function.line, 1, test.function.last, 1),
        ref=test_ref(test.id),
        test=test.id,
        path=test.path,
        class_name=test.function.class_name,
        function=test.function.name,
        requirements=tuple(test.requirements),
        outcome=test.outcome,
        imports=test.imports,
        ordinal=ordinal,
    )


def _result(result: LinkedResult) -> TestResult:
    native_id = f"{result.path}#{result.ordinal}"
    return TestResult(
        span=Span(result.path, result.case.line, 1, result.case.line, 1),
        ref=result_ref(native_id),
        result=native_id,
        path=result.path,
        classname=result.case.classname,
        name=result.case.name,
        status=result.case.status,
        duration=result.case.duration,
        message=result.case.message,
        test=result.test,
        ordinal=result.ordinal,
    )
