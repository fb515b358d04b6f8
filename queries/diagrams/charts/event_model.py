"""From the text of an event model to the model to draw."""

import re

from queries.diagrams.charts.statements import chart_of
from queries.drawing.charts.event_model import KINDS, EventModel, Frame, FrameNote
from queries.drawing.labels import plain_text

MAX_FRAMES, MAX_DATA = 150, 20_000  # frames, and characters of the data of all
_HEADER = re.compile(r"eventmodeling(?![\w-])")
_SHORT = {"cmd": "command", "evt": "event", "rmo": "readmodel", "pcr": "processor"}
_KIND = "|".join((*KINDS, *_SHORT))
_TYPE = r"(?:`\w+`[ \t]*)?"
_FRAME = re.compile(
    rf"(?P<word>tf|timeframe|rf|resetframe)\s+(?P<id>\d{{1,3}})\s+(?P<kind>{_KIND})\s+(?P<name>[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)"
    r"(?P<sources>(?:\s*->>\s*\d{1,3}\b)*)(?:\s*\[\[\s*(?P<data>[A-Za-z_]\w*)\s*\]\])?"
    rf"""(?:[ \t]*{_TYPE}(?P<inline>\{{.*\}}|".*"|'.*'))?[ \t]*(?=\n|\Z)""",
    re.A,
)
_BLOCK = rf"{_TYPE}\{{[ \t]*\n(?P<text>(?:(?!\}}).*\n)*)\}}[ \t]*(?=\n|\Z)"
_DATA = re.compile(rf"data\s+(?P<id>[A-Za-z_]\w*)\s*{_BLOCK}", re.A)
_NOTE = re.compile(rf"note\s+(?P<id>\d{{1,3}})\s*{_BLOCK}", re.A)
_SAID = rf"(?:\s+(?:{_KIND})\s+[A-Za-z_]\w*)+"
_PASSED = re.compile(  # what Mermaid does not draw
    rf"gwt\s+\d{{1,3}}\s+given{_SAID}(?:\s+when{_SAID})?\s+then{_SAID}"
    r"|entity\s+[\w.]+|title\b[^\n]*|//[^\n]*|/\*.*?\*/|\s+",
    re.S | re.A,
)


def event_model(source: str) -> EventModel | None:
    """Return the frames of an event model in their order; None where the text has anything that is not known of event
    models, a number twice or a number that there is not, or too much."""
    chart = chart_of(source, _HEADER)
    if chart is None:
        return None
    body, at = "\n".join(chart.lines), 0
    frames, data, notes = list[re.Match[str]](), dict[str, str](), list[FrameNote]()
    while at < len(body):
        frame, block, note = _FRAME.match(body, at), _DATA.match(body, at), _NOTE.match(body, at)
        found = frame or block or note or _PASSED.match(body, at)
        if found is None:
            return None
        if frame:
            frames.append(frame)
        elif block:
            data[block["id"]] = _shown(block["text"])
        elif note:
            notes.append(FrameNote(note["id"], _shown(note["text"])))
        at = found.end()
    ids = [one["id"] for one in frames]
    read = [_frame(one, data) for one in frames]
    told = {*(source for one in read for source in one.sources), *(one.frame for one in notes)}
    size = sum(len(one.data) for one in read) + sum(len(one.text) for one in notes)
    if not 0 < len(ids) <= MAX_FRAMES or len({*ids}) < len(ids) or not told <= {*ids} or size > MAX_DATA:
        return None
    return EventModel(tuple(read), tuple(notes))


def _frame(found: re.Match[str], data: dict[str, str]) -> Frame:
    kind = _SHORT.get(found["kind"], found["kind"])
    inline = (found["inline"] or "")[1:-1].strip()
    shown = data.get(found["data"] or "", "") or plain_text(inline)
    sources = tuple(dict.fromkeys(re.findall(r"\d+", found["sources"])))
    return Frame(found["id"], kind, found["name"], sources, shown, found["word"].startswith("r"))


def _shown(text: str) -> str:
    """Return the lines of a block, each without the blanks around it."""
    return "\n".join(line for line in (plain_text(one).strip() for one in text.splitlines()) if line)
