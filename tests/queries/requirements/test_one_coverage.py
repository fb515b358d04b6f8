"""One notion of covered: all tools and relations say the same of a requirement, on generated and sample sources."""

from random import Random

import pytest

from compiler.store.snapshot import Snapshot
from tests.closing import shared
from tests.compiler.samples import sample
from tests.queries.asking import Json, all_rows, ask
from tests.queries.requirements.tea import compiled, requirement, tea

LABELS = "ABCD"
RELATION = """
SELECT count(*) FILTER (WHERE NOT is_retired), sum(is_tested), sum(is_implemented), sum(is_tested_by_name)
FROM assertion WHERE requirement = :id"""


def generated(seed: int) -> Snapshot:
    """A random project: assertions that are retired or repeated, cited by name and whole, by tests, code and below."""
    random = Random(seed)
    names = [f"REQ-{level}{at:05}" for level in "pod" for at in range(1, 4)]
    files = {"spec/all.md": "".join(_requirement(random, name, names[:at]) for at, name in enumerate(names))}
    files["src/kettle.py"] = "".join(
        f"# {random.choice(['Implements', 'Implements', 'Verifies'])}: {_cited(random, names)}\ndef do_{at}(): pass\n"
        for at in range(5)
    )
    files["tests/test_kettle.py"] = "".join(
        f"# Verifies: {_cited(random, names)}\ndef test_{at}(): pass\n" for at in range(6)
    )
    return compiled(files)


def _requirement(random: Random, name: str, above: list[str]) -> str:
    labels = list(LABELS[: random.randrange(5)]) + random.choice([[], ["A"]])
    lines = [f"{one}. {random.choice(['', '', '<RETIRED> ', '[Removed - no use] '])}It SHALL {one}." for one in labels]
    links = f"**{random.choice(['Implements', 'Refines'])}**: {_cited(random, above)}" if above else ""
    return requirement(
        name, f"About {name}", links, "\n".join(lines), status=random.choice(["Active", "Draft", "Deprecated"])
    )


def _cited(random: Random, names: list[str]) -> str:
    return ", ".join(f"{one}{random.choice(['', '-A', '-B', '-A+C'])}" for one in random.sample(names, 1))


@shared
def source(name: str) -> Snapshot:
    if name == "tea":
        return tea()
    return sample(name) if name == "traced-kettle" else generated(int(name.removeprefix("seed ")))


sources = pytest.mark.parametrize("name", ["tea", "traced-kettle", *(f"seed {seed}" for seed in range(12))])


def counts(snapshot: Snapshot, name: str) -> dict[str, tuple[float, ...]]:
    """What each answer says of one requirement: total, covered, implemented, and covered by name where it says so."""
    metrics = ask(snapshot, "get_requirement", id=name)
    tested = ask(snapshot, "get_test_coverage", id=name)
    (node,) = ask(snapshot, "get_subtree", id=name, depth=1, include_kinds="requirement", format="flat", limit=1)[
        "nodes"
    ]
    below = node["coverage"]
    items = ask(snapshot, "open_cursor", query="subtree", params={"root_id": name})["current"]["coverage"]
    uncovered = all_rows(snapshot, "get_uncovered_assertions", "assertions", req_id=name)
    flags = [one["covered"] for one in metrics["assertions"] if "covered" in one]
    said = metrics["metrics"]
    assert said["coverage_pct"] == tested["coverage_pct"] == below["pct"] == items["pct"]
    assert len(tested["covered_assertions"]) == tested["covered_count"]
    assert len(tested["by_name"]) == said["by_name_count"]
    assert sum(flags) == said["covered_count"]
    return {
        "get_requirement": (said["total_assertions"], said["covered_count"], said["implemented_count"]),
        "get_test_coverage": (tested["total_assertions"], tested["covered_count"], tested["implemented_count"]),
        "get_subtree": (below["total"], below["covered"], below["implemented"]),
        "open_cursor": (items["total"], items["covered"], items["implemented"]),
        "get_uncovered_assertions": (
            said["total_assertions"],
            said["total_assertions"] - len(uncovered),
            said["implemented_count"],
        ),
        "relation": _of_relation(snapshot, name),
    }


def _of_relation(snapshot: Snapshot, name: str) -> tuple[float, ...]:
    ((_, tested, implemented, _),) = snapshot.rows(RELATION, {"id": name})
    labels = snapshot.rows("SELECT DISTINCT label FROM assertion WHERE requirement = ? AND is_counted", (name,))
    return len(labels), tested or 0, implemented or 0


@sources
def test_every_answer_says_the_same_of_a_requirement(name: str) -> None:
    snapshot = source(name)
    for one in all_rows(snapshot, "list_objects", "objects", kind="requirement"):
        said = counts(snapshot, one["id"])
        assert len(set(said.values())) == 1, (one["id"], said)


@sources
def test_summaries_are_the_sums_of_the_requirements(name: str) -> None:
    snapshot = source(name)
    summary = ask(snapshot, "get_project_summary")
    ids = [one["id"] for one in all_rows(snapshot, "list_objects", "objects", kind="requirement")]
    each: list[Json] = [ask(snapshot, "get_requirement", id=one)["metrics"] for one in ids]
    totals = {
        name: sum(one[name] for one in each) for name in ("total_assertions", "covered_count", "implemented_count")
    }
    said = summary["assertions"]
    assert [said["total"], said["covered"], said["implemented"]] == list(totals.values())
    uncovered = all_rows(snapshot, "get_uncovered_assertions", "assertions")
    assert len(uncovered) == said["total"] - said["covered"]
    (relation,) = snapshot.rows("SELECT sum(is_tested), sum(is_implemented), sum(is_counted) FROM assertion")
    assert relation == (said["covered"], said["implemented"], said["total"])
    by_level = summary["coverage_by_level"].values()
    assert sum(one["requirements"] for one in by_level) == summary["coverage"]["total"]
