"""Pages and folders that are named after decisions: `DECISIONS.md`, `design-decisions.adoc`, `ADR.org`, and the like."""

import re

# The word for decisions in other languages, with what may stand beside it.
IN_OTHER_LANGUAGES = (
    r"(?:decisiones|decis[õo]es)(?:[-_ ][^\W\d_]{2,20}){0,2}|decisioni(?:[-_ ][^\W\d_]{4,20})?|beslissingen|decyzje"
    r"|(?:architektur|entwurfs)?entscheidungen|(?:architektur)?entscheidungs(?:log|protokoll|register)"
    r"|d[ée]cisions(?:[-_ ](?:techniques|d['’]architecture))?|(?:архитектурные[-_ ])?решения"
    r"|意思決定|設計判断|アーキテクチャ決定|(?:架构|架構|设计|設計)?(?:决策|決策)(?:记录|日志|記錄)?"
)
_LOG = re.compile(
    r"(?:^|/)decision\.[a-z]+$"  # another page of that name, `HOIST-DECISION.md`, is about a single one
    r"|(?:^|[-_ ./])(?:decisions|adrs?|(?:decision|adr)s?[-_ ]?(?:logs?|records?|register|history|journal)"
    rf"|decisions[-_ ]made|{IN_OTHER_LANGUAGES})\.[a-z]+$",
    re.IGNORECASE,
)


def is_log_of_decisions(path: str) -> bool:
    """Return whether a page is, by its name, a log of decisions."""
    return _LOG.search(path) is not None
