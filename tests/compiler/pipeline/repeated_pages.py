"""Constructs of pages, notes, memories and settings that a hostile source repeats thousands of times."""

from tests.compiler.pipeline.repeated import Repeated

MORE_PAGES = (
    *(
        Repeated("notes/a.md", piece, "# A\n\n")
        for piece in (
            "#tag/{i} ",
            "^b{i}\n\n",
            "> [!note] x\n",
            "k{i}:: v\n",
        )
    ),
    *(
        Repeated("memory/a.md", piece, "---\ntitle: a\ntype: note\npermalink: a\n---\n# a\n\n## Relations\n")
        for piece in ("- [[b{i}]]\n",)
    ),
    *(
        Repeated("memory/a.md", piece, "---\ntitle: a\ntype: note\npermalink: a\n---\n\n")
        for piece in (
            "- [fact] Two berths, each {i} m #quay\n",
            "- [fact] Two berths #quay\n",
            "- [fact] Two berths #quay{i}\n",
            "- [fact] a (b{i})\n",
        )
    ),
    *(Repeated("MEMORY.md", piece, "# Memory\n\n") for piece in ("- [K{i}](k{i}.md): hot\n",)),
    *(
        Repeated(
            "transcripts/rollout-1.jsonl",
            piece,
            ('{"timestamp":"2026-04-10T06:30:00Z","type":"session_meta","payload":{"id":"x","cwd":"/a"}}\n'),
        )
        for piece in (
            (
                '{"timestamp":"2026-04-10T06:30:00Z","type":"response_item","payload":{"t'
                'ype":"function_call","name":"shell","arguments":"{}","call_id":"c{i}"}}\n'
            ),
        )
    ),
    *(
        Repeated(
            "transcripts/a.jsonl",
            piece,
            (
                '{"type":"user","uuid":"u0","parentUuid":null,"sessionId":"s","timestamp"'
                ':"2025-01-01T00:00:00Z","message":{"role":"user","content":"x"}}\n'
            ),
        )
        for piece in (
            (
                '{"type":"assistant","uuid":"u{j}","parentUuid":"u{i}","sessionId":"s","t'
                'imestamp":"2025-01-01T00:00:00Z","message":{"role":"assistant","content"'
                ':[{"type":"tool_use","id":"t{i}","name":"Read","input":{}}]}}\n'
            ),
        )
    ),
    *(
        Repeated("transcripts/a.jsonl", piece)
        for piece in (
            (
                '{"type":"user","uuid":"u","parentUuid":"u","sessionId":"s","timestamp":"'
                '2025-01-01T00:00:00Z","message":{"role":"user","content":"x"}}\n'
            ),
        )
    ),
    *(
        Repeated("frieze.toml", piece)
        for piece in (
            ('[[rules]]\nname = "r{i}"\nseverity = "warning"\nsql = "SELECT file, line FROM task"\nmessage = "x"\n\n'),
            "[languages.documents]\n",
            "k{i} = 1\n",
            "[a.b{i}]\n",
        )
    ),
    *(Repeated("frieze.toml", piece, "[x]\n") for piece in ("{i} = {a = 1}\n",)),
    *(Repeated(".gitignore", piece) for piece in ("a{i}/**/b\n",)),
    *(
        Repeated("page.adoc", piece)
        for piece in (
            "include::a{i}.adoc[]\n",
            "image::a.png[]\n\n",
            "|===\n",
            "* a\n",
            "[#a{i}]\n== B\n\n",
            "ifdef::a[]\n",
            "ifdef::a[]\nx\nendif::[]\n",
            "link:a{i}.adoc[b] ",
            "`+a+` ",
            "// a\n",
            "////\n",
            "+++",
            "pass:[a] ",
            "anchor:a{i}[] ",
            "[[[a{i}]]] ",
            "a::\n",
            "....\n",
            "{counter:a} ",
        )
    ),
    *(
        Repeated("mkdocs.yml", piece, "site_name: x\nnav:\n")
        for piece in (
            "  - A{i}: a{i}.md\n",
            "  - A:\n    - B: a.md\n",
        )
    ),
    *(Repeated("docs/_sidebar.md", piece) for piece in ("- [a](a{i}.md)\n",)),
    *(
        Repeated("docs/a.mdx", piece)
        for piece in (
            "<X a={1} />\n",
            "{a",
            "import X{i} from './x'\n",
        )
    ),
    *(Repeated("req/R001.yml", piece, "active: true\nlevel: 1.0\ntext: |\n") for piece in ("  a\n",)),
    *(
        Repeated("src/a.py", piece)
        for piece in (
            "'''\nR{i} a\n'''\n",
            "def f{i}():\n    '''x\n\n    .. req:: a\n       :id: R_{i}\n    '''\n",
        )
    ),
    *(Repeated("a.puml", piece) for piece in ("@startuml\na -> b\n@enduml\n",)),
    # YAML of more than 50,000 characters is read in Python, which takes ten times as long: a step, and no exponent. So
    # a construct is repeated below that length, and behind a comment of that length.
    Repeated("page.md", "- *a\n", "---\nx: &a 1\ntags:\n", "---\n# A\n"),
    Repeated("page.md", "- *a\n", f"---\n# {'x' * 50_000}\nx: &a 1\ntags:\n", "---\n# A\n"),
    Repeated("page.md", "*a, ", f"---\n# {'x' * 50_000}\nx: &a [b, c]\ntags: [", "d]\n---\n# A\n"),
    Repeated("page.md", "- &a{i} b\n", f"---\n# {'x' * 50_000}\ntags:\n", "---\n# A\n"),
    Repeated("page.md", "k{i}: {<<: *a}\n", f"---\n# {'x' * 50_000}\nx: &a {{b: c}}\n", "---\n# A\n"),
    Repeated("req/R001.yml", "- *a\n", "active: true\nlevel: 1.0\ntext: &a x\nlinks:\n"),
    Repeated("mkdocs.yml", "  - A: *a\n", f"# {'x' * 50_000}\nsite_name: &a x.md\nnav:\n"),
    Repeated("frieze.toml", '"a{i}/**", ', "include = [", '"b"]\n'),
    Repeated(".gitignore", "**/", "", "a\n"),
    Repeated("s.wt.json", '{"id":"n{i}","title":"x","nodeId":"a"},', '{"title":"x","steps":[', '{"id":"z"}]}'),
    Repeated("plan.meta.json", '"n{i}":{"label":"x"},', '{"nodes":{', '"z":{}}}'),
)
