"""Constructs of every grammar that a hostile source repeats thousands of times."""

from typing import NamedTuple


class Repeated(NamedTuple):
    """A file with `piece` repeated between `head` and `tail`; with `between`, a second time behind that. `{i}` in the
    piece is its number, `{j}` the next."""

    path: str
    piece: str
    head: str = ""
    tail: str = ""
    between: str = ""

    def text(self, count: int) -> str:
        """The text with so many pieces."""
        pieces = "".join(self.piece.replace("{i}", str(at)).replace("{j}", str(at + 1)) for at in range(count))
        again = f"{self.between}{pieces}" if self.between else ""
        return f"{self.head}{pieces}{again}{self.tail}"


ADR = "docs/adr/0001-press.md"
TASK = "backlog/tasks/task-1 - press.md"
BEADS = ".beads/issues.jsonl"
MASTER = ".taskmaster/tasks/tasks.json"
SPEC = "spec/press.md"
WORLD = "mill.urd.md"
DRAWN = "plan.mmd"
PAGE = "page.md"
MEMORY = "memory.jsonl"
ISSUE = '"title":"x","status":"open","priority":1,"issue_type":"task","created_at":"2025-01-01T00:00:00Z"'
STATED = "**Level**: PRD | **Status**: Active"
TYPES = "---\ntypes:\n  T [~x: int = 0]\n"

PAGES = (
    *(
        Repeated(PAGE, piece, tail="\n")
        for piece in (
            "# a\n\n",
            "[a](b.md)\n",
            "[a](b.md) ",
            "[a](",
            "[a](<b",
            "[[a|b]] ",
            "[[",
            "![",
            "[",
            "*a _b ",
            "_a_",
            "~~a",
            "`",
            "<a ",
            "<a>",
            "<h1>a",
            "<h1 ",
            "<!-- ",
            "<!-- a -->\n\n",
            "{#",
            "{: ",
            "(a b ",
            "&amp;",
            "https://x.y/z ",
            "<https://x.y/z> ",
            "> a\n",
            ">",
            "- a\n",
            "- ",
            "1. a\n",
            "---\n\n",
            "a\n=\n",
            "[a{i}]: b.md\n",
            "[[b]] #t\n",
            "See ADR-0001, REQ-p00001 and task #3 in a/b.py. ",
            "REQ-p00001+",
            "a/",
            "a-1-",
            "a.1",
            "ADR ",
            "- [ ] do it\n",
        )
    ),
    Repeated(PAGE, "a", "x <"),
    Repeated(PAGE, "|1|2|\n", "|a|b|\n|-|-|\n"),
    Repeated(PAGE, f"k{{i}}: {'v' * 40}\n", "---\n", "---\n# a\n"),
    Repeated(PAGE, "  - v\n", "---\ntags:\n", "---\n# a\n"),
    Repeated(PAGE, "[", "---\nk: ", "\n---\n# a\n"),
    Repeated(PAGE, "k{i} = 1\n", "+++\n", "+++\n# a\n"),
    *(
        Repeated("page.adoc", piece)
        for piece in (
            "== A\n\n",
            "<<a",
            "xref:b.adoc#c[d] ",
            "[[a{i}]]\n",
            "----\n",
            "====\n",
            ":a{i}: {a}\n",
            ":a{j}: {a{i}}{a{i}}\n",
            "xref:{a}[]\n",
            "{a",
            "A\n-\n\n",
        )
    ),
    *(Repeated("page.rst", piece) for piece in ("A\n=\n\n", "`x <y.rst>`_\n\n", ":ref:`a` ", ".. _a:\n\n", "`", "a_ ")),
)

KNOWLEDGE = (
    Repeated(ADR, "Superseded by [2. y](0002-y.md)\n\n", "# 1. x\n\n## Status\n\n"),
    Repeated(ADR, "## Status\n\nAccepted\n\n", "# 1. x\n\n"),
    Repeated(ADR, "See ADR-0001 and ADR 7.\n", "# 1. x\n\n## Status\n\nAccepted\n\n## Context\n\n"),
    Repeated("docs/decisions/0001-x.md", "* a\n", "---\nstatus: accepted\n---\n# x\n\n## Considered Options\n\n"),
    Repeated("tasks.md", "- [ ] T001 do it\n", "# Tasks\n\n"),
    Repeated("tasks.md", "- [ ] T{i} do it\n", "# Tasks\n\n"),
    Repeated("specs/001-a/tasks.md", "- [ ] T001 [P] [US1] a in src/a.py\n", "# Tasks: a\n\n## Phase 1\n\n"),
    Repeated("specs/001-a/tasks.md", "- T001 before T003-T009\n", "# Tasks: a\n\n- [ ] T001 a\n\n## Dependencies\n\n"),
    Repeated(".kiro/specs/a/tasks.md", "- [ ] 1. a\n  - _Requirements: 1.1, 1.2_\n", "# Plan\n\n"),
    Repeated(TASK, "- [ ] #1 a\n", "---\nid: task-1\ntitle: x\nstatus: To Do\n---\n\n## Acceptance Criteria\n"),
    Repeated(TASK, "  - task-70000000000000000000{i}\n", "---\nid: task-1\nstatus: To Do\ndependencies:\n", "---\n"),
    Repeated(BEADS, f'{{"id":"a-1",{ISSUE}}}\n'),
    Repeated(
        BEADS, f'{{"id":"a-{{i}}",{ISSUE},"dependencies":[{{"depends_on_id":"a-{{j}}","type":"parent-child"}}]}}\n'
    ),
    Repeated(BEADS, f'{{"id":"a-{{i}}",{ISSUE},"dependencies":[{{"depends_on_id":"a-{{j}}","type":"blocks"}}]}}\n'),
    Repeated(MASTER, '{"id":1,"title":"x","status":"pending","dependencies":[1]},', '{"master":{"tasks":[', "{}]}}"),
    Repeated(
        MASTER, '{"id":{i},"title":"x","status":"pending","dependencies":[{j}]},', '{"master":{"tasks":[', "{}]}}"
    ),
)

REQUIREMENTS = (
    Repeated(SPEC, "# REQ-p00001: x\n"),
    Repeated(SPEC, f"# REQ-p00001: x\n\n{STATED}\n\n## Assertions\n\nA. It SHALL.\n\n*End* *x*\n\n"),
    Repeated(SPEC, f"# REQ-p1{{i}}: x\n\n{STATED} | **Implements**: REQ-p1{{j}}\n\nText.\n\n*End* *x*\n\n"),
    Repeated(SPEC, " ", "# REQ-p00001: x\n\n**Level", "x\n"),
    Repeated(SPEC, "level**x|", "# REQ-p00001: x\n\n", "\x01\n"),
    Repeated(SPEC, "implements REQ-p1|", "# REQ-p00001: x\n\n", "\x01\n"),
    Repeated(SPEC, " ", "# REQ-p00001: x\n\nImplements: REQ-p1", "|x\n"),
    Repeated(PAGE, " ", "# ", "#x\n"),
    Repeated("src/x.ts", "default ", tail="x\n"),
    Repeated("src/x.ts", " ", "// Implements: REQ-p00001\ndescribe", "x\n"),
    Repeated(SPEC, "A. It SHALL.\n", f"# REQ-p00001: x\n\n{STATED}\n\n## Assertions\n\n"),
    Repeated(SPEC, "REQ-p{i}, ", f"# REQ-p00001: x\n\n{STATED} | **Implements**: ", "\n\n*End* *x*\n"),
    Repeated(SPEC, "## Changelog\n\n- 2025-01-01 | a | b\n\n", f"# REQ-p00001: x\n\n{STATED}\n\n", "*End* *x*\n"),
    Repeated(SPEC, "# JNY-A-01: x\n\n**Actor**: a\n\n## Steps\n\n1. a\n\n*End* *x*\n\n"),
    # A string that does not end has many quotes, none of which is the begin of another.
    Repeated("src/x.ts", '\\"a\\":', '/* Implements: REQ-p00001 */ x = "', "\n"),
    Repeated("src/x.ts", "\\'a\\':\\\n", "/* Implements: REQ-p00001 */ x = '", "\n"),
    Repeated("src/press.py", "# Implements: REQ-p00001-A\n"),
    Repeated("src/press.c", "&a ", "// Implements: REQ-p00001-A\n", "\n{\n}\n"),
    Repeated("src/press.c", "a<b> *", "// Implements: REQ-p00001-A\n", " c (d)\n{\n}\n"),
    Repeated("src/press.c", "a::b<c>::", "// Implements: REQ-p00001-A\n", "d (e)\n{\n}\n"),
    Repeated("test_press.py", "# REQ-p00001\ndef test_REQ_p00001():\n    pass\n"),
    Repeated("junit.xml", '<testcase classname="a" name="test_REQ_p00001_A"/>', "<testsuite>", "</testsuite>"),
)

DIAGRAMS = (
    *(
        Repeated(DRAWN, piece, "flowchart LR\n")
        for piece in (
            "a-->b\n",
            "a{i}-->a{j}\n",
            "subgraph s\n",
            "subgraph s{i}\n",
            "subgraph s\na\nend\n",
            "a;",
            "a((",
            "a --> \n",
            "}{ ]\n",
            "a@{ shape: rect }\n",
            "style a fill:#fff\n",
            "class a x\n",
            "classDef x fill:red\n",
            'click a "x"\n',
            "accTitle: x\n",
            "accDescr {\n",
            "direction LR\n",
            "%% x\n",
            "\n",
        )
    ),
    Repeated(DRAWN, " & a{i}", "flowchart LR\na", " --> b\n"),
    Repeated(DRAWN, "linkStyle 0 stroke:red\n", "flowchart LR\na-->b\n"),
    Repeated(DRAWN, "--", "flowchart LR\na ", "> b\n"),
    Repeated(DRAWN, "#quot;", "flowchart LR\na[", "]\n"),
    Repeated(DRAWN, '<a b="c"', "flowchart LR\na[", "]\n"),
    *(
        Repeated(DRAWN, piece, "sequenceDiagram\n")
        for piece in (
            "A->>B: x\n",
            "A->>\n",
            "loop x\n",
            "loop x\nA->>B: x\nend\n",
            "end\n",
            "participant A{i}\n",
            "create participant A{i}\nB->>A{i}: x\n",
            "activate A\n",
            "Note over A,B: x\n",
            "box x\nparticipant A\nend\n",
            "link A: x @ http://y\n",
            "rect rgb(0,0,0)\n",
        )
    ),
    Repeated(DRAWN, "else y\n", "sequenceDiagram\nalt x\n", "end\n"),
    *(
        Repeated(DRAWN, piece, "stateDiagram-v2\n")
        for piece in (
            "a --> b\n",
            "state s {\n",
            "s : x\n",
            "state f <<fork>>\n",
            "note right of a : x\n",
            "note right of a\n",
            "note right of a\nx\nend note\n",
        )
    ),
    Repeated(DRAWN, "--\na-->b\n", "stateDiagram-v2\nstate s {\n", "}\n"),
    *(
        Repeated(DRAWN, piece, "classDiagram\n")
        for piece in (
            "A <|-- B\n",
            "A : +x()\n",
            "class A {\n",
            "namespace N {\nclass A\n}\n",
            'note "x"\n',
            "<<interface>> A\n",
        )
    ),
    Repeated(DRAWN, "~B", "classDiagram\nclass A", "\n"),
    Repeated(DRAWN, "A ||--o{ B : x\n", "erDiagram\n"),
    Repeated(DRAWN, "A {\n", "erDiagram\n"),
    Repeated(DRAWN, "int x\n", "erDiagram\nA {\n", "}\n"),
    Repeated(DRAWN, "requirement r {\nid: 1\ntext: x\n}\n", "requirementDiagram\n"),
    Repeated(DRAWN, "a - satisfies -> b\n", "requirementDiagram\n"),
    Repeated(DRAWN, "%%{init: {}%%\n", tail="flowchart LR\na-->b\n"),
    Repeated(DRAWN, "%%{init: {}}%%\n", tail="flowchart LR\na-->b\n"),
    Repeated(DRAWN, "%%{ ", tail="\nflowchart LR\na-->b\n"),
    Repeated(DRAWN, "---\n", tail="flowchart LR\na-->b\n"),
    Repeated(PAGE, "```mermaid\nflowchart LR\na-->b\n```\n\n"),
    Repeated(PAGE, "```mermaid\nflowchart LR\n"),
)

WORLDS = (
    *(
        Repeated(WORLD, piece, "# A\n\n")
        for piece in (
            "# A\n\n",
            "rule x:\n",
            "rule x:\n  actor: @a\n  trigger: t\n  where @a.b == 1\n  effect: @a.b = 2\n",
            "* Go\n  > @a.b = 1\n",
            "== s\n\n* Go -> s\n\n",
            "== s{i}\n\n* Go\n  -> s{j}\n\n",
            "@a: T [x: 1]\n",
            "exit north: Go -> A\n",
            "-> north: A\n",
            "[@a & x: b]\n",
            "Some text.\n",
            "// x\n",
            "## Sequence: s\n\nphase p:\n",
            "*",
        )
    ),
    Repeated(WORLD, "  ? @a.b > 1\n", "# A\n\n* Go\n"),
    Repeated(WORLD, "    @a.b\n", "# A\n\n* Go\n  ? any:\n"),
    Repeated(WORLD, "  @a{i}: T [x: 1]\n", f"{TYPES}entities:\n", "---\n# A\n"),
    Repeated(WORLD, "  @a: T [x: 1]\n", f"{TYPES}entities:\n", "---\n# A\n"),
    Repeated(WORLD, "  T [~x: int = 0]\n", TYPES, "---\n# A\n"),
    Repeated(WORLD, "~x: int = 0, ", "---\ntypes:\n  T [", "~y: int = 0]\n---\n# A\n"),
    Repeated(WORLD, "import: ./b.urd.md\n", "---\n", "---\n# A\n"),
)

MEMORIES = (
    Repeated(MEMORY, '{"type":"entity","name":"a","entityType":"x","observations":["y"]}\n'),
    Repeated(MEMORY, '{"type":"relation","from":"a","to":"b","relationType":"r"}\n'),
    Repeated(MEMORY, "["),
    Repeated(MEMORY, '"y{i}",', '{"type":"entity","name":"a","entityType":"x","observations":[', '"z"]}\n'),
    Repeated("memory/a.md", "- [x] y #t (c)\n", "---\ntitle: a\npermalink: a\n---\n# a\n\n## Observations\n"),
    Repeated("memory/a.md", "- r [[b]]\n", "---\ntitle: a\npermalink: a\n---\n# a\n\n## Relations\n"),
    Repeated(
        ".claude/projects/a/s.jsonl",
        '{"type":"user","uuid":"u{j}","parentUuid":"u{i}","sessionId":"s","timestamp":"2025-01-01T00:00:00Z",'
        '"message":{"role":"user","content":"hi"}}\n',
    ),
)

RULE = ".cursor/rules/a.mdc"
INSTRUCTIONS = (
    *(Repeated("CLAUDE.md", piece, tail="\n") for piece in ("@a.md ", "@b{i}.md\n\n", "@", "`@a.md` ", "`", "@./../")),
    Repeated("GEMINI.md", "`src/a{i}.py` "),
    Repeated(".kiro/steering/a.md", "#[[file:a{i}.md]] "),
    Repeated(".kiro/steering/a.md", "#[[file:"),
    Repeated(RULE, "[a](mdc:b{i}.md) "),
    Repeated(RULE, "  - a{i}/**/*.ts\n", "---\nglobs:\n", "---\n# A\n"),
    Repeated(RULE, "a{i}/**,", "---\nglobs: ", "\n---\n# A\n"),
    Repeated(RULE, "{a,", "---\nglobs: ", "\n---\n# A\n"),
    Repeated(RULE, "{a,b}", "---\nglobs: ", "\n---\n# A\n"),
    Repeated(RULE, "*", "---\nglobs: ", "\n---\n# A\n"),
    Repeated(RULE, "a\n", "---\nglobs: x\n", "---\n# A\n"),
)

OPENSPEC = "openspec/specs/a/spec.md"
DELTA = "openspec/changes/a/specs/a/spec.md"
KIRO = ".kiro/specs/a/requirements.md"
FEATURE = "specs/001-a/spec.md"
PRINCIPLES = ".specify/memory/constitution.md"
NEEDS = "index.rst"
SDOC = "plan.sdoc"
ISSUES = "issues.json"
JIRA = "jira.xml"
DOCUMENT = "[DOCUMENT]\nTITLE: a\n\n"
ISSUE_LIST = '[{"number":0,"title":"x","state":"OPEN","body":""}'

FORMATS = (
    Repeated(OPENSPEC, "### Requirement: a\n#### Scenario: b\n", "# a\n## Requirements\n"),
    Repeated(OPENSPEC, "#### Scenario: b\n- WHEN a\n- THEN b\n", "# a\n## Requirements\n### Requirement: a\n"),
    Repeated(OPENSPEC, "## Requirements\n### Requirement: a\n", "# a\n"),
    Repeated(DELTA, "## ADDED Requirements\n### Requirement: a\n#### Scenario: b\n"),
    Repeated(DELTA, "## REMOVED Requirements\n### Requirement: a\n- `### Requirement: b`\n"),
    Repeated(DELTA, "- `### Requirement: b{i}`\n### Requirement: c{i}\n", "## REMOVED Requirements\n"),
    Repeated(DELTA, "## RENAMED Requirements\n- FROM: `### Requirement: a`\n- TO: `### Requirement: b`\n"),
    Repeated(KIRO, "1. WHEN a THE SYSTEM SHALL b\n", "### Requirement 1\n#### Acceptance Criteria\n"),
    Repeated(KIRO, "### Requirement {i}\n#### Acceptance Criteria\n1. WHEN a THE SYSTEM SHALL b\n", "# Requirements\n"),
    Repeated(KIRO, "## a\n### b\n#### c\n", "### Requirement 1\n"),
    Repeated(
        FEATURE,
        "- **FR-{i}**: System MUST a [NEEDS CLARIFICATION: b]\n",
        "# Feature Specification: a\n## Requirements\n",
    ),
    Repeated(FEATURE, "## a\n- **FR-001**: System MUST a\n", "# Feature Specification: a\n"),
    Repeated(FEATURE, "### User Story {i} - a (Priority: P1)\n1. **Given** a\n", "# Feature Specification: a\n"),
    Repeated(FEATURE, "1. **Given** a\n", "# Feature Specification: a\n### User Story 1 - a (Priority: P1)\n"),
    Repeated(PRINCIPLES, "## Core Principles\n### a\n", "# Constitution\n"),
    Repeated(NEEDS, ".. req:: a\n   :id: R_{i}\n   :links: R_{j}\n\n"),
    Repeated(NEEDS, ".. req:: a\n   :id: R_1\n\n"),
    Repeated(SDOC, "[REQUIREMENT]\nUID: A-{i}\nRELATIONS:\n- TYPE: Parent\n  VALUE: A-{j}\n\n", DOCUMENT),
    Repeated(SDOC, "[SECTION]\nTITLE: a\n\n", DOCUMENT),
    Repeated(SDOC, "[REQUIREMENT]\nUID: A-1\n\n", DOCUMENT),
    Repeated(SDOC, "STATEMENT: >>>\n", f"{DOCUMENT}[REQUIREMENT]\n"),
    Repeated(ISSUES, ',{"number":{i},"title":"x","state":"OPEN","body":"Blocked by #{j}"}', ISSUE_LIST, "]"),
    Repeated(ISSUES, ',{"number":1,"title":"x","state":"OPEN","body":"- [ ] #1"}', ISSUE_LIST, "]"),
    Repeated(ISSUES, "- [ ] #2 \\n", '[{"number":1,"title":"x","state":"OPEN","body":"', '"}]'),
    Repeated(
        JIRA, "<item><key>A-1</key><summary>x</summary></item>", '<rss version="0.92"><channel>', "</channel></rss>"
    ),
    Repeated("doc/a.md", "`req~a{i}~1`\n\nCovers:\n- `req~a{j}~1`\n\nNeeds: dsn\n\n", "# A\n\n"),
    Repeated("src/a.c", "// [impl->req~a~1]\n"),
    Repeated("req/R001.yml", "- R{i}: null\n", "active: true\nlevel: 1.0\ntext: a\nlinks:\n"),
)

CONSTRUCTS = (*PAGES, *KNOWLEDGE, *REQUIREMENTS, *FORMATS, *DIAGRAMS, *WORLDS, *MEMORIES, *INSTRUCTIONS)
