"""Diagrams of any size to parse: flowcharts by the number of edges, sequences by the number of messages."""

from collections.abc import Callable

Text = Callable[[int], str]

ACTORS = ("Reader", "Shop", "Orders", "Stock", "Bank", "Ledger", "Warehouse", "Carrier", "Mail", "Desk")
ARROWS = ("->>", "-->>", "-)", "-x")
CARRIED = ("parcel", "letter", "return", "invoice")
GROUP = 10  # edges of a subgraph, messages of a block


def plain_flowchart(edges: int) -> str:
    """A chain of bare ids."""
    return _lines("flowchart TD", *(f"    n{number} --> n{number + 1}" for number in range(edges)))


def labelled_flowchart(edges: int) -> str:
    """Texts on all nodes and edges, in several shapes."""
    shapes = ("[Depot {0}]", "(Gate {0})", '{{"Is it for {0}?"}}', "([Desk {0}])")
    nodes = [f"n{number}{shapes[number % len(shapes)].format(number)}" for number in range(edges + 1)]
    return _lines(
        "flowchart LR",
        *(
            f"    {nodes[number]} -->|{CARRIED[number % len(CARRIED)]} {number}| {nodes[number + 1]}"
            for number in range(edges)
        ),
    )


def grouped_flowchart(edges: int) -> str:
    """Ten edges a subgraph, one of them to the next; every third edge dotted, a class for some nodes."""
    lines = ["flowchart LR", "    classDef busy fill:#fdd,stroke:#933"]
    for number in range(edges):
        group, place = divmod(number, GROUP)
        if place == 0:
            lines.append(f"    subgraph g{group} [District {group}]")
        link = "-. sometimes .->" if number % 3 == 0 else "-->"
        lines.append(f"        n{number}[Stop {number}] {link} n{number + 1}{':::busy' if place == 5 else ''}")
        if place == GROUP - 1 or number == edges - 1:
            lines.append("    end")
    return _lines(*lines)


def plain_sequence(messages: int) -> str:
    """Messages between ten participants."""
    return _lines(
        "sequenceDiagram",
        *(f"    participant {actor}" for actor in ACTORS),
        *(f"    {_message(number)}" for number in range(messages)),
    )


def sequence_of_blocks(messages: int) -> str:
    """Ten messages a block. Each block is a loop with an alternative, an activation and a note."""
    lines = ["sequenceDiagram", "    autonumber", *(f"    participant {actor}" for actor in ACTORS)]
    for number in range(messages):
        group, place = divmod(number, GROUP)
        if place == 0:
            lines += [f"    loop round {group}", "        Reader->>+Shop: Is it there?", "        alt it is"]
        elif place == GROUP - 1:
            lines += [
                "        end",
                "        Shop-->>-Reader: Thank you",
                f"        Note over Reader,Shop: Round {group}",
            ]
            lines.append("    end")
        else:
            if place == 5:
                lines.append("        else it is not")
            lines.append(f"            {_message(number)}")
    if messages % GROUP:
        lines += ["        end", "    end"]
    return _lines(*lines)


def _message(number: int) -> str:
    sender, receiver = ACTORS[number % 10], ACTORS[(number * 7 + 3) % 10]
    return f"{sender}{ARROWS[number % 4]}{receiver}: Here is the {CARRIED[number % 4]} of order {number}"


def _lines(*lines: str) -> str:
    return "\n".join([*lines, ""])


TEXTS: dict[str, Text] = {
    "flowchart, plain": plain_flowchart,
    "flowchart, labelled": labelled_flowchart,
    "flowchart, subgraphs": grouped_flowchart,
    "sequence, messages": plain_sequence,
    "sequence, blocks": sequence_of_blocks,
}
