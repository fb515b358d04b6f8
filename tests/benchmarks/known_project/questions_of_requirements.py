"""Questions about requirements, their code and their tests."""

from collections.abc import Iterator

from tests.benchmarks.known_project import truth
from tests.benchmarks.known_project.asking import Client, Question, Row, rows
from tests.benchmarks.known_project.model import Project

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
    roots = [one.id for one in project.requirements.values() if one.level == "prd"]

    def derived(root: str) -> set[str]:
        return {id for id in truth.below(project, root) if project.requirements[id].level == "dev"}

    root = truth.nearest(roots, lambda one: len(derived(one)), 28)

    def menu(client: Client) -> set[Row]:
        nodes = client.all("nodes", "get_subtree", root_id=root, format="flat", include_kinds="requirement", limit=200)
        return {(one["id"],) for one in nodes if one["level"] == "dev"}

    return Question(
        "derived requirements",
        f"Which DEV requirements derive from {root}, also through others?",
        f"{BELOW.format(root=root)} SELECT id FROM below JOIN requirement USING (id) WHERE level = 'dev'",
        rows(derived(root)),
        menu,
    )


def _untested(project: Project) -> Question:
    roots = [one.id for one in project.requirements.values() if one.level == "ops"]

    def untested(root: str) -> set[str]:
        return truth.untested(project, truth.below(project, root))

    root = truth.nearest(roots, lambda one: len(untested(one)), 29)

    def menu(client: Client) -> set[Row]:
        nodes = client.all("nodes", "get_subtree", root_id=root, format="flat", include_kinds="requirement", limit=200)
        found = (client.all("assertions", "get_uncovered_assertions", req_id=one["id"]) for one in nodes)
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
    found = {
        (cited.requirement, test.path)
        for test in project.tests
        for cited in test.cites
        if test.outcome == "failed" and project.requirements[cited.requirement].status == "Active"
    }

    def menu(client: Client) -> set[Row]:
        citing: set[Row] = set()
        for test in client.all("objects", "list_objects", kind="test", where={"outcome": "failed"}):
            for link in client.all("links", "get_links", ref=test["ref"], direction="out", kinds=["verifies"]):
                citing.add((_requirement_of(link["to"]), test["source"].rpartition(":")[0]))
        active = client.all("objects", "list_objects", kind="requirement", where={"status": "Active"})
        return {row for row in citing if row[0] in {one["id"] for one in active}}

    return Question(
        "failing tests",
        "Which active requirements does a failing test verify, and in which files?",
        "SELECT DISTINCT r.id, t.file FROM requirement r JOIN test_reference t ON t.requirement = r.id "
        "WHERE r.status = 'Active' AND t.outcome = 'failed'",
        frozenset(found),
        menu,
    )


def _requirement_of(ref: str) -> str:
    """The id of the requirement of a ref, which may be that of an assertion."""
    return "-".join(ref.removeprefix("r:").split("-")[:2])


def _deprecated_code(project: Project) -> Question:
    deprecated = {one.id for one in project.requirements.values() if one.status == "Deprecated"}
    found = {
        (cited.requirement, one.path)
        for one in project.functions
        for cited in one.cites
        if cited.requirement in deprecated
    }

    def menu(client: Client) -> set[Row]:
        implementing: set[Row] = set()
        for one in client.all("objects", "list_objects", kind="requirement", where={"status": "Deprecated"}):
            for ref in [one["ref"], *_assertions(client, one["ref"])]:
                links = client.all("links", "get_links", ref=ref, direction="in", kinds=["implements"])
                paths = {link["source"].rpartition(":")[0] for link in links}
                implementing |= {(one["id"], path) for path in paths if path.startswith("src/")}
        return implementing

    return Question(
        "code of deprecated requirements",
        "Which deprecated requirements does code implement, and in which files?",
        "SELECT DISTINCT requirement, c.file FROM code_reference c JOIN requirement r ON r.id = c.requirement "
        "WHERE r.status = 'Deprecated' AND keyword LIKE 'implements'",
        frozenset(found),
        menu,
    )


def _assertions(client: Client, ref: str) -> list[str]:
    return [one["to"] for one in client.all("links", "get_links", ref=ref, direction="out", kinds=["has_assertion"])]


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
                id = one["name"].removeprefix("r:")
                refs = [one["name"], *_assertions(client, one["name"])]
                links = [
                    link
                    for ref in refs
                    for link in client.all("links", "get_links", ref=ref, direction="in", kinds=["implements"])
                ]
                if not any(link["source"].startswith("src/") for link in links):
                    found.add((id,))
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
