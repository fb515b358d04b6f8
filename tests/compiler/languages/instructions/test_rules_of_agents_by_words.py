"""Which rules agents on the command line follow for a file, by the files that people write."""

from tests.compiler.languages.instructions.rule_trees import check_rules
from tests.compiler.languages.written_cases import Case, written_cases
from tests.compiler.tables import table

RULES = r"""
@@ src/a.py
@> claude: CLAUDE.md=always src/CLAUDE.md=always
@- CLAUDE.md
# Rule
1
@- src/CLAUDE.md
# Rule
2
@- web/CLAUDE.md
# Rule
3
@@ src/a.py
@> claude: CLAUDE.md=always README.md=import docs/style.md=import docs/git.md=import
@- CLAUDE.md
# P

See @README.md and @docs/style.md.

- git workflow @docs/git.md
@- docs/style.md
# S
@- docs/git.md
# G
@@ src/a.py
@> claude: CLAUDE.md=always
@- CLAUDE.md
# P

Use `@docs/style.md` and:

```
@docs/style.md
```

mail a@docs.md @anthropic/x @pytest.fixture
@- docs/style.md
# S
@@ src/a.py
@> claude: CLAUDE.md=always
@- CLAUDE.md
# P

@~/.claude/me.md
@./gone.md
@@ src/a.py
@> claude: AGENTS.md=always CLAUDE.md=always
@> codex: AGENTS.md=always
@- CLAUDE.md
@AGENTS.md
@- AGENTS.md
# Rule
@@ src/a.py
@> claude: .claude/rules/a.md=always .claude/rules/py.md=glob .claude/rules/sub/b.md=always
@- .claude/rules/a.md
# Rule
@- .claude/rules/py.md
---
paths:
  - "src/**/*.py"
---

# Rule
@- .claude/rules/ts.md
---
paths: "web/**/*.ts"
---

# Rule
@- .claude/rules/sub/b.md
# Rule
b
@@ src/a.py
@> claude: .claude/rules/any.md=glob .claude/rules/py.md=glob
@- .claude/rules/py.md
---
paths:
  - "{src,lib}/**/*.{py,pyi}"
---

# Rule
@- .claude/rules/any.md
---
paths:
  - "**/*"
---

# Rule
@@ src/a.py
@> claude:
@> codex: AGENTS.md=always
@> cursor: AGENTS.md=always
@> copilot: AGENTS.md=always
@- AGENTS.md
# Rule
@@ src/a.py
@> codex: AGENTS.md=always src/AGENTS.md=always
@- AGENTS.md
# Rule
@- src/AGENTS.md
# Rule
s
@- web/AGENTS.md
# Rule
w
@@ src/a.py
@> codex: AGENTS.override.md=always
@> cursor: AGENTS.md=always
@- AGENTS.md
# Rule
@- AGENTS.override.md
# Rule
o
@@ web/app/x.ts
@> gemini: GEMINI.md=always src/GEMINI.md=import
@- GEMINI.md
# G

@./src/GEMINI.md
@- src/GEMINI.md
# Rule
@@ src/a.py
@> claude:
@- .claude/skills/tie/SKILL.md
---
name: tie
description: Tie ropes
---

# Rule
@- .claude/agents/rev.md
---
name: rev
description: Review
---

# Rule
@- .claude/commands/go.md
---
description: Go
---

# Rule
@- .github/prompts/p.prompt.md
---
mode: agent
---

# Rule
@- .github/agents/a.agent.md
---
name: a
description: d
---

# Rule
@- .agents/skills/x/SKILL.md
---
name: x
description: d
---

# Rule
@@ src/a.py
@> claude: .claude/CLAUDE.md=always CLAUDE.local.md=always
@- .claude/CLAUDE.md
# Rule
@- CLAUDE.local.md
# Rule
l
@@ ./src/a.py
@> claude: .claude/rules/p.md=glob .claude/rules/q.md=glob
@- .claude/rules/p.md
---
paths:
  - src/*.py
---

# Rule
@- .claude/rules/q.md
---
paths:
  - ./src/**
---

# Rule
@- .claude/rules/r.md
---
paths:
  - src
---

# Rule
@@ src/a.py
@> claude: CLAUDE.md=always docs/y.md=import
@- CLAUDE.md
<!-- @docs/x.md -->
# P

@docs/y.md
@- docs/x.md
# X
@- docs/y.md
# Y
@@ src/a.py
@> claude: CLAUDE.md=always docs/a.md=import docs/b.md=import
@- CLAUDE.md
@docs/a.md
@- docs/a.md
@b.md
@- docs/b.md
@a.md
"""


@table("case", written_cases(RULES))
def test_rules_of_agents_for_a_file(case: Case) -> None:
    check_rules(case)
