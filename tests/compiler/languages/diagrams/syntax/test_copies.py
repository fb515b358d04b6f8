"""What a statement stands for is bounded: the product of two lists, and styles of many elements."""

from compiler.languages.diagrams.syntax.parse import parse
from compiler.languages.diagrams.syntax.shared.copies import COPIES, Copies
from tests.compiler.tables import table


def listed(count: int, separator: str, name: str = "a") -> str:
    return separator.join(f"{name}{at}" for at in range(count))


MANY = 100  # squared, more than the bound
PRODUCTS = {
    "edges": f"flowchart LR\n{listed(MANY, ' & ')} --> {listed(MANY, ' & ')}\n",
    "styles of classes of a flowchart": f"flowchart LR\na\nclassDef {listed(MANY, ',')} {listed(MANY, ',')}\n",
    "styles of edges": "flowchart LR\n"
    + "a-->b\n" * MANY
    + f"linkStyle {','.join(map(str, range(MANY)))} {listed(MANY, ',', 'fill:')}\n",
    "styles of a class diagram": f"classDiagram\nclass A\nclassDef {listed(MANY, ',')} {listed(MANY, ',')}\n",
    "styles of entities": f"erDiagram\n{listed(MANY, chr(10))}\nstyle {listed(MANY, ',')} {listed(MANY, ',', 'f:')}\n",
    "classes of requirements": "requirementDiagram\n"
    + "".join(f"requirement a{at} {{\n}}\n" for at in range(MANY))
    + f"class {listed(MANY, ',')} {listed(MANY, ',')}\n",
}


@table("name", sorted(PRODUCTS))
def test_product_of_two_long_lists_is_left_out_and_said(name: str) -> None:
    unit, found = parse("plan.mmd", PRODUCTS[name])
    assert "MMD111" in [one.code for one in found]
    assert str(unit).count("a5") < Copies(len(PRODUCTS[name])).most


def test_what_a_diagram_copies_is_in_proportion_to_its_text() -> None:
    assert Copies(0).most == COPIES
    assert COPIES + 10_000 <= Copies(100_000).most <= COPIES + 100_000


def test_product_of_two_short_lists_is_made() -> None:
    unit, found = parse("plan.mmd", f"flowchart LR\n{listed(20, ' & ')} --> {listed(20, ' & ', 'b')}\n")
    assert not found
    assert len(unit.texts[0].ast["edges"]) == 400
