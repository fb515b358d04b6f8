"""The parser of knowledge: the path and text of one file to its unit. The path and a first look choose the format.

The parser of a format is imported when its first file is met.
"""

import re
from collections.abc import Sequence

from compiler.languages.knowledge import claims
from compiler.languages.knowledge import tracker_registry as trackers
from compiler.languages.knowledge.claims import PathHint, path_hint
from compiler.languages.knowledge.records import Document, Unit, with_content_of
from compiler.languages.knowledge.syntax.settings_of_tools import is_settings, parse_settings_of_tool, settings_unit
from compiler.languages.memory.syntax.detect import markdown_format
from compiler.model.diagnostics import Diagnostic
from compiler.model.language import Parsed
from compiler.model.spans import Span
from compiler.text.examples import is_of_agent
from compiler.text.html_comments import without_html_comments

_BOX = re.compile(r"^[ \t]*(?:[-*+]|\d+[.)])[ \t]*\[(?:[^\]\n\d]|[A-Z][A-Z _-]{3,10})\](?![(\[:])", re.MULTILINE)
_CONFLICT_MARK = "<<<<<<< "
_TASK_SIGNS = ("] T", "]T", "] **T", "] ~~T")
_DECISION_SIGNS = ("\n## Status", "\n## status", "\n## Decision", "\n## Considered", "\n## Context and")
_PROPOSAL_PATH = re.compile(
    r"(?:^|/)(?:[a-z]{2,6}[-_]|rf[cd][-_ ]?)?\d{1,6}[-_.][^/]*$|(?:^|/)[a-z]{1,4}p-?\d|(?:^|/)rf[cd]s?/"
    r"|(?:^|/)\d{1,5}-[^/]*/[^/]*$|(?:^|/)[a-z]{2,5}-?\d{1,6}(?:[-_][^/]*)?\.(?:rst|txt|mediawiki)$"
    r"|(?:^|/)[a-z]{1,4}ps/(?:[^/]+/){0,2}\d{1,6}[-_]|(?:^|/)[0-9A-F]{2}\.md$",
    re.IGNORECASE,
)
_PROPOSAL_KEY = re.compile(
    r"^[ \t]*[:\"]?(?:eip|erc|sep|cap|pep|nep|dep|cip|caip|bip|tip|sip|jep|rfc|rfc-number|rfd|enhancement"
    r"|creation-date)\"?[ \t]*[:=]"
    r"|^#[ \t]+[A-Z]{1,4}P[- #]?\d|^#+ Preamble",
    re.MULTILINE | re.IGNORECASE,
)
# A quick test for headings of work.
_WORK_HEADING = re.compile(
    r"^#{1,6}[^\n]*(?:work|task|to-?do|future|planned|upcoming|backlog|roadmap|action)", re.M | re.I
)
_STATUS = re.compile(r"^[ \t>*_#-]{0,8}(?:status|state)\b", re.MULTILINE | re.IGNORECASE)
_SECTION_9 = re.compile(  # a quick look, in the languages of arc42's template
    r"^#{1,3}[ \t][^\n]*?(?:d[ée]cision|entscheidungen|decis[õo]es|beslissingen|решения|рішення|rozhodnut|决|決)",
    re.MULTILINE | re.IGNORECASE,
)
_STEP = re.compile(r"^[ \t]*-[ \t]*\[.\]\*?[ \t]*(\d+(?:\.\d+)*)\.?[ \t]", re.MULTILINE)


def parse(path: str, text: str) -> Parsed:
    """The unit of a file and its diagnostics. The unit is None when the file holds no knowledge."""
    text = _normalized(text)
    if claims.is_markdown(path):
        return _parse_markdown(path, text)
    if claims.is_decision_in_asciidoc(path):
        return _parse_asciidoc(path, text)
    if claims.is_proposal_in_asciidoc(path):
        return _parse_proposal_in_asciidoc(path, text)
    folder, _, name = path.rpartition("/")
    if name == claims.BEADS_DELETIONS:
        from compiler.languages.knowledge.syntax.beads import parse_deletions

        return settings_unit(parse_deletions(path, text), ())
    if name.endswith(".jsonl"):
        from compiler.languages.knowledge.syntax.beads import parse_issues

        return _document_unit(*parse_issues(path, text))
    if name.endswith(".toml"):
        from compiler.languages.knowledge.syntax.project_settings import parse_project_settings

        return settings_unit(parse_project_settings(path, text), ())
    if name == claims.TASK_MASTER_FILE:
        from compiler.languages.knowledge.syntax.task_master import parse_tasks

        return _documents_unit(*parse_tasks(path, text)) or _parse_export(path, text)
    if name == claims.WORKSPACE_FILE:
        from compiler.languages.knowledge.syntax.proposals.structurizr import parse_workspace

        return _documents_unit(*parse_workspace(path, text)) or _parse_export(path, text)
    if name == claims.KEP_FILE:
        from compiler.languages.knowledge.syntax.proposals.proposal import parse_kep

        return _document_unit(*parse_kep(path, text))
    if name in claims.SPRINT_STATUS:
        from compiler.languages.knowledge.syntax.sprint_status import parse_sprint_status

        return _document_unit(parse_sprint_status(path, text), ())
    if name.endswith((".rst", ".txt", ".mediawiki")):
        return _parse_restructured_text(path, text) or _parse_proposal(path, text) or Parsed(None, ())
    if trackers.may_be_export(path) and not is_settings(folder, name):
        return _parse_export(path, text)
    return parse_settings_of_tool(path, folder, name, text)


def parse_as(path: str, text: str, role: str) -> Parsed:
    """The unit of a page in a role that settings elsewhere give it (`linking.roles`): "decision", "page", or
    "decision page", which is a decision if it can be one, else a page; "record eip MPS" of a page beside proposals;
    "named decision", "named task" for what the settings of the project name, which keeps its unit if that has some
    already."""
    if role.startswith("named "):
        return _parse_named(path, _normalized(text), role.removeprefix("named "))
    if role.startswith("record "):
        from compiler.languages.knowledge.syntax.proposals.proposal import parse_beside_others

        return _document_unit(*parse_beside_others(path, without_html_comments(_normalized(text)), role))
    text = without_html_comments(_normalized(text))
    diagnostics: list[Diagnostic] = []
    if role.startswith("decision"):
        unit, found = _parse_decision_of_folder(path, text)
        if unit is not None:
            return Parsed(unit, found)
        diagnostics += found
    if role.endswith("page"):
        from compiler.languages.knowledge.syntax.notes import parse_note

        document, found = parse_note(path, text, "obsidian")
        return Parsed(Unit((document,)), [*diagnostics, *found])
    return Parsed(None, diagnostics)


def _parse_named(path: str, text: str, kind: str) -> Parsed:
    """The unit of a file that the settings of the project name as one of decisions or tasks."""
    unit, _ = parse(path, text)
    if unit and any(record.type == kind for document in unit.documents for record in document.records):
        return Parsed(None, ())
    if not claims.is_markdown(path):
        return Parsed(None, ())
    text = without_html_comments(text)
    if kind == "decision":
        return Parsed(None, ()) if claims.is_template_or_index(path) else _parse_decision_of_folder(path, text)
    return _parse_task_list(path, text, PathHint("tasks")) or Parsed(None, ())


def _normalized(text: str) -> str:
    """The text without byte order mark, its lines ending in `\\n`."""
    text = text.removeprefix("\ufeff")
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def _document_unit(document: Document | None, diagnostics: Sequence[Diagnostic]) -> Parsed:
    return Parsed(Unit((document,)) if document else None, diagnostics)


def _documents_unit(documents: Sequence[Document], diagnostics: Sequence[Diagnostic]) -> Parsed | None:
    """The unit of several documents; None if nothing was found, not even a mistake."""
    return Parsed(Unit(tuple(documents)) if documents else None, diagnostics) if documents or diagnostics else None


def _parse_export(path: str, text: str) -> Parsed:
    """The issues of a tracker, if the file is an export of one."""
    from compiler.languages.knowledge.syntax.exports import parse_export

    return _documents_unit(*parse_export(path, text)) or Parsed(None, ())


def _parse_decision_of_folder(path: str, text: str) -> Parsed:
    from compiler.languages.knowledge.syntax.decisions.logs import parse_several
    from compiler.languages.knowledge.syntax.decisions.parser import parse_decision

    if several := parse_several(path, text):
        return _document_unit(several, ())
    found = parse_decision(path, text, PathHint("decisions"))
    folder = claims.record_path(path).rpartition("/")[0]
    document = Document(path, found.format, "", folder, (found.record,)) if found.record else None
    return _document_unit(document, found.diagnostics)


def _parse_markdown(path: str, text: str) -> Parsed:
    """Most markdown is no knowledge, so the cheap tests come first. The notes of an agent belong to memory."""
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
    may_propose = hint.kind in ("", "notes") or (hint.kind == "tasks" and claims.is_numbered(path))
    return (
        (_parse_proposal(path, text) if may_propose else None)
        or _parse_decision(path, text, hint)
        or _parse_decisions_in_page(path, text, hint)
        or _parse_task_page(path, text, hint)
        or _parse_task_list(path, text, hint)
        or _parse_note(path, text, hint)
        or _parse_planned_work(path, text, hint)
        or _parse_index(path, text)
        or Parsed(None, ())
    )


def _parse_proposal(path: str, text: str) -> Parsed | None:
    """A quick look first: nearly all pages have no number in their name, and no key of a proposal near their top."""
    if not _PROPOSAL_PATH.search(path) and not _PROPOSAL_KEY.search(text[:1500]):
        from compiler.languages.knowledge.syntax.proposals.formats import RECORD_FOLDER

        is_stated = any(word in text[:3000] for word in ("tatus", "STATUS", "状"))
        if not (is_stated and RECORD_FOLDER.search(path)) and not ("rawback" in text and "otivation" in text):
            return None
    from compiler.languages.knowledge.syntax.proposals.proposal import parse_proposal

    found = parse_proposal(path, text)
    return _document_unit(*found) if found else None


def _parse_decisions_in_page(path: str, text: str, hint: PathHint) -> Parsed | None:
    """The decisions of a page that holds several."""
    if hint.kind not in ("", "decisions", "notes"):
        return None
    if _SECTION_9.search(text):
        from compiler.languages.knowledge.syntax.proposals.in_pages import parse_section_9

        if document := parse_section_9(path, text):
            return _document_unit(document, ())
    if (document := _parse_log(path, text)) is not None:
        return _document_unit(document, ())
    if "n the context of" not in text:
        return None
    from compiler.languages.knowledge.syntax.proposals.in_pages import may_have_statements, parse_statements

    document = parse_statements(path, text) if may_have_statements(text) else None
    return _document_unit(document, ()) if document else None


def _parse_log(path: str, text: str) -> Document | None:
    from compiler.languages.knowledge.syntax.decisions.logs import LOG_NAME, MAY_HOLD, parse_log

    may_hold = LOG_NAME.search(path) or MAY_HOLD.search(text)
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
        return _document_unit(snapshot.parse_tasks(path, text, root), ())
    return _document_unit(*snapshot.parse_entity(path, text, kind, root))


def _parse_backlog(path: str, text: str, hint: PathHint) -> Parsed:
    from compiler.languages.knowledge.syntax.backlog import parse_item

    record, diagnostics = parse_item(path, text, hint)
    return _document_unit(Document(path, "backlog", "", hint.root, (record,)) if record else None, diagnostics)


def _parse_decision(path: str, text: str, hint: PathHint) -> Parsed | None:
    has_sign = claims.is_numbered(path) or any(sign in text for sign in _DECISION_SIGNS)
    if hint.kind not in ("decisions", "backlog") and not has_sign:
        return None
    from compiler.languages.knowledge.syntax.decisions.logs import parse_several
    from compiler.languages.knowledge.syntax.decisions.parser import parse_decision
    from compiler.languages.knowledge.syntax.decisions.recognition import may_be_decision

    if not may_be_decision(hint, path, text):
        return None
    if hint.kind != "backlog" and (several := parse_several(path, text)):
        return _document_unit(several, ())
    found = parse_decision(path, text, hint)
    if not (hint.kind or found.record or found.diagnostics):
        return None
    root = hint.root or claims.record_path(path).rpartition("/")[0]
    document = Document(path, found.format, "", root, (found.record,)) if found.record else None
    return _document_unit(document, found.diagnostics)


def _parse_restructured_text(path: str, text: str) -> Parsed | None:
    """The decision of a file in reStructuredText in a folder of decisions. Its text is kept as it is written."""
    hint = path_hint(path)
    if hint.kind != "decisions" or not path.lower().endswith(".rst"):
        return None
    from compiler.languages.knowledge.syntax.decisions.restructured_text import as_markdown, labels_of

    found = _parse_decision(path, as_markdown(text), hint)
    if found is None or found.unit is None:
        return None
    unit = with_content_of(text, found.unit)
    if labels := labels_of(text):
        documents = (
            document._replace(records=tuple(record._replace(aliases=labels) for record in document.records))
            for document in unit.documents
        )
        unit = unit._replace(documents=tuple(documents))
    return Parsed(unit, found.diagnostics)


def _parse_asciidoc(path: str, text: str) -> Parsed:
    """The decision of a file in AsciiDoc. Its text is kept as it is written."""
    from compiler.languages.knowledge.syntax.decisions.asciidoc import as_markdown

    found = _parse_decision(path, as_markdown(text), path_hint(path))
    if found is None or found.unit is None:
        return found or Parsed(None, ())
    return Parsed(with_content_of(text, found.unit), found.diagnostics)


def _parse_proposal_in_asciidoc(path: str, text: str) -> Parsed:
    """The proposal of a file in AsciiDoc. Its text is kept as it is written."""
    from compiler.languages.knowledge.syntax.decisions.asciidoc import as_markdown

    found = _parse_proposal(path, as_markdown(text, has_any_key=True))
    return Parsed(with_content_of(text, found.unit), found.diagnostics) if found and found.unit else Parsed(None, ())


def _parse_task_page(path: str, text: str, hint: PathHint) -> Parsed | None:
    """The task that a page in a folder of work is, unless the page is a list of tasks."""
    if hint.kind not in ("", "notes") or not _STATUS.search(text[:3000]):
        return None
    from compiler.languages.knowledge.syntax.task_pages import may_be_task_page, parse_task_page

    document = parse_task_page(path, text) if may_be_task_page(path) else None
    return _document_unit(document, ()) if document else None


def _parse_task_list(path: str, text: str, hint: PathHint) -> Parsed | None:
    if not hint.kind and not any(sign in text for sign in _TASK_SIGNS):
        return None
    if claims.is_template(path) or claims.is_checklist(path):
        return None
    from compiler.languages.knowledge.syntax.task_lists.headings import HEADING_WITH_ID, NUMBERED_HEADING
    from compiler.languages.knowledge.syntax.task_lists.pages import WITH_IDS, parse_task_list

    style = hint.kind if hint.kind in ("kiro", "openspec", "agent-os", "spec-kit") else ""
    if not style and (WITH_IDS.search(text) or (hint.kind == "tasks" and HEADING_WITH_ID.search(text))):
        style = "task-list"
    elif not style and hint.kind == "tasks":
        numbered = "task-list" if NUMBERED_HEADING.search(text) else ""
        steps = _STEP.findall(text)
        # Numbers that begin anew in each section name no task.
        style = "kiro" if 0 < len(steps) == len({*steps}) else "checkbox" if _BOX.search(text) else numbered
    if not style:
        return None
    document, diagnostics = parse_task_list(path, text, style)
    return _document_unit(document, diagnostics) if document else None


def _parse_index(path: str, text: str) -> Parsed | None:
    """What an index of decisions says of their statuses."""
    from compiler.languages.knowledge.syntax.decisions.index_pages import may_be_index, parse_index

    index = parse_index(path, text) if may_be_index(path, text) else None
    return Parsed(Unit(settings=(index,)), ()) if index else None


def _parse_planned_work(path: str, text: str, hint: PathHint) -> Parsed | None:
    """The boxes of a page that is nothing else, below headings that name work. Boxes for agents and in templates of
    issues are no work."""
    is_elsewhere = hint.kind or claims.is_template(path) or claims.is_checklist(path) or is_of_agent(path)
    if is_elsewhere or ".github/" in path or not _WORK_HEADING.search(text) or not _BOX.search(text):
        return None
    from compiler.languages.knowledge.syntax.task_lists.pages import planned_work

    document = planned_work(path, text)
    return _document_unit(document, ()) if document else None


def _parse_note(path: str, text: str, hint: PathHint) -> Parsed | None:
    if hint.kind != "notes" and ((not text.startswith("---") and "[[" not in text) or is_of_agent(path)):
        return None
    from compiler.languages.knowledge.syntax.notes import may_be_note, parse_note

    is_index = path.rpartition("/")[2].lower() in ("readme.md", "index.md", "changelog.md")
    if not (hint.kind == "notes" and not is_index) and not may_be_note(text):
        return None
    return _document_unit(*parse_note(path, text, "note"))
