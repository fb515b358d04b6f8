"""Words by which the lines of a list say what its phases and tasks wait for, and in which order they are done."""

import re

OF_ORDER = re.compile(
    r"depend|execution|\border\b|critical[ \t]+path|sequence|prerequisite|blocker|workflow|\bgraph\b|\bgroups\b",
    re.IGNORECASE,
)
NO_ORDER = re.compile(
    r"by[ \t]+priority|(?<!execution )strategy|example|delivery|\bmvp\b|suggested|summary|metrics", re.IGNORECASE
)
FENCE = re.compile(r"[ \t]*(?:`{3}|~{3})")
RULE = re.compile(r"[ \t|]*+:?-{2,}")
BRANCH = re.compile(r"[┬├└┐┤┘┌┴┼╭╮╰╯]")
GROUP = re.compile(
    r"[ \t#>*_-]{0,12}(?:parallel[ \t]+)?(?:group|wave|batch|stage|sprint|round|milestone|iteration)[ \t]+(\d{1,3})\b"
    r"(?=[^\n]{0,80}(?::|\)|\*\*|$))",
    re.IGNORECASE,
)
DOWN = re.compile(r"(?=[^↓⬇▼\n]{0,200}[↓⬇▼])[\s↓⬇▼│|┃v]+$")
AFTER = re.compile(r"depend|after|blocked[ \t]+by|require|prerequisite|wait|needs", re.IGNORECASE)
BEFORE = re.compile(r"\bblocks|before|required[ \t]+by|enables|unblocks", re.IGNORECASE)
LABEL = re.compile(
    r"[ \t>*_-]*(?:depends(?:[ \t]+on)?|dependenc(?:y|ies)|prerequisites?|requires?|blocked[ \t]+by|blocks"
    r"|waits[ \t]+for|needs|after|pr[ée]-?r?requis(?:itos?)?|voraussetzung(?:en)?"
    r"|d[ée]pend\w*[ \t]+d[eou])\b[^\n:：]{0,20}[:：]"
    r"|[ \t>*_-]*(?:前置|前提|依[赖賴存])[^\n:：]{0,10}[:：]"
    # without a subject, which is the phase: `> Blocked by Phase 1`, `Must wait for M1`
    r"|[ \t>*_-]*(?:(?:this|it)[ \t]+)?(?:depends[ \t]+on|(?:is[ \t]+)?blocked[ \t]+by"
    r"|(?:waits|must[ \t]+wait)[ \t]+for|(?:can[ \t]+)?starts?[ \t]+after)[ \t]",
    re.IGNORECASE,
)

NUMBERS_ALONE = re.compile(
    r"([:：][ \t*_]*)(\d{1,3}(?:\.\d{1,2})?(?:[ \t]*(?:,|&|and)[ \t]*\d{1,3}(?:\.\d{1,2})?){0,12})[ \t*_.]*$"
)
# `Phase 1 must be complete first`
FIRST = re.compile(
    r"\b(?:must|has[ \t]to|have[ \t]to|needs?[ \t]to)[ \t][^\n]{0,60}\b(?:first|before[ \t]this)\b", re.IGNORECASE
)
# A label or heading over a list of what its phase waits for.
OVER_LIST = re.compile(
    r"[ \t#>*_-]{0,12}(?:dependenc(?:y|ies)|depends[ \t]+on|prerequisites?|blocked[ \t]+by|requires|predecessors?)"
    r"[ \t*_:：]*$",
    re.IGNORECASE,
)
LISTED_ITEM = re.compile(r"[ \t]*(?:[-*+]|\d+[.)])[ \t]")

# Below a heading `Dependencies`: `- **T003**: T001, T002`
LISTED = re.compile(r"[ \t>*_`-]{0,12}(T\d{1,6}(?:\.\d{1,3})?)[*_`]{0,3}[ \t]*:[*_` \t]*(T\d[^\n]*)$")

# What a phase waits for, in words that name no task: `Phase 5 (blocked on the harbour)`, `Depends on a free crane`.
IN_WORDS = re.compile(
    r"\b(?:depends?[ \t]+(?:up)?on|blocked[ \t]+(?:by|on)|wait(?:s|ing)?[ \t]+(?:for|on))\b[ \t:*_]{0,6}"
    r"([^\n|]{3,160})",
    re.IGNORECASE,
)
PRONOUN = re.compile(r"(?:it|them|this|that|these|those|each other|one another)", re.IGNORECASE)
