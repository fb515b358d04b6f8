"""A status that names several: which of them holds, or that nobody can tell."""

import re

from compiler.languages.knowledge.syntax.decisions.statements import is_supersession, statement
from compiler.languages.knowledge.syntax.decisions.statuses import MODEL_ORDER, status_of

_ARROW = re.compile(r"-{1,2}>|=>|[→⇒➜➡]\ufe0f?")
_EMOJI = re.compile(r"(?<!\w):[a-z][a-z0-9_+-]{1,40}:(?!\w)")  # `:white_check_mark:`
_BOX = re.compile(r"(\[[xX✓✔]\]|[☑☒✅])|\[[ _]?\]|[☐⬜]")
_CHOICE = re.compile(r"[|/,]|\bor\b", re.IGNORECASE)
_OR = re.compile(r"\W*(\w+)[ \t]+or[ \t]+(\w+)\b", re.IGNORECASE)
_BOLD = re.compile(r"(?:\*\*|__)([^*_|/\n]+)(?:\*\*|__)")
_AND_SO_ON = re.compile(r"\W*(?:etc\W*)?", re.IGNORECASE)
_LINKED = re.compile(r"[*_ \t]{0,3}\[([^\[\]\n]{3,40})\]\([^()\n]*\)")  # `[Accepted](https://…)`
_CLAUSE = re.compile(r"[,;(]|\.[ \t]|[ \t][-–—][ \t]|\bbut\b", re.IGNORECASE)
_PAST = re.compile(r"\b(?:was|were|previously|formerly|originally|initially|before)\b", re.IGNORECASE)
_UNSURE = re.compile(
    r"\b(?:not|never|yet|will|would|should|could|may|might|to be|if|once|when|until|by[ \t]+(?:the[ \t]+)?(?:end|next"
    r"|(?:mon|tues|wednes|thurs|fri|satur|sun)day))\b",
    re.IGNORECASE,
)
# A status behind another one: a participle, before a date or a preposition.
_LATER = re.compile(
    r"\W*(?:(?:it|is|has|been|since|and|then|now|later|currently|finally|subsequently|again)[ \t]+)*"
    r"(?:(partially|partly)[ \t]+)?([a-z]+ed|withdrawn|obsolete)\b"
    r"[*_]{0,2}(?=[ \t]*(?:$|[^\w \t*]|\d|(?:by|on|in|since|as|at)\b))",
    re.IGNORECASE,
)
_WAS = re.compile(r"^\W*was[ \t]+", re.IGNORECASE)
# Before the status of a sentence: `This ADR is **accepted**.`, `The decision has been rejected`
_SENTENCE = re.compile(
    r"\W*(?:this|the)[ \t]+(?:[a-z]+[ \t]+)?(?:adr|rfc|record|decision|proposal|document)[ \t]+"
    r"(?:is|was|has[ \t]+been|remains)[ \t]+(?:(?:now|currently|hereby|already|still|formally)[ \t]+)?",
    re.IGNORECASE,
)
_DENIED = re.compile(r"\bnot[ \t]+(?:yet[ \t]+)?(\w+ed)\b", re.IGNORECASE)
# `Review (possible states: review, accepted, rejected)`
_LEGEND = re.compile(r"[(\[][^()\[\]\n]*\b(?:possible|allowed|valid|options?|one of|choose|either)\b.*", re.IGNORECASE)
_WORK = frozenset({"implemented", "completed", "resolved"})  # what is built may be undecided
_PUT_OFF = frozenset({"on", "deferred", "postponed", "on-hold", "paused"})  # also after it was accepted


def settled(written: str) -> str:
    """The status that holds of those that a text names: the last of `Proposed → Accepted`, the ticked or the bold one
    of a list, `deprecated` of `Accepted, now deprecated`. Where none is marked, all with slashes between, which is no
    known status: `proposed/accepted`. A text that names one status only is returned as it is, without a link around it.
    """
    text = _EMOJI.sub(" ", written).strip(" \t_") if ":" in written else written
    if (linked := _LINKED.match(text)) and status_of(linked[1].strip(" *_").casefold()) not in (None, "superseded"):
        text = f"{linked[1]}{text[linked.end() :]}"
    parts = [part.strip(" \t*_`") for part in _ARROW.split(text)]
    if len(parts) > 1 and all(map(status_of, parts)):
        return parts[-1]
    if (said := _SENTENCE.match(text)) and status_of(statement(text[said.end() :]).lead) is not None:
        text = text[said.end() :]
    return _ticked(text) or _chosen(text) or _last_clause(text) or text


def _ticked(text: str) -> str:
    """The last ticked status of a line with boxes; all of several if none is ticked; "" of other texts."""
    boxes = list(_BOX.finditer(text))
    if len(boxes) < 2:
        return text[boxes[0].end() :].strip() if boxes and boxes[0][1] and boxes[0].start() == 0 else ""
    ends = [box.start() for box in boxes[1:]] + [len(text)]
    named = [(box[1], text[box.end() : end].strip(" \t,;|/")) for box, end in zip(boxes, ends, strict=True)]
    ticked = [name for mark, name in named if mark]
    return ticked[-1] if ticked else _undecided([name for _, name in named])


def _chosen(text: str) -> str:
    """The bold one of statuses that a template lists, `Proposed | **Accepted**`; all if none is; "" of other texts."""
    either = _OR.match(text)
    if either and len({status_of(word.casefold()) for word in either.groups()} - {None}) == 2:
        return _undecided([*either.groups()])  # `Accepted or rejected by vote`
    listed = [part.strip(" \t[]{}()\"'") for part in _CHOICE.split(text)]
    listed = [part for part in listed if not _AND_SO_ON.fullmatch(part)]
    words = [statement(part).lead for part in listed]
    found = {status_of(word) for word in words}
    if len(found) == 1 and None not in found and re.search("[|/]", text):
        return listed[0]  # `Accepted/Implemented`
    are_bare = all(_is_bare(part, word) for part, word in zip(listed, words, strict=True))
    if len(found) < 2 or None in found or not are_bare or (len(listed) == 2 and not re.search(r"[|/]|\bor\b", text)):
        return ""
    bold = _BOLD.findall(text)
    return bold[0].strip() if len(bold) == 1 else _undecided(words)


def _is_bare(part: str, word: str) -> bool:
    """Whether a part of a list is a status and says nothing more, such as a date."""
    return is_supersession(word) or (len(part.split()) < 3 and not any(map(str.isdigit, part)))


def _last_clause(text: str) -> str:
    """The status of the last clause that holds, where clauses state several; "" of other texts."""
    text = _LEGEND.sub("", text)
    ends = [found.start() for found in _CLAUSE.finditer(text)]
    if not ends or is_supersession(" ".join(statement(text).words)):
        return ""
    clauses = [text[start:end] for start, end in zip([0, *ends], [*ends, len(text)], strict=True)]
    first = _WAS.sub("", clauses[0])
    is_past = first != clauses[0]
    word = statement(first).lead
    status = status_of(" ".join(statement(first).words))
    if status is None or word in _PUT_OFF:
        return ""
    settled_by = ""
    for clause in clauses[1:]:
        if _UNSURE.search(clause):
            denied = _DENIED.search(clause)
            if denied and denied[1].casefold() not in _WORK and status_of(denied[1].casefold()) == status:
                return _undecided([word, f"not-{denied[1]}"])
            continue
        found = None if _PAST.search(clause) else _LATER.match(clause)
        later = status_of(found[2].casefold()) if found else None
        if found and later and later != status and (is_past or MODEL_ORDER.index(later) > MODEL_ORDER.index(status)):
            if found[1] or (status == "proposed" and (found[2].casefold() in _WORK or clause[0] == "(")):
                return _undecided([word, found[2]])
            word, status, settled_by, is_past = found[2], later, clause[found.start(2) :].strip(" )"), False
    return settled_by


def _undecided(words: list[str]) -> str:
    return "/".join("-".join(word.casefold().split()) for word in words)
