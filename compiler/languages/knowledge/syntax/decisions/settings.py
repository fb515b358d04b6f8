"""The folders of decisions that the settings of ADR tools name: `.adr-dir` and `.log4brains.yml`."""

from compiler.languages.knowledge.claims import ADR_FOLDER_FILE
from compiler.languages.knowledge.codes import BAD_SETTINGS
from compiler.languages.knowledge.front_matter import Value, read_yaml
from compiler.languages.knowledge.markdown import joined_path
from compiler.languages.knowledge.records import Settings
from compiler.model.diagnostics import Diagnostic
from compiler.model.spans import whole_file


def parse_settings(path: str, text: str) -> tuple[Settings | None, list[Diagnostic]]:
    """The folders of decisions, each with its package, "" for the project itself."""
    root = path.rpartition("/")[0]
    if path.endswith(ADR_FOLDER_FILE):
        folder = text.strip().partition("\n")[0].strip()
        return (Settings(path, "adr-tools", root, folders=((joined_path(root, folder), ""),)) if folder else None), []
    front = read_yaml(text)
    project = front.values.get("project")
    if front.error or not isinstance(project, dict):
        reason = front.error or "it has no 'project'"
        return None, [BAD_SETTINGS.at(whole_file(path), path=path, reason=reason)]
    folders = [(_folder(root, project), "")]
    packages = project.get("packages")
    folders += [
        (_folder(root, package), str(package["name"]))
        for package in (packages if isinstance(packages, list) else ())
        if isinstance(package, dict) and isinstance(package.get("name"), str)
    ]
    return Settings(path, "log4brains", root, folders=tuple(pair for pair in folders if pair[0])), []


def _folder(root: str, values: dict[str, Value]) -> str:
    folder = values.get("adrFolder")
    return joined_path(root, folder) if isinstance(folder, str) else ""
