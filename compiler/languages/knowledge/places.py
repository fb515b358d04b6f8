"""Which files may hold knowledge, by their paths: formats have their places, and markdown may be of any.

Nothing here reads a file. A path says what a file would be (`Place`); whether it is that, its content says.
"""

import re
from collections.abc import Container, Iterable, Iterator, Sequence
from typing import NamedTuple

from compiler.model.language import InFolder

MAX_BYTES = 64 * 1024 * 1024  # of one file: an export of tasks is a single one

MARKDOWN = (".md", ".markdown")
FOREIGN = ".urd.md"  # markdown by its suffix, and another language by its content

BEADS_FILES = ("issues.jsonl", "beads.jsonl", "bd.jsonl")
BEADS_SETTINGS = ("config.yaml", "metadata.json")
BEADS_DELETIONS = "deletions.jsonl"
BACKLOG_SETTINGS = ("config.yml", "backlog.config.yml")
ADR_FOLDER_FILE = ".adr-dir"
LOG4BRAINS_FILE = ".log4brains.yml"
TASK_MASTER_FILE = "tasks.json"
VAULT_FOLDER = ".obsidian"
MEDULLA_STORE = "loro.db"  # no text
MEDULLA_FOLDER = ".medulla"

# Where decisions are kept, by the name of the folder, or of the one above it for categories.
_DECISION_FOLDER = re.compile(
    r"(?:^|/)(?:adrs?|decisions?|decision-records?|decision-log|architecture-decisions?"
    r"|architecture-decision-records?)(?:/[^/]+)?/[^/]*$",
    re.IGNORECASE,
)
_NUMBERED = re.compile(r"(?:adr[-_ ]?)?\d{1,8}(?:[-_ .]|$)", re.IGNORECASE)
# Nearly all markdown stands where none of this does.
_ANY = re.compile(
    r"adr|decision|backlog|medulla|kiro|specs/|task|to-?do|note|zettel|vault|journal|brain|logseq", re.IGNORECASE
)
_BACKLOG = re.compile(
    r"(?:^|/)(\.?backlog)/(tasks|completed|archive/tasks|archive/drafts|drafts|decisions|docs|milestones)/"
)
_MEDULLA = re.compile(r"(?:^|/)(\.medulla/snapshot)/")
_NOTES = re.compile(r"(?:^|/)(?:notes?|zettelkasten|zettel|vault|journal|second-brain|logseq/pages)/", re.IGNORECASE)
_TASK_LISTS = re.compile(r"(?:^|/)(?:tasks?|to-?dos?|backlog)\.(?:md|markdown)$", re.IGNORECASE)
_KIRO = re.compile(r"(?:^|/)\.kiro/specs/[^/]+/tasks\.md$")
_SPEC_KIT = re.compile(r"(?:^|/)specs/\d+-[^/]+/tasks\.md$")
_TEMPLATE = re.compile(r"(?:(?:[a-z]+|0+)[-_])*template(?:[-_].*)?\.", re.IGNORECASE)
_INDEX = re.compile(r"(?:index|readme|contributing|changelog)\.", re.IGNORECASE)


class Place(NamedTuple):
    """What a markdown file would be, by its path: `backlog` with the folder in it (`tasks`), medulla, kiro, spec-kit,
    tasks, decisions, notes, or "" for a place that says nothing. `root` is the folder that the format begins at."""

    kind: str
    folder: str = ""
    root: str = ""


_NOWHERE = Place("")


def is_claimed(path: str) -> bool:
    """Whether a file may hold knowledge, or settings of it."""
    if path.endswith(MARKDOWN):
        return not path.endswith(FOREIGN)
    folder, _, name = path.rpartition("/")
    parent = folder.rpartition("/")[2]
    if name == MEDULLA_STORE:
        return is_store(path)
    if name.endswith(".jsonl"):
        if parent == ".beads":
            return name in (*BEADS_FILES, BEADS_DELETIONS)
        # Folders of Beads itself hold backups, a file a table.
        return name == BEADS_FILES[0] and not f"/{folder}/".count("/.beads/")
    if name.endswith(".json"):
        return name == TASK_MASTER_FILE or parent == VAULT_FOLDER or (parent == ".beads" and name in BEADS_SETTINGS)
    if parent == ".beads":
        return name in BEADS_SETTINGS
    if name in BACKLOG_SETTINGS:
        return name == BACKLOG_SETTINGS[1] or parent in ("backlog", ".backlog")
    return name in (ADR_FOLDER_FILE, LOG4BRAINS_FILE)


def is_store(path: str) -> bool:
    """Whether a file may be the store of Medulla: where it has it, or where a source begins."""
    folder, _, name = path.rpartition("/")
    return name == MEDULLA_STORE and (not folder or is_at_home(path))


def is_at_home(path: str) -> bool:
    """Whether a file stands in the folder of Medulla."""
    return path.rpartition("/")[0].rpartition("/")[2] == MEDULLA_FOLDER


def snapshot_beside(path: str) -> str:
    """The folder of the snapshot that Medulla writes beside a store."""
    folder = path.rpartition("/")[0]
    return f"{folder}/snapshot".lstrip("/")


def place_of(path: str) -> Place:
    """What a markdown file would be, by its path alone."""
    if not _ANY.search(path):
        return _NOWHERE
    if found := _BACKLOG.search(path):
        return Place("backlog", found[2], path[: found.end(1)])
    if found := _MEDULLA.search(path):
        return Place("medulla", path[found.end() :].partition("/")[0], path[: found.end(1)])
    if _KIRO.search(path):
        return Place("kiro")
    if _SPEC_KIT.search(path):
        return Place("spec-kit")
    if _TASK_LISTS.search(path):
        return Place("tasks")
    if _DECISION_FOLDER.search(path):
        return Place("decisions")
    return Place("notes") if _NOTES.search(path) else Place("")


def is_numbered(path: str) -> bool:
    """Whether a file is named as decisions are: `0003-use-valkey.md`, `ADR-12.md`, `20240220-use-b.md`."""
    return _NUMBERED.match(path.rpartition("/")[2]) is not None


def is_template(path: str) -> bool:
    """Whether a file is named as what others are made from: `adr-template-bare.md`, `0000-template.md`. One with a
    number of its own is about templates: `0007-template-engine.md`."""
    return _TEMPLATE.match(path.rpartition("/")[2]) is not None


def is_about_decisions(path: str) -> bool:
    """Whether a file among decisions is none by its name: a template, an index."""
    return is_template(path) or _INDEX.match(path.rpartition("/")[2]) is not None


def settings_near(path: str) -> Iterator[InFolder]:
    """The settings that a single file stands by, in its own folder."""
    folder, _, name = path.rpartition("/")
    of_beads = (*BEADS_SETTINGS, BEADS_DELETIONS)
    wanted = of_beads if name in BEADS_FILES else (ADR_FOLDER_FILE, LOG4BRAINS_FILE)
    yield InFolder(folder, wanted.__contains__)


def vault_of(path: str, vaults: Iterable[str]) -> str | None:
    """The innermost vault that a file is in."""
    holding = [one for one in vaults if not one or path.startswith(f"{one}/")]
    return max(holding, key=len, default=None)


def further(
    paths: Iterable[str], taken: Container[str], vaults: Sequence[str], folders: Container[str]
) -> Iterator[tuple[str, str]]:
    """The pages that say nothing of themselves, with what they are by where they stand: of a vault, or decisions in a
    folder that settings name, or either."""
    for path in sorted(paths, key=str.encode):
        if path.endswith(MARKDOWN) and path not in taken:
            is_record = path.rpartition("/")[0] in folders and is_numbered(path)
            is_page = not path.endswith(FOREIGN) and vault_of(path, vaults) is not None
            if is_record or is_page:
                yield path, " ".join(["decision"] * is_record + ["page"] * is_page)
