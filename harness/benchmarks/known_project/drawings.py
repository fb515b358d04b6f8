"""Diagrams whose labels cite requirements: flowcharts, sequences and states, and one large flowchart with loops."""

from collections.abc import Mapping, Sequence
from random import Random

from harness.benchmarks.known_project.model import Diagram, Mention, Preset, Requirement
from harness.benchmarks.known_project.spelling import requirement_mention
from harness.benchmarks.sources.words import DEEDS, PARTS, SERVICES, TEAMS

NETWORK = "network"  # the id of the large flowchart
KINDS = ("flowchart", "sequence", "state")

# Loops of the large flowchart: where each begins and ends, in hundredths of its nodes.
LOOPS = ((10, 13), (12, 15), (40, 46), (70, 72), (90, 91))


def diagrams(preset: Preset, cited: Mapping[str, Requirement]) -> tuple[Diagram, ...]:
    """All diagrams. Two of three cite one or two requirements."""
    small = [_diagram(preset, at, list(cited.values())) for at in range(preset.size.diagrams - 1)]
    return (network(preset), *small)


def network(preset: Preset) -> Diagram:
    """A chain of nodes with shortcuts ahead and a few ways back. Two of its loops share nodes and so are one."""
    random, count = preset.random("network"), preset.size.loop
    edges = [(at, at + 1) for at in range(count - 1)]
    edges += [(at, min(at + random.randint(2, 9), count - 1)) for at in random.sample(range(count - 2), count // 4)]
    edges += [
        (count * last // 100, count * first // 100)
        for first, last in LOOPS
        if last * count // 100 > first * count // 100
    ]
    nodes = tuple((f"s{at}", f"{random.choice(DEEDS)} {random.choice(PARTS)} {at}") for at in range(count))
    return Diagram(
        NETWORK,
        "flowchart",
        f"diagrams/{NETWORK}.mmd",
        nodes,
        tuple((f"s{source}", f"s{target}", "") for source, target in dict.fromkeys(edges)),
    )


def _diagram(preset: Preset, at: int, cited: Sequence[Requirement]) -> Diagram:
    random, kind = preset.random(f"diagram/{at}"), KINDS[at % len(KINDS)]
    team = TEAMS[at % len(TEAMS)]
    identifier = f"{team}-{kind}-{at + 1}"
    count = random.choice((0, 1, 2, 2))
    mentions = [requirement_mention(random, one, is_messy=preset.is_messy) for one in random.sample(list(cited), count)]
    nodes = _participants(random) if kind == "sequence" else _nodes(random)
    edges = _messages(random, nodes) if kind == "sequence" else _edges(random, nodes)
    return Diagram(identifier, kind, f"diagrams/{team}/{identifier}.mmd", nodes, edges, tuple(mentions))


def _nodes(random: Random) -> tuple[tuple[str, str], ...]:
    return tuple(
        (f"n{at}", f"{random.choice(DEEDS)} the {random.choice(PARTS)}") for at in range(random.choice((6, 10, 16)))
    )


def _edges(random: Random, nodes: Sequence[tuple[str, str]]) -> tuple[tuple[str, str, str], ...]:
    """A tree, and a few edges more."""
    pairs = [(random.randrange(at), at) for at in range(1, len(nodes))]
    pairs += [(random.randrange(len(nodes)), random.randrange(len(nodes))) for _ in range(len(nodes) // 4)]
    return tuple((f"n{source}", f"n{target}", random.choice(DEEDS)) for source, target in dict.fromkeys(pairs))


def _participants(random: Random) -> tuple[tuple[str, str], ...]:
    return tuple((name.lower(), name) for name in sorted(random.sample(SERVICES, random.choice((3, 4, 5)))))


def _messages(random: Random, participants: Sequence[tuple[str, str]]) -> tuple[tuple[str, str, str], ...]:
    found = []
    for _ in range(random.choice((6, 10, 16))):
        source, target = random.sample([name for name, _ in participants], 2)
        found.append((source, target, f"{random.choice(DEEDS)} the {random.choice(PARTS)}"))
    return tuple(found)


def text_of(drawn: Diagram) -> str:
    """The Mermaid text. Mentions stand in the labels of the first nodes, in messages or at transitions."""
    write = {"flowchart": _flowchart, "sequence": _sequence, "state": _state}[drawn.kind]
    return "\n".join([*write(drawn, list(drawn.mentions)), ""])


def _flowchart(drawn: Diagram, left: list[Mention]) -> list[str]:
    lines = ["flowchart LR"]
    for identifier, label in drawn.nodes:
        cited = f", {left.pop(0).text}" if left else ""
        lines.append(f'    {identifier}["{label}{cited}"]')
    for source, target, label in drawn.edges:
        lines.append(f"    {source} -->|{label}| {target}" if label else f"    {source} --> {target}")
    return lines


def _sequence(drawn: Diagram, left: list[Mention]) -> list[str]:
    lines = ["sequenceDiagram"]
    lines += [f"    participant {identifier} as {label}" for identifier, label in drawn.nodes]
    for source, target, text in drawn.edges:
        cited = f" as {left.pop(0).text} says" if left else ""
        lines.append(f"    {source}->>{target}: {text}{cited}")
    return lines


def _state(drawn: Diagram, left: list[Mention]) -> list[str]:
    lines = ["stateDiagram-v2", f"    [*] --> {drawn.nodes[0][0]}"]
    lines += [f'    state "{label}" as {identifier}' for identifier, label in drawn.nodes]
    for source, target, text in drawn.edges:
        cited = f" by {left.pop(0).text}" if left else ""
        lines.append(f"    {source} --> {target} : {text}{cited}")
    return lines
