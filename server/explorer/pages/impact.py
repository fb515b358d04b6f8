"""What depends on an object, as a tree that unfolds: each object below the one through which it is reached."""

from server.explorer.pages.relation_rows import Json

MAX_DEPTH = 12


def tree(impact: Json) -> list[Json]:
    """Return the objects of an answer of `get_impact`, each with `children`: those that are reached through it."""
    nodes = {one["ref"]: {**one, "children": []} for one in impact["impact"]}
    roots: list[Json] = []
    for node in nodes.values():
        ends = (node["via"]["from"], node["via"]["to"])
        through = next((end for end in ends if end != node["ref"]), "")
        parent = nodes.get(through)
        nearer = parent is not None and parent["distance"] < node["distance"] <= MAX_DEPTH
        (parent["children"] if nearer and parent is not None else roots).append(node)
    return roots
