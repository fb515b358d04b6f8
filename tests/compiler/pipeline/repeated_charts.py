"""Constructs of the charts of Mermaid that a hostile source repeats, and lists whose product a statement stands for."""

from tests.compiler.pipeline.repeated import DRAWN, Repeated

CHARTS = (
    *(
        Repeated(DRAWN, piece, "gantt\n")
        for piece in (
            "section s\n",
            "a :x{i}, 2025-01-01, 1d\n",
            "a :x, 2025-01-01, 1d\n",
            "a :x{j}, after x{i}, 1d\n",
            "a :after x{i} x{j}, 1d\n",
            "a :until x{j}, 1d\n",
            'click x{i} href "u"\n',
            "click x call f(1)\n",
            "excludes weekends\n",
            "excludes 2025-01-01\n",
            "todayMarker off\n",
            "title x\n",
            "a\n",
            ":",
            "dateFormat YYYY\n",
            "%\n",
            "a :crit, done, active, milestone, x{i}, 1d\n",
            "a :vert, x, 1d\n",
        )
    ),
    *(
        Repeated(DRAWN, piece, "gantt\nexcludes monday, tuesday, wednesday, thursday, friday, saturday\n")
        for piece in ("a :b{i}, 2025-01-01, 400d\n",)
    ),
    *(
        Repeated(DRAWN, piece, "C4Context\n")
        for piece in (
            'Person(a, "b")\n',
            'Person(a{i}, "b")\n',
            'System_Boundary(s, "x") {\n',
            'System_Boundary(s{i}, "x") {\n',
            'System_Boundary(s, "x") {\nPerson(a, "b")\n}\n',
            'Rel(a, b, "x")\n',
            'Rel(a{i}, a{j}, "x")\n',
            'UpdateElementStyle(a, $bgColor="grey")\n',
            "Person(",
            "Person(a,",
            "}\n",
            'RelIndex({i}, a, b, "x")\n',
            "title x\n",
        )
    ),
    *(
        Repeated(DRAWN, piece, "architecture-beta\n")
        for piece in (
            "group a(cloud)[A]\n",
            "group a{j}(cloud)[A] in a{i}\n",
            "service a(db)[A]\n",
            "service a{i}(db)[A]\n",
            "service a{i}(db)[A] in g\n",
            "junction a{i}\n",
            "a:L -- R:b\n",
            "a{i}:L <-[x]-> R:a{j}\n",
            "align row a b\n",
            "title x\n",
            "a{group}:L -- R:b{group}\n",
            "'",
            "[",
            "- ",
        )
    ),
    *(
        Repeated(DRAWN, piece, "block-beta\n")
        for piece in (
            "a\n",
            "a{i}\n",
            "a --> b\n",
            "a{i} --> a{j}\n",
            "block:b{i}\na\nend\n",
            "block\n",
            "block:a\n",
            "columns 3\n",
            "space:2\n",
            'a["x"]:2\n',
            'a<["x"]>(right)\n',
            "classDef a fill:#fff\n",
            "class a b\n",
            "style a fill:#fff\n",
            "end\n",
            'a -- "x" --> b\n',
            "[",
            "<[",
            "a{i} ",
        )
    ),
    *(
        Repeated(DRAWN, piece, "mindmap\n")
        for piece in (
            "a\n",
            "  a\n",
            "  a{i}\n",
            "  a((b))\n",
            "  ::icon(fa)\n",
            "  :::x y\n",
            "  a[\n",
            '  "`a\n',
            " ",
            "(",
            "%% x\n",
            "a(-b-)\n",
        )
    ),
    *(
        Repeated(DRAWN, piece, "gitGraph\n")
        for piece in (
            "commit\n",
            'commit id: "a"\n',
            'commit id: "a{i}" tag: "v"\n',
            "branch b{i}\n",
            "branch b\n",
            "checkout main\n",
            "branch b{i}\ncheckout b{i}\ncommit\ncheckout main\nmerge b{i}\n",
            "merge b\n",
            'cherry-pick id: "a"\n',
            'commit "',
            "title x\n",
            "branch b{i} order: {i}\n",
            "commit\nbranch c{i}\ncheckout c{i}\n",
        )
    ),
    Repeated(DRAWN, "x{i} ", "gantt\na :b, after ", ", 1d\n"),
    Repeated(DRAWN, "2025-01-01,", "gantt\nexcludes ", "\na :b, 2025-01-01, 1d\n"),
    Repeated(DRAWN, "Y", "gantt\ndateFormat ", "\na :b, 2025-01-01, 1d\n"),
    Repeated(DRAWN, '$a="b", ', "C4Context\nPerson(a, ", '"x")\n'),
    Repeated(DRAWN, ",", "C4Context\nPerson(a", ")\n"),
    Repeated(DRAWN, "b", "C4Context\nPerson(a, ", "\n"),
    Repeated(DRAWN, " b{i}", "architecture-beta\nalign row a", "\n"),
    Repeated(DRAWN, "-a", "architecture-beta\nservice a", "- \n"),
    Repeated(DRAWN, "right, ", 'block-beta\na<["x"]>(', "left)\n"),
    Repeated(DRAWN, "a{i},", "block-beta\nclass ", "b c\n"),
    Repeated(DRAWN, "=", "block-beta\na ", "> b\n"),
    Repeated(DRAWN, "~", "block-beta\na ", " b\n"),
    Repeated(DRAWN, "-.", "block-beta\na ", "-> b\n"),
    Repeated(DRAWN, "x", "mindmap\n  root\n    a{", "\n"),
    Repeated(DRAWN, ' tag: "v"', "gitGraph\ncommit", "\n"),
    Repeated(DRAWN, ".a", "gitGraph\nbranch a", ". \n"),
)

# Statements that stand for the product of two lists, and definitions that count for all that stands before them.
PRODUCTS = (
    Repeated(DRAWN, " & a{i}", "flowchart LR\na", "\n", between=" --> b"),
    Repeated(DRAWN, ",a{i}", "flowchart LR\na\nclassDef a", "\n", between=" a"),
    Repeated(DRAWN, ",a{i}", "classDiagram\nclass a\nclassDef a", "\n", between=" a"),
    Repeated(DRAWN, ",a{i}", "erDiagram\na\nclassDef a", "\n", between=" a"),
    Repeated(DRAWN, "class A{i}\nclassDef d fill:red\n", "classDiagram\n"),
    Repeated(DRAWN, "class A:::c{i}\nclassDef c{i} fill:red\n", "classDiagram\n"),
    Repeated(DRAWN, "requirement r{i} {\n}\nclassDef default fill:red\n", "requirementDiagram\n"),
    Repeated(DRAWN, "requirement r{i}:::x {\n}\nclassDef x fill:red\n", "requirementDiagram\n"),
    Repeated(DRAWN, "classDef x color:red\n", "flowchart LR\na\n"),
    Repeated(DRAWN, ".A{i}", "classDiagram\nnamespace N", " {\nclass B\n}\n"),
    Repeated(DRAWN, "namespace A{i} {\n", "classDiagram\n", "class B\n"),
)
