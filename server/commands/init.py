"""`frieze init`: a commented `frieze.toml`, made from what a source holds. Every setting is empty or in a comment, so
that the same files are read until somebody fills it in."""

import json
from collections.abc import Iterator
from pathlib import Path

from compiler.store.snapshot import Snapshot
from queries.tools.render import visible
from server.commands.found_requirements import requirement_table
from server.reports.passed_over import WORDS

SETTINGS_FILE = "frieze.toml"
MAX_PATHS = 20  # of what was passed over, that are offered for `include`
MAX_FOLDERS = 5  # of a language
OFFERED = ("ignored", "third_party", "built", "repositories")

HEAD = """\
# The settings of Frieze for this project. Patterns are written as in a .gitignore.

# What is not read, beside what git ignores. Example: ["docs/archive/", "*.draft.md"]
exclude = []
"""
INCLUDE = """
# What is read nonetheless, though git ignores it, or it lies in a folder of packages or builds.
"""
PASSED_OVER = "# Passed over now:\n"
PROJECT = """
# What is the project though its name says template, fixture, archive, example or prompt. Such files are read, but their
# objects are marked as examples: they are no work, count nowhere and have no findings. Example: ["docs/templates/"]
"""
MARKED = "# Marked now:\n"
RULES = """
# The rules that come with Frieze are off until they are named here. Rules of the project begin [[rule]].
# extend = ["recommended"]
"""
LANGUAGES = """
# Each language reads all files that it knows. With `paths` it reads only those.
"""
TABLES = """
# What is unusual: folders whose names say nothing (`paths`), such as "/docs/decided/", words of the project (`status`),
# and what ids of requirements look like. What is found out without settings stands here as it was found.
# [knowledge.decisions]
# status = { "Agreed" = "accepted" }
# [knowledge.tasks]
# status = { "Waiting for parts" = "blocked" }
"""


class SettingsExistError(Exception):
    """The source has settings, which are never overwritten."""


def write_settings(folder: Path, snapshot: Snapshot) -> Path:
    """Write `frieze.toml` into the folder of a source, and return its path. Raises SettingsExistError, OSError."""
    path = folder / SETTINGS_FILE
    try:
        with path.open("x", encoding="utf-8", newline="\n") as file:
            file.write(settings_text(snapshot))
    except FileExistsError:
        raise SettingsExistError(f"'{path}' is there already, and is not overwritten.") from None
    return path


def settings_text(snapshot: Snapshot) -> str:
    """Return the text of the settings for a source."""
    passed_over = [f"#   {line}\n" for line in _offered(snapshot)]
    include = [INCLUDE, *([PASSED_OVER, *passed_over] if passed_over else []), "include = []\n"]
    return "".join(
        [HEAD, *include, *_project(snapshot), RULES, *_languages(snapshot), TABLES, *requirement_table(snapshot)]
    )


def _offered(snapshot: Snapshot) -> Iterator[str]:
    """What was passed over, as patterns for `include`."""
    found = snapshot.meta.get("passed_over", {})
    for reason in OFFERED:
        paths = found.get(reason, {}).get("paths", [])
        for path in paths[:MAX_PATHS]:
            yield f"{_quoted(f'/{path}')},  # {WORDS[reason]}"
        if len(paths) > MAX_PATHS:
            yield f"and {len(paths) - MAX_PATHS} more {WORDS[reason]}"


def _project(snapshot: Snapshot) -> Iterator[str]:
    """The setting for what is the project, with what is marked as an example as patterns for it."""
    yield PROJECT
    rows = snapshot.rows("SELECT path, reason FROM fact_example_file ORDER BY path")
    folders = {path.rpartition("/")[0] or path: reason for path, reason in rows}
    if folders:
        yield MARKED
    for place, reason in list(folders.items())[:MAX_PATHS]:
        is_folder = any(path.startswith(f"{place}/") for path, _ in rows)
        yield f"#   {_quoted(f'/{place}/' if is_folder else f'/{place}')},  # {visible(reason)}\n"
    if len(folders) > MAX_PATHS:
        yield f"#   and {len(folders) - MAX_PATHS} more\n"
    yield "project = []\n"


def _languages(snapshot: Snapshot) -> Iterator[str]:
    rows = snapshot.rows("SELECT language, path FROM fact_file_read ORDER BY language, path")
    by_language: dict[str, list[str]] = {}
    for language, path in rows:
        by_language.setdefault(language, []).append(path)
    known = {name: paths for name, paths in by_language.items() if name in snapshot.meta.get("languages", {})}
    if known:
        yield LANGUAGES
    for name, paths in known.items():
        places = list(dict.fromkeys(f"/{path.partition('/')[0]}{'/' if '/' in path else ''}" for path in paths))
        more = ", …" if len(places) > MAX_FOLDERS else ""
        files = "1 file" if len(paths) == 1 else f"{len(paths):,} files"
        shown = ", ".join(map(_quoted, places[:MAX_FOLDERS]))
        yield f"# [{name}]  # {files} now\n# paths = [{shown}{more}]\n"


def _quoted(text: str) -> str:
    """The text as a TOML string, which is written as one of JSON."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
