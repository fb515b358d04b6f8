"""The settings of tools that keep tasks and decisions, each parsed by the module of its tool."""

from collections.abc import Sequence

from compiler.languages.knowledge import claims
from compiler.languages.knowledge.records import Settings, Unit
from compiler.model.diagnostics import Diagnostic
from compiler.model.language import Parsed


def is_settings(folder: str, name: str) -> bool:
    """Whether a file in JSON is one of settings by its folder."""
    parent = folder.rpartition("/")[2]
    of_beads = parent == ".beads" and name in claims.BEADS_SETTINGS
    is_of_vault = parent == claims.VAULT_FOLDER or f"{folder}/{name}".endswith(claims.TASKS_PLUGIN)
    return of_beads or is_of_vault or parent == claims.TASK_MASTER_FOLDER


def parse_settings_of_tool(path: str, folder: str, name: str, text: str) -> Parsed:
    """The settings in a file of a folder with a name."""
    if folder.rpartition("/")[2] == claims.VAULT_FOLDER:
        root = folder.removesuffix(claims.VAULT_FOLDER).rstrip("/")
        return Parsed(Unit(settings=(Settings(path, "obsidian", root),)), ())
    if path.endswith(claims.TASKS_PLUGIN):
        from compiler.languages.knowledge.syntax.project_settings import parse_tasks_plugin

        return settings_unit(parse_tasks_plugin(path, text), ())
    if folder.rpartition("/")[2] == claims.TASK_MASTER_FOLDER:
        from compiler.languages.knowledge.syntax import task_master

        return settings_unit(*task_master.parse_settings(path, text))
    if name in claims.BEADS_SETTINGS:
        from compiler.languages.knowledge.syntax import beads

        return settings_unit(*beads.parse_settings(path, text))
    if name in claims.BACKLOG_SETTINGS:
        from compiler.languages.knowledge.syntax import backlog

        return settings_unit(*backlog.parse_settings(path, text))
    from compiler.languages.knowledge.syntax.decisions.settings import parse_settings

    return settings_unit(*parse_settings(path, text))


def settings_unit(settings: Settings | None, diagnostics: Sequence[Diagnostic]) -> Parsed:
    """The unit of settings, None without any, and what was found in them."""
    return Parsed(Unit(settings=(settings,)) if settings else None, diagnostics)
