"""The settings of the served files, for revisions from before there were any.

A project states its settings once, often long after its first requirements. A revision whose folder has no settings of
elspais, or that has no `frieze.toml`, is read with those of the served tree, so that both are the same project when
they are compared.
"""

from collections.abc import Mapping
from hashlib import sha256

from compiler.languages.requirements.claims import is_configuration
from compiler.model.source import Source, Tree
from compiler.pipeline.settings.settings_file import SETTINGS_FILE
from compiler.store.snapshot import Snapshot
from compiler.workspace.overlay import with_contents

Settings = Mapping[str, str]  # text by path

_FOUND = f"SELECT path, text FROM source_text WHERE path LIKE '%.elspais%' OR path = '{SETTINGS_FILE}' ORDER BY path"


def served_settings(snapshot: Snapshot) -> dict[str, str]:
    """The settings that a snapshot was compiled with: texts by path."""
    return {path: text for path, text in snapshot.rows(_FOUND) if path == SETTINGS_FILE or is_configuration(path)}


def with_settings(source: Source, settings: Settings) -> tuple[Source, str]:
    """Add settings to those folders of a source that have none. Return the source, and what names the settings that
    were added, "" for none."""
    added = {path: text for path, text in settings.items() if _is_lacking(source.tree, path)}
    if not added:
        return source, ""
    named = sha256("\0".join(part for setting in sorted(added.items()) for part in setting).encode()).hexdigest()
    return with_contents(source, {path: text.encode() for path, text in added.items()}), named


def _is_lacking(tree: Tree, path: str) -> bool:
    """Whether a tree has no settings of the sort of a file."""
    if path == SETTINGS_FILE:
        return SETTINGS_FILE not in tree.names("")
    return _lacks_settings(tree, path.rpartition("/")[0])


def _lacks_settings(tree: Tree, folder: str) -> bool:
    """Whether a folder has files, and no settings among them. A folder that only has folders counts as well, if it is
    the source."""
    names = tree.names(folder)
    return (bool(names) or not folder) and not any(map(is_configuration, names))
