"""Files with rules for agents that no program whose rules are known reads so: each is told of."""

from tests.compiler.languages.instructions.rule_trees import CODE
from tests.compiler.languages.querying import ask
from tests.compiler.languages.written_cases import Case, written_cases
from tests.compiler.tables import table

TOLD = r"""
@@ CLAUDE.md
@- CLAUDE.md
# P

@~/.claude/me.md
@./gone.md
@@ .gemini/settings.json
@- .gemini/settings.json
{"contextFileName": "AGENTS.md"}
@- AGENTS.md
# Rule
@@ .gemini/settings.json
@- .gemini/settings.json
{"context": {"fileName": ["AGENTS.md", "GEMINI.md"]}}
@- AGENTS.md
# Rule
@@ .github/instructions/x.md
@- .github/copilot-instructions.md
# Rule
@- .github/instructions/py.instructions.md
---
applyTo: "**/*.py"
---

# Rule
@- .github/instructions/ts.instructions.md
---
applyTo: '**/*.ts,**/*.tsx'
---

# Rule
@- .github/instructions/x.md
# Rule
@@ .roo/rules-architect/x.txt .roo/rules-code/b.md .roo/rules/a.md .roorules
@- .roo/rules/a.md
# Rule
@- .roo/rules-code/b.md
# Rule
b
@- .roorules
# Rule
c
@- .roo/rules-architect/x.txt
# Rule
d
@@ .junie/guidelines.md
@- .junie/guidelines.md
# Rule
@@ .amazonq/rules/a.md .amazonq/rules/b/c.md
@- .amazonq/rules/a.md
# Rule
@- .amazonq/rules/b/c.md
# Rule
c
@@ .goosehints
@- .goosehints
# Rule
@@ CONVENTIONS.md
@- CONVENTIONS.md
# Rule
@- .aider.conf.yml
read: CONVENTIONS.md
@@ .rules
@- .rules
# Rule
@@ .continue/rules/a.md
@- .continue/rules/a.md
---
globs: "**/*.py"
alwaysApply: false
---

# Rule
@@ .trae/rules/project_rules.md
@- .trae/rules/project_rules.md
# Rule
@@ .augment-guidelines .augment/rules/a.md
@- .augment/rules/a.md
# Rule
@- .augment-guidelines
# Rule
x
@@ .idx/airules.md .openhands/microagents/repo.md .tabnine/guidelines/a.md CRUSH.md QWEN.md WARP.md
@- WARP.md
# Rule
@- QWEN.md
# Rule
q
@- CRUSH.md
# Rule
c
@- .idx/airules.md
# Rule
i
@- .openhands/microagents/repo.md
---
name: repo
type: knowledge
---

# Rule
@- replit.md
# Rule
r
@- .tabnine/guidelines/a.md
# Rule
t
@@ .agent/rules/a.md .agents/rules/b.md
@- .agent/rules/a.md
---
trigger: always_on
---

# Rule
@- .agents/rules/b.md
# Rule
@@ .factory/droids/a.md .kilocode/rules/b.md .opencode/command/c.md
@- .factory/droids/a.md
# Rule
@- .kilocode/rules/b.md
# Rule
@- .opencode/command/c.md
# Rule
@- .opencode/docs/d.md
# Page
@@ opencode.json
@- opencode.json
{"instructions": ["docs/rules.md", "packages/*/AGENTS.md"]}
@- docs/rules.md
# Rule
"""


@table("case", written_cases(TOLD))
def test_rules_that_are_not_read_are_told(case: Case) -> None:
    files = {**CODE, **case.files}
    doubted = ask(files, "SELECT file FROM unread WHERE looks_like = 'instruction'")
    doubted += ask(files, "SELECT file FROM diagnostic")
    assert set(case.head.split()) <= {file for (file,) in doubted}
