"""The setting of the editor that places link to: `--editor` of the explorer, `FRIEZE_EDITOR` for terminals too."""

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from urllib.parse import quote

import click

Editor = Callable[[str, int], str]
"""The address of a place in an editor, by its path below the source and its line; \"\" where there is none."""

EDITOR_VARIABLE = "FRIEZE_EDITOR"
NO_EDITOR = "none"
EDITORS: Mapping[str, str] = {
    "vscode": "vscode://file{path}:{line}",
    "vscode-insiders": "vscode-insiders://file{path}:{line}",
    "vscodium": "vscodium://file{path}:{line}",
    "cursor": "cursor://file{path}:{line}",
    "windsurf": "windsurf://file{path}:{line}",
    "zed": "zed://file{path}:{line}",
    "idea": "idea://open?file={path}&line={line}",
    "pycharm": "pycharm://open?file={path}&line={line}",
    "webstorm": "webstorm://open?file={path}&line={line}",
    "sublime": "subl://open?url=file://{path}&line={line}",
    "textmate": "txmt://open?url=file://{path}&line={line}",
}
_TEMPLATE = re.compile(r"(?P<scheme>[a-z][a-z0-9+.-]{1,40}):[\x21-\x7e]*\{path\}[\x21-\x7e]*")
_RUN_BY_BROWSERS = ("javascript", "data", "vbscript", "blob", "view-source")


class NoEditorError(Exception):
    """A setting names no editor and is no template. The message says what would be right."""


def template_of(editor: str) -> str | None:
    """Return the template of an editor's name, a template as it is, or None for `none`. Raises NoEditorError."""
    if editor == NO_EDITOR or editor in EDITORS:
        return EDITORS.get(editor)
    found = _TEMPLATE.fullmatch(editor)
    if found is None or found["scheme"] in _RUN_BY_BROWSERS:
        names = ", ".join((*EDITORS, NO_EDITOR))
        example = "myeditor://open?{path}:{line}"
        raise NoEditorError(f"'{editor}' is neither one of {names}, nor an address such as '{example}'.")
    return editor


def _parse_editor(_: click.Context, option: click.Parameter, value: str | None) -> str | None:
    """The template of the option. Raises click.BadParameter."""
    try:
        return template_of(value) if value else None
    except NoEditorError as error:
        raise click.BadParameter(str(error), param=option) from None


HELP = "Link each place to this editor: vscode, cursor, zed, idea, sublime, …, or an address with {path} and {line}."
EDITOR = click.option(
    "--editor",
    callback=_parse_editor,
    envvar=EDITOR_VARIABLE,
    metavar="NAME",
    help=f"{HELP} Also ${EDITOR_VARIABLE}.",
)
# Of a site that others read: not by the environment, since such links have paths of this machine.
EDITOR_OF_SITE = click.option("--editor", callback=_parse_editor, metavar="NAME", help=HELP)


def editor_of(template: str | None, source: str, revision: str | None) -> Editor:
    """Return the address of a place in the editor by its path below the source and its line; "" where the files of the
    pages are not those on the disk."""
    root = Path(source).resolve()
    if template is None or revision is not None or not (root.is_dir() or root.suffix != ".frieze"):
        return lambda _path, _line: ""
    folder = root if root.is_dir() else root.parent

    def address(path: str, line: int) -> str:
        file = quote((folder / path).as_posix())
        return template.replace("{path}", file).replace("{line}", str(max(line, 1)))

    return address
