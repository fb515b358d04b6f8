"""The operations on choices."""

import re

from compiler.languages.world.facts import Choice, Jump, Line, Section, World
from queries.errors.query_error import QueryError
from queries.operations.arguments import CONFIRM, check_confirmed, one_line, text_argument
from queries.operations.draft import Draft
from queries.operations.operation import Steps, operation
from queries.operations.worlds.arguments import APPLIES_TO, CHOICE, SECTION, WORLD, content_text
from queries.operations.worlds.lines import (
    STEP,
    block_end,
    is_blank,
    margin_of,
    with_blanks,
    without_spare_blank,
)
from queries.operations.worlds.objects import choice_of, section_of, world_of, worlds_with
from queries.operations.worlds.promises import (
    check_change,
    check_findings,
    check_removal,
    check_renaming,
    refs_in,
    unread,
)
from queries.operations.worlds.renaming import follow_mentions, ref_mapping, renaming_of
from queries.operations.worlds.texts import (
    check_statements,
    check_texts,
    condition_text,
    effect_text,
    text_lines,
)
from queries.tools.parameters import Parameter, echoed

BULLETS = {False: "*", True: "+"}
_CHOICE = re.compile(r"(?P<margin>[ \t]*)[*+] (?P<space>\s*)(?P<label>.*?)(?P<target> -> .*)?$")


@operation(
    applies_to=APPLIES_TO,
    parameters=(
        SECTION,
        text_argument("label", "Its label, which no choice of the section has.", most=500),
        Parameter("sticky", "boolean", "Whether it can be taken again and again.", default=False),
        Parameter("parent", "string", "The id of the choice that it is offered inside of.", max_length=1_000),
        Parameter("target", "string", "Whom it is addressed to: an entity (@gate), or any Type.", max_length=500),
        Parameter("conditions", "strings", "Conditions, such as @warden.trust >= 3.", max_items=20),
        Parameter("text", "string", "Its lines: `@id: speech`, `@id does something`, prose.", max_length=10_000),
        Parameter("effects", "strings", "Effects, such as @warden.trust + 1.", max_items=20),
        Parameter("jump", "string", "Where it jumps to: a section, exit:north, or end.", max_length=500),
        WORLD,
    ),
)
def world_add_choice(
    draft: Draft,
    *,
    section: str,
    label: str,
    sticky: bool,
    parent: str | None,
    target: str | None,
    conditions: list[str] | None,
    text: str | None,
    effects: list[str] | None,
    jump: str | None,
    world: str | None,
) -> Steps:
    """Adds a choice behind the others of a section or of a choice, with its conditions, text, effects and jump."""
    chosen = world_of(draft, world)
    owner = section_of(draft, chosen, section)
    outer = choice_of(draft, chosen, parent) if parent else None
    if outer and outer.section != owner.section:
        raise QueryError("invalid_argument", "The parent is a choice of another section", parent=outer.choice)
    tests, said = [condition_text(one) for one in conditions or ()], text_lines("text", text)
    changes = [effect_text(one) for one in effects or ()]
    addressed = f" -> {one_line('target', target)}" if target else ""
    head = f"{BULLETS[sticky]} {label_of(label)}{addressed}"
    body = [*(f"? {one}" for one in tests), *said, *(f"> {one}" for one in changes)]
    body += [f"-> {one_line('jump', jump)}"] if jump else []
    file, number, margin, is_spaced = _place(draft, owner, outer)
    lines = [margin + head, *(f"{margin}{STEP}{one}" for one in body)]
    new = with_blanks(draft.lines(file), number, lines) if is_spaced else lines
    draft.insert(file, number, new)
    overlay = yield
    worlds = worlds_with(draft, file)
    check_findings(draft, overlay, worlds)
    found = _choice_at(overlay, chosen, file, number + new.index(lines[0]))
    if found is None or not _is_as_asked(found, label_of(label), target, outer):
        raise unread(label=echoed(label))
    check_texts(overlay, found.ref, said)
    check_statements(overlay, found.ref, tests, changes)
    added = {
        "choice": 1,
        "condition": len(tests),
        "line": len(said),
        "effect": len(changes),
        "jump": len(overlay.snapshot.facts(Jump, site=found.ref)),
    }
    if bool(jump) != bool(added["jump"]):
        raise unread(jump=echoed(jump))
    links = refs_in(worlds, "section", owner.section)
    check_change(draft, overlay, worlds, added=added, about=refs_in(worlds, "choice", found.choice), links=links)


def label_of(label: str) -> str:
    """Return the label of a new choice. Raises QueryError if a part of it would be read as a target."""
    found = content_text("label", label)
    if " -> " in f" {found} ":
        raise QueryError("invalid_argument", "A label has no ' -> ': give the target by itself", label=echoed(label))
    return found


def _choice_at(overlay: Draft, world: World, file: str, number: int) -> Choice | None:
    found = overlay.snapshot.facts(Choice, world=world.world, file=file, start_line=number)
    return found[0] if len(found) == 1 else None


def _is_as_asked(found: Choice, label: str, target: str | None, outer: Choice | None) -> bool:
    return found.label == label and _is_addressed(found, target) and found.parent == (outer.choice if outer else "")


def _is_addressed(found: Choice, target: str | None) -> bool:
    written = f"any {found.target_type}" if found.target_type else found.target or ""
    return written == " ".join((target or "").split()).removeprefix("@")


def _place(draft: Draft, section: Section, outer: Choice | None) -> tuple[str, int, str, bool]:
    """Return the file and line before which a new choice goes, its margin, and whether blank lines set it apart."""
    file = section.span.file
    lines = draft.lines(file)
    siblings = draft.snapshot.facts(
        Choice, world=section.world, section=section.section, parent=outer.choice if outer else ""
    )
    if siblings:
        last = max(siblings, key=lambda one: one.span.start_line).span.start_line
        return file, block_end(lines, last) + 1, margin_of(lines[last - 1]), is_blank(lines, last - 1)
    if outer:
        first = outer.span.start_line
        end = block_end(lines, first)
        own = margin_of(lines[first - 1]) + STEP
        return file, end + 1, margin_of(lines[first]) if end > first and lines[first].strip() else own, False
    texts = draft.snapshot.facts(Line, site=section.ref)
    return file, max([section.span.start_line, *(one.span.start_line for one in texts)]) + 1, "", True


@operation(applies_to=APPLIES_TO, parameters=(CHOICE, CONFIRM, WORLD))
def world_remove_choice(draft: Draft, *, choice: str, confirm: bool, world: str | None) -> Steps:
    """Deletes a choice with all that is indented below it, choices too."""
    check_confirmed(confirm)
    chosen = world_of(draft, world)
    one = choice_of(draft, chosen, choice)
    span = one.span
    lines = draft.lines(span.file)
    end = block_end(lines, span.start_line)
    draft.replace(span.file, *without_spare_blank(lines, span.start_line, end), ())
    overlay = yield
    worlds = worlds_with(draft, span.file)
    inside = draft.snapshot.facts(Choice, world=chosen.world, section=one.section)
    parts: set[str] = set()
    for each in inside:
        if each.span.file == span.file and span.start_line <= each.span.start_line <= end:
            parts |= refs_in(worlds, "choice", each.choice)
    sections = refs_in(worlds, "section", one.section)
    check_removal(
        draft,
        overlay,
        worlds,
        parts.__contains__,
        is_left_out=lambda each: each.kind == "link speaks" and each.target in sections,
    )


@operation(
    applies_to=APPLIES_TO,
    parameters=(
        CHOICE,
        Parameter("label", "string", "Its new label.", max_length=500),
        Parameter("sticky", "boolean", "Whether it can be taken again and again."),
        Parameter("target", "string", "Whom it shall be addressed to; empty for nobody.", max_length=500),
        WORLD,
    ),
)
def world_edit_choice(
    draft: Draft, *, choice: str, label: str | None, sticky: bool | None, target: str | None, world: str | None
) -> Steps:
    """Gives a choice another label, makes it sticky or not, or addresses it to somebody else. With another label it has
    another id, which texts that cite it follow."""
    chosen = world_of(draft, world)
    one = choice_of(draft, chosen, choice)
    if label is None and sticky is None and target is None:
        raise QueryError("invalid_argument", "Give a 'label', 'sticky' or a 'target'")
    span = one.span
    new = label_of(label) if label is not None else one.label
    is_sticky = one.sticky if sticky is None else sticky
    line = _edited(draft.line(span.file, span.start_line), one.label, new, is_sticky, target)
    if line == draft.line(span.file, span.start_line):
        raise QueryError("invalid_argument", "The choice is like this already", choice=one.choice)
    draft.set_line(span.file, span.start_line, line)
    overlay = yield
    worlds = worlds_with(draft, span.file)
    check_findings(draft, overlay, worlds)
    found = _choice_at(overlay, chosen, span.file, span.start_line)
    is_read = found is not None and (target is None or _is_addressed(found, target))
    if found is None or not is_read or (found.label, found.sticky) != (new, is_sticky):
        raise unread(label=echoed(new))
    renamings = [renaming_of(worlds, "choice", one.choice, found.choice)] if one.choice != found.choice else []
    if renamings:
        follow_mentions(overlay, renamings, draft.snapshot)
        overlay = yield
    refs = refs_in(worlds, "choice", found.choice)
    check_renaming(
        draft,
        overlay,
        worlds,
        ref=ref_mapping(renamings),
        titles=("choice",),
        is_left_out=lambda each: each.kind == "link addresses" and each.about in refs and target is not None,
    )


def _edited(line: str, old: str, new: str, is_sticky: bool, target: str | None) -> str:
    """Return the line of a choice with another label, mark and target. Its comment stays."""
    found = _CHOICE.match(line)
    if found is None or not found["label"].startswith(old):
        raise QueryError("unavailable", "The label does not stand in its line as it is read: edit it as text")
    addressed = found["target"] or ""
    if target is not None:
        addressed = f" -> {one_line('target', target)}" if target.strip() else ""
    rest = found["label"][len(old) :]
    return f"{found['margin']}{BULLETS[is_sticky]} {found['space']}{new}{rest}{addressed}"
