"""The parser of knowledge: the text of one file to its unit, by the place of the file and by what it holds."""

import re
from collections.abc import Sequence

from compiler.languages.knowledge import places
from compiler.languages.knowledge.places import Place, place_of
from compiler.languages.knowledge.records import Document, Settings, Unit
from compiler.languages.memory.syntax.detect import markdown_format
from compiler.model.diagnostics import Diagnostic
from compiler.model.language import Parsed

Found = Sequence[Diagnostic]
_BOX = re.compile(r"^[ \t]*(?:[-*+]|\d+[.)])[ \t]+\[[^\]\n]\]", re.MULTILINE)
_DECISION_SIGNS = ("\n## Status", "\n## status", "\n## Decision", "\n## Considered", "\n## Context and")
_STEP = re.compile(r"^[ \t]*- \[.\]\*?[ \t]+\d+(?:\.\d+)*\.?[ \t]", re.MULTILINE)


def parse(path: str, text: str) -> Parsed:
    """The unit of a file and what is wrong with it; the unit is None when the file holds no knowledge."""
    text = text.removeprefix("\ufeff")
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    if path.endswith(places.MARKDOWN):
        return _markdown(path, text)
    folder, _, name = path.rpartition("/")
    if name == places.BEADS_DELETIONS:
        from compiler.languages.knowledge.syntax.beads import parse_deletions

        return _made(parse_deletions(path, text), ())
    if name.endswith(".jsonl"):
        from compiler.languages.knowledge.syntax.beads import parse_issues

        return _of(*parse_issues(path, text))
    if name == places.TASK_MASTER_FILE:
        from compiler.languages.knowledge.syntax.task_master import parse_tasks

        documents, found = parse_tasks(path, text)
        return Parsed(Unit(tuple(documents)) if documents else None, found)
    return _settings(path, folder, name, text)


def parse_as(path: str, text: str, role: str) -> Parsed:
    """The unit of a page that says nothing of itself, by where it stands: a decision, since settings say that its
    folder holds them, or a note of a vault, or, as `decision page`, the first of them that it can be."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    found: list[Diagnostic] = []
    if role.startswith("decision"):
        unit, diagnostics = _record(path, text)
        if unit is not None:
            return Parsed(unit, diagnostics)
        found += diagnostics
    if role.endswith("page"):
        from compiler.languages.knowledge.syntax.notes import parse_note

        document, diagnostics = parse_note(path, text, "obsidian")
        return Parsed(Unit((document,)), [*found, *diagnostics])
    return Parsed(None, found)


def _record(path: str, text: str) -> Parsed:
    from compiler.languages.knowledge.syntax.decisions import parse_decision

    record = parse_decision(path, text, Place("decisions"))
    document = Document(path, record.format, "", path.rpartition("/")[0], (record.entry,)) if record.entry else None
    return _of(document, record.diagnostics)


def _settings(path: str, folder: str, name: str, text: str) -> Parsed:
    if folder.rpartition("/")[2] == places.VAULT_FOLDER:
        root = folder.removesuffix(places.VAULT_FOLDER).rstrip("/")
        return Parsed(Unit(settings=(Settings(path, "obsidian", root),)), ())
    if name in places.BEADS_SETTINGS:
        from compiler.languages.knowledge.syntax import beads

        return _made(*beads.parse_settings(path, text))
    if name in places.BACKLOG_SETTINGS:
        from compiler.languages.knowledge.syntax import backlog

        return _made(*backlog.parse_settings(path, text))
    from compiler.languages.knowledge.syntax.decision_settings import parse_settings

    return _made(*parse_settings(path, text))


def _of(document: Document | None, found: Found) -> Parsed:
    return Parsed(Unit((document,)) if document else None, found)


def _made(settings: Settings | None, found: Found) -> Parsed:
    return Parsed(Unit(settings=(settings,)) if settings else None, found)


def _markdown(path: str, text: str) -> Parsed:
    """Most markdown is none of ours, so what is cheap to see is looked at first. The notes of an agent are memory."""
    if markdown_format(path, text):
        return Parsed(None, ())
    place = place_of(path)
    if (
        place.kind == "medulla"
        or "Medulla" in text[:300]
        or (text.startswith("---\nid: ") and "sequence:" in text[:300])
    ):
        found = _medulla(path, text, place)
        if found is not None:
            return found
    if place.kind == "backlog" and place.folder != "decisions":
        return _backlog(path, text, place)
    if not place.kind and text.startswith("---\nid:") and "created_date:" in text[:2000]:
        from compiler.languages.knowledge.syntax.backlog import is_task

        if is_task(text):
            return _backlog(path, text, Place("backlog", "tasks", path.rpartition("/")[0]))
    return _decision(path, text, place) or _tasks(path, text, place) or _note(path, text, place) or Parsed(None, ())


def _medulla(path: str, text: str, place: Place) -> Parsed | None:
    from compiler.languages.knowledge.syntax import medulla

    folder, _, name = path.rpartition("/")
    root = place.root or folder
    if name == "README.md" and "Medulla" in text[:300] and "## Summary" in text:
        return _made(medulla.parse_overview(path, text, root), ())
    if place.kind != "medulla" and not medulla.is_of_medulla(text):
        return None
    kind = place.folder or folder.rpartition("/")[2]
    root = place.root or folder.rpartition("/")[0]
    if kind == "tasks":
        return _of(medulla.parse_tasks(path, text, root), ())
    return _of(*medulla.parse_entity(path, text, kind, root))


def _backlog(path: str, text: str, place: Place) -> Parsed:
    from compiler.languages.knowledge.syntax.backlog import parse_item

    entry, found = parse_item(path, text, place)
    return _of(Document(path, "backlog", "", place.root, (entry,)) if entry else None, found)


def _decision(path: str, text: str, place: Place) -> Parsed | None:
    if place.kind not in ("decisions", "backlog") and not any(one in text for one in _DECISION_SIGNS):
        return None
    from compiler.languages.knowledge.syntax.decisions import may_be_decision, parse_decision

    if not may_be_decision(place, path, text):
        return None
    record = parse_decision(path, text, place)
    if not (place.kind or record.entry or record.diagnostics):
        return None
    root = place.root or path.rpartition("/")[0]
    document = Document(path, record.format, "", root, (record.entry,)) if record.entry else None
    return _of(document, record.diagnostics)


def _tasks(path: str, text: str, place: Place) -> Parsed | None:
    if (not place.kind and "] T" not in text and "] **T" not in text) or places.is_template(path):
        return None
    from compiler.languages.knowledge.syntax.task_lists import WITH_IDS, parse_task_list

    style = place.kind if place.kind in ("kiro", "spec-kit") else ""
    if not style and WITH_IDS.search(text):
        style = "task-list"
    elif not style and place.kind == "tasks":
        style = "kiro" if _STEP.search(text) else "checkbox" if _BOX.search(text) else ""
    if not style:
        return None
    document, found = parse_task_list(path, text, style)
    return _of(document, found) if document else None


def _note(path: str, text: str, place: Place) -> Parsed | None:
    if place.kind != "notes" and not text.startswith("---") and "[[" not in text:
        return None
    from compiler.languages.knowledge.syntax.notes import may_be_note, parse_note

    is_index = path.rpartition("/")[2].lower() in ("readme.md", "index.md", "changelog.md")
    if not (place.kind == "notes" and not is_index) and not may_be_note(text):
        return None
    return _of(*parse_note(path, text, "note"))
