"""The facts of what cites: code references, tests, results, and the citations themselves."""

from collections.abc import Iterable, Iterator

from compiler.facts import Fact, Link
from compiler.requirements.facts import (
    BrokenReference,
    CodeReference,
    Reference,
    Test,
    TestResult,
    code_ref,
    result_ref,
    test_ref,
)
from compiler.requirements.linking.evidence import Cites, Evidence, Tested, Yielded
from compiler.requirements.linking.stated import Broken, Resolved
from compiler.spans import Span


def evidence_facts(evidence: Evidence) -> Iterator[Fact | Link]:
    """Each code reference, test and result, and which test yielded which result."""
    for ordinal, cites in enumerate(evidence.cites):
        yield _code(cites, ordinal)
    for ordinal, tested in enumerate(evidence.tests.values()):
        yield _test(tested, ordinal)
    for yielded in evidence.results:
        result = _result(yielded)
        yield result
        if yielded.test:
            yield Link(test_ref(yielded.test), result.ref, "yields", result.span)


def _code(one: Cites, ordinal: int) -> CodeReference:
    citation, function = one.comment.citation, one.comment.function
    return CodeReference(
        span=citation.span(one.path, 0, len(citation.text)),
        ref=code_ref(one.id),
        code=one.id,
        path=one.path,
        keyword=citation.keyword,
        written=" ".join(citation.text.split()),
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


def reference_facts(resolved: Iterable[Resolved], broken: Iterable[Broken]) -> Iterator[Fact]:
    """Each citation, whether it reached something or not."""
    for ordinal, one in enumerate(resolved):
        yield Reference(
            span=one.span,
            source=one.source,
            source_kind=one.source_kind,
            edge_kind=one.edge_kind,
            requirement=one.requirement,
            label=one.label,
            written=one.written,
            ordinal=ordinal,
        )
    for ordinal, lost in enumerate(broken):
        yield BrokenReference(
            span=lost.span,
            source=lost.source,
            source_kind=lost.source_kind,
            edge_kind=lost.edge_kind,
            target=lost.target,
            reason=lost.reason,
            nearest=lost.nearest,
            ordinal=ordinal,
        )
