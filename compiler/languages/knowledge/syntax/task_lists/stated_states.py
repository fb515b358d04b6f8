"""What a task or its page says of its state in words: `Status: blocked`, `✅ Done`, `waiting for Ines`."""

import re
from typing import NamedTuple

from compiler.languages.knowledge.syntax.task_lists.in_order import DEFERRED, is_set_aside
from compiler.languages.knowledge.trackers.status_words import meaning_of

_SIGNS = {"✅": "done", "☑": "done", "✔": "done", "🔄": "in_progress", "🚧": "in_progress", "⏸": DEFERRED}
_LEAD = re.compile(r"[^\w(]+")
_END = re.compile(
    r"[ \t]*(?:[(\[,;:.|]|[–—-][ \t]|(?:on[ \t]+)?\d{4}-\d\d-\d\d|[^\w \t'’-]).*"
)  # a note behind the word
# At the head or the end of a title: `✅ Splice`, `Splice (done in #3)`, `Splice — DONE`.
_OVER = re.compile(
    r"^[\W_]{0,4}[✅☑✔❌✖]|[✅☑✔❌✖]\uFE0F?[\W_]{0,4}$"
    r"|(?:[(\[](?i:done|completed|finished)|[—–-][ \t]\*{0,2}DONE)\b[ \t]*(?:$|[^\w \t]|\d|(?:in|on|by|via|with)\b)"
)


class StatedState(NamedTuple):
    """`state` is todo, in_progress, done, blocked or `DEFERRED`; `unknown` is a word that says none of these."""

    state: str = "todo"
    unknown: str = ""

    @property
    def undecided(self) -> str:
        """What is not understood, so that it is not known whether the task can be worked on."""
        return f"nothing says what its status '{self.unknown[:80]}' means" if self.unknown else ""


def stated_state(written: str) -> StatedState:
    """Return the state that a status says, with a sign before it and a note behind it."""
    lead = _LEAD.match(written)
    word = _END.sub("", written[lead.end() :] if lead else written).strip("*_` \t")
    if is_set_aside(f"({word})"):
        return StatedState(DEFERRED)
    if any(meaning_of(either).state == "blocked" for either in written.split("/")[1:]):
        return StatedState("blocked")  # `In progress / blocked`
    meaning = meaning_of(word)
    if written.rstrip("*_` \t").endswith("?"):
        return StatedState("todo", written)  # `Done?`
    if word and meaning.is_known:
        return StatedState(meaning.state)
    sign = next((state for sign, state in _SIGNS.items() if lead and sign in lead[0]), "")
    return StatedState(sign or "todo", "" if sign or not word else word)


def contradiction(state: str, title: str, status: str) -> str:
    """Return what is not understood of an open box whose text or `status` says that it is over: `- [ ] Splice ✅`."""
    if state in ("done", "archived"):
        return ""
    is_over = _OVER.search(title) or stated_state(status).state == "done"
    return "its text is marked as over, and its box is open" if is_over else ""
