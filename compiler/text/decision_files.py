"""Pages that are named as logs of decisions: `DECISIONS.md`, `design-decisions.adoc`, `ADR.org`."""

import re

_LOG = re.compile(
    r"(?:^|/)decision\.[a-z]+$"  # another page of that name, `HOIST-DECISION.md`, is about a single one
    r"|(?:^|[-_ ./])(?:decisions|adrs?|(?:decision|adr)s?[-_ ]?(?:logs?|records?|register|history|journal)"
    r"|decisions[-_ ]made|decisiones(?:[-_ ][^\W\d_]{2,20}){0,2}|decis[õo]es(?:[-_ ][^\W\d_]{2,20}){0,2}|decisioni"
    r"|(?:architektur|entwurfs)?entscheidungen|(?:architektur)?entscheidungs(?:log|protokoll|register)|beslissingen"
    r"|d[ée]cisions(?:[-_ ](?:techniques|d['’]architecture))?|решения"
    r"|(?:架构|架構|设计|設計)?(?:决策|決策)(?:记录|日志|記錄)?)\.[a-z]+$",
    re.IGNORECASE,
)


def is_log_of_decisions(path: str) -> bool:
    """Return whether a page is, by its name, a log of decisions."""
    return _LOG.search(path) is not None
