"""Questions about requirements, their code and their tests."""

from collections.abc import Iterator

from harness.benchmarks.known_project import truth
from harness.benchmarks.known_project.asking import Client, Question, Row, rows
from harness.benchmarks.known_project.model import Project

BELOW = """WITH RECURSIVE below(id) AS (
  SELECT '{root}' UNION SELECT child FROM derives JOIN below ON parent = below.id)"""


def questions(first: Project, second: Project) -> Iterator[Question]:
    """The questions of this area."""
    yield _derived(second)
    yield _untested(second)
    yield _failing(second)
    yield _deprecated_code(second)
    yield _changed_without_code(first, second)


def _derived(project: Project) -> Question:
    roots = [requirement.id for requirement in project.requirements.values() if requirement.level == "prd"]

    def derived(root: str) -> set[str]:
        return {id for id in truth.below(project, root) if project.requirements[id].level == "dev"}

    root = truth.nearest(roots, lambda one: len(derived(one)), 28)

    def menu(client: Client) -> set[Row]:
        nodes = client.all("nodes", "get_subtree", root_id=root, format="flat", include_kinds="requirement", limit=200)
        return {(node["id"],) for node in nodes if node["level"] == "dev"}

    return Question(
        "derived requirements",
        f"Which DEV requirements derive from {root}, also through others?",
        f"{BELOW.format(root=root)} SELECT id FROM below JOIN requirement USING (id) WHERE level = 'dev'",
        rows(derived(root)),
        menu,
    )


def _untested(project: Project) -> Question:
    roots = [requirement.id for requirement in project.requirements.values() if requirement.level == "ops"]

    def untested(root: str) -> set[str]:
        return truth.untested(project, truth.below(project, root))

    root = truth.nearest(roots, lambda one: len(untested(one)), 29)

    def menu(client: Client) -> set[Row]:
        nodes = client.all("nodes", "get_subtree", root_id=root, format="flat", include_kinds="requirement", limit=200)
        found = (client.all("assertions", "get_uncovered_assertions", req_id=node["id"]) for node in nodes)
        return {(each["id"],) for listed in found for each in listed}

    return Question(
        "untested assertions",
        f"Which assertions of {root} and of what derives from it does no test verify?",
        f"{BELOW.format(root=root)} SELECT assertion.id FROM assertion JOIN below ON requirement = below.id "
        "WHERE NOT is_tested AND NOT is_retired",
        rows(untested(root)),
        menu,
    )


def _failing(project: Project) -> Question:
    roots = [requirement.id for requirement in project.requirements.values() if requirement.level == "prd"]

    def failing(root: str) -> set[Row]:
        ids = {id for id in truth.below(project, root) if project.requirements[id].status == "Active"}
        return {
            (cited.requirement, test.path)
            for test in project.tests
            for cited in test.cites
            if test.outcome == "failed" and cited.requirement in ids
        }

    root = truth.nearest(roots, lambda one: len(failing(one)), 15)

    def menu(client: Client) -> set[Row]:
        found: set[Row] = set()
        for one in client.all("nodes", "get_subtree", root_id=root, format="flat", include_kinds="requirement"):
            if one["status"] == "Active":
                tests = client.all("test_nodes", "get_test_coverage", req_id=one["id"])
                found |= {(one["id"], test["file"]) for test in tests if test["outcome"] == "failed"}
        return found

    return Question(
        "failing tests",
        f"Which active requirements, {root} or derived from it, does a failing test verify, and in which files?",
        f"{BELOW.format(root=root)} SELECT DISTINCT r.id, t.file FROM below JOIN requirement r USING (id) "
        "JOIN test_reference t ON t.requirement = r.id WHERE r.status = 'Active' AND t.outcome = 'failed'",
        frozenset(failing(root)),
        menu,
    )


def _deprecated_code(project: Project) -> Question:
    roots = [requirement.id for requirement in project.requirements.values() if requirement.level == "prd"]

    def implementing(root: str) -> set[Row]:
        ids = {id for id in truth.below(project, root) if project.requirements[id].status == "Deprecated"}
        return {
            (each.requirement, function.path)
            for function in project.functions
            for each in function.cites
            if each.requirement in ids
        }

    root = truth.nearest(roots, lambda one: len(implementing(one)), 12)

    def menu(client: Client) -> set[Row]:
        found: set[Row] = set()
        for one in client.all("nodes", "get_subtree", root_id=root, format="flat", include_kinds="requirement"):
            if one["status"] == "Deprecated":
                found |= {(one["id"], path) for path in _code_of(client, f"r:{one['id']}")}
        return found

    return Question(
        "code of deprecated requirements",
        f"Which deprecated requirements, {root} or derived from it, does code implement, and in which files?",
        f"{BELOW.format(root=root)} SELECT DISTINCT r.id, c.file FROM below JOIN requirement r USING (id) "
        "JOIN code_reference c ON c.requirement = r.id WHERE r.status = 'Deprecated'",
        frozenset(implementing(root)),
        menu,
    )


def _code_of(client: Client, ref: str) -> set[str]:
    """The source files that implement a requirement or one of its assertions."""
    parts = client.all("links", "get_links", ref=ref, direction="out", kinds=["has_assertion"])
    links = [
        link
        for one in [ref, *(part["to"] for part in parts)]
        for link in client.all("links", "get_links", ref=one, direction="in", kinds=["implements"])
    ]
    return {path for link in links if (path := link["source"].rpartition(":")[0]).startswith("src/")}


def _changed_without_code(first: Project, second: Project) -> Question:
    implemented = truth.with_code(second)
    changed = {
        id
        for id, one in second.requirements.items()
        if id in first.requirements and truth.body(first.requirements[id]) != truth.body(one)
    }

    def menu(client: Client) -> set[Row]:
        listed = client.all("changes", "compare_revisions", base="v1", kinds=["requirement"], change="changed")
        found: set[Row] = set()
        for one in listed:
            if any(field.get("field") == "text" for field in one.get("fields", ())):
                found |= set() if _code_of(client, one["name"]) else {(one["name"].removeprefix("r:"),)}
        return found

    return Question(
        "changed without code",
        "Which requirements say something else than at tag v1 and are implemented by no code?",
        "SELECT id FROM requirement n JOIN base.requirement o USING (id) WHERE n.text <> o.text "
        "AND id NOT IN (SELECT requirement FROM code_reference)",
        rows(changed - implemented),
        menu,
        base="v1",
    )
