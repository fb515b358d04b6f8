"""What cites requirements: code, tests with their results, and each citation."""

from typing import ClassVar

from compiler.model.facts import Fact, Object, fact


@fact
class CodeReference(Object):
    """A comment in code that cites: `# Implements: REQ-d00001-A`; its id is `src/kettle.py:12`.

    `keyword` is implements, verifies or validates (both make a link `verifies`), or another keyword, which code may not
    use: then `is_refused` is true and nothing is linked. `written` is the list of ids on one line, without comment
    signs. The comment stands in or above `function` of `class_name`, "" for none. `requirements` are the ids of the
    requirements that it cites, directly or by their assertions.
    """

    table: ClassVar[str] = "code_reference"
    kind: ClassVar[str] = "code"
    id_field: ClassVar[str] = "code"
    indexed: ClassVar[tuple[str, ...]] = ("path", "code")
    shared: ClassVar[tuple[str, ...]] = ("path", "keyword", "code")

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
    def title(self) -> str:
        return " ".join(filter(None, (self.keyword, self.written, f"({self.function})" if self.function else "")))


@fact
class Test(Object):
    """A test function, whether it cites or not; its id is `tests/test_kettle.py::TestLid::test_closes`.

    `requirements` are the ids of the requirements that it verifies, directly or by their assertions: empty for an
    unlinked test. `outcome` is the worst status of its results: failed, error, skipped, passed, or "" without results.
    `imports` are the modules that its file imports, as written.
    """

    table: ClassVar[str] = "test"
    id_field: ClassVar[str] = "test"
    indexed: ClassVar[tuple[str, ...]] = ("test", "path")
    shared: ClassVar[tuple[str, ...]] = ("path", "test")
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
    def title(self) -> str:
        return f"{self.class_name}::{self.function}" if self.class_name else self.function


@fact
class TestResult(Object):
    """One `testcase` of a JUnit file; its id is `results/junit.xml#3`, counted from 1.

    `status` is passed, failed, error or skipped. `duration` is in seconds, `message` at most 200 characters long.
    `test` is the id of the test that yielded the result, "" if there is none. Parametrised cases share a test.
    """

    table: ClassVar[str] = "test_result"
    kind: ClassVar[str] = "result"
    id_field: ClassVar[str] = "result"
    indexed: ClassVar[tuple[str, ...]] = ("test",)
    __test__: ClassVar[bool] = False
    shared: ClassVar[tuple[str, ...]] = ("status", "test")

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
    def title(self) -> str:
        return f"{self.name}: {self.status}"


@fact
class Reference(Fact):
    """A citation that was resolved, one row per label: `source` cites the assertion `label` of `requirement`, or all of
    the requirement when `label` is "".

    `source` is an id, `source_kind` is requirement, code, test, task or journey, `edge_kind` is the kind of the link. A
    citation in a test has the test as its source, not the comment. Citations of journeys and steps have no row, only a
    link.
    """

    table: ClassVar[str] = "requirement_reference"
    indexed: ClassVar[tuple[str, ...]] = ("source", "requirement")
    shared: ClassVar[tuple[str, ...]] = ("edge_kind", "source_kind", "source")

    source: str
    source_kind: str
    edge_kind: str
    requirement: str
    label: str
    written: str
    ordinal: int


@fact
class BrokenReference(Fact):
    """A citation whose target does not exist. `target` is what was cited, in canonical spelling if it has one.

    `reason` is malformed, unknown_namespace, unknown_requirement, unknown_assertion, retired_assertion, unknown_step or
    placeholder. `nearest` is the nearest id that exists, None when none is near. Each has a diagnostic. It has a
    dangling link too if its target has the shape of an id and does not exist.
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
