"""Which rules editors follow for a file, by the files that people write."""

from tests.compiler.languages.instructions.rule_trees import check_rules
from tests.compiler.languages.written_cases import Case, written_cases
from tests.compiler.tables import table

RULES = r"""
@@ src/a.py
@> amp: AGENTS.md=always
@- .gemini/settings.json
{"contextFileName": "AGENTS.md"}
@- AGENTS.md
# Rule
@@ src/a.py
@> amp: AGENTS.md=always
@- .gemini/settings.json
{"context": {"fileName": ["AGENTS.md", "GEMINI.md"]}}
@- AGENTS.md
# Rule
@@ src/a.py
@> cursor: .cursor/rules/a.mdc=always
@- .cursor/rules/a.mdc
---
description: x
globs:
alwaysApply: true
---

# Rule
@@ src/a.py
@> cursor: .cursor/rules/a.mdc=glob .cursor/rules/c.mdc=glob
@- .cursor/rules/a.mdc
---
description: x
globs: *.py
alwaysApply: false
---

# Rule
@- .cursor/rules/b.mdc
---
globs: **/*.ts,**/*.tsx
alwaysApply: false
---

# Rule
@- .cursor/rules/c.mdc
---
globs: ["src/**", "web/**"]
---

# Rule
@@ src/a.py
@> cursor:
@> request: .cursor/rules/a.mdc=description .cursor/rules/b.mdc=request
@- .cursor/rules/a.mdc
---
description: When ropes
globs:
alwaysApply: false
---

# Rule
@- .cursor/rules/b.mdc
---
alwaysApply: false
---

# Rule
@@ web/app/x.ts
@> cursor: web/.cursor/rules/a.mdc=glob
@- web/.cursor/rules/a.mdc
---
globs: app/*.ts
alwaysApply: false
---

# Rule
@@ src/a.py
@> cursor:
@- web/.cursor/rules/a.mdc
---
alwaysApply: true
---

# Rule
@@ src/a.py
@> cursor:
@> request: .cursor/rules/a.mdc=request
@- .cursor/rules/a.mdc
# Rule
@@ src/a.py
@> cursor: .cursor/rules/py/a.mdc=always
@- .cursor/rules/py/a.mdc
---
alwaysApply: true
---

# Rule
@- .cursor/rules/README.md
# x
@@ web/app/x.ts
@> cursor: .cursorrules=always
@- .cursorrules
# Rule
@- web/.cursorrules
# Rule
x
@@ src/a.py
@> request: .cursor/rules/a.mdc=request
@- .cursor/rules/a.mdc
---
alwaysApply: "true"
---

# Rule
@@ src/a.py
@> windsurf: .windsurfrules=always .windsurf/rules/a.md=glob .windsurf/rules/b.md=always
@> request: .windsurf/rules/c.md=description .windsurf/rules/d.md=request
@- .windsurfrules
# Rule
@- .windsurf/rules/a.md
---
trigger: glob
globs: *.py
---

# Rule
@- .windsurf/rules/b.md
---
trigger: always_on
---

# Rule
@- .windsurf/rules/c.md
---
trigger: model_decision
description: x
---

# Rule
@- .windsurf/rules/d.md
---
trigger: manual
---

# Rule
@@ src/a.py
@> copilot: .github/copilot-instructions.md=always .github/instructions/py.instructions.md=glob
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
@@ src/a.py
@> copilot: .github/instructions/a.instructions.md=glob
@- .github/instructions/a.instructions.md
---
applyTo: "**"
---

# Rule
@- .github/instructions/b.instructions.md
---
applyTo: "*.py"
---

# Rule
@@ src/a.py
@> copilot: .github/instructions/a.instructions.md=glob
@- .github/instructions/a.instructions.md
---
applyTo: "**"
excludeAgent: "code-review"
---

# Rule
@@ src/a.py
@> copilot: .github/instructions/a.instructions.md=glob .github/instructions/c.instructions.md=glob
@- .github/instructions/a.instructions.md
---
applyTo: "src/**"
---

# Rule
@- .github/instructions/c.instructions.md
---
applyTo: "/src/**/*.py"
---

# Rule
@@ src/a.py
@> copilot:
@> request: .github/instructions/a.instructions.md=description
@- .github/instructions/a.instructions.md
---
description: ropes
---

# Rule
@@ src/a.py
@> cline: .cursorrules=always .clinerules=always
@- .clinerules
# Rule
@- .cursorrules
# Rule
c
@@ src/a.py
@> cline: .clinerules/01.md=always .clinerules/02.md=glob .clinerules/n.txt=always
@- .clinerules/01.md
# Rule
@- .clinerules/02.md
---
paths:
  - "src/**"
---

# Rule
@- .clinerules/workflows/w.md
# Rule
w
@- .clinerules/n.txt
# Rule
t
@@ src/a.py
@> kiro: .kiro/steering/a.md=always .kiro/steering/b.md=glob
@> request: .kiro/steering/c.md=request .kiro/steering/d.md=description
@- .kiro/steering/a.md
# Rule
@- .kiro/steering/b.md
---
inclusion: fileMatch
fileMatchPattern: "src/**/*.py"
---

# Rule
@- .kiro/steering/c.md
---
inclusion: manual
---

# Rule
@- .kiro/steering/d.md
---
inclusion: auto
name: d
description: x
---

# Rule
@- .kiro/steering/e.md
---
inclusion: fileMatch
fileMatchPattern: ['**/*.ts']
---

# Rule
@@ src/a.py
@> kiro: .kiro/steering/a.md=always docs/api.md=import
@- .kiro/steering/a.md
# Rule

#[[file:docs/api.md]]
@- docs/api.md
# A
@@ web/app/x.ts
@> copilot:
@- web/.github/copilot-instructions.md
# Rule
"""


@table("case", written_cases(RULES))
def test_rules_of_editors_for_a_file(case: Case) -> None:
    check_rules(case)
