"""Small trees of formats that no sample world has, by their names, each file by its path."""

TREES: dict[str, dict[str, str]] = {
    "settings": {
        "frieze.toml": (
            'include = ["build/notes.md"]\nexclude = ["old/"]\n\n[check]\nselect = ["KNO201"]\n'
            'fail-on = "warning"\n\n'
            '[languages.documents]\ninclude = ["docs/**"]\n\n[[rules]]\nname = "no-orphans"\nseverity = "warning"\n'
            'sql = "SELECT file, line, id FROM task WHERE status = \'To Do\'"\nmessage = "{id} waits."\n'
        ),
        ".gitignore": "# builds\nbuild/\n*.log\n!keep.log\n/old/**\n**/tmp\n[a-c]*.md\n\\#name\n",
        "old/.gitignore": "*\n!*.md\n",
        ".elspais.toml": (
            '[project]\nname = "kettle"\nnamespace = "REQ"\n\n[directories]\nspec = "spec"\ncode = ["src"]\n\n'
            '[patterns]\nid_template = "{prefix}-{type}{id}"\n\n[patterns.types.prd]\nid = "p"\nlevel = 1\n\n'
            '[patterns.id_format]\nstyle = "numeric"\ndigits = 5\n\n[testing]\nenabled = true\n'
            'test_dirs = ["tests"]\nresult_files = ["results/*.xml"]\n'
        ),
        "spec/kettle.md": (
            "# REQ-p00001: Boil\n\n**Level**: PRD | **Status**: Active | **Implements**: -\n\n## Assertions\n\n"
            "A. It SHALL boil.\nB. It SHALL stop (REQ-p00001-A).\n\n*End* *Boil* | **Hash**: 1a2b3c4d\n"
        ),
        "src/kettle.py": "# Implements: REQ-p00001-A\ndef boil():\n    return 'Verifies: REQ-p00001'\n",
        "tests/test_kettle.py": "# Verifies: REQ-p00001-B\ndef test_REQ_p00001_A_boils():\n    pass\n",
        "results/junit.xml": (
            '<?xml version="1.0"?><testsuites><testsuite name="s" tests="2"><testcase classname="tests.test_kettle" '
            'name="test_REQ_p00001_A_boils" time="0.1"/><testcase classname="a" name="b"><failure message="x">y'
            "</failure></testcase></testsuite></testsuites>"
        ),
    },
    "spec-kit": {
        ".specify/memory/constitution.md": "# Constitution\n\n## Principles\n\n1. Tests come first.\n",
        "specs/001-book/spec.md": (
            "# Feature Specification: Book\n\n**Feature Branch**: `001-book`\n\n## Requirements\n\n"
            "- **FR-001**: System MUST book.\n- **FR-002**: [NEEDS CLARIFICATION: who?]\n"
        ),
        "specs/001-book/tasks.md": (
            "# Tasks: Book\n\n## Phase 1: Setup\n\n- [x] T001 Make src/book.py\n"
            "- [ ] T002 [P] [US1] Test (after T001)\n"
            "\n## Dependencies\n\n- T002 before T003-T009\n"
        ),
    },
    "openspec": {
        "openspec/changes/add-till/tasks.md": (
            "## 1. Till\n\n- [ ] 1.1 Draw it\n- [x] 1.2 Count it\n  - depends on 1.1\n"
        ),
        "openspec/changes/add-till/proposal.md": "# Change: add a till\n\n## Why\n\nADR-0001 says so.\n",
        "openspec/specs/till/spec.md": (
            "# Till\n\n### Requirement: Count\nIt SHALL count.\n\n#### Scenario: One\n- WHEN a\n"
        ),
    },
    "kiro": {
        ".kiro/specs/a/tasks.md": "# Plan\n\n- [ ] 1. Dig\n  - [ ] 1.1 Deep\n  - _Requirements: 1.1, 2.3_\n",
        ".kiro/specs/a/requirements.md": "# Requirements\n\n### Requirement 1\n\n1. WHEN a THEN it SHALL b\n",
    },
    "medulla": {
        ".medulla/snapshot/tasks/active.md": (
            "# Active\n\n## T1: Dig\n\n- **Status**: active\n- **Due**: 2025-02-30\n- blocks: T2\n"
        ),
        ".medulla/snapshot/decisions/one.md": (
            "---\nid: 1b2c\ntype: decision\nstatus: accepted\nsupersedes: [2c3d]\ntags: [a, b]\n---\n# One\n\nText\n"
        ),
    },
    "vault": {
        ".obsidian/app.json": '{"alwaysUpdateLinks": true}\n',
        "notes/home.md": (
            "---\naliases: [House, 'A: b']\ntags:\n  - home/room\n---\n# Home\n\n"
            "[[Garden|the garden]] ![[Pond#Deep]] "
            "#tag ^block\n\n- [observed] it is green #colour (in May)\n- leads_to [[Garden]]\n"
        ),
        "notes/Garden.md": "# Garden\n\n[home](home.md#home), [pond](../pond.md), <https://a.b>\n",
    },
    "pages": {
        "docs/index.rst": (
            "Top\n===\n\n.. toctree::\n\n   guide\n   more/*\n\n.. _here:\n\n:doc:`guide` :ref:`here` `a <b.rst>`__\n"
        ),
        "docs/index.adoc": (
            "= Top\n:a: b\n\n[[here]]\n== Of {a}\n\nxref:guide.adoc#x[] <<here,y>> image::a.png[]\n\n----\n== c\n----\n"
        ),
        "docs/guide.mdx": (
            "import X from './x'\n\n# Guide {#top}\n\n<X a={1} />\n\n```mermaid\nflowchart LR\n a-->b\n```\n"
        ),
        "docs/page.qmd": (
            "---\ntitle: 'Q'\n---\n# Q\n\n[a][b] and ![c](d.png)\n\n[b]: guide.mdx#top\n\n| a | b |\n"
            "|---|---|\n| 1 | 2 |\n"
        ),
        "docs/adr/0001-record.md": (
            "# 1. Record decisions\n\nDate: 2025-01-01\n\n## Status\n\n"
            "Superseded by [2. Other](0002-other.md)\n\n## Context\n\n"
            "REQ-p00001 and task-1.\n\n## Decision\n\nYes.\n\n## Consequences\n\nMore.\n"
        ),
        "docs/adr/0002-other.md": (
            "---\nstatus: accepted\ndate: 2025-02-02\ndecision-makers: [A, B]\n---\n# Other\n\n"
            "## Considered Options\n\n* A\n* B\n\n"
            '## Decision Outcome\n\nChosen option: "B", because it is.\n\n### Consequences\n\n* Good, because c\n'
        ),
        ".log4brains.yml": "project:\n  name: a\n  adrFolder: docs/adr\n",
        ".adr-dir": "docs/adr\n",
    },
    "instructions": {
        "CLAUDE.md": "# A\n\nSee @docs/a.md, @AGENTS.md and `@b.md`.\n\n- `src/a.py`\n",
        "docs/a.md": "# Style\n\n@b.md @../CLAUDE.md\n",
        "docs/b.md": "# B\n",
        "AGENTS.md": "# All\n\nRun `make test`, and say what is not known before anybody asks for it.\n",
        "src/AGENTS.md": "# Here\n",
        "src/a.py": "A = 1\n",
        ".clinerules": "# Order\n\nRead the memory bank.\n",
        ".windsurf/rules/a.md": "---\ntrigger: glob\nglobs: **/*.{py,ts}, !src/a.py\n---\n# W\n",
        ".cursor/rules/a.mdc": "---\ndescription: D\nglobs: *.py,src/**\nalwaysApply: false\n---\n[a](mdc:src/a.py)\n",
        ".claude/rules/a.md": '---\npaths:\n  - "src/**/*.py"\n  - [ab].md\n---\n# R\n',
        ".github/instructions/a.instructions.md": '---\napplyTo: "**/*.py,docs/**"\n---\n# C\n',
        ".kiro/steering/a.md": '---\ninclusion: fileMatch\nfileMatchPattern: ["*.py"]\n---\n#[[file:docs/a.md]]\n',
    },
    "memory": {
        "memory.jsonl": (
            '{"type":"entity","name":"Kettle","entityType":"thing","observations":["it is hot"]}\n'
            '{"type":"relation","from":"Kettle","to":"Lid","relationType":"has"}\n'
            "{"
            '"'
            'type":"fact","id":"f1","content":"a","branch":"main","created_at":"2025-01-01T00:00:00Z","tags":["x"]}\n'
            '{"type":"branch","name":"b1","parent":"main","status":"active"}\n'
            '{"type":"snapshot","id":"s1","branch":"main","timestamp":"2025-01-02T00:00:00Z"}\n'
            '{"type":"conversation","id":"c1","session_id":"x","messages":[{"role":"user","content":"hi"}]}\n'
        ),
        "transcripts/one.jsonl": (
            '{"type":"user","uuid":"u1","parentUuid":null,"sessionId":"s","timestamp":"2025-01-01T00:00:00.000Z",'
            '"message":{"role":"user","content":"Boil REQ-p00001"}}\n'
            "{"
            '"type":"assistant","uuid":"u2","parentUuid":"u1","sessionId":"s","timestamp":"2025-01-01T00:00:01.000Z",'
            '"'
            'message":{"role":"assistant","content":[{"type":"text","text":"yes"},{"type":"tool_use","id":"t","name":'
            '"Read","input":{"p":1}}]}}\n'
        ),
        "MEMORY.md": "# Memory\n\n- [Kettle](kettle.md): it is hot\n",
        "kettle.md": "---\nname: Kettle\ndescription: hot\ntype: project\n---\nIt is hot.\n",
    },
}
