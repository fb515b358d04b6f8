"""The parser of knowledge: the path and text of one file to its unit. The path and a first look choose the format.

The parser of a format is imported when its first file is met.
"""

from collections.abc import Sequence

from compiler.languages.knowledge import claims
from compiler.languages.knowledge import tracker_registry as trackers
from compiler.languages.knowledge.claims import PathHint, path_hint
from compiler.languages.knowledge.records import Document, Unit, with_content_of
from compiler.languages.knowledge.syntax.markdown import (
    document_unit,
    parse_decision_page,
    parse_decisions_in_page,
    parse_list_of_tasks,
    parse_markdown,
    parse_proposal_page,
)
from compiler.languages.knowledge.syntax.settings_of_tools import is_settings, parse_settings_of_tool, settings_unit
from compiler.model.diagnostics import Diagnostic
from compiler.model.language import Parsed
from compiler.text.html_comments import without_html_comments
from compiler.text.markdown import is_markdown
from compiler.text.wrapped_pages import unwrapped


def parse(path: str, text: str) -> Parsed:
    """The unit of a file and its diagnostics. The unit is None when the file holds no knowledge."""
    text = _normalized(text)
    if is_markdown(path):
        return parse_markdown(path, text)
    is_proposal = path.endswith((".rst", ".txt")) and claims.is_named_proposal(path)
    if is_proposal and (found := parse_proposal_page(path, text)):
        return found
    if claims.is_decision_in_other_markup(path) and (found := _parse_decisions_in_other_markup(path, text)):
        return found
    if claims.is_proposal_in_asciidoc(path):
        return _parse_proposal_in_asciidoc(path, text)
    folder, _, name = path.rpartition("/")
    if name == claims.BEADS_DELETIONS:
        from compiler.languages.knowledge.syntax.beads import parse_deletions

        return settings_unit(parse_deletions(path, text), ())
    if name.endswith(".jsonl"):
        from compiler.languages.knowledge.syntax.beads import parse_issues

        return document_unit(*parse_issues(path, text))
    if name.endswith(".org"):
        from compiler.languages.knowledge.syntax.org import parse_org

        return document_unit(parse_org(path, text), ())
    if name.endswith(".toml"):
        from compiler.languages.knowledge.syntax.project_settings import parse_project_settings

        return settings_unit(parse_project_settings(path, text), ())
    if name in (claims.TASK_MASTER_FILE, *claims.JSON_LISTS):
        return _parse_tasks_in_json(path, name, text)
    if name == claims.WORKSPACE_FILE:
        from compiler.languages.knowledge.syntax.proposals.structurizr import parse_workspace

        return _documents_unit(*parse_workspace(path, text)) or _parse_export(path, text)
    if name == claims.KEP_FILE:
        from compiler.languages.knowledge.syntax.proposals.proposal import parse_kep

        return document_unit(*parse_kep(path, text))
    if name in claims.SPRINT_STATUS:
        from compiler.languages.knowledge.syntax.sprint_status import parse_sprint_status

        return document_unit(parse_sprint_status(path, text), ())
    if name.endswith((".rst", ".txt", ".mediawiki")):
        return parse_proposal_page(path, text) or Parsed(None, ())
    if claims.is_decision_in_other_markup(path):
        return Parsed(None, ())
    if trackers.may_be_export(path) and not is_settings(folder, name):
        return _parse_export(path, text)
    return parse_settings_of_tool(path, folder, name, text)


def _parse_tasks_in_json(path: str, name: str, text: str) -> Parsed:
    """The unit of `tasks.json`, which several tools have, or of a list of work in JSON."""
    from compiler.languages.knowledge.syntax.json_lists import parse_json_list

    if name == claims.TASK_MASTER_FILE:
        from compiler.languages.knowledge.syntax.task_master import parse_tasks

        found = _documents_unit(*parse_tasks(path, text)) or _parse_export(path, text)
        if found.unit or found.diagnostics:
            return found
    return document_unit(*parse_json_list(path, text))


def parse_as(path: str, text: str, role: str) -> Parsed:
    """The unit of a page in a role that settings elsewhere give it (`linking.roles`): "decision", "page", or
    "decision page", which is a decision if it can be one, else a page; "record eip MPS" of a page beside proposals;
    "named decision", "named task" for what the settings of the project name, which keeps its unit if that has some
    already."""
    if role.startswith("named "):
        return _parse_named(path, _normalized(text), role.removeprefix("named "))
    if role.startswith("record "):
        from compiler.languages.knowledge.syntax.proposals.proposal import parse_beside_others

        return document_unit(*parse_beside_others(path, without_html_comments(_normalized(text)), role))
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
    if not is_markdown(path):
        return Parsed(None, ())
    text = without_html_comments(text)
    if kind == "decision":
        return Parsed(None, ()) if claims.is_template_or_index(path) else _parse_decision_of_folder(path, text)
    return parse_list_of_tasks(path, text, PathHint("tasks")) or Parsed(None, ())


def _normalized(text: str) -> str:
    """The text without byte order mark and without a fence around all of it, its lines ending in `\\n`."""
    text = text.removeprefix("\ufeff")
    return unwrapped(text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text)


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
        return document_unit(several, ())
    found = parse_decision(path, text, PathHint("decisions"))
    folder = claims.record_path(path).rpartition("/")[0]
    document = Document(path, found.format, "", folder, (found.record,)) if found.record else None
    return document_unit(document, found.diagnostics)


def _parse_decisions_in_other_markup(path: str, text: str) -> Parsed | None:
    """The decisions of a page in another markup than markdown; None if it has none. Its text is kept as it is
    written."""
    hint = path_hint(path)
    translated, labels = _as_markdown(path, text)
    found = parse_decision_page(path, translated, hint)
    if found is None or (found.unit is None and not found.diagnostics):
        found = parse_decisions_in_page(path, translated, hint)
    if found is None or found.unit is None:
        return found if found and found.diagnostics else None
    unit = with_content_of(text, found.unit)
    document = unit.documents[0]
    if labels and len(document.records) == 1:  # they name the page
        own = document._replace(records=(document.records[0]._replace(aliases=labels),))
        unit = unit._replace(documents=(own,))
    return Parsed(unit, found.diagnostics)


def _as_markdown(path: str, text: str) -> tuple[str, tuple[str, ...]]:
    """A page as markdown, and the labels that other pages name it by."""
    from compiler.languages.knowledge.syntax.decisions import asciidoc, org, restructured_text

    if path.lower().endswith(".rst"):
        return restructured_text.as_markdown(text), restructured_text.labels_of(text)
    return (asciidoc if claims.is_asciidoc(path) else org).as_markdown(text), ()


def _parse_proposal_in_asciidoc(path: str, text: str) -> Parsed:
    """The proposal of a file in AsciiDoc. Its text is kept as it is written."""
    from compiler.languages.knowledge.syntax.decisions.asciidoc import as_markdown

    found = parse_proposal_page(path, as_markdown(text, has_any_key=True))
    return Parsed(with_content_of(text, found.unit), found.diagnostics) if found and found.unit else Parsed(None, ())
