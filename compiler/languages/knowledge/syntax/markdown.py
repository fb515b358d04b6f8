"""Parses a page of markdown as knowledge: its folder, and a quick look at its text, choose what it is tried as."""

import re
from collections.abc import Sequence

from compiler.languages.knowledge import claims
from compiler.languages.knowledge.claims import PathHint, path_hint
from compiler.languages.knowledge.records import Document, Unit
from compiler.languages.knowledge.syntax.settings_of_tools import settings_unit
from compiler.languages.memory.syntax.detect import markdown_format
from compiler.model.diagnostics import Diagnostic
from compiler.model.language import Parsed
from compiler.model.spans import Span
from compiler.text.decision_files import is_log_of_decisions
from compiler.text.examples import is_of_agent
from compiler.text.html_comments import without_html_comments

_BOX = re.compile(
    r"^[ \t]*(?:[-*+]|\d+[.)]|#{2,6}(?=[ \t]))[ \t]*\[(?:[^\]\n\d]|[A-Za-z][A-Za-z _-]{2,10})\](?![(\[:])", re.MULTILINE
)
_CONFLICT_MARK = "<<<<<<< "
_TASK_SIGNS = ("] T", "]T", "] **T", "] ~~T")
_DECISION_SIGNS = ("\n## Status", "\n## status", "\n## Decision", "\n## Considered", "\n## Context and")
_PROPOSAL_PATH = re.compile(
    r"(?:^|/)(?:[a-z]{2,6}[-_]|rf[cd][-_ ]?)?\d{1,6}[-_.][^/]*$|(?:^|/)[a-z]{1,4}p-?\d|(?:^|/)rf[cd]s?/"
    r"|[-_]rf[cd][-_ ]?\d|(?:^|/)\d{1,5}-[^/]*/[^/]*$|(?:^|/)[a-z]{2,5}-?\d{1,6}(?:[-_][^/]*)?\.(?:rst|txt|mediawiki)$"
    r"|(?:^|/)[a-z]{1,4}ps/(?:[^/]+/){0,2}\d{1,6}[-_]|(?:^|/)[0-9A-F]{2}\.md$",
    re.IGNORECASE,
)
_PROPOSAL_KEY = re.compile(
    r"^[ \t]*[:\"]?(?:eip|erc|sep|cap|pep|nep|dep|cip|caip|bip|tip|sip|jep|rfc|rfc-number|rfd|enhancement"
    r"|creat(?:ion|e)-date)\"?[ \t]*[:=]"
    r"|^#[ \t]+[A-Z]{1,4}P[- #]?\d|^#+ Preamble",
    re.MULTILINE | re.IGNORECASE,
)
# A quick test for headings of work.
_WORK_HEADING = re.compile(
    r"^#{1,6}[^\n]*(?:work|task|to-?do|future|planned|upcoming|backlog|roadmap|action)", re.M | re.I
)
_SECTION_9 = re.compile(  # a quick look, in the languages of arc42's template
    r"^#{1,3}[ \t][^\n]*?(?:d[ée]cision|entscheidungen|decis[õo]es|beslissingen|решения|рішення|rozhodnut|决|決)",
    re.MULTILINE | re.IGNORECASE,
)
_RULE_OF_TABLE = re.compile(r"^[ \t]*\|[ \t]*:?-{2,}", re.MULTILINE)
_STEP = re.compile(r"^[ \t]*-[ \t]*\[.\]\*?[ \t]*(\d+(?:\.\d+)*)\.?[ \t]", re.MULTILINE)


def parse_markdown(path: str, text: str) -> Parsed:
    """Return the unit of a page and its diagnostics. Most markdown is no knowledge, so the cheap tests come first. The
    notes of an agent belong to memory."""
    if markdown_format(path, text):
        return Parsed(None, ())
    hint = path_hint(path)
    if (
        hint.kind == "medulla"
        or "Medulla" in text[:300]
        or (text.startswith("---\nid: ") and "sequence:" in text[:300])
    ):
        parsed = _parse_medulla(path, text, hint)
        if parsed is not None:
            return parsed
    if hint.kind == "backlog" and hint.folder != "decisions":
        return _parse_backlog(path, text, hint)
    if not hint.kind and text.startswith("---\nid:") and "created_date:" in text[:2000]:
        from compiler.languages.knowledge.syntax.backlog import is_task

        if is_task(text):
            return _parse_backlog(path, text, PathHint("backlog", "tasks", path.rpartition("/")[0]))
    text = without_html_comments(text)
    parsed = _parse_page(path, text, hint)
    return _with_conflicts(path, text, parsed) if _CONFLICT_MARK in text else parsed


def _with_conflicts(path: str, text: str, parsed: Parsed) -> Parsed:
    """A unit of decisions or tasks, with a finding where a merge left its marks."""
    types = {record.type for document in parsed.unit.documents for record in document.records} if parsed.unit else set()
    if types.isdisjoint(("decision", "task")) or "\n>>>>>>> " not in text:
        return parsed
    from compiler.languages.knowledge.codes import CONFLICT

    starts = (number for number, line in enumerate(text.split("\n"), 1) if line.startswith(_CONFLICT_MARK))
    marks = [CONFLICT.at(Span(path, number, 1, number, len(_CONFLICT_MARK))) for number in starts]
    return Parsed(parsed.unit, [*parsed.diagnostics, *marks])


def _parse_page(path: str, text: str, hint: PathHint) -> Parsed:
    """The unit of a page of no tool's own folder. A numbered page may be a proposal about tasks."""
    is_list = claims.is_plan(path) or "kanban-plugin:" in text[:400]  # a board of Obsidian, whose columns are headings
    may_propose = (
        hint.kind in ("", "notes")
        or claims.is_named_proposal(path)
        or (hint.kind == "tasks" and claims.is_numbered(path))
    )
    return (
        (parse_proposal_page(path, text) if may_propose else None)
        or parse_decision_page(path, text, hint)
        or parse_decisions_in_page(path, text, hint)
        or _parse_task_page(path, text, hint)
        or (_parse_todos(path, text) if text.startswith("---") and "\ntodos:\n" in text else None)
        or parse_list_of_tasks(path, text, PathHint("tasks") if not hint.kind and is_list else hint)
        or _parse_in_folder_of_state(path, text, hint)
        or _parse_note(path, text, hint)
        or _parse_planned_work(path, text, hint)
        or _parse_index(path, text)
        or Parsed(None, ())
    )


def parse_proposal_page(path: str, text: str) -> Parsed | None:
    """Return the proposal that a page is, None if it is none. A quick look comes first: nearly all pages have no number
    in their name, and no key of a proposal near their top."""
    is_named = _PROPOSAL_PATH.search(path) or claims.PAGE_OF_SERIES.search(path)
    if not is_named and not _PROPOSAL_KEY.search(text[:1500]):
        from compiler.languages.knowledge.syntax.proposals.formats import RECORD_FOLDER

        is_stated = any(word in text[:3000] for word in ("tatus", "STATUS", "状", "otivation"))
        if not (is_stated and RECORD_FOLDER.search(path)) and not ("rawback" in text and "otivation" in text):
            return None
    from compiler.languages.knowledge.syntax.proposals.proposal import parse_proposal

    found = parse_proposal(path, text)
    return document_unit(*found) if found else None


def parse_decision_page(path: str, text: str, hint: PathHint) -> Parsed | None:
    """Return the decision that a page is, or the several that it holds under ids of their own; None if it is none."""
    has_sign = claims.is_numbered(path) or any(sign in text for sign in _DECISION_SIGNS)
    if hint.kind not in ("decisions", "backlog") and not has_sign:
        return None
    from compiler.languages.knowledge.syntax.decisions.logs import parse_several
    from compiler.languages.knowledge.syntax.decisions.parser import parse_decision
    from compiler.languages.knowledge.syntax.decisions.recognition import may_be_decision

    if not may_be_decision(hint, path, text):
        return None
    if hint.kind != "backlog" and (several := parse_several(path, text)):
        return document_unit(several, ())
    found = parse_decision(path, text, hint)
    if not (hint.kind or found.record or found.diagnostics):
        return None
    root = hint.root or claims.record_path(path).rpartition("/")[0]
    document = Document(path, found.format, "", root, (found.record,)) if found.record else None
    return document_unit(document, found.diagnostics)


def parse_decisions_in_page(path: str, text: str, hint: PathHint) -> Parsed | None:
    """Return the decisions of a page that holds several; None of other pages."""
    if hint.kind not in ("", "decisions", "notes"):
        return None
    if _SECTION_9.search(text):
        from compiler.languages.knowledge.syntax.proposals.in_pages import parse_section_9

        if document := parse_section_9(path, text):
            return document_unit(document, ())
    if (document := _parse_log(path, text)) is not None:
        return document_unit(document, ())
    if "n the context of" not in text:
        return None
    from compiler.languages.knowledge.syntax.proposals.in_pages import may_have_statements, parse_statements

    document = parse_statements(path, text) if may_have_statements(text) else None
    return document_unit(document, ()) if document else None


def _parse_log(path: str, text: str) -> Document | None:
    from compiler.languages.knowledge.syntax.decisions.logs import MAY_HOLD, parse_log

    may_hold = is_log_of_decisions(path) or MAY_HOLD.search(text)
    return parse_log(path, text) if may_hold and not claims.is_template(path) and not is_of_agent(path) else None


def _parse_medulla(path: str, text: str, hint: PathHint) -> Parsed | None:
    from compiler.languages.knowledge.syntax.medulla import snapshot

    folder, _, name = path.rpartition("/")
    root = hint.root or folder
    if name == "README.md" and "Medulla" in text[:300] and "## Summary" in text:
        return settings_unit(snapshot.parse_overview(path, text, root), ())
    if hint.kind != "medulla" and not snapshot.is_of_medulla(text):
        return None
    kind = hint.folder or folder.rpartition("/")[2]
    root = hint.root or folder.rpartition("/")[0]
    if kind == "tasks":
        return document_unit(snapshot.parse_tasks(path, text, root), ())
    return document_unit(*snapshot.parse_entity(path, text, kind, root))


def _parse_backlog(path: str, text: str, hint: PathHint) -> Parsed:
    from compiler.languages.knowledge.syntax.backlog import parse_item

    record, diagnostics = parse_item(path, text, hint)
    return document_unit(Document(path, "backlog", "", hint.root, (record,)) if record else None, diagnostics)


def _parse_task_page(path: str, text: str, hint: PathHint, *, lists_none: bool = False) -> Parsed | None:
    """The task that a page in a folder of work is; a story, or by the state that a folder names, only if it lists no
    tasks."""
    if hint.kind not in ("", "notes"):
        return None
    from compiler.languages.knowledge.syntax.task_pages import parse_task_page

    document = parse_task_page(path, text, lists_none=lists_none)
    return document_unit(document, ()) if document else None


def _parse_todos(path: str, text: str) -> Parsed | None:
    from compiler.languages.knowledge.syntax.json_lists import parse_todos

    document = parse_todos(path, text)
    return document_unit(document, ()) if document else None


def _parse_in_folder_of_state(path: str, text: str, hint: PathHint) -> Parsed | None:
    """The work that a page in a folder such as `tasks/done` or `stories` lists, else the task that it is: it is no
    note."""
    task = _parse_task_page(path, text, hint, lists_none=True)
    return task and (_parse_planned_work(path, text, hint) or task)


def parse_list_of_tasks(path: str, text: str, hint: PathHint) -> Parsed | None:
    """Return the tasks of a page that lists them, None if it is no such list."""
    if not hint.kind and not any(sign in text for sign in (*_TASK_SIGNS, "# Task ")):
        return None
    if claims.is_template(path) or claims.is_checklist(path):
        return None
    from compiler.languages.knowledge.syntax.task_lists.boards import states_of_lines
    from compiler.languages.knowledge.syntax.task_lists.headings import HEADING_WITH_ID, NUMBERED_HEADING
    from compiler.languages.knowledge.syntax.task_lists.pages import WITH_IDS, parse_task_list
    from compiler.languages.knowledge.syntax.task_pages import may_be_task_page

    style = hint.kind if hint.kind in ("kiro", "openspec", "agent-os", "spec-kit") else ""
    if not style and (WITH_IDS.search(text) or (hint.kind == "tasks" and HEADING_WITH_ID.search(text))):
        style = "task-list"
    elif not style and hint.kind == "tasks":
        numbered = "task-list" if NUMBERED_HEADING.search(text) else ""
        steps = _STEP.findall(text)
        # Numbers that begin anew in each section name no task.
        has_lines = _BOX.search(text) or _RULE_OF_TABLE.search(text)
        style = "kiro" if 0 < len(steps) == len({*steps}) else "checkbox" if has_lines else numbered
        style = style or ("checkbox" if states_of_lines(text) else "")
    if not style and not hint.kind and may_be_task_page(path) and NUMBERED_HEADING.search(text):
        style = "task-list"  # `tasks/phase-2.md` with several tasks
    if not style:
        return None
    document, diagnostics = parse_task_list(path, text, style)
    return document_unit(document, diagnostics) if document else None


def _parse_note(path: str, text: str, hint: PathHint) -> Parsed | None:
    if hint.kind != "notes" and ((not text.startswith("---") and "[[" not in text) or is_of_agent(path)):
        return None
    from compiler.languages.knowledge.syntax.notes import may_be_note, parse_note

    is_index = path.rpartition("/")[2].lower() in ("readme.md", "index.md", "changelog.md")
    if not (hint.kind == "notes" and not is_index) and not may_be_note(text):
        return None
    return document_unit(*parse_note(path, text, "note"))


def _parse_planned_work(path: str, text: str, hint: PathHint) -> Parsed | None:
    """The boxes of a page that is nothing else, below headings that name work. Boxes for agents and in templates of
    issues are no work."""
    is_elsewhere = hint.kind or claims.is_template(path) or claims.is_checklist(path) or is_of_agent(path)
    has_tasks = _WORK_HEADING.search(text) and (_BOX.search(text) or "# Task " in text)
    if is_elsewhere or ".github/" in path or not has_tasks:
        return None
    from compiler.languages.knowledge.syntax.task_lists.pages import planned_work

    document = planned_work(path, text)
    return document_unit(document, ()) if document else None


def _parse_index(path: str, text: str) -> Parsed | None:
    """What an index of decisions says of their statuses."""
    from compiler.languages.knowledge.syntax.decisions.index_pages import may_be_index, parse_index

    index = parse_index(path, text) if may_be_index(path, text) else None
    return Parsed(Unit(settings=(index,)), ()) if index else None


def document_unit(document: Document | None, diagnostics: Sequence[Diagnostic]) -> Parsed:
    """Return a unit of one document; None in the place of the unit if there is no document."""
    return Parsed(Unit((document,)) if document else None, diagnostics)
