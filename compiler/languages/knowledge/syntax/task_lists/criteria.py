"""Boxes that are no tasks: what is to be checked, what a box means, and checklists that nobody has begun.

A heading says so, or a label: a line in bold type or with a colon, in a list or by itself.
"""

import re
from collections.abc import Iterable, Iterator

from compiler.languages.knowledge.syntax.task_lists.lines import Section, TaskBlock
from compiler.text.criteria import names_criteria

MAX_LABEL = 80  # characters

_WORK_NOUNS = r"enhancements?|improvements?|work|tasks?|features?|items?|to-?dos?|changes|fixes|development"
_WORK = re.compile(
    rf"[\W\d]{{0,12}}(?:(?:future|planned|upcoming|remaining|outstanding|pending|open|implementation|work)"
    rf"(?:[ \t](?:and[ \t])?(?:future|planned|{_WORK_NOUNS})){{1,3}}|(?:{_WORK_NOUNS})[ \t]to[ \t]do|to-?dos?"
    r"|tasks?(?:[ \t]*/[ \t]*subtasks?)?"
    r"|task[ \t]list|backlog|roadmap|action[ \t]items|planned)\W{0,12}",
    re.IGNORECASE,
)
_ASIDE_SECTION = re.compile(
    r"\W{0,6}(?:\d{1,3}\W{1,3})?(?:won['’]?t[ \t]+(?:do|fix|have)|not[ \t]+(?:doing|planned)|rejected"
    r"|cancell?ed|dropped|abandoned|discarded|obsolete|deferred|postponed|on[ \t]+hold|parked|parking[ \t]+lot"
    r"|archived?|ice[- ]?box|someday(?:[ \t]*/[ \t]*maybe)?|maybe|out[ \t]+of[ \t]+scope)"
    r"(?:[ \t]+(?:tasks|items|ideas|work))?\W{0,6}",
    re.IGNORECASE,
)
_DONE_SECTION = re.compile(
    r"\W{0,6}(?:done|completed?|finished|closed|shipped|released)(?:[ \t]+(?:tasks|items|work))?\W{0,6}", re.IGNORECASE
)
_CRITERION = re.compile(r"\**AC[ ]?\d+(?:\.\d+)*\**[.:)\s]")  # `AC7: the tests pass`
_CHECKLIST = re.compile(r"(?<![^\W_])check[- ]?list(?:s|en?)?(?![^\W_])", re.IGNORECASE)
# No text without one of these words has a label.
_MAY_HAVE_LABEL = re.compile(
    r"acceptance|crit[eéè]ri|kriteri|完成|验收|驗收|checklist|definition|test(?:ing)?[ \t]+plan|legend|gate",
    re.IGNORECASE,
)
_ITEM = re.compile(r"[-*+][ \t]+|\d+[.)][ \t]+")
_BOX = re.compile(r"(?:[-*+–—]|\d+[.)])[ \t]+\[[^\]\n]\]")
_FENCE = re.compile(r"`{3}|~{3}")


def names_work(heading: str) -> bool:
    """Return whether the boxes below a heading are work to be done, on whatever page: `Planned improvements`."""
    return _WORK.fullmatch(heading) is not None


def is_section_set_aside(heading: str) -> bool:
    """Return whether what stands below a heading is put off or given up: `Won't do`, `Icebox`, `Someday / maybe`."""
    return _ASIDE_SECTION.fullmatch(heading) is not None


def is_section_done(heading: str) -> bool:
    """Return whether a heading says that what stands below is done: `Done`, `✅ Completed tasks`."""
    return _DONE_SECTION.fullmatch(heading) is not None


def is_criterion(title: str) -> bool:
    """Return whether the text of a box begins with the number of a criterion."""
    return _CRITERION.match(title) is not None


def is_checklist(name: str) -> bool:
    """Return whether a name or heading calls what it names a checklist."""
    return _CHECKLIST.search(name) is not None


def lines_below_labels(text: str) -> frozenset[int]:
    """Return the lines, from 1, of the boxes below labels such as `**Acceptance criteria:**`.

    Below an item of a list these are the boxes that are indented further. Below a label by itself these are those of
    the list that follows, up to a blank line behind a box, and none that is indented less than the label.
    """
    return frozenset(_below_labels(text)) if _MAY_HAVE_LABEL.search(text) else frozenset()


def _below_labels(text: str) -> Iterator[int]:
    label: tuple[int, bool] | None = None  # the indentation of the label at hand, and whether it is an item
    has_box = is_code = False
    for number, line in enumerate(text.split("\n"), start=1):
        body = line.strip()
        indent = len(line) - len(line.lstrip())
        if _FENCE.match(body):
            is_code = not is_code
        elif is_code:
            continue
        elif not body:
            label = None if label and has_box and not label[1] else label
        elif _is_label(body):
            label, has_box = (indent, _ITEM.match(body) is not None), False
        elif label:
            is_below = indent > label[0] if label[1] else indent >= label[0]
            if not is_below or (not label[1] and indent == label[0] and not _ITEM.match(body)):
                label = None
            elif _BOX.match(body):
                has_box = True
                yield number


def _is_label(body: str) -> bool:
    """Whether a line is a label and nothing else: `**Acceptance criteria:**`, `- Definition of done:`."""
    if len(body) > MAX_LABEL or _BOX.match(body):
        return False
    item = _ITEM.match(body)
    words = body[item.end() :] if item else body
    plain = words.rstrip(": \t")
    is_bold = plain[:2] in ("**", "__") and plain.endswith(plain[:2])
    return (is_bold or words.endswith(":")) and names_criteria(plain.strip("*_: \t"))


def without_unbegun_checklists(parts: Iterable[Section | TaskBlock]) -> Iterator[Section | TaskBlock]:
    """Give the parts of a page, without the boxes of sections that call themselves checklists, if none is ticked: such
    a list is gone through again and again, elsewhere."""
    level = 0  # of the heading of the checklist at hand
    held: list[Section | TaskBlock] = []
    for part in parts:
        if isinstance(part, Section) and level and part.level <= level:
            yield from _unless_unbegun(held)
            level, held = 0, []
        if isinstance(part, Section) and not level and is_checklist(part.text):
            level = part.level
        if level:
            held.append(part)
        else:
            yield part
    yield from _unless_unbegun(held)


def _unless_unbegun(parts: list[Section | TaskBlock]) -> Iterator[Section | TaskBlock]:
    is_begun = any(isinstance(part, TaskBlock) and part.box != " " for part in parts)
    yield from (part for part in parts if is_begun or isinstance(part, Section))
