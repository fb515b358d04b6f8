"""The text of one Mermaid diagram of each kind, with about so many edges, messages, transitions or relations."""

from collections.abc import Callable, Sequence
from itertools import pairwise
from random import Random

from harness.benchmarks.sources.words import DEEDS, PARTS, SERVICES, TIMES, coined, title

SHAPES = ("[{0}]", "({0})", "{{{0}?}}", "([{0}])", "[({0})]", "[[{0}]]")
ARROWS = ("->>", "-->>", "-)", "->>")
STATES = ("Draft", "Placed", "Checked", "Packed", "Held", "Sent", "Delivered", "Returned", "Refunded", "Closed")
TYPES = ("string", "int", "date", "bool", "decimal")


def flowchart(random: Random, team: str, edges: int) -> str:
    """Steps `s0`, `s1`, … mostly one after the other, with branches, ways back, and a subgraph every ten."""
    lines = [
        f"flowchart {random.choice(('TD', 'LR'))}",
        f"    %% How {team} goes about it",
        "    classDef busy fill:#fdd",
    ]
    for number in range(edges):
        if number % 10 == 0:
            lines.append(f"    subgraph g{number // 10} [{title(team)} part {number // 10 + 1}]")
        step = f"s{number}{_shape(random, number)}"
        lines.append(f"        {step} {_arrow(random, number)} s{number + 1}{':::busy' if number % 7 == 0 else ''}")
        if number % 6 == 5:
            lines.append(f"        s{number} -->|{random.choice(TIMES)}| s{random.randrange(number)}")
        if number % 10 == 9 or number == edges - 1:
            lines.append("    end")
    return _text(
        [
            *lines,
            f"    s{edges}([Done])",
            f"    s{random.randrange(edges)} -.-> aside[Ask the {random.choice(PARTS)} desk]",
        ]
    )


def _shape(random: Random, number: int) -> str:
    words = f"{random.choice(DEEDS).capitalize()} the {coined(random)} {random.choice(PARTS)}"
    return SHAPES[number % len(SHAPES)].format(words)


def _arrow(random: Random, number: int) -> str:
    return ("-->", f"-->|{random.choice(TIMES)}|", "==>", "-. maybe .->")[number % 4]


def sequence(random: Random, team: str, messages: int) -> str:
    """Messages between six services: a loop with an alternative every ten, notes, activations."""
    actors = random.sample(SERVICES, 6)
    lines = ["sequenceDiagram", "    autonumber", f"    actor {actors[0]}"]
    lines += [f"    participant {actor}" for actor in actors[1:]]
    for number in range(messages):
        place = number % 10
        if place == 0:
            lines += [
                f"    loop {random.choice(TIMES)}",
                f"    {_message(random, actors, number)}",
                "    alt it can be done",
            ]
            continue
        if place == 5:
            lines.append("    else it cannot")
        lines.append(f"        {_message(random, actors, number)}")
        if place == 9 or number == messages - 1:
            lines += [
                "    end",
                f"    Note over {actors[0]},{actors[1]}: Seen by {team} {random.choice(TIMES)}",
                "    end",
            ]
    return _text([*lines, "    end", "    end"] if messages % 10 == 1 else lines)


def _message(random: Random, actors: Sequence[str], number: int) -> str:
    sender, receiver = actors[number % 6], actors[(number * 5 + 1) % 6]
    words = f"{random.choice(DEEDS)} the {random.choice(PARTS)} for {coined(random)} {random.choice(TIMES)}"
    return f"{sender}{ARROWS[number % len(ARROWS)]}{receiver}: {words}"


def state(random: Random, team: str, transitions: int) -> str:
    """Ten states of each of several parts, every other part in a composite state."""
    lines = ["stateDiagram-v2", "    direction LR"]
    for number in range(max(transitions // 14, 1)):
        part = title(random.choice(PARTS)) + str(number)
        states = [f"{part}{one}" for one in STATES]
        moves = [f"[*] --> {states[0]}", *_moves(random, states), f"{states[-1]} --> [*]"]
        if number % 2:
            moves = [f"state {part} {{", *(f"    {move}" for move in moves), "}"]
        lines += [f"    {move}" for move in moves]
        lines.append(f"    note right of {states[4]} : {team} is told {random.choice(TIMES)}")
    return _text(lines)


def _moves(random: Random, states: Sequence[str]) -> list[str]:
    onward = [f"{one} --> {other} : {random.choice(DEEDS)}" for one, other in pairwise(states)]
    back = [f"{states[number]} --> {states[random.randrange(number)]} : {random.choice(TIMES)}" for number in (4, 6, 8)]
    return onward + back


def classes(random: Random, team: str, relations: int) -> str:
    """Classes with members, and their relations."""
    count = max(relations // 4, 3)
    names = [
        f"{title(PARTS[number % len(PARTS)])}{title(DEEDS[number % len(DEEDS)])}{number}" for number in range(count)
    ]
    lines = ["classDiagram", f"    namespace {team} {{", f"        class {names[0]}", "    }"]
    for name in names:
        lines += [f"    class {name} {{", f"        +{random.choice(DEEDS)}({random.choice(PARTS)}) bool"]
        lines += [
            f"        -{random.choice(PARTS)}: {random.choice(TYPES)}",
            f"        +{random.choice(DEEDS)}All() int",
            "    }",
        ]
    for number in range(1, count):
        kind = random.choice(("-->", "<|--", "*--", "o--", "..>"))
        lines.append(f"    {names[random.randrange(number)]} {kind} {names[number]} : {random.choice(DEEDS)}")
    return _text(lines)


def entities(random: Random, team: str, relations: int) -> str:
    """Tables with attributes, and their relationships."""
    count = max(relations // 5, 3)
    names = [f"{PARTS[number % len(PARTS)].upper()}_{team.upper()}_{number}" for number in range(count)]
    lines = ["erDiagram"]
    for number, name in enumerate(names):
        lines += [f"    {name} {{", "        int id PK", f"        {random.choice(TYPES)} {random.choice(PARTS)}"]
        lines += [f'        date {random.choice(PARTS)}_at "{random.choice(TIMES)}"', "    }"]
        if number:
            ends = random.choice(("||--o{", "}o--||", "}|--|{", "|o..o|"))
            lines.append(f'    {names[random.randrange(number)]} {ends} {name} : "{random.choice(DEEDS)}s"')
    return _text(lines)


def requirement_diagram(random: Random, team: str, ids: Sequence[str]) -> str:
    """Requirements by their ids, and the module of a team that satisfies them."""
    lines = ["requirementDiagram"]
    for number, id in enumerate(ids):
        lines += [
            f"    requirement need_{number} {{",
            f'        id: "{id}"',
            f'        text: "The {random.choice(PARTS)} holds."',
        ]
        lines += ["        risk: low", "        verifymethod: test", "    }"]
    lines += [f"    element {team}_module {{", "        type: module", "    }"]
    return _text([*lines, *(f"    {team}_module - satisfies -> need_{number}" for number in range(len(ids)))])


def _text(lines: Sequence[str]) -> str:
    return "\n".join([*lines, ""])


KINDS: dict[str, Callable[[Random, str, int], str]] = {
    "flow": flowchart,
    "seq": sequence,
    "state": state,
    "class": classes,
    "er": entities,
}
