"""Whether a line is a field that is there to cite, such as `Implements: REQ-p00001` or `depends_on: [TASK-7]`.

A citation in such a field that leads nowhere is a mistake; in prose it may be an example, or the id of another project.
"""

import re
from collections.abc import Sequence

_NAMES = (
    r"implements|refines|verifies|validates|satisfies|conflicts|addresses|derived?[ _-]from"
    r"|depends[ _-]on|dependenc(?:y|ies)|blocked[ _-]by|blocks|parent(?:[ _-](?:task|id|task[ _-]id))?"
    r"|supersedes|superseded[ _-]by|replaces|replaced[ _-]by|amends|amended[ _-]by"
    r"|relate[sd](?:[ _-]to)?|links?|refs?|references|see[ _-]also|requirements?|decisions?|adrs?|tasks?|milestones?"
)
_FIELD = re.compile(rf"[ \t>|*_#/\-\"%]*(?:{_NAMES})[*_\"]*[ \t]*:", re.IGNORECASE)
_ITEM = re.compile(r"[ \t]*-[ \t]")
MAX_ITEMS = 200  # lines between an item of a list and its field


def is_citing_field(lines: Sequence[str], number: int) -> bool:
    """Whether line `number` (from 1) is a field that cites, or an item of a list under one."""
    line = lines[number - 1]
    if _FIELD.match(line):
        return True
    if not _ITEM.match(line):
        return False
    above = range(number - 2, max(number - 2 - MAX_ITEMS, -1), -1)
    head = next((lines[at] for at in above if not _ITEM.match(lines[at])), "")
    return head.rstrip().endswith(":") and _FIELD.match(head) is not None
