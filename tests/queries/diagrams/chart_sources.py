"""A chart of each kind that has a graph."""

from tests.queries.diagrams.sources import flow

C4 = flow(
    'Person(baker, "Baker")',
    'System_Boundary(house, "Bakery") {',
    'Container(shop, "Shop", "Go", "Sells bread")',
    'ContainerDb(books, "Books")',
    "}",
    'Rel(baker, shop, "Opens")',
    'BiRel(shop, books, "Keeps", "SQL")',
    head="C4Context",
)
GANTT = flow(
    "dateFormat YYYY-MM-DD",
    "section Rooms",
    "Lease :done, lease, 2026-03-02, 3d",
    "Ovens :crit, ovens, after lease, 2w",
    "section People",
    "Hire :2026-03-04, 5d",
    "Opening :milestone, open, after ovens, 0d",
    head="gantt",
)
GIT = flow(
    'commit id: "a"', "branch dev", 'commit id: "b"', "checkout main", 'merge dev id: "m" tag: "v1"', head="gitGraph"
)
ARCHITECTURE = flow(
    "group house[Bakery]",
    "service oven(server)[Oven] in house",
    "service mill(database)[Mill] in house",
    "junction way",
    "mill:R --> L:oven",
    "oven:T <-- B:way",
    head="architecture-beta",
)
BLOCK = flow(
    'mill["Mill"]', 'block:house["Bakery"]', "oven dough", "end", "mill --> house", "dough --> oven", head="block"
)
MINDMAP = flow("  Bakery", "    Bread", "      Rye", "    Cake", head="mindmap")
KINDS = {"c4": C4, "gantt": GANTT, "gitgraph": GIT, "architecture": ARCHITECTURE, "block": BLOCK, "mindmap": MINDMAP}
