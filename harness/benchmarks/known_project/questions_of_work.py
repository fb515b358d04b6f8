"""Questions about tasks and decisions."""

from collections import Counter
from collections.abc import Iterator

from harness.benchmarks.known_project import truth
from harness.benchmarks.known_project.asking import Client, Question, Row, rows
from harness.benchmarks.known_project.model import Project, Task


def questions(first: Project, second: Project) -> Iterator[Question]:
    """The questions of this area."""
    yield _ready(second)
    yield _waiting(second)
    yield _without_dependency(second)
    yield _labels(second)
    yield _finished(first, second)
    yield _successors(second)
    yield _replaced(first, second)


def _ready(project: Project) -> Question:
    labels = sorted({label for task in project.tasks.values() for label in task.labels})

    def ready(label: str) -> set[str]:
        return {
            task.id
            for task in project.tasks.values()
            if task.status == "todo" and task.priority == "high" and label in task.labels
            if truth.is_ready(project, task)
        }

    label = truth.nearest(labels, lambda one: len(ready(one)), 29)

    def menu(client: Client) -> set[Row]:
        listed = client.all("tasks", "task_ready", priority="high")
        return {(one["id"],) for one in listed if label in one["tags"] and one["properties"]["status"] == "todo"}

    return Question(
        "ready tasks",
        f"Which tasks are to do, of high priority, labelled {label} and ready to be worked on?",
        "SELECT t.id FROM task t JOIN tag USING (ref) WHERE t.status = 'todo' AND t.priority = 'high' "
        f"AND t.is_ready AND tag.tag = '{label}'",
        rows(ready(label)),
        menu,
    )


def _waiting(project: Project) -> Question:
    unfinished = [task.id for task in project.tasks.values() if task.status != "done"]
    awaited = truth.nearest(unfinished, lambda one: len(truth.waiting(project, one)), 12)

    def menu(client: Client) -> set[Row]:
        found: set[str] = set()
        left = [awaited]
        while left:
            for one in client.all("outgoing", "graph_relations", id=left.pop(), direction="from"):
                id = one["target_id"]
                if one["relation_type"] != "blocks" or id in found:
                    continue
                if client.ask("entity_get", id=id)["properties"]["status"] != "done":
                    found.add(id)
                    left.append(id)
        return {(one,) for one in found}

    return Question(
        "waiting tasks",
        f"Which unfinished tasks wait for {awaited}, directly or through other unfinished tasks?",
        "WITH RECURSIVE waiting(id) AS (SELECT task FROM task_dependency JOIN task t ON t.id = task "
        f"WHERE depends_on = '{awaited}' AND NOT t.is_done UNION SELECT task FROM task_dependency "
        "JOIN waiting ON depends_on = waiting.id JOIN task t ON t.id = task WHERE NOT t.is_done) "
        "SELECT id FROM waiting",
        rows(truth.waiting(project, awaited)),
        menu,
    )


def _without_dependency(project: Project) -> Question:
    found = {task.id for task in project.tasks.values() if task.missing and task.status != "done"}

    def menu(client: Client) -> set[Row]:
        named = {one["message"].split()[0] for one in client.all("diagnostics", "get_diagnostics", code="KNO301")}
        return {(id,) for id in named if client.ask("entity_get", id=id)["properties"]["status"] != "done"}

    return Question(
        "missing dependencies",
        "Which unfinished tasks depend on a task that does not exist?",
        "SELECT DISTINCT task FROM task_dependency JOIN task t ON t.id = task WHERE is_missing AND NOT t.is_done",
        rows(found),
        menu,
    )


def _labels(project: Project) -> Question:
    counts = Counter(label for task in project.tasks.values() if task.status != "done" for label in task.labels)

    def menu(client: Client) -> set[Row]:
        found: Counter[str] = Counter()
        for status in ("todo", "in_progress", "blocked"):
            for one in client.all("entities", "entity_list", type="task", status=status, limit=100):
                found.update(one["tags"])
        return set(found.items())

    return Question(
        "tasks by label",
        "How many unfinished tasks has each label?",
        "SELECT tag, count(*) FROM tag JOIN task USING (ref) WHERE NOT is_done GROUP BY tag",
        frozenset(counts.items()),
        menu,
    )


def _finished(first: Project, second: Project) -> Question:
    def finished(one: Task) -> bool:
        return one.status == "done" and first.tasks[one.id].status != "done"

    def menu(client: Client) -> set[Row]:
        listed = client.all("changes", "compare_revisions", base="v1", kinds=["task"], change="changed")
        found: set[Row] = set()
        for one in listed:
            fields = {field["field"]: field for field in one["fields"]}
            if "status" in fields and fields["status"]["values"]["after"] == "done":
                answer = client.ask("object_get", object_ref=one["name"])["objects"][0]
                found |= {(answer["id"],)} if answer["fields"]["format"] == "backlog" else set()
        return found

    return Question(
        "finished since",
        "Which tasks of Backlog.md were finished since tag v1?",
        "SELECT id FROM task n JOIN base.task o USING (id) WHERE n.is_done AND NOT o.is_done AND n.format = 'backlog'",
        rows(task.id for task in second.tasks.values() if finished(task) and task.format == "backlog"),
        menu,
        base="v1",
    )


def _successors(project: Project) -> Question:
    replaced = [decision.id for decision in project.decisions.values() if decision.superseded_by]
    oldest = truth.nearest(replaced, lambda one: len(truth.successors(project, one)), 5)

    def menu(client: Client) -> set[Row]:
        found: list[str] = []
        left = [oldest]
        while left:
            listed = client.all("incoming", "graph_relations", id=left.pop(), direction="to")
            left += [one["source_id"] for one in listed if one["relation_type"] == "supersedes"]
            found += left
        return {(one,) for one in found}

    return Question(
        "successors of a decision",
        f"What replaced {oldest}, and what replaced that, to the end?",
        "WITH RECURSIVE later(id) AS (SELECT newer FROM supersession "
        f"WHERE older = '{oldest}' UNION SELECT newer FROM supersession JOIN later ON older = later.id) "
        "SELECT id FROM later",
        rows(truth.successors(project, oldest)),
        menu,
    )


def _replaced(first: Project, second: Project) -> Question:
    found = {
        (decision.id, decision.superseded_by)
        for decision in second.decisions.values()
        if decision.superseded_by
        and not (decision.id in first.decisions and first.decisions[decision.id].superseded_by)
    }

    def menu(client: Client) -> set[Row]:
        listed = client.all("changes", "compare_revisions", base="v1", about="link", kinds=["supersedes"])
        prefix = "k:decision/"
        pairs = (one["name"].split(" -> ") for one in listed if one["change"] == "added")
        return {(older.removeprefix(prefix), newer.removeprefix(prefix)) for newer, older in pairs}

    return Question(
        "newly replaced decisions",
        "Which decisions were replaced since tag v1, and by which?",
        "SELECT older, newer FROM supersession EXCEPT SELECT older, newer FROM base.supersession",
        frozenset(found),
        menu,
        base="v1",
    )
