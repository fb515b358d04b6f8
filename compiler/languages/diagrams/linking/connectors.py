"""Edges: the arrow as it is written in the source (`-.->`, `<|--`, `||--o{`), and which way an edge runs."""

from typing import Any

START = {"arrow_point": "<", "arrow_circle": "o", "arrow_cross": "x"}
END = {"arrow_point": ">", "arrow_circle": "o", "arrow_cross": "x"}
HEADS = {
    "extension": ("<|", "|>"),
    "composition": ("*", "*"),
    "aggregation": ("o", "o"),
    "dependency": ("<", ">"),
    "lollipop": ("()", "()"),
}
CARDINALITIES = {
    "ONLY_ONE": ("||", "||"),
    "ZERO_OR_ONE": ("|o", "o|"),
    "ZERO_OR_MORE": ("}o", "o{"),
    "ONE_OR_MORE": ("}|", "|{"),
    "MD_PARENT": ("u", "u"),
}


def flowchart(edge: dict[str, Any]) -> str:
    """`-->`, `<-.->`, `x==x`, `~~~`, or longer by the length of the edge."""
    start, end = START.get(edge.get("arrow_start", ""), ""), END.get(edge.get("arrow_end", ""), "")
    length = int(edge.get("length", 1))
    match edge.get("stroke"):
        case "invisible":
            return "~~~" + "~" * (length - 1)
        case "dotted":
            return f"{start}-{'.' * length}-{end}"
        case "thick":
            return start + "=" * (length + 1 + (not end)) + end
    return start + "-" * (length + 1 + (not end)) + end


def classes(relation: dict[str, Any]) -> str:
    """`<|--`, `..>`, `*--`."""
    start, end = (HEADS.get(relation.get(key, ""), ("", "")) for key in ("type1", "type2"))
    return f"{start[0]}{'..' if relation.get('line') == 'dotted' else '--'}{end[1]}"


def flowchart_runs(edge: dict[str, Any]) -> str:
    """`both` for `<-->`, "none" for `~~~`, which is not drawn, else `forwards`."""
    if edge.get("stroke") == "invisible":
        return "none"
    return "both" if edge.get("arrow_start") == edge.get("arrow_end") == "arrow_point" else "forwards"


# Whether the class at this end of a relation is the one that depends on the other: a whole depends on its parts, a
# subclass on its base, a provider on its interface.
DEPENDS_AT = {
    "extension": False,
    "dependency": False,
    "lollipop": False,
    "composition": True,
    "aggregation": True,
}


def classes_runs(relation: dict[str, Any]) -> str:
    """Which way a relation runs, from the class that depends on the other: `backwards` for `Animal <|-- Dog`.

    Both spellings of a relation run alike. One without heads runs as it is written.
    """
    ways = set()
    for key, depends in (("type1", "forwards"), ("type2", "backwards")):
        if relation.get(key) in DEPENDS_AT:
            other = "backwards" if depends == "forwards" else "forwards"
            ways.add(depends if DEPENDS_AT[relation[key]] else other)
    return ways.pop() if len(ways) == 1 else "both" if ways else "forwards"


def architecture_runs(edge: dict[str, Any]) -> str:
    """`both` with two arrowheads, `backwards` with one at the beginning, else `forwards`."""
    if edge.get("from_arrow"):
        return "both" if edge.get("to_arrow") else "backwards"
    return "forwards"


def er(relationship: dict[str, Any]) -> str:
    """`||--o{`."""
    a, b = (CARDINALITIES.get(relationship.get(key, ""), ("", "")) for key in ("card_at_a", "card_at_b"))
    return f"{a[0]}{'..' if relationship.get('identifying') == 'no' else '--'}{b[1]}"
