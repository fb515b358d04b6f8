"""Where the statements of a flowchart name nodes, subgraphs and edges: names that change or go."""

from collections.abc import Collection

from compiler.languages.diagrams.facts.written import Place, WrittenLine
from compiler.text.numbers import whole_number
from queries.operations.diagrams.flow_text import FlowText


def rename(text: FlowText, old: str, new: str) -> None:
    """Write another id of a node or a subgraph wherever a statement names it."""
    places = [one.node.id for one in text.mentions if one.node.name == old]
    places += [one.name for one in text.blocks() if one.name]
    places += [place for line in text.lines("STYLE", "CLASS", "CLICK") for place in line.names]
    for place in places:
        if text.text[slice(*place)] == old:
            text.replace(*place, new)


def named_edges(text: FlowText, numbers: Collection[int]) -> list[str]:
    """Return the names that the text gives some edges: `e1` of `a e1@--> b`."""
    return [one.details["id"] for one in text.edges if one.ordinal in numbers and one.details.get("user_id")]


def drop_names(text: FlowText, gone: Collection[str]) -> None:
    """Take nodes and named edges out of the statements that style and link them."""
    for line in text.lines("STYLE", "CLASS", "CLICK"):
        _drop(text, line, [one for one in line.names if text.text[slice(*one)] in gone])
    for chain, _ in text.chains():
        first = chain.groups[0][0]
        if not chain.links and first.data and first.name in gone and first.name not in text.nodes:
            text.remove(*chain.place)  # `e1@{ animate: true }`


def drop_edge_numbers(text: FlowText, gone: Collection[int]) -> None:
    """Take edges out of the `linkStyle` statements, and give those behind them their new numbers."""
    for line in text.lines("LINK_STYLE"):
        stated = {one: whole_number(text.text[slice(*one)]) for one in line.names}
        numbers = {one: number for one, number in stated.items() if number is not None}
        going = [one for one, number in numbers.items() if number in gone]
        if _drop(text, line, going):
            continue
        for place, number in numbers.items():
            shifted = number - sum(1 for one in gone if one < number)
            if place not in going and shifted != number:
                text.replace(*place, str(shifted))


def _drop(text: FlowText, line: WrittenLine, going: list[Place]) -> bool:
    """Take names out of the list of a statement. Return whether the statement went, since it has no others."""
    if going and len(going) == len(line.names):
        text.remove(*line.place)
        return True
    for place in going:
        at = line.names.index(place)
        # With the comma behind it; that of the last ones before them.
        if any(one not in going for one in line.names[at + 1 :]):
            text.replace(place.start, line.names[at + 1].start, "")
        else:
            text.replace(line.names[at - 1].end, place.end, "")
    return False
