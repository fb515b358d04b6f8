"""Boards without boxes: pages whose headings name the state of what stands below (`## To do`, `## Done`)."""

import re

from compiler.languages.knowledge.markdown import Heading, page_of
from compiler.languages.knowledge.trackers.status_words import Meaning, meaning_of

_AROUND = re.compile(r"^[^\w(]+|(?:[ \t]+(?:tasks|items|work|features))?[^\w)]*$", re.IGNORECASE)
_BOXES = {"todo": " ", "in_progress": "/", "blocked": "BLOCKED", "done": "x"}
MAX_HEADING = 100  # characters that may name a state
_ITEM = re.compile(r"(?:[-*+]|\d{1,3}[.)])[ \t]+(?=\S)")


def states_of_lines(text: str) -> list[str]:
    """Return the heading that names the state of each line, "" for a line without one; nothing if no heading names
    what is done and another one what is not. Beside such headings, one of their level names a state that is unknown."""
    page = page_of(text)
    meanings = {heading.first: _meaning(heading.text) for heading in page.headings if heading.text}
    known = {first: meaning.state for first, meaning in meanings.items() if meaning.is_known}
    if "done" not in known.values() or len({*known.values()}) == 1:
        return []
    levels = {heading.level for heading in page.headings if heading.first in known}
    found = [""] * len(page.lines)
    around: list[Heading] = []  # those that name a state
    for at, heading in enumerate(page.headings):
        around = [outer for outer in around if outer.level < heading.level]
        found[heading.first] = around[-1].text if around and heading.level not in levels else ""
        around += [heading] if heading.level in levels else []
        after = page.until_next(at)
        found[heading.after : after] = [around[-1].text if around else ""] * (after - heading.after)
    return found


def with_boxes(text: str) -> str:
    """Return the text of a board with a box for each task, by its state; any other text as it is. The tasks are the
    items. If a heading has something else below, the headings are tasks too, and the items below them are remarks."""
    page, states = page_of(text), states_of_lines(text)
    lines = list(page.lines)
    tasks = {at for at, state in enumerate(states) if state and _ITEM.match(lines[at]) and not page.is_code(at)}
    cards = [(at, heading) for at, heading in enumerate(page.headings) if states and states[heading.first]]
    top = min((heading.level for _, heading in cards), default=0)
    below = {heading.first: {*range(heading.after, page.until_next(at, top))} for at, heading in cards}
    others = {at for at, line in enumerate(lines) if line[:1].strip("# \t")} - tasks
    if any(tasks.isdisjoint(section) or others & section for section in below.values()):
        tasks = tasks.difference(*below.values()) | {heading.first for _, heading in cards if heading.level == top}
    for at in tasks:
        meaning = _meaning(states[at])
        box = _BOXES.get(meaning.state, "?") if meaning.is_known else "?"
        lines[at] = f"- [{box}] {_ITEM.sub('', lines[at].lstrip('#').strip(), count=1)}"
    return "\n".join(lines)


def _meaning(heading: str) -> Meaning:
    """What a heading says of a state by its words: a sign before them may be an ornament."""
    return meaning_of(_AROUND.sub("", heading[:MAX_HEADING]))
