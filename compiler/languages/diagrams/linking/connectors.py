"""The arrow of an edge as it is written in the source: `-.->`, `<|--`, `||--o{`."""

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


def er(relationship: dict[str, Any]) -> str:
    """`||--o{`."""
    a, b = (CARDINALITIES.get(relationship.get(key, ""), ("", "")) for key in ("card_at_a", "card_at_b"))
    return f"{a[0]}{'..' if relationship.get('identifying') == 'no' else '--'}{b[1]}"
