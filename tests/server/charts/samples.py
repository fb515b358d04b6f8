"""A chart of each type that the extra draws, and words that its drawing has."""

from typing import NamedTuple


class Sample(NamedTuple):
    """The text of a chart, and words that stand in the drawing."""

    text: str
    words: tuple[str, ...]


SAMPLES = {
    "pie": Sample(
        'pie showData\n    title Harvest of a year\n    %% in tons\n    "Pears" : 25\n    "Quinces" : 74.5\n',
        ("Harvest of a year", "Pears [25]", "Quinces [74.5]", "25%"),
    ),
    "journey": Sample(
        "journey\n    title A day at the press\n    section Morning\n      Wash the fruit: 4: Ada, Ben\n"
        "      Carry crates: 1: Ben\n    section Evening\n      Taste : 5 : Ada\n",
        ("A day at the press", "Morning", "Wash the fruit", "Carry crates", "Taste", "Ada", "Ben"),
    ),
    "timeline": Sample(
        "timeline\n    title Harvests\n    section Old orchard\n    2019 : First pears\n         : Late frost\n"
        "    2020 : Apples : Medlars\n",
        ("Harvests", "Old orchard", "2019", "First pears", "Late frost", "Medlars"),
    ),
    "quadrantChart": Sample(
        'quadrantChart\n    title Plots\n    x-axis Dry --> Wet\n    y-axis "Poor soil" --> Rich soil\n'
        "    quadrant-1 For pears\n    North field: [0.25, 0.75]\n    South field: [0.8, 0.2] radius: 12\n",
        ("Plots", "Dry", "Wet", "Poor soil", "Rich soil", "For pears", "North field", "South field"),
    ),
    "xychart": Sample(
        'xychart-beta\n    title "Juice of a year"\n    x-axis [Sep, Oct, Nov]\n    y-axis "Barrels" 0 --> 90\n'
        "    bar [20, 80, 40]\n    line [10, 60, 30]\n",
        ("Juice of a year", "Sep", "Nov", "Barrels", "90"),
    ),
    "kanban": Sample(
        "kanban\n  todo[To do]\n    wash[Wash the crates]\n  work[In work]\n"
        "    mend[Mend the press]@{ ticket: ORC-7, priority: 'Very High', assigned: \"Ada B.\" }\n",
        ("To do", "Wash the crates", "In work", "Mend the press", "ORC-7", "Ada B."),
    ),
    "packet": Sample(
        'packet-beta\ntitle Label of a crate\n0-15: "Orchard"\n16-31: "Sort"\n32-63: "Weight"\n64: "Sold"\n',
        ("Label of a crate", "Orchard", "Sort", "Weight", "Sold", "63"),
    ),
    "sankey": Sample(
        "sankey-beta\nApples,Press,50\nPears,Press,20\nPress,Juice,60\nPress,Pomace,10\n",
        ("Apples", "Pears", "Press", "Juice", "Pomace"),
    ),
    "radar": Sample(
        'radar-beta\ntitle Two sorts\naxis sweet["Sweetness"], firm["Firmness"], yield["Yield"]\n'
        'curve old["Old sort"]{4, 2, 1}\ncurve new["New sort"]{1, 3, 5}\nmax 5\n',
        ("Two sorts", "Sweetness", "Firmness", "Yield", "Old sort", "New sort"),
    ),
    "treemap": Sample(
        'treemap-beta\n"Orchard"\n    "Apples": 40\n    "Stone fruit"\n        "Plums": 10\n"Meadow"\n    "Hay": 25\n',
        ("Orchard", "Apples", "40", "Stone fruit", "Plums", "Meadow", "Hay"),
    ),
    "treeView": Sample(
        'treeView-beta\n    "orchard"\n        "north.txt"\n        "press"\n            "juice.csv"\n',
        ("orchard", "north.txt", "press", "juice.csv"),
    ),
    "ishikawa": Sample(
        "ishikawa-beta\n    Sour cider\n    Fruit\n        Picked green\n            No ladder\n    Barrels\n",
        ("Sour cider", "Fruit", "Picked green", "No ladder", "Barrels"),
    ),
    "venn": Sample(
        'venn-beta\n  title Helpers\n  set A["Pickers"]:20\n  set B["Pressers"]:12\n  union A,B["Both"]:4\n',
        ("Helpers", "Pickers", "Pressers", "Both"),
    ),
    "wardley-beta": Sample(
        "wardley-beta\ntitle Cider\nanchor Drinker [0.95, 0.63]\ncomponent Bottle [0.79, 0.61]\n"
        "component Press [0.35, 0.85] (buy)\nDrinker -> Bottle\nBottle -> Press\nevolve Bottle 0.75\n",
        ("Cider", "Drinker", "Bottle", "Press", "Visibility", "Evolution"),
    ),
    "eventmodeling": Sample(
        "eventmodeling\ntf 01 ui Gate\ntf 02 command AddCrate\ntf 03 evt CrateAdded\ntf 04 readmodel Cellar ->> 03\n",
        ("Gate", "AddCrate", "CrateAdded", "Cellar"),
    ),
    "usecase": Sample(
        'usecase-beta\ndirection LR\nactor Picker("A picker")\nsystemBoundary yard["The yard"]\n'
        '  Weigh("Weigh a crate")\n  Pay("Pay for it")\nend\nPicker --> Weigh\nWeigh ..> : include Pay\n',
        ("A picker", "The yard", "Weigh a crate", "Pay for it", "include"),
    ),
    "zenuml": Sample(
        "zenuml\ntitle A sale\n@Actor Buyer\nBuyer->Stand.order(cider) {\n  if (in_stock) {\n    Cellar.fetch(cider)\n"
        "  } else {\n    Stand->Buyer: sorry\n  }\n}\n",
        ("A sale", "Buyer", "Stand", "order(cider)", "in_stock", "fetch(cider)", "sorry"),
    ),
    "cynefin": Sample(
        'cynefin-beta\n  title The mill\n  clear\n    "Full barrels"\n  chaotic\n    "A burst pipe"\n'
        '  chaotic --> clear : "Once it is shut"\n',
        ("The mill", "Full barrels", "A burst pipe", "Once it is shut", "Complex"),
    ),
    "railroad": Sample(
        'railroad-beta\ncrate = sequence(optional(terminal("#")), oneOrMore(nonterminal("digit"))) ;\n',
        ("crate =", "#", "digit"),
    ),
    "railroadEbnf": Sample(
        'railroad-ebnf-beta\ncrate = letter , { digit } , [ "/" , year ] ;\nletter = "A" | "C" ;\n',
        ("crate =", "letter", "digit", "year", "A", "C"),
    ),
    "railroadAbnf": Sample('railroad-abnf-beta\ncrate = ["-"] 1*DIGIT ;\n', ("crate =", "-", "DIGIT")),
    "railroadPeg": Sample('railroad-peg-beta\ncrate <- "-"? digit+ ;\n', ("crate =", "-", "digit")),
    "agentflow": Sample("agentflow-beta\nPick --> Press\n", ("Pick", "Press")),
}
