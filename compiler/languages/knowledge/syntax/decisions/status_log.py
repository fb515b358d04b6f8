"""A list of statuses: boxes of which some are ticked, or lines with a date each. The last one that holds counts."""

import re
from collections.abc import Iterable

from compiler.languages.knowledge.syntax.decisions.statuses import status_of
from compiler.text.timestamps import parse_timestamp

Line = tuple[int, str]
_TICKED = re.compile(r"(?:\[[xX✓✔]\]|[☑☒✅])(?![^\n]*(?:\[[ _]?\]|[☐⬜]))")
_OPEN = re.compile(r"(?:\[[ _]?\]|[☐⬜])(?![^\n]*(?:\[[ xX✓✔]\]|[☐☑☒]))")
_DAY = re.compile(
    r"(?<![\w-])(?:\d{4}-\d{2}-\d{2}|\d{4}/\d{2}/\d{2}|\d{1,2}\.\d{1,2}\.\d{4}"
    r"|[A-Z][a-z]{2,8}\.? \d{1,2},? \d{4}|\d{1,2} [A-Z][a-z]{2,8} \d{4})(?![\w-])"
)
_EITHER_ORDER = re.compile(r"(?<![\w-])(\d{1,2})-(\d{1,2})-(\d{4})(?![\w-])")  # a day and a month, in either order
DECEMBER = 12
_LISTED = re.compile(r"[/|、]")  # between the statuses that a template offers
_BEHIND_WORD = re.compile(r"[^\w\n]{0,6}(?:(?:on|since|am|le|el|em)[ \t]+)?")
_LONGEST_ENTRY = 50  # characters of a line of a log that does not begin with its date


def current_lines(lines: Iterable[Line]) -> list[Line]:
    """The lines of a status section that hold: of ticked boxes the last, of dated lines the one with the newest date
    (none if that depends on which number is the month), else all but the boxes that are not ticked."""
    kept = [line for line in lines if not _OPEN.match(line[1])]
    kept = [line for line in kept if not _offers(line[1])] or kept
    ticked = [line for line in kept if _TICKED.match(line[1])]
    if ticked:
        return [(at, _TICKED.sub("", text, count=1).strip()) for at, text in ticked[-1:]]
    dated = [line for line in kept if day_in(line[1]) and (_DAY.match(line[1]) or len(line[1]) < _LONGEST_ENTRY)]
    if len(dated) > 1 and len(dated) == len(kept):
        newest = max(day_in(text) for _, text in dated)
        return [line for line in dated if day_in(line[1]) == newest][-1:]
    numbers = [[int(part) for part in found.groups()] for _, text in kept if (found := _EITHER_ORDER.search(text))]
    if len(numbers) > 1 and len(numbers) == len(kept):
        readings = ([(y, m, d) for d, m, y in numbers], [(y, m, d) for m, d, y in numbers])
        possible = [days for days in readings if all(month <= DECEMBER for _, month, _ in days)]
        last = {max(zip(days, range(len(kept)), strict=True))[1] for days in possible}
        return [kept[at] for at in last] if len(last) == 1 else []
    return kept


def _offers(line: str) -> bool:
    """Whether a line lists the statuses that there are, and states none: `状态列表：提议/通过/完成`."""
    parts = [part.strip(" \t{}[]") for part in _LISTED.split(line.replace("：", ":").rpartition(":")[2])]
    return len(parts) > 2 and sum(status_of(part) is not None for part in parts) * 2 > len(parts)


def day_of_status(line: str, word: str) -> str:
    """The day directly behind the word of a status, `Accepted (2026-01-02, reviewed 2026-03-04)`, else the last one."""
    at = line.casefold().find(word.casefold()) if word else -1
    behind = _BEHIND_WORD.match(line, at + len(word)) if at >= 0 else None
    found = _DAY.match(line, behind.end()) if behind else None
    return day_in(found[0] if found else line)


def day_in(line: str) -> str:
    """The last day that a line of a status states, as ISO writes it; "" if there is none."""
    days = [found for written in _DAY.findall(line) if (found := parse_timestamp(written))]
    return days[-1].day if days else ""
