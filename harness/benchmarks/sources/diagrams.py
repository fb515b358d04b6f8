"""Diagrams: Mermaid files of every kind, documents with fenced blocks, and session folders with sidecars,
cross-references and walkthroughs.

Each group of files belongs to one team; every third group is a session. Documents draw requirements of the
specification.
"""

import json
from collections.abc import Iterator, Sequence
from itertools import pairwise
from random import Random

from harness.benchmarks.sources import FILES_A_MISTAKE, Plan
from harness.benchmarks.sources import requirements as specification
from harness.benchmarks.sources.mermaid import KINDS, requirement_diagram
from harness.benchmarks.sources.words import TEAMS, sentence, title

WEIGHT = 35
MIN_FILES = 3

GROUP = 16  # files of a team
IN_A_GROUP = ("flow", "seq", "doc", "state", "class", "er")  # their kinds, in turns
IN_A_DOCUMENT = ("state", "class", "er", "flow", "seq")  # three of these, in turns
SESSION = "nereid-session.meta.json"


def files(plan: Plan) -> Iterator[tuple[str, str]]:
    """The files of as many groups as the plan has room for. The last group may be smaller."""
    left, number = plan.counts["diagrams"], 0
    while left:
        size = min(GROUP, left)
        team = f"{TEAMS[number % len(TEAMS)]}{number // len(TEAMS) + 1 if number >= len(TEAMS) else ''}"
        yield from _session(plan, team, size) if number % 3 == 1 else _drawings(plan, number, team, size)
        left, number = left - size, number + 1


def _drawings(plan: Plan, number: int, team: str, size: int) -> Iterator[tuple[str, str]]:
    for index in range(size):
        kind = IN_A_GROUP[index % len(IN_A_GROUP)]
        ending = "md" if kind == "doc" else "mmd"
        path = f"docs/{team}/{team}-{kind}-{index + 1}.{ending}"
        random = plan.random(path)
        text = _document(plan, random, team, index) if kind == "doc" else KINDS[kind](random, team, _size(random))
        if (number * GROUP + index) % FILES_A_MISTAKE == 7 and kind != "doc":
            text += "    this line is --- no part of (it\n"
        yield path, text


def _size(random: Random) -> int:
    """The number of edges or messages of a diagram: most are small, some are large."""
    return random.choice((20, 30, 40, 60, 80, 140))


def _document(plan: Plan, random: Random, team: str, index: int) -> str:
    """Prose with three diagrams, and a requirement diagram."""
    lines = [f"# How {team} works", "", sentence(random), ""]
    for step in range(3):
        kind = IN_A_DOCUMENT[(index // len(IN_A_GROUP) * 3 + step) % len(IN_A_DOCUMENT)]
        block = KINDS[kind](random, team, random.choice((10, 15, 20)))
        lines += [
            f"## Part {step + 1}",
            "",
            sentence(random),
            "",
            "```mermaid",
            block + "```",
            "",
            sentence(random),
            "",
        ]
    cited = specification.some_ids(plan, random, 3)
    lines += ["## What it must do", "", "```mermaid", requirement_diagram(random, team, cited) + "```", ""]
    return "\n".join(lines)


def _session(plan: Plan, team: str, size: int) -> Iterator[tuple[str, str]]:
    """The file of the session; a sidecar and a walkthrough if there is room; diagrams, `flow` and `seq` in turns."""
    folder, extra = f"design/{team}", ("walkthrough", "sidecar")[: max(size - 5, 0)]
    names = [f"{team}-{('flow', 'seq')[index % 2]}-{index + 1}" for index in range(size - 1 - len(extra))]
    if names:
        yield f"{folder}/{SESSION}", _json(_session_file(plan, team, names, walks=bool(extra)))
    if "walkthrough" in extra:
        path = f"{folder}/walkthroughs/{team}-tour.wt.json"
        yield path, _json(_walkthrough(plan.random(path), team, names))
    if "sidecar" in extra:
        yield f"{folder}/diagrams/{names[0]}.meta.json", _json(_sidecar(names[0]))
    for name in names or [f"{team}-flow-1"]:
        path = f"{folder}/diagrams/{name}.mmd"
        random = plan.random(path)
        yield path, KINDS[name.split("-")[1]](random, team, _size(random))


def _session_file(plan: Plan, team: str, names: Sequence[str], *, walks: bool) -> dict[str, object]:
    random = plan.random(f"design/{team}/{SESSION}")
    kinds = {"flow": "flowchart", "seq": "sequence"}
    diagrams = [
        {
            "diagram_id": name,
            "name": title(*name.split("-")),
            "kind": kinds[name.split("-")[1]],
            "mmd_path": f"diagrams/{name}.mmd",
            "rev": random.randint(1, 9),
        }
        for name in names
    ]
    xrefs = [
        {
            "xref_id": f"x:{number}",
            "from": object_ref(one, random.randrange(9)),
            "to": object_ref(other, random.randrange(400 if number % 19 == 7 else 9)),
            "kind": random.choice(("nav", "implemented_by", "triggers")),
            "label": f"see {other}",
            "status": "ok",
        }
        for number, (one, other) in enumerate(pairwise(list(names) * 4), 1)
    ]
    walk = {"active_walkthrough_id": f"{team}-tour", "walkthrough_ids": [f"{team}-tour"]} if walks else {}
    return {"session_id": team, "active_diagram_id": names[0], **walk, "diagrams": diagrams, "xrefs": xrefs}


def object_ref(name: str, number: int) -> str:
    """The ref of a node of a flowchart, or of a message of a sequence. Small numbers exist in every diagram."""
    return f"d:{name}/flow/node/n:s{number}" if "-flow-" in name else f"d:{name}/seq/message/m:{number + 1:04}"


def _sidecar(name: str) -> dict[str, object]:
    stable = {f"s{number}": f"n:s{number}" for number in range(8)}
    notes = {f"n:s{number}": f"Step {number} is watched since the last review." for number in range(0, 8, 2)}
    path = f"diagrams/{name}.mmd"
    return {
        "diagram_id": name,
        "mmd_path": path,
        "stable_id_map": {"by_mermaid_id": stable},
        "flow_node_notes": notes,
    }


def _walkthrough(random: Random, team: str, names: Sequence[str]) -> dict[str, object]:
    nodes = [
        {
            "node_id": f"step-{number}",
            "title": f"Step {number} of {team}",
            "body_md": sentence(random),
            "refs": [object_ref(name, random.randrange(9)) for name in random.sample(names, min(2, len(names)))],
            "tags": [team],
            "status": "open",
        }
        for number in range(1, 13)
    ]
    edges = [{"from_node_id": f"step-{n}", "to_node_id": f"step-{n + 1}", "kind": "then"} for n in range(1, 12)]
    return {"walkthrough_id": f"{team}-tour", "title": f"A tour of {team}", "rev": 1, "nodes": nodes, "edges": edges}


def _json(content: dict[str, object]) -> str:
    return json.dumps(content, indent=2) + "\n"
