"""What cites requirements: code, tests and their results, and each citation by itself."""

from typing import ClassVar

from compiler.model.facts import Fact, Object, fact


@fact
class CodeReference(Object):
    """A comment in code that cites: `# Implements: REQ-d00001-A`; its id is `src/kettle.py:12`.

    `keyword` is implements, verifies or validates (which makes a link `verifies`), or one that code may not use: then
    `is_refused`, and nothing is linked. `written` is the list of ids on one line, without signs of comment.
    `function` and `class_name` are those that it stands in or above, "" when neither. `requirements` are the
    requirements that it reaches, also by their assertions.
    """

    table: ClassVar[str] = "code_reference"
    kind: ClassVar[str] = "code"
    indexed: ClassVar[tuple[str, ...]] = ("path",)

    code: str
    path: str
    keyword: str
    written: str
    is_refused: bool
    function: str
    class_name: str
    requirements: tuple[str, ...]
    ordinal: int

    @property
    def id(self) -> str:
        return self.code

    @property
    def title(self) -> str:
        return " ".join(filter(None, (self.keyword, self.written, f"({self.function})" if self.function else "")))


@fact
class Test(Object):
    """A test function, whether it cites or not; its id is `tests/test_kettle.py::TestLid::test_closes`.

    `requirements` are those that it verifies, also by their assertions: empty for an unlinked test. `outcome` is the
    worst of its results: failed, error, skipped, passed, or "" when none is known. `imports` are the modules that its
    file imports, as written.
    """

    table: ClassVar[str] = "test"
    kind: ClassVar[str] = "test"
    indexed: ClassVar[tuple[str, ...]] = ("test", "path")
    __test__: ClassVar[bool] = False  # pytest collects classes by this name

    test: str
    path: str
    class_name: str
    function: str
    requirements: tuple[str, ...]
    outcome: str
    imports: tuple[str, ...]
    ordinal: int

    @property
    def id(self) -> str:
        return self.test

    @property
    def title(self) -> str:
        return f"{self.class_name}::{self.function}" if self.class_name else self.function


@fact
class TestResult(Object):
    """One `testcase` of a JUnit file; its id is `results/junit.xml#3`, by its position in the file from 1.

    `status` is passed, failed, error or skipped; `duration` in seconds; `message` at most 200 characters. `test` is
    the id of the test that yielded it: parametrised cases share one. "" when there is none.
    """

    table: ClassVar[str] = "test_result"
    kind: ClassVar[str] = "result"
    indexed: ClassVar[tuple[str, ...]] = ("test",)
    __test__: ClassVar[bool] = False

    result: str
    path: str
    classname: str
    name: str
    status: str
    duration: float
    message: str
    test: str
    ordinal: int

    @property
    def id(self) -> str:
        return self.result

    @property
    def title(self) -> str:
        return f"{self.name}: {self.status}"


@fact
class Reference(Fact):
    """A citation that was resolved, one row a label: `source` (id, of a `source_kind`: requirement, code, test,
    journey) cites `requirement`, its assertion `label`, or the whole of it when `label` is "".

    `edge_kind` is the kind of its link. A test's row stands for the test, not for its comment. What cites a journey or
    a step has no row, only its link.
    """

    table: ClassVar[str] = "requirement_reference"
    indexed: ClassVar[tuple[str, ...]] = ("source", "requirement")

    source: str
    source_kind: str
    edge_kind: str
    requirement: str
    label: str
    written: str
    ordinal: int


@fact
class BrokenReference(Fact):
    """A citation that reaches nothing; `target` is what was cited, in canonical spelling where it has one.

    `reason` is malformed, unknown_namespace, unknown_requirement, unknown_assertion, retired_assertion, unknown_step or
    placeholder. `nearest` is the nearest id that exists, None when none is near. Each has a diagnostic, and, where its
    target has the shape of an id and does not exist, a dangling link.
    """

    table: ClassVar[str] = "broken_reference"
    indexed: ClassVar[tuple[str, ...]] = ("source",)

    source: str
    source_kind: str
    edge_kind: str
    target: str
    reason: str
    nearest: str | None
    ordinal: int
