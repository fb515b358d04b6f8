"""From the text of a ZenUML diagram to the model of a sequence to draw.

A call (`A.method() { … }`) is a message to what it calls, which is active until its block ends. What is called says
what stands in the block. Blocks of conditions, loops and others are frames.
"""

import re

from queries.diagrams.charts.statements import chart_of
from queries.drawing.labels import plain_text
from queries.drawing.sequence_model import (
    ActivationEvent,
    Event,
    FrameDivider,
    FrameEnd,
    FrameStart,
    Lifeline,
    MessageEvent,
    NoteEvent,
    SequenceModel,
)

MAX_EVENTS, MAX_DEPTH = 1_000, 30
STARTER = "_STARTER_"  # who calls where nobody is named
_HEADER = re.compile(r"zenuml(?![\w-])")
_BLANK = re.compile(r"[\s;]+")
_COMMENT = re.compile(r"//[ \t]*(?P<text>[^\n]*)")
_TITLE = re.compile(r"title\b[ \t]*[^\n]*")
_NAME = r'(?:"[^"\n]+"|[^\W\d]\w*)'
_DIVIDER = re.compile(r"==++(?P<text>[^\n=]*+)==++[ \t]*+(?=\n|\Z)")
_FRAME = re.compile(r"(?P<word>if|while|forEach|foreach|for|loop|opt|par|try|critical|section|frame)[ \t]*(?=[({])")
_RETURN = re.compile(r"return\b[ \t]*(?P<text>[^\n;}]*)")
_REPLY = re.compile(r"@(?:[Rr]eturn|[Rr]eply)\b\s*")
_ASYNC = re.compile(
    rf"(?P<source>{_NAME})[ \t]*->>?[ \t]*(?P<target>{_NAME})[ \t]*(?::[ \t]*(?P<text>[^\n]*)|(?=\n|\Z|\}}))"
)
_RESULT = r"(?:(?:[^\W\d][\w<>\[\]]*[ \t]+)?(?P<result>[^\W\d]\w*)[ \t]*=(?!=)[ \t]*)?"
_CALL = re.compile(rf"{_RESULT}(?:(?P<source>{_NAME})[ \t]*->[ \t]*)?(?P<target>{_NAME})\.(?P<method>[^\s(){{}};.]+)")
_SELF = re.compile(rf"{_RESULT}(?P<method>[^\W\d]\w*)(?=\()")
_NEW = re.compile(rf"{_RESULT}new[ \t]+(?P<target>{_NAME})")
_BLOCK = re.compile(r"[ \t]*\{")
_CHAIN = re.compile(r"\.[^\s(){};.]+")
_PARTICIPANT = re.compile(
    rf"(?:@(?P<kind>\w+)[ \t]+)?(?:<<[^>\n]*>>[ \t]*)?(?P<name>{_NAME})(?:[ \t]+as[ \t]+(?P<label>{_NAME}))?"
    r"(?:[ \t]+\#\w{3,8})?[ \t]*"
)
_STARTER = re.compile(rf"@[Ss]tarter[ \t]*\([ \t]*(?P<name>{_NAME})[ \t]*\)")
_GROUP = re.compile(rf"group\b[ \t]*+(?P<name>{_NAME})?[ \t]*+(?:\#\w+[ \t]*)?\{{")
_ELSE = re.compile(r"\s*else\b[ \t]*(?P<more>if\b)?[ \t]*")
_CATCH = re.compile(r"\s*(?P<word>catch|finally)\b[ \t]*")
_KINDS = ("actor", "database", "boundary", "control", "entity", "queue", "collections")
_FRAMES = {"if": "alt", "while": "loop", "for": "loop", "forEach": "loop", "foreach": "loop"}
_LOOPS = ("for", "forEach", "foreach")


class _NotUnderstoodError(Exception):
    """A text has what is not known of ZenUML."""


def zenuml_model(source: str) -> SequenceModel | None:
    """Return the sequence of a ZenUML diagram; None where the text has anything that is not known, or too much."""
    chart = chart_of(source, _HEADER)
    if chart is None:
        return None
    try:
        return _Reader("\n".join(chart.lines)).model()
    except _NotUnderstoodError:
        return None


class _Reader:
    """Reads statements into events. `current` is the lifeline that speaks, `callers` are those that wait for it."""

    def __init__(self, text: str) -> None:
        self.text, self.at = text, 0
        self.lifelines: list[Lifeline] = []
        self.numbers: dict[str, int] = {}
        self.boxes: list[str] = []
        self.events: list[Event] = []
        self.starter, self.comment = STARTER, ""
        self.callers: list[str] = []
        self.current = ""
        self.depth = 0

    def model(self) -> SequenceModel:
        self.take(_BLANK)
        self.take(_TITLE)
        self.participants()
        self.current = self.starter
        self.statements()
        if self.at < len(self.text) or not self.lifelines:
            raise _NotUnderstoodError
        lifelines, events = self.lifelines, self.events
        if STARTER in self.numbers:
            at = self.numbers[STARTER]
            lifelines = [lifelines[at], *lifelines[:at], *lifelines[at + 1 :]]
            events = [_moved(one, at) for one in events]
        return SequenceModel(tuple(lifelines), tuple(events), tuple(self.boxes), ("",) * len(self.boxes))

    def take(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """Read what a pattern matches here."""
        found = pattern.match(self.text, self.at)
        if found:
            self.at = found.end()
        return found

    def add(self, event: Event) -> None:
        self.events.append(event)
        if len(self.events) > MAX_EVENTS:
            raise _NotUnderstoodError

    def number(self, name: str, kind: str = "participant", label: str = "", box: int = 0) -> int:
        """Return the number of a lifeline, which begins where it is first named."""
        shown = name.strip('"')
        if shown not in self.numbers:
            if len(self.lifelines) >= MAX_EVENTS:
                raise _NotUnderstoodError
            self.numbers[shown] = len(self.lifelines)
            own = "Start" if shown == STARTER else plain_text(label.strip('"') or shown)
            self.lifelines.append(Lifeline(own, "actor" if shown == STARTER else kind, box))
        return self.numbers[shown]

    def participants(self) -> None:
        """Read the participants that are declared before the first statement."""
        while True:
            self.take(_BLANK)
            if comment := self.take(_COMMENT):
                self.commented(comment["text"])
                continue
            starter = self.take(_STARTER)
            group = None if starter else self.take(_GROUP)
            if starter:
                self.starter = starter["name"].strip('"')
                self.number(self.starter)
            elif group:
                self.boxes.append(plain_text((group["name"] or "").strip('"')))
                while self.declared(len(self.boxes)):
                    self.take(_BLANK)
                self.close()
            elif not self.declared(0):
                return
            self.comment = ""  # one on a participant is not shown

    def commented(self, text: str) -> None:
        """Keep a line of a comment for the next message. Marks of code alone are none."""
        line = plain_text(text, markdown=True).strip("` ")
        self.comment = "\n".join([*([self.comment] if self.comment else []), *([line] if line else [])])

    def declared(self, box: int) -> bool:
        """Read one participant, if there is one here: a name that no statement follows."""
        self.take(_BLANK)
        found = _PARTICIPANT.match(self.text, self.at)
        if found is None or found["name"] in ("new", "return") or _RETURN.match(self.text, self.at):
            return False
        rest = self.text[found.end() : found.end() + 1]
        if rest and rest not in "\n;}" and not (_PARTICIPANT.match(self.text, found.end()) and rest not in "-.=(:{"):
            return False
        if any(one.match(self.text, self.at) for one in (_FRAME, _NEW, _CALL, _SELF, _ASYNC, _REPLY)):
            return False
        self.at = found.end()
        kind = (found["kind"] or "").lower()
        self.number(found["name"], kind if kind in _KINDS else "participant", found["label"] or "", box)
        return True

    def statements(self, *, parallel: bool = False) -> None:
        """Read statements up to the end of a block, or of the text. If `parallel`, each is a section of a frame."""
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise _NotUnderstoodError
        begun = self.events[-1] if self.events else None
        while True:
            self.take(_BLANK)
            if self.at >= len(self.text) or self.text[self.at] == "}":
                break
            if parallel and not self.comment and self.events[-1] != begun:
                self.add(FrameDivider("and", ""))
            self.statement()
        self.depth -= 1

    def statement(self) -> None:
        comment, divider = self.take(_COMMENT), self.take(_DIVIDER)
        if comment:
            self.commented(comment["text"])
        elif divider:
            if self.lifelines:
                ends = (0,) if len(self.lifelines) == 1 else (0, len(self.lifelines) - 1)
                self.add(NoteEvent("over", ends, plain_text(divider["text"].strip())))
        elif frame := self.take(_FRAME):
            self.frame(frame["word"])
        elif said := self.take(_RETURN):
            self.reply(said["text"].strip().strip('"'))
        elif self.take(_REPLY):
            message = self.take(_ASYNC)
            if message is None:
                raise _NotUnderstoodError
            self.message(message["source"], message["target"], message["text"] or "", dotted=True)
        elif message := self.take(_ASYNC):
            self.message(message["source"], message["target"], message["text"] or "", end="open")
        elif created := self.take(_NEW):
            self.call(self.current, created["target"], f"new{self.arguments()}", created["result"] or "", creates=True)
        elif called := self.take(_CALL):
            source = (called["source"] or self.current).strip('"')
            self.call(source, called["target"], called["method"] + self.arguments(), called["result"] or "")
        elif (own := self.take(_SELF)) and own["method"] != "ref":
            self.call(self.current, self.current, own["method"] + self.arguments(), own["result"] or "")
        else:
            raise _NotUnderstoodError

    def message(self, source: str, target: str, text: str, *, dotted: bool = False, end: str = "arrow") -> None:
        ends = (self.number(source), self.number(target))
        self.remark(*ends)
        self.add(MessageEvent(*ends, plain_text(text.strip()), dotted=dotted, end=end))

    def remark(self, source: int, target: int) -> None:
        """Add the comment on a message as a note over its ends."""
        if self.comment:
            self.add(NoteEvent("over", (source,) if source == target else (source, target), self.comment))
            self.comment = ""

    def arguments(self) -> str:
        """Read arguments in brackets, and further calls on the result: `(a, (b)).next()`."""
        begin = self.at
        while self.text[self.at : self.at + 1] == "(":
            self.within()
            self.take(_CHAIN)
        return " ".join(self.text[begin : self.at].split())

    def within(self) -> str:
        """Read what stands in brackets, and return it."""
        begin, depth, quote = self.at + 1, 0, ""
        while self.at < len(self.text):
            char = self.text[self.at]
            self.at += 1
            if quote:
                quote = "" if char == quote else quote
            elif char in "\"'":
                quote = char
            elif char in "()":
                depth += 1 if char == "(" else -1
                if not depth:
                    return self.text[begin : self.at - 1].strip()
        raise _NotUnderstoodError

    def call(self, source: str, target: str, text: str, result: str, *, creates: bool = False) -> None:
        """Add a call with its block and its result."""
        is_new = creates and target.strip('"') not in self.numbers
        ends = (self.number(source), self.number(target))
        self.remark(*ends)
        self.add(MessageEvent(*ends, plain_text(text), creates=is_new and ends[0] != ends[1]))
        has_block = _BLOCK.match(self.text, self.at)
        if has_block or result:
            self.add(ActivationEvent(ends[1], True))
        if has_block:
            self.callers.append(source)
            before, self.current = self.current, target.strip('"')
            self.block()
            self.current = before
            self.callers.pop()
        if result:
            self.add(MessageEvent(*ends[::-1], result, dotted=True))
        if has_block or result:
            self.add(ActivationEvent(ends[1], False))

    def reply(self, text: str) -> None:
        """Add what is returned to the caller. Nobody waits for it outside of a call."""
        caller = self.callers[-1] if self.callers else self.starter
        self.message(self.current, caller, text, dotted=True)

    def frame(self, word: str) -> None:
        self.comment, above = "", self.comment
        condition = self.within() if self.text[self.at : self.at + 1] == "(" else ""
        label = f"for {condition}" if word in _LOOPS and condition else condition
        self.add(FrameStart(_FRAMES.get(word, word), plain_text(" ".join(one for one in (label, above) if one))))
        self.block(parallel=word == "par")
        while word == "if" and (other := self.take(_ELSE)):
            condition = self.within() if other["more"] and self.text[self.at : self.at + 1] == "(" else ""
            self.add(FrameDivider("else", plain_text(condition)))
            self.block()
        while word == "try" and (other := self.take(_CATCH)):
            condition = self.within() if self.text[self.at : self.at + 1] == "(" else ""
            self.add(FrameDivider(other["word"], plain_text(condition)))
            self.block()
        self.add(FrameEnd())

    def block(self, *, parallel: bool = False) -> None:
        self.take(_BLANK)
        if self.text[self.at : self.at + 1] != "{":
            raise _NotUnderstoodError
        self.at += 1
        self.statements(parallel=parallel)
        self.close()

    def close(self) -> None:
        self.take(_BLANK)
        if self.text[self.at : self.at + 1] != "}":
            raise _NotUnderstoodError
        self.at += 1


def _moved(event: Event, first: int) -> Event:
    """Return an event in a sequence of which a lifeline is moved before all others."""

    def new(at: int) -> int:
        return 0 if at == first else at + (at < first)

    match event:
        case MessageEvent(source, target):
            return event._replace(source=new(source), target=new(target))
        case NoteEvent(_, lifelines):
            return event._replace(lifelines=tuple(sorted(map(new, lifelines))))
        case ActivationEvent(lifeline):
            return event._replace(lifeline=new(lifeline))
    return event
