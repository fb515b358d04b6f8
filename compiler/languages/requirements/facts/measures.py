"""What linking computes: the coverage of each requirement, and the counts of the project."""

from typing import Any, ClassVar

from compiler.model.facts import Fact, fact

Json = Any


@fact
class RequirementCoverage(Fact):
    """The coverage of one requirement. `total` counts assertions; lists hold labels, in the order of the file.

    "Covered" always means tested, in every answer and relation; coverage by code is called "implemented". In a format
    whose items need evidence of several kinds (`/docs/formats.md`), each kind is an assertion, which is covered when
    evidence of that kind covers it; `implemented` are then the covered ones of other kinds than tests.

    - An assertion is tested when a test, or code that `Verifies` it, names it (`tested_by_name`) or names its whole
      requirement (`tested_by_whole`).
      `tested` are both together, `untested` the others.
    - It is implemented in the same two ways, by code or by a requirement that `Implements` it.
    - `passing`, `failing`: a test that covers it has a result that passed, or one that failed or was an error.
    - `validated`: a journey validates it.

    `project` is that of the requirement.

    `tests` and `codes` are the ids of the tests and code references that cite the requirement, in file order. Retired
    assertions are in no list.
    """

    table: ClassVar[str] = "requirement_coverage"
    indexed: ClassVar[tuple[str, ...]] = ("requirement",)

    requirement: str
    project: str
    total: int
    tested_count: int
    tested: tuple[str, ...]
    untested: tuple[str, ...]
    tested_by_name: tuple[str, ...]
    tested_by_whole: tuple[str, ...]
    implemented: tuple[str, ...]
    implemented_by_name: tuple[str, ...]
    implemented_by_whole: tuple[str, ...]
    passing: tuple[str, ...]
    failing: tuple[str, ...]
    validated: tuple[str, ...]
    tests: tuple[str, ...]
    codes: tuple[str, ...]


@fact
class RequirementProject(Fact):
    """The project as a whole, one row per source: its configuration, and all counts that answers read.

    `layout` is that of the configuration: none, older or newer. `configuration` holds
    `{"namespace", "id_pattern", "spec_directories", "code_directories", "test_directories", "testing_enabled",
    "result_patterns", "levels": {key: {"rank", "letter", "name", "implements"}}, "hash_algorithm", "separator",
    "multi_separator", "status_roles"}`.

    `inferred` are the projects that no settings describe, those with most headers first: `{"prefix", "id_pattern",
    "levels": {key: letter}, "headers", "proofs", "left_as_headings", "citations_of_code", "files", "first_files"}`.

    `formats` are the other formats that the source has, `{"format", "title", "reason", "files", "requirements",
    "citations_of_code"}`; `reason` says what proves the format, and where.

    A project that lies in another one (`is_nested`) counts by itself: `projects` has one entry for each folder with
    settings, `{"folder", "name", "prefix", "is_nested", "requirements", "assertions", "tested", "implemented"}`, and
    all other counts leave nested projects out.

    `node_counts` counts objects by kind. `by_level` is `{"all": {level: n}, "active": {level: n}}`, `by_status` is
    `{status: n}`. `coverage` is `{"total", "full", "partial", "none", "failing"}`: it counts the requirements that have
    assertions and a status that expects an implementation, by what tests cover. `implementation` counts the same
    requirements by what code and requirements implement, without `failing`. `coverage_by_level` counts their
    assertions: `{level: {"requirements", "assertions", "tested", "tested_by_name", "implemented",
    "implemented_by_name", "passing", "failing", "validated"}}`. `assertions` is `{"total", "tested",
    "tested_by_name", "implemented", "passing", "failing", "retired"}`; its total leaves out retired assertions and
    repeated labels. `unlinked_tests` counts tests that cite neither a requirement nor a journey,
    `unmatched_results` counts results without a test.
    """

    table: ClassVar[str] = "requirement_project"

    name: str
    config_files: tuple[str, ...]
    layout: str
    configuration: dict[str, Json]
    inferred: tuple[Json, ...]
    formats: tuple[Json, ...]
    projects: tuple[Json, ...]
    node_counts: dict[str, int]
    by_level: dict[str, dict[str, int]]
    by_status: dict[str, int]
    coverage: dict[str, int]
    implementation: dict[str, int]
    coverage_by_level: dict[str, dict[str, int]]
    assertions: dict[str, int]
    root_count: int
    orphan_count: int
    broken_count: int
    cycle_count: int
    stale_hash_count: int
    unlinked_tests: int
    unmatched_results: int
