"""Questions about diagrams, and about citations from one language to another."""

from collections.abc import Iterator

from harness.benchmarks.known_project import truth
from harness.benchmarks.known_project.asking import Client, Question, Row, rows
from harness.benchmarks.known_project.drawings import NETWORK
from harness.benchmarks.known_project.model import Project
from harness.benchmarks.known_project.repository import files

DEPRECATED = """WITH deprecated(ref) AS (
  SELECT ref FROM requirement WHERE status = 'Deprecated' UNION
  SELECT a.ref FROM assertion a JOIN requirement r ON r.id = a.requirement WHERE r.status = 'Deprecated')"""


def questions(first: Project, second: Project) -> Iterator[Question]:  # noqa: ARG001
    """The questions of this area."""
    yield _loop(second)
    yield _senders(second)
    yield _depending(second)
    yield _superseded_cited(second)
    yield _citing(second)
    yield _deprecated_drawn(second)
    yield _uncited(second)
    yield _remembered(second)
    yield _dangling(second)


def _loop(project: Project) -> Question:
    drawn = next(diagram for diagram in project.diagrams if diagram.id == NETWORK)
    node = truth.nearest([id for id, _ in drawn.nodes], lambda one: len(truth.on_loop(drawn, one)), 20)

    def menu(client: Client) -> set[Row]:
        ref = f"d:{NETWORK}/flow/node/n:{node}"
        loops = client.all("cycles", "flow_cycles", diagram_id=NETWORK)
        return {(one.rpartition(":")[2],) for loop in loops if ref in loop for one in loop}

    return Question(
        "nodes on a loop",
        f"Which nodes of the diagram {NETWORK} lie on a loop with node {node}?",
        f"WITH RECURSIVE ahead(id) AS (SELECT '{node}' UNION SELECT target FROM edge JOIN ahead ON source = ahead.id "
        f"WHERE diagram = '{NETWORK}'), behind(id) AS (SELECT '{node}' UNION SELECT source FROM edge "
        f"JOIN behind ON target = behind.id WHERE diagram = '{NETWORK}') SELECT id FROM ahead JOIN behind USING (id)",
        rows(truth.on_loop(drawn, node)),
        menu,
    )


def _senders(project: Project) -> Question:
    sequences = [one for one in project.diagrams if one.kind == "sequence"]
    names = sorted({label for sequence in sequences for _, label in sequence.nodes})

    def senders(name: str) -> set[Row]:
        found: set[Row] = set()
        for sequence in sequences:
            labels = dict(sequence.nodes)
            found |= {(sequence.id, labels[source]) for source, target, _ in sequence.edges if labels[target] == name}
        return found

    name = truth.nearest(names, lambda one: len(senders(one)), 20)

    def menu(client: Client) -> set[Row]:
        found: set[Row] = set()
        for one in client.all("objects", "list_objects", kind="participant", where={"label": name}):
            diagram = one["ref"].removeprefix("d:").partition("/")[0]
            labels = {
                each["id"]: each["fields"]["label"]
                for each in client.all("objects", "list_objects", kind="participant", where={"diagram": diagram})
            }
            sent = client.all("message_details", "seq_messages", diagram_id=diagram, to_participant_id=one["id"])
            found |= {(diagram, labels[each["from_participant_id"]]) for each in sent}
        return found

    return Question(
        "senders of messages",
        f"Who sends messages to {name}, in which sequence diagrams?",
        "SELECT DISTINCT m.diagram, s.label FROM message m "
        "JOIN participant t ON t.diagram = m.diagram AND t.id = m.target "
        "JOIN participant s ON s.diagram = m.diagram AND s.id = m.source "
        f"WHERE t.label = '{name}'",
        frozenset(senders(name)),
        menu,
    )


def _depending(project: Project) -> Question:
    services = sorted({dependency.target for dependency in project.dependencies})
    service = truth.nearest(services, lambda one: len(truth.depending(project, one)), 8)

    def menu(client: Client) -> set[Row]:
        found: set[str] = set()
        left = [service]
        while left:
            name = left.pop()
            edges = client.all(
                "relations", "memory_graph_query", entity=name, direction="in", relation_type="depends_on"
            )
            sources = {edge["source"] for edge in edges if not edge.get("valid_to")}
            left += sorted(sources - found)
            found |= sources
        return {(one,) for one in found}

    return Question(
        "depending services",
        f"What depends on {service}, also through others, as the agents remember and as far as it has not ended?",
        "WITH RECURSIVE above(name) AS (SELECT source FROM memory_relation "
        f"WHERE target = '{service}' AND relation = 'depends_on' AND valid_to IS NULL "
        "UNION SELECT source FROM memory_relation JOIN above ON target = above.name "
        "WHERE relation = 'depends_on' AND valid_to IS NULL) SELECT name FROM above",
        rows(truth.depending(project, service)),
        menu,
    )


def _remembered(project: Project) -> Question:
    retired = {requirement.id for requirement in project.requirements.values() if requirement.status == "Deprecated"}
    found = {
        fact.id
        for fact in project.facts
        if not fact.superseded_by and any(each.target in retired for each in fact.mentions)
    }

    def menu(client: Client) -> set[Row]:
        citing: set[str] = set()
        for one in client.all("objects", "list_objects", kind="requirement", where={"status": "Deprecated"}):
            parts = client.all("links", "get_links", ref=one["ref"], direction="out", kinds=["has_assertion"])
            for ref in [one["ref"], *(part["to"] for part in parts)]:
                links = client.all("links", "get_links", ref=ref, direction="in", kinds=["mentions"])
                citing |= {link["from"] for link in links if link["from"].startswith("m:fact/")}
        active = client.all("objects", "list_objects", kind="memory_fact", where={"status": "active"})
        return {(one["id"],) for one in active if one["ref"] in citing}

    return Question(
        "remembered deprecated requirements",
        "Which active facts in the agents' memory cite a deprecated requirement or an assertion of one?",
        f"{DEPRECATED} SELECT DISTINCT f.id FROM memory_fact f JOIN mention m ON m.source = f.ref "
        "WHERE f.is_active AND m.target IN (SELECT ref FROM deprecated)",
        rows(found),
        menu,
        needs_mentions=True,
    )


def _superseded_cited(project: Project) -> Question:
    replaced = {decision.id for decision in project.decisions.values() if decision.superseded_by}
    found = {
        task.id
        for task in project.tasks.values()
        if task.status == "in_progress" and any(each.target in replaced for each in task.mentions)
    }

    def menu(client: Client) -> set[Row]:
        citing: set[str] = set()
        for one in client.all("entities", "entity_list", type="decision", status="superseded", limit=100):
            links = client.all("links", "get_links", ref=one["ref"], direction="in", kinds=["mentions"])
            citing |= {link["from"] for link in links if link["from"].startswith("k:task/")}
        found: set[Row] = set()
        for ref in sorted(citing):
            entity = client.ask("entity_get", id=ref)
            found |= {(entity["id"],)} if entity["properties"]["status"] == "in_progress" else set()
        return found

    return Question(
        "tasks citing superseded decisions",
        "Which tasks in progress cite a decision that has been superseded?",
        "SELECT DISTINCT t.id FROM task t JOIN mention m ON m.source = t.ref JOIN decision d ON d.ref = m.target "
        "WHERE t.status = 'in_progress' AND d.is_superseded",
        rows(found),
        menu,
        needs_mentions=True,
    )


def _citing(project: Project) -> Question:
    plain = [requirement.id for requirement in project.requirements.values() if requirement.level == "dev"][3:200]

    def folders(id: str) -> set[str]:
        return {path.partition("/")[0] for path, _ in truth.citations(project, id)}

    id = truth.nearest(plain, lambda one: len(folders(one)), 9)  # cited in as many kinds of file as possible

    def menu(client: Client) -> set[Row]:
        parts = client.all("links", "get_links", ref=f"r:{id}", direction="out", kinds=["has_assertion"])
        found: set[Row] = set()
        for ref in [f"r:{id}", *(part["to"] for part in parts)]:
            for link in client.all("links", "get_links", ref=ref, direction="in"):
                if link["kind"] not in ("has_assertion", "part_of"):
                    path, _, line = link["source"].rpartition(":")
                    found.add((path, int(line)))
        return found

    return Question(
        "citations of a requirement",
        f"Where, by file and line, is {id} cited, or one of its assertions?",
        f"SELECT DISTINCT file, line FROM mention WHERE target IN (SELECT ref FROM requirement WHERE id = '{id}' "
        f"UNION SELECT ref FROM assertion WHERE requirement = '{id}')",
        frozenset(truth.citing_places(project, id, files(project))),
        menu,
        needs_mentions=True,
    )


def _deprecated_drawn(project: Project) -> Question:
    deprecated = {requirement.id for requirement in project.requirements.values() if requirement.status == "Deprecated"}
    found = {diagram.id for diagram in project.diagrams if any(each.target in deprecated for each in diagram.mentions)}

    def menu(client: Client) -> set[Row]:
        drawn: set[Row] = set()
        for one in client.all("objects", "list_objects", kind="requirement", where={"status": "Deprecated"}):
            parts = client.all("links", "get_links", ref=one["ref"], direction="out", kinds=["has_assertion"])
            for ref in [one["ref"], *(part["to"] for part in parts)]:
                links = client.all("links", "get_links", ref=ref, direction="in", kinds=["mentions"])
                drawn |= {(link["from"][2:].partition("/")[0],) for link in links if link["from"].startswith("d:")}
        return drawn

    return Question(
        "diagrams citing deprecated requirements",
        "Which diagrams cite a deprecated requirement or an assertion of one?",
        f"{DEPRECATED} SELECT DISTINCT d.id FROM diagram d JOIN mention m ON m.file = d.file "
        "WHERE m.target IN (SELECT ref FROM deprecated)",
        rows(found),
        menu,
        needs_mentions=True,
    )


def _uncited(project: Project) -> Question:
    named = {each.target for task in project.tasks.values() for each in task.mentions}
    found = {
        decision.id
        for decision in project.decisions.values()
        if decision.status == "accepted" and not decision.superseded_by and decision.id not in named
    }

    def menu(client: Client) -> set[Row]:
        uncited: set[Row] = set()
        for one in client.all("entities", "entity_list", type="decision", status="accepted", limit=100):
            links = client.all("links", "get_links", ref=one["ref"], direction="in", kinds=["mentions"])
            if not any(link["from"].startswith("k:task/") for link in links):
                uncited.add((one["id"],))
        return uncited

    return Question(
        "decisions without tasks",
        "Which accepted decisions are cited by no task?",
        "SELECT id FROM decision d WHERE status = 'accepted' AND NOT is_superseded AND NOT EXISTS "
        "(SELECT 1 FROM mention m WHERE m.target = d.ref AND m.source_kind = 'task')",
        rows(found),
        menu,
        needs_mentions=True,
    )


def _dangling(project: Project) -> Question:
    def menu(client: Client) -> set[Row]:
        broken = client.all("mentions", "get_broken_references", kinds=["mentions"], file="notes")
        return {(one["source"].rpartition(":")[0], one["text"]) for one in broken}

    return Question(
        "ids that nothing has",
        "Which notes cite an id that nothing has, and how do they write it?",
        "SELECT file, text FROM mention WHERE target IS NULL AND file LIKE 'notes/%'",
        frozenset((note.path, text) for note in project.notes for text in note.dangling),
        menu,
        needs_mentions=True,
    )
