"""A site of documentation, with translations and a vault of notes: what a link leads to, and which links are wrong."""

import pytest

from compiler.store.snapshot import Snapshot
from tests.compiler.wild.trees import Trap, caught
from tests.compiler.wild_pages.trees import (
    FINDINGS,
    LinkTo,
    Tree,
    compiled,
    findings,
    ids,
    in_order,
    links,
)

TREE: Tree = {
    "mkdocs.yml": "site_name: Ferry\nnav:\n  - Home: index.md\n  - Gone: nowhere.md\n",
    "README.md": "# Ferry\n\n[Site](docs/index.md) [Built](site/index.html) [Gone](docs/never.md)\n",
    "docs/index.md": """# Ferry

[Root](/guides/boarding/) [Full](/docs/guides/boarding.md)
[Section](guides/boarding.md#1-buy-a-ticket) [Case](guides/boarding.md#Bow--Stern)
[Bare](guides/boarding) [Page](guides/boarding.html) [Folder](guides/)
[Mail](mailto:crew@ferry.example) [Out](https://ferry.example/docs/nothing.md)
[Up](../../elsewhere/page.md) [Fill]({{ base }}/page.md) [Name](path/to/your.md)
![Pier](img/pier.png) ![Here](/img/pier.png)
[Query](guides/boarding.md?plain=1#bow--stern)
[Undefined][nowhere]
[Line](../src/winch.py#L2)
""",
    "docs/shown.md": """# Shown

Write `[text](shown-nothing.md)`.

```markdown
[text](fenced-nothing.md)

# Not a heading
```

    [text](indented-nothing.md)

<!-- [text](comment-nothing.md) -->

~~~
## Neither
~~~

\\[text](escaped-nothing.md)
""",
    "docs/guides/index.md": "# Guides\n",
    "docs/guides/boarding.md": "# Boarding\n\n## 1. Buy a ticket\n\nAt pier 7.\n\n"
    "## Bow & Stern\n\nText.\n\n## Notes\n\nA.\n\n## Notes\n\nB.\n",
    "docs/guides/anchors.md": """# Anchors

[Twice](boarding.md#notes-1) [Third](boarding.md#notes-2)
[Own](#set-by-hand) [Named](#here) [Accent](#überfahrt)

## By hand {#set-by-hand}

<a id="here"></a>

## Überfahrt

## Code of `tide()` in v2.1
""",
    "docs/guides/taken-in.md": '# Taken in\n\n--8<-- "shared.md"\n\n[Made there](#from-the-include)\n',
    "docs/guides/tabs.mdx": "import Tabs from '@site/tabs'\n\n# Tabs\n\n<Tabs>\n  <b>x</b>\n</Tabs>\n\n"
    "[Made](#by-a-component) [Gone](./gone.mdx)\n",
    "docs/de/index.md": "# Fähre\n\n[News](news.md)\n",
    "docs/en/index.md": "# Ferry\n\n[News](news.md)\n",
    "docs/en/news.md": "# News\n",
    "docs/crlf.md": b"\xef\xbb\xbf# Tide\r\n\r\n[Up](index.md)\r\n\r\n## Low\r\n\r\nText.\r\n",
    "docs/empty.md": "",
    "docs/untitled.md": "No heading here.\n\n[Empty](empty.md)\n",
    "docs/dashes.md": "---\ntitle: Tide tables\nlink: nothing.md\n---\n\n# Tides\n\n---\n\nSetext\n------\n\nText.\n",
    "docs/same.md": LinkTo("dashes.md"),
    "docs/template.md": "# {{ title }}\n\n[Next](next-page.md)\n",
    "docs/img/pier.png": b"\x89PNG\xff",
    "docs/refs.md": "# References\n\n[A][pier] and [pier] and [[1]](index.md) "
    "and [x[^1]](guides/boarding.md)\n\n[pier]: guides/boarding.md\n[^1]: A note.\n",
    "docs/html.md": '# HTML\n\n<a href="html-nothing.md">x</a>\n\n<img src="html-nothing.png">\n',
    "docs/diagrams.md": """# Diagrams

```mermaid
flowchart LR
  a[Ticket] --> b[Boat]
```

<div class="mermaid">
flowchart LR
  q[Queue] --> p[Pier]
</div>

```mermaid
flowchart LR
  {{ node }} --> {{ other }}
```

````markdown
```mermaid
flowchart LR
  shown --> only
```
````

```text
flowchart LR
  c --> d
```

```mermaid
flowchart LR
  c[Crew] -->
```
""",
    "docs/steps.md": "# Steps\n\n- [ ] Buy\n- [x] Board\n\n## REQ-1: Not one\n\n## Status\n\nGood.\n",
    "src/winch.py": "def wind() -> None: ...\n\n\ndef unwind() -> None: ...\n",
    "site/index.md": "# Built\n\n[x](built-nothing.md)\n",
    "site/index.html": "<h1>Built</h1>\n",
    "node_modules/p/README.md": "# P\n\n[x](p-nothing.md)\n",
    "private/page.md": "# Private\n\n[x](private-nothing.md)\n",
    ".gitignore": "private/\n/docs/api/\n",
    "docs/api.md": "# API\n\n[Made by a build](api/tide.md)\n",
    "tests/pages/page.md": "# Page\n\n[x](test-nothing.md)\n",
    "vault/.obsidian/app.json": "{}\n",
    "vault/Tide.md": "---\naliases: [Ebb]\ntags: [sea]\n---\n\n# Tide\n\n[[Pier|the pier]] [[Ebb]] "
    "[[Nobody]] ![[pier.png]] "
    "`[[Code]]`\n\n[[1]](https://ferry.example) [n](unmade.md)\n",
    "vault/Pier.md": "# Pier\n\nSee [[Tide#Tide]].\n",
    "vault/log/Monday.md": "# Monday\n\n[p](Pier.md)\n",
    "vault/templates/Daily.md": "# {{date}}\n\n[[{{yesterday}}]]\n",
}

D = "docs/"
INDEX = "docs/index.md"
BOARDING = "f:docs/guides/boarding.md"
SECTIONS = "heading_level, title"
TRAPS = [
    Trap("link from the root of the site and of the source", links(INDEX, 3), [(BOARDING, 0)] * 2),
    Trap(
        "anchors of a number and in other case",
        links(INDEX, 4),
        [(f"{BOARDING}#1-buy-a-ticket", 0), (f"{BOARDING}#bow--stern", 0)],
    ),
    Trap(
        "no suffix, that of HTML, a folder",
        links(INDEX, 5),
        [(BOARDING, 0), (BOARDING, 0), ("f:docs/guides/index.md", 0)],
    ),
    Trap("mail and other sites are no files", links(INDEX, 6), []),
    Trap("out of the source, placeholders", links(INDEX, 7), []),
    Trap("images that no language reads are there", findings(INDEX), []),
    Trap("query before an anchor", links(INDEX, 9), [(f"{BOARDING}#bow--stern", 0)]),
    Trap("reference that is not defined is text", links(INDEX, 10), []),
    Trap("links shown as code, in comments and escaped", "SELECT target FROM link WHERE file = 'docs/shown.md'", []),
    Trap("headings shown as code", ids("document_section", D + "shown.md", SECTIONS), [(1, "Shown")]),
    Trap(
        "section that is there twice",
        links(D + "guides/anchors.md", 3),
        [(BOARDING, 0), (f"{BOARDING}#notes-1", 0), (f"{BOARDING}#notes-2", 1)],
    ),
    Trap(
        "anchors by hand, by name and with an accent",
        links(D + "guides/anchors.md", 4),
        [(f"f:docs/guides/anchors.md#{one}", 0) for one in ("set-by-hand", "set-by-hand", "überfahrt")],
    ),
    Trap(
        "version and code in a heading",
        "SELECT id FROM document_section WHERE title LIKE 'Code of%'",
        [("anchors.md#code-of-tide-in-v21",)],
    ),
    Trap("anchor of a text that is taken in", findings(D + "guides/taken-in.md"), []),
    Trap(
        "import of a component is no heading", ids("document_section", D + "guides/tabs.mdx", SECTIONS), [(1, "Tabs")]
    ),
    Trap("anchor of a component", findings(D + "guides/tabs.mdx"), [("DOC201", 9)]),
    Trap("page that is not translated yet", findings(D + "de/index.md"), []),
    Trap(
        "mark and line ends of another system",
        ids("document_section", D + "crlf.md", SECTIONS),
        [(1, "Tide"), (2, "Low")],
    ),
    Trap(
        "empty page is a page without sections", ids("document", D + "empty.md", "title, sections"), [("empty.md", 0)]
    ),
    Trap("page without heading links", links(D + "untitled.md", 3), [("f:docs/empty.md", 0)]),
    Trap(
        "front matter is no heading", ids("document_section", D + "dashes.md", SECTIONS), [(1, "Tides"), (2, "Setext")]
    ),
    Trap("link in front matter is none", findings(D + "dashes.md"), []),
    Trap("symbolic link to a page is no second page", ids("document", D + "same.md"), []),
    Trap("template of a page has no findings", findings(D + "template.md"), []),
    Trap(
        "wikilink that markdown reads is none", links(D + "refs.md", 3), [(BOARDING, 0)] * 3 + [("f:docs/index.md", 0)]
    ),
    Trap("addresses in HTML are not checked", findings(D + "html.md"), []),
    Trap(
        "diagrams in fences and in HTML",
        "SELECT title FROM object WHERE kind = 'node' AND file = 'docs/diagrams.md' ORDER BY line, title",
        [("Boat",), ("Ticket",), ("Pier",), ("Queue",), ("Crew",)],
    ),
    Trap(
        "diagram that is a template is not wrong", "SELECT severity FROM diagnostic WHERE code = 'MMD108'", [("info",)]
    ),
    Trap("boxes of a page are no tasks", "SELECT id FROM task", []),
    Trap("heading that looks like a requirement", "SELECT id FROM requirement", []),
    Trap("heading that looks like a decision", "SELECT id FROM decision", []),
    Trap(
        "built, foreign and ignored pages are not read",
        "SELECT path FROM file WHERE path LIKE 'site/%' OR path LIKE 'node_modules/%' OR path LIKE 'private/%'",
        [],
    ),
    Trap("link to what a build makes", findings(D + "api.md"), []),
    Trap("page of tests has no findings", findings("tests/pages/page.md"), []),
    Trap("pages of the site are no notes", "SELECT id FROM note WHERE file LIKE 'docs/%'", []),
    Trap(
        "wikilink with a label, a section, in code",
        "SELECT source_id, text FROM mention WHERE text LIKE '[[%' ORDER BY file",
        [("vault/Pier", "[[Tide#Tide]]"), ("vault/Tide", "[[Pier|the pier]]")],
    ),
    Trap("picture in a vault is no missing note", "SELECT message FROM diagnostic WHERE message LIKE '%pier.png%'", []),
    Trap("note to fill in is an example", ids("note", "vault/templates/Daily.md", "is_example"), [(1,)]),
    Trap("mere name of a note in another folder", links("vault/log/Monday.md", 3), [("f:vault/Pier.md", 0)]),
]
MISTAKES = [
    ("DOC201", "README.md", 3),
    ("MMD108", "docs/diagrams.md", 15),  # said, and no mistake: the block is a template
    ("MMD201", "docs/diagrams.md", 32),
    ("DOC202", "docs/guides/anchors.md", 3),
    ("DOC201", "docs/guides/tabs.mdx", 9),
    ("KNO303", "vault/Tide.md", 8),
    ("DOC201", "vault/Tide.md", 10),
]


@pytest.fixture(scope="module")
def snapshot(tmp_path_factory: pytest.TempPathFactory) -> Snapshot:
    return compiled(tmp_path_factory.mktemp("site"), TREE)


def test_traps_catch_nothing(snapshot: Snapshot) -> None:
    assert caught(snapshot, TRAPS) == {}


def test_findings_are_the_mistakes(snapshot: Snapshot) -> None:
    assert snapshot.rows(FINDINGS) == in_order(MISTAKES)
