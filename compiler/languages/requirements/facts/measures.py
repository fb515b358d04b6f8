"""What is computed when a source is linked: the coverage of each requirement, and the project as a whole."""

from typing import Any, ClassVar

from compiler.model.facts import Fact, fact

Json = Any


@fact
class RequirementCoverage(Fact):
    """What is covered of a requirement, one row each. All fields but the first three hold labels, in their order.

    An assertion is tested when a test names it (`tested_by_name`) or its whole requirement (`tested_by_whole`);
    `tested` is either, `untested` neither. It is implemented in the same two ways by code or by a requirement that
    `Implements` it. `reached`: any test or code cites it or its requirement. `passing` and `failing`: a result of a
    test that covers it passed, or failed or was an error. `validated`: a journey validates it. `tests` are the ids of
    the tests, `codes` those of the code references that cite the requirement, in file order. Retired assertions are in
    none of the lists.
    """

    table: ClassVar[str] = "requirement_coverage"
    indexed: ClassVar[tuple[str, ...]] = ("requirement",)

    requirement: str
    total: int
    tested_count: int
    tested: tuple[str, ...]
    untested: tuple[str, ...]
    tested_by_name: tuple[str, ...]
    tested_by_whole: tuple[str, ...]
    implemented: tuple[str, ...]
    implemented_by_name: tuple[str, ...]
    implemented_by_whole: tuple[str, ...]
    reached: tuple[str, ...]
    passing: tuple[str, ...]
    failing: tuple[str, ...]
    validated: tuple[str, ...]
    tests: tuple[str, ...]
    codes: tuple[str, ...]


@fact
class RequirementProject(Fact):
    """The project as a whole, one row a source: its configuration, and every aggregate that answers read.

    `layout` is none, older or newer: which of the two shapes the configuration has. `configuration` holds
    `{"namespace", "id_pattern", "spec_directories", "code_directories", "test_directories", "testing_enabled",
    "result_patterns", "levels": {key: {"rank", "letter", "name", "implements"}}, "hash_algorithm", "separator",
    "multi_separator", "status_roles"}`.

    `node_counts` counts objects by kind; `by_level` is `{"all": {level: n}, "active": {level: n}}` and `by_status`
    `{status: n}`. `coverage` is `{"total", "full", "partial", "none", "failing"}` in requirements that have assertions
    and are to be implemented by now, going by their status, measured by tests; `implementation` the same by code and
    requirements, without failing; `assertions` is `{"total", "tested", "tested_by_name", "implemented", "passing",
    "failing", "retired"}`, where the total is what counts for coverage: neither retired assertions nor those that
    repeat a label. `unlinked_tests` counts tests that cite neither a requirement nor a journey,
    `unmatched_results` results without a test.
    """

    table: ClassVar[str] = "requirement_project"

    name: str
    config_files: tuple[str, ...]
    layout: str
    configuration: dict[str, Json]
    node_counts: dict[str, int]
    by_level: dict[str, dict[str, int]]
    by_status: dict[str, int]
    coverage: dict[str, int]
    implementation: dict[str, int]
    assertions: dict[str, int]
    root_count: int
    orphan_count: int
    broken_count: int
    cycle_count: int
    stale_hash_count: int
    unlinked_tests: int
    unmatched_results: int
