"""Places of a source as links to its files, for terminals that show links (OSC 8).

`FRIEZE_EDITOR` says where a link leads: to the line in an editor, or nowhere (`none`: there are no links). Without it a
link leads to the file.
"""

import os
from collections.abc import Callable
from pathlib import Path
from urllib.parse import quote

import click

from server.options.editor import EDITOR_VARIABLE, NO_EDITOR, NoEditorError, template_of

WITHOUT_LINKS = ("dumb", "linux")  # terminals that would show the code of a link

LinkTo = Callable[[Path | None, str], str]


def no_link(_: Path | None, __: str) -> str:
    """Return no link, whatever the place."""
    return ""


def link_to() -> LinkTo:
    """Return what makes the links of this terminal. Raises click.UsageError for an editor that is none."""
    editor = os.environ.get(EDITOR_VARIABLE, "")
    if editor == NO_EDITOR or os.environ.get("TERM") in WITHOUT_LINKS:
        return no_link
    try:
        template = template_of(editor) if editor else None
    except NoEditorError as error:
        raise click.UsageError(f"{EDITOR_VARIABLE}: {error}") from None
    return lambda root, place: _link(root, place, template)


def _link(root: Path | None, place: str, template: str | None) -> str:
    """Return the link of a place such as `spec/tea.md:12`; "" if the folder has no such file."""
    path, _, line = place.rpartition(":")
    # `Path.is_file` fails with a name that is too long.
    if root is None or not path or not os.path.isfile(root / path):  # noqa: PTH113
        return ""
    whole = (root / path).absolute()
    if not template:
        return whole.as_uri()
    return template.replace("{path}", quote(whole.as_posix())).replace("{line}", line)
