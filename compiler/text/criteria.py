"""Headings and labels of what is to be checked, below which boxes are no work."""

import re

_CRITERIA = re.compile(
    r"(?:acceptance|success|exit|completion|done)[ \t]+(?:criteria|criterion|checklist)\b|acceptance\b"
    r"|AC[- ]?\d|definition[ \t]+of[ \t]+done\b|(?:最[终終])?(?:完成|验收|驗收)(?:条件|條件|标准|標準)"
    r"|akzeptanzkriterien|crit[èée]ri(?:os|es)\b"
    r"|test(?:ing)?[ \t]+plan\b|(?:\w+[ \t]+)?legend\b",
    re.IGNORECASE,
)
_OTHER_CRITERIA = re.compile(r"(?:[\w/-]{1,20}[ \t]+){0,2}criteri(?:a|on)\W*$", re.IGNORECASE)
_BEFORE = re.compile(r"^\W{0,8}(?:\d{1,3}(?:\.\d{1,3}){0,5}[.)]?[ \t]+)?")  # signs and a number
# What is checked before something goes on: `Quality gates`, `Phase 2: Quality gate`, `Checkpoint 3`, `Deployment
# checklist`. Numbered steps below gates are work.
_GATES = re.compile(
    r"(?:\d[\d.]*[ \t]+)?(?:(?:phase|stage|sprint|milestone|story|epic)[ \t]+[\w.]+[ \t:–—-]*)?"
    r"(?:(?:quality|release|verification|validation|review|constitution)[ \t]+(?:gates?|criteria)\b"
    r"|(?:[\w-]{1,20}[ \t]{1,3})?(?:deployment|release|launch|go[- ]live|(?:pre|post)-\w{1,20}|review|verification"
    r"|validation|sign-?off|quality)[ \t]+check[- ]?lists?\b"
    r"|checkpoints?(?:[ \t]+[\w.]{1,3})?(?:[ \t]*\([^()]*\))?)\W*$",
    re.IGNORECASE,
)


def names_criteria(heading: str, *, has_number: bool = False, is_any: bool = False) -> bool:
    """Return whether the boxes below a heading or label say what is to be checked, or what a box means. `has_number`:
    the box is a numbered step, which is work below gates, and below a numbered heading (`5. Test plan`), too. `is_any`:
    criteria of any kind count (`Done criteria`), of which it is not known what they decide."""
    if has_number:
        return _CRITERIA.match(heading) is not None
    plain = _BEFORE.sub("", heading)
    is_other = is_any and _OTHER_CRITERIA.match(plain) is not None
    return is_other or _CRITERIA.match(plain) is not None or _GATES.match(heading) is not None
