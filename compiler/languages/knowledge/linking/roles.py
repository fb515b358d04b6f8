"""Pages that are knowledge because of settings elsewhere: notes of a vault, decisions in a folder that settings name.

The pipeline asks once all files are parsed: `further` says by the outlines of all files which pages are parsed again,
and in which role.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from compiler.languages.knowledge.claims import MARKDOWN, is_markdown, is_numbered
from compiler.text.ignore_patterns import IgnorePatterns

Named = tuple[str, tuple[str, ...]]  # decisions or tasks, and the patterns of their files


class Outline(NamedTuple):
    """What the settings in a file declare: vaults, folders of decisions, and files; and what its references ask: the
    names of files (`page_names.names_in`), and whether one may be the page of a tag."""

    vaults: tuple[str, ...]
    folders: tuple[str, ...]
    named: tuple[Named, ...]
    names: tuple[str, ...]
    has_tag_pages: bool


def further(paths: Iterable[str], outlines: Mapping[str, Outline | None]) -> Sequence[tuple[str, str]]:
    """The pages to parse in a role, as (path, role), in bytewise order of the paths.

    `paths` are all files that were read, `outlines` those that already gave a unit. A role is "page" (of a vault),
    "decision", or "decision page": a decision if it is one, else a page; "named decision" or "named task" of a file
    that the settings of the project name.
    """
    declared = [
        outline for outline in outlines.values() if outline and (outline.vaults or outline.folders or outline.named)
    ]
    if not declared:
        return ()
    vaults = [vault for outline in declared for vault in outline.vaults]
    folders = {folder for outline in declared for folder in outline.folders}
    every = list(paths)
    found = list(_roles((path for path in every if path not in outlines), vaults, folders))
    for kind, patterns in (named for outline in declared for named in outline.named):
        selection = IgnorePatterns(patterns)
        chosen = [path for path in every if is_markdown(path) and selection.selects_file(path)]
        found += [(one, f"named {kind.removesuffix('s')}") for one in sorted(chosen, key=str.encode)]
    return found


def _roles(paths: Iterable[str], vaults: Sequence[str], folders: set[str]) -> Iterator[tuple[str, str]]:
    for path in sorted(paths, key=str.encode):
        if path.lower().endswith(MARKDOWN):
            is_decision = path.rpartition("/")[0] in folders and is_numbered(path)
            is_page = is_markdown(path) and _is_in_vault(path, vaults)
            if is_decision or is_page:
                yield path, " ".join(["decision"] * is_decision + ["page"] * is_page)


def _is_in_vault(path: str, vaults: Sequence[str]) -> bool:
    """Whether Obsidian shows a page in a vault: it passes over hidden folders."""
    vault = vault_of(path, vaults)
    return vault is not None and "/." not in f"/{path[len(vault) :].lstrip('/')}"


def vault_of(path: str, vaults: Iterable[str]) -> str | None:
    """The innermost vault that a file is in; None when it is in none."""
    around = [vault for vault in vaults if not vault or path.startswith(f"{vault}/")]
    return max(around, key=len, default=None)
