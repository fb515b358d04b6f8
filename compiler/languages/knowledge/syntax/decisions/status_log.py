"""A list of statuses: boxes of which some are ticked, or lines with a date each. The last one that holds counts. And
the log of changes of a page."""

import re
from collections.abc import Iterable

from compiler.languages.knowledge.markdown import Page
from compiler.languages.knowledge.syntax.decisions.statuses import status_of
from compiler.text.timestamps import day_order, parse_timestamp

Line = tuple[int, str]
_TICKED = re.compile(r"(?:\[[xX✓✔]\]|[☑☒✅])(?![^\n]*(?:\[[ _]?\]|[☐⬜]))")
_OPEN = re.compile(r"(?:\[[ _]?\]|[☐⬜])(?![^\n]*(?:\[[ xX✓✔]\]|[☐☑☒]))")
_DAY = re.compile(
    r"(?<![^\W_])(?<!-)(?:\d{4}-\d{2}-\d{2}|\d{4}/\d{2}/\d{2}|\d{1,2}\.\d{1,2}\.\d{4}"
    r"|[A-Z][a-z]{2,8}\.? \d{1,2},? \d{4}|\d{1,2} [A-Z][a-z]{2,8} \d{4})(?![^\W_]|-)"
)
_EITHER_ORDER = re.compile(r"(?<![\w-])(\d{1,2})-(\d{1,2})-(\d{4})(?![\w-])")  # a day and a month, in either order
DECEMBER = 12
_LISTED = re.compile(r"[/|、]")  # between the statuses that a template offers
_BEHIND_WORD = re.compile(r"[^\w\n]{0,6}(?:(?:on|since|am|le|el|em)[ \t]+)?")
_CHANGES = re.compile(r"change[ -]?log|(?:(?:revision|change|document|version)[ \t])?history", re.IGNORECASE)
_RULE = re.compile(r"\|[ \t]*:?-")
_ENTRY = re.compile(r"[-*+|][^\w|]{0,5}\w|\d")
# A day and what was changed on it: `- 2026-01-02: Draft`, `- *2026-01-02* Draft`, `| Jan 2nd 2026 | Draft |`.
_CHANGE = re.compile(r"[-*+|#]{0,6}[ \t]*[*_`(\[]{0,3}(\w[\w ,./-]{5,30}?)[ \t]*(?:[:|*_`)\]–—]|[ \t]-[ \t]|$)")
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


def days_of_changes(page: Page) -> tuple[str, str]:
    """The first and the last day in the log of changes of a page, as ISO writes them. Both are "" without a log, where
    an entry has no day or one of two readings, and where a day is mistyped, for they stand in no order, or something
    is older than the initial draft."""
    at = next((at for at, heading in enumerate(page.headings) if _CHANGES.fullmatch(heading.text)), None)
    lines = page.lines[page.headings[at].after : page.until_next(at, 0)] if at is not None else ()
    lines = lines[next((row + 1 for row, line in enumerate(lines) if _RULE.match(line)), 0) :]  # below a header
    entries = [line for line in lines if line[:1] == "#"] or [line for line in lines if _ENTRY.match(line)]
    written = [" ".join(found[1].split()) if (found := _CHANGE.match(entry)) else "" for entry in entries]
    days = [time.day for day in written if (time := parse_timestamp(day))]
    orders = {order for order in map(day_order, written) if order}
    if not days or len(days) < len(entries) or days not in (sorted(days), sorted(days, reverse=True)):
        return "", ""
    is_sure = "either" not in orders or orders == {"either", "day first"}  # as the log writes its other days
    first = next((day for day, entry in zip(days, entries, strict=True) if "initial" in entry.casefold()), min(days))
    return (min(days), max(days)) if is_sure and first == min(days) else ("", "")
