"""One decision takes the place of another: both files say so, each where its template has it."""

import re

from compiler.languages.knowledge.facts import Decision
from compiler.text.html_comments import replace_comments
from queries.operations.arguments import invalid, text_argument, unavailable
from queries.operations.draft import Draft
from queries.operations.knowledge import front_matter
from queries.operations.knowledge.entities import entity_of
from queries.operations.knowledge.moving import decision_link, decision_name
from queries.operations.knowledge.owners import Wanted, check_owner
from queries.operations.knowledge.sections import add_paragraph, last_text_line, section_of
from queries.operations.knowledge.statuses import set_decision_word, status_line
from queries.operations.operation import Given, operation

APPLIES_TO = "Decisions by adr-tools, MADR, log4brains and Backlog.md."
_LINKS = ("links", "related decisions", "related", "relations", "relationships")
_BULLET = re.compile(r"[ \t]*[-*+][ \t]+")


@operation(
    APPLIES_TO,
    text_argument("old_id", "The decision that is replaced.", most=500),
    text_argument("new_id", "The decision that replaces it.", most=500),
)
def decision_supersede(draft: Draft, given: Given) -> None:
    """Replaces a decision by another one: the older gets the status and the link to the newer, the newer the link to
    the older, each in the words of its template."""
    old = entity_of(draft, given.old_id, Decision, "old_id")
    new = entity_of(draft, given.new_id, Decision, "new_id")
    check_owner(old, Wanted("supersede", other=new.native_id))
    check_owner(new, Wanted("supersede", other=old.native_id))
    is_stated = _check_order(draft, old, new)
    _state_in_old(draft, old, new)
    if not is_stated:
        _state_in_new(draft, old, new)


def _check_order(draft: Draft, old: Decision, new: Decision) -> bool:
    """Return whether the newer decision is stated to supersede the older one already. Raises QueryError if both files
    say so, and if another decision replaces the older one."""
    if old.ref == new.ref:
        raise invalid("A decision does not replace itself", old_id=old.entity)
    successors = {link.source for link in draft.snapshot.links(target=old.ref, kind="supersedes")}
    if new.ref in successors and old.status == "superseded":
        raise invalid("The one replaces the other already", old_id=old.entity, new_id=new.entity)
    if successors - {new.ref} and old.format != "adr-tools":
        problem = "Another decision replaces this one already, and its status names one only: edit the text itself"
        raise unavailable(problem, old_id=old.entity, superseded_by=[*old.superseded_by])
    return new.ref in successors


def _state_in_old(draft: Draft, old: Decision, new: Decision) -> None:
    if old.format == "backlog":
        front_matter.set_key(draft, old.span.file, "status", "superseded", behind=("date", "title"))
        return
    link = decision_link(draft, old.span.file, new)
    has_key = front_matter.has_key(draft, old.span.file, "status")
    if has_key and front_matter.has_key(draft, old.span.file, "decision-makers") and new.sequence_number is not None:
        link = decision_name(new)  # MADR 4 has no links in its front matter
    section = section_of(draft, old.span.file, "status")
    words = f"{_spelled(draft, old, 'superseded')} by {link}"
    if section and not has_key and not _is_status_alone(draft, old):
        add_paragraph(draft, old.span.file, section, words[:1].upper() + words[1:])
    else:
        set_decision_word(draft, old, words)


def _is_status_alone(draft: Draft, old: Decision) -> bool:
    """Whether nothing but the status stands in its line, and no other decision has replaced this one."""
    number = status_line(draft, old)
    if not number or old.superseded_by:
        return not number
    text = replace_comments(draft.line(old.span.file, number))
    word = re.escape(str(old.native.get("status") or ""))
    return re.fullmatch(rf"(?:[ \t]*[-*+][ \t]+)?(?:.*?:)?[\s*_`]*{word}[\s*_`.]*", text, re.IGNORECASE) is not None


def _state_in_new(draft: Draft, old: Decision, new: Decision) -> None:
    file = new.span.file
    if new.format == "backlog":
        front_matter.set_key(draft, file, "supersedes", old.native_id, behind=("status",))
        return
    verb = _spelled(draft, new, "supersedes")
    words = f"{verb[:1].upper()}{verb[1:]} {decision_link(draft, file, old)}"
    section = section_of(draft, file, "status") if new.format == "adr-tools" else None
    if section:
        add_paragraph(draft, file, section, words)
    else:
        add_sentence(draft, new, words)


def add_sentence(draft: Draft, decision: Decision, words: str) -> None:
    """Add a sentence about another decision: among the links, else in a section of its own."""
    file = decision.span.file
    if section := section_of(draft, file, *_LINKS, "more information"):
        last = last_text_line(draft, file, section)
        if bullet := _BULLET.match(draft.line(file, last)):
            draft.insert(file, last + 1, [bullet[0] + words])
        else:
            add_paragraph(draft, file, section, words if section.title.lower() == "more information" else f"* {words}")
        return
    title = "## More Information" if front_matter.has_front_matter(draft, file) else "## Links"
    mark = "" if title.endswith("Information") else "- " if decision.format == "log4brains" else "* "
    draft.append(file, [title, "", f"{mark}{words}"])


def _spelled(draft: Draft, decision: Decision, word: str) -> str:
    """Return the verb as the decisions beside this one spell it: adr-tools writes `superceded`."""
    files = [fact.span.file for fact in draft.snapshot.facts(Decision, collection=decision.collection)]
    if any("upercede" in (draft.snapshot.text(file) or "") for file in files):
        return word.replace("supersede", "supercede")
    return word
